/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "solve/pgd.h"
#include "tests/ball_qp_world.h"
#include "tests/scale.h"

#define NEAR(x, y) assert_true(fabs((x) - (y)) <= 1e-14)

static void known_answers(void **state)
{
	struct dpmf_ball_certificate c;
	double q[4];

	(void)state;
	solve((double[]){ 2 }, (double[]){ 3 }, 1, 1, q, &c); /* inside */
	assert_true(q[0] == 0.75 && c.multiplier == 0);
	solve((double[]){ 2 }, (double[]){ 6 }, 1, 1, q, &c); /* on the sphere */
	assert_true(q[0] == 1 && c.multiplier == 1);
	solve((double[]){ -2 }, (double[]){ 6 }, 1, 1, q, &c);
	assert_true(q[0] == 1 && c.multiplier == 5);
	solve((double[]){ -2 }, (double[]){ 0 }, 1, 1, q, &c);
	assert_true(fabs(q[0]) == 1 && c.multiplier == 2);
	solve((double[]){ -1, 0, 0, 1 }, (double[]){ 0, 1 }, 2, 1, q, &c); /* the hard case */
	NEAR(fabs(q[0]), sqrt(15) / 4);
	NEAR(q[1], 0.25);
	NEAR(c.multiplier, 1);
	solve((double[]){ 0, 1, 1, 0 }, (double[]){ 1, 1 }, 2, 1, q, &c); /* the same, turned */
	NEAR(q[0] + q[1], 0.5);
	NEAR(fabs(q[0] - q[1]), sqrt(1.75));
	NEAR(c.multiplier, 1);
	solve((double[]){ -1, 0, 0, 1 }, (double[]){ 0, 8 }, 2, 1, q, &c); /* orthogonal, and yet not hard */
	assert_true(q[0] == 0 && q[1] == 1 && c.multiplier == 3);
	solve((double[]){ 0, 0, 0, 1 }, (double[]){ 0, 1 }, 2, 1, q, &c); /* singular: the shortest */
	assert_true(q[0] == 0 && q[1] == 0.5 && c.multiplier == 0);
	solve((double[]){ 0, 0, 0, 0 }, (double[]){ 3, 4 }, 2, 10, q, &c);
	NEAR(q[0], 6);
	NEAR(q[1], 8);
	NEAR(c.multiplier, 0.25);
	solve((double[]){ 0, 0, 0, 0 }, (double[]){ 0, 0 }, 2, 10, q, &c);
	assert_true(q[0] == 0 && q[1] == 0 && c.multiplier == 0 && c.excess == 0);
	solve((double[]){ 5, 0, 0, 5 }, (double[]){ 0, 0 }, 2, 10, q, &c);
	assert_true(q[0] == 0 && q[1] == 0 && c.multiplier == 0);
	solve((double[]){ -5, 0, 0, 0, -5, 0, 0, 0, -5 }, (double[]){ 0, 0, 0 }, 3, 2, q, &c);
	NEAR(size_of(q, 3), 2);
	NEAR(c.multiplier, 5);
	solve((double[]){ -5, 0, 0, 0, -5, 0, 0, 0, -5 }, (double[]){ 2, 4, 4 }, 3, 3, q, &c);
	NEAR(q[0], 1);
	NEAR(q[1], 2);
	NEAR(q[2], 2);
	NEAR(c.multiplier, 6);
	solve((double[]){ 3, 1, 1, -2 }, (double[]){ 7, 1 }, 2, 0, q, &c);
	assert_true(q[0] == 0 && q[1] == 0 && c.excess == 0);
}

static void only_the_symmetric_part_counts(void **state)
{
	const double upper[] = { 1, 6, -4, 0, -2, 3, 0, 0, 5 }, whole[] = { 1, 3, -2, 3, -2, 1.5, -2, 1.5, 5 };
	const double b[] = { 1, -2, 3 };
	struct dpmf_ball_certificate c, of_whole;
	double q[3], same[3];

	(void)state;
	solve(upper, b, 3, 2, q, &c);
	solve(whole, b, 3, 2, same, &of_whole);
	assert_memory_equal(q, same, sizeof q);
	assert_memory_equal(&c, &of_whole, sizeof c);
}

static void refused(size_t d, const double *a, const double *b, double r, enum dpmf_status status, const char *why)
{
	double q[2] = { 7, 7 };
	struct dpmf_ball_certificate c = { .multiplier = 7 };
	struct dpmf_error error = { "" };

	assert_int_equal(dpmf_ball_qp_solve(&opened[d], a, b, r, q, &c, &error), status);
	assert_non_null(strstr(error.text, why));
	assert_true(q[0] == 7 && q[1] == 7 && c.multiplier == 7);
}

static void refuses(void **state)
{
	const double a[] = { 1, 0, 0, 1 }, b[] = { 1, 1 };
	const double bad[] = { NAN, INFINITY, -INFINITY };
	struct dpmf_ball_qp qp = { .d = 7 };
	struct dpmf_error error;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		refused(2, (double[]){ 1, 0, bad[i], 1 }, b, 1, DPMF_INPUT, "row 1, column 0");
		refused(2, (double[]){ 1, bad[i], 0, 1 }, b, 1, DPMF_INPUT, "row 0, column 1");
		refused(2, a, (double[]){ 1, bad[i] }, 1, DPMF_INPUT, "linear part");
		refused(2, a, b, bad[i], DPMF_INPUT, "radius");
	}
	refused(2, a, b, -1, DPMF_INPUT, "radius");
	refused(2, a, b, 0x1p-501, DPMF_INPUT, "radius");
	refused(2, a, b, 0x1p501, DPMF_INPUT, "radius");
	refused(2, a, (double[]){ DBL_MAX, 0 }, 0x1p-500, DPMF_INPUT, "scale");
	refused(1, (double[]){ -DBL_MAX }, b, 0x1p500, DPMF_INPUT, "scale");
	assert_int_equal(dpmf_ball_qp_open(&qp, 0, &error), DPMF_INPUT);
	assert_int_equal(dpmf_ball_qp_open(&qp, DPMF_BALL_QP_MOST + 1, &error), DPMF_INPUT);
	assert_true(qp.d == 7);
}

/* Powers of two change the answer by powers of two. */
static void scales_to_the_last_bit(void **state)
{
	const struct { int value, radius; } by[] = { { 0, 300 }, { 0, -400 }, { 400, -300 }, { -600, 200 }, { 900, -450 }, { -900, 450 } };
	struct dpmf_stream s;
	struct problem p;

	(void)state;
	open_stream(&s, 4);
	for (size_t trial = 0; trial < SCALED(3000, 60); trial++) {
		const int value = by[trial % 6].value, radius = by[trial % 6].radius;
		struct dpmf_ball_certificate c, of_scaled;
		double q[MOST_D], scaled[MOST_D];

		draw_problem(&s, shape_of(trial), &p);
		solve(p.a, p.b, p.d, p.r, q, &c);
		for (size_t i = 0; i < p.d * p.d; i++)
			p.a[i] = ldexp(p.a[i], value);
		for (size_t i = 0; i < p.d; i++)
			p.b[i] = ldexp(p.b[i], value + radius);
		solve(p.a, p.b, p.d, ldexp(p.r, radius), scaled, &of_scaled);
		for (size_t i = 0; i < p.d; i++)
			assert_true(scaled[i] == ldexp(q[i], radius));
		assert_true(of_scaled.multiplier == ldexp(c.multiplier, value) && of_scaled.excess == ldexp(c.excess, value + 2 * radius));
		assert_true(of_scaled.relative == c.relative);
	}
}

/* b's part in the bottom eigenspace from 1 down to nothing. */
static void near_the_hard_case(void **state)
{
	struct dpmf_ball_certificate c;
	double q[3], residual = 0;

	(void)state;
	for (int e = 0; e >= -1074; e--) {
		const double a[] = { -1, 0, 0, 0, 1, 0.25, 0, 0.25, 3 };

		for (int rest = 0; rest <= 4; rest++) { /* what the others leave of the sphere: most, ..., hardly any, none */
			const double b[] = { ldexp(1, e), rest == 0 ? 1 : rest == 1 ? 3.999 : rest == 2 ? 4 - 1e-12 : rest == 3 ? 4 : 5, 0 };

			solve(a, b, 3, 1, q, &c);
			residual = fmax(residual, residual_at(a, b, 3, q, c.multiplier));
			assert_true(q[0] >= -1e-8 && size_of(q, 3) >= 1 - 1e-14 && c.multiplier >= 1 && c.curvature <= 1e-13);
			assert_true(c.excess <= 1e-12);
		}
	}
	assert_true(residual <= 1e-14);
}

/* Eigenvalues, and the parts of b, over hundreds of decades. */
static void graded(void **state)
{
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 5);
	for (size_t trial = 0; trial < SCALED(20000, 200); trial++) {
		const size_t d = 2 + trial % 7;
		const double spread = trial % 3 == 0 ? 10 : trial % 3 == 1 ? 100 : 450;
		const double r = exp2(spread * centred(&s));
		struct dpmf_ball_certificate c;
		double a[64], b[8], q[8], size, length;

		for (size_t i = 0; i < d; i++) {
			for (size_t j = 0; j <= i; j++)
				a[i * d + j] = a[j * d + i] = centred(&s) * exp2(spread * centred(&s) / 4);
			b[i] = centred(&s) * exp2(spread * centred(&s) / 4);
		}
		solve(a, b, d, r, q, &c);
		size = size_of(a, d * d);
		length = size_of(b, d);
		assert_true(c.excess <= 1e-10 * (size * r * r + length * r));
		assert_true(c.relative <= 1e-10 || c.residual <= 1e-140 * (size * r + length));
	}
}

static void descends(void **state)
{
	const double a[] = { 2, 1, 1, 3 }, b[] = { 1, -2 };
	double q[2] = { 0.5, 0.5 }, gradient[2], f = 1e9;
	double zero[2] = { 0, 0 };

	(void)state;
	for (int i = 0; i < 60; i++) {
		assert_int_equal(dpmf_pgd(a, b, 2, 1, 1, 0, q, gradient), 1);
		assert_true((double)value_at(a, b, 2, q) <= f + 1e-15);
		f = (double)value_at(a, b, 2, q);
	}
	assert_true(fabs(q[0] - 0.5) < 1e-9 && fabs(q[1] + 0.5) < 1e-9);
	assert_true(dpmf_pgd(a, b, 2, 1, 1000, 1e-12, q, gradient) < 1000);
	assert_int_equal(dpmf_pgd(a, b, 2, 0, 10, 0, zero, gradient), 0);
	assert_int_equal(dpmf_pgd(zero, zero, 1, 1, 10, 0, zero, gradient), 0);
	dpmf_pgd((double[]){ 0, 0, 0, 0 }, b, 2, 5, 10, 0, q, gradient);
	assert_true(fabs(q[0] - sqrt(5)) < 1e-8 && fabs(q[1] + 2 * sqrt(5)) < 1e-8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_answers),
		cmocka_unit_test(only_the_symmetric_part_counts),
		cmocka_unit_test(refuses),
		cmocka_unit_test(scales_to_the_last_bit),
		cmocka_unit_test(near_the_hard_case),
		cmocka_unit_test(graded),
		cmocka_unit_test(descends),
	};

	return cmocka_run_group_tests_name("ball_qp", tests, open_all, close_all);
}
