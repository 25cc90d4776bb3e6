/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A server that lies: what users refuse, and what it could learn if they did not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/secagg/hand.h"

static void assert_refused(struct hand *h, enum dpmf_status status, const char *what)
{
	assert_int_equal(status, DPMF_INPUT);
	assert_non_null(strstr(h->error.text, what));
	h->error.text[0] = '\0';
}

/* Users 1, 2, 4, 5 are told that 3 stayed, and user 3 itself, too; then some of them that it fell silent. */
static void nobody_answers_twice(void **state)
{
	static struct hand h;
	struct dpmf_secagg_message other, again = { NULL, 0 };

	(void)state;
	open_hand(&h, 3, false);
	to_survivors(&h);
	other = forged_survivors(&h, 0x1b);
	assert_int_equal(dpmf_secagg_user_unmask(&h.user[0], &h.survivors, &h.sent[DPMF_SECAGG_UNMASK][0], NULL), DPMF_OK);
	assert_refused(&h, dpmf_secagg_user_unmask(&h.user[0], &other, &again, &h.error), "out of order");
	assert_refused(&h, dpmf_secagg_user_unmask(&h.user[0], &h.survivors, &again, &h.error), "out of order");
	assert_null(again.bytes);
	dpmf_secagg_message_free(&other);
	close_hand(&h);
}

static unsigned kind_of(const struct hand *h, size_t from, uint32_t of)
{
	return dpmf_secagg_entry(&h->setting, &h->sent[DPMF_SECAGG_UNMASK][from], of - 1)[4];
}

/* With threshold 2 of 5 and no signatures the server tells two of the users one
   list and two the other, and has threshold shares of both secrets of user 3. */
static void without_signatures_two_lists_uncover_a_user(void **state)
{
	static struct hand h;
	struct dpmf_secagg_message other;

	(void)state;
	open_hand(&h, 2, false);
	to_survivors(&h);
	other = forged_survivors(&h, 0x1b);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(dpmf_secagg_user_unmask(&h.user[i], &h.survivors, &h.sent[DPMF_SECAGG_UNMASK][i], NULL), DPMF_OK);
		assert_int_equal(dpmf_secagg_user_unmask(&h.user[3 + i], &other, &h.sent[DPMF_SECAGG_UNMASK][3 + i], NULL), DPMF_OK);
		assert_int_equal(kind_of(&h, i, 3), DPMF_SECAGG_KIND_SELF);
		assert_int_equal(kind_of(&h, 3 + i, 3), DPMF_SECAGG_KIND_KEY);
	}
	dpmf_secagg_message_free(&other);
	close_hand(&h);
}

/* The same against signatures: each half confirms its list, and no half is as large as the threshold. */
static void with_signatures_two_lists_uncover_nobody(void **state)
{
	static struct hand h;
	unsigned half[] = { 0x07, 0x18 };

	(void)state;
	for (unsigned both = 0; both < 2; both++) {
		struct dpmf_secagg_message other, witnesses;

		open_hand(&h, 3, true);
		to_survivors(&h);
		other = forged_survivors(&h, 0x1b);
		for (size_t i = 0; i < USERS; i++)
			assert_int_equal(dpmf_secagg_user_confirm(&h.user[i], half[0] >> i & 1 ? &h.survivors : &other,
			                                          &h.sent[DPMF_SECAGG_CONFIRM][i], NULL), DPMF_OK);
		witnesses = forged_witnesses(&h, half[0]); /* three confirmed the first list: these answer */
		for (size_t i = 0; i < 3; i++)
			assert_int_equal(dpmf_secagg_user_unmask(&h.user[i], &witnesses, &h.sent[DPMF_SECAGG_UNMASK][i], NULL), DPMF_OK);
		/* the others are given these witnesses; then all, or their own two */
		assert_refused(&h, dpmf_secagg_user_unmask(&h.user[3], &witnesses, &h.sent[DPMF_SECAGG_UNMASK][3], &h.error),
		               "did not confirm");
		dpmf_secagg_message_free(&witnesses);
		witnesses = forged_witnesses(&h, both ? 0x1f : half[1]);
		if (both)
			assert_refused(&h, dpmf_secagg_user_unmask(&h.user[4], &witnesses, &h.sent[DPMF_SECAGG_UNMASK][4], &h.error),
			               "did not confirm");
		else
			assert_int_equal(dpmf_secagg_user_unmask(&h.user[4], &witnesses, &h.sent[DPMF_SECAGG_UNMASK][4], NULL), DPMF_NO);
		dpmf_secagg_message_free(&witnesses);
		dpmf_secagg_message_free(&other);
		close_hand(&h);
	}
}

static void a_list_that_cannot_be_is_refused(void **state)
{
	static struct hand h;
	struct dpmf_secagg_message m, reply = { NULL, 0 };

	(void)state;
	for (int authenticated = 0; authenticated < 2; authenticated++) {
		open_hand(&h, 3, authenticated);
		to_survivors(&h);
		m = forged_survivors(&h, 0x1e); /* without user 1, which has sent its vector */
		assert_refused(&h, (authenticated ? dpmf_secagg_user_confirm : dpmf_secagg_user_unmask)(&h.user[0], &m, &reply, &h.error),
		               "is not in it");
		dpmf_secagg_message_free(&m);
		m = forged_survivors(&h, 0x03);
		assert_int_equal((authenticated ? dpmf_secagg_user_confirm : dpmf_secagg_user_unmask)(&h.user[1], &m, &reply, &h.error), DPMF_NO);
		assert_non_null(strstr(h.error.text, "threshold"));
		dpmf_secagg_message_free(&m);
		h.user[2].peer[4].sharing = false; /* as if user 5 had shared nothing */
		assert_refused(&h, (authenticated ? dpmf_secagg_user_confirm : dpmf_secagg_user_unmask)(&h.user[2], &h.survivors, &reply, &h.error),
		               "has shared nothing");
		close_hand(&h);
	}
}

/* In ROSTER: another key in place of a user's, one key twice, a key that agrees with nobody, no own key. */
static void keys_are_not_exchanged(void **state)
{
	static struct hand h;
	struct dpmf_secagg_message reply = { NULL, 0 };

	(void)state;
	for (int authenticated = 0; authenticated < 2; authenticated++) {
		const struct dpmf_secagg_setting *s = &h.setting;

		open_hand(&h, 3, authenticated);
		to_roster(&h);
		memcpy(dpmf_secagg_entry(s, &h.roster, 3) + 4, dpmf_secagg_entry(s, &h.roster, 2) + 4, 32);
		assert_refused(&h, dpmf_secagg_user_share(&h.user[0], &h.roster, &reply, &h.error),
		               authenticated ? "user 4 did not sign" : "user 4 has a key of an earlier user");
		memset(dpmf_secagg_entry(s, &h.roster, 3) + 4, 0, 32);
		assert_refused(&h, dpmf_secagg_user_share(&h.user[1], &h.roster, &reply, &h.error),
		               authenticated ? "user 4 did not sign" : "user 4 has a key that agrees with nobody");
		assert_refused(&h, dpmf_secagg_user_share(&h.user[3], &h.roster, &reply, &h.error),
		               authenticated ? "user 4 did not sign" : "user 4 is not in it");
		close_hand(&h);
	}
}

/* In DELIVERY: two senders' sealed shares exchanged, and what was meant for another. */
static void shares_are_for_one_alone(void **state)
{
	static struct hand h;
	struct dpmf_secagg_message one, other, reply = { NULL, 0 };
	unsigned char *a, *b, kept[DPMF_SECAGG_SEALED];
	uint64_t x[LENGTH] = { 0 };

	(void)state;
	open_hand(&h, 3, true);
	to_shares(&h);
	assert_int_equal(dpmf_secagg_server_delivery(&h.server, 1, &one, NULL), DPMF_OK);
	assert_int_equal(dpmf_secagg_server_delivery(&h.server, 2, &other, NULL), DPMF_OK);
	assert_refused(&h, dpmf_secagg_user_mask(&h.user[2], &other, x, &reply, &h.error), "somebody else");
	a = dpmf_secagg_entry(&h.setting, &one, 1) + 4;
	b = dpmf_secagg_entry(&h.setting, &one, 2) + 4;
	memcpy(kept, a, sizeof kept);
	memcpy(a, b, sizeof kept);
	memcpy(b, kept, sizeof kept);
	assert_refused(&h, dpmf_secagg_user_mask(&h.user[0], &one, x, &reply, &h.error), "user 3 did not seal this");
	memcpy(dpmf_secagg_entry(&h.setting, &other, 1) + 4, a, DPMF_SECAGG_SEALED);
	assert_refused(&h, dpmf_secagg_user_mask(&h.user[1], &other, x, &reply, &h.error), "user 3 did not seal this");
	dpmf_secagg_message_free(&one);
	dpmf_secagg_message_free(&other);
	close_hand(&h);
}

/* What the server refuses. */
static void the_server_takes_one_of_each(void **state)
{
	static struct hand h;
	struct dpmf_secagg_message *m;

	(void)state;
	open_hand(&h, 3, true);
	m = h.sent[DPMF_SECAGG_ADVERTISE];
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(dpmf_secagg_user_advertise(&h.user[i], &m[i], NULL), DPMF_OK);
	give(&h, DPMF_SECAGG_ADVERTISE, 0);
	assert_refused(&h, dpmf_secagg_server_take(&h.server, &m[0], &h.error), "second message");
	dpmf_secagg_store32(3, m[1].bytes + 8); /* user 2 as user 3 */
	dpmf_secagg_sign(&h.user[1].signer, &m[1]);
	assert_refused(&h, dpmf_secagg_server_take(&h.server, &m[1], &h.error), "signature");
	give(&h, DPMF_SECAGG_ADVERTISE, 2);
	give(&h, DPMF_SECAGG_ADVERTISE, 3);
	assert_int_equal(dpmf_secagg_server_roster(&h.server, &h.roster, NULL), DPMF_OK);
	assert_refused(&h, dpmf_secagg_server_roster(&h.server, &h.witnesses, &h.error), "at step");
	dpmf_secagg_store32(2, m[1].bytes + 8);
	dpmf_secagg_sign(&h.user[1].signer, &m[1]);
	assert_refused(&h, dpmf_secagg_server_take(&h.server, &m[1], &h.error), "another type"); /* too late */
	for (size_t i = 0; i < 4; i += i == 0 ? 2 : 1) {
		assert_int_equal(dpmf_secagg_user_share(&h.user[i], &h.roster, &h.sent[DPMF_SECAGG_SHARE][i], NULL), DPMF_OK);
		if (i == 2) { /* shares for others than are there, signed well */
			dpmf_secagg_store32(2, dpmf_secagg_entry(&h.setting, &h.sent[DPMF_SECAGG_SHARE][i], 1));
			dpmf_secagg_sign(&h.user[i].signer, &h.sent[DPMF_SECAGG_SHARE][i]);
			assert_refused(&h, dpmf_secagg_server_take(&h.server, &h.sent[DPMF_SECAGG_SHARE][i], &h.error), "not for the others");
		}
	}
	close_hand(&h);
}

/* A user that is signed for, and sends shares of the wrong kind or of nothing. */
static void the_server_checks_what_lifts_masks(void **state)
{
	static struct hand h;
	uint64_t sum[LENGTH] = { 77, 77, 77 };

	(void)state;
	open_hand(&h, 3, true);
	to_survivors(&h);
	for (size_t i = 0; i < USERS; i++) {
		assert_int_equal(dpmf_secagg_user_confirm(&h.user[i], &h.survivors, &h.sent[DPMF_SECAGG_CONFIRM][i], NULL), DPMF_OK);
		give(&h, DPMF_SECAGG_CONFIRM, i);
	}
	assert_refused(&h, dpmf_secagg_server_sum(&h.server, sum, &h.error), "at step");
	assert_int_equal(dpmf_secagg_server_witnesses(&h.server, &h.witnesses, NULL), DPMF_OK);
	for (size_t i = 0; i < USERS; i++) {
		struct dpmf_secagg_message *m = &h.sent[DPMF_SECAGG_UNMASK][i];
		unsigned char *entry;

		assert_int_equal(dpmf_secagg_user_unmask(&h.user[i], &h.witnesses, m, NULL), DPMF_OK);
		entry = dpmf_secagg_entry(&h.setting, m, 2);
		if (i == 0)
			entry[4] = DPMF_SECAGG_KIND_KEY;
		else if (i == 1)
			dpmf_secagg_store32(INT32_MAX, entry + 5);
		else if (i == 4)
			dpmf_secagg_store32(dpmf_secagg_load32(entry + 5) ^ 0x12345678, entry + 5);
		dpmf_secagg_sign(&h.user[i].signer, m);
		if (i < 2)
			assert_refused(&h, dpmf_secagg_server_take(&h.server, m, &h.error), "wrong kind, or none");
		else
			give(&h, DPMF_SECAGG_UNMASK, i);
	}
	/* what comes of a share changed at random is almost surely no limb of 24 bits; a small change would not show */
	assert_int_equal(dpmf_secagg_server_sum(&h.server, sum, &h.error), DPMF_NO);
	assert_non_null(strstr(h.error.text, "user 3 do not fit together"));
	assert_int_equal(sum[0], 77);
	close_hand(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_answers_twice),
		cmocka_unit_test(without_signatures_two_lists_uncover_a_user),
		cmocka_unit_test(with_signatures_two_lists_uncover_nobody),
		cmocka_unit_test(a_list_that_cannot_be_is_refused),
		cmocka_unit_test(keys_are_not_exchanged),
		cmocka_unit_test(shares_are_for_one_alone),
		cmocka_unit_test(the_server_takes_one_of_each),
		cmocka_unit_test(the_server_checks_what_lifts_masks),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
