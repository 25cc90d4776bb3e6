/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laplace noise against the integral over its privacy loss, discrete Laplace noise
   against the sum over its outcomes, and the claim that one coordinate that takes
   the whole shift is the worst against all ways to split it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <math.h>
#include <cmocka.h>

#include "account/discrete_laplace.h"
#include "account/interval.h"
#include "account/laplace.h"
#include "tests/account_reference.h"
#include "tests/scale.h"

/* The loss is epsilon0 with probability 1/2 and has the density e^((l - epsilon0)/2)/4
   below: delta = (1 - e^(eps - epsilon0))/2 + integral of (1 - e^(eps - l)) times it. */
static void laplace_by_losses(double epsilon0, double epsilon, mpfr_ptr delta)
{
	mpfr_t l, y, sum;

	mpfr_inits2(REFERENCE_BITS, l, y, sum, (mpfr_ptr)0);
	mpfr_set_zero(sum, 1);
	for (int i = 0; i < REFERENCE_NODES; i++) {
		mpfr_set_d(l, epsilon0, MPFR_RNDN);
		mpfr_sub_d(l, l, epsilon, MPFR_RNDN);
		mpfr_mul(l, l, reference.node[i], MPFR_RNDN); /* l - eps */
		mpfr_neg(y, l, MPFR_RNDN);
		mpfr_expm1(y, y, MPFR_RNDN);
		mpfr_neg(y, y, MPFR_RNDN);
		mpfr_mul(y, y, reference.weight[i], MPFR_RNDN);
		mpfr_add_d(l, l, epsilon, MPFR_RNDN);
		mpfr_sub_d(l, l, epsilon0, MPFR_RNDN);
		mpfr_div_2ui(l, l, 1, MPFR_RNDN);
		mpfr_exp(l, l, MPFR_RNDN);
		mpfr_fma(sum, y, l, sum, MPFR_RNDN);
	}
	mpfr_set_d(l, epsilon0, MPFR_RNDN);
	mpfr_sub_d(l, l, epsilon, MPFR_RNDN);
	mpfr_mul(sum, sum, l, MPFR_RNDN);
	mpfr_div_2ui(sum, sum, 2, MPFR_RNDN);
	mpfr_neg(l, l, MPFR_RNDN);
	mpfr_expm1(y, l, MPFR_RNDN);
	mpfr_div_2ui(y, y, 1, MPFR_RNDN);
	mpfr_sub(delta, sum, y, MPFR_RNDN);
	mpfr_clears(l, y, sum, (mpfr_ptr)0);
}

/* `value` is good to 1e-40 of itself. */
static bool agrees(const struct dpmf_enclosure *x, mpfr_srcptr value)
{
	mpfr_t low, high;
	bool answer;

	mpfr_init2(low, 300);
	mpfr_init2(high, 300);
	mpfr_mul_d(low, value, 1e-40, MPFR_RNDN);
	mpfr_add(high, value, low, MPFR_RNDN);
	mpfr_sub(low, value, low, MPFR_RNDN);
	answer = mpfr_lessequal_p(x->lo, high) && mpfr_lessequal_p(low, x->hi);
	mpfr_clear(low);
	mpfr_clear(high);
	return answer;
}

static void laplace_holds_the_integral(void **state)
{
	struct dpmf_enclosure scale, move, epsilon, epsilon0, delta, back;
	mpfr_t value;

	(void)state;
	dpmf_enclosure_init(&scale);
	dpmf_enclosure_init(&move);
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&epsilon0);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&back);
	mpfr_init2(value, REFERENCE_BITS);
	for (int i = 0; i < SCALED(500, 150); i++) {
		const double e0 = reference_decades(&reference, 1e-6, 20), e = e0 * reference_uniform(&reference, 0, 1);

		dpmf_interval_set_d(&scale, 0.25);
		dpmf_interval_set_d(&move, e0 / 4);
		dpmf_interval_set_d(&epsilon, e);
		assert_int_equal(dpmf_laplace_pure(&scale, &move, &epsilon0, NULL), DPMF_OK);
		assert_true(mpfr_cmp_d(epsilon0.lo, e0) == 0 && mpfr_cmp_d(epsilon0.hi, e0) == 0);
		assert_int_equal(dpmf_laplace_delta(&epsilon0, &epsilon, &delta, NULL), DPMF_OK);
		assert_true(dpmf_interval_width(&delta) < 1e-60);
		laplace_by_losses(e0, e, value);
		assert_true(agrees(&delta, value));
		assert_int_equal(dpmf_laplace_epsilon(&epsilon0, &delta, &back, NULL), DPMF_OK);
		assert_true(dpmf_interval_holds(&back, epsilon.lo));
		dpmf_interval_set_d(&epsilon, e0 * 1.01);
		assert_int_equal(dpmf_laplace_delta(&epsilon0, &epsilon, &delta, NULL), DPMF_OK);
		assert_true(mpfr_zero_p(delta.lo) && mpfr_zero_p(delta.hi));
	}
	dpmf_interval_set_d(&delta, 1);
	assert_int_equal(dpmf_laplace_epsilon(&epsilon0, &delta, &back, NULL), DPMF_INPUT);
	dpmf_interval_set_d(&scale, 0);
	assert_int_equal(dpmf_laplace_pure(&scale, &move, &epsilon0, NULL), DPMF_INPUT);
	dpmf_enclosure_clear(&scale);
	dpmf_enclosure_clear(&move);
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&epsilon0);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&back);
	mpfr_clear(value);
}

/* Sum of max(0, P(x) - e^eps P(x - k)) over |x| <= k + 130 q/p; what is beyond is
   below e^-130 of the whole. */
static void discrete_by_outcomes(uint64_t p, uint64_t q, uint64_t k, double epsilon, mpfr_ptr delta)
{
	const long reach = (long)k + (long)(130 * q / p) + 1;
	mpfr_t t, a, b, grow;

	mpfr_inits2(300, t, a, b, grow, (mpfr_ptr)0);
	mpfr_set_ui(t, p, MPFR_RNDN);
	mpfr_div_ui(t, t, q, MPFR_RNDN);
	mpfr_set_d(grow, epsilon, MPFR_RNDN);
	mpfr_set_zero(delta, 1);
	for (long x = -reach; x <= reach; x++) {
		mpfr_mul_si(a, t, -labs(x), MPFR_RNDN);
		mpfr_exp(a, a, MPFR_RNDN);
		mpfr_mul_si(b, t, -labs(x - (long)k), MPFR_RNDN);
		mpfr_add(b, b, grow, MPFR_RNDN);
		mpfr_exp(b, b, MPFR_RNDN);
		mpfr_sub(a, a, b, MPFR_RNDN);
		if (mpfr_sgn(a) > 0)
			mpfr_add(delta, delta, a, MPFR_RNDN);
	}
	mpfr_neg(a, t, MPFR_RNDN);
	mpfr_exp(a, a, MPFR_RNDN);
	mpfr_ui_sub(b, 1, a, MPFR_RNDN);
	mpfr_add_ui(a, a, 1, MPFR_RNDN);
	mpfr_div(b, b, a, MPFR_RNDN);
	mpfr_mul(delta, delta, b, MPFR_RNDN);
	mpfr_clears(t, a, b, grow, (mpfr_ptr)0);
}

static void discrete_laplace_holds_the_sum(void **state)
{
	struct dpmf_enclosure epsilon, delta, back;
	mpfr_t value;

	(void)state;
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&back);
	mpfr_init2(value, 300);
	for (int i = 0; i < SCALED(120, 30); i++) {
		const struct dpmf_on_steps law = { (uint64_t)reference_uniform(&reference, 1, 40),
			                                   (uint64_t)reference_uniform(&reference, 1, 40),
			                                   (uint64_t)reference_uniform(&reference, 1, 30) };
		const double pure = (double)law.steps * (double)law.p / (double)law.q;
		const double e = i % 4 == 0 ? 0 : pure * reference_uniform(&reference, 0, 1);

		dpmf_interval_set_d(&epsilon, e);
		assert_int_equal(dpmf_discrete_laplace_delta(&law, &epsilon, &delta, NULL), DPMF_OK);
		discrete_by_outcomes(law.p, law.q, law.steps, e, value);
		assert_true(agrees(&delta, value));
		if (mpfr_cmp_d(delta.hi, 0.999) > 0)
			continue;
		assert_int_equal(dpmf_discrete_laplace_epsilon(&law, &delta, &back, NULL), DPMF_OK);
		assert_true(dpmf_interval_holds(&back, epsilon.lo));
	}
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&back);
	mpfr_clear(value);
}

/* The likelihood ratio takes the values t (k - 2 x): at those epsilons the threshold
   is on a whole number, and delta has a kink but no jump. */
static void kinks_and_ends(void **state)
{
	const struct dpmf_on_steps law = { 1, 3, 7 }, still = { 1, 3, 0 }, none = { 0, 3, 7 };
	struct dpmf_enclosure epsilon, delta, pure;
	mpfr_t value;

	(void)state;
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&pure);
	mpfr_init2(value, 300);
	for (int i = 0; i < 3; i++) {
		dpmf_interval_set_d(&epsilon, 1.0 + 2 * i / 3.0);
		assert_int_equal(dpmf_discrete_laplace_delta(&law, &epsilon, &delta, NULL), DPMF_OK);
		discrete_by_outcomes(1, 3, 7, 1.0 + 2 * i / 3.0, value);
		assert_true(agrees(&delta, value));
	}
	assert_int_equal(dpmf_discrete_laplace_pure(&law, &pure, NULL), DPMF_OK);
	assert_int_equal(dpmf_discrete_laplace_delta(&law, &pure, &delta, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(delta.lo) && mpfr_cmp_d(delta.hi, 1e-70) < 0);
	dpmf_interval_set_d(&delta, 0);
	assert_int_equal(dpmf_discrete_laplace_epsilon(&law, &delta, &epsilon, NULL), DPMF_OK);
	assert_true(mpfr_equal_p(epsilon.lo, pure.lo) && mpfr_equal_p(epsilon.hi, pure.hi));
	dpmf_interval_set_d(&delta, 0.9);
	assert_int_equal(dpmf_discrete_laplace_epsilon(&law, &delta, &epsilon, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(epsilon.lo) && mpfr_zero_p(epsilon.hi));
	assert_int_equal(dpmf_discrete_laplace_delta(&still, &epsilon, &delta, NULL), DPMF_OK);
	assert_true(mpfr_zero_p(delta.hi));
	assert_int_equal(dpmf_discrete_laplace_delta(&none, &epsilon, &delta, NULL), DPMF_INPUT);
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&pure);
	mpfr_clear(value);
}

/* delta of two coordinates that move by j and k - j, in doubles. */
static double split(double t, int k, int j, double epsilon)
{
	const int reach = (int)(40 / t) + k;
	const double unit = tanh(t / 2);
	double sum = 0;

	for (int x = -reach; x <= reach; x++)
		for (int y = -reach; y <= reach; y++) {
			const double loss = t * (abs(x - j) - abs(x) + abs(y - (k - j)) - abs(y));

			if (loss > epsilon)
				sum += exp(-t * (abs(x) + abs(y))) * -expm1(epsilon - loss);
		}
	return sum * unit * unit;
}

static void one_coordinate_is_the_worst(void **state)
{
	struct dpmf_enclosure epsilon, delta;

	(void)state;
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	for (int i = 0; i < 12; i++) {
		const struct dpmf_on_steps law = { (uint64_t)reference_uniform(&reference, 1, 4), 4,
			                                   (uint64_t)reference_uniform(&reference, 2, 9) };
		const double t = (double)law.p / (double)law.q;
		const double e = t * (double)law.steps * reference_uniform(&reference, 0, 0.9);

		dpmf_interval_set_d(&epsilon, e);
		assert_int_equal(dpmf_discrete_laplace_delta(&law, &epsilon, &delta, NULL), DPMF_OK);
		assert_true(fabs(split(t, (int)law.steps, 0, e) - mpfr_get_d(delta.lo, MPFR_RNDN)) < 1e-13);
		for (int j = 1; j < (int)law.steps; j++)
			assert_true(split(t, (int)law.steps, j, e) < mpfr_get_d(delta.lo, MPFR_RNDN) + 1e-13);
	}
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
}

static void rounding_is_inside_the_steps(void **state)
{
	struct dpmf_enclosure sensitivity, step;
	uint64_t steps = 0;

	(void)state;
	dpmf_enclosure_init(&sensitivity);
	dpmf_enclosure_init(&step);
	assert_int_equal(dpmf_enclosure_read(&sensitivity, "D", "0.3", NULL), DPMF_OK);
	assert_int_equal(dpmf_enclosure_read(&step, "s", "0.1", NULL), DPMF_OK);
	assert_int_equal(dpmf_grid_steps(&sensitivity, &step, 5, &steps, NULL), DPMF_OK);
	assert_int_equal(steps, 8);
	assert_int_equal(dpmf_enclosure_read(&sensitivity, "D", "0.299", NULL), DPMF_OK);
	assert_int_equal(dpmf_grid_steps(&sensitivity, &step, 1, &steps, NULL), DPMF_OK);
	assert_int_equal(steps, 3);
	assert_int_equal(dpmf_grid_steps(&sensitivity, &step, 0, &steps, NULL), DPMF_INPUT);
	dpmf_interval_set_d(&step, 1e-20);
	assert_int_equal(dpmf_grid_steps(&sensitivity, &step, 1, &steps, NULL), DPMF_INPUT);
	dpmf_interval_set_d(&step, 0);
	assert_int_equal(dpmf_grid_steps(&sensitivity, &step, 1, &steps, NULL), DPMF_INPUT);
	dpmf_enclosure_clear(&sensitivity);
	dpmf_enclosure_clear(&step);
}

static int open(void **state)
{
	(void)state;
	return reference_open(5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(laplace_holds_the_integral),
		cmocka_unit_test(discrete_laplace_holds_the_sum),
		cmocka_unit_test(kinks_and_ends),
		cmocka_unit_test(one_coordinate_is_the_worst),
		cmocka_unit_test(rounding_is_inside_the_steps),
	};
	return cmocka_run_group_tests(tests, open, reference_close);
}
