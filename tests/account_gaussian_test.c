/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 2,000 random settings of the Gaussian mechanism: sigma, sensitivity and steps
   with delta from 1e-300 to 0.5, and epsilon from 1e-6 to 1e3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <cmocka.h>

#include "account/gaussian.h"
#include "account/gaussian_rdp.h"
#include "account/interval.h"
#include "tests/account_reference.h"
#include "tests/scale.h"

#define SETTINGS SCALED(2000, 40)

struct setting {
	double sigma, sensitivity, epsilon, delta;
	unsigned long steps;
	struct dpmf_enclosure mu;
};

static void set(struct dpmf_enclosure *x, double value)
{
	dpmf_interval_set_d(x, value);
}

/* (epsilon, delta) is drawn first; the sensitivity brings the mechanism near it:
   Mironov's bound solved for mu, or mu = sqrt(2 pi) delta where epsilon is nothing. */
static void draw(struct setting *s)
{
	struct dpmf_enclosure x, y;
	double l, mu;

	s->epsilon = reference_decades(&reference, 1e-6, 1e3);
	s->delta = reference_decades(&reference, 1e-300, 0.5);
	s->sigma = reference_decades(&reference, 1e-3, 1e6);
	s->steps = (unsigned long)reference_decades(&reference, 1, 1e6);
	l = sqrt(-2 * log(s->delta));
	mu = fmax(2 * s->epsilon / (l + sqrt(l * l + 2 * s->epsilon)), 2.5 * s->delta);
	s->sensitivity = mu * s->sigma / sqrt((double)s->steps) * reference_uniform(&reference, 0.8, 1.6);
	dpmf_enclosure_init(&x);
	dpmf_enclosure_init(&y);
	dpmf_enclosure_init(&s->mu);
	set(&x, s->sigma);
	set(&y, s->sensitivity);
	assert_int_equal(dpmf_gaussian_mu(&x, &y, s->steps, &s->mu, NULL), DPMF_OK);
	dpmf_enclosure_clear(&x);
	dpmf_enclosure_clear(&y);
}

/* sqrt(steps) sensitivity / sigma, by the reference. */
static void reference_mu(const struct setting *s, mpfr_ptr mu)
{
	mpfr_sqrt_ui(mu, s->steps, MPFR_RNDN);
	mpfr_mul_d(mu, mu, s->sensitivity, MPFR_RNDN);
	mpfr_div_d(mu, mu, s->sigma, MPFR_RNDN);
}

/* delta(0) = erf(mu / sqrt 8) */
static void reference_at_zero(mpfr_srcptr mu, mpfr_ptr value)
{
	mpfr_sqrt_ui(value, 8, MPFR_RNDN);
	mpfr_div(value, mu, value, MPFR_RNDN);
	mpfr_erf(value, value, MPFR_RNDN);
}

static double relative_difference(mpfr_srcptr x, mpfr_srcptr y)
{
	double answer;
	mpfr_t d;

	mpfr_init2(d, 64);
	mpfr_reldiff(d, x, y, MPFR_RNDN);
	answer = fabs(mpfr_get_d(d, MPFR_RNDN));
	mpfr_clear(d);
	return answer;
}

/* Every enclosure agrees with the quadrature to 40 digits, of which it is itself
   good for 43; every eighth holds the value that 1,200 bits give. */
static void the_curve_holds_the_reference(void **state)
{
	(void)state;
	for (int i = 0; i < SETTINGS; i++) {
		struct setting s;
		struct dpmf_enclosure epsilon, delta;
		mpfr_t mu, e, value;

		draw(&s);
		dpmf_enclosure_init(&epsilon);
		dpmf_enclosure_init(&delta);
		mpfr_inits2(REFERENCE_FINE, mu, e, value, (mpfr_ptr)0);
		set(&epsilon, s.epsilon);
		mpfr_set_d(e, s.epsilon, MPFR_RNDN);
		reference_mu(&s, mu);
		assert_int_equal(dpmf_gaussian_delta(&s.mu, &epsilon, &delta, NULL), DPMF_OK);
		assert_true(dpmf_interval_width(&delta) <= DPMF_GAUSSIAN_WIDTH);
		reference_quadrature(&reference, mu, e, value);
		if (!dpmf_interval_holds(&delta, value))
			assert_true(fmin(relative_difference(value, delta.lo), relative_difference(value, delta.hi)) < 1e-40);
		if (i % 8 == 0) {
			reference_delta(mu, e, value);
			assert_true(dpmf_interval_holds(&delta, value));
		}
		mpfr_clears(mu, e, value, (mpfr_ptr)0);
		dpmf_enclosure_clear(&epsilon);
		dpmf_enclosure_clear(&delta);
		dpmf_enclosure_clear(&s.mu);
	}
}

/* delta(epsilon.lo) > delta > delta(epsilon.hi), and exact <= rdp <= published. */
static void epsilon_holds_and_the_bounds_are_ordered(void **state)
{
	(void)state;
	for (int i = 0; i < SETTINGS; i++) {
		struct setting s;
		struct dpmf_enclosure delta, exact, rdp, published;
		double alpha;
		mpfr_t mu, value;

		draw(&s);
		dpmf_enclosure_init(&delta);
		dpmf_enclosure_init(&exact);
		dpmf_enclosure_init(&rdp);
		dpmf_enclosure_init(&published);
		mpfr_inits2(REFERENCE_FINE, mu, value, (mpfr_ptr)0);
		set(&delta, s.delta);
		reference_mu(&s, mu);
		assert_int_equal(dpmf_gaussian_epsilon(&s.mu, &delta, &exact, NULL), DPMF_OK);
		assert_int_equal(dpmf_gaussian_rdp_epsilon(&s.mu, &delta, &rdp, &alpha, NULL), DPMF_OK);
		assert_int_equal(dpmf_gaussian_published_epsilon(&s.mu, &delta, &published, NULL), DPMF_OK);
		assert_true(dpmf_interval_width(&exact) <= 1e-12);
		if (mpfr_sgn(exact.lo) > 0) {
			reference_quadrature(&reference, mu, exact.lo, value);
			assert_true(mpfr_cmp_d(value, s.delta) > 0);
		}
		if (mpfr_sgn(exact.hi) > 0)
			reference_quadrature(&reference, mu, exact.hi, value);
		else
			reference_at_zero(mu, value);
		assert_true(mpfr_cmp_d(value, s.delta) <= 0);
		assert_true(mpfr_sgn(exact.lo) >= 0 && dpmf_interval_at_most(&exact, &rdp));
		assert_true(dpmf_interval_less(&rdp, &published));
		mpfr_clears(mu, value, (mpfr_ptr)0);
		dpmf_enclosure_clear(&delta);
		dpmf_enclosure_clear(&exact);
		dpmf_enclosure_clear(&rdp);
		dpmf_enclosure_clear(&published);
		dpmf_enclosure_clear(&s.mu);
	}
}

/* The same for delta at a given epsilon. */
static void the_bounds_on_delta_are_ordered(void **state)
{
	(void)state;
	for (int i = 0; i < SETTINGS / 4; i++) {
		struct setting s;
		struct dpmf_enclosure epsilon, exact, rdp, published;
		double alpha;

		draw(&s);
		dpmf_enclosure_init(&epsilon);
		dpmf_enclosure_init(&exact);
		dpmf_enclosure_init(&rdp);
		dpmf_enclosure_init(&published);
		set(&epsilon, s.epsilon);
		assert_int_equal(dpmf_gaussian_delta(&s.mu, &epsilon, &exact, NULL), DPMF_OK);
		assert_int_equal(dpmf_gaussian_rdp_delta(&s.mu, &epsilon, &rdp, &alpha, NULL), DPMF_OK);
		assert_int_equal(dpmf_gaussian_published_delta(&s.mu, &epsilon, &published, NULL), DPMF_OK);
		assert_true(alpha > 1);
		assert_true(dpmf_interval_less(&exact, &rdp));
		assert_true(dpmf_interval_at_most(&rdp, &published));
		dpmf_enclosure_clear(&epsilon);
		dpmf_enclosure_clear(&exact);
		dpmf_enclosure_clear(&rdp);
		dpmf_enclosure_clear(&published);
		dpmf_enclosure_clear(&s.mu);
	}
}

/* Arguments that are intervals: the answer holds that of every point in them. */
static void wide_arguments_hold_their_points(void **state)
{
	struct dpmf_enclosure mu, epsilon, delta, wide_mu, wide_epsilon, wide_delta, back;

	(void)state;
	dpmf_enclosure_init(&mu);
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&wide_mu);
	dpmf_enclosure_init(&wide_epsilon);
	dpmf_enclosure_init(&wide_delta);
	dpmf_enclosure_init(&back);
	for (int i = 0; i < 50; i++) {
		const double m = reference_decades(&reference, 1e-3, 5), e = reference_decades(&reference, m / 9, 3 * m);

		set(&mu, m);
		set(&epsilon, e);
		mpfr_set_d(wide_mu.lo, m * 0.9, MPFR_RNDD);
		mpfr_set_d(wide_mu.hi, m * 1.2, MPFR_RNDU);
		mpfr_set_d(wide_epsilon.lo, e * 0.9, MPFR_RNDD);
		mpfr_set_d(wide_epsilon.hi, e * 1.3, MPFR_RNDU);
		assert_int_equal(dpmf_gaussian_delta(&mu, &epsilon, &delta, NULL), DPMF_OK);
		assert_int_equal(dpmf_gaussian_delta(&wide_mu, &wide_epsilon, &wide_delta, NULL), DPMF_OK);
		assert_true(mpfr_less_p(wide_delta.lo, delta.lo) && mpfr_less_p(delta.hi, wide_delta.hi));
		assert_int_equal(dpmf_gaussian_epsilon(&wide_mu, &wide_delta, &back, NULL), DPMF_OK);
		assert_true(mpfr_less_p(back.lo, epsilon.lo) && mpfr_less_p(epsilon.hi, back.hi));
		assert_int_equal(dpmf_gaussian_largest_mu(&wide_epsilon, &wide_delta, &back, NULL), DPMF_OK);
		assert_true(mpfr_less_p(back.lo, mu.lo) && mpfr_less_p(mu.hi, back.hi));
	}
	dpmf_enclosure_clear(&mu);
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&wide_mu);
	dpmf_enclosure_clear(&wide_epsilon);
	dpmf_enclosure_clear(&wide_delta);
	dpmf_enclosure_clear(&back);
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void the_corner_of_the_domain_answers_at_once(void **state)
{
	static const double epsilons[] = { 1e-6, 1e3 }, deltas[] = { 1e-300, 0.5 };
	struct dpmf_enclosure epsilon, delta, mu, z;

	(void)state;
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&mu);
	dpmf_enclosure_init(&z);
	for (int i = 0; i < 4; i++) {
		const double start = seconds();
		double alpha;

		set(&epsilon, epsilons[i / 2]);
		set(&delta, deltas[i % 2]);
		assert_int_equal(dpmf_gaussian_largest_mu(&epsilon, &delta, &mu, NULL), DPMF_OK);
		assert_int_equal(dpmf_gaussian_delta(&mu, &epsilon, &z, NULL), DPMF_OK);
		assert_true(dpmf_interval_holds(&z, delta.lo));
		assert_int_equal(dpmf_gaussian_epsilon(&mu, &delta, &z, NULL), DPMF_OK);
		assert_true(dpmf_interval_holds(&z, epsilon.lo));
		assert_int_equal(dpmf_gaussian_rdp_epsilon(&mu, &delta, &z, &alpha, NULL), DPMF_OK);
		assert_true(seconds() - start < SCALED(1, 60));
	}
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&mu);
	dpmf_enclosure_clear(&z);
}

static void out_of_the_domain_is_refused(void **state)
{
	struct dpmf_enclosure zero, one, minus, half, z;
	struct dpmf_error error = { "" };

	(void)state;
	dpmf_enclosure_init(&zero);
	dpmf_enclosure_init(&one);
	dpmf_enclosure_init(&minus);
	dpmf_enclosure_init(&half);
	dpmf_enclosure_init(&z);
	set(&zero, 0);
	set(&one, 1);
	set(&minus, -1);
	set(&half, 0.5);
	set(&z, 7);
	assert_int_equal(dpmf_gaussian_mu(&zero, &one, 1, &z, &error), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_mu(&one, &minus, 1, &z, &error), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_mu(&one, &one, 0, &z, &error), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_delta(&one, &minus, &z, &error), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_epsilon(&one, &zero, &z, &error), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_epsilon(&one, &one, &z, &error), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_largest_mu(&one, &one, &z, &error), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_rdp_epsilon(&one, &zero, &z, NULL, &error), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_rdp_epsilon(&zero, &half, &z, NULL, &error), DPMF_INPUT);
	assert_int_equal(dpmf_gaussian_published_epsilon(&one, &one, &z, &error), DPMF_INPUT);
	assert_true(mpfr_cmp_ui(z.lo, 7) == 0 && mpfr_cmp_ui(z.hi, 7) == 0);
	dpmf_enclosure_clear(&zero);
	dpmf_enclosure_clear(&one);
	dpmf_enclosure_clear(&minus);
	dpmf_enclosure_clear(&half);
	dpmf_enclosure_clear(&z);
}

/* delta >= delta(0) costs nothing; no sensitivity gives no delta; far out the
   enclosure goes on holding. */
static void the_ends_of_the_curve(void **state)
{
	struct dpmf_enclosure mu, epsilon, delta;

	(void)state;
	dpmf_enclosure_init(&mu);
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	set(&mu, 1);
	set(&delta, 0.39);     /* above erf(1 / sqrt 8) = 0.3829... */
	assert_int_equal(dpmf_gaussian_epsilon(&mu, &delta, &epsilon, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(epsilon.lo) && mpfr_zero_p(epsilon.hi));
	set(&delta, 0.38);
	assert_int_equal(dpmf_gaussian_epsilon(&mu, &delta, &epsilon, NULL), DPMF_OK);
	assert_true(mpfr_sgn(epsilon.lo) > 0);
	set(&mu, 0);
	assert_int_equal(dpmf_gaussian_delta(&mu, &epsilon, &delta, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(delta.lo) && mpfr_zero_p(delta.hi));
	set(&mu, 1e-3);
	set(&epsilon, 1e3);
	assert_int_equal(dpmf_gaussian_delta(&mu, &epsilon, &delta, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(delta.lo) && mpfr_sgn(delta.hi) > 0 && mpfr_cmp_d(delta.hi, 1e-300) < 0);
	set(&mu, 1e6);
	assert_int_equal(dpmf_gaussian_delta(&mu, &epsilon, &delta, NULL), DPMF_OK);
	assert_true(mpfr_cmp_d(delta.lo, 0.999999) > 0 && mpfr_cmp_ui(delta.hi, 1) <= 0);
	dpmf_enclosure_clear(&mu);
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
}

static int open(void **state)
{
	(void)state;
	return reference_open(3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_curve_holds_the_reference),
		cmocka_unit_test(epsilon_holds_and_the_bounds_are_ordered),
		cmocka_unit_test(the_bounds_on_delta_are_ordered),
		cmocka_unit_test(wide_arguments_hold_their_points),
		cmocka_unit_test(the_corner_of_the_domain_answers_at_once),
		cmocka_unit_test(out_of_the_domain_is_refused),
		cmocka_unit_test(the_ends_of_the_curve),
	};
	return cmocka_run_group_tests(tests, open, reference_close);
}
