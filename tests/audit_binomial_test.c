/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clopper-Pearson bounds against sums of binomial masses in rational numbers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gmp.h>

#include "audit/engine/binomial.h"
#include "tests/scale.h"

/* P(X >= k), or P(X < k), for the very number that the double p is. */
static void sum_masses(mpq_t sum, unsigned n, unsigned from, unsigned to, double p)
{
	mpq_t yes, no, mass;
	mpz_t choose;

	mpq_inits(yes, no, mass, NULL);
	mpz_init(choose);
	mpq_set_d(yes, p);
	mpq_set_ui(no, 1, 1);
	mpq_sub(no, no, yes);
	mpq_set_ui(sum, 0, 1);
	for (unsigned j = from; j <= to; j++) {
		mpz_bin_uiui(choose, n, j);
		mpq_set_z(mass, choose);
		for (unsigned i = 0; i < n; i++)
			mpq_mul(mass, mass, i < j ? yes : no);
		mpq_add(sum, sum, mass);
	}
	mpz_clear(choose);
	mpq_clears(yes, no, mass, NULL);
}

static int compare(unsigned n, unsigned from, unsigned to, double p, double with)
{
	mpq_t sum, bound;

	mpq_inits(sum, bound, NULL);
	sum_masses(sum, n, from, to, p);
	mpq_set_d(bound, with);
	const int sign = mpq_cmp(sum, bound);

	mpq_clears(sum, bound, NULL);
	return sign;
}

static void tails_enclose_the_exact_sum(void **state)
{
	(void)state;
	const double p[] = { 1e-6, 0.01, 0.3, 0.5, 0.77 };

	for (unsigned n = 1; n <= 21; n += 4) {
		for (unsigned k = 1; k <= n; k++) {
			for (size_t i = 0; i < 5; i++) {
				const double tail = audit_binomial_tail(n, k, p[i]);

				assert_true(compare(n, k, n, p[i], tail) <= 0);
				if (k > n * p[i])
					assert_true(compare(n, k, n, p[i], tail * (1 - 1e-15)) > 0);
			}
		}
	}
	assert_true(audit_binomial_tail(10, 0, 0.5) == 1);
	assert_true(audit_binomial_tail(10, 11, 0.5) == 0);
}

static void bounds_are_safe_and_tight(void **state)
{
	(void)state;
	const double alphas[] = { 0.1, 0.005, 5e-7 };
	const unsigned sizes[] = { 1, 7, 18 };

	for (size_t a = 0; a < 3; a++) {
		for (size_t s = 0; s < 3; s++) {
			const unsigned n = sizes[s];

			for (unsigned k = 0; k <= n; k++) {
				const double low = audit_probability_lower(n, k, alphas[a]);
				const double high = audit_probability_upper(n, k, alphas[a]);

				if (k > 0) {
					assert_true(compare(n, k, n, low, alphas[a]) <= 0);
					assert_true(compare(n, k, n, low * (1 + 1e-9), alphas[a]) > 0);
				} else {
					assert_true(low == 0);
				}
				if (k < n) {
					assert_true(compare(n, 0, k, high, alphas[a]) <= 0);
					assert_true(compare(n, 0, k, high * (1 - 1e-9), alphas[a]) > 0);
				} else {
					assert_true(high == 1);
				}
			}
		}
	}
}

/* Closed forms at a million trials: none happened, all happened. */
static void many_trials(void **state)
{
	(void)state;
	const uint64_t n = 1000000;
	const double alpha = 0.005, none = -expm1(log(alpha) / 1e6);

	assert_true(fabs(audit_probability_upper(n, 0, alpha) / none - 1) < 1e-7);
	assert_true(fabs(audit_probability_lower(n, n, alpha) / exp(log(alpha) / 1e6) - 1) < 1e-12);

	/* In the middle the normal approximation is good to a few parts in a thousand of the width. */
	const double low = audit_probability_lower(n, n / 2, alpha), width = 2.5758293 * 0.5 / 1000;

	assert_true(fabs((0.5 - low) / width - 1) < 5e-3);
	assert_true(fabs(audit_probability_lower_about(n, n / 2, 2.5758293) - low) < 1e-5);
	assert_true(fabs(audit_probability_upper_about(n, 300, 2.5758293) / audit_probability_upper(n, 300, alpha) - 1) < 1e-2);
}

/* Coverage by enumeration: the bound lies above p with at most probability alpha. */
static void coverage(void **state)
{
	(void)state;
	const double alpha = 0.05;
	const unsigned n = 40;

	for (double p = 0.025; p < 1; p += SCALED(0.05, 0.2)) {
		unsigned first_above = n + 1, last_below = 0;
		int any_below = 0;

		for (unsigned k = 0; k <= n; k++) {
			if (audit_probability_lower(n, k, alpha) > p && first_above > n)
				first_above = k;
			if (audit_probability_upper(n, k, alpha) < p) {
				last_below = k;
				any_below = 1;
			}
		}
		if (first_above <= n)
			assert_true(compare(n, first_above, n, p, alpha) <= 0);
		if (any_below)
			assert_true(compare(n, 0, last_below, p, alpha) <= 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tails_enclose_the_exact_sum),
		cmocka_unit_test(bounds_are_safe_and_tight),
		cmocka_unit_test(many_trials),
		cmocka_unit_test(coverage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
