/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gmp.h>
#include <stdbool.h>

#include "vectors/format/number.h"
#include "oracle.h"
#include "tape.h"

enum { MOST_N = 5 };

/* The sums with `rating` times the products, or the products alone, where they fit. */
static void put_mistake(struct book *b, const char *name, int64_t rating, const int64_t *outer, const int64_t *sum, size_t n)
{
	int64_t after[MOST_N], x;

	for (size_t l = 0; l < n; l++)
		if (__builtin_mul_overflow(rating, outer[l], &x) || __builtin_add_overflow(x, sum[l], &after[l]))
			return;
	book_mistake(b, name, "sum", "exact", book_i64s(after, n));
}

/* In GMP integers; the test is one to refuse when anything leaves 64 bits. */
static void test(struct book *b, const char *flags, const char *comment, int64_t rating, const int64_t *outer,
                 const int64_t *sum, size_t n)
{
	int64_t after[MOST_N];
	bool good = n > 0;
	mpz_t x, y;

	mpz_inits(x, y, NULL);
	for (size_t l = 0; l < n; l++) {
		mpz_set_si(x, rating);
		mpz_mul_si(x, x, outer[l]);
		good = good && mpz_fits_slong_p(x);
		mpz_set_si(y, sum[l]);
		mpz_add(x, x, y);
		good = good && mpz_fits_slong_p(x);
		after[l] = mpz_get_si(x);
	}
	book_test(b, good ? flags : "OutOfDomain", "%s", comment);
	book_in_i64(b, "rating_steps", rating);
	book_in(b, "outer", book_i64s(outer, n));
	book_in(b, "sum", book_i64s(sum, n));
	if (good) {
		book_out(b, "sum", "exact", book_i64s(after, n));
		put_mistake(b, "the rating is left out", 1, outer, sum, n);
		put_mistake(b, "the contribution is subtracted", -rating, outer, sum, n);
		put_mistake(b, "the rating's square stands for it", rating < INT32_MAX && rating > -INT32_MAX ? rating * rating : 0, outer, sum, n);
	} else {
		book_invalid(b);
	}
	mpz_clears(x, y, NULL);
}

#define LIST(...) ((const int64_t[]){ __VA_ARGS__ })

ORACLE(gaussmf_contribute)
{
	const int64_t most = INT64_MAX, least = INT64_MIN, half = INT64_C(1) << 32;
	uint64_t word[11];
	int64_t outer[MOST_N], sum[MOST_N];

	book_open(b, "gaussmf_contribute");
	book_group(b, "ordinary", "One to five coordinates.");
	for (uint64_t i = 0; i < 10; i++) {
		tape_words("gaussmf_contribute", i, word, 11);
		for (size_t l = 0; l < MOST_N; l++) {
			outer[l] = (int64_t)(word[l] >> 51) - (1 << 12);
			sum[l] = (int64_t)(word[5 + l] >> 30) - (INT64_C(1) << 33);
		}
		test(b, "Ordinary", "small numbers", (int64_t)(word[10] % 33) - 16, outer, sum, 1 + i % MOST_N);
	}
	book_group(b, "edges", "The ends of the 64-bit range, and what lies beyond.");
	test(b, "Boundary", "the greatest sum", 1, LIST(1), LIST(most - 1), 1);
	test(b, "Boundary", "the least product", half, LIST(-half / 2), LIST(0), 1);
	test(b, "Ordinary", "rating 0", 0, LIST(most, least), LIST(5, -5), 2);
	test(b, "", "the sum leaves the range", 1, LIST(1), LIST(most), 1);
	test(b, "", "the product leaves the range", half, LIST(half / 2), LIST(-1), 1);
	test(b, "", "no coordinate", 1, LIST(0), LIST(0), 0);
	book_group(b, "the other end", "Below the 64-bit range, and next to its end.");
	test(b, "Boundary", "the least sum", -1, LIST(1), LIST(least + 1), 1);
	test(b, "", "the sum leaves the range", -1, LIST(1), LIST(least), 1);
	test(b, "", "the sum leaves the range", 1, LIST(0, -1), LIST(most, least), 2);
	test(b, "", "the product leaves the range", half, LIST(-half / 2 - 1), LIST(most), 1);
}
