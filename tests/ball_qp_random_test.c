/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random quadratics over a ball: what is found is the least, and the certificate bounds how far it can be off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "solve/pgd.h"
#include "tests/ball_qp_world.h"
#include "tests/scale.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_problems),
		cmocka_unit_test(never_worse_than_descent),
		cmocka_unit_test(bounds_the_excess_of_any_point),
	};

	return cmocka_run_group_tests_name("ball_qp, random", tests, open_all, close_all);
}
