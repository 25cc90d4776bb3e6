/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user of libdpmf is sent the messages; signatures and seals are checked by itself, from key and round. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "inputs.h"
#include "secagg/user.h"
#include "vectors/format/number.h"

enum { USERS = 5 };

struct asked {
	struct dpmf_secagg_setting setting;
	struct dpmf_key key;
	uint64_t round, number;
	unsigned char verifying[32 * USERS];
	struct tape_bytes messages;
	int64_t length[INPUT_COORDINATES], valid[INPUT_COORDINATES];
	size_t count;
};

static bool read_asked(const json_t *inputs, struct asked *a)
{
	uint64_t users, threshold, authenticated, sum = 0;
	unsigned char own[64];
	size_t n, own_length, key_length, session_length;

	if (!number_get_bytes(json_object_get(inputs, "key"), a->key.bytes, 32, &key_length) || key_length != 32 || !input_u64(inputs, "round", &a->round) ||
	    !input_u64(inputs, "users", &users) || !input_u64(inputs, "threshold", &threshold) || !input_u64(inputs, "authenticated", &authenticated) ||
	    !input_u64(inputs, "user", &a->number) || !number_get_bytes(json_object_get(inputs, "session"), a->setting.session, 16, &session_length) ||
	    session_length != 16 || !number_get_bytes(json_object_get(inputs, "own_keys"), own, 64, &own_length) || own_length != 64 ||
	    !input_tape(inputs, "messages", &a->messages) || !input_i64s(inputs, "lengths", a->length, &a->count) || !input_i64s(inputs, "valid", a->valid, &n) ||
	    n != a->count || users > USERS || threshold > 1000 || authenticated > 1)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (a->length[i] < 0 || a->length[i] > INPUT_BYTES)
			return false;
		sum += (uint64_t)a->length[i];
	}
	a->setting.users = (uint32_t)users;
	a->setting.threshold = (uint32_t)threshold;
	a->setting.authenticated = authenticated == 1;
	a->setting.length = a->setting.most = 1;
	a->setting.bits = 8;
	return sum == a->messages.length;
}

/* What the user does with the message whose turn it is; the answer is thrown away but for UNMASK. */
static enum dpmf_status ask(struct dpmf_secagg_user *user, int turn, const struct dpmf_secagg_message *message, struct dpmf_secagg_message *said)
{
	uint64_t x = 0;

	switch (turn) {
	case 0:
		return dpmf_secagg_user_share(user, message, said, NULL);
	case 1:
		return dpmf_secagg_user_mask(user, message, &x, said, NULL);
	case 2:
		return (user->setting->authenticated ? dpmf_secagg_user_confirm : dpmf_secagg_user_unmask)(user, message, said, NULL);
	default:
		return dpmf_secagg_user_unmask(user, message, said, NULL);
	}
}

static size_t read_gives(const struct dpmf_secagg_message *unmask, int64_t *gives)
{
	const size_t count = dpmf_secagg_load32(unmask->bytes + 32);

	for (size_t i = 0; i < count; i++) {
		gives[2 * i] = dpmf_secagg_load32(unmask->bytes + DPMF_SECAGG_HEAD + i * (5 + DPMF_SECAGG_SHARE_BYTES));
		gives[2 * i + 1] = unmask->bytes[DPMF_SECAGG_HEAD + i * (5 + DPMF_SECAGG_SHARE_BYTES) + 4];
	}
	return 2 * count;
}

static enum checked answer(struct asked *a, struct dpmf_secagg_user *user, json_t *got)
{
	int64_t answers[INPUT_COORDINATES], gives[2 * USERS];
	unsigned char *at = a->messages.bytes;
	size_t given = 0;
	int turn = 0;

	for (size_t i = 0; i < a->count; at += a->length[i++]) {
		const struct dpmf_secagg_message message = { at, (size_t)a->length[i] };
		struct dpmf_secagg_message said = { NULL, 0 };
		const enum dpmf_status status = ask(user, turn, &message, &said);

		if (status == DPMF_FAILED)
			return CHECK_FAILED;
		answers[i] = status == DPMF_OK ? 1 : status == DPMF_NO ? 2 : 0;
		if (status == DPMF_OK && dpmf_secagg_message_type(&said) == DPMF_SECAGG_T_UNMASK)
			given = read_gives(&said, gives);
		turn += status == DPMF_OK;
		dpmf_secagg_message_free(&said);
	}
	return (json_object_set_new(got, "answers", book_i64s(answers, a->count)) | json_object_set_new(got, "gives", book_i64s(gives, given))) == 0
		? CHECKED : CHECK_FAILED;
}

static enum checked run(const json_t *inputs, struct asked *a, json_t *got)
{
	struct dpmf_secagg_user user;
	struct dpmf_secagg_message advertise = { NULL, 0 };
	enum dpmf_status status;
	enum checked checked = CHECK_FAILED;

	if (!read_asked(inputs, a))
		return CHECK_MALFORMED;
	status = dpmf_secagg_setting_check(&a->setting, NULL);
	if (status != DPMF_OK)
		return check_refused(status);
	for (uint32_t u = 1; u <= a->setting.users; u++) {
		struct dpmf_secagg_signer signer;
		dpmf_secagg_user_signer(&a->key, u, &signer);
		memcpy(a->verifying + 32 * (u - 1), signer.open, 32);
	}
	if (a->number < 1 || a->number > a->setting.users)
		return CHECK_REFUSES;
	if (dpmf_secagg_user_open(&a->setting, (uint32_t)a->number, a->verifying, &a->key, a->round, &user, NULL) != DPMF_OK)
		return CHECK_FAILED;
	if (dpmf_secagg_user_advertise(&user, &advertise, NULL) == DPMF_OK)
		checked = answer(a, &user, got);
	dpmf_secagg_message_free(&advertise);
	dpmf_secagg_user_close(&user);
	return checked;
}

CHECK(secagg_answers)
{
	struct asked *a = calloc(1, sizeof *a);
	enum checked checked;

	(void)expected;
	if (a == NULL)
		return CHECK_FAILED;
	checked = run(inputs, a, got);
	free(a);
	return checked;
}
