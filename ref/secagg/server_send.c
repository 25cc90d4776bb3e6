/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the server sends. */
#include <string.h>

#include "secagg/keys.h"
#include "secagg/server.h"

/* Whether the step can end. */
static enum dpmf_status may_end(struct dpmf_secagg_server *server, enum dpmf_secagg_step step, struct dpmf_error *error)
{
	const size_t count = dpmf_secagg_server_count(server, step);

	if (server->step != (int)step)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation: the server is at step %d, not %d", server->step, (int)step);
	if (count < server->setting->threshold)
		return dpmf_fail(error, DPMF_NO, "secure aggregation: %zu users are left after step %d, the threshold is %u", count,
		                 (int)step, server->setting->threshold);
	return DPMF_OK;
}

static enum dpmf_status make(const struct dpmf_secagg_server *server, enum dpmf_secagg_type type, uint32_t to, size_t count,
                             struct dpmf_secagg_message *message, struct dpmf_error *error)
{
	const struct dpmf_secagg_head head = { type, DPMF_SECAGG_SERVER, to, (uint32_t)count };

	return dpmf_secagg_message_make(server->setting, &head, message, error);
}

/* A list of the users that came in the step, each with `length` bytes from `from` on of what it sent. */
static enum dpmf_status list(const struct dpmf_secagg_server *server, enum dpmf_secagg_step step, enum dpmf_secagg_type type,
                             size_t from, size_t length, struct dpmf_secagg_message *message, struct dpmf_error *error)
{
	const enum dpmf_status status = make(server, type, DPMF_SECAGG_ALL, dpmf_secagg_server_count(server, step), message, error);
	size_t i = 0;

	for (uint32_t user = 1; status == DPMF_OK && user <= server->setting->users; user++) {
		const struct dpmf_secagg_message *sent = dpmf_secagg_server_message(server, step, user);
		unsigned char *entry;

		if (!sent->bytes)
			continue;
		entry = dpmf_secagg_entry(server->setting, message, i++);
		dpmf_secagg_store32(user, entry);
		memcpy(entry + 4, sent->bytes + from, length);
	}
	return status;
}

enum dpmf_status dpmf_secagg_server_roster(struct dpmf_secagg_server *server, struct dpmf_secagg_message *roster,
                                           struct dpmf_error *error)
{
	const size_t length = dpmf_secagg_entry_length(server->setting, DPMF_SECAGG_T_ROSTER) - 4;
	enum dpmf_status status = may_end(server, DPMF_SECAGG_ADVERTISE, error);

	if (status == DPMF_OK)
		status = list(server, DPMF_SECAGG_ADVERTISE, DPMF_SECAGG_T_ROSTER, DPMF_SECAGG_HEAD, length, roster, error);
	if (status == DPMF_OK)
		server->step = DPMF_SECAGG_SHARE;
	return status;
}

enum dpmf_status dpmf_secagg_server_end_sharing(struct dpmf_secagg_server *server, struct dpmf_error *error)
{
	const enum dpmf_status status = may_end(server, DPMF_SECAGG_SHARE, error);

	if (status == DPMF_OK)
		server->step = DPMF_SECAGG_MASK;
	return status;
}

/* The entry of SHARES that is for `user`. */
static const unsigned char *sealed_for(const struct dpmf_secagg_server *server, const struct dpmf_secagg_message *shares, uint32_t user)
{
	size_t i = 0;

	while (dpmf_secagg_load32(dpmf_secagg_entry(server->setting, shares, i)) != user)
		i++;
	return dpmf_secagg_entry(server->setting, shares, i) + 4;
}

enum dpmf_status dpmf_secagg_server_delivery(const struct dpmf_secagg_server *server, uint32_t user,
                                             struct dpmf_secagg_message *delivery, struct dpmf_error *error)
{
	const size_t others = dpmf_secagg_server_count(server, DPMF_SECAGG_SHARE) - 1;
	enum dpmf_status status;
	size_t i = 0;

	if (server->step != DPMF_SECAGG_MASK || !dpmf_secagg_server_has(server, DPMF_SECAGG_SHARE, user))
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation: there is no DELIVERY for user %u", user);
	status = make(server, DPMF_SECAGG_T_DELIVERY, user, others, delivery, error);
	for (uint32_t other = 1; status == DPMF_OK && other <= server->setting->users; other++) {
		unsigned char *entry;

		if (other == user || !dpmf_secagg_server_has(server, DPMF_SECAGG_SHARE, other))
			continue;
		entry = dpmf_secagg_entry(server->setting, delivery, i++);
		dpmf_secagg_store32(other, entry);
		memcpy(entry + 4, sealed_for(server, dpmf_secagg_server_message(server, DPMF_SECAGG_SHARE, other), user), DPMF_SECAGG_SEALED);
	}
	return status;
}

enum dpmf_status dpmf_secagg_server_survivors(struct dpmf_secagg_server *server, struct dpmf_secagg_message *survivors,
                                              struct dpmf_error *error)
{
	enum dpmf_status status = may_end(server, DPMF_SECAGG_MASK, error);

	if (status == DPMF_OK)
		status = list(server, DPMF_SECAGG_MASK, DPMF_SECAGG_T_SURVIVORS, 0, 0, survivors, error);
	if (status != DPMF_OK)
		return status;
	dpmf_secagg_digest(survivors->bytes + DPMF_SECAGG_HEAD, survivors->length - DPMF_SECAGG_HEAD, server->digest);
	server->step = server->setting->authenticated ? DPMF_SECAGG_CONFIRM : DPMF_SECAGG_UNMASK;
	return DPMF_OK;
}

enum dpmf_status dpmf_secagg_server_witnesses(struct dpmf_secagg_server *server, struct dpmf_secagg_message *witnesses,
                                              struct dpmf_error *error)
{
	enum dpmf_status status = may_end(server, DPMF_SECAGG_CONFIRM, error);

	if (status == DPMF_OK)
		status = list(server, DPMF_SECAGG_CONFIRM, DPMF_SECAGG_T_WITNESSES, DPMF_SECAGG_HEAD + DPMF_SECAGG_DIGEST,
		              DPMF_SECAGG_SIGNATURE, witnesses, error);
	if (status == DPMF_OK)
		server->step = DPMF_SECAGG_UNMASK;
	return status;
}
