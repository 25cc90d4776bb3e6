/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/messages.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "secagg/pack.h"

enum { TYPES = DPMF_SECAGG_T_UNMASK + 1, AT_TYPE = 4, AT_FROM = 8, AT_TO = 12, AT_SESSION = 16, AT_COUNT = 32 };

static const unsigned char magic[4] = { 'D', 'S', 'A', '1' };

static const char *name_of(enum dpmf_secagg_type type)
{
	static const char *const names[TYPES] = { "", "ADVERTISE", "ROSTER", "SHARES", "DELIVERY", "MASKED", "SURVIVORS", "CONFIRM",
		"WITNESSES", "UNMASK" };

	return names[type];
}

static bool from_user(enum dpmf_secagg_type type)
{
	return type == DPMF_SECAGG_T_ADVERTISE || type == DPMF_SECAGG_T_SHARES || type == DPMF_SECAGG_T_MASKED ||
	       type == DPMF_SECAGG_T_CONFIRM || type == DPMF_SECAGG_T_UNMASK;
}

void dpmf_secagg_message_free(struct dpmf_secagg_message *message)
{
	if (message->bytes)
		sodium_memzero(message->bytes, message->length);
	free(message->bytes);
	*message = (struct dpmf_secagg_message){ NULL, 0 };
}

size_t dpmf_secagg_entry_length(const struct dpmf_secagg_setting *setting, enum dpmf_secagg_type type)
{
	const size_t signature = setting->authenticated ? DPMF_SECAGG_SIGNATURE : 0;
	const size_t length[TYPES] = {
		[DPMF_SECAGG_T_ROSTER] = 4 + 2 * DPMF_SECAGG_KEY + signature,
		[DPMF_SECAGG_T_SHARES] = 4 + DPMF_SECAGG_SEALED,
		[DPMF_SECAGG_T_DELIVERY] = 4 + DPMF_SECAGG_SEALED,
		[DPMF_SECAGG_T_SURVIVORS] = 4,
		[DPMF_SECAGG_T_WITNESSES] = 4 + DPMF_SECAGG_SIGNATURE,
		[DPMF_SECAGG_T_UNMASK] = 5 + DPMF_SECAGG_SHARE_BYTES,
	};

	return length[type];
}

static size_t body_length(const struct dpmf_secagg_setting *setting, enum dpmf_secagg_type type, uint32_t count)
{
	switch (type) {
	case DPMF_SECAGG_T_ADVERTISE: return 2 * DPMF_SECAGG_KEY;
	case DPMF_SECAGG_T_CONFIRM: return DPMF_SECAGG_DIGEST;
	case DPMF_SECAGG_T_MASKED: return dpmf_pack_length(count, setting->bits);
	default: return count * dpmf_secagg_entry_length(setting, type);
	}
}

size_t dpmf_secagg_message_length(const struct dpmf_secagg_setting *setting, enum dpmf_secagg_type type, uint32_t count)
{
	const size_t signature = setting->authenticated && from_user(type) ? DPMF_SECAGG_SIGNATURE : 0;

	return DPMF_SECAGG_HEAD + body_length(setting, type, count) + signature;
}

void dpmf_secagg_head_write(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_head *head,
                            unsigned char bytes[DPMF_SECAGG_HEAD])
{
	memcpy(bytes, magic, sizeof magic);
	dpmf_secagg_store32(head->type, bytes + AT_TYPE);
	dpmf_secagg_store32(head->from, bytes + AT_FROM);
	dpmf_secagg_store32(head->to, bytes + AT_TO);
	memcpy(bytes + AT_SESSION, setting->session, DPMF_SECAGG_SESSION);
	dpmf_secagg_store32(head->count, bytes + AT_COUNT);
}

enum dpmf_status dpmf_secagg_message_make(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_head *head,
                                          struct dpmf_secagg_message *message, struct dpmf_error *error)
{
	const size_t length = dpmf_secagg_message_length(setting, head->type, head->count);
	unsigned char *bytes = calloc(length, 1);

	if (!bytes)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a message of %zu bytes", length);
	dpmf_secagg_head_write(setting, head, bytes);
	*message = (struct dpmf_secagg_message){ bytes, length };
	return DPMF_OK;
}

unsigned char *dpmf_secagg_entry(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_message *message, size_t i)
{
	const enum dpmf_secagg_type type = dpmf_secagg_message_type(message);

	return message->bytes + DPMF_SECAGG_HEAD + i * dpmf_secagg_entry_length(setting, type);
}

unsigned dpmf_secagg_message_type(const struct dpmf_secagg_message *message)
{
	const uint32_t type = message->length < DPMF_SECAGG_HEAD ? 0 : dpmf_secagg_load32(message->bytes + AT_TYPE);

	return type < TYPES ? type : 0;
}

static enum dpmf_status refuse(struct dpmf_error *error, enum dpmf_secagg_type type, const char *what)
{
	return dpmf_fail(error, DPMF_INPUT, "secure aggregation: %s refused: %s", name_of(type), what);
}

static bool addressed(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_head *head, uint32_t to)
{
	const uint32_t all = head->type == DPMF_SECAGG_T_DELIVERY || from_user(head->type) ? to : DPMF_SECAGG_ALL;

	return head->to == all && (from_user(head->type) ? head->from >= 1 && head->from <= setting->users : head->from == DPMF_SECAGG_SERVER);
}

static bool counted(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_head *head)
{
	if (head->type == DPMF_SECAGG_T_MASKED)
		return head->count == setting->length;
	return head->count <= (dpmf_secagg_entry_length(setting, head->type) ? setting->users : 0);
}

static bool ascending(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_message *message, uint32_t count)
{
	uint32_t before = 0;

	for (uint32_t i = 0; i < count; i++) {
		const uint32_t user = dpmf_secagg_load32(dpmf_secagg_entry(setting, message, i));

		if (user <= before || user > setting->users)
			return false;
		before = user;
	}
	return true;
}

enum dpmf_status dpmf_secagg_message_read(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_message *message,
                                          enum dpmf_secagg_type type, uint32_t to, struct dpmf_secagg_head *head,
                                          struct dpmf_error *error)
{
	const unsigned char *bytes = message->bytes;
	struct dpmf_secagg_head found = { .type = type };

	if (message->length < DPMF_SECAGG_HEAD)
		return refuse(error, type, "shorter than a head");
	if (memcmp(bytes, magic, sizeof magic) != 0)
		return refuse(error, type, "it does not begin with DSA1");
	if (dpmf_secagg_message_type(message) != type)
		return refuse(error, type, "it is of another type");
	if (memcmp(bytes + AT_SESSION, setting->session, DPMF_SECAGG_SESSION) != 0)
		return refuse(error, type, "it is of another session");
	found.from = dpmf_secagg_load32(bytes + AT_FROM);
	found.to = dpmf_secagg_load32(bytes + AT_TO);
	found.count = dpmf_secagg_load32(bytes + AT_COUNT);
	if (!addressed(setting, &found, to))
		return refuse(error, type, "it is from or to somebody else");
	if (!counted(setting, &found))
		return refuse(error, type, "its count is out of range");
	if (message->length != dpmf_secagg_message_length(setting, type, found.count))
		return refuse(error, type, "its length is not what type and count give");
	if (dpmf_secagg_entry_length(setting, type) && !ascending(setting, message, found.count))
		return refuse(error, type, "its users do not ascend, or are out of range");
	*head = found;
	return DPMF_OK;
}
