/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "hdpmf_balls.h"
#include "vectors/format/number.h"
#include "oracle.h"
#include "slips.h"
#include "tape.h"

static void scale_inputs(struct book *b, const char *flags, const char *comment, double delta, uint64_t k, double epsilon)
{
	book_test(b, flags, "%s", comment);
	book_in_double(b, "delta", delta);
	book_in_u64(b, "k", k);
	book_in_double(b, "epsilon", epsilon);
}

static void scale_test(struct book *b, const char *flags, const char *comment, double delta, uint64_t k, double epsilon)
{
	struct ball scale;

	ball_init(&scale, 1);
	balls_noise_scale(&scale, delta, k, epsilon);
	scale_inputs(b, flags, comment, delta, k, epsilon);
	book_out(b, "scale", "ulp:3", number_double(mpfr_get_d(scale.mid, MPFR_RNDN)));
	ball_clear(&scale, 1);
}

static void scale_refused(struct book *b, const char *comment, double delta, uint64_t k, double epsilon)
{
	scale_inputs(b, "OutOfDomain", comment, delta, k, epsilon);
	book_invalid(b);
}

ORACLE(hdpmf_noise_scale)
{
	static const double deltas[] = { 4, 1, 3.5, 0.1 }, epsilons[] = { 1, 0.1, 0.5, 2, 1e-3, 0.7 };
	static const uint64_t ks[] = { 1, 2, 4, 5, 10, 50, 1000 };

	book_open(b, "hdpmf_noise_scale");
	book_group(b, "ordinary", "Widths, numbers of factors and budgets.");
	for (size_t i = 0; i < 42; i++)
		scale_test(b, "Ordinary", "parameters in use", deltas[i % 4], ks[i % 7], epsilons[i % 6]);
	book_group(b, "edges", "No width; a very small budget.");
	scale_test(b, "Zero", "every rating is the same", 0, 10, 1);
	scale_test(b, "Ordinary", "epsilon = 2^-100", 4, 10, 0x1p-100);
	book_group(b, "refused", "What an implementation must refuse.");
	scale_refused(b, "epsilon 0", 4, 10, 0);
	scale_refused(b, "negative epsilon", 4, 10, -1);
	scale_refused(b, "epsilon is not a number", 4, 10, NAN);
	scale_refused(b, "epsilon is infinite", 4, 10, INFINITY);
	scale_refused(b, "no factor", 4, 0, 1);
	scale_refused(b, "negative width", -1, 10, 1);
	scale_refused(b, "width is not a number", NAN, 10, 1);
	scale_refused(b, "width is infinite", INFINITY, 10, 1);
}

static void share_inputs(struct book *b, const char *flags, const char *comment, double scale, const double *h, const double *c,
                         size_t k, uint64_t raters)
{
	book_test(b, flags, "%s", comment);
	book_in_double(b, "scale", scale);
	book_in_doubles(b, "h", h, k);
	book_in_doubles(b, "c", c, k);
	book_in_u64(b, "raters", raters);
}

static void share_mistakes(struct book *b, double scale, const double *h, const double *c, size_t k, uint64_t raters)
{
	static const char *const names[] = { "no root is taken of 2 h / raters", "the 2 of 2 h / raters stands outside the root", "raters is left out",
		"h and c are exchanged", "c stands under the root, too" };
	const double n = (double)raters;
	double x[BALLS_K];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		for (size_t l = 0; l < k; l++) {
			const double wrong[] = { 2 * h[l] / n * c[l], 2 * sqrt(h[l] / n) * c[l], sqrt(2 * h[l]) * c[l], sqrt(2 * fabs(c[l]) / n) * h[l],
				sqrt(2 * h[l] / n * fabs(c[l])) };
			x[l] = scale * wrong[i];
		}
		slip_doubles(b, names[i], "x", x, k);
	}
}

static void share_test(struct book *b, const char *flags, const char *comment, double scale, const double *h, const double *c,
                       size_t k, uint64_t raters)
{
	struct ball s, x[BALLS_K];

	ball_init(&s, 1);
	ball_init(x, BALLS_K);
	ball_set(&s, scale);
	for (size_t l = 0; l < k; l++)
		balls_noise_share(&x[l], &s, h[l], c[l], raters);
	share_inputs(b, flags, comment, scale, h, c, k, raters);
	book_out(b, "x", "enclosure", ball_intervals(x, k));
	share_mistakes(b, scale, h, c, k, raters);
	ball_clear(&s, 1);
	ball_clear(x, BALLS_K);
}

static void share_refused(struct book *b, const char *comment, double scale, double h, size_t k, uint64_t raters)
{
	share_inputs(b, "OutOfDomain", comment, scale, (double[]){ h, 1 }, (double[]){ 0.5, -1 }, k, raters);
	book_invalid(b);
}

ORACLE(hdpmf_noise_share)
{
	static const double scales[] = { 1, 25.298221281347036, 0.1, 8 };
	static const uint64_t raters[] = { 1, 2, 3, 10, 583 };
	uint64_t word[8];
	double h[4], c[4];

	book_open(b, "hdpmf_noise_share");
	book_group(b, "ordinary", "One to four coordinates.");
	for (uint64_t i = 0; i < 20; i++) {
		tape_words("hdpmf_noise_share", i, word, 8);
		for (size_t l = 0; l < 4; l++) {
			h[l] = (double)(word[l] >> 11) * 0x1p-51;
			c[l] = (double)((int64_t)(word[4 + l] >> 11) - (INT64_C(1) << 52)) * 0x1p-51;
		}
		share_test(b, "Ordinary", "full precision", scales[i % 4], h, c, 1 + i % 4, raters[i % 5]);
	}
	book_group(b, "edges", "Where the noise vanishes.");
	share_test(b, "Zero", "h = 0", 3, (double[]){ 0, 1 }, (double[]){ 1, 0 }, 2, 2);
	share_test(b, "Zero", "scale 0", 0, (double[]){ 1, 2 }, (double[]){ 1, -1 }, 2, 2);
	share_test(b, "Ordinary", "2 h / raters = 1", 3, (double[]){ 1, 1 }, (double[]){ 1, -0.5 }, 2, 2);
	book_group(b, "refused", "What an implementation must refuse.");
	share_refused(b, "no rater", 1, 1, 2, 0);
	share_refused(b, "negative h", 1, -1, 2, 3);
	share_refused(b, "h is not a number", 1, NAN, 2, 3);
	share_refused(b, "no coordinate", 1, 1, 0, 3);
	share_refused(b, "negative scale", -1, 1, 2, 3);
	share_refused(b, "infinite scale", INFINITY, 1, 2, 3);
}
