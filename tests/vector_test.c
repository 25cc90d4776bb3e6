/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/stream.h"
#include "core/vector.h"
#include "tests/scale.h"

#define MOST 40

static void small_vectors(void **state)
{
	const double x[] = { 1, -2, 4 }, y[] = { 3, 5, -0.5 };
	double z[] = { 7, 7, 7, 7 };

	(void)state;
	assert_true(dpmf_dot(x, y, 3) == -9);
	assert_true(dpmf_dot(x, y, 0) == 0);
	assert_true(dpmf_l1(x, 3) == 7);
	assert_true(dpmf_l1(x, 0) == 0);
	assert_true(dpmf_l2((double[]){ 3, -4 }, 2) == 5);
	assert_true(dpmf_l2(x, 0) == 0);
	dpmf_scale(-2, x, 3, z);
	assert_true(z[0] == -2 && z[1] == 4 && z[2] == -8 && z[3] == 7);
	dpmf_add_scaled(0.5, x, 3, z);
	assert_true(z[0] == -1.5 && z[1] == 3 && z[2] == -6 && z[3] == 7);
}

static void projects_onto_the_sphere(void **state)
{
	double x[] = { 3, -4 }, inside[] = { 0.3, -0.4 }, zero[] = { 0, 0 };

	(void)state;
	dpmf_project_ball(x, 2, 1);
	assert_true(fabs(x[0] - 0.6) <= DBL_EPSILON && fabs(x[1] + 0.8) <= DBL_EPSILON);
	dpmf_project_ball(inside, 2, 0.5);
	assert_true(inside[0] == 0.3 && inside[1] == -0.4);
	dpmf_project_ball(inside, 2, 0);
	assert_true(inside[0] == 0 && inside[1] == 0);
	dpmf_project_ball(zero, 2, 0);
	assert_true(zero[0] == 0 && zero[1] == 0);
	dpmf_project_ball(x, 0, 0);
}

static double uniform(struct dpmf_stream *s)
{
	return (double)(dpmf_stream_word(s) >> 11) * 0x1p-53;
}

/* Lengths 1 .. MOST; sizes over twelve decades around the radius, and near it. */
static size_t draw(struct dpmf_stream *s, double *x, double *radius)
{
	const size_t n = 1 + dpmf_stream_word(s) % MOST;
	const int spread = dpmf_stream_word(s) % 2 ? 40 : 1;
	const double size = exp2((uniform(s) - 0.5) * spread);

	for (size_t i = 0; i < n; i++)
		x[i] = size * (2 * uniform(s) - 1);
	*radius = dpmf_stream_word(s) % 4 ? 1 : exp2((uniform(s) - 0.5) * 20);
	return n;
}

static void never_outside_after_projection(void **state)
{
	double x[MOST], before[MOST], radius;
	struct dpmf_stream s;
	struct dpmf_key key;
	const size_t trials = SCALED(1000000, 20000);
	size_t outside = 0, lowered = 0;

	(void)state;
	dpmf_key_from_seed(1, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (size_t trial = 0; trial < trials; trial++) {
		const size_t n = draw(&s, x, &radius);
		double norm, factor;

		memcpy(before, x, sizeof x);
		norm = dpmf_l2(before, n);
		dpmf_project_ball(x, n, radius);
		assert_true(dpmf_l2(x, n) <= radius);
		if (norm <= radius) {
			assert_memory_equal(x, before, n * sizeof *x);
			continue;
		}
		outside++;
		factor = radius / norm;
		lowered += x[0] != factor * before[0];
		for (size_t i = 0; i < n; i++)
			assert_true(fabs(x[i] - factor * before[i]) <= 64 * DBL_EPSILON * fabs(factor * before[i]));
	}
	assert_true(outside > trials / 5 * 2);
	assert_true(lowered > trials / 100); /* the case for which the factor is rounded down does occur */
}

/* Where squares leave the range of doubles the result may be 0, yet never outside, and it ends. */
static void ends_at_the_edges_of_the_range(void **state)
{
	const double sizes[] = { DBL_TRUE_MIN, 0x1p-1060, 0x1p-537, 0x1p-530, 1e-160, 1e-100, 1e100, 0x1p511, 1e160, DBL_MAX };
	const double radii[] = { 0, DBL_TRUE_MIN, 1e-165, 1e-161, 1e-160, 1e-100, 1, 1e100, 1e160 };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (size_t r = 0; r < sizeof radii / sizeof *radii; r++) {
			double x[3] = { sizes[i], -sizes[i] / 3, sizes[i] / 7 };

			dpmf_project_ball(x, 3, radii[r]);
			assert_true(dpmf_l2(x, 3) <= radii[r]);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_vectors),
		cmocka_unit_test(projects_onto_the_sphere),
		cmocka_unit_test(never_outside_after_projection),
		cmocka_unit_test(ends_at_the_edges_of_the_range),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
