/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget_normal.h"
#include "account/gaussian.h"
#include "account/gaussmf.h"
#include "account/interval.h"
#include "account/pld_source.h"
#include "tests/scale.h"

enum { MOST = 12 };

struct fixture {
	struct dpmf_enclosure ratio[MOST], delta, x;
	struct dpmf_normal_budget budget;
};

static int setup(void **state)
{
	static struct fixture f;

	dpmf_interval_init(f.ratio, MOST, DPMF_ACCOUNT_BITS);
	dpmf_enclosure_init(&f.delta);
	dpmf_enclosure_init(&f.x);
	dpmf_normal_budget_init(&f.budget);
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	dpmf_interval_clear(f->ratio, MOST);
	dpmf_enclosure_clear(&f->delta);
	dpmf_enclosure_clear(&f->x);
	dpmf_normal_budget_clear(&f->budget);
	return 0;
}

static bool touch(const struct dpmf_enclosure *a, const struct dpmf_enclosure *b)
{
	return mpfr_cmp(a->lo, b->hi) <= 0 && mpfr_cmp(b->lo, a->hi) <= 0;
}

/* 3, 4 and 12 over 13 make 1: the single release of ratio 1, with delta = 1e-5, is known. */
static void test_pythagoras(void **state)
{
	struct fixture *f = *state;
	const unsigned long of[] = { 3, 4, 12 };

	for (int t = 0; t < 3; t++) {
		dpmf_interval_set_ui(&f->ratio[t], of[t]);
		dpmf_interval_div_ui(&f->ratio[t], &f->ratio[t], 13);
	}
	dpmf_interval_set_d(&f->delta, 1e-5);
	assert_int_equal(dpmf_normal_compose(f->ratio, 3, DPMF_ENTRY, &f->delta, &f->budget, NULL), DPMF_OK);
	dpmf_interval_set_ui(&f->x, 1);
	assert_true(dpmf_interval_holds(&f->budget.mu, f->x.lo));
	assert_int_equal(dpmf_gaussian_epsilon(&f->x, &f->delta, &f->x, NULL), DPMF_OK);
	assert_true(touch(&f->budget.exact, &f->x) && dpmf_interval_width(&f->budget.exact) < 1e-12);
	assert_true(fabs(mpfr_get_d(f->budget.exact.lo, MPFR_RNDN) - 4.377178095681225) < 1e-14);
	assert_true(mpfr_cmp(f->budget.exact.hi, f->budget.rdp.lo) < 0 && mpfr_cmp(f->budget.rdp.hi, f->budget.published.lo) < 0);
	assert_true(f->budget.releases == 3 && !f->budget.discrete && f->budget.premise == NULL && f->budget.order > 1);
}

/* Heterogeneous releases beside discretised losses, which know nothing of the root of squares. */
static void test_beside_losses(void **state)
{
	struct fixture *f = *state;
	const double of[] = { 0.3, 0.1, 0.45, 0.2 };
	const int coarser = SCALED(0, 3);
	const long end = 640 >> coarser;

	for (int t = 0; t < 4; t++)
		dpmf_interval_set_d(&f->ratio[t], of[t]);
	dpmf_interval_set_d(&f->delta, 1e-4);
	assert_int_equal(dpmf_normal_compose(f->ratio, 4, DPMF_USER, &f->delta, &f->budget, NULL), DPMF_OK);
	for (int s = 0; s < 2; s++) {
		struct dpmf_pld all, one, sum;
		double epsilon;

		for (int t = 0; t < 4; t++) {
			const struct dpmf_pld_pair pair = { dpmf_pld_gaussian, &f->ratio[t] };

			assert_int_equal(dpmf_pld_init(&one, s ? DPMF_PLD_UPPER : DPMF_PLD_LOWER, &pair, 8 - coarser, -end, end, NULL), DPMF_OK);
			if (t == 0) {
				all = one;
				continue;
			}
			assert_int_equal(dpmf_pld_add(&all, &one, 1e-15, &sum, NULL), DPMF_OK);
			dpmf_pld_clear(&all);
			dpmf_pld_clear(&one);
			all = sum;
		}
		epsilon = dpmf_pld_epsilon(&all, 1e-4);
		assert_true(s ? mpfr_cmp_d(f->budget.exact.hi, epsilon) <= 0 : mpfr_cmp_d(f->budget.exact.lo, epsilon) >= 0);
		assert_true(fabs(epsilon - mpfr_get_d(f->budget.exact.lo, MPFR_RNDN)) < ldexp(0.02, coarser));
		dpmf_pld_clear(&all);
	}
}

/* J equal steps from (eps_i, delta) are gaussmf's overall budget. */
static void test_gaussmf(void **state)
{
	struct fixture *f = *state;
	struct dpmf_gaussmf overall;

	dpmf_gaussmf_init(&overall);
	dpmf_interval_set_d(&f->x, 0.25);
	dpmf_interval_set_d(&f->delta, 0x1p-20);
	for (int t = 0; t < MOST; t++)
		assert_int_equal(dpmf_gaussmf_mu(&f->x, &f->delta, 1, &f->ratio[t], NULL), DPMF_OK);
	assert_int_equal(dpmf_normal_compose(f->ratio, MOST, DPMF_ENTRY, &f->delta, &f->budget, NULL), DPMF_OK);
	assert_int_equal(dpmf_gaussmf_overall(&f->x, &f->delta, &f->delta, MOST, &overall, NULL), DPMF_OK);
	assert_true(touch(&overall.exact, &f->budget.exact) && touch(&overall.published, &f->budget.published));
	assert_true(fabs(mpfr_get_d(overall.rdp.hi, MPFR_RNDN) / mpfr_get_d(f->budget.rdp.hi, MPFR_RNDN) - 1) < 1e-12);
	dpmf_gaussmf_clear(&overall);
}

static const struct dpmf_entry normal = {
	.statistic = "gradient", .neighbours = DPMF_ENTRY, .norm = DPMF_L2, .sensitivity = 0.5, .law = DPMF_NORMAL, .scale = 2,
	.pieces = 3, .touched = 1, .coordinates = 4,
};
static const struct dpmf_entry steps = {
	.statistic = "sums", .premise = "held", .neighbours = DPMF_ENTRY, .norm = DPMF_L2, .sensitivity = 3,
	.law = DPMF_DISCRETE_GAUSSIAN, .rate_p = 100, .rate_q = 2, .pieces = 1, .touched = 2, .coordinates = 4,
};

/* Shares that make the discrete Gaussian law cost what it costs. */
static void test_shares(void **state)
{
	struct fixture *f = *state;
	struct dpmf_entry shares = steps;
	struct dpmf_record record = { .entry = &shares, .count = 1 };
	struct dpmf_enclosure epsilon;

	dpmf_enclosure_init(&epsilon);
	dpmf_interval_set_d(&f->delta, 1e-6);
	assert_int_equal(dpmf_normal_compose_record(&record, DPMF_ENTRY, &f->delta, &f->budget, NULL), DPMF_OK);
	dpmf_interval_set(&epsilon, &f->budget.rdp);
	shares.law = DPMF_GAUSSIAN_SHARES;
	assert_int_equal(dpmf_normal_compose_record(&record, DPMF_ENTRY, &f->delta, &f->budget, NULL), DPMF_OK);
	assert_true(f->budget.discrete && mpfr_equal_p(epsilon.lo, f->budget.rdp.lo) && mpfr_equal_p(epsilon.hi, f->budget.rdp.hi));
	dpmf_enclosure_clear(&epsilon);
}

/* 1/16 four times, then 2 9 2 / 100 on steps; one for other neighbours is left out. */
static void test_record(void **state)
{
	struct fixture *f = *state;
	struct dpmf_entry entry[6];
	struct dpmf_record record = { .entry = entry, .count = 5 };
	struct dpmf_entry_budget as_entry;

	for (uint64_t i = 0; i < 5; i++) {
		entry[i] = normal;
		entry[i].draw = entry[i].round = i;
	}
	entry[0].neighbours = DPMF_EDGE; /* of the draw of another */
	entry[0].draw = 4;
	entry[0].law = DPMF_NO_NOISE;
	dpmf_interval_set_d(&f->delta, 1e-6);
	assert_int_equal(dpmf_normal_compose_record(&record, DPMF_ENTRY, &f->delta, &f->budget, NULL), DPMF_OK);
	assert_true(mpfr_cmp_d(f->budget.mu.lo, 0.5) == 0 && mpfr_cmp_d(f->budget.mu.hi, 0.5) == 0);
	assert_true(f->budget.releases == 4 && !f->budget.discrete && mpfr_sgn(f->budget.exact.lo) > 0);
	entry[5] = steps;
	record.count = 6;
	assert_int_equal(dpmf_normal_compose_record(&record, DPMF_ENTRY, &f->delta, &f->budget, NULL), DPMF_OK);
	dpmf_interval_sqr(&f->x, &f->budget.mu);
	assert_true(fabs(mpfr_get_d(f->x.lo, MPFR_RNDN) - 0.61) < 1e-15);
	assert_true(f->budget.discrete && mpfr_zero_p(f->budget.exact.lo) && mpfr_equal_p(f->budget.exact.hi, f->budget.rdp.hi));
	assert_string_equal(f->budget.premise, "held");
	dpmf_loss_init(&as_entry.loss);
	assert_int_equal(dpmf_normal_entry(&f->budget, &as_entry, NULL), DPMF_OK);
	assert_true(mpfr_equal_p(as_entry.loss.epsilon.lo, f->budget.rdp.lo) && mpfr_equal_p(as_entry.loss.epsilon.hi, f->budget.rdp.hi));
	assert_true(mpfr_cmp_d(as_entry.loss.delta.hi, 1e-6) == 0);
	dpmf_loss_clear(&as_entry.loss);
}

static void assert_refused(struct fixture *f, const struct dpmf_record *record, const char *why)
{
	struct dpmf_error error = { "" };

	assert_int_equal(dpmf_normal_compose_record(record, DPMF_ENTRY, &f->delta, &f->budget, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, why));
	assert_true(f->budget.releases == 1); /* untouched */
}

static void test_refusals(void **state)
{
	struct fixture *f = *state;
	struct dpmf_entry entry[3] = { normal, normal, normal };
	const struct dpmf_record record = { .entry = entry, .count = 3 };
	struct dpmf_error error = { "" };
	struct dpmf_user_budget user;

	dpmf_interval_set_d(&f->delta, 1e-6);
	dpmf_interval_set_ui(&f->ratio[0], 1);
	assert_int_equal(dpmf_normal_compose(f->ratio, 1, DPMF_ENTRY, &f->delta, &f->budget, NULL), DPMF_OK);
	entry[1].draw = 1;
	assert_refused(f, &record, "draw of round 0 again");
	entry[2].draw = 2;
	entry[2].norm = DPMF_L1;
	assert_refused(f, &record, "L2 norm");
	entry[2].norm = DPMF_L2;
	entry[2].law = DPMF_NO_NOISE;
	assert_refused(f, &record, "L2 norm");
	entry[2].law = DPMF_LAPLACE_SHARES;
	assert_refused(f, &record, "L2 norm");
	entry[2].law = DPMF_DISCRETE_GAUSSIAN;
	assert_refused(f, &record, "noise above 0");
	entry[2] = entry[1];
	entry[2].draw = 2;
	entry[2].scale = 0;
	assert_refused(f, &record, "noise above 0");
	entry[2].scale = 1;
	entry[2].sensitivity = -1;
	assert_refused(f, &record, "sensitivity of 0 or more");
	dpmf_interval_set_d(&f->ratio[1], -0.5);
	assert_int_equal(dpmf_normal_compose(f->ratio, 2, DPMF_ENTRY, &f->delta, &f->budget, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "release 1"));
	dpmf_interval_set_ui(&f->x, 1);
	assert_int_equal(dpmf_normal_compose(f->ratio, 1, DPMF_ENTRY, &f->x, &f->budget, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "delta"));
	dpmf_loss_init(&user.loss);
	assert_int_equal(dpmf_normal_user(&f->budget, &user, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "one changed entry is asked for as one for a changed user"));
	assert_true(mpfr_zero_p(user.loss.epsilon.hi));
	dpmf_loss_clear(&user.loss);
}

/* Nothing released, or nothing that moves, costs nothing. */
static void test_nothing(void **state)
{
	struct fixture *f = *state;

	dpmf_interval_set_d(&f->delta, 1e-6);
	dpmf_interval_set_ui(&f->ratio[0], 0);
	for (size_t count = 0; count < 2; count++) {
		assert_int_equal(dpmf_normal_compose(f->ratio, count, DPMF_EDGE, &f->delta, &f->budget, NULL), DPMF_OK);
		assert_true(mpfr_zero_p(f->budget.exact.hi) && mpfr_zero_p(f->budget.rdp.hi) && mpfr_zero_p(f->budget.published.hi));
		assert_true(f->budget.releases == count);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_pythagoras, setup, teardown),
		cmocka_unit_test_setup_teardown(test_beside_losses, setup, teardown),
		cmocka_unit_test_setup_teardown(test_gaussmf, setup, teardown),
		cmocka_unit_test_setup_teardown(test_record, setup, teardown),
		cmocka_unit_test_setup_teardown(test_shares, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nothing, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
