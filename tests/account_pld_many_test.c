/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Privacy-loss distributions composed two, ten and a thousand times, against closed forms,
   and the convolution that does it against sums in MPFR. */
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
#include "account/pld_convolve.h"
#include "account/pld_source.h"
#include "tests/scale.h"

static const unsigned long times[] = { 2, 10, 1000 };
enum { TIMES = sizeof times / sizeof *times, POINTS = 60, CLOSED_BITS = 2400 };

static uint64_t next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 11;
}

static double uniform(uint64_t *state)
{
	return (double)next(state) * 0x1p-53;
}

static void compose(enum dpmf_pld_side side, const struct dpmf_pld_pair *pair, int power, double reach, unsigned long count,
                    double waste, struct dpmf_pld *all)
{
	const long end = (long)ceil(ldexp(reach, power));
	struct dpmf_pld one;

	assert_int_equal(dpmf_pld_init(&one, side, pair, power, -end, end, NULL), DPMF_OK);
	assert_int_equal(dpmf_pld_compose(&one, count, waste, all, NULL), DPMF_OK);
	dpmf_pld_clear(&one);
}

/* The closed form of J releases of mu / sqrt(J): that of one of mu. */
static void test_gaussian(void **state)
{
	static const double targets[] = { 0.1, 1e-5, 1e-12, 1e-40 };
	struct dpmf_enclosure mu, x, delta, epsilon;

	(void)state;
	dpmf_enclosure_init(&mu);
	dpmf_enclosure_init(&x);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&epsilon);
	for (int t = 0; t < SCALED(TIMES, 2); t++)
		for (int wide = 0; wide < SCALED(2, 1); wide++) {
			const struct dpmf_pld_pair pair = { dpmf_pld_gaussian, &mu };
			struct dpmf_pld side[2];
			const double all = wide ? 3 : 0.5, one = all / sqrt((double)times[t]);

			const int power = (int)ceil(4 - log2(one));

			dpmf_interval_set_d(&mu, one);
			for (int s = 0; s < 2; s++)
				compose(s ? DPMF_PLD_UPPER : DPMF_PLD_LOWER, &pair, power, 15 * one + one * one, times[t], 1e-50, &side[s]);
			dpmf_interval_sqr(&x, &mu);
			dpmf_interval_mul_ui(&x, &x, times[t]);
			dpmf_interval_sqrt(&x, &x);
			for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
				double low, high;

				dpmf_interval_set_d(&delta, targets[i]);
				assert_int_equal(dpmf_gaussian_epsilon(&x, &delta, &epsilon, NULL), DPMF_OK);
				low = dpmf_pld_epsilon(&side[0], targets[i]);
				high = dpmf_pld_epsilon(&side[1], targets[i]);
				assert_true(mpfr_cmp_d(epsilon.lo, low) >= 0 && mpfr_cmp_d(epsilon.hi, high) <= 0);
				assert_true(high - mpfr_get_d(epsilon.hi, MPFR_RNDU) < 0.02 && high - low < 0.3);
				assert_true(dpmf_pld_delta(&side[1], high) <= targets[i]);
				assert_true(dpmf_pld_delta(&side[0], low) >= targets[i] * (1 - 1e-12) || low <= 0);
			}
			dpmf_pld_clear(&side[0]);
			dpmf_pld_clear(&side[1]);
		}
	dpmf_enclosure_clear(&mu);
	dpmf_enclosure_clear(&x);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&epsilon);
}

/* J Laplace releases, evaluated with so many bits that what cancels (fewer than 1200 of them at J = 1000) is not missed. With w = z + 1/2 the loss of one has
     E e^(z L) = e^(-e0/2) / 2 (e^(w e0) (1 + 1/(2w)) + e^(-w e0) (1 - 1/(2w))),
   and e^(w a) w^-m is the transform of (a - s)^(m-1) / (m-1)!, s < a. So
     delta = (e^(-e0/2) / 2)^J sum over a = (J - 2j) e0 > epsilon of C(J, j) sum of c_m I_m(a),
   c_m the coefficients of (1 + y/2)^(J-j) (1 - y/2)^j, and with x = a - epsilon
     I_0 = e^(a/2) (1 - e^-x), I_m = e^(a/2) (G_m - e^-x H_m),
     G_m, H_m = the integrals of e^(-u/2), e^(u/2) times u^(m-1) / (m-1)! from 0 to x. */
struct closed {
	mpfr_t a, x, half, c[3], g, h, power, down, up, term, sum, all, choose;
};

static mpfr_ptr *members(struct closed *v, mpfr_ptr list[15])
{
	mpfr_ptr all[15] = { v->a, v->x, v->half, v->c[0], v->c[1], v->c[2], v->g, v->h, v->power, v->down, v->up, v->term,
		             v->sum, v->all, v->choose };

	memcpy(list, all, sizeof all);
	return list;
}

/* The sum of c_m I_m without e^(a/2), over m = 0 .. J. */
static void inner(struct closed *v, unsigned long count, unsigned long j)
{
	mpfr_neg(v->term, v->x, MPFR_RNDN);
	mpfr_expm1(v->sum, v->term, MPFR_RNDN);
	mpfr_neg(v->sum, v->sum, MPFR_RNDN); /* m = 0, c_0 = 1 */
	mpfr_div_2ui(v->half, v->x, 1, MPFR_RNDN);
	mpfr_exp(v->up, v->half, MPFR_RNDN);
	mpfr_ui_div(v->down, 1, v->up, MPFR_RNDN);
	mpfr_set_ui(v->c[0], 0, MPFR_RNDN);
	mpfr_set_ui(v->c[1], 1, MPFR_RNDN);
	mpfr_set_ui(v->power, 1, MPFR_RNDN); /* x^(m-1) / (m-1)! */
	for (unsigned long m = 1; m <= count; m++) {
		/* m c_m = (J - 2j) / 2 c_(m-1) - (J - m + 2) / 4 c_(m-2) */
		mpfr_mul_si(v->c[2], v->c[1], 2 * ((long)count - 2 * (long)j), MPFR_RNDN);
		mpfr_mul_ui(v->c[0], v->c[0], count - m + 2, MPFR_RNDN);
		mpfr_sub(v->c[2], v->c[2], v->c[0], MPFR_RNDN);
		mpfr_div_ui(v->c[2], v->c[2], 4 * m, MPFR_RNDN);
		mpfr_swap(v->c[0], v->c[1]);
		mpfr_swap(v->c[1], v->c[2]);
		if (m == 1) { /* 2 (1 - e^(-x/2)), 2 (e^(x/2) - 1) */
			mpfr_ui_sub(v->g, 1, v->down, MPFR_RNDN);
			mpfr_sub_ui(v->h, v->up, 1, MPFR_RNDN);
		} else { /* by parts */
			mpfr_mul(v->power, v->power, v->x, MPFR_RNDN);
			mpfr_div_ui(v->power, v->power, m - 1, MPFR_RNDN);
			mpfr_mul(v->term, v->power, v->down, MPFR_RNDN);
			mpfr_sub(v->g, v->g, v->term, MPFR_RNDN);
			mpfr_mul(v->term, v->power, v->up, MPFR_RNDN);
			mpfr_sub(v->h, v->term, v->h, MPFR_RNDN);
		}
		mpfr_mul_2ui(v->g, v->g, 1, MPFR_RNDN);
		mpfr_mul_2ui(v->h, v->h, 1, MPFR_RNDN);
		mpfr_mul(v->term, v->down, v->down, MPFR_RNDN); /* e^-x */
		mpfr_mul(v->term, v->term, v->h, MPFR_RNDN);
		mpfr_sub(v->term, v->g, v->term, MPFR_RNDN);
		mpfr_mul(v->term, v->term, v->c[1], MPFR_RNDN);
		mpfr_add(v->sum, v->sum, v->term, MPFR_RNDN);
	}
}

static void laplace_closed(double e0, unsigned long count, double epsilon, mpfr_ptr delta)
{
	struct closed v;
	mpfr_ptr list[15];

	members(&v, list);
	for (int i = 0; i < 15; i++)
		mpfr_init2(list[i], CLOSED_BITS);
	mpfr_set_zero(v.all, 1);
	mpfr_set_ui(v.choose, 1, MPFR_RNDN);
	for (unsigned long j = 0; j <= count; j++) {
		mpfr_set_d(v.a, e0, MPFR_RNDN);
		mpfr_mul_si(v.a, v.a, (long)count - 2 * (long)j, MPFR_RNDN);
		mpfr_sub_d(v.x, v.a, epsilon, MPFR_RNDN);
		if (mpfr_sgn(v.x) <= 0)
			break;
		if (j > 0) {
			mpfr_mul_ui(v.choose, v.choose, count - j + 1, MPFR_RNDN);
			mpfr_div_ui(v.choose, v.choose, j, MPFR_RNDN);
		}
		inner(&v, count, j);
		mpfr_div_2ui(v.a, v.a, 1, MPFR_RNDN);
		mpfr_exp(v.a, v.a, MPFR_RNDN);
		mpfr_mul(v.sum, v.sum, v.a, MPFR_RNDN);
		mpfr_mul(v.sum, v.sum, v.choose, MPFR_RNDN);
		mpfr_add(v.all, v.all, v.sum, MPFR_RNDN);
	}
	mpfr_set_d(v.a, -e0 / 2, MPFR_RNDN);
	mpfr_exp(v.a, v.a, MPFR_RNDN);
	mpfr_div_2ui(v.a, v.a, 1, MPFR_RNDN);
	mpfr_pow_ui(v.a, v.a, count, MPFR_RNDN);
	mpfr_mul(delta, v.all, v.a, MPFR_RNDN);
	for (int i = 0; i < 15; i++)
		mpfr_clear(list[i]);
}

/* e0 off the grid and on it. */
static void test_laplace(void **state)
{
	static const struct { double e0, epsilon[2]; int power; } cases[TIMES][2] = {
		{ { 0.7, { 0.3, 1.1 }, 10 }, { 0.5, { 0, 0.75 }, 10 } },
		{ { 0.3, { 0.4, 2.2 }, 10 }, { 0.25, { 0.125, 2 }, 10 } },
		{ { 0.3, { 90 }, 10 }, { 0.25, { 100 }, 10 } },
	};
	struct dpmf_enclosure e0;
	mpfr_t delta;

	(void)state;
	dpmf_enclosure_init(&e0);
	mpfr_init2(delta, CLOSED_BITS);
	for (int t = 0; t < SCALED(TIMES, 2); t++)
		for (int k = 0; k < 2; k++) {
			const struct dpmf_pld_pair pair = { dpmf_pld_laplace, &e0 };
			struct dpmf_pld side[2];

			dpmf_interval_set_d(&e0, cases[t][k].e0);
			for (int s = 0; s < 2; s++)
				compose(s ? DPMF_PLD_UPPER : DPMF_PLD_LOWER, &pair, cases[t][k].power, cases[t][k].e0 + 0.01, times[t], 1e-40, &side[s]);
			for (int i = 0; i < (times[t] < 100 ? 2 : 1); i++) {
				const double epsilon = cases[t][k].epsilon[i];
				double low = dpmf_pld_delta(&side[0], epsilon), high = dpmf_pld_delta(&side[1], epsilon);

				laplace_closed(cases[t][k].e0, times[t], epsilon, delta);
				assert_true(mpfr_cmp_d(delta, low) >= 0 && mpfr_cmp_d(delta, high) <= 0);
				assert_true(low > 0.5 * high && high - low < 0.01);
				low = dpmf_pld_epsilon(&side[0], mpfr_get_d(delta, MPFR_RNDU));
				high = dpmf_pld_epsilon(&side[1], mpfr_get_d(delta, MPFR_RNDD));
				assert_true(low <= epsilon && epsilon <= high && high - low < 0.5);
			}
			dpmf_pld_clear(&side[0]);
			dpmf_pld_clear(&side[1]);
		}
	mpfr_clear(delta);
	dpmf_enclosure_clear(&e0);
}

/* A mass of any size that a double has, or none; with all its bits, or with one. */
static double some_mass(uint64_t *seed, int depth, bool full)
{
	if (uniform(seed) < 0.1)
		return 0;
	const int power = -(int)(depth * uniform(seed));

	return ldexp(full ? 0.5 + uniform(seed) / 2 : 0.5, power);
}

static void assert_convolved(const struct dpmf_pld *a, const struct dpmf_pld *b, const double *sum, double waste)
{
	mpfr_t x, y, off;

	mpfr_init2(x, 4400);
	mpfr_init2(y, 4400);
	mpfr_init2(off, 4400);
	mpfr_set_zero(off, 1);
	for (size_t k = 0; k < a->count + b->count - 1; k++) {
		mpfr_set_zero(x, 1);
		for (size_t i = 0; i < a->count; i++)
			if (k >= i && k - i < b->count) {
				mpfr_set_d(y, a->mass[i], MPFR_RNDN);
				mpfr_mul_d(y, y, b->mass[k - i], MPFR_RNDN);
				mpfr_add(x, x, y, MPFR_RNDN);
			}
		mpfr_d_sub(y, sum[k], x, MPFR_RNDN);
		assert_true(a->side == DPMF_PLD_UPPER ? mpfr_sgn(y) >= 0 : mpfr_sgn(y) <= 0);
		mpfr_abs(y, y, MPFR_RNDN);
		mpfr_mul_d(x, x, 0x1.01p-52, MPFR_RNDN);
		mpfr_add_d(x, x, 0x1p-1073, MPFR_RNDN);
		mpfr_sub(y, y, x, MPFR_RNDN);
		if (mpfr_sgn(y) > 0)
			mpfr_add(off, off, y, MPFR_RNDN);
	}
	assert_true(mpfr_cmp_d(off, 0x1p-20 * waste) <= 0);
	mpfr_clear(x);
	mpfr_clear(y);
	mpfr_clear(off);
}

static void test_convolution(void **state)
{
	static const double wastes[] = { 0, 1e-12, 1e-3, 1e-300 };
	uint64_t seed = 11;

	(void)state;
	for (int trial = 0; trial < SCALED(640, 64); trial++) {
		const bool full = trial % 64 < 32;
		double mass[2][POINTS], sum[2 * POINTS];
		struct dpmf_pld of[2];
		const double waste = wastes[trial / 2 % 4];
		const int depth[] = { 8, 60, 500, 1073 };

		for (int i = 0; i < 2; i++) {
			of[i] = (struct dpmf_pld){ .side = trial % 2 ? DPMF_PLD_UPPER : DPMF_PLD_LOWER, .mass = mass[i],
				                   .count = 1 + (size_t)(uniform(&seed) * (full ? POINTS : 4)) };
			for (size_t k = 0; k < of[i].count; k++)
				mass[i][k] = some_mass(&seed, depth[trial / 8 % 4], full) / (full ? (double)of[i].count : 4);
		}
		assert_int_equal(dpmf_pld_convolve(&of[0], &of[1], waste, sum, NULL), DPMF_OK);
		assert_convolved(&of[0], &of[1], sum, waste);
		assert_int_equal(dpmf_pld_convolve(&of[0], &of[0], waste, sum, NULL), DPMF_OK);
		assert_convolved(&of[0], &of[0], sum, waste);
	}
}

/* What is cut from the ends is not lost on the upper side, and nothing is added on the lower. */
static void test_total(void **state)
{
	uint64_t seed = 3;
	mpfr_t all, square;

	(void)state;
	mpfr_init2(all, 4400);
	mpfr_init2(square, 4400);
	for (int trial = 0; trial < SCALED(200, 40); trial++) {
		double mass[POINTS];
		const struct dpmf_pld one = { .side = trial % 2 ? DPMF_PLD_UPPER : DPMF_PLD_LOWER, .count = POINTS, .mass = mass };
		struct dpmf_pld two;

		mpfr_set_zero(square, 1);
		for (size_t i = 0; i < POINTS; i++) {
			mass[i] = i == 0 && trial % 2 == 0 ? 0.5 : some_mass(&seed, 20, trial % 8 < 4) / 64;
			mpfr_add_d(square, square, mass[i], MPFR_RNDN);
		}
		mpfr_sqr(square, square, MPFR_RNDN);
		assert_int_equal(dpmf_pld_add(&one, &one, trial % 4 < 2 ? 1e-4 : 0.02, &two, NULL), DPMF_OK);
		mpfr_set_d(all, two.infinite, MPFR_RNDN);
		for (size_t i = 0; i < two.count; i++)
			mpfr_add_d(all, all, two.mass[i], MPFR_RNDN);
		assert_true(two.count < 2 * POINTS - 1);
		assert_true(one.side == DPMF_PLD_UPPER ? mpfr_cmp(all, square) >= 0 : mpfr_cmp(all, square) <= 0);
		mpfr_sub(all, all, square, MPFR_RNDN);
		assert_true(fabs(mpfr_get_d(all, MPFR_RNDN)) < (one.side == DPMF_PLD_UPPER ? 1e-8 : 0.04));
		dpmf_pld_clear(&two);
	}
	mpfr_clear(all);
	mpfr_clear(square);
}

/* All losses above 0, so that the answer may lie below the lowest point: at L = 1 alone the
   curve is 1 - e^(epsilon - 1). */
static void test_high_losses(void **state)
{
	double one = 1, none = 0;

	(void)state;
	for (int s = 0; s < 2; s++) {
		const struct dpmf_pld at_one = { .side = s ? DPMF_PLD_UPPER : DPMF_PLD_LOWER, .power = 4, .first = 16, .count = 1,
			                         .mass = &one };
		struct dpmf_pld nothing = at_one;

		for (double epsilon = 0.01; epsilon < 1; epsilon += 0.11) {
			const double delta = -expm1(epsilon - 1), got = dpmf_pld_epsilon(&at_one, delta);

			assert_true(fabs(got - epsilon) < 1e-14);
			assert_true(fabs(dpmf_pld_delta(&at_one, epsilon) - delta) < 1e-15);
			assert_true(s ? dpmf_pld_delta(&at_one, got) <= delta : dpmf_pld_delta(&at_one, got) >= delta * (1 - 1e-15));
		}
		assert_true(dpmf_pld_epsilon(&at_one, 0.7) == 0);
		assert_true(dpmf_pld_delta(&at_one, 1) == 0 && dpmf_pld_delta(&at_one, INFINITY) == 0);
		nothing.mass = &none;
		assert_true(dpmf_pld_epsilon(&nothing, 0) == 0 && dpmf_pld_delta(&nothing, 0) == 0);
	}
}

/* A loss that no double holds to the step is refused, not rounded. */
static void test_far_losses(void **state)
{
	double one[2] = { 0.5, 0.5 };
	const struct dpmf_pld far = { .side = DPMF_PLD_UPPER, .power = 0, .first = (1L << 40) - 2, .count = 2, .mass = one };
	struct dpmf_pld all;

	(void)state;
	assert_int_equal(dpmf_pld_compose(&far, 1UL << 14, 1e-3, &all, NULL), DPMF_INPUT);
	assert_int_equal(dpmf_pld_compose(&far, 1UL << 10, 1e-3, &all, NULL), DPMF_OK);
	dpmf_pld_clear(&all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gaussian), cmocka_unit_test(test_laplace), cmocka_unit_test(test_convolution),
		cmocka_unit_test(test_total),
		cmocka_unit_test(test_high_losses), cmocka_unit_test(test_far_losses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
