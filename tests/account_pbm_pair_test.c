/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account_pbm_naive.h"

#include "tests/scale.h"

static void check_pair(struct fixture *f, unsigned long theta, int high, int low, int quanta)
{
	const struct dpmf_pbm_pair pair = { (unsigned long)high, (unsigned long)low, (unsigned long)quanta, &f->odds };
	struct naive p, q;
	mpq_t exact;

	naive_init(&p);
	naive_init(&q);
	mpq_init(exact);
	naive_add(&p, 32 + theta, high + quanta);
	naive_add(&p, 32 - theta, low);
	naive_add(&q, 32 + theta, high);
	naive_add(&q, 32 - theta, low + quanta);
	for (int alpha = 2; alpha <= 5; alpha += 3) {
		dpmf_interval_set_ui(&f->alpha, (unsigned long)alpha);
		assert_int_equal(dpmf_pbm_pair_renyi(&pair, &f->alpha, &f->x, &f->error), DPMF_OK);
		to_moment(&f->x, alpha, &f->y);
		naive_moment(&p, &q, alpha, exact);
		assert_holds(&f->y, exact, 1e-30);
	}
	assert_int_equal(dpmf_pbm_pair_delta(&pair, &f->log32, &f->x, &f->error), DPMF_OK);
	naive_delta(&p, &q, exact);
	assert_holds(&f->x, exact, 1e-28);
	/* epsilon at that very delta is the epsilon asked for, where delta is positive */
	if (mpq_sgn(exact) > 0) {
		assert_int_equal(dpmf_pbm_pair_epsilon(&pair, &f->x, &f->y, &f->error), DPMF_OK);
		assert_true(mpfr_cmp(f->y.lo, f->log32.hi) <= 0 && mpfr_cmp(f->y.hi, f->log32.lo) >= 0);
		assert_true(dpmf_interval_width(&f->y) <= 1e-25);
	}
	mpq_clear(exact);
	naive_clear(&p);
	naive_clear(&q);
}

static void test_a_placement_is_what_rationals_say(void **state)
{
	struct fixture *f = *state;

	for (unsigned long theta = 1; theta <= 16; theta += SCALED(5, 15)) {
		set_theta(f, theta);
		for (int quanta = 1; quanta <= 9; quanta += SCALED(4, 8))
			for (int high = 0; high <= 12; high += 3)
				for (int low = 0; low <= 12; low += 4)
					check_pair(f, theta, high, low, quanta);
	}
}

static void test_fractional_order(void **state)
{
	struct fixture *f = *state;
	const struct dpmf_pbm_pair pair = { 3, 2, 2, &f->odds };

	set_theta(f, 10);
	/* 2.5 goes by square roots, 2.5000001 by powers: next to each other, in this order, and both wide of 2.6 */
	dpmf_interval_set_d(&f->alpha, 2.5);
	assert_int_equal(dpmf_pbm_pair_renyi(&pair, &f->alpha, &f->x, &f->error), DPMF_OK);
	dpmf_interval_set_d(&f->alpha, 2.5000001);
	assert_int_equal(dpmf_pbm_pair_renyi(&pair, &f->alpha, &f->y, &f->error), DPMF_OK);
	assert_true(dpmf_interval_less(&f->x, &f->y));
	dpmf_interval_sub(&f->y, &f->y, &f->x);
	assert_true(mpfr_cmp_d(f->y.hi, 1e-7) < 0);
	dpmf_interval_set_d(&f->alpha, 2.6);
	assert_int_equal(dpmf_pbm_pair_renyi(&pair, &f->alpha, &f->y, &f->error), DPMF_OK);
	dpmf_interval_sub(&f->y, &f->y, &f->x);
	assert_true(mpfr_cmp_d(f->y.lo, 1e-3) > 0);
}

/* A window holds what the whole law holds there, and its tails what is missing. */
static void test_window(void **state)
{
	static const unsigned long kinds[][2] = { { 3000, 0 }, { 0, 3000 }, { 1500, 1500 }, { 2400, 700 }, { 17, 2500 } };
	struct fixture *f = *state;

	set_theta(f, 9);
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		const unsigned long high = kinds[k][0], low = kinds[k][1], mean = (high * 41 + low * 23) / 64;
		struct dpmf_pbm_law whole, part;

		assert_int_equal(dpmf_pbm_law_init(&whole, high, low, &f->odds, 0, high + low, &f->error), DPMF_OK);
		assert_int_equal(dpmf_pbm_law_init(&part, high, low, &f->odds, mean - 150, mean + 190, &f->error), DPMF_OK);
		dpmf_interval_add(&f->x, &part.below, &part.above);
		for (size_t i = 0; i < part.count; i++) {
			const struct dpmf_enclosure *there = &whole.mass[part.from + i];

			assert_true(mpfr_cmp(part.mass[i].lo, there->hi) <= 0 && mpfr_cmp(there->lo, part.mass[i].hi) <= 0);
			assert_true(dpmf_interval_width(&part.mass[i]) < 1e-30 && dpmf_interval_width(there) < 1e-30);
			dpmf_interval_add(&f->x, &f->x, &part.mass[i]);
		}
		assert_true(mpfr_cmp_ui(f->x.lo, 1) <= 0 && mpfr_cmp_ui(f->x.hi, 1) >= 0);
		dpmf_interval_set_ui(&f->y, 0);
		for (unsigned long s = 0; s < part.from; s++)
			dpmf_interval_add(&f->y, &f->y, &whole.mass[s]);
		assert_true(mpfr_cmp(f->y.lo, part.below.hi) <= 0);
		assert_true(mpfr_cmp_d(part.below.hi, 1e-3) < 0 && mpfr_cmp_d(part.above.hi, 1e-3) < 0);
		dpmf_pbm_law_clear(&whole);
		dpmf_pbm_law_clear(&part);
	}
}

/* n of them, all high, at theta = 1/4: C(n, s) 3^s / 4^n, with C(n, s) product after product. On both sides of 4096,
   up to which the first mass of a window comes from whole numbers, and later from logarithms. */
static void test_binomial(void **state)
{
	static const unsigned long sizes[] = { 4095, 4096, 4097, 6000 };
	struct fixture *f = *state;
	mpq_t exact;

	set_theta(f, 16);
	mpq_init(exact);
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		const unsigned long n = sizes[k], from = n * 3 / 4 - 100;
		struct dpmf_pbm_law law;

		assert_int_equal(dpmf_pbm_law_init(&law, n, 0, &f->odds, from, from + 200, &f->error), DPMF_OK);
		mpz_set_ui(mpq_numref(exact), 1);
		for (unsigned long s = 0; s <= from + 200; s++) {
			if (s > 0) {
				mpz_mul_ui(mpq_numref(exact), mpq_numref(exact), (n - s + 1) * 3);
				mpz_divexact_ui(mpq_numref(exact), mpq_numref(exact), s);
			}
			mpz_set_ui(mpq_denref(exact), 1);
			mpz_mul_2exp(mpq_denref(exact), mpq_denref(exact), 2 * n);
			if (s >= from)
				assert_holds(&law.mass[s - from], exact, 1e-32);
		}
		dpmf_pbm_law_clear(&law);
	}
	mpq_clear(exact);
}

/* As many as are taken at all: (1 + w)^N is beyond what MPFR holds, the masses at the mean are nearly normal. */
static void test_most(void **state)
{
	const unsigned long half = 1UL << 29;
	const double normal = 1 / sqrt(2 * 3.14159265358979 * (double)(2 * half) * 3 / 16);
	struct fixture *f = *state;
	struct dpmf_pbm_law law;

	set_theta(f, 16);
	assert_int_equal(dpmf_pbm_law_init(&law, half, half, &f->odds, half, half + 1, &f->error), DPMF_OK);
	for (size_t i = 0; i < law.count; i++) {
		assert_true(fabs(mpfr_get_d(law.mass[i].lo, MPFR_RNDN) / normal - 1) < 1e-7);
		assert_true(dpmf_interval_width(&law.mass[i]) < 1e-29);
	}
	dpmf_pbm_law_clear(&law);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_a_placement_is_what_rationals_say, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fractional_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_window, setup, teardown),
		cmocka_unit_test_setup_teardown(test_binomial, setup, teardown),
		cmocka_unit_test_setup_teardown(test_most, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
