/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run of secure aggregation that a test conducts by hand, and lists as a server may forge them. To be included
   after cmocka.h. */
#ifndef TESTS_SECAGG_HAND_H
#define TESTS_SECAGG_HAND_H
#include <string.h>

#include "core/stream.h"
#include "secagg/server.h"
#include "secagg/user.h"

enum { USERS = 5, LENGTH = 3 };

/* A run that is conducted by hand. */
struct hand {
	struct dpmf_secagg_setting setting;
	unsigned char verifying[32 * USERS];
	struct dpmf_secagg_user user[USERS];
	struct dpmf_secagg_server server;
	struct dpmf_secagg_message sent[DPMF_SECAGG_STEPS][USERS]; /* as the users made them */
	struct dpmf_secagg_message roster, survivors, witnesses;
	struct dpmf_error error;
};

static inline void open_hand(struct hand *h, uint32_t threshold, bool authenticated)
{
	struct dpmf_key key;

	memset(h, 0, sizeof *h);
	h->setting = (struct dpmf_secagg_setting){ .users = USERS, .threshold = threshold, .length = LENGTH, .most = 50, .bits = 8,
		.authenticated = authenticated, .session = "a session" };
	dpmf_key_from_seed(3, &key);
	for (uint32_t i = 0; i < USERS; i++) {
		assert_int_equal(dpmf_secagg_user_open(&h->setting, i + 1, h->verifying, &key, 0, &h->user[i], NULL), DPMF_OK);
		memcpy(h->verifying + 32 * i, h->user[i].signer.open, 32);
	}
	assert_int_equal(dpmf_secagg_server_open(&h->setting, h->verifying, &h->server, NULL), DPMF_OK);
}

static inline void close_hand(struct hand *h)
{
	for (size_t i = 0; i < USERS; i++) {
		dpmf_secagg_user_close(&h->user[i]);
		for (size_t step = 0; step < DPMF_SECAGG_STEPS; step++)
			dpmf_secagg_message_free(&h->sent[step][i]);
	}
	dpmf_secagg_server_close(&h->server);
	dpmf_secagg_message_free(&h->roster);
	dpmf_secagg_message_free(&h->survivors);
	dpmf_secagg_message_free(&h->witnesses);
}

static inline void give(struct hand *h, enum dpmf_secagg_step step, size_t i)
{
	assert_int_equal(dpmf_secagg_server_take(&h->server, &h->sent[step][i], &h->error), DPMF_OK);
}

static inline void to_roster(struct hand *h)
{
	for (size_t i = 0; i < USERS; i++) {
		assert_int_equal(dpmf_secagg_user_advertise(&h->user[i], &h->sent[DPMF_SECAGG_ADVERTISE][i], NULL), DPMF_OK);
		give(h, DPMF_SECAGG_ADVERTISE, i);
	}
	assert_int_equal(dpmf_secagg_server_roster(&h->server, &h->roster, NULL), DPMF_OK);
}

static inline void to_shares(struct hand *h)
{
	to_roster(h);
	for (size_t i = 0; i < USERS; i++) {
		assert_int_equal(dpmf_secagg_user_share(&h->user[i], &h->roster, &h->sent[DPMF_SECAGG_SHARE][i], NULL), DPMF_OK);
		give(h, DPMF_SECAGG_SHARE, i);
	}
	assert_int_equal(dpmf_secagg_server_end_sharing(&h->server, NULL), DPMF_OK);
}

static inline void mask(struct hand *h, size_t i)
{
	struct dpmf_secagg_message delivery;
	uint64_t x[LENGTH] = { i, 10 + i, 50 };

	assert_int_equal(dpmf_secagg_server_delivery(&h->server, (uint32_t)i + 1, &delivery, NULL), DPMF_OK);
	assert_int_equal(dpmf_secagg_user_mask(&h->user[i], &delivery, x, &h->sent[DPMF_SECAGG_MASK][i], NULL), DPMF_OK);
	dpmf_secagg_message_free(&delivery);
	give(h, DPMF_SECAGG_MASK, i);
}

/* All mask; the server names all. */
static inline void to_survivors(struct hand *h)
{
	to_shares(h);
	for (size_t i = 0; i < USERS; i++)
		mask(h, i);
	assert_int_equal(dpmf_secagg_server_survivors(&h->server, &h->survivors, NULL), DPMF_OK);
}

/* A list as the server may forge it: the users whose bits are set. */
static inline struct dpmf_secagg_message forged(const struct hand *h, enum dpmf_secagg_type type, unsigned set)
{
	struct dpmf_secagg_head head = { type, DPMF_SECAGG_SERVER, DPMF_SECAGG_ALL, 0 };
	struct dpmf_secagg_message m;
	uint32_t place = 0;

	for (unsigned i = 0; i < USERS; i++)
		head.count += set >> i & 1;
	assert_int_equal(dpmf_secagg_message_make(&h->setting, &head, &m, NULL), DPMF_OK);
	for (uint32_t i = 0; i < USERS; i++)
		if (set >> i & 1)
			dpmf_secagg_store32(i + 1, dpmf_secagg_entry(&h->setting, &m, place++));
	return m;
}

static inline struct dpmf_secagg_message forged_survivors(const struct hand *h, unsigned set)
{
	return forged(h, DPMF_SECAGG_T_SURVIVORS, set);
}

static inline struct dpmf_secagg_message forged_witnesses(const struct hand *h, unsigned set)
{
	const struct dpmf_secagg_message m = forged(h, DPMF_SECAGG_T_WITNESSES, set);

	for (size_t place = 0; m.length > DPMF_SECAGG_HEAD + 68 * place; place++) {
		unsigned char *entry = dpmf_secagg_entry(&h->setting, &m, place);
		const struct dpmf_secagg_message *confirm = &h->sent[DPMF_SECAGG_CONFIRM][dpmf_secagg_load32(entry) - 1];

		memcpy(entry + 4, confirm->bytes + DPMF_SECAGG_HEAD + DPMF_SECAGG_DIGEST, DPMF_SECAGG_SIGNATURE);
	}
	return m;
}

static inline int start(void **state)
{
	(void)state;
	return (int)dpmf_stream_start(NULL);
}

#endif
