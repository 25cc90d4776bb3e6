/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gmp.h>
#include <stdbool.h>

#include "vectors/format/number.h"
#include "oracle.h"
#include "tape.h"

static bool fits(mpz_srcptr x)
{
	return mpz_cmp_si(x, INT64_MAX) <= 0 && mpz_cmp_si(x, INT64_MIN) >= 0;
}

/* What stands for rating times weight, and the sums with it, where they fit. */
static void put_mistake(struct book *b, const char *name, int64_t stretched, const int64_t *feature, const int64_t *sum, size_t k)
{
	int64_t after[8], x;

	for (size_t l = 0; l < k; l++)
		if (__builtin_mul_overflow(stretched, feature[l], &x) || __builtin_add_overflow(x, sum[l], &after[l]))
			return;
	book_mistake(b, name, "stretched", "exact", number_i64(stretched));
	book_mistake(b, name, "sum", "exact", book_i64s(after, k));
}

/* In GMP integers; the test is one to refuse when anything leaves 64 bits. */
static void contribute_test(struct book *b, const char *flags, const char *comment, int64_t rating, int64_t weight,
                            const int64_t *feature, const int64_t *sum, size_t k)
{
	int64_t after[8], both;
	bool good = k > 0;
	mpz_t stretched, x;

	mpz_inits(stretched, x, NULL);
	mpz_set_si(stretched, rating);
	mpz_mul_si(stretched, stretched, weight);
	good = good && fits(stretched);
	for (size_t l = 0; l < k; l++) {
		mpz_mul_si(x, stretched, feature[l]);
		good = good && fits(x);
		if (sum[l] < 0)
			mpz_sub_ui(x, x, 0 - (uint64_t)sum[l]);
		else
			mpz_add_ui(x, x, (uint64_t)sum[l]);
		good = good && fits(x);
		after[l] = mpz_get_si(x);
	}
	book_test(b, good ? flags : "OutOfDomain", "%s", comment);
	book_in_i64(b, "rating_steps", rating);
	book_in_i64(b, "weight_steps", weight);
	book_in(b, "feature", book_i64s(feature, k));
	book_in(b, "sum", book_i64s(sum, k));
	if (good) {
		book_out(b, "stretched", "exact", number_i64(mpz_get_si(stretched)));
		book_out(b, "sum", "exact", book_i64s(after, k));
		put_mistake(b, "the weight is left out", rating, feature, sum, k);
		put_mistake(b, "the rating is left out", weight, feature, sum, k);
		if (!__builtin_add_overflow(rating, weight, &both))
			put_mistake(b, "rating and weight are added, not multiplied", both, feature, sum, k);
	} else {
		book_invalid(b);
	}
	mpz_clears(stretched, x, NULL);
}

#define LIST(...) ((const int64_t[]){ __VA_ARGS__ })

ORACLE(hdpmf_contribute)
{
	const int64_t most = INT64_MAX, least = INT64_MIN, half = INT64_C(1) << 32;
	uint64_t word[12];
	int64_t feature[5], sum[5];

	book_open(b, "hdpmf_contribute");
	book_group(b, "ordinary", "One to five coordinates.");
	for (uint64_t i = 0; i < 24; i++) {
		tape_words("hdpmf_contribute", i, word, 12);
		for (size_t l = 0; l < 5; l++) {
			feature[l] = (int64_t)(word[l] >> 44) - (1 << 19);
			sum[l] = (int64_t)(word[5 + l] >> 14) - (INT64_C(1) << 49);
		}
		contribute_test(b, "Ordinary", "small numbers", (int64_t)(word[10] >> 48) - (1 << 15), (int64_t)(word[11] >> 50), feature, sum, 1 + i % 5);
	}
	book_group(b, "edges", "The ends of the 64-bit range, and what lies beyond.");
	contribute_test(b, "Boundary", "the greatest sum", 1, 1, LIST(1), LIST(most - 1), 1);
	contribute_test(b, "Boundary", "the least sum", -1, 1, LIST(1), LIST(least + 1), 1);
	contribute_test(b, "Boundary", "the least product", half, 1, LIST(-half / 2), LIST(0), 1);
	contribute_test(b, "Boundary", "the least product, back from it", half, 1, LIST(-half / 2), LIST(most), 1);
	contribute_test(b, "Ordinary", "rating 0", 0, 1000, LIST(most, least), LIST(5, -5), 2);
	contribute_test(b, "Ordinary", "weight 0", 7, 0, LIST(1, 2), LIST(5, -5), 2);
	contribute_test(b, "", "the sum leaves the range", 1, 1, LIST(1), LIST(most), 1);
	contribute_test(b, "", "the sum leaves the range in one coordinate", 1, 1, LIST(0, -1), LIST(most, least), 2);
	contribute_test(b, "", "the product leaves the range", half, 1, LIST(half / 2), LIST(-1), 1);
	contribute_test(b, "", "the product leaves the range, the sum would not", half, 1, LIST(half / 2), LIST(least), 1);
	contribute_test(b, "", "the stretched rating leaves the range", half, half, LIST(0), LIST(0), 1);
	contribute_test(b, "", "-1 times the least integer", -1, least, LIST(0), LIST(0), 1);
	contribute_test(b, "", "no coordinate", 1, 1, LIST(0), LIST(0), 0);
}
