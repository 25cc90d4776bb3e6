/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/vector.h"
#include "solve/ball_qp.h"
#include "solve/pgd.h"
#include "tests/ball_qp_random.h"
#include "tests/scale.h"

static struct dpmf_ball_qp opened[MOST_D + 1]; /* one for each d */

static int open_all(void **state)
{
	(void)state;
	for (size_t d = 1; d <= MOST_D; d++)
		if (dpmf_ball_qp_open(&opened[d], d, NULL))
			return -1;
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	for (size_t d = 1; d <= MOST_D; d++)
		dpmf_ball_qp_close(&opened[d]);
	return 0;
}

static void open_stream(struct dpmf_stream *s, uint64_t place)
{
	struct dpmf_key key;

	dpmf_key_from_seed(5, &key);
	dpmf_stream_open(s, &key, place, 0, 0);
}

/* Solves and looks at what every answer must satisfy. */
static void solve(const double *a, const double *b, size_t d, double r, double *q, struct dpmf_ball_certificate *c)
{
	assert_int_equal(dpmf_ball_qp_solve(&opened[d], a, b, r, q, c, NULL), DPMF_OK);
	assert_true(dpmf_l2(q, d) <= r);
	assert_true(c->multiplier >= 0 && c->residual >= 0 && c->curvature >= 0 && c->excess >= 0);
}

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

/* Whether A + shift I is positive definite, by Cholesky in long double. */
static bool positive(const double *a, size_t d, double shift)
{
	long double lower[MOST_D * MOST_D];

	for (size_t i = 0; i < d; i++)
		for (size_t j = 0; j <= i; j++) {
			long double rest = a[i * d + j] + (i == j ? (long double)shift : 0);

			for (size_t k = 0; k < j; k++)
				rest -= lower[i * d + k] * lower[j * d + k];
			if (i == j && !(rest > 0))
				return false;
			lower[i * d + j] = i == j ? sqrtl(rest) : rest / lower[j * d + j];
		}
	return true;
}

struct tally {
	size_t solved, indefinite, hard, inside, on_sphere;
	double residual, slack, excess;
};

/* The conditions that make q a global minimiser (solve/ball_certificate.h), each to 1e-10, without the certificate. */
static void judge(const struct problem *p, const double *q, const struct dpmf_ball_certificate *c, struct tally *tally)
{
	const double size = size_of(p->a, p->d * p->d), norm = size_of(q, p->d), mu = c->multiplier;
	const double scale = 2 * (size + mu) * norm + size_of(p->b, p->d), whole = size * p->r * p->r + size_of(p->b, p->d) * p->r;
	const double residual = residual_at(p->a, p->b, p->d, q, mu);

	assert_true(residual <= 1e-10 * scale && residual <= c->residual && c->relative <= 1e-10);
	assert_true(norm <= p->r * (1 + 1e-14));
	assert_true(mu == 0 || norm >= p->r * (1 - 1e-10));
	assert_true(positive(p->a, p->d, mu + 1e-10 * (size + mu)));
	assert_true(c->excess <= 1e-10 * whole);
	tally->solved++;
	tally->indefinite += p->value[0] < 0 && p->value[p->d - 1] > 0;
	tally->hard += p->shape == HARD;
	tally->inside += mu == 0;
	tally->on_sphere += mu > 0;
	tally->residual = fmax(tally->residual, scale > 0 ? residual / scale : 0);
	tally->excess = fmax(tally->excess, c->excess / whole);
	if (p->shape == HARD) /* the multiplier is -lambda_min, and the sphere is reached */
		assert_true(fabs(mu + p->value[0]) <= 1e-6 * (size + mu) && norm >= p->r * (1 - 1e-10));
}

/* A tenth in the hard case, a third indefinite beside it. */
static enum shape shape_of(size_t trial)
{
	const size_t place = trial % 30;

	return place < 3 ? HARD : place < 14 ? INDEFINITE : place < 18 ? SINGULAR : DEFINITE;
}

static void many_problems(void **state)
{
	const size_t trials = SCALED(100000, 600);
	struct tally tally = { 0 };
	struct dpmf_stream s;
	struct problem p;

	(void)state;
	open_stream(&s, 1);
	for (size_t trial = 0; trial < trials; trial++) {
		struct dpmf_ball_certificate c;
		double q[MOST_D];

		draw_problem(&s, shape_of(trial), &p);
		solve(p.a, p.b, p.d, p.r, q, &c);
		judge(&p, q, &c, &tally);
	}
	print_message("%zu problems, %zu indefinite, %zu hard, %zu inside, %zu on the sphere: residual %.2g of its scale, "
	              "excess %.2g of |A| r^2 + |b| r\n", tally.solved, tally.indefinite, tally.hard, tally.inside,
	              tally.on_sphere, tally.residual, tally.excess);
	assert_true(tally.indefinite >= trials / 3 && tally.hard >= trials / 10);
	assert_true(tally.inside >= trials / 10 && tally.on_sphere >= trials / 2);
}

static void draw_start(struct dpmf_stream *s, const struct problem *p, double *x)
{
	for (size_t i = 0; i < p->d; i++)
		x[i] = p->r * centred(s);
	dpmf_project_ball(x, p->d, p->r);
}

/* What the certificate calls the excess is all that a descent from anywhere may find. */
static void never_worse_than_descent(void **state)
{
	const size_t trials = SCALED(1000, 60);
	size_t close = 0, definite = 0;
	struct dpmf_stream s;
	struct problem p;

	(void)state;
	open_stream(&s, 2);
	for (size_t trial = 0; trial < trials; trial++) {
		struct dpmf_ball_certificate c;
		double q[MOST_D], x[MOST_D], gradient[MOST_D];
		long double least = HUGE_VALL, f;

		draw_problem(&s, shape_of(trial), &p);
		solve(p.a, p.b, p.d, p.r, q, &c);
		f = value_at(p.a, p.b, p.d, q);
		for (int start = 0; start < 20; start++) {
			draw_start(&s, &p, x);
			dpmf_pgd(p.a, p.b, p.d, p.r, 300, 1e-9, x, gradient);
			least = fminl(least, value_at(p.a, p.b, p.d, x));
			assert_true(f <= value_at(p.a, p.b, p.d, x) + c.excess);
		}
		definite += p.shape == DEFINITE;
		close += p.shape == DEFINITE && least - f <= 1e-6 * (size_of(p.a, p.d * p.d) * p.r * p.r + size_of(p.b, p.d) * p.r);
	}
	assert_true(close * 4 >= definite * 3 && definite > 0); /* the descent is no straw man */
}

/* At any point and for any multiplier the certificate bounds the distance to what is found. */
static void bounds_the_excess_of_any_point(void **state)
{
	const size_t trials = SCALED(20000, 200);
	struct dpmf_stream s;
	struct problem p;
	size_t near = 0;

	(void)state;
	open_stream(&s, 3);
	for (size_t trial = 0; trial < trials; trial++) {
		struct dpmf_ball_certificate c;
		double q[MOST_D], x[MOST_D], work[MOST_D * MOST_D + MOST_D], mu;
		const double off = exp2(-50 * uniform(&s));
		long double excess;

		draw_problem(&s, shape_of(trial), &p);
		solve(p.a, p.b, p.d, p.r, q, &c);
		draw_start(&s, &p, x);
		for (size_t i = 0; i < p.d; i++)
			x[i] = q[i] + off * (x[i] - q[i]);
		dpmf_project_ball(x, p.d, p.r);
		mu = fabs(c.multiplier + off * centred(&s) * (c.multiplier + 1) * (double)(dpmf_stream_word(&s) % 2));
		assert_int_equal(dpmf_ball_certify_work(p.d), p.d * p.d + p.d);
		dpmf_ball_certify(p.a, p.b, p.d, p.r, x, mu, work, &c);
		excess = value_at(p.a, p.b, p.d, x) - value_at(p.a, p.b, p.d, q);
		assert_true(excess <= c.excess);
		assert_true(residual_at(p.a, p.b, p.d, x, mu) <= c.residual);
		assert_true(positive(p.a, p.d, mu + c.curvature + 1e-17 * size_of(p.a, p.d * p.d)) || p.value[p.d - 1] == 0);
		near += excess > c.excess / 100;
	}
	assert_true(near > trials / 50); /* a bound a hundred times as large would be noticed */
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
		cmocka_unit_test(many_problems),
		cmocka_unit_test(never_worse_than_descent),
		cmocka_unit_test(bounds_the_excess_of_any_point),
		cmocka_unit_test(scales_to_the_last_bit),
		cmocka_unit_test(near_the_hard_case),
		cmocka_unit_test(graded),
		cmocka_unit_test(descends),
	};

	return cmocka_run_group_tests(tests, open_all, close_all);
}
