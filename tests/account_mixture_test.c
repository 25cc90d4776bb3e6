/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mixture's curve against the mean of the Gaussian curve over h, in one and in
   two coordinates, in doubles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>

#include "account/interval.h"
#include "account/laplace.h"
#include "account/mixture.h"
#include "account/mixture_many.h"
#include "tests/account_reference.h"
#include "tests/scale.h"

/* The Gaussian delta(eps). */
static double gaussian(double mu, double epsilon)
{
	const double a = (epsilon / mu - mu / 2) / sqrt(2), b = (epsilon / mu + mu / 2) / sqrt(2);

	return erfc(a) / 2 - exp(epsilon) * erfc(b) / 2;
}

/* h = -log u with u uniform: the mean over u by tanh-sinh. */
static double mean_over_h(double e0, double epsilon, double others)
{
	double sum = 0;

	for (int i = 0; i < REFERENCE_NODES; i += 2) {
		/* 1 - node is the mirror node, which keeps -log u accurate near u = 1 */
		const double u = mpfr_get_d(reference.node[i], MPFR_RNDN);
		const double rest = mpfr_get_d(reference.node[REFERENCE_NODES - 1 - i], MPFR_RNDN);
		const double h = u < 0.5 ? -log(u) : -log1p(-rest);

		sum += 2 * mpfr_get_d(reference.weight[i], MPFR_RNDN) * gaussian(sqrt(e0 * e0 / (2 * h) + others), epsilon);
	}
	return sum;
}

static double mean_over_two(double e0, double epsilon)
{
	double sum = 0;

	for (int i = 0; i < REFERENCE_NODES; i += 2) {
		const double u = mpfr_get_d(reference.node[i], MPFR_RNDN);
		const double rest = mpfr_get_d(reference.node[REFERENCE_NODES - 1 - i], MPFR_RNDN);
		const double h = u < 0.5 ? -log(u) : -log1p(-rest);

		sum += 2 * mpfr_get_d(reference.weight[i], MPFR_RNDN) * mean_over_h(e0, epsilon, e0 * e0 / (2 * h));
	}
	return sum;
}

struct given {
	struct dpmf_enclosure scale, move, epsilon, delta;
};

static void given_init(struct given *g, double scale, double move, double epsilon)
{
	dpmf_enclosure_init(&g->scale);
	dpmf_enclosure_init(&g->move);
	dpmf_enclosure_init(&g->epsilon);
	dpmf_enclosure_init(&g->delta);
	dpmf_interval_set_d(&g->scale, scale);
	dpmf_interval_set_d(&g->move, move);
	dpmf_interval_set_d(&g->epsilon, epsilon);
}

static void given_clear(struct given *g)
{
	dpmf_enclosure_clear(&g->scale);
	dpmf_enclosure_clear(&g->move);
	dpmf_enclosure_clear(&g->epsilon);
	dpmf_enclosure_clear(&g->delta);
}

static void one_coordinate(void **state)
{
	(void)state;
	for (int i = 0; i < 200; i++) {
		const double e0 = reference_decades(&reference, 0.01, 10), e = reference_uniform(&reference, 0, 2) * e0;
		struct given g;
		double value;

		given_init(&g, 2, 2 * e0, e);
		assert_int_equal(dpmf_mixture_delta(&g.scale, &g.move, &g.epsilon, true, &g.delta, NULL), DPMF_OK);
		value = mean_over_h(e0, e, 0);
		assert_true(fabs(mpfr_get_d(g.delta.lo, MPFR_RNDN) - value) < 1e-11);
		assert_true(dpmf_interval_width(&g.delta) < 1e-70);
		given_clear(&g);
	}
}

static void two_coordinates(void **state)
{
	static const struct { double e0, epsilon; } cases[] = { { 1, 1 }, { 0.3, 0 }, { 0.1, 2 }, { 2, 5 } };

	(void)state;
	for (size_t i = 0; i < SCALED(sizeof cases / sizeof *cases, 1); i++) {
		const double value = mean_over_two(cases[i].e0, cases[i].epsilon);
		struct given g;

		given_init(&g, 4, 4 * cases[i].e0, cases[i].epsilon);
		assert_int_equal(dpmf_mixture_many_delta(&g.scale, &g.move, 2, &g.epsilon, true, &g.delta, NULL), DPMF_OK);
		assert_true(mpfr_cmp_d(g.delta.lo, value + 1e-11) < 0 && mpfr_cmp_d(g.delta.hi, value - 1e-11) > 0);
		assert_true(dpmf_interval_width(&g.delta) < 5e-3);
		given_clear(&g);
	}
}

/* h unknown: K coordinates that move by D / K each are no worse than one that moves by D. */
static void unknown_h_is_laplace(void **state)
{
	struct given g;
	struct dpmf_enclosure pure, worst;

	(void)state;
	given_init(&g, 1, 0.25, 0.5);
	dpmf_enclosure_init(&pure);
	dpmf_enclosure_init(&worst);
	assert_int_equal(dpmf_mixture_many_delta(&g.scale, &g.move, 4, &g.epsilon, false, &g.delta, NULL), DPMF_OK);
	dpmf_interval_set_d(&pure, 1);
	assert_int_equal(dpmf_laplace_delta(&pure, &g.epsilon, &worst, NULL), DPMF_OK);
	assert_true(dpmf_interval_less(&g.delta, &worst));
	assert_true(mpfr_cmp_d(g.delta.lo, 0.01) > 0);
	assert_true(dpmf_interval_width(&g.delta) < 1e-3);
	assert_int_equal(dpmf_mixture_many_delta(&g.scale, &g.move, 0, &g.epsilon, false, &g.delta, NULL), DPMF_INPUT);
	dpmf_enclosure_clear(&pure);
	dpmf_enclosure_clear(&worst);
	given_clear(&g);
}

static int open(void **state)
{
	(void)state;
	return reference_open(9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_coordinate),
		cmocka_unit_test(two_coordinates),
		cmocka_unit_test(unknown_h_is_laplace),
	};
	return cmocka_run_group_tests(tests, open, reference_close);
}
