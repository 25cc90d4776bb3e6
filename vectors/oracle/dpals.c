/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpals: the integers in GMP, an item's regression in MPFR by the closed form of a 2 x 2 matrix. */
#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "ball.h"
#include "oracle.h"
#include "tape.h"
#include "vectors/format/number.h"

enum { MOST_D = 4, MOST_SUMS = MOST_D * (MOST_D + 1) / 2 + MOST_D, BITS = 400, ROOM = -40 };

/* after = before + a b; false where the product or the sum leaves 64 bits. */
static bool add_product(int64_t a, int64_t b, int64_t before, int64_t *after)
{
	bool fits;
	mpz_t x;

	mpz_init_set_si(x, a);
	mpz_mul_si(x, x, b);
	fits = mpz_fits_slong_p(x);
	if (before < 0)
		mpz_sub_ui(x, x, -(unsigned long)before);
	else
		mpz_add_ui(x, x, (unsigned long)before);
	fits = fits && mpz_fits_slong_p(x);
	*after = mpz_get_si(x);
	mpz_clear(x);
	return fits;
}

/* With this rating, and products outside the diagonal times `twice`, where they fit. */
static void put_mistake(struct book *b, const char *name, int64_t rating, int64_t twice, const int64_t *u, size_t d, const int64_t *sum)
{
	int64_t after[MOST_SUMS] = {0}, other;
	size_t at = 0;
	bool fits = true;

	for (size_t row = 0; row < d; row++)
		for (size_t column = row; column < d; column++, at++)
			fits = fits && !__builtin_mul_overflow(u[column], column == row ? 1 : twice, &other) && add_product(u[row], other, sum[at], &after[at]);
	for (size_t l = 0; l < d; l++, at++)
		fits = fits && add_product(rating, u[l], sum[at], &after[at]);
	if (fits)
		book_mistake(b, name, "sum", "exact", book_i64s(after, at));
}

static void contribute(struct book *b, const char *flags, const char *comment, int64_t rating, const int64_t *u, size_t d, const int64_t *sum)
{
	const size_t sums = d * (d + 1) / 2 + d;
	int64_t after[MOST_SUMS];
	bool good = d > 0;
	size_t at = 0;

	for (size_t row = 0; row < d; row++)
		for (size_t column = row; column < d; column++, at++)
			good = add_product(u[row], u[column], sum[at], &after[at]) && good;
	for (size_t l = 0; l < d; l++, at++)
		good = add_product(rating, u[l], sum[at], &after[at]) && good;
	book_test(b, good ? flags : "OutOfDomain", "%s", comment);
	book_in_i64(b, "rating_steps", rating);
	book_in(b, "u", book_i64s(u, d));
	book_in(b, "sum", book_i64s(sum, sums));
	if (good) {
		book_out(b, "sum", "exact", book_i64s(after, sums));
		put_mistake(b, "the rating is left out", 1, 1, u, d, sum);
		put_mistake(b, "each product outside the diagonal is added twice", rating, 2, u, d, sum);
		put_mistake(b, "the rating has the other sign", -rating, 1, u, d, sum);
	} else {
		book_invalid(b);
	}
}

#define LIST(...) ((const int64_t[]){ __VA_ARGS__ })

ORACLE(dpals_contribute)
{
	const int64_t most = INT64_MAX, least = INT64_MIN, half = INT64_C(1) << 32;
	uint64_t word[MOST_D + MOST_SUMS + 1];
	int64_t u[MOST_D], sum[MOST_SUMS];

	book_open(b, "dpals_contribute");
	book_group(b, "ordinary", "One to four coordinates.");
	for (uint64_t i = 0; i < 6; i++) {
		tape_words("dpals_contribute", i, word, MOST_D + MOST_SUMS + 1);
		for (size_t l = 0; l < MOST_D; l++)
			u[l] = (int64_t)(word[l] >> 53) - (1 << 10);
		for (size_t l = 0; l < MOST_SUMS; l++)
			sum[l] = (int64_t)(word[MOST_D + l] >> 30) - (INT64_C(1) << 33);
		contribute(b, "Ordinary", "small numbers", (int64_t)(word[MOST_D + MOST_SUMS] % 2049) - 1024, u, 1 + i % MOST_D, sum);
	}
	contribute(b, "Ordinary", "a coordinate of 0", 7, LIST(0, -3), 2, LIST(1, 2, 3, 4, 5));
	book_group(b, "edges", "The ends of the 64-bit range, and what lies beyond.");
	contribute(b, "Boundary", "the greatest sum", 1, LIST(1), 1, LIST(most - 1, most - 1));
	contribute(b, "Boundary", "the least product", -half, LIST(half / 2), 1, LIST(0, 0));
	contribute(b, "Ordinary", "a rating of 0", 0, LIST(5, -5), 2, LIST(0, 0, 0, most, least));
	contribute(b, "", "a sum leaves the range", 1, LIST(1), 1, LIST(most, 0));
	contribute(b, "", "a square leaves the range", 1, LIST(half), 1, LIST(-1, 0));
	contribute(b, "", "the rating's product leaves the range", half, LIST(half / 2), 1, LIST(0, -1));
	contribute(b, "", "no coordinate", 1, LIST(0), 0, LIST(0));
}

/* The root of square^2 / 2, rounded up. */
static int64_t half_of(int64_t square)
{
	int64_t half;
	mpz_t x, root;

	mpz_init_set_si(x, square);
	mpz_init(root);
	mpz_mul(x, x, x);
	mpz_cdiv_q_ui(x, x, 2);
	mpz_sqrtrem(root, x, x);
	half = mpz_get_si(root) + (mpz_sgn(x) > 0);
	mpz_clears(x, root, NULL);
	return half;
}

ORACLE(dpals_half)
{
	static const int64_t squares[] = { 0, 1, 2, 3, 4, 256, 289, 961, 10000, 77841, 524288, 1046529, 1048576 };

	book_open(b, "dpals_half");
	book_group(b, "squares", "Squares of 0 to 1024 steps, and others.");
	for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
		book_test(b, squares[i] == 0 ? "Zero" : squares[i] == 1048576 ? "Boundary" : "Ordinary", "square %d", (int)squares[i]);
		book_in_i64(b, "square", squares[i]);
		book_out(b, "half", "exact", number_i64(half_of(squares[i])));
	}
	book_group(b, "refused", "What an implementation must refuse.");
	book_refused(b, "negative");
	book_in_i64(b, "square", -1);
	book_refused(b, "beyond 2^20");
	book_in_i64(b, "square", 1048577);
	book_group(b, "next to a half", "2 half^2 is square^2 + 1: the root of one half of it is nearly whole.");
	for (size_t i = 0; i < 4; i++) {
		static const int64_t near[] = { 7, 41, 239, 47321 };
		book_test(b, "Boundary", "square %d", (int)near[i]);
		book_in_i64(b, "square", near[i]);
		book_out(b, "half", "exact", number_i64(half_of(near[i])));
	}
}

enum { MIDDLE, ROOT, HIGH, LOW, X, Y, NUMBERS };

enum negative { CUT, SIZE, KEPT }; /* what becomes of a negative eigenvalue; all but the first are mistakes */

/* x = 1 / (max(eigenvalue, 0) + lambda) */
static void weight(mpfr_ptr x, mpfr_srcptr eigenvalue, double lambda, enum negative negative)
{
	if (mpfr_sgn(eigenvalue) > 0 || negative == KEPT)
		mpfr_add_d(x, eigenvalue, lambda, MPFR_RNDN);
	else if (negative == SIZE)
		mpfr_d_sub(x, lambda, eigenvalue, MPFR_RNDN);
	else
		mpfr_set_d(x, lambda, MPFR_RNDN);
	mpfr_ui_div(x, 1, x, MPFR_RNDN);
}

struct sums { /* of one item: the upper triangle of the sum of u u', the sum of rating u */
	double second[3], first[2];
};

/* A = middle I + [(a - c) / 2, b; b, -(a - c) / 2]; the second matrix has the eigenvalues root and -root. So f(A) first is
   (f(high) + f(low)) / 2 first + (f(high) - f(low)) / (2 root) times that matrix times first. */
static void solve(const struct sums *sums, double lambda, struct ball profile[2], enum negative negative)
{
	const double *const second = sums->second, *const first = sums->first;
	mpfr_t n[NUMBERS], half;

	mpfr_init2(half, BITS);
	for (size_t i = 0; i < NUMBERS; i++)
		mpfr_init2(n[i], BITS);
	mpfr_set_d(half, second[0], MPFR_RNDN);
	mpfr_sub_d(half, half, second[2], MPFR_RNDN);
	mpfr_div_2ui(half, half, 1, MPFR_RNDN);
	mpfr_set_d(n[MIDDLE], second[0], MPFR_RNDN);
	mpfr_add_d(n[MIDDLE], n[MIDDLE], second[2], MPFR_RNDN);
	mpfr_div_2ui(n[MIDDLE], n[MIDDLE], 1, MPFR_RNDN);
	mpfr_set_d(n[ROOT], second[1], MPFR_RNDN);
	mpfr_hypot(n[ROOT], n[ROOT], half, MPFR_RNDN);
	mpfr_add(n[HIGH], n[MIDDLE], n[ROOT], MPFR_RNDN);
	mpfr_sub(n[LOW], n[MIDDLE], n[ROOT], MPFR_RNDN);
	weight(n[HIGH], n[HIGH], lambda, negative);
	weight(n[LOW], n[LOW], lambda, negative);
	mpfr_sub(n[X], n[HIGH], n[LOW], MPFR_RNDN);
	mpfr_add(n[HIGH], n[HIGH], n[LOW], MPFR_RNDN);
	mpfr_div_2ui(n[HIGH], n[HIGH], 1, MPFR_RNDN);
	if (!mpfr_zero_p(n[ROOT]))
		mpfr_div(n[X], n[X], n[ROOT], MPFR_RNDN);
	mpfr_div_2ui(n[X], n[X], 1, MPFR_RNDN);
	for (int i = 0; i < 2; i++) {
		mpfr_mul_d(n[Y], half, i == 0 ? first[0] : -first[1], MPFR_RNDN);
		mpfr_set_d(n[LOW], second[1], MPFR_RNDN);
		mpfr_mul_d(n[LOW], n[LOW], first[1 - i], MPFR_RNDN);
		mpfr_add(n[Y], n[Y], n[LOW], MPFR_RNDN);
		mpfr_mul(n[Y], n[Y], n[X], MPFR_RNDN);
		mpfr_mul_d(n[LOW], n[HIGH], first[i], MPFR_RNDN);
		mpfr_add(profile[i].mid, n[Y], n[LOW], MPFR_RNDN);
	}
	mpfr_hypot(n[Y], profile[0].mid, profile[1].mid, MPFR_RNDU);
	mpfr_mul_2si(profile[0].rad, n[Y], ROOM, MPFR_RNDU);
	mpfr_set(profile[1].rad, profile[0].rad, MPFR_RNDU);
	for (size_t i = 0; i < NUMBERS; i++)
		mpfr_clear(n[i]);
	mpfr_clear(half);
}

static void item(struct book *b, const char *flags, const char *comment, const struct sums *sums, double lambda)
{
	struct ball profile[2];

	ball_init(profile, 2);
	solve(sums, lambda, profile, CUT);
	book_test(b, flags, "%s", comment);
	book_in_doubles(b, "second", sums->second, 3);
	book_in_doubles(b, "first", sums->first, 2);
	book_in_double(b, "lambda", lambda);
	book_out(b, "profile", "enclosure", ball_intervals(profile, 2));
	solve(sums, lambda, profile, SIZE);
	book_mistake(b, "the size of a negative eigenvalue is taken", "profile", "enclosure", ball_intervals(profile, 2));
	solve(sums, lambda, profile, KEPT);
	if (mpfr_number_p(profile[0].mid) && mpfr_number_p(profile[1].mid))
		book_mistake(b, "a negative eigenvalue is kept", "profile", "enclosure", ball_intervals(profile, 2));
	ball_clear(profile, 2);
}

static void item_refused(struct book *b, const char *comment, size_t numbers, double lambda)
{
	book_refused(b, comment);
	book_in_doubles(b, "second", (const double[]){ 2, 1, 2 }, numbers);
	book_in_doubles(b, "first", (const double[]){ 1, 1 }, 2);
	book_in_double(b, "lambda", lambda);
}

#define SUMS(a, b, c, x, y) (&(const struct sums){ { a, b, c }, { x, y } })

ORACLE(dpals_item)
{
	book_open(b, "dpals_item");
	book_group(b, "items", "Two factors.");
	item(b, "Ordinary", "eigenvalues 3 and 1", SUMS(2, 1, 2, 4, 2), 1);
	item(b, "Ordinary", "a diagonal matrix", SUMS(5, 0, 0.5, -1, 3), 0.25);
	item(b, "Ordinary", "many raters", SUMS(812.5, -37.25, 640, -301.5, 118.75), 10);
	item(b, "Ordinary", "twice the same eigenvalue", SUMS(3, 0, 3, 1, -2), 1);
	item(b, "Indefinite", "eigenvalues 3 and -1", SUMS(1, 2, 1, 4, 2), 1);
	item(b, "Indefinite", "eigenvalues near 10 and -12", SUMS(-11.5, 3.5, 9.5, 2, -7), 0.5);
	item(b, "Indefinite", "a small ridge", SUMS(0.125, 40, -0.75, 6, 5), 0.0078125);
	item(b, "Indefinite", "both are negative", SUMS(-3, 1, -2, 5, 1), 2);
	item(b, "Singular", "eigenvalues 2 and 0", SUMS(1, 1, 1, 3, -1), 0.5);
	item(b, "Singular", "no raters and no noise", SUMS(0, 0, 0, 0.5, 0.25), 4);
	book_group(b, "refused", "What an implementation must refuse.");
	item_refused(b, "lambda 0", 3, 0);
	item_refused(b, "negative lambda", 3, -1);
	item_refused(b, "two numbers of three", 2, 1);
}
