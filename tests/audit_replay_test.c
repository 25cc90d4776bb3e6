/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The replay on the real hdpmf and on its broken twins, each caught by the
   finding that is meant for it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "audit/dpmf-rp/replay.h"
#include "audit/hdpmf/replay.h"
#include "audit/hdpmf/mutants.h"
#include "tests/scale.h"

enum { PAIRS = 150 };
static uint64_t pairs = PAIRS; /* fewer in a short run */

static struct audit_replay_result replay(const struct audit_replay_target *target, uint64_t seed)
{
	struct audit_replay_result result = { .pairs = 0 };
	struct dpmf_error error = { "" };

	if (audit_replay_run(target, seed, pairs, &result, &error) != DPMF_OK)
		fail_msg("%s %s: %s", target->variant, target->view, error.text);
	assert_int_equal(result.pairs, pairs);
	return result;
}

static const struct audit_replay_target *twin(const char *name)
{
	for (size_t i = 0; i < HDPMF_MUTANT_TARGETS; i++)
		if (strcmp(hdpmf_mutant_targets[i].variant, name) == 0)
			return &hdpmf_mutant_targets[i];
	fail_msg("no twin %s", name);
	return NULL;
}

static void hdpmf_is_as_expected(void **state)
{
	(void)state;
	for (size_t i = 0; i < HDPMF_REPLAY_TARGETS; i++) {
		const struct audit_replay_target *target = &hdpmf_replay_targets[i];

		for (uint64_t seed = 1; seed <= SCALED(3, 1); seed++) {
			const struct audit_replay_result result = replay(target, seed);

			assert_true(audit_replay_expected(&result));
			assert_int_equal(result.draws + result.strayed + result.outputs + result.unequal, 0);
			if (!target->exceeds)
				assert_true(result.largest.ratio > 0.5 && result.largest.ratio <= 1);
			else
				assert_true(result.largest.ratio > 2);
		}
	}
}

/* The other mechanisms: an excess where one is known, and nowhere else. */
static void every_target_is_as_expected(void **state)
{
	(void)state;
	struct audit_target_list lists[AUDIT_TARGET_LISTS];
	const size_t count = audit_replay_targets(lists);
	struct dpmf_error error = { "" };

	assert_true(count >= 3);
	for (size_t l = 1; l < count; l++) {
		for (size_t i = 0; i < lists[l].count; i++) {
			const struct audit_replay_target *target = &lists[l].first[i];
			const uint64_t few = target->pairs_most / 2; /* where a run takes long */
			struct audit_replay_result result;

			if (audit_replay_run(target, 2, few > 0 && few < pairs ? few : pairs, &result, &error) != DPMF_OK)
				fail_msg("%s: %s", target->mechanism, error.text);
			if (!audit_replay_expected(&result))
				fail_msg("%s %s %s: not as expected, largest ratio %g", target->mechanism, target->variant, target->view,
				         result.largest.ratio);
			if (short_run()) /* what is known need not show in a few pairs */
				continue;
			assert_int_equal(result.beyond > 0, target->exceeds);
			assert_int_equal(result.edges > 0, strcmp(target->mechanism, "privsr") == 0 && !target->hold_users);
			assert_int_equal(result.beyond_edge, 0);
			assert_int_equal(result.outputs > 0, target->past);
			assert_int_equal(result.draws > 0, target->loops);
			if (!(result.largest.ratio > 0.5))
				fail_msg("%s %s %s: nothing is seen to move by more than %g of its bound", target->mechanism, target->variant, target->view, result.largest.ratio);
		}
	}
}

/* Those of the other mechanisms, each by its own finding. */
static void every_broken_twin_is_caught(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	struct audit_target_list lists[AUDIT_TARGET_LISTS];
	const size_t count = audit_replay_mutants(lists);

	assert_true(count >= 3);
	for (size_t l = 0; l < count; l++) {
		for (size_t i = 0; i < lists[l].count; i++) {
			const struct audit_replay_target *target = &lists[l].first[i];
			const struct audit_replay_result result = replay(target, 3);

			assert_int_equal(audit_replay_caught(&result), i > 0);
			assert_int_equal(strcmp(target->variant, "sound") == 0, i == 0);
			if (strcmp(target->variant, "past-the-door") == 0)
				assert_true(result.outputs > pairs / 2 && result.draws == 0);
			if (strcmp(target->variant, "edge-halved") == 0)
				assert_true(result.beyond_edge > 0 && result.beyond == 0 && result.draws + result.outputs == 0);
			if (strcmp(target->variant, "loop-by-rating") == 0)
				assert_true(result.draws > 0);
			if (strcmp(target->variant, "clip-forgotten") == 0 || strcmp(target->variant, "sensitivity-halved") == 0)
				assert_true(result.beyond > 0 && result.draws == 0);
			if (strcmp(target->variant, "noise-by-rating") == 0)
				assert_true(result.strayed > pairs / 8 && result.outputs == 0);
			if (strcmp(target->variant, "cut-forgotten") == 0 || strcmp(target->variant, "theta-doubled") == 0)
				assert_true(result.beyond > 0 && result.outputs == 0);
			if (strcmp(target->variant, "quanta-doubled") == 0)
				assert_true(result.outputs > pairs / 8 && result.draws == 0 && result.beyond == 0);
			if (strcmp(target->variant, "keep-forgotten") == 0 || strcmp(target->variant, "weight-outside") == 0)
				assert_true(result.beyond > pairs / 4 && result.draws == 0 && result.outputs == 0);
			if (strcmp(target->variant, "one-triangle") == 0 || strcmp(target->variant, "weight-bare") == 0)
				assert_true(result.outputs > 0 && result.draws == 0 && result.beyond == 0);
		}
	}
}

static void the_sound_twin_is_not_caught(void **state)
{
	(void)state;
	const struct audit_replay_result result = replay(twin("sound"), 1);

	assert_false(audit_replay_caught(&result));
	assert_true(audit_replay_expected(&result));
}

static void each_broken_twin_is_caught_by_its_finding(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	const struct audit_replay_result loop = replay(twin("loop-by-rating"), 1);
	const struct audit_replay_result past = replay(twin("past-the-door"), 1);
	const struct audit_replay_result bare = replay(twin("coordinate-bare"), 1);
	const struct audit_replay_result halved = replay(twin("sensitivity-halved"), 1);
	const struct audit_replay_result weight = replay(twin("weight-forgotten"), 1);

	assert_true(loop.draws > pairs / 4 && loop.outputs == 0 && loop.beyond == 0);
	assert_true(past.outputs > pairs / 2 && past.draws == 0 && past.beyond == 0);
	assert_true(bare.outputs > pairs / 4 && bare.draws == 0);
	assert_true(halved.beyond > 0 && halved.draws == 0 && halved.outputs == 0);
	assert_true(weight.beyond > pairs / 4 && weight.unequal == pairs && weight.outputs == 0);
	for (size_t i = 1; i < HDPMF_MUTANT_TARGETS; i++) {
		const struct audit_replay_result result = replay(&hdpmf_mutant_targets[i], 2);

		assert_true(audit_replay_caught(&result));
	}
}

/* A driver that stops early, when a rating says so, asks the door for less. */
static enum dpmf_status stops_early(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                    const struct dpmf_options *options, const struct dpmf_key *key,
                                    struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_options fewer = *options;

	fewer.epochs = 2 + (ratings->value[0] > 3);
	return hdpmf_replay_targets[0].train(ratings, weights, &fewer, key, door, model, error);
}

static void a_run_of_another_length_is_seen(void **state)
{
	(void)state;
	struct audit_replay_target target = hdpmf_replay_targets[0];

	target.train = stops_early;
	const struct audit_replay_result result = replay(&target, 1);

	assert_true(result.strayed > 0);
	assert_false(audit_replay_expected(&result));
}

/* An excess that is known and does not show is a surprise. */
static void silence_is_a_surprise(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	struct audit_replay_target target = hdpmf_replay_targets[0];

	target.exceeds = true;
	struct audit_replay_result result = replay(&target, 1);

	assert_false(audit_replay_expected(&result));
	result.pairs = AUDIT_REPLAY_ENOUGH - 1; /* but not in a few pairs */
	assert_true(audit_replay_expected(&result));
}

static void pairs_differ_in_one_rating(void **state)
{
	(void)state;
	struct dpmf_key key;
	struct dpmf_error error;
	size_t largest = 0;

	dpmf_key_from_seed(1, &key);
	for (uint64_t n = 0; n < 200; n++) {
		struct audit_neighbours pair;
		size_t changed = 0;

		assert_int_equal(audit_neighbours_draw(&key, n, false, &pair, &error), DPMF_OK);
		assert_int_equal(pair.ratings[0].count, pair.ratings[1].count);
		for (size_t a = 0; a < pair.ratings[0].count; a++) {
			assert_int_equal(pair.ratings[0].item[a], pair.ratings[1].item[a]);
			changed += pair.ratings[0].value[a] != pair.ratings[1].value[a];
			assert_true(pair.ratings[1].value[a] >= 1 && pair.ratings[1].value[a] <= 5);
		}
		assert_int_equal(changed, 1);
		assert_true(pair.weight > 0 && pair.weight <= 1);
		largest = pair.ratings[0].count > largest ? pair.ratings[0].count : largest;
		audit_neighbours_free(&pair);
	}
	assert_true(largest > 20);
}

/* All ratings of the one user, and none of another. */
static void whole_rows_differ(void **state)
{
	(void)state;
	struct dpmf_key key;
	struct dpmf_error error;

	dpmf_key_from_seed(1, &key);
	for (uint64_t n = 0; n < 200; n++) {
		struct audit_neighbours pair;

		assert_int_equal(audit_neighbours_draw(&key, n, true, &pair, &error), DPMF_OK);
		for (size_t i = 0; i < pair.ratings[0].users; i++)
			for (size_t a = pair.ratings[0].row[i]; a < pair.ratings[0].row[i + 1]; a++)
				assert_int_equal(pair.ratings[0].value[a] != pair.ratings[1].value[a], i == pair.user);
		audit_neighbours_free(&pair);
	}
}

/* What is drawn more or less often is a surprise where it is not known, and where it is known and does not show. */
static void draws_are_as_known(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	struct audit_replay_target published = dpmf_rp_replay_targets[0], corrected = dpmf_rp_replay_targets[1];

	published.loops = false;
	corrected.loops = true;
	const struct audit_replay_result one = replay(&published, 1), other = replay(&corrected, 1);

	assert_false(audit_replay_expected(&one) || audit_replay_expected(&other));
}

static int start(void **state)
{
	(void)state;
	pairs = SCALED(PAIRS, 8);
	return dpmf_stream_start(NULL) == DPMF_OK ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_differ_in_one_rating),
		cmocka_unit_test(whole_rows_differ),
		cmocka_unit_test(draws_are_as_known),
		cmocka_unit_test(hdpmf_is_as_expected),
		cmocka_unit_test(every_target_is_as_expected),
		cmocka_unit_test(every_broken_twin_is_caught),
		cmocka_unit_test(the_sound_twin_is_not_caught),
		cmocka_unit_test(each_broken_twin_is_caught_by_its_finding),
		cmocka_unit_test(a_run_of_another_length_is_seen),
		cmocka_unit_test(silence_is_a_surprise),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
