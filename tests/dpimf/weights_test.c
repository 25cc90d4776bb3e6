/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithm 3: the bracket is checked against MPFR's enclosure of the loss. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/sampling.h"
#include "mech/dpimf/weights.h"

/* -1, 1: the loss at w is certain to be below, above the target; 0: it is neither. */
static int against(double w, double a, double target)
{
	struct dpmf_enclosure x[4];
	int side;

	for (int i = 0; i < 4; i++)
		dpmf_enclosure_init(&x[i]);
	dpmf_enclosure_set(&x[0], w);
	dpmf_enclosure_set(&x[1], a);
	dpmf_enclosure_set(&x[2], target);
	assert_int_equal(dpmf_importance_loss(&x[0], &x[1], &x[3], NULL), DPMF_OK);
	side = mpfr_cmp(x[3].hi, x[2].lo) < 0 ? -1 : mpfr_cmp(x[3].lo, x[2].hi) > 0;
	for (int i = 0; i < 4; i++)
		dpmf_enclosure_clear(&x[i]);
	return side;
}

static void the_bracket_holds_the_root(void **state)
{
	(void)state;
	for (int i = 0; i < 12; i++)
		for (int j = 0; j < 60; j++) {
			const double target = ldexp(0.7, i - 5), a = target * ldexp(0.93 + 0.001 * j, -j / 4);
			struct dpmf_dpimf_weight w;

			assert_int_equal(dpmf_dpimf_weight_solve(a, target, &w, NULL), DPMF_OK);
			assert_true(w.low >= 1 && w.low <= w.high);
			if (w.low > 1)
				assert_int_equal(against(w.low, a, target), -1);
			assert_true(isinf(w.high) || against(w.high, a, target) == 1);
			/* no wider than rounding makes it: a relative error of (x + 8) epsilon, over the slope of ln g */
			assert_true(isinf(w.high) || w.high - w.low <= 1e-12 * w.low / fmin(1, a));
		}
}

static void corners(void **state)
{
	struct dpmf_dpimf_weight w;
	struct dpmf_error error;

	(void)state;
	assert_int_equal(dpmf_dpimf_weight_solve(0.5, 0.5, &w, NULL), DPMF_OK);
	assert_true(w.low == 1 && w.high < 1 + 1e-12);
	assert_int_equal(dpmf_dpimf_weight_solve(0, 0.5, &w, NULL), DPMF_OK);
	assert_true(w.low == DPMF_DPIMF_MOST_WEIGHT && isinf(w.high));
	assert_int_equal(dpmf_dpimf_weight_solve(1e-300, 400, &w, NULL), DPMF_OK);
	assert_true(w.low == DPMF_DPIMF_MOST_WEIGHT && isinf(w.high));
	assert_int_equal(dpmf_dpimf_weight_solve(400, 500, &w, NULL), DPMF_OK);
	assert_true(w.low > 1.2 && w.high < 1.3);
	assert_int_equal(dpmf_dpimf_weight_solve(0.6, 0.5, &w, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "target"));
	assert_int_equal(dpmf_dpimf_weight_solve(1, 501, &w, &error), DPMF_INPUT);
	assert_int_equal(dpmf_dpimf_weight_solve(NAN, 1, &w, &error), DPMF_INPUT);
	assert_int_equal(dpmf_dpimf_weight_solve(-1, 1, &w, &error), DPMF_INPUT);
}

/* The largest profile costs epsilon unsampled, half of it half as much, nothing nothing. */
static void one_weight_a_profile(void **state)
{
	const double profiles[3][2] = { { 1, -3 }, { -2, 0 }, { 0, 0 } };
	struct dpmf_dpimf_weight largest, half;
	double weight[3];

	(void)state;
	assert_int_equal(dpmf_dpimf_weights_solve(profiles[0], 3, 2, 0.8, 1.2, weight, NULL), DPMF_OK);
	assert_int_equal(dpmf_dpimf_weight_solve(0.8, 1.2, &largest, NULL), DPMF_OK);
	assert_int_equal(dpmf_dpimf_weight_solve(0.4, 1.2, &half, NULL), DPMF_OK);
	assert_true(weight[0] == largest.low && weight[1] == half.low && weight[2] == DPMF_DPIMF_MOST_WEIGHT);
	assert_true(weight[0] > 1 && weight[1] > 2 * weight[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_bracket_holds_the_root),
		cmocka_unit_test(corners),
		cmocka_unit_test(one_weight_a_profile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
