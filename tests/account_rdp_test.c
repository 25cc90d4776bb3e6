/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversions from one Renyi order: valid for random laws, the least for two-point
   laws, never above the closed form of Balle et al. nor above Mironov's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>

#include "account/interval.h"
#include "account/rdp.h"
#include "tests/account_reference.h"
#include "tests/scale.h"

enum { SUPPORT = 5 };

struct numbers {
	struct dpmf_enclosure alpha, rho, delta, epsilon;
};

static void numbers_init(struct numbers *n, double alpha, double rho, double delta, double epsilon)
{
	dpmf_enclosure_init(&n->alpha);
	dpmf_enclosure_init(&n->rho);
	dpmf_enclosure_init(&n->delta);
	dpmf_enclosure_init(&n->epsilon);
	dpmf_interval_set_d(&n->alpha, alpha);
	dpmf_interval_set_d(&n->rho, rho);
	dpmf_interval_set_d(&n->delta, delta);
	dpmf_interval_set_d(&n->epsilon, epsilon);
}

static void numbers_clear(struct numbers *n)
{
	dpmf_enclosure_clear(&n->alpha);
	dpmf_enclosure_clear(&n->rho);
	dpmf_enclosure_clear(&n->delta);
	dpmf_enclosure_clear(&n->epsilon);
}

static double epsilon_of(double alpha, double rho, double delta)
{
	struct numbers n;
	double answer;

	numbers_init(&n, alpha, rho, delta, 0);
	assert_int_equal(dpmf_rdp_epsilon(&n.alpha, &n.rho, &n.delta, &n.epsilon, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(n.epsilon.lo) || dpmf_interval_width(&n.epsilon) < 1e-40);
	answer = mpfr_get_d(n.epsilon.hi, MPFR_RNDU);
	numbers_clear(&n);
	return answer;
}

static double delta_of(double alpha, double rho, double epsilon)
{
	struct numbers n;
	double answer;

	numbers_init(&n, alpha, rho, 0, epsilon);
	assert_int_equal(dpmf_rdp_delta(&n.alpha, &n.rho, &n.epsilon, &n.delta, NULL), DPMF_OK);
	answer = mpfr_get_d(n.delta.hi, MPFR_RNDU);
	numbers_clear(&n);
	return answer;
}

/* Two laws on a few points, one of them often close to the other. */
static void draw_laws(double *p, double *q)
{
	double sum_p = 0, sum_q = 0;

	for (int i = 0; i < SUPPORT; i++) {
		q[i] = reference_decades(&reference, 1e-6, 1);
		p[i] = q[i] * reference_decades(&reference, 0.1, 30);
		sum_p += p[i];
		sum_q += q[i];
	}
	for (int i = 0; i < SUPPORT; i++) {
		p[i] /= sum_p;
		q[i] /= sum_q;
	}
}

static double divergence(double alpha, const double *p, const double *q, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += q[i] * pow(p[i] / q[i], alpha);
	return log(sum) / (alpha - 1);
}

static double hockey_stick(double epsilon, const double *p, const double *q, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += fmax(0, p[i] - exp(epsilon) * q[i]);
	return sum;
}

static void no_law_beats_the_bound(void **state)
{
	(void)state;
	for (int i = 0; i < SCALED(3000, 600); i++) {
		const double alpha = 1 + reference_decades(&reference, 0.01, 60), epsilon = reference_uniform(&reference, 0, 3);
		double p[SUPPORT], q[SUPPORT], rho, delta;

		draw_laws(p, q);
		rho = fmax(divergence(alpha, p, q, SUPPORT), 0) * (1 + 1e-12) + 1e-13;
		delta = hockey_stick(epsilon, p, q, SUPPORT);
		assert_true(delta <= delta_of(alpha, rho, epsilon) * (1 + 1e-9) + 1e-15);
		if (delta > 1e-12)
			assert_true(epsilon <= epsilon_of(alpha, rho, delta) + 1e-9);
	}
}

/* Over two-point laws {p, 1 - p}, {q, 1 - q} with D_alpha = rho, the greatest delta is reached. */
static double best_two_points(double alpha, double rho, double epsilon)
{
	double best = 0;

	for (int i = 1; i <= 40000; i++) {
		const double p = i < 20000 ? pow(10, -8.0 * (20000 - i) / 20000) * 0.5 : 0.5 + (i - 20000) / 40000.0;
		double lo = 0, hi = p;

		for (int j = 0; j < 60; j++) {
			const double q = (lo + hi) / 2, two_p[] = { p, 1 - p }, two_q[] = { q, 1 - q };

			if (divergence(alpha, two_p, two_q, 2) > rho)
				lo = q;
			else
				hi = q;
		}
		best = fmax(best, p - exp(epsilon) * hi);
	}
	return best;
}

static void two_points_reach_the_bound(void **state)
{
	static const struct { double alpha, rho, epsilon; } cases[] = {
		{ 2, 0.5, 0.1 }, { 2, 0.01, 0 }, { 5.4, 2.7, 3 }, { 1.4, 0.8, 0.3 }, { 30, 0.3, 0.2 }, { 1.1, 0.05, 0.01 },
		{ 242.45381989, 0.0186618455516, 0.0649371455023 }, { 100, 0.05, 0.08 }, { 1000, 0.01, 0.018 }, { 20, 0.001, 0.02 },
	};

	(void)state;
	for (size_t i = 0; i < SCALED(sizeof cases / sizeof *cases, 1); i++) {
		const double bound = delta_of(cases[i].alpha, cases[i].rho, cases[i].epsilon);
		const double reached = best_two_points(cases[i].alpha, cases[i].rho, cases[i].epsilon);

		assert_true(reached <= bound * (1 + 1e-9));
		assert_true(reached >= bound * (1 - 1e-5));
		assert_true(fabs(epsilon_of(cases[i].alpha, cases[i].rho, bound) - cases[i].epsilon) < 1e-6);
	}
}

static double closed_form(double alpha, double rho, double delta)
{
	return rho + log1p(-1 / alpha) - (log(delta) + log(alpha)) / (alpha - 1);
}

static void never_above_the_closed_form(void **state)
{
	double gain = 0;

	(void)state;
	for (int i = 0; i < SCALED(3000, 600); i++) {
		const double alpha = 1 + reference_decades(&reference, 1e-3, 1e9);
		const double delta = reference_decades(&reference, 1e-300, 0.5);
		const double rho = reference_decades(&reference, 0.01, 10) * -log(delta) / alpha;
		const double closed = fmax(closed_form(alpha, rho, delta), 0), found = epsilon_of(alpha, rho, delta);

		assert_true(found <= closed * (1 + 1e-9) + 1e-12);
		if (delta < 1e-30 && rho * (alpha - 1) > 60)
			assert_true(found >= closed * (1 - 1e-9) - 1e-12);
		gain = fmax(gain, closed - found);
	}
	assert_true(gain > 0.1);
}

/* rho + log(1/delta) / (alpha - 1) */
static void mironov(void **state)
{
	struct numbers n;

	(void)state;
	for (int i = 0; i < 300; i++) {
		const double alpha = 1 + reference_decades(&reference, 1e-3, 1e3), rho = reference_decades(&reference, 1e-3, 1e3);
		const double delta = reference_decades(&reference, 1e-300, 0.5), value = rho - log(delta) / (alpha - 1);

		numbers_init(&n, alpha, rho, delta, 0);
		assert_int_equal(dpmf_rdp_published_epsilon(&n.alpha, &n.rho, &n.delta, &n.epsilon, NULL), DPMF_OK);
		assert_true(fabs(mpfr_get_d(n.epsilon.lo, MPFR_RNDN) - value) < 1e-12 * value);
		assert_true(dpmf_interval_width(&n.epsilon) < 1e-60);
		assert_true(epsilon_of(alpha, rho, delta) < value);
		numbers_clear(&n);
	}
}

/* At a divergence of 0 the two laws are one. */
static void one_law_costs_nothing(void **state)
{
	struct numbers n;

	(void)state;
	numbers_init(&n, 2, 0, 1e-300, 0);
	assert_int_equal(dpmf_rdp_epsilon(&n.alpha, &n.rho, &n.delta, &n.epsilon, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(n.epsilon.hi));
	assert_int_equal(dpmf_rdp_delta(&n.alpha, &n.rho, &n.epsilon, &n.delta, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(n.delta.hi));
	numbers_clear(&n);
}

static void orders_up_to_one_are_refused(void **state)
{
	struct dpmf_error error = { "" };
	struct numbers n;

	(void)state;
	numbers_init(&n, 1, 0.5, 0.1, 0.5);
	assert_int_equal(dpmf_rdp_epsilon(&n.alpha, &n.rho, &n.delta, &n.epsilon, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "Mironov 2017"));
	assert_int_equal(dpmf_rdp_delta(&n.alpha, &n.rho, &n.epsilon, &n.delta, &error), DPMF_INPUT);
	assert_int_equal(dpmf_rdp_published_epsilon(&n.alpha, &n.rho, &n.delta, &n.epsilon, &error), DPMF_INPUT);
	dpmf_interval_set_d(&n.alpha, 2);
	dpmf_interval_set_d(&n.rho, -1);
	assert_int_equal(dpmf_rdp_epsilon(&n.alpha, &n.rho, &n.delta, &n.epsilon, &error), DPMF_INPUT);
	dpmf_interval_set_d(&n.rho, 1);
	dpmf_interval_set_d(&n.delta, 0);
	assert_int_equal(dpmf_rdp_epsilon(&n.alpha, &n.rho, &n.delta, &n.epsilon, &error), DPMF_INPUT);
	numbers_clear(&n);
}

static int open(void **state)
{
	(void)state;
	return reference_open(7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_law_beats_the_bound),
		cmocka_unit_test(two_points_reach_the_bound),
		cmocka_unit_test(never_above_the_closed_form),
		cmocka_unit_test(mironov),
		cmocka_unit_test(one_law_costs_nothing),
		cmocka_unit_test(orders_up_to_one_are_refused),
	};
	return cmocka_run_group_tests(tests, open, reference_close);
}
