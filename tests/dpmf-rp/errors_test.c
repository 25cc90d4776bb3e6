/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "mech/dpmf-rp/errors.h"
#include "mech/dpmf-rp/traffic.h"
#include "noise/door.h"
#include "tests/dpmf-rp/world.h"
#include "tests/scale.h"

enum { ITEMS = 40 };

static void measuring_changes_nothing(void **state)
{
	struct dpmf_rp_options options = usual(7), measured = usual(7);
	struct dpmf_ratings ratings;
	struct dpmf_rp_errors errors = { 0 };
	struct dpmf_model model[2];
	struct dpmf_door door[2];

	(void)state;
	make_ratings(20, &ratings);
	measured.errors = &errors;
	model[0] = train_with(dpmf_rp_train, &ratings, &options, &door[0]);
	model[1] = train_with(dpmf_rp_train, &ratings, &measured, &door[1]);
	assert_true(same_bytes(&model[0], &model[1]));
	assert_int_equal(door[0].record.count, door[1].record.count);
	assert_int_equal(errors.rounds, options.rounds);
	assert_true(errors.gradient > 0 && errors.projection > 0 && errors.privatization > 0);
	for (int i = 0; i < 2; i++) {
		dpmf_model_free(&model[i]);
		dpmf_door_close(&door[i]);
	}
	dpmf_ratings_free(&ratings);
}

/* One training of one round, so that its sums are those of one round. */
static struct dpmf_rp_errors errors_of_round(const struct dpmf_ratings *ratings, const struct dpmf_rp_options *how, bool corrected,
                                             uint64_t seed)
{
	struct dpmf_rp_options options = *how;
	struct dpmf_rp_errors errors = { 0 };
	struct dpmf_error error;
	struct dpmf_model model;
	struct dpmf_door door;
	struct dpmf_key key;

	options.rounds = 1;
	options.participation = 1;
	options.errors = &errors;
	dpmf_key_from_seed(seed, &key);
	assert_int_equal(dpmf_door_open(&door, &key, &error), DPMF_OK);
	assert_int_equal((corrected ? dpmf_rp_train_corrected : dpmf_rp_train)(ratings, &options, &key, &door, &model, &error), DPMF_OK);
	dpmf_model_free(&model);
	dpmf_door_close(&door);
	return errors;
}

struct mean {
	double sum, squares;
	int count;
};

static void add(struct mean *mean, double x)
{
	mean->sum += x;
	mean->squares += x * x;
	mean->count++;
}

/* Whether the mean is within four standard errors of 0; and those are below `most`. */
static void assert_centred(const char *what, const struct mean *mean, double most)
{
	const double m = mean->sum / mean->count, error = sqrt((mean->squares / mean->count - m * m) / mean->count);

	print_message("%s: %.5f +- %.5f\n", what, m, error);
	assert_true(fabs(m) < 4 * error);
	assert_true(mean->count < 500 || error < most);
}

/* Measured against derived, over seeds; p = 12 is padded to 16, and c = 0.1 cuts most of what is sent. */
static void errors_are_as_derived(void **state)
{
	const struct {
		const char *name;
		size_t rows;
		bool corrected;
		double bound;
	} cases[] = { { "p = 12, published", 12, false, 0 }, { "p = 16, published", 16, false, 0 },
	              { "p = 12, corrected", 12, true, 0 }, { "p = 12, cut", 12, true, 0.1 } };
	struct dpmf_ratings ratings;

	(void)state;
	make_ratings(ITEMS, &ratings);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct dpmf_rp_options options = usual(cases[i].rows);
		struct mean projection = { 0 }, noise = { 0 };

		options.bound = cases[i].bound;
		for (uint64_t seed = 1; seed <= SCALED(1000, 20); seed++) {
			const struct dpmf_rp_errors e = errors_of_round(&ratings, &options, cases[i].corrected, seed);

			add(&projection, e.fresh / ((ITEMS - 1) / (double)cases[i].rows * e.gradient) - 1);
			add(&noise, e.privatization / e.expected - 1);
			assert_true(e.bias <= e.expected);
		}
		print_message("%s\n", cases[i].name);
		assert_centred("projection, beside (m - 1) / p", &projection, 0.03);
		assert_centred("noise, beside its mean", &noise, 0.03);
	}
	dpmf_ratings_free(&ratings);
}

/* Without projection there is only noise; without noise only projection; and what is cut or padded away is bias. */
static void errors_are_told_apart(void **state)
{
	struct dpmf_rp_options options = usual(32);
	struct dpmf_ratings ratings;
	struct dpmf_rp_errors e;

	(void)state;
	make_ratings(32, &ratings);
	options.user.most_profile = 1e6; /* far from any bound that cuts */
	e = errors_of_round(&ratings, &options, true, 1);
	assert_true(e.projection == 0 && e.fresh == 0);
	assert_true(fabs(e.total - e.privatization) < 1e-9 * e.total);
	assert_true(e.bias < 1e-9 * e.gradient);
	options.bound = 1e-9;
	e = errors_of_round(&ratings, &options, true, 1);
	assert_true(fabs(e.bias / e.gradient - 1) < 1e-3); /* all of it is cut away */
	options = usual(12);
	options.noise = false;
	e = errors_of_round(&ratings, &options, true, 1);
	assert_true(e.projection > 0 && fabs(e.total / e.projection - 1) < 1e-9);
	assert_true(e.privatization < 1e-20 * e.gradient && e.expected == 0);
	dpmf_ratings_free(&ratings);
}

static void traffic_is_what_is_computed(void **state)
{
	struct dpmf_rp_traffic counted = { 0 }, computed = { 0 }, bare = { 0 };
	struct dpmf_rp_options options = usual(7);
	struct dpmf_ratings ratings;
	struct dpmf_rp_traffic *const traffic[3] = { &counted, &computed, &bare };
	const enum dpmf_rp_sum sums[3] = { DPMF_RP_SUM_SECAGG, DPMF_RP_SUM_IDEAL, DPMF_RP_SUM_NONE };
	size_t taking_part;

	(void)state;
	make_ratings(20, &ratings);
	for (int i = 0; i < 3; i++) {
		struct dpmf_model model;
		struct dpmf_door door;

		options.sum = sums[i];
		options.traffic = traffic[i];
		model = train_with(dpmf_rp_train_corrected, &ratings, &options, &door);
		dpmf_model_free(&model);
		dpmf_door_close(&door);
	}
	taking_part = dpmf_rp_taking_part(&options, ratings.users) * options.rounds;
	assert_true(counted.counted && !computed.counted && !bare.counted);
	assert_int_equal(counted.users, taking_part);
	assert_int_equal(computed.users, taking_part);
	assert_memory_equal(counted.sent, computed.sent, sizeof counted.sent);
	assert_memory_equal(counted.received, computed.received, sizeof counted.received);
	for (int step = 0; step < DPMF_SECAGG_STEPS; step++)
		assert_true((counted.sent[step] > 0) == (step != DPMF_SECAGG_CONFIRM));
	assert_int_equal(counted.sent[DPMF_SECAGG_MASK], taking_part * (DPMF_SECAGG_HEAD + 8 * 3)); /* a byte a coordinate */
	assert_int_equal(bare.sent[DPMF_SECAGG_MASK], taking_part * 8 * 3 * 3 / 8);                  /* three bits: 0 .. 4 */
	dpmf_ratings_free(&ratings);
}

static void zeros(void *context, uint32_t user, uint64_t *x)
{
	(void)user;
	memset(x, 0, *(const size_t *)context * sizeof *x);
}

/* The authenticated setting has signatures behind a user's messages, and one step more. */
static void signatures_are_computed_too(void **state)
{
	struct dpmf_secagg_plan plan = {
		.setting = { .users = 5, .threshold = 4, .length = 9, .most = 3, .bits = 8, .authenticated = true },
		.vector = zeros, .vector_context = &plan.setting.length
	};
	struct dpmf_rp_traffic counted = { 0 }, computed = { 0 };
	struct dpmf_secagg_outcome outcome;
	struct dpmf_error error;

	(void)state;
	dpmf_key_from_seed(4, &plan.key);
	assert_int_equal(dpmf_secagg_simulate(&plan, &outcome, &error), DPMF_OK);
	dpmf_rp_traffic_count(&outcome, 5, &counted);
	dpmf_rp_traffic_compute(&plan.setting, &computed);
	assert_memory_equal(counted.sent, computed.sent, sizeof counted.sent);
	assert_memory_equal(counted.received, computed.received, sizeof counted.received);
	assert_true(counted.sent[DPMF_SECAGG_CONFIRM] > 0);
	dpmf_secagg_outcome_free(&outcome);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(measuring_changes_nothing),
		cmocka_unit_test(errors_are_as_derived),
		cmocka_unit_test(errors_are_told_apart),
		cmocka_unit_test(traffic_is_what_is_computed),
		cmocka_unit_test(signatures_are_computed_too),
	};
	struct dpmf_error error;

	if (dpmf_stream_start(&error) != DPMF_OK)
		return 1;
	return cmocka_run_group_tests_name("dpmf_rp_errors", tests, NULL, NULL);
}
