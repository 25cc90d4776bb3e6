/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gmp.h>
#include <stdbool.h>

#include "oracle.h"
#include "tape.h"

enum { GRID = 4096 };

static bool parts_allowed(uint64_t beta, uint64_t sensitive, uint64_t others)
{
	const uint64_t most = UINT64_C(1) << 32;

	return beta > 0 && beta <= GRID && sensitive <= most && others <= most && sensitive + others > 0;
}

static uint64_t u64_of(mpz_srcptr x)
{
	uint64_t word = 0;

	mpz_export(&word, NULL, -1, sizeof word, 0, 0, x);
	return word;
}

/* As if deviations were to be divided, and not variances. */
static void put_unsquared(struct book *b, uint64_t beta, const uint64_t raters[2])
{
	const char *const name = "a scale for its square: 4096 and beta_steps, not their squares";
	const uint64_t part[2] = { GRID, beta };

	if (raters[0] == 0 || raters[1] == 0)
		return;
	book_mistake(b, name, "part", "exact", book_u64s(part, 2));
	book_mistake(b, name, "whole", "exact", book_u64s((const uint64_t[]){ (GRID + beta) * raters[0], (GRID + beta) * raters[1] }, 2));
}

/* With beta = b / 4096 the variances 1 and beta^2 are to 4096^2 and b^2. */
static void parts_test(struct book *b, const char *flags, const char *comment, uint64_t beta, uint64_t sensitive, uint64_t others)
{
	const uint64_t raters[2] = { sensitive, others };
	const bool good = parts_allowed(beta, sensitive, others), both = sensitive > 0 && others > 0;
	uint64_t part[2] = { 0, 0 }, whole[2] = { 1, 1 };
	mpz_t share[2], x;

	mpz_inits(share[0], share[1], x, NULL);
	mpz_ui_pow_ui(share[0], GRID, 2);
	mpz_ui_pow_ui(share[1], beta, 2);
	for (int g = 0; g < 2 && good; g++) {
		if (raters[g] == 0)
			continue;
		part[g] = both ? u64_of(share[g]) : 1;
		mpz_add(x, share[0], share[1]);
		if (!both)
			mpz_set_ui(x, 1);
		mpz_mul_ui(x, x, raters[g]);
		whole[g] = u64_of(x);
	}
	book_test(b, good ? flags : "OutOfDomain", "%s", comment);
	book_in_u64(b, "beta_steps", beta);
	book_in_u64(b, "sensitive", sensitive);
	book_in_u64(b, "others", others);
	if (good) {
		book_out(b, "part", "exact", book_u64s(part, 2));
		book_out(b, "whole", "exact", book_u64s(whole, 2));
		put_unsquared(b, beta, raters);
	} else {
		book_invalid(b);
	}
	mpz_clears(share[0], share[1], x, NULL);
}

ORACLE(privsr_parts)
{
	static const uint64_t betas[] = { GRID, 2048, 410, 1, 1229 }, counts[] = { 1, 2, 3, 17, 583, 100000 };
	const uint64_t most = UINT64_C(1) << 32;

	book_open(b, "privsr_parts");
	book_group(b, "ordinary", "Ratios and numbers of raters.");
	for (size_t i = 0; i < 30; i++)
		parts_test(b, "Ordinary", "both groups", betas[i % 5], counts[i % 6], counts[(i / 5) % 6]);
	book_group(b, "edges", "One group alone; many raters.");
	parts_test(b, "Alone", "sensitive raters only", 2048, 7, 0);
	parts_test(b, "Alone", "other raters only", 2048, 0, 7);
	parts_test(b, "LargeParameter", "2^32 raters in each group", GRID, most, most);
	parts_test(b, "LargeParameter Alone", "2^32 raters in one group", 1, most, 0);
	book_group(b, "refused", "What an implementation must refuse.");
	parts_test(b, "", "beta 0", 0, 1, 1);
	parts_test(b, "", "beta above 1", GRID + 1, 1, 1);
	parts_test(b, "", "nobody", 1, 0, 0);
	parts_test(b, "", "too many sensitive raters", 1, most + 1, 1);
	parts_test(b, "", "too many other raters", 1, 1, most + 1);
}

#define LIST(...) ((const int64_t[]){ __VA_ARGS__ })

static void contribute_test(struct book *b, const char *flags, const char *comment, const int64_t *vector, const int64_t *sum,
                            size_t k, int64_t most)
{
	const int64_t room = INT64_C(1) << 62, high = INT64_C(1) << 32;
	int64_t after[8], half[8], whole[8];
	bool good = k > 0 && most >= 0 && most <= high;
	mpz_t x, bound;

	mpz_init(x);
	mpz_init_set_si(bound, most);
	for (size_t l = 0; l < k; l++) {
		good = good && sum[l] >= -room && sum[l] <= room;
		mpz_set_si(x, vector[l]);
		if (mpz_cmpabs(x, bound) > 0)
			mpz_set_si(x, vector[l] < 0 ? -most : most);
		after[l] = good ? sum[l] + mpz_get_si(x) : 0;
		half[l] = good && vector[l] > -room && vector[l] < room ? sum[l] + (vector[l] > most ? most : vector[l]) : 0;
		whole[l] = good && vector[l] > -room && vector[l] < room ? sum[l] + vector[l] : 0;
	}
	mpz_clears(x, bound, NULL);
	book_test(b, good ? flags : "OutOfDomain", "%s", comment);
	book_in(b, "vector", book_i64s(vector, k));
	book_in_i64(b, "most", most);
	book_in(b, "sum", book_i64s(sum, k));
	if (good)
		book_out(b, "sum", "exact", book_i64s(after, k));
	else
		book_invalid(b);
	if (good) {
		book_mistake(b, "cut on one side alone", "sum", "exact", book_i64s(half, k));
		book_mistake(b, "not cut", "sum", "exact", book_i64s(whole, k));
	}
}

ORACLE(privsr_friend_contribute)
{
	const int64_t top = INT64_MAX, bottom = INT64_MIN, room = INT64_C(1) << 62, high = INT64_C(1) << 32;
	uint64_t word[8];
	int64_t vector[4], sum[4];

	book_open(b, "privsr_friend_contribute");
	book_group(b, "ordinary", "One to four coordinates.");
	for (uint64_t i = 0; i < 20; i++) {
		tape_words("privsr_friend_contribute", i, word, 8);
		for (size_t l = 0; l < 4; l++) {
			vector[l] = (int64_t)(word[l] >> 54) - 512;
			sum[l] = (int64_t)(word[4 + l] >> 44) - (1 << 19);
		}
		contribute_test(b, i % 2 ? "Cut" : "Ordinary", "small numbers", vector, sum, 1 + i % 4, i % 2 ? 2 : 512);
	}
	book_group(b, "edges", "The ends of what is allowed.");
	contribute_test(b, "Boundary", "at the bounds", LIST(256, -256), LIST(0, 0), 2, 256);
	contribute_test(b, "Cut Boundary", "one step beyond the bounds", LIST(257, -257), LIST(0, 0), 2, 256);
	contribute_test(b, "Cut", "everything is cut to 0", LIST(5, -5), LIST(3, 3), 2, 0);
	contribute_test(b, "Cut Boundary", "the greatest and the least integer", LIST(top, bottom), LIST(room, -room), 2, high);
	book_group(b, "refused", "What an implementation must refuse.");
	contribute_test(b, "", "no coordinate", LIST(0), LIST(0), 0, 1);
	contribute_test(b, "", "negative most", LIST(0), LIST(0), 1, -1);
	contribute_test(b, "", "most above 2^32", LIST(0), LIST(0), 1, high + 1);
	contribute_test(b, "", "a sum beyond 2^62", LIST(0), LIST(room + 1), 1, 1);
	contribute_test(b, "", "a sum below -2^62", LIST(0), LIST(-room - 1), 1, 1);
}
