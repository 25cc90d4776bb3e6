/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search: what is known is found, at any of a few seeds; what it found is
   what the door saw and what the formulas say; broken twins, broken formulas
   and broken expectations are noticed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "audit/gaussmf/corrected_runs.h"
#include "audit/gaussmf/sensitivity.h"
#include "audit/hdpmf/sensitivity.h"
#include "audit/privsr/sensitivity.h"
#include "audit/hdpmf/mutants.h"
#include "audit/reals.h"
#include "audit/sensitivity_report.h"
#include "core/ratings_build.h"
#include "core/stream.h"
#include "mech/privsr/train.h"
#include "tests/scale.h"

static struct audit_sensitivity search(const struct audit_search_target *target, uint64_t seed, uint64_t evaluations)
{
	const struct audit_sensitivity_settings settings = { seed, SCALED(evaluations, evaluations / 4) };
	struct audit_sensitivity result;
	struct dpmf_error error = { "" };

	memset(&result, 0, sizeof(result));
	if (audit_sensitivity_run(target, &settings, &result, &error) != DPMF_OK)
		fail_msg("%s %s: %s", target->variant, target->view, error.text);
	return result;
}

static void every_target_is_as_expected(void **state)
{
	(void)state;
	struct audit_search_list lists[AUDIT_SEARCH_LISTS];
	const size_t count = audit_search_targets(lists);

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < lists[i].count; j++) {
			for (uint64_t seed = 1; seed <= SCALED(3, 1); seed++) {
				const struct audit_search_target *target = &lists[i].first[j];
				const struct audit_sensitivity result = search(target, seed, 6000);

				if (!audit_sensitivity_expected(&result))
					fail_msg("%s %s %s, seed %d: ratio %s .. %s, door %g of %g", target->mechanism, target->variant,
					         target->view, (int)seed, result.ratio_real.lo, result.ratio_real.hi, result.moved, result.declared);
				assert_true(result.evaluations <= 6000);
			}
		}
	}
}

static void every_broken_twin_is_caught(void **state)
{
	(void)state;
	struct audit_search_list lists[AUDIT_SEARCH_LISTS];
	const size_t count = audit_search_mutants(lists);

	for (size_t i = 0; i < count; i++) {
		assert_string_equal(lists[i].first[0].variant, "sound");
		for (size_t j = 0; j < lists[i].count; j++) {
			const struct audit_sensitivity result = search(&lists[i].first[j], 1, 6000);

			assert_int_equal(audit_sensitivity_expected(&result), j == 0);
			assert_true(audit_sensitivity_as_meant(&result, true));
		}
	}
}

static void one_seed_one_result(void **state)
{
	(void)state;
	const struct audit_search_target *joint = &hdpmf_search_targets[1];
	const struct audit_sensitivity first = search(joint, 5, 1500), again = search(joint, 5, 1500), other = search(joint, 6, 1500);

	assert_memory_equal(&first.found, &again.found, sizeof(first.found));
	assert_memory_equal(&first.ratio_real, &again.ratio_real, sizeof(first.ratio_real));
	assert_true(memcmp(&first.found, &other.found, sizeof(first.found)) != 0);
}

/* u = 3/4, W = 1/2, K = 1: 2 W |5 - 1| u = 3 of 2 W 4 = 4, whatever the round. */
static void an_instance_by_hand(void **state)
{
	(void)state;
	struct audit_search_target target = hdpmf_search_targets[0];

	target.shape.factors = 1;
	const struct audit_instance one = {
		.shape = &target.shape, .rating = { { 5, 2 }, { 1, 2 } }, .u = { { 0.75, -0.5 }, { 0.75, -0.5 } }, .v = { 0.25 },
		.answer = { { 3 } }, .rate = 0.125, .weight = 0.5,
	};
	struct audit_sensitivity result = { .target = &target, .found = one, .norm = DPMF_L1 };
	struct audit_change change;
	struct dpmf_error error = { "" };

	assert_int_equal(audit_sensitivity_measure(&target, &one, &change, &error), DPMF_OK);
	assert_true(change.moved == 3 && change.declared == 4 && change.round == 0 && !change.strayed);
	for (result.round = 0; result.round < 2; result.round++) {
		result.moved = change.moved;
		result.declared = change.declared;
		assert_int_equal(audit_sensitivity_enclose(&result, &error), DPMF_OK);
		assert_true(result.agrees && !result.exceeds && !result.near);
		assert_true(strtod(result.moved_real.lo, NULL) == 3 && strtod(result.moved_real.hi, NULL) == 3);
		assert_true(strtod(result.ratio_real.lo, NULL) == 0.75 && strtod(result.ratio_real.hi, NULL) == 0.75);
	}
}

/* In view joint the second round moves further than the formula of the first. */
static void the_trajectory_is_followed(void **state)
{
	(void)state;
	const struct audit_search_target *joint = &hdpmf_search_targets[1];
	struct audit_sensitivity result = search(joint, 1, 3000);
	struct dpmf_error error = { "" };

	assert_int_equal(result.round, 1);
	assert_true(result.exceeds && result.agrees && strtod(result.ratio_real.lo, NULL) > 5);
	const double moved = result.moved;

	result.found.answer[0][0] += 1; /* the door was not asked for this trajectory */
	assert_int_equal(audit_sensitivity_enclose(&result, &error), DPMF_OK);
	assert_false(result.agrees);
	result.found.answer[0][0] -= 1;
	result.found.rating[0][1] += 0.01;
	assert_int_equal(audit_sensitivity_enclose(&result, &error), DPMF_OK);
	assert_false(result.agrees);
	assert_true(moved > 0);
}

static void doubled(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	hdpmf_real_bound(one, bound);
	dpmf_interval_mul_ui(bound, bound, 2);
}

static void wrong_expectations_are_noticed(void **state)
{
	(void)state;
	struct audit_search_target target = hdpmf_search_targets[0];
	struct audit_sensitivity result;

	target.exceeds = true; /* an excess that is known must show */
	result = search(&target, 1, 3000);
	assert_false(audit_sensitivity_expected(&result));
	target = hdpmf_search_targets[1];
	target.exceeds = false; /* and one that is not known must not */
	result = search(&target, 1, 3000);
	assert_false(audit_sensitivity_expected(&result));
	target = hdpmf_search_targets[0];
	target.claimed = doubled; /* a bound that is not what was declared, and not attained */
	result = search(&target, 1, 3000);
	assert_false(result.agrees || result.near || audit_sensitivity_expected(&result));
}

/* What the search of the corrected gaussmf takes as calibrated is what is calibrated. */
static void gaussmf_steps_are_those_of_the_driver(void **state)
{
	(void)state;
	const struct audit_instance one = { .shape = &gaussmf_search_targets[2].shape, .rate = 0.1 };
	struct dpmf_gaussmf_options options = gaussmf_search_options(&one);
	struct dpmf_gaussmf_steps steps;
	struct dpmf_error error;

	options.steps = 1;
	assert_int_equal(dpmf_gaussmf_steps_of(&options, &steps, &error), DPMF_OK);
	assert_true(steps.rating_bits == gaussmf_search_steps.rating_bits && steps.outer_bits == gaussmf_search_steps.outer_bits);
	assert_true(steps.low == gaussmf_search_steps.low && steps.high == gaussmf_search_steps.high);
	assert_true(steps.middle == gaussmf_search_steps.middle && steps.bound == gaussmf_search_steps.bound);
	assert_true(steps.p == gaussmf_search_steps.p && steps.q == gaussmf_search_steps.q);
}

/* Later rounds of the corrected gaussmf are reached, and the formulas follow their trajectory. */
static void later_rounds_are_followed(void **state)
{
	(void)state;
	struct audit_sensitivity result = search(&gaussmf_search_targets[3], 1, 3000);
	struct dpmf_error error;

	assert_true(result.round >= 2 && result.agrees && result.near && !result.exceeds);
	/* Theta_0 and X_0 end near 0, and a rating moves less. */
	result.found.answer[0][0] = result.found.answer[1][0] = -60000 / result.found.rate;
	assert_int_equal(audit_sensitivity_enclose(&result, &error), DPMF_OK);
	assert_false(result.agrees);
}

/* A twin whose next round sees the sums themselves: what each round
   moves is then no longer one rating's. */
struct leak {
	struct dpmf_door *door;
	const struct dpmf_gaussmf_steps *steps;
	size_t entry;
};

static enum dpmf_status release_and_leak(void *context, size_t round, bool of_items, size_t piece, int64_t *sum)
{
	struct leak *leak = context;
	const struct dpmf_gaussmf_steps *steps = leak->steps;
	const struct dpmf_entry entry = {
		.statistic = "sums", .neighbours = DPMF_ENTRY, .norm = DPMF_L2, .sensitivity = (double)((steps->high - steps->low) * steps->bound),
		.law = DPMF_DISCRETE_GAUSSIAN, .scale = sqrt((double)steps->p / (double)steps->q), .rate_p = steps->p, .rate_q = steps->q, .pieces = 2, .touched = 1,
		.coordinates = 1, .round = round, .draw = 2 * round - !of_items,
	};
	const int64_t private = *sum;

	if (piece == 0 && dpmf_door_declare(leak->door, &entry, &leak->entry, NULL) != DPMF_OK)
		return DPMF_FAILED;
	if (dpmf_door_release_steps(leak->door, leak->entry, piece, NULL, sum, NULL) != DPMF_OK)
		return DPMF_FAILED;
	*sum += 32 * private;
	return DPMF_OK;
}

static enum dpmf_status train_leaking(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                      const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	const struct audit_shape *s = one->shape;
	const struct gaussmf_setting setting = {
		.users = s->users, .items = s->items, .steps = s->rounds / 2, .rate = one->rate, .lambda = s->lambda, .clip = 1,
	};
	struct gaussmf_worlds worlds = { .setting = &setting, .steps = gaussmf_search_steps };
	struct leak leak = { .door = door, .steps = &gaussmf_search_steps };
	double theta[GAUSSMF_ROWS_MOST], x[GAUSSMF_ROWS_MOST];

	(void)key;
	worlds.ratings[world] = *ratings;
	memcpy(worlds.theta, one->u[world], s->users * sizeof(double));
	memcpy(worlds.x, one->v, s->items * sizeof(double));
	return gaussmf_correct(&worlds, world, release_and_leak, &leak, theta, x, error);
}

static void a_later_round_that_leaks_is_caught(void **state)
{
	(void)state;
	struct audit_search_target target = gaussmf_search_targets[3];

	target.train = train_leaking;
	const struct audit_sensitivity result = search(&target, 1, 3000);

	assert_true(result.moved > 1.01 * result.declared && result.round >= 2);
	assert_false(audit_sensitivity_expected(&result));
}

/* What earlier releases move does not count. */
static void releases_before_the_first_are_passed_over(void **state)
{
	(void)state;
	struct audit_search_target target = hdpmf_search_targets[1];
	const struct audit_instance one = { .shape = &target.shape, .rating = { { 5, 3 }, { 1, 3 } }, .u = { { 1 }, { 1 } },
	                                    .v = { 0.5, 0.5 }, .rate = 1e-12, .weight = 1 };
	struct audit_change all, later;
	struct dpmf_error error;

	assert_int_equal(audit_sensitivity_measure(&target, &one, &all, &error), DPMF_OK);
	target.shape.first = 1;
	assert_int_equal(audit_sensitivity_measure(&target, &one, &later, &error), DPMF_OK);
	assert_true(all.round == 0 && later.round == 1 && fabs(later.ratio / all.ratio - 1) < 1e-9);
}

/* User 0's line through its own ratings, at released means of its items. */
static void what_friends_send_by_hand(void **state)
{
	(void)state;
	const struct audit_search_target *target = &privsr_search_targets[3];
	struct audit_instance one = {
		.shape = &target->shape, .rating = { { 3, 5, 3, 3 }, { 2, 2, 3, 3 } }, .rate = 0.1, .weight = 1,
		.answer = { { -2e8, 0, 2e8, 0 } },
	};
	struct audit_sensitivity result = { .target = target, .found = one, .norm = DPMF_L1, .round = 1 };
	struct audit_change change;
	struct dpmf_error error;

	assert_int_equal(audit_sensitivity_measure(target, &one, &change, &error), DPMF_OK);
	assert_true(change.declared == 1024 && change.moved > 0 && change.moved < 1024 && change.round == 1 && !change.strayed);
	result.moved = change.moved;
	result.declared = change.declared;
	assert_int_equal(audit_sensitivity_enclose(&result, &error), DPMF_OK);
	assert_true(result.agrees && !result.exceeds && !result.near);
	result.found.rating[1][0] = 4;
	assert_int_equal(audit_sensitivity_enclose(&result, &error), DPMF_OK);
	assert_false(result.agrees);
}

/* The friends' declaration of the search is that of dpmf_privsr_train. */
static void friends_are_declared_as_the_driver_does(void **state)
{
	(void)state;
	const struct dpmf_triple triple[2] = { { 0, 0, 4 }, { 1, 0, 2 } };
	size_t row[3] = { 0, 0, 1 };
	uint32_t trustee[1] = { 0 };
	double similarity[1] = { 1 };
	const struct dpmf_social social = { .users = 2, .count = 1, .row = row, .trustee = trustee, .similarity = similarity };
	const struct audit_search_target *target = &privsr_search_targets[1];
	const struct audit_instance one = { .shape = &target->shape, .rate = 0.01, .weight = 1, .u = { { 1 }, { -1 } } };
	const struct dpmf_privsr_options options = { .run = hdpmf_search_options(&one, false), .beta = 1, .sensitive_share = 1, .social_weight = 1 };
	struct dpmf_ratings ratings;
	struct dpmf_model model;
	struct dpmf_error error;
	struct dpmf_door door[2];
	struct dpmf_key key;

	dpmf_key_from_seed(1, &key);
	assert_int_equal(dpmf_ratings_build(triple, 2, 0, NULL, NULL, &ratings, &error), DPMF_OK);
	assert_int_equal(dpmf_door_open(&door[0], &key, &error), DPMF_OK);
	assert_int_equal(dpmf_door_open(&door[1], &key, &error), DPMF_OK);
	assert_int_equal(dpmf_privsr_train(&ratings, &social, &options, &key, &door[0], &model, &error), DPMF_OK);
	assert_int_equal(target->train(&one, 0, &ratings, &key, &door[1], &error), DPMF_OK);
	const struct dpmf_entry *real = &door[0].record.entry[1], *here = &door[1].record.entry[1];

	assert_string_equal(real->statistic, here->statistic);
	assert_true(real->neighbours == DPMF_EDGE && here->neighbours == DPMF_EDGE && real->norm == here->norm);
	assert_true(real->sensitivity == here->sensitivity && real->scale == here->scale && real->law == here->law);
	dpmf_model_free(&model);
	dpmf_ratings_free(&ratings);
	dpmf_door_close(&door[0]);
	dpmf_door_close(&door[1]);
}

static void intervals_of_vectors(void **state)
{
	(void)state;
	struct dpmf_enclosure x[3], y[3], z;

	reals_init(x, 3);
	reals_init(y, 3);
	reals_init(&z, 1);
	reals_set(x, (const double[3]){ 3, -4, 12 }, 3);
	reals_set(y, (const double[3]){ 1, 2, -1 }, 3);
	reals_dot(&z, x, y, 3);
	assert_true(mpfr_cmp_si(z.lo, -17) == 0 && mpfr_cmp_si(z.hi, -17) == 0);
	reals_l1(&z, x, 3);
	assert_true(mpfr_cmp_si(z.lo, 19) == 0 && mpfr_cmp_si(z.hi, 19) == 0);
	reals_l2(&z, x, 3);
	assert_true(mpfr_cmp_si(z.lo, 13) == 0 && mpfr_cmp_si(z.hi, 13) == 0);
	reals_add_scaled(&z, y, 3, x);
	assert_true(mpfr_cmp_si(x[0].lo, 16) == 0 && mpfr_cmp_si(x[1].hi, 22) == 0 && mpfr_cmp_si(x[2].lo, -1) == 0);
	reals_clip(y, 3, 3); /* |y| = sqrt(6) < 3: kept */
	assert_true(mpfr_cmp_si(y[1].lo, 2) == 0 && mpfr_cmp_si(y[1].hi, 2) == 0);
	reals_clip(y, 3, 1); /* y / sqrt(6) */
	assert_true(mpfr_cmp_d(y[0].lo, 0.408248290463862) > 0 && mpfr_cmp_d(y[0].hi, 0.408248290463864) < 0);
	assert_true(mpfr_cmp(y[0].lo, y[0].hi) < 0);
	reals_clear(x, 3);
	reals_clear(y, 3);
	reals_clear(&z, 1);
}

static int start(void **state)
{
	(void)state;
	return dpmf_stream_start(NULL) == DPMF_OK ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intervals_of_vectors),
		cmocka_unit_test(an_instance_by_hand),
		cmocka_unit_test(the_trajectory_is_followed),
		cmocka_unit_test(one_seed_one_result),
		cmocka_unit_test(gaussmf_steps_are_those_of_the_driver),
		cmocka_unit_test(later_rounds_are_followed),
		cmocka_unit_test(a_later_round_that_leaks_is_caught),
		cmocka_unit_test(releases_before_the_first_are_passed_over),
		cmocka_unit_test(what_friends_send_by_hand),
		cmocka_unit_test(friends_are_declared_as_the_driver_does),
		cmocka_unit_test(every_target_is_as_expected),
		cmocka_unit_test(every_broken_twin_is_caught),
		cmocka_unit_test(wrong_expectations_are_noticed),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
