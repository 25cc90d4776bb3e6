/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "hdpmf_balls.h"
#include "oracle.h"
#include "tape.h"

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
		for (size_t l = 0; l < k; l++) {
			ball_div(&y[l], &y[l], &norm);
			ball_widen(&y[l], 0x1p-40);
		}
		book_mistake(b, "its square stands for the norm", "x", "enclosure", ball_intervals(y, k));
		for (size_t l = 0; l < k; l++)
			ball_set(&y[l], fmax(-radius, fmin(radius, x[l])));
		book_mistake(b, "each coordinate is cut to the radius", "x", "enclosure", ball_intervals(y, k));
	} else {
		book_out(b, "x", "exact", book_doubles(x, k));
		book_out(b, "norm_after", "enclosure", ball_interval(&norm));
	}
	ball_clear(y, BALLS_K);
	ball_clear(&norm, 1);
}

static void project_refused(struct book *b, const char *comment, double x, size_t k, double radius)
{
	book_refused(b, comment);
	book_in_doubles(b, "x", (double[]){ x, 0.5 }, k);
	book_in_double(b, "radius", radius);
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

ORACLE(project_ball)
{
	double x[10];

	book_open(b, "project_ball");
	book_group(b, "ordinary", "Vectors inside and outside.");
	for (uint64_t i = 0; i < 20; i++) {
		const size_t k = 1 + i % 10;
		unit_vector(i, x, k);
		project_test(b, norm_of_scaled(1, x, k) > 1 ? "Outside" : "Inside", "the unit ball", x, k, 1);
	}
	project_lowered(b);
	project_edges(b);
}
