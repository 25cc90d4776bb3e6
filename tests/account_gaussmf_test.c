/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eqs. (7) to (9) of gaussmf, and their place above the exact epsilon. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>

#include "account/gaussmf.h"
#include "account/interval.h"
#include "tests/account_reference.h"
#include "tests/scale.h"

struct case_of {
	struct dpmf_enclosure epsilon_i, delta, delta_r;
	struct dpmf_gaussmf overall;
};

static void case_init(struct case_of *c, double epsilon_i, double delta, double delta_r)
{
	dpmf_enclosure_init(&c->epsilon_i);
	dpmf_enclosure_init(&c->delta);
	dpmf_enclosure_init(&c->delta_r);
	dpmf_gaussmf_init(&c->overall);
	dpmf_interval_set_d(&c->epsilon_i, epsilon_i);
	dpmf_interval_set_d(&c->delta, delta);
	dpmf_interval_set_d(&c->delta_r, delta_r);
}

static void case_clear(struct case_of *c)
{
	dpmf_enclosure_clear(&c->epsilon_i);
	dpmf_enclosure_clear(&c->delta);
	dpmf_enclosure_clear(&c->delta_r);
	dpmf_gaussmf_clear(&c->overall);
}

static enum dpmf_status overall(struct case_of *c, unsigned long steps, struct dpmf_error *error)
{
	return dpmf_gaussmf_overall(&c->epsilon_i, &c->delta, &c->delta_r, steps, &c->overall, error);
}

static double near(const struct dpmf_enclosure *x)
{
	return mpfr_get_d(x->lo, MPFR_RNDN);
}

/* Eq. (7), with sigma and Delta as Algorithm 1 has them for tau = 4, C = 3. */
static double eq7(double alpha, double epsilon_i, double delta, double delta_r, double steps)
{
	const double sensitivity = 4 * 3, sigma = sensitivity / epsilon_i * sqrt(2 * log(1.25 / delta));

	return alpha * steps * sensitivity * sensitivity / (2 * sigma * sigma) + log(1 / delta_r) / (alpha - 1);
}

static void eq9_is_the_least_of_eq7_and_eq8_where(void **state)
{
	(void)state;
	for (int i = 0; i < SCALED(300, 40); i++) {
		const double e = reference_uniform(&reference, 0.01, 0.99), d = reference_decades(&reference, 1e-9, 0.5);
		const double r = reference_decades(&reference, 1e-12, 0.5), steps = floor(reference_decades(&reference, 1, 1e4));
		struct case_of c;
		double published, alpha;

		case_init(&c, e, d, r);
		assert_int_equal(overall(&c, (unsigned long)steps, NULL), DPMF_OK);
		published = near(&c.overall.published);
		alpha = near(&c.overall.alpha);
		assert_true(fabs(eq7(alpha, e, d, r, steps) / published - 1) < 1e-12);
		for (int j = -40; j <= 40; j++)
			if (j != 0)
				assert_true(eq7(1 + (alpha - 1) * exp(j * 0.1), e, d, r, steps) > published * (1 + 1e-9));
		assert_true(dpmf_interval_width(&c.overall.published) < 1e-70);
		assert_true(dpmf_interval_at_most(&c.overall.exact, &c.overall.rdp));
		assert_true(dpmf_interval_less(&c.overall.rdp, &c.overall.published));
		assert_true(dpmf_interval_width(&c.overall.exact) <= 1e-12);
		case_clear(&c);
	}
}

/* The exact epsilon gives back delta_r: the reference at mu^2 = J eps_i^2 / (2 log(1.25/delta)). */
static void exact_meets_delta_r(void **state)
{
	mpfr_t mu, t, value;

	(void)state;
	mpfr_inits2(REFERENCE_FINE, mu, t, value, (mpfr_ptr)0);
	for (int i = 0; i < SCALED(200, 20); i++) {
		const double e = reference_uniform(&reference, 0.05, 0.99), r = reference_decades(&reference, 1e-12, 0.01);
		const unsigned long steps = (unsigned long)reference_decades(&reference, 1, 1e4);
		struct case_of c;

		case_init(&c, e, 0.01, r);
		assert_int_equal(overall(&c, steps, NULL), DPMF_OK);
		mpfr_set_d(t, 1.25, MPFR_RNDN);
		mpfr_div_d(t, t, 0.01, MPFR_RNDN);
		mpfr_log(t, t, MPFR_RNDN);
		mpfr_mul_2ui(t, t, 1, MPFR_RNDN);
		mpfr_ui_div(t, steps, t, MPFR_RNDN);
		mpfr_sqrt(mu, t, MPFR_RNDN);
		mpfr_mul_d(mu, mu, e, MPFR_RNDN);
		if (mpfr_sgn(c.overall.exact.lo) > 0) {
			reference_quadrature(&reference, mu, c.overall.exact.lo, value);
			assert_true(mpfr_cmp_d(value, r) > 0);
			reference_quadrature(&reference, mu, c.overall.exact.hi, value);
			assert_true(mpfr_cmp_d(value, r) < 0);
		}
		case_clear(&c);
	}
	mpfr_clears(mu, t, value, (mpfr_ptr)0);
}

static void what_the_theorem_excludes_is_refused(void **state)
{
	static const struct { double e, d, r; unsigned long steps; } cases[] = {
		{ 1, 0.01, 1e-5, 10 }, { 1.5, 0.01, 1e-5, 10 }, { 0, 0.01, 1e-5, 10 }, { 0.5, 0, 1e-5, 10 },
		{ 0.5, 1, 1e-5, 10 }, { 0.5, 0.01, 0, 10 }, { 0.5, 0.01, 1, 10 }, { 0.5, 0.01, 1e-5, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct dpmf_error error = { "" };
		struct case_of c;

		case_init(&c, cases[i].e, cases[i].d, cases[i].r);
		assert_int_equal(overall(&c, cases[i].steps, &error), DPMF_INPUT);
		if (cases[i].e >= 1)
			assert_non_null(strstr(error.text, "gaussmf Theorem 1"));
		assert_true(strlen(error.text) > 20);
		case_clear(&c);
	}
}

static int open(void **state)
{
	(void)state;
	return reference_open(8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(eq9_is_the_least_of_eq7_and_eq8_where),
		cmocka_unit_test(exact_meets_delta_r),
		cmocka_unit_test(what_the_theorem_excludes_is_refused),
	};
	return cmocka_run_group_tests(tests, open, reference_close);
}
