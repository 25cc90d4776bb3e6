/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of secure aggregation against arithmetic written out otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "noise/exact.h"
#include "tests/scale.h"
#include "secagg/expand.h"
#include "secagg/field.h"
#include "secagg/keys.h"
#include "secagg/masks.h"
#include "secagg/pack.h"
#include "secagg/secret.h"
#include "secagg/setting.h"
#include "secagg/shamir.h"

enum { P = DPMF_FIELD_PRIME };

static void open_stream(struct dpmf_stream *s, uint64_t place)
{
	struct dpmf_key key;

	dpmf_key_from_seed(8, &key);
	dpmf_stream_open(s, &key, place, 0, 0);
}

static void the_prime_is_one(void **state)
{
	(void)state;
	for (uint32_t d = 2; d * d <= P; d++)
		assert_int_not_equal(P % d, 0);
}

static void every_residue_tried_has_its_inverse(void **state)
{
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 1);
	assert_int_equal(dpmf_field_inverse(0), 0);
	for (int i = 0; i < SCALED(300000, 500); i++) {
		const uint32_t a = i < 1000 ? (uint32_t)i + 1 : i < 2000 ? P - ((uint32_t)i - 999) : 1 + (uint32_t)dpmf_uniform_below(&s, P - 1);

		assert_int_equal((unsigned long long)a * dpmf_field_inverse(a) % P, 1);
	}
	assert_int_equal(dpmf_field_add(P - 1, P - 1), P - 2);
	assert_int_equal(dpmf_field_subtract(0, P - 1), 1);
	assert_int_equal(dpmf_field_multiply(P - 1, P - 1), 1);
}

static void draw_secret(struct dpmf_stream *s, unsigned char secret[32])
{
	dpmf_secagg_draw_bytes(s, secret);
}

static void share_all(const unsigned char secret[32], uint32_t threshold, struct dpmf_stream *s, struct dpmf_secret_share *share, uint32_t n)
{
	uint32_t *coefficients;

	assert_int_equal(dpmf_secret_polynomials(secret, threshold, s, &coefficients, NULL), DPMF_OK);
	for (uint32_t i = 0; i < n; i++)
		dpmf_secret_share(coefficients, threshold, i + 1, &share[i]);
	free(coefficients);
}

/* From the users named, by number; false when what comes out is none. */
static bool join(const struct dpmf_secret_share *share, const uint32_t *point, size_t count, unsigned char secret[32])
{
	uint32_t weight[32], value[DPMF_SECRET_LIMBS * 32];

	assert_true(dpmf_secret_weights(point, count, weight));
	for (size_t i = 0; i < count; i++)
		for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++)
			value[l * count + i] = share[point[i] - 1].limb[l];
	return dpmf_secret_join(weight, value, count, secret);
}

/* Every set of 3 to 7 of 7, in descending order, too. */
static void any_threshold_shares_give_the_secret(void **state)
{
	struct dpmf_secret_share share[7];
	unsigned char secret[32], again[32];
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 2);
	for (int trial = 0; trial < 5; trial++) {
		draw_secret(&s, secret);
		if (trial < 2)
			memset(secret, trial ? 255 : 0, sizeof secret);
		share_all(secret, 3, &s, share, 7);
		for (unsigned set = 0; set < 128; set++) {
			uint32_t point[7];
			size_t count = 0;

			for (uint32_t i = 7; i > 0; i--)
				if (set >> (i - 1) & 1)
					point[count++] = i;
			if (count < 3)
				continue;
			assert_true(join(share, point, count, again));
			assert_memory_equal(secret, again, sizeof secret);
		}
	}
}

/* One share fewer, and one that is changed: not the secret. */
static void fewer_or_other_shares_do_not(void **state)
{
	const uint32_t point[] = { 2, 5, 9, 11 };
	struct dpmf_secret_share share[12];
	unsigned char secret[32], again[32];
	struct dpmf_stream s;
	int refused = 0;

	(void)state;
	open_stream(&s, 3);
	for (int trial = 0; trial < 100; trial++) {
		draw_secret(&s, secret);
		share_all(secret, 4, &s, share, 12);
		if (!join(share, point, 3, again))
			refused++;
		else
			assert_memory_not_equal(secret, again, sizeof secret);
		share[8].limb[trial % DPMF_SECRET_LIMBS] ^= 1;
		if (!join(share, point, 4, again))
			refused++;
		else
			assert_memory_not_equal(secret, again, sizeof secret);
	}
	assert_in_range(refused, 190, 200);
}

/* What threshold - 1 users hold is uniform, whatever the secret: counted in 16 classes of one limb's share. */
static void fewer_shares_tell_nothing(void **state)
{
	enum { TRIALS = 32000, CLASSES = 16 };
	struct dpmf_stream s;

	(void)state;
	SKIP_WHEN_SHORT();
	open_stream(&s, 4);
	for (int which = 0; which < 2; which++) {
		int count[CLASSES][CLASSES] = { { 0 } };
		unsigned char secret[32];
		double chi = 0;

		memset(secret, which ? 255 : 0, sizeof secret);
		for (int i = 0; i < TRIALS; i++) {
			struct dpmf_secret_share share[2];

			share_all(secret, 3, &s, share, 2);
			count[share[0].limb[3] / (P / CLASSES + 1)][share[1].limb[3] / (P / CLASSES + 1)]++;
		}
		for (int i = 0; i < CLASSES * CLASSES; i++) {
			const double expected = (double)TRIALS / (CLASSES * CLASSES), off = count[i / CLASSES][i % CLASSES] - expected;

			chi += off * off / expected;
		}
		assert_true(chi > 170 && chi < 360); /* 255 degrees of freedom: beyond with probability below 1e-4 */
	}
}

static void equal_points_are_refused(void **state)
{
	const uint32_t point[] = { 3, 7, 3 };
	uint32_t weight[3];

	(void)state;
	assert_false(dpmf_secret_weights(point, 3, weight));
}

static void shares_are_written_and_read(void **state)
{
	unsigned char bytes[DPMF_SECAGG_SHARE_BYTES];
	struct dpmf_secret_share share, again;

	(void)state;
	for (uint32_t l = 0; l < DPMF_SECRET_LIMBS; l++)
		share.limb[l] = P - 1 - l;
	dpmf_share_write(&share, bytes);
	assert_true(dpmf_share_read(bytes, &again));
	assert_memory_equal(&share, &again, sizeof share);
	for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++) {
		dpmf_share_write(&share, bytes);
		dpmf_secagg_store32(P, bytes + 4 * l);
		assert_false(dpmf_share_read(bytes, &again));
	}
}

/* The key stream taken at once, word by word, and 128-bit sums. */
static void masks_are_the_key_stream(void **state)
{
	enum { N = 5000 };
	static const unsigned char nonce[8];
	static unsigned char bytes[8 * N];
	static uint64_t y[N], before[N];
	unsigned char key[32];
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 5);
	for (unsigned bits = 8; bits <= 63; bits++) {
		const uint64_t low = (UINT64_C(1) << bits) - 1;
		const size_t width = bits <= 32 ? 4 : 8;

		draw_secret(&s, key);
		crypto_stream_chacha20(bytes, N * width, nonce, key);
		for (size_t i = 0; i < N; i++)
			before[i] = y[i] = dpmf_stream_word(&s) & low;
		dpmf_masks_expand(key, bits, bits % 2, y, N);
		for (size_t i = 0; i < N; i++) {
			uint64_t word = 0;

			for (size_t b = 0; b < width; b++)
				word |= (uint64_t)bytes[i * width + b] << 8 * b;
			assert_true(y[i] == ((bits % 2 ? before[i] - word : before[i] + word) & low));
		}
		dpmf_masks_expand(key, bits, !(bits % 2), y, N);
		assert_memory_equal(y, before, sizeof y);
	}
}

static void packing_keeps_every_bit(void **state)
{
	uint64_t x[19], again[19];
	unsigned char bytes[19 * 8 + 1];
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 6);
	for (unsigned bits = 1; bits <= 63; bits++)
		for (size_t n = 1; n <= 19; n++) {
			const size_t length = dpmf_pack_length(n, bits);

			assert_int_equal(length, (n * bits + 7) / 8);
			for (size_t i = 0; i < n; i++)
				x[i] = dpmf_stream_word(&s) >> (64 - bits);
			memset(bytes, 0, sizeof bytes);
			bytes[length] = 0x5a;
			dpmf_pack(x, n, bits, bytes);
			assert_int_equal(bytes[length], 0x5a);
			for (size_t at = 0; at < 8 * length; at++) /* bit by bit */
				assert_int_equal(bytes[at / 8] >> at % 8 & 1, at < n * bits ? x[at / bits] >> at % bits & 1 : 0);
			assert_true(dpmf_unpack(bytes, n, bits, again));
			assert_memory_equal(x, again, n * sizeof *x);
			if (n * bits % 8 != 0) {
				bytes[length - 1] |= 0x80;
				assert_false(dpmf_unpack(bytes, n, bits, again));
			}
		}
}

static void the_modulus_never_wraps(void **state)
{
	(void)state;
	assert_int_equal(dpmf_secagg_bits(1, 255), 8);
	assert_int_equal(dpmf_secagg_bits(1, 256), 9);
	assert_int_equal(dpmf_secagg_bits(943, 17), 14);
	assert_int_equal(dpmf_secagg_bits(1, INT64_MAX), 63);
	assert_int_equal(dpmf_secagg_bits(1, (uint64_t)INT64_MAX + 1), 0);
	assert_int_equal(dpmf_secagg_bits(2, INT64_MAX / 2), 63);
	assert_int_equal(dpmf_secagg_bits(2, INT64_MAX / 2 + 1), 0);
	assert_int_equal(dpmf_secagg_bits(UINT32_MAX, UINT64_MAX), 0);
}

/* Both ends find one key, of either order of the two for masks, and others for other purposes, users and sessions. */
static void keys_agree(void **state)
{
	struct dpmf_secagg_setting setting = { .users = 9 };
	unsigned char secret[2][32], key[7][32], other[2][32], zeros[32] = { 0 };
	struct dpmf_secagg_pair pair[2];
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 7);
	for (int i = 0; i < 2; i++) {
		draw_secret(&s, secret[i]);
		dpmf_secagg_pair_of(secret[i], &pair[i]);
	}
	const struct dpmf_secagg_party a = { 4, pair[0].open }, b = { 7, pair[1].open }, c = { 8, pair[1].open }, none = { 7, zeros };

	assert_true(dpmf_secagg_mask_key(&setting, secret[0], &a, &b, key[0]));
	assert_true(dpmf_secagg_mask_key(&setting, secret[1], &b, &a, key[1]));
	assert_memory_equal(key[0], key[1], 32);
	assert_true(dpmf_secagg_seal_keys(&setting, secret[0], &a, &b, key[1], key[2]));
	assert_true(dpmf_secagg_seal_keys(&setting, secret[1], &b, &a, other[0], other[1]));
	assert_memory_equal(key[1], other[1], 32);
	assert_memory_equal(key[2], other[0], 32);
	assert_true(dpmf_secagg_mask_key(&setting, secret[0], &a, &c, key[3]));
	setting.session[15] = 1;
	assert_true(dpmf_secagg_mask_key(&setting, secret[0], &a, &b, key[4]));
	dpmf_secagg_self_key(&setting, secret[0], 4, key[5]);
	dpmf_secagg_self_key(&setting, secret[0], 5, key[6]);
	for (int i = 0; i < 7; i++)
		for (int j = 0; j < i; j++)
			assert_memory_not_equal(key[i], key[j], 32);
	assert_false(dpmf_secagg_mask_key(&setting, secret[0], &a, &none, key[0]));
	assert_false(dpmf_secagg_seal_keys(&setting, secret[0], &a, &none, key[0], key[1]));
}

static int start(void **state)
{
	(void)state;
	return (int)dpmf_stream_start(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_prime_is_one),
		cmocka_unit_test(every_residue_tried_has_its_inverse),
		cmocka_unit_test(any_threshold_shares_give_the_secret),
		cmocka_unit_test(fewer_or_other_shares_do_not),
		cmocka_unit_test(fewer_shares_tell_nothing),
		cmocka_unit_test(equal_points_are_refused),
		cmocka_unit_test(shares_are_written_and_read),
		cmocka_unit_test(masks_are_the_key_stream),
		cmocka_unit_test(packing_keeps_every_bit),
		cmocka_unit_test(the_modulus_never_wraps),
		cmocka_unit_test(keys_agree),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
