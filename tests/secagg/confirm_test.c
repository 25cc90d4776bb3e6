/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the confirmed list of survivors is for: without it, and with a threshold of more than half, a server that
   lies can tell every user a list of its own, and has the sum of fewer users than the threshold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "secagg/expand.h"
#include "secagg/pack.h"
#include "tests/secagg/hand.h"

enum { THRESHOLD = 3 };

/* Who each user is told has stayed, itself always: three of five; users 1 and 2 in every list, each other in two. */
static const unsigned told[USERS] = { 0x13, 0x0b, 0x07, 0x0b, 0x13 };

static unsigned char *share_of(const struct hand *h, size_t from, uint32_t of)
{
	return dpmf_secagg_entry(&h->setting, &h->sent[DPMF_SECAGG_UNMASK][from], of - 1);
}

/* The secret of which `kind` says which it is, from whoever gave a share of it: three or more. */
static void uncover(const struct hand *h, uint32_t of, unsigned kind, unsigned char secret[32])
{
	uint32_t point[USERS], weight[USERS], value[DPMF_SECRET_LIMBS * USERS];
	struct dpmf_secret_share share[USERS];
	size_t count = 0;

	for (size_t i = 0; i < USERS; i++)
		if (share_of(h, i, of)[4] == kind) {
			assert_true(dpmf_share_read(share_of(h, i, of) + 5, &share[count]));
			point[count++] = (uint32_t)i + 1;
		}
	assert_true(count >= THRESHOLD);
	for (size_t i = 0; i < count; i++)
		for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++)
			value[l * count + i] = share[i].limb[l];
	assert_true(dpmf_secret_weights(point, count, weight));
	assert_true(dpmf_secret_join(weight, value, count, secret));
}

/* Takes from y every mask of user `own` but that of the pair 1 and 2, which cancels in their sum. */
static void lift(const struct hand *h, uint32_t own, uint64_t *y)
{
	const struct dpmf_secagg_party mine = { own, h->user[own - 1].mask.open };
	unsigned char secret[32], key[32];

	uncover(h, own, DPMF_SECAGG_KIND_SELF, secret);
	dpmf_secagg_self_key(&h->setting, secret, own, key);
	dpmf_masks_expand(key, h->setting.bits, true, y, LENGTH);
	for (uint32_t other = 3; other <= USERS; other++) {
		const struct dpmf_secagg_party theirs = { other, h->user[other - 1].mask.open };

		uncover(h, other, DPMF_SECAGG_KIND_KEY, secret);
		assert_true(dpmf_secagg_mask_key(&h->setting, secret, &theirs, &mine, key));
		dpmf_masks_expand(key, h->setting.bits, true, y, LENGTH);
	}
}

static void without_it_two_are_left(void **state)
{
	static struct hand h;
	uint64_t y[2][LENGTH];
	const uint64_t sum[LENGTH] = { 0 + 1, 10 + 11, 50 + 50 };

	(void)state;
	open_hand(&h, THRESHOLD, false);
	to_survivors(&h);
	for (size_t i = 0; i < USERS; i++) {
		struct dpmf_secagg_message list = forged_survivors(&h, told[i]);

		assert_int_equal(dpmf_secagg_user_unmask(&h.user[i], &list, &h.sent[DPMF_SECAGG_UNMASK][i], NULL), DPMF_OK);
		dpmf_secagg_message_free(&list);
	}
	for (uint32_t own = 1; own <= 2; own++) {
		assert_true(dpmf_unpack(h.sent[DPMF_SECAGG_MASK][own - 1].bytes + DPMF_SECAGG_HEAD, LENGTH, h.setting.bits, y[own - 1]));
		lift(&h, own, y[own - 1]);
	}
	for (size_t j = 0; j < LENGTH; j++)
		assert_int_equal((y[0][j] + y[1][j]) % (UINT64_C(1) << h.setting.bits), sum[j]);
	close_hand(&h);
}

/* The same lists: no three confirm one and the same, and nobody answers. */
static void with_it_nobody_answers(void **state)
{
	static struct hand h;

	(void)state;
	open_hand(&h, THRESHOLD, true);
	to_survivors(&h);
	for (size_t i = 0; i < USERS; i++) {
		struct dpmf_secagg_message list = forged_survivors(&h, told[i]);

		assert_int_equal(dpmf_secagg_user_confirm(&h.user[i], &list, &h.sent[DPMF_SECAGG_CONFIRM][i], NULL), DPMF_OK);
		dpmf_secagg_message_free(&list);
	}
	for (size_t i = 0; i < USERS; i++) {
		struct dpmf_secagg_message witnesses = forged_witnesses(&h, told[i]), answer = { NULL, 0 };

		assert_int_equal(dpmf_secagg_user_unmask(&h.user[i], &witnesses, &answer, &h.error), DPMF_INPUT);
		assert_non_null(strstr(h.error.text, "did not confirm these survivors"));
		assert_null(answer.bytes);
		dpmf_secagg_message_free(&witnesses);
	}
	close_hand(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_it_two_are_left),
		cmocka_unit_test(with_it_nobody_answers),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
