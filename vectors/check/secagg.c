/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "vectors/format/book.h"
#include "check.h"
#include "inputs.h"
#include "vectors/format/number.h"
#include "secagg/expand.h"
#include "secagg/simulate.h"
#include "secagg/user.h"

enum { USERS = 8, LENGTH = 8, ROOM = 16384, TYPES = DPMF_SECAGG_T_UNMASK + 1, MASKS = USERS * (USERS + 1) / 2 };

struct bytes {
	unsigned char bytes[ROOM];
	size_t n;
};

struct transcript {
	struct dpmf_secagg_plan plan;
	uint8_t silent[USERS];
	int64_t vector[INPUT_COORDINATES];
	struct dpmf_secagg_outcome outcome;
	struct dpmf_secagg_user user[USERS];
	struct bytes said[TYPES], signatures, secrets, open, coefficients, share, keys;
	uint64_t mask[MASKS * LENGTH];
	size_t masks;
};

static void put(struct bytes *b, const void *bytes, size_t n)
{
	if (n > ROOM - b->n)
		return;
	memcpy(b->bytes + b->n, bytes, n);
	b->n += n;
}

static void vector_of(void *context, uint32_t user, uint64_t *x)
{
	const struct transcript *t = context;

	for (size_t i = 0; i < t->plan.setting.length; i++)
		x[i] = (uint64_t)t->vector[(user - 1) * t->plan.setting.length + i];
}

/* What goes to all is kept once. */
static void keep(void *context, struct dpmf_secagg_message *message)
{
	struct transcript *t = context;
	struct bytes *b = &t->said[dpmf_secagg_message_type(message)];

	if (b->n == 0 || dpmf_secagg_load32(message->bytes + 12) != DPMF_SECAGG_ALL)
		put(b, message->bytes, message->length);
}

static bool read_inputs(const json_t *inputs, struct transcript *t)
{
	struct dpmf_secagg_setting *s = &t->plan.setting;
	int64_t silent[INPUT_COORDINATES];
	uint64_t threshold, bits, authenticated;
	size_t users, n, length;

	if (!number_get_bytes(json_object_get(inputs, "key"), t->plan.key.bytes, 32, &length) || length != 32 ||
	    !input_u64(inputs, "round", &t->plan.round) || !input_u64(inputs, "threshold", &threshold) || !input_u64(inputs, "bits", &bits) ||
	    !input_u64(inputs, "most", &s->most) || !input_u64(inputs, "authenticated", &authenticated) ||
	    !input_i64s(inputs, "silent", silent, &users) || !input_i64s(inputs, "vector", t->vector, &n) || users < 1 || users > USERS ||
	    n % users != 0 || n / users > LENGTH || threshold > 1000 || bits > 1000 || authenticated > 1)
		return false;
	for (size_t i = 0; i < users; i++) {
		if (silent[i] < 0 || silent[i] > DPMF_SECAGG_STEPS)
			return false;
		t->silent[i] = (uint8_t)silent[i];
	}
	s->users = (uint32_t)users;
	s->threshold = (uint32_t)threshold;
	s->length = n / users;
	s->bits = (unsigned)bits;
	s->authenticated = authenticated == 1;
	return true;
}

/* Each user's own share of the transcript: what it draws. */
static enum dpmf_status open_users(struct transcript *t)
{
	enum dpmf_status status = DPMF_OK;

	memcpy(t->plan.setting.session, t->said[DPMF_SECAGG_T_ADVERTISE].bytes + 16, DPMF_SECAGG_SESSION);
	for (uint32_t i = 0; status == DPMF_OK && i < t->plan.setting.users; i++) {
		struct dpmf_secagg_user *u = &t->user[i];

		status = dpmf_secagg_user_open(&t->plan.setting, i + 1, NULL, &t->plan.key, t->plan.round, u, NULL);
		if (status != DPMF_OK)
			break;
		put(&t->secrets, u->signer.secret, 32); /* Ed25519's secret key begins with its seed */
		put(&t->secrets, u->seal.secret, 32);
		put(&t->secrets, u->mask.secret, 32);
		put(&t->secrets, u->self, 32);
		put(&t->open, u->signer.open, 32);
		put(&t->open, u->seal.open, 32);
		put(&t->open, u->mask.open, 32);
	}
	return status;
}

static enum dpmf_status share_of(struct transcript *t, struct dpmf_secagg_user *u)
{
	const struct dpmf_secagg_setting *s = &t->plan.setting;
	const unsigned char *const secret[2] = { u->mask.secret, u->self };
	uint32_t *c[2] = { NULL, NULL };
	enum dpmf_status status = DPMF_OK;

	for (int which = 0; status == DPMF_OK && which < 2; which++)
		status = dpmf_secret_polynomials(secret[which], s->threshold, &u->coefficients, &c[which], NULL);
	for (size_t i = 0; status == DPMF_OK && i < (size_t)2 * DPMF_SECRET_LIMBS * s->threshold; i++) {
		unsigned char bytes[4];

		dpmf_secagg_store32(c[i / s->threshold / DPMF_SECRET_LIMBS][i % (DPMF_SECRET_LIMBS * s->threshold)], bytes);
		put(&t->coefficients, bytes, 4);
	}
	for (uint32_t v = 1; status == DPMF_OK && v <= s->users; v++)
		for (int which = 0; t->silent[v - 1] > DPMF_SECAGG_ADVERTISE && which < 2; which++) {
			struct dpmf_secret_share share;
			unsigned char bytes[DPMF_SECAGG_SHARE_BYTES];

			dpmf_secret_share(c[which], s->threshold, v, &share);
			dpmf_share_write(&share, bytes);
			put(&t->share, bytes, sizeof bytes);
		}
	free(c[0]);
	free(c[1]);
	return status;
}

static void expand(struct transcript *t, const unsigned char key[32])
{
	const struct dpmf_secagg_setting *s = &t->plan.setting;

	put(&t->keys, key, 32);
	dpmf_masks_expand(key, s->bits, false, t->mask + s->length * t->masks++, s->length);
}

static bool shares(const struct transcript *t, uint32_t user)
{
	return t->silent[user - 1] > DPMF_SECAGG_SHARE;
}

static void make_masks(struct transcript *t)
{
	const struct dpmf_secagg_setting *s = &t->plan.setting;
	unsigned char key[32];

	for (uint32_t u = 1; u <= s->users; u++)
		if (shares(t, u)) {
			dpmf_secagg_self_key(s, t->user[u - 1].self, u, key);
			expand(t, key);
		}
	for (uint32_t u = 1; u <= s->users; u++)
		for (uint32_t v = u + 1; v <= s->users; v++) {
			const struct dpmf_secagg_party own = { v, t->user[v - 1].mask.open }, other = { u, t->user[u - 1].mask.open };

			if (shares(t, u) && shares(t, v) && dpmf_secagg_mask_key(s, t->user[v - 1].mask.secret, &own, &other, key))
				expand(t, key);
		}
}

/* The last 64 bytes of each message of the type. */
static void put_signatures(struct transcript *t, enum dpmf_secagg_type type)
{
	const struct bytes *b = &t->said[type];

	for (size_t at = 0; t->plan.setting.authenticated && at < b->n;) {
		at += dpmf_secagg_message_length(&t->plan.setting, type, dpmf_secagg_load32(b->bytes + at + 32));
		put(&t->signatures, b->bytes + at - DPMF_SECAGG_SIGNATURE, DPMF_SECAGG_SIGNATURE);
	}
}

static bool same(const json_t *inputs, const char *name, const struct bytes *b)
{
	json_t *bytes = number_bytes(b->bytes, b->n);
	const bool equal = bytes && json_equal(json_object_get(inputs, name), bytes);

	json_decref(bytes);
	return equal;
}

/* What the inputs say of keys and messages is what the library makes of key and round. */
static bool inputs_are_its_own(const json_t *inputs, struct transcript *t)
{
	struct bytes session = { .n = 0 };

	put(&session, t->plan.setting.session, DPMF_SECAGG_SESSION);
	put(&t->said[DPMF_SECAGG_T_ADVERTISE], t->said[DPMF_SECAGG_T_ROSTER].bytes, t->said[DPMF_SECAGG_T_ROSTER].n);
	put(&t->said[DPMF_SECAGG_T_SHARES], t->said[DPMF_SECAGG_T_DELIVERY].bytes, t->said[DPMF_SECAGG_T_DELIVERY].n);
	put(&t->said[DPMF_SECAGG_T_CONFIRM], t->said[DPMF_SECAGG_T_WITNESSES].bytes, t->said[DPMF_SECAGG_T_WITNESSES].n);
	put_signatures(t, DPMF_SECAGG_T_MASKED);
	put_signatures(t, DPMF_SECAGG_T_UNMASK);
	return same(inputs, "session", &session) && same(inputs, "secrets", &t->secrets) && same(inputs, "public_keys", &t->open) &&
	       same(inputs, "coefficients", &t->coefficients) && same(inputs, "opening", &t->said[DPMF_SECAGG_T_ADVERTISE]) &&
	       same(inputs, "sharing", &t->said[DPMF_SECAGG_T_SHARES]) && same(inputs, "mask_keys", &t->keys) &&
	       same(inputs, "confirming", &t->said[DPMF_SECAGG_T_CONFIRM]) && same(inputs, "signatures", &t->signatures);
}

static enum checked answer(const json_t *inputs, struct transcript *t, json_t *got)
{
	const size_t length = t->plan.setting.length;
	enum dpmf_status status = open_users(t);

	for (uint32_t u = 1; status == DPMF_OK && u <= t->plan.setting.users; u++)
		if (shares(t, u))
			status = share_of(t, &t->user[u - 1]);
	if (status != DPMF_OK)
		return CHECK_FAILED;
	make_masks(t);
	if (!inputs_are_its_own(inputs, t))
		return CHECK_MALFORMED;
	return json_object_set_new(got, "share", number_bytes(t->share.bytes, t->share.n)) == 0 &&
	       json_object_set_new(got, "mask", book_u64s(t->mask, t->masks * length)) == 0 &&
	       json_object_set_new(got, "masked", number_bytes(t->said[DPMF_SECAGG_T_MASKED].bytes, t->said[DPMF_SECAGG_T_MASKED].n)) == 0 &&
	       json_object_set_new(got, "survivors", number_bytes(t->said[DPMF_SECAGG_T_SURVIVORS].bytes, t->said[DPMF_SECAGG_T_SURVIVORS].n)) == 0 &&
	       json_object_set_new(got, "unmask", number_bytes(t->said[DPMF_SECAGG_T_UNMASK].bytes, t->said[DPMF_SECAGG_T_UNMASK].n)) == 0 &&
	       json_object_set_new(got, "sum", book_u64s(t->outcome.sum, length)) == 0 ? CHECKED : CHECK_FAILED;
}

static enum checked run(const json_t *inputs, struct transcript *t, json_t *got)
{
	enum checked checked;
	enum dpmf_status status;

	if (!read_inputs(inputs, t))
		return CHECK_MALFORMED;
	t->plan.silent = t->silent;
	t->plan.vector = vector_of;
	t->plan.wire = keep;
	t->plan.vector_context = t->plan.wire_context = t;
	status = dpmf_secagg_simulate(&t->plan, &t->outcome, NULL);
	if (status != DPMF_OK)
		checked = status == DPMF_FAILED ? CHECK_FAILED : CHECK_REFUSES;
	else
		checked = answer(inputs, t, got);
	for (size_t i = 0; i < USERS; i++)
		if (t->user[i].setting)
			dpmf_secagg_user_close(&t->user[i]);
	dpmf_secagg_outcome_free(&t->outcome);
	return checked;
}

CHECK(secagg_transcript)
{
	struct transcript *t = calloc(1, sizeof *t);
	enum checked checked;

	(void)expected;
	if (!t)
		return CHECK_FAILED;
	checked = run(inputs, t, got);
	free(t);
	return checked;
}
