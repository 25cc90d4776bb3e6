/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "account/gaussian.h"
#include "account/interval.h"
#include "account/mixture.h"
#include "account/pld_source.h"
#include "account/randomized.h"
#include "tests/scale.h"

static double uniform(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 11) * 0x1p-53;
}

/* Under valgrind a grid is eight times as coarse, and the sides of an enclosure lie
   as many times farther apart. */
#define COARSER SCALED(0, 3)

/* Both sides of one pair, and of several in a row. */
struct sides {
	struct dpmf_pld side[2];
};

static void make(struct sides *sides, const struct dpmf_pld_pair *pair, int finest, double reach)
{
	const int power = finest - COARSER;
	const long end = (long)ceil(ldexp(reach, power));

	for (int s = 0; s < 2; s++)
		assert_int_equal(dpmf_pld_init(&sides->side[s], s ? DPMF_PLD_UPPER : DPMF_PLD_LOWER, pair, power, -end, end, NULL),
		                 DPMF_OK);
}

static void compose(struct sides *sides, unsigned long times)
{
	for (int s = 0; s < 2; s++) {
		struct dpmf_pld all;

		assert_int_equal(dpmf_pld_compose(&sides->side[s], times, 1e-18, &all, NULL), DPMF_OK);
		dpmf_pld_clear(&sides->side[s]);
		sides->side[s] = all;
	}
}

static void add(struct sides *a, struct sides *b)
{
	for (int s = 0; s < 2; s++) {
		struct dpmf_pld sum;

		assert_int_equal(dpmf_pld_add(&a->side[s], &b->side[s], 1e-18, &sum, NULL), DPMF_OK);
		dpmf_pld_clear(&a->side[s]);
		dpmf_pld_clear(&b->side[s]);
		a->side[s] = sum;
	}
}

static void clear(struct sides *sides)
{
	dpmf_pld_clear(&sides->side[0]);
	dpmf_pld_clear(&sides->side[1]);
}

/* upper >= exact >= lower, strictly on the enclosure, and not farther apart than `gap`. */
static void assert_between(const struct sides *sides, double epsilon, const struct dpmf_enclosure *exact, double gap)
{
	const double lower = dpmf_pld_delta(&sides->side[0], epsilon), upper = dpmf_pld_delta(&sides->side[1], epsilon);

	assert_true(mpfr_cmp_d(exact->hi, upper) <= 0);
	assert_true(mpfr_cmp_d(exact->lo, lower) >= 0);
	assert_true(upper - lower <= ldexp(gap, COARSER));
	assert_true(upper <= 1 && lower >= 0);
}

static const double epsilons[] = { 0, 0.01, 0.1, 0.3, 0.7, 1, 1.5, 2.5, 4 };
enum { EPSILONS = sizeof epsilons / sizeof *epsilons };

struct fixture {
	struct dpmf_enclosure x, y, z, epsilon, delta;
};

static int setup(void **state)
{
	static struct fixture f;

	dpmf_interval_init(&f.x, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&f.y, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&f.z, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&f.epsilon, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&f.delta, 1, DPMF_ACCOUNT_BITS);
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	dpmf_interval_clear(&f->x, 1);
	dpmf_interval_clear(&f->y, 1);
	dpmf_interval_clear(&f->z, 1);
	dpmf_interval_clear(&f->epsilon, 1);
	dpmf_interval_clear(&f->delta, 1);
	return 0;
}

/* Random Gaussians, two kinds, each composed: a Gaussian again. */
static void test_gaussians(void **state)
{
	struct fixture *f = *state;
	const struct dpmf_pld_pair a = { dpmf_pld_gaussian, &f->x }, b = { dpmf_pld_gaussian, &f->y };
	uint64_t seed = 5;

	for (int trial = 0; trial < SCALED(8, 2); trial++) {
		const unsigned long times[] = { 1 + (unsigned long)(12 * uniform(&seed)), 1 + (unsigned long)(12 * uniform(&seed)) };
		struct sides first, second;

		dpmf_interval_set_d(&f->x, 0.02 + 0.4 * uniform(&seed));
		dpmf_interval_set_d(&f->y, 0.02 + 0.4 * uniform(&seed));
		make(&first, &a, 8, 2.5);
		make(&second, &b, 8, 2.5);
		compose(&first, times[0]);
		compose(&second, times[1]);
		add(&first, &second);
		dpmf_interval_sqr(&f->x, &f->x);
		dpmf_interval_mul_ui(&f->x, &f->x, times[0]);
		dpmf_interval_sqr(&f->y, &f->y);
		dpmf_interval_mul_ui(&f->y, &f->y, times[1]);
		dpmf_interval_add(&f->x, &f->x, &f->y);
		dpmf_interval_sqrt(&f->x, &f->x);
		for (int e = 0; e < EPSILONS; e++) {
			dpmf_interval_set_d(&f->epsilon, epsilons[e]);
			assert_int_equal(dpmf_gaussian_delta(&f->x, &f->epsilon, &f->delta, NULL), DPMF_OK);
			assert_between(&first, epsilons[e], &f->delta, 2e-3);
		}
		clear(&first);
	}
}

/* One Laplace, one mixture: the curves are closed forms. A loss moves by at most one
   step, and delta by at most as much as the losses, on either side. */
static void test_single(void **state)
{
	const double step = 0x1p-8;
	struct fixture *f = *state;
	uint64_t seed = 6;

	for (int trial = 0; trial < SCALED(16, 8); trial++) {
		const bool known_h = trial % 2;
		const struct dpmf_pld_pair pair = { known_h ? dpmf_pld_mixture : dpmf_pld_laplace, &f->x };
		struct sides sides;

		/* every fourth e0 is a point of the grid */
		dpmf_interval_set_d(&f->x, trial % 8 < 2 ? 0.25 * (trial + 1) : 0.01 + 2.5 * uniform(&seed));
		dpmf_interval_set_ui(&f->y, 1);
		make(&sides, &pair, 8, 8);
		for (int e = 0; e < EPSILONS; e++) {
			dpmf_interval_set_d(&f->epsilon, epsilons[e]);
			assert_int_equal(dpmf_mixture_delta(&f->y, &f->x, &f->epsilon, known_h, &f->delta, NULL), DPMF_OK);
			assert_between(&sides, epsilons[e], &f->delta, 2 * step);
		}
		clear(&sides);
	}
}

/* Randomized response with two answers, J times: sums of binomial terms. */
static void exact_responses(unsigned long times, const struct dpmf_enclosure *e0, const struct dpmf_enclosure *epsilon,
                            struct dpmf_enclosure *delta)
{
	struct dpmf_enclosure x[5]; /* p, 1 - p, choose, term, e^(epsilon - loss) */

	dpmf_interval_init(x, 5, DPMF_ACCOUNT_BITS);
	dpmf_interval_exp(&x[0], e0);
	dpmf_interval_add_si(&x[1], &x[0], 1);
	dpmf_interval_div(&x[0], &x[0], &x[1]);
	dpmf_interval_neg(&x[1], &x[0]);
	dpmf_interval_add_si(&x[1], &x[1], 1);
	dpmf_interval_set_ui(&x[2], 1);
	dpmf_interval_set_ui(delta, 0);
	for (unsigned long i = 0; i <= times; i++) { /* i true answers: loss (2 i - J) e0 */
		if (i > 0) {
			dpmf_interval_mul_ui(&x[2], &x[2], times - i + 1);
			dpmf_interval_div_ui(&x[2], &x[2], i);
		}
		dpmf_interval_set_d(&x[4], 2 * (double)i - (double)times);
		dpmf_interval_mul(&x[4], &x[4], e0);
		dpmf_interval_sub(&x[4], epsilon, &x[4]);
		if (mpfr_sgn(x[4].hi) >= 0)
			continue;
		dpmf_interval_expm1(&x[4], &x[4]);
		dpmf_interval_neg(&x[4], &x[4]);
		dpmf_interval_pow_si(&x[3], &x[0], (long)i);
		dpmf_interval_mul(&x[4], &x[4], &x[3]);
		dpmf_interval_pow_si(&x[3], &x[1], (long)(times - i));
		dpmf_interval_mul(&x[4], &x[4], &x[3]);
		dpmf_interval_mul(&x[4], &x[4], &x[2]);
		dpmf_interval_add(delta, delta, &x[4]);
	}
	dpmf_interval_clear(x, 5);
}

static void test_randomized_responses(void **state)
{
	struct fixture *f = *state;
	struct dpmf_enclosure p[2], q[2];
	const struct dpmf_pld_law law = { 2, p, q };
	const struct dpmf_pld_pair pair = { dpmf_pld_finite, &law };
	uint64_t seed = 7;

	dpmf_interval_init(p, 2, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(q, 2, DPMF_ACCOUNT_BITS);
	for (int trial = 0; trial < SCALED(12, 4); trial++) {
		const unsigned long times = 1 + (unsigned long)(40 * uniform(&seed));
		struct sides sides;

		dpmf_interval_set_d(&f->x, 0.01 + 0.5 * uniform(&seed));
		dpmf_interval_exp(&p[0], &f->x);
		dpmf_interval_add_si(&p[1], &p[0], 1);
		dpmf_interval_div(&p[0], &p[0], &p[1]);
		dpmf_interval_neg(&p[1], &p[0]);
		dpmf_interval_add_si(&p[1], &p[1], 1);
		dpmf_interval_set(&q[0], &p[1]);
		dpmf_interval_set(&q[1], &p[0]);
		make(&sides, &pair, 10, 1);
		compose(&sides, times);
		for (int e = 0; e < EPSILONS; e++) {
			dpmf_interval_set_d(&f->epsilon, epsilons[e]);
			exact_responses(times, &f->x, &f->epsilon, &f->delta);
			assert_between(&sides, epsilons[e], &f->delta, 0.03);
		}
		clear(&sides);
	}
	dpmf_interval_clear(p, 2);
	dpmf_interval_clear(q, 2);
}

/* Far tails: nothing underflows to a lie. */
static void test_small_deltas(void **state)
{
	struct fixture *f = *state;
	const struct dpmf_pld_pair pair = { dpmf_pld_gaussian, &f->x };
	struct sides sides;

	dpmf_interval_set_d(&f->x, 0.25);
	make(&sides, &pair, 10, 4);
	for (int s = 0; s < 2; s++) {
		struct dpmf_pld all;

		assert_int_equal(dpmf_pld_compose(&sides.side[s], 4, 0, &all, NULL), DPMF_OK);
		dpmf_pld_clear(&sides.side[s]);
		sides.side[s] = all;
	}
	dpmf_interval_set_d(&f->x, 0.5);
	for (double e = 1; e < SCALED(8, 5); e += 1) {
		dpmf_interval_set_d(&f->epsilon, e);
		assert_int_equal(dpmf_gaussian_delta(&f->x, &f->epsilon, &f->delta, NULL), DPMF_OK);
		assert_between(&sides, e, &f->delta, 1);
		assert_true(dpmf_pld_delta(&sides.side[1], e) < pow(1.1, 1 << COARSER) * mpfr_get_d(f->delta.hi, MPFR_RNDU));
		assert_true(dpmf_pld_delta(&sides.side[0], e) > pow(0.9, 1 << COARSER) * mpfr_get_d(f->delta.lo, MPFR_RNDD));
	}
	clear(&sides);
}

static void test_epsilon(void **state)
{
	struct fixture *f = *state;
	const struct dpmf_pld_pair pair = { dpmf_pld_gaussian, &f->x };
	struct sides sides;
	double lower, upper;

	dpmf_interval_set_d(&f->x, 0.125);
	make(&sides, &pair, 10, 2);
	compose(&sides, 16);
	dpmf_interval_set_d(&f->x, 0.5);
	dpmf_interval_set_d(&f->delta, 1e-5);
	assert_int_equal(dpmf_gaussian_epsilon(&f->x, &f->delta, &f->epsilon, NULL), DPMF_OK);
	lower = dpmf_pld_epsilon(&sides.side[0], 1e-5);
	upper = dpmf_pld_epsilon(&sides.side[1], 1e-5);
	assert_true(mpfr_cmp_d(f->epsilon.lo, lower) >= 0 && mpfr_cmp_d(f->epsilon.hi, upper) <= 0);
	assert_true(upper - lower < ldexp(1e-3, COARSER));
	assert_true(dpmf_pld_epsilon(&sides.side[1], 0.9) == 0);
	assert_true(isinf(dpmf_pld_epsilon(&sides.side[1], 0)));
	clear(&sides);
}

/* What leaves the grid goes to the safe side. */
static void test_short_grid(void **state)
{
	struct fixture *f = *state;
	const struct dpmf_pld_pair pair = { dpmf_pld_gaussian, &f->x };
	struct sides sides;

	dpmf_interval_set_d(&f->x, 1);
	make(&sides, &pair, 6, 1.5);
	assert_true(sides.side[1].infinite > 0.1);
	for (int e = 0; e < EPSILONS; e++) {
		dpmf_interval_set_d(&f->epsilon, epsilons[e]);
		assert_int_equal(dpmf_gaussian_delta(&f->x, &f->epsilon, &f->delta, NULL), DPMF_OK);
		assert_between(&sides, epsilons[e], &f->delta, 1);
	}
	compose(&sides, 3);
	for (int s = 0; s < 2; s++) { /* and with much waste */
		struct dpmf_pld all;

		assert_int_equal(dpmf_pld_compose(&sides.side[s], 3, 0.01, &all, NULL), DPMF_OK);
		dpmf_pld_clear(&sides.side[s]);
		sides.side[s] = all;
	}
	dpmf_interval_set_d(&f->x, 3);
	for (int e = 0; e < EPSILONS; e++) {
		dpmf_interval_set_d(&f->epsilon, epsilons[e]);
		assert_int_equal(dpmf_gaussian_delta(&f->x, &f->epsilon, &f->delta, NULL), DPMF_OK);
		assert_between(&sides, epsilons[e], &f->delta, 1);
	}
	clear(&sides);
}

static void test_refusals(void **state)
{
	struct fixture *f = *state;
	const struct dpmf_pld_pair pair = { dpmf_pld_laplace, &f->x };
	struct dpmf_pld a, b, sum;

	dpmf_interval_set_ui(&f->x, 0);
	assert_int_equal(dpmf_pld_init(&a, DPMF_PLD_UPPER, &pair, 4, -8, 8, NULL), DPMF_INPUT);
	dpmf_interval_set_ui(&f->x, 1);
	assert_int_equal(dpmf_pld_init(&a, DPMF_PLD_UPPER, &pair, 41, -8, 8, NULL), DPMF_INPUT);
	assert_int_equal(dpmf_pld_init(&a, DPMF_PLD_UPPER, &pair, 4, 8, 8, NULL), DPMF_INPUT);
	assert_int_equal(dpmf_pld_init(&a, DPMF_PLD_UPPER, &pair, 4, -20, 20, NULL), DPMF_OK);
	assert_int_equal(dpmf_pld_init(&b, DPMF_PLD_LOWER, &pair, 4, -20, 20, NULL), DPMF_OK);
	assert_int_equal(dpmf_pld_add(&a, &b, 0, &sum, NULL), DPMF_INPUT);
	assert_int_equal(dpmf_pld_compose(&a, 0, 0, &sum, NULL), DPMF_INPUT);
	assert_int_equal(dpmf_pld_compose(&a, 2, 1, &sum, NULL), DPMF_INPUT);
	dpmf_pld_clear(&a);
	dpmf_pld_clear(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_gaussians, setup, teardown),
		cmocka_unit_test_setup_teardown(test_single, setup, teardown),
		cmocka_unit_test_setup_teardown(test_randomized_responses, setup, teardown),
		cmocka_unit_test_setup_teardown(test_small_deltas, setup, teardown),
		cmocka_unit_test_setup_teardown(test_epsilon, setup, teardown),
		cmocka_unit_test_setup_teardown(test_short_grid, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
