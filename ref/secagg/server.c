/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the server takes. */
#include "secagg/server.h"

#include <stdlib.h>
#include <string.h>

#include "secagg/keys.h"
#include "secagg/masks.h"
#include "secagg/pack.h"
#include "secagg/secret.h"

enum dpmf_status dpmf_secagg_server_open(const struct dpmf_secagg_setting *setting, const unsigned char *verifying,
                                         struct dpmf_secagg_server *server, struct dpmf_error *error)
{
	struct dpmf_secagg_server s = { .setting = setting, .verifying = verifying };

	s.received = calloc((size_t)DPMF_SECAGG_STEPS * setting->users, sizeof *s.received);
	s.sum = calloc(setting->length, sizeof *s.sum);
	s.vector = calloc(setting->length, sizeof *s.vector);
	if (!s.received || !s.sum || !s.vector) {
		dpmf_secagg_server_close(&s);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the sum of %zu coordinates", setting->length);
	}
	*server = s;
	return DPMF_OK;
}

void dpmf_secagg_server_close(struct dpmf_secagg_server *server)
{
	for (size_t i = 0; server->received && i < (size_t)DPMF_SECAGG_STEPS * server->setting->users; i++)
		dpmf_secagg_message_free(&server->received[i]);
	free(server->received);
	free(server->sum);
	free(server->vector);
	memset(server, 0, sizeof *server);
}

static struct dpmf_secagg_message *slot(const struct dpmf_secagg_server *server, enum dpmf_secagg_step step, uint32_t user)
{
	return &server->received[(size_t)step * server->setting->users + user - 1];
}

bool dpmf_secagg_server_has(const struct dpmf_secagg_server *server, enum dpmf_secagg_step step, uint32_t user)
{
	return slot(server, step, user)->bytes != NULL;
}

const struct dpmf_secagg_message *dpmf_secagg_server_message(const struct dpmf_secagg_server *server,
                                                             enum dpmf_secagg_step step, uint32_t user)
{
	return slot(server, step, user);
}

size_t dpmf_secagg_server_count(const struct dpmf_secagg_server *server, enum dpmf_secagg_step step)
{
	size_t count = 0;

	for (uint32_t user = 1; user <= server->setting->users; user++)
		count += dpmf_secagg_server_has(server, step, user);
	return count;
}

static enum dpmf_status refuse(struct dpmf_error *error, const struct dpmf_secagg_head *head, const char *what)
{
	return dpmf_fail(error, DPMF_INPUT, "secure aggregation: the server refuses what user %u sent: %s", head->from, what);
}

/* The step whose senders may send in this one. */
static enum dpmf_secagg_step before(const struct dpmf_secagg_server *server)
{
	return server->step == DPMF_SECAGG_UNMASK && !server->setting->authenticated ? DPMF_SECAGG_MASK
	                                                                             : (enum dpmf_secagg_step)(server->step - 1);
}

/* The list of the message names exactly those that sent something in the step, without `except` (0: nobody). */
static bool lists(const struct dpmf_secagg_server *server, const struct dpmf_secagg_message *message, uint32_t count,
                  enum dpmf_secagg_step step, uint32_t except)
{
	uint32_t i = 0;

	for (uint32_t user = 1; user <= server->setting->users; user++) {
		if (user == except || !dpmf_secagg_server_has(server, step, user))
			continue;
		if (i == count || dpmf_secagg_load32(dpmf_secagg_entry(server->setting, message, i)) != user)
			return false;
		i++;
	}
	return i == count;
}

static bool has_right_shares(const struct dpmf_secagg_server *server, const struct dpmf_secagg_message *unmask, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const unsigned char *entry = dpmf_secagg_entry(server->setting, unmask, i);
		const bool survives = dpmf_secagg_server_has(server, DPMF_SECAGG_MASK, dpmf_secagg_load32(entry));
		struct dpmf_secret_share share;

		if (entry[4] != (survives ? DPMF_SECAGG_KIND_SELF : DPMF_SECAGG_KIND_KEY) || !dpmf_share_read(entry + 5, &share))
			return false;
	}
	return true;
}

static bool has_right_digest(const struct dpmf_secagg_server *server, const struct dpmf_secagg_message *confirm)
{
	return memcmp(confirm->bytes + DPMF_SECAGG_HEAD, server->digest, sizeof server->digest) == 0;
}

/* Adds the vector to the sum. */
static bool add_vector(struct dpmf_secagg_server *server, const struct dpmf_secagg_message *masked)
{
	const struct dpmf_secagg_setting *s = server->setting;

	if (!dpmf_unpack(masked->bytes + DPMF_SECAGG_HEAD, s->length, s->bits, server->vector))
		return false;
	dpmf_masks_add(server->sum, server->vector, s->length, UINT64_C(1) << s->bits);
	return true;
}

/* What only this step's messages must satisfy. */
static const char *fault(struct dpmf_secagg_server *server, const struct dpmf_secagg_message *message,
                         const struct dpmf_secagg_head *head)
{
	switch (server->step) {
	case DPMF_SECAGG_SHARE:
		return lists(server, message, head->count, DPMF_SECAGG_ADVERTISE, head->from) ? NULL : "its shares are not for the others";
	case DPMF_SECAGG_MASK:
		return add_vector(server, message) ? NULL : "bits behind the last coordinate are set";
	case DPMF_SECAGG_CONFIRM:
		return has_right_digest(server, message) ? NULL : "it confirms other survivors";
	case DPMF_SECAGG_UNMASK:
		if (!lists(server, message, head->count, DPMF_SECAGG_SHARE, 0))
			return "its shares are not of those that shared";
		return has_right_shares(server, message, head->count) ? NULL : "a share is of the wrong kind, or none";
	default:
		return NULL;
	}
}

/* Of a masked vector, which is in the sum, the head is kept. */
static enum dpmf_status keep(struct dpmf_secagg_server *server, const struct dpmf_secagg_message *message, uint32_t from,
                             struct dpmf_error *error)
{
	const size_t length = server->step == DPMF_SECAGG_MASK ? DPMF_SECAGG_HEAD : message->length;
	unsigned char *bytes = malloc(length);

	if (!bytes)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a message of %zu bytes", length);
	memcpy(bytes, message->bytes, length);
	*slot(server, (enum dpmf_secagg_step)server->step, from) = (struct dpmf_secagg_message){ bytes, length };
	return DPMF_OK;
}

enum dpmf_status dpmf_secagg_server_take(struct dpmf_secagg_server *server, const struct dpmf_secagg_message *message,
                                         struct dpmf_error *error)
{
	static const enum dpmf_secagg_type types[DPMF_SECAGG_STEPS] = { DPMF_SECAGG_T_ADVERTISE, DPMF_SECAGG_T_SHARES,
		DPMF_SECAGG_T_MASKED, DPMF_SECAGG_T_CONFIRM, DPMF_SECAGG_T_UNMASK };
	const enum dpmf_secagg_step step = (enum dpmf_secagg_step)server->step;
	struct dpmf_secagg_head head;
	const char *what;
	enum dpmf_status status;

	if (step >= DPMF_SECAGG_STEPS)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation: the server is done");
	status = dpmf_secagg_message_read(server->setting, message, types[step], DPMF_SECAGG_SERVER, &head, error);
	if (status != DPMF_OK)
		return status;
	if (step != DPMF_SECAGG_ADVERTISE && !dpmf_secagg_server_has(server, before(server), head.from))
		return refuse(error, &head, "it has left, or never came");
	if (dpmf_secagg_server_has(server, step, head.from))
		return refuse(error, &head, "a second message of the same kind");
	if (server->setting->authenticated &&
	    !dpmf_secagg_signed_by(server->verifying + 32 * (size_t)(head.from - 1), message))
		return refuse(error, &head, "the signature is not its own");
	what = fault(server, message, &head);
	if (what)
		return refuse(error, &head, what);
	return keep(server, message, head.from, error);
}
