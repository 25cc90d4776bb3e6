/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf-rp's cases and the search for Delta_1: that figures given as exact or claimed are right, that door and
   formulas agree everywhere and not only where the search ends, and every verdict. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "account/pbm_compose.h"
#include "audit/dpmf-rp/cases.h"
#include "audit/dpmf-rp/runs.h"
#include "audit/dpmf-rp/sensitivity.h"
#include "audit/dpmf-rp/mutants.h"
#include "audit/reals.h"
#include "audit/report/report.h"
#include "noise/textbook.h"
#include "tests/audit_cases.h"

enum { QUANTA = 2, SUMS_MOST = 21 };

/* Of a user who goes from c to -c or back, the others at c. */
static double epsilon_of(unsigned long users, unsigned long quanta, double theta, double delta)
{
	struct dpmf_enclosure x, odds, epsilon;
	struct dpmf_error error;
	double largest = 0;

	reals_init(&x, 1);
	reals_init(&odds, 1);
	reals_init(&epsilon, 1);
	dpmf_interval_set_d(&x, theta);
	dpmf_pbm_odds(&x, &odds);
	dpmf_interval_set_d(&x, delta);
	for (int mirrored = 0; mirrored < 2; mirrored++) {
		const unsigned long others = (users - 1) * quanta;
		const struct dpmf_pbm_pair pair = { .high = mirrored ? 0 : others, .low = mirrored ? others : 0, .quanta = quanta, .odds = &odds };

		assert_int_equal(dpmf_pbm_pair_epsilon(&pair, &x, &epsilon, &error), DPMF_OK);
		largest = fmax(largest, mpfr_get_d(epsilon.hi, MPFR_RNDU));
	}
	reals_clear(&x, 1);
	reals_clear(&odds, 1);
	reals_clear(&epsilon, 1);
	return largest;
}

static size_t differing(const struct dpmf_rp_worlds *worlds)
{
	return worlds->differ > 0 ? worlds->differ : 1;
}

/* Law of the sum of one coordinate: the others at c, one user at c (p) or at -c (q). */
static size_t sums(size_t users, double p[SUMS_MOST], double q[SUMS_MOST])
{
	size_t n = 0;

	p[0] = q[0] = 1;
	for (size_t i = 0; i < users * QUANTA; i++) {
		const double one_p = 0.75, one_q = i < QUANTA ? 0.25 : 0.75;

		n++;
		p[n] = q[n] = 0;
		for (size_t s = n; s <= n; s--) {
			p[s] = (1 - one_p) * p[s] + (s > 0 ? one_p * p[s - 1] : 0);
			q[s] = (1 - one_q) * q[s] + (s > 0 ? one_q * q[s - 1] : 0);
		}
	}
	return n + 1;
}

/* sum of (P - e^epsilon Q)+ over all `times`-tuples of sums that begin with a tuple of chances P = p0, Q = q0 */
static double beyond(const double *p, const double *q, size_t n, size_t times, double p0, double q0)
{
	double sum = 0;

	if (times == 0)
		return fmax(0, p0 - q0);
	for (size_t s = 0; s < n; s++)
		sum += beyond(p, q, n, times - 1, p0 * p[s], q0 * q[s]);
	return sum;
}

/* What these worlds attain, from every outcome of all coordinates and rounds: nothing of ref/account is in it. */
static double attained(const struct dpmf_rp_worlds *worlds, double delta)
{
	double p[SUMS_MOST], q[SUMS_MOST], largest = 0;
	const size_t n = sums(worlds->users, p, q), times = differing(worlds) * worlds->rounds;

	for (int turned = 0; turned < 2; turned++) {
		double low = 0, high = 20;

		for (int i = 0; i < 30; i++) {
			const double middle = (low + high) / 2;

			if (beyond(turned ? q : p, turned ? p : q, n, times, 1, exp(middle)) > delta)
				low = middle;
			else
				high = middle;
		}
		largest = fmax(largest, low);
	}
	return largest;
}

/* Both ends of the worst that the others can do. */
static void account(const struct dpmf_rp_worlds *worlds, double delta, double epsilon[2])
{
	struct dpmf_pbm pbm = { .users = worlds->users, .quanta = QUANTA, .coordinates = differing(worlds), .rounds = worlds->rounds };
	struct dpmf_pbm_worst worst;
	struct dpmf_enclosure x;
	struct dpmf_error error;
	double order;

	dpmf_pbm_worst_init(&worst);
	reals_init(&pbm.theta, 1);
	reals_init(&x, 1);
	dpmf_interval_set_d(&pbm.theta, 0.25);
	dpmf_interval_set_d(&x, delta);
	assert_int_equal(dpmf_pbm_epsilon(&pbm, &x, &worst, &order, &error), DPMF_OK);
	epsilon[0] = mpfr_get_d(worst.value.lo, MPFR_RNDD);
	epsilon[1] = mpfr_get_d(worst.value.hi, MPFR_RNDU);
	reals_clear(&pbm.theta, 1);
	reals_clear(&x, 1);
	dpmf_pbm_worst_clear(&worst);
}

static size_t really_differing(const struct audit_case *one)
{
	struct dpmf_error error = { "" };
	const struct dpmf_rp_instance *instance;
	void *made = NULL;
	size_t count = 0;

	if (dpmf_rp_setup(one, &made, &error) != DPMF_OK)
		fail_msg("%s", error.text);
	instance = made;
	for (size_t l = 0; l < instance->projection.padded; l++)
		count += fabs(instance->weight[l]) > 1e-6;
	dpmf_rp_teardown(made);
	return count;
}

static void exact_figures_are_those_of_the_law(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < DPMF_RP_CASES; i++) {
		const struct audit_case *one = &dpmf_rp_cases[i];
		const struct dpmf_rp_worlds *worlds = one->parameters;

		double epsilon[2];

		if (isnan(one->exact))
			continue;
		const double reached = attained(worlds, one->delta);

		assert_int_equal(really_differing(one), differing(worlds));
		account(worlds, one->delta, epsilon);
		assert_true(epsilon[0] <= reached + 1e-7 && reached - 1e-7 <= epsilon[1]);
		if (differing(worlds) * worlds->rounds == 1)
			assert_true(fabs(reached - epsilon_of(worlds->users, QUANTA, 0.25, one->delta)) < 1e-7);
		if (!(fabs(one->exact - reached) < 1e-4))
			fail_msg("%s: exact %g, attained %.17g", one->id, one->exact, reached);
		checked++;
	}
	assert_int_equal(checked, DPMF_RP_CASES - 1);
	assert_true(fabs(dpmf_rp_mutant_cases[0].exact - epsilon_of(1, QUANTA, 0.25, 0.01)) < 1e-12);
	assert_true(fabs(dpmf_rp_mutant_cases[2].exact - epsilon_of(1, QUANTA, 0.25, 0.01)) < 1e-12);
	assert_true(fabs(dpmf_rp_mutant_cases[3].exact - epsilon_of(1, 2 * QUANTA, 0.25, 0.01)) < 1e-12);
	assert_true(dpmf_rp_mutant_cases[2].epsilon > epsilon_of(1, QUANTA, 0.125, 0.01));
}

/* What `corrected` is said to keep is what the accounting of so many users gives, rounded up. */
static void claims_are_what_is_accounted(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < DPMF_RP_CASES; i++) {
		const struct audit_case *one = &dpmf_rp_cases[i];

		if (strncmp(one->id, "dpmf-rp/corrected/", 18) != 0 || one->expected == AUDIT_VIOLATED)
			continue;
		double epsilon[2];

		account(one->parameters, one->delta, epsilon);
		if (!(one->epsilon >= epsilon[1] && one->epsilon < epsilon[1] + 0.002))
			fail_msg("%s: claimed %g, accounted %.17g", one->id, one->epsilon, epsilon[1]);
		checked++;
	}
	assert_int_equal(checked, 6);
}

static uint64_t ten_thousand(const struct audit_case *one)
{
	(void)one;
	return 10000;
}

static void every_verdict(void **state)
{
	(void)state;
	every_verdict_of("dpmf-rp", ten_thousand);
}

static struct audit_sensitivity measured(const struct audit_search_target *target, const struct audit_instance *one)
{
	struct audit_sensitivity result = { .target = target, .found = *one };
	struct audit_change change;
	struct dpmf_error error = { "" };

	if (audit_sensitivity_measure(target, one, &change, &error) != DPMF_OK)
		fail_msg("%s", error.text);
	assert_false(change.strayed);
	result.norm = change.norm;
	result.moved = change.moved;
	result.declared = change.declared;
	if (audit_sensitivity_enclose(&result, &error) != DPMF_OK)
		fail_msg("%s", error.text);
	return result;
}

/* u = 1/2, v_0 = 4, c_ij = 16: from rating 1 to 3 the error goes from -1 to 1, and 16 * 2 * 1/2 of 2 * 16 moves. From 2
   to 5/2 it goes from 0 to 1/2. */
static void a_gradient_by_hand(void **state)
{
	const struct audit_search_target *held = &dpmf_rp_search_targets[0];
	struct audit_instance one = { .shape = &held->shape, .rating = { { 1, 2, 3, 4 }, { 3, 2, 3, 4 } }, .u = { { 0.5 }, { 0.5 } },
	                              .v = { 4, 1, -1, 2 }, .rate = 1, .weight = 1 };
	struct audit_sensitivity result = measured(held, &one);

	(void)state;
	assert_true(result.moved == 16 && result.declared == 32 && result.norm == DPMF_L1);
	assert_true(result.agrees && strtod(result.ratio_real.lo, NULL) == 0.5 && strtod(result.ratio_real.hi, NULL) == 0.5);
	one.rating[0][0] = 2;
	one.rating[1][0] = 2.5;
	result = measured(held, &one);
	assert_true(result.agrees && result.moved == 4);
}

/* With one item and p' = 1: u = 16 r v / (16 v^2 + 1/8); at v = 1/16 that is beyond 1, and the error, too, for 5 and for 2,
   which send alike. */
static void a_message_by_hand(void **state)
{
	struct audit_search_target target = dpmf_rp_search_targets[3];

	(void)state;
	target.shape.items = 1;
	target.shape.pieces = 1;
	struct audit_instance one = { .shape = &target.shape, .rating = { { 5 }, { 2 } }, .v = { 0.0625 }, .rate = 1, .weight = 1 };
	struct audit_sensitivity result = measured(&target, &one);

	assert_true(result.agrees && result.moved == 0 && result.norm == DPMF_LARGEST);
	assert_true(result.declared == ldexp(1, 25));
	one.v[0] = 0.125;
	one.rating[0][0] = 0.0625; /* u = 1/8 / (1/4 + 1/8) = 1/3, error 1/16 - 1/24 = 1/48: x = 16 / 144 of c = 32 */
	one.rating[1][0] = 0;      /* u = 0 */
	result = measured(&target, &one);
	assert_true(result.agrees && result.moved == round(ldexp(1.0 / 9, 24) / 32));
}

static void draw_within(struct dpmf_stream *s, size_t count, double low, double high, double *x)
{
	for (size_t i = 0; i < count; i++)
		x[i] = low + (high - low) * dpmf_uniform(s);
}

static void door_and_formulas_agree(void **state)
{
	struct dpmf_stream s;
	struct dpmf_key key;

	(void)state;
	dpmf_key_from_seed(9, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (size_t t = 0; t < DPMF_RP_SEARCH_TARGETS; t++) {
		const struct audit_search_target *target = &dpmf_rp_search_targets[t];
		size_t moved = 0;

		for (int i = 0; i < SCALED(300, 10); i++) {
			struct audit_instance one = { .shape = &target->shape, .rate = 1, .weight = 1 };

			draw_within(&s, 4, 1, 5, one.rating[0]);
			draw_within(&s, 4, 1, 5, one.rating[1]);
			if (target->shape.neighbours == DPMF_ENTRY)
				memcpy(one.rating[1] + 1, one.rating[0] + 1, 3 * sizeof(double));
			draw_within(&s, 4, -1, 1, one.v);
			draw_within(&s, 1, -2, 2, one.u[0]);
			one.u[1][0] = one.u[0][0];
			const struct audit_sensitivity result = measured(target, &one);

			assert_true(result.agrees);
			moved += result.moved > 0;
		}
		assert_true(moved >= SCALED(20, 1));
	}
}

/* Delta_1 is short by as many times as the user has ratings, and no more. */
static void one_rating_moves_as_many_rows_as_there_are_ratings(void **state)
{
	const struct audit_sensitivity_settings settings = { .seed = 1, .evaluations = 6000 };

	(void)state;
	SKIP_WHEN_SHORT();
	for (size_t items = 2; items <= AUDIT_SIDE_MOST; items++) {
		struct audit_search_target target = dpmf_rp_search_targets[1];
		struct audit_sensitivity result;
		struct dpmf_error error;

		target.shape.items = target.shape.pieces = items;
		assert_int_equal(audit_sensitivity_run(&target, &settings, &result, &error), DPMF_OK);
		assert_true(audit_sensitivity_expected(&result));
		const double ratio = strtod(result.ratio_real.lo, NULL);

		print_message("%zu ratings: %.6f times Delta_1\n", items, ratio);
		assert_true(ratio > 0.999 * (double)items && ratio <= (double)items);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_figures_are_those_of_the_law),
		cmocka_unit_test(claims_are_what_is_accounted),
		cmocka_unit_test(a_gradient_by_hand),
		cmocka_unit_test(a_message_by_hand),
		cmocka_unit_test(door_and_formulas_agree),
		cmocka_unit_test(one_rating_moves_as_many_rows_as_there_are_ratings),
		cmocka_unit_test(every_verdict),
	};

	return cmocka_run_group_tests(tests, begin, NULL);
}
