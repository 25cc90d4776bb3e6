/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gmp.h>
#include <math.h>

#include "hdpmf_balls.h"
#include "number.h"
#include "oracle_text.h"
#include "oracles.h"
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

void oracle_hdpmf_noise_scale(struct book *b)
{
	static const double deltas[] = { 4, 1, 3.5, 0.1 }, epsilons[] = { 1, 0.1, 0.5, 2, 1e-3, 0.7 };
	static const uint64_t ks[] = { 1, 2, 4, 5, 10, 50, 1000 };

	book_open(b, "hdpmf_noise_scale", "hdpmf, Theorem 2: the scale of the Laplace law of each coordinate.");
	book_note(b, "scale = 2 delta sqrt(k) / epsilon, delta the width of the range of ratings, k the number of factors.");
	book_note(b, "ulp:3 compares with the real number rounded to nearest: sqrt, product and quotient, each rounded to nearest, are at most "
	          "three doubles away, in whatever order they are evaluated.");
	book_note(b, "Domain: delta >= 0 and finite, k >= 1, epsilon > 0 and finite.");
	book_flag(b, "Ordinary", "Nothing special.");
	book_flag(b, "Zero", "delta = 0: every rating is the same, no noise.");
	book_flag(b, "OutOfDomain", "An implementation must refuse it.");
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
	ball_clear(&s, 1);
	ball_clear(x, BALLS_K);
}

static void share_refused(struct book *b, const char *comment, double scale, double h, size_t k, uint64_t raters)
{
	share_inputs(b, "OutOfDomain", comment, scale, (double[]){ h, 1 }, (double[]){ 0.5, -1 }, k, raters);
	book_invalid(b);
}

void oracle_hdpmf_noise_share(struct book *b)
{
	static const double scales[] = { 1, 25.298221281347036, 0.1, 8 };
	static const uint64_t raters[] = { 1, 2, 3, 10, 583 };
	uint64_t word[8];
	double h[4], c[4];

	book_open(b, "hdpmf_noise_share", "hdpmf, Section IV: one user's share of the noise of one item.");
	book_note(b, "x_l = scale sqrt(2 h_l / raters) c_l for every coordinate l: h from the recommender, Exp(1), the same for all `raters` "
	          "users who rated the item; c of the user's own, N(0, 1).");
	text_enclosure(b);
	book_note(b, "Domain: k >= 1 coordinates, all numbers finite, scale >= 0, h_l >= 0, raters >= 1.");
	book_flag(b, "Ordinary", "Nothing special.");
	book_flag(b, "Zero", "h or c or the scale is 0: no noise.");
	book_flag(b, "OutOfDomain", "An implementation must refuse it.");
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

static void project_test(struct book *b, const char *flags, const char *comment, const double *x, size_t k, double radius)
{
	struct ball y[BALLS_K], norm;
	bool outside;

	ball_init(y, BALLS_K);
	ball_init(&norm, 1);
	ball_set_all(y, x, k);
	if (!balls_project(y, &norm, k, radius, &outside))
		b->failed = true;
	book_test(b, flags, "%s", comment);
	book_in_doubles(b, "x", x, k);
	book_in_double(b, "radius", radius);
	book_out(b, "norm", "enclosure", ball_interval(&norm));
	if (outside) {
		book_out(b, "x", "enclosure", ball_intervals(y, k));
		book_out(b, "norm_after", "enclosure", book_interval(radius * (1 - 0x1p-46), radius));
	} else {
		book_out(b, "x", "exact", book_doubles(x, k));
		book_out(b, "norm_after", "enclosure", ball_interval(&norm));
	}
	ball_clear(y, BALLS_K);
	ball_clear(&norm, 1);
}

static void project_refused(struct book *b, const char *comment, double x, size_t k, double radius)
{
	book_test(b, "OutOfDomain", "%s", comment);
	book_in_doubles(b, "x", (double[]){ x, 0.5 }, k);
	book_in_double(b, "radius", radius);
	book_invalid(b);
}

static double norm_of_scaled(double factor, const double *x, size_t k)
{
	double sum = 0;

	for (size_t l = 0; l < k; l++)
		sum += factor * x[l] * (factor * x[l]);
	return sqrt(sum);
}

/* How often the factor must be lowered in binary64, as the notes say. */
static int lowerings(const double *x, size_t k, double radius)
{
	double factor = radius / norm_of_scaled(1, x, k), down = 0x1p-53;
	int times = 0;

	for (; norm_of_scaled(factor, x, k) > radius; down *= 2, times++)
		factor *= 1 - down;
	return times;
}

static void unit_vector(uint64_t number, double *x, size_t k)
{
	uint64_t word[10];

	tape_words("project_ball", number, word, 10);
	for (size_t l = 0; l < k; l++)
		x[l] = (double)((int64_t)(word[l] >> 11) - (INT64_C(1) << 52)) * 0x1p-52;
}

/* Once and twice: for each the first vectors where it happens. */
static void project_lowered(struct book *b)
{
	static const double radii[] = { 0.5, 0.3, 0.1 };
	double x[10];

	book_group(b, "lowered", "radius / |x|_2, rounded, leads out of the ball again.");
	for (int times = 1; times <= 2; times++) {
		uint64_t number = 1000;
		for (int found = 0; found < 9; number++) {
			const size_t k = 2 + number % 9;
			unit_vector(number, x, k);
			if (norm_of_scaled(1, x, k) < 0.6 || lowerings(x, k, radii[number % 3]) != times)
				continue;
			project_test(b, "Outside Lowered", times == 1 ? "lowered once" : "lowered twice", x, k, radii[number % 3]);
			found++;
		}
	}
}

static void project_edges(struct book *b)
{
	book_group(b, "edges", "On the sphere, at the centre, a ball that is a point.");
	project_test(b, "Inside", "the centre", (double[]){ 0, 0 }, 2, 1);
	project_test(b, "Outside", "3, 4", (double[]){ 3, 4 }, 2, 1);
	project_test(b, "Outside", "a corner of the cube", (double[]){ 1, 1, 1, -1 }, 4, 1);
	project_test(b, "Outside", "one coordinate", (double[]){ -7 }, 1, 3);
	project_test(b, "Outside", "just outside", (double[]){ 1 + 0x1p-30, 0 }, 2, 1);
	project_test(b, "Inside", "just inside", (double[]){ 1 - 0x1p-30, 0 }, 2, 1);
	project_test(b, "Outside Point", "radius 0", (double[]){ 0.5, -2 }, 2, 0);
	project_test(b, "Inside Point", "radius 0, the centre", (double[]){ 0, -0.0 }, 2, 0);
	project_test(b, "Outside", "2^400", (double[]){ 0x1p400, 0x1p399 }, 2, 0x1p-300);
	book_group(b, "refused", "What an implementation must refuse.");
	project_refused(b, "negative radius", 1, 2, -1);
	project_refused(b, "radius is not a number", 1, 2, NAN);
	project_refused(b, "no coordinate", 1, 0, 1);
	project_refused(b, "not a number", NAN, 2, 1);
	project_refused(b, "infinite", INFINITY, 2, 1);
}

void oracle_project_ball(struct book *b)
{
	double x[10];

	book_open(b, "project_ball", "The nearest point of the ball |x|_2 <= radius.");
	book_note(b, "If |x|_2 <= radius the output is x itself. Otherwise factor = radius / |x|_2, lowered (by one unit in the last place, then by "
	          "two more, four more, ...) until the norm of the products factor x_l, evaluated in binary64 as the square root of the sum "
	          "of squares in the order of the coordinates without fused multiply-add, is at most radius; the output is factor x_l.");
	book_note(b, "`norm` is |x|_2 before, `norm_after` is |x|_2 of the output, evaluated as above: it must not exceed radius.");
	text_enclosure(b);
	book_note(b, "The enclosure of the output x allows in addition for the lowering of the factor: (4 k + 24) 2^-53, relatively.");
	book_note(b, "Domain: k >= 1 coordinates, finite, whose squares neither overflow nor underflow; radius >= 0 and finite.");
	book_flag(b, "Inside", "The vector lies in the ball: no bit changes.");
	book_flag(b, "Outside", "The vector lies outside.");
	book_flag(b, "Lowered", "The first factor leaves the norm above the radius: it must be lowered.");
	book_flag(b, "Point", "radius = 0.");
	book_flag(b, "OutOfDomain", "An implementation must refuse it.");
	book_group(b, "ordinary", "Vectors inside and outside.");
	for (uint64_t i = 0; i < 20; i++) {
		const size_t k = 1 + i % 10;
		unit_vector(i, x, k);
		project_test(b, norm_of_scaled(1, x, k) > 1 ? "Outside" : "Inside", "the unit ball", x, k, 1);
	}
	project_lowered(b);
	project_edges(b);
}

static bool fits(mpz_srcptr x)
{
	return mpz_cmp_si(x, INT64_MAX) <= 0 && mpz_cmp_si(x, INT64_MIN) >= 0;
}

/* In GMP integers; the test is one to refuse when anything leaves 64 bits. */
static void contribute_test(struct book *b, const char *flags, const char *comment, int64_t rating, int64_t weight,
                            const int64_t *feature, const int64_t *sum, size_t k)
{
	int64_t after[8];
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
	} else {
		book_invalid(b);
	}
	mpz_clears(stretched, x, NULL);
}

#define LIST(...) ((const int64_t[]){ __VA_ARGS__ })

void oracle_hdpmf_contribute(struct book *b)
{
	const int64_t most = INT64_MAX, least = INT64_MIN, half = INT64_C(1) << 32;
	uint64_t word[12];
	int64_t feature[5], sum[5];

	book_open(b, "hdpmf_contribute", "hdpmf, corrected variant: what a user adds to an item's sum, in steps of the grid.");
	book_note(b, "stretched = weight_steps * rating_steps; the output sum_l is the input sum_l + stretched * feature_l, in integers.");
	book_note(b, "Domain: k >= 1 coordinates; stretched, every product stretched * feature_l and every sum fit into a signed 64-bit integer.");
	book_flag(b, "Ordinary", "Nothing special.");
	book_flag(b, "Boundary", "A product or a sum at the end of the 64-bit range.");
	book_flag(b, "OutOfDomain", "An implementation must refuse it: a product or a sum leaves the 64-bit range, or there is no coordinate.");
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
