/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf-rp 4.3.1 as printed: what Eq. (18) costs at the theta and q that it chooses, and the bound of Eq. (21). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "account/interval.h"
#include "account/pbm_published.h"

enum { EPSILON, ALPHA, C0, NEEDED, INPUTS };

struct fixture {
	struct dpmf_enclosure x[INPUTS];
	struct dpmf_pbm pbm;
	struct dpmf_pbm_published chosen;
	struct dpmf_error error;
};

static int setup(void **state)
{
	static struct fixture f;

	dpmf_interval_init(f.x, INPUTS, DPMF_ACCOUNT_BITS);
	dpmf_enclosure_init(&f.pbm.theta);
	dpmf_pbm_published_init(&f.chosen);
	f.pbm.rounds = 1;
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	dpmf_interval_clear(f->x, INPUTS);
	dpmf_enclosure_clear(&f->pbm.theta);
	dpmf_pbm_published_clear(&f->chosen);
	return 0;
}

static enum dpmf_status choose(struct fixture *f, double epsilon, double alpha, double c0, unsigned long coordinates, unsigned long users)
{
	dpmf_interval_set_d(&f->x[EPSILON], epsilon);
	dpmf_interval_set_d(&f->x[ALPHA], alpha);
	dpmf_interval_set_d(&f->x[C0], c0);
	f->pbm.coordinates = coordinates;
	f->pbm.users = users;
	return dpmf_pbm_published_choice(&f->x[EPSILON], &f->x[ALPHA], &f->x[C0], coordinates, users, &f->chosen, &f->error);
}

/* The C_0 with which Eq. (18) gives epsilon at what was chosen. */
static void put_needed(struct fixture *f)
{
	f->pbm.quanta = f->chosen.quanta;
	dpmf_interval_set(&f->pbm.theta, &f->chosen.theta);
	dpmf_pbm_c0(&f->pbm, &f->x[ALPHA], &f->x[EPSILON], &f->x[NEEDED]);
}

/* Where theta is not cut, Eq. (18) gives epsilon, and q = 1 exceeds the bound (rp.eq21). */
static void test_not_cut(void **state)
{
	static const double epsilons[] = { 1e-3, 0.3, 4 }, alphas[] = { 1.125, 2, 17 };
	struct fixture *f = *state;

	for (int i = 0; i < 9; i++) {
		assert_int_equal(choose(f, epsilons[i % 3], alphas[i / 3], 2.5, 700, 94), DPMF_OK);
		put_needed(f);
		assert_true(dpmf_interval_holds(&f->x[NEEDED], f->x[C0].lo));
		assert_true(dpmf_interval_width(&f->x[NEEDED]) < 1e-30);
		assert_int_equal(f->chosen.quanta, 1);
		assert_true(mpfr_cmp_ui(f->chosen.bound.hi, 1) < 0 && mpfr_cmp_d(f->chosen.theta.hi, 0.25) < 0);
	}
}

/* Where it is cut, q is the largest whole number within the bound, and costs no more than epsilon; q + 1 costs more. */
static void test_cut(void **state)
{
	struct fixture *f = *state;

	for (unsigned long users = 20; users < 3000; users *= 3) {
		assert_int_equal(choose(f, 9, 3, 2.5, 7, users), DPMF_OK);
		put_needed(f);
		assert_true(mpfr_cmp_d(f->chosen.theta.lo, 0.25) == 0 && mpfr_cmp_d(f->chosen.theta.hi, 0.25) == 0);
		assert_true(mpfr_cmp(f->x[NEEDED].hi, f->x[C0].lo) >= 0);
		assert_true(mpfr_cmp_ui(f->chosen.bound.lo, f->chosen.quanta) >= 0);
		f->chosen.quanta++;
		put_needed(f);
		assert_true(mpfr_cmp(f->x[NEEDED].hi, f->x[C0].lo) < 0);
	}
	assert_int_equal(choose(f, 4, 2, 1, 1, 1), DPMF_OK); /* a bound of 1 */
	assert_int_equal(f->chosen.quanta, 1);
	assert_true(mpfr_cmp_d(f->chosen.theta.lo, 0.25) == 0);
}

static void test_refusals(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(choose(f, 1, 2, 1, 7, 94), DPMF_OK);
	const unsigned long quanta = f->chosen.quanta;
	assert_int_equal(choose(f, 1, 1, 1, 1, 1), DPMF_INPUT);
	assert_int_equal(choose(f, 0, 2, 1, 1, 1), DPMF_INPUT);
	assert_int_equal(choose(f, 1, 2, -1, 1, 1), DPMF_INPUT);
	assert_int_equal(choose(f, 1, 2, 1, 0, 1), DPMF_INPUT);
	assert_int_equal(choose(f, 1, 2, 1, 1, 0), DPMF_INPUT);
	assert_int_equal(choose(f, 0x1p60, 2, 1, 1, 1), DPMF_FAILED);
	dpmf_interval_set_d(&f->x[EPSILON], 3);
	mpfr_set_ui(f->x[EPSILON].hi, 5, MPFR_RNDN); /* from 3/4 to 5/4 */
	assert_int_equal(dpmf_pbm_published_choice(&f->x[EPSILON], &f->x[ALPHA], &f->x[C0], 1, 1, &f->chosen, &f->error), DPMF_FAILED);
	assert_int_equal(f->chosen.quanta, quanta);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_not_cut, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cut, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
