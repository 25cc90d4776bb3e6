/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The audit's engine on mechanisms whose privacy is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "audit/engine/parts.h"
#include "audit/engine/run.h"
#include "audit/engine/verdict.h"
#include "tests/audit_worlds.h"
#include "tests/scale.h"

/* What the bound lies below the truth falls with the root of the number of trials:
   from 300,000 on it is less than a twentieth. */
static void known_epsilon_is_reached_from_below(void **state)
{
	(void)state;
	const uint64_t trials = SCALED(300000, 10000);
	const double least = 1 - 0.05 * sqrt(300000 / (double)trials);
	const struct world_pair pairs[] = { { .shift = 0.5, .spread = 1, .dims = 1 }, { .shift = 1, .spread = 1, .dims = 1 },
	                                    { .shift = 2, .spread = 1, .dims = 1 } };

	for (size_t i = 0; i < 3; i++) {
		const struct audit_case one = laplace(&pairs[i], pairs[i].shift);
		const struct audit_result result = run(&one, trials, 0.99, 5, 2);

		assert_true(result.epsilon_lower > least * pairs[i].shift);
		assert_true(result.epsilon_lower <= pairs[i].shift);
		assert_int_equal(result.finding, AUDIT_CONSISTENT);
	}
}

static void a_claim_below_the_truth_is_violated(void **state)
{
	(void)state;
	const struct world_pair pair = { .shift = 1, .spread = 1, .dims = 1 };
	const struct audit_case one = laplace(&pair, 0.8);

	assert_int_equal(run(&one, SCALED(50000, 20000), 0.99, 1, 1).finding, AUDIT_VIOLATED);
	assert_int_equal(run(&one, 50000, 0.999999, 1, 1).finding, AUDIT_VIOLATED);
}

static void only_what_exceeds_the_claim_violates_it(void **state)
{
	(void)state;
	assert_int_equal(audit_find(1, 1), AUDIT_CONSISTENT);
	assert_int_equal(audit_find(nextafter(1, 2), 1), AUDIT_VIOLATED);
}

/* mu and epsilon of a Gaussian mechanism: delta(1) = Phi(-1/2) - e Phi(-3/2) at mu = 1. */
static void a_gaussian_law_is_assumed_only_when_asked(void **state)
{
	(void)state;
	const struct audit_pair counts = { false, { 1000000, 1000000 }, { 691462, 308538 } };
	struct audit_bound bound;
	struct dpmf_error error;

	assert_int_equal(audit_bound_of(&counts, AUDIT_GAUSSIAN, 0.12693673750664, 0.95, &bound, &error), DPMF_OK);
	assert_true(bound.mu < 1 && bound.mu > 0.996);
	assert_true(bound.epsilon < 1 && bound.epsilon > 0.99);
	assert_int_equal(audit_bound_of(&counts, AUDIT_DP, 0.12693673750664, 0.95, &bound, &error), DPMF_OK);
	assert_true(isnan(bound.mu));
	assert_true(bound.epsilon < 0.62);
}

/* How often what happens with probability p happens at the most: four standard
   deviations above its mean. */
static unsigned at_most(unsigned times, double p)
{
	return (unsigned)lround(times * p + 4 * sqrt(times * p * (1 - p)));
}

/* The bound may lie above the truth in one run of ten at confidence 0.9. The
   learned score adds the choices that could overfit: they are made on other runs. */
static void the_bound_errs_no_more_often_than_stated(void **state)
{
	(void)state;
	const struct world_pair pair = { .shift = 1, .spread = 1, .dims = 1 };
	const unsigned seeds = SCALED(250, 4);

	for (int learned = 0; learned < 2; learned++) {
		struct audit_case one = laplace(&pair, 1);
		unsigned above = 0, far_below = 0;

		if (learned)
			one.log_likelihood_ratio = NULL;
		for (uint64_t seed = 0; seed < seeds; seed++) {
			const double found = run(&one, 2000, 0.9, seed, 1).epsilon_lower;

			above += found > 1;
			far_below += found < 0.5;
		}
		assert_true(above <= at_most(seeds, 0.1));
		if (!learned)
			assert_true(far_below <= at_most(seeds, 0.1));
	}
}

/* Of five hundred answers that are all common one is the number itself. Among so many values only luck tells it apart, until
   it has a share of the error to itself. Without the leak the claim stands. */
static void a_rare_leak_among_common_values_is_dared(void **state)
{
	(void)state;
	const uint64_t trials = SCALED(600000, 20000);
	const struct world_pair pairs[] = { { .shift = 1, .spread = 1, .dims = 1, .grid = 10, .leak = 1200 / (double)trials },
	                                    { .shift = 1, .spread = 1, .dims = 1, .grid = 10 } };

	for (int fair = 0; fair < 2; fair++) {
		struct audit_case one = laplace(&pairs[fair], 1);

		one.log_likelihood_ratio = NULL;
		const struct audit_result result = run(&one, trials, 0.95, 3, 2);

		assert_int_equal(result.finding, fair ? AUDIT_CONSISTENT : AUDIT_VIOLATED);
		assert_true((result.epsilon_lower > 1.3) == !fair);
		assert_true((strstr(result.words[0], "exactly 1") != NULL) == !fair);
	}
}

/* An event that was chosen on other runs shows something by chance as often as the confidence
   says. A threshold that has seen the runs finds something in more than half of them. */
static void without_a_difference_nothing_is_found(void **state)
{
	(void)state;
	const struct world_pair pair = { .shift = 0, .spread = 1, .dims = 3, .common = 1 };
	struct audit_case one = laplace(&pair, 0);
	const unsigned seeds = SCALED(200, 6);
	unsigned above = 0;

	one.log_likelihood_ratio = NULL;
	for (uint64_t seed = 0; seed < seeds; seed++)
		above += run(&one, 1000, 0.9, seed, 1).epsilon_lower > 0;
	if (above > at_most(seeds, 0.1))
		fail_msg("found something in %u of %u runs without a difference", above, seeds);

	/* Not because both worlds drew the same. */
	const struct audit_result result = run(&one, 1000, 0.9, 0, 1);

	assert_memory_not_equal(result.picture.count[0], result.picture.count[1], sizeof(result.picture.count[0]));
}

static void jobs_change_nothing(void **state)
{
	(void)state;
	const struct world_pair pair = { .shift = 1, .spread = 1, .dims = 2 };
	struct audit_case one = laplace(&pair, 1);

	one.log_likelihood_ratio = NULL;
	const struct audit_result alone = run(&one, 5000, 0.99, 9, 1), three = run(&one, 5000, 0.99, 9, 3);

	assert_true(alone.counts.guesses == three.counts.guesses);
	assert_memory_equal(alone.counts.runs, three.counts.runs, sizeof(alone.counts.runs));
	assert_memory_equal(alone.counts.hits, three.counts.hits, sizeof(alone.counts.hits));
	assert_true(alone.event.high == three.event.high && alone.event.low == three.event.low);
	assert_true(alone.epsilon_lower == three.epsilon_lower);
	assert_memory_equal(&alone.picture, &three.picture, sizeof(alone.picture));

	const struct audit_result other = run(&one, 5000, 0.99, 10, 1);

	assert_memory_not_equal(&alone.picture.count, &other.picture.count, sizeof(alone.picture.count));
}

static double reversed_ratio(const void *instance, const double *seen)
{
	return -laplace_ratio(instance, seen);
}

static double coarse_ratio(const void *instance, const double *seen)
{
	return laplace_ratio(instance, seen) > 0;
}

/* Either direction may be the better one, and ties are counted alike when the
   threshold is chosen and when it is used. */
static void directions_and_ties(void **state)
{
	(void)state;
	const struct world_pair pair = { .shift = 1, .spread = 1, .dims = 1 };
	struct audit_case one = laplace(&pair, 1);

	one.log_likelihood_ratio = coarse_ratio;
	assert_true(run(&one, SCALED(100000, 10000), 0.99, 2, 1).epsilon_lower > 0.7);
	one.log_likelihood_ratio = reversed_ratio; /* a useless score: it points the wrong way */
	assert_true(run(&one, SCALED(100000, 10000), 0.99, 2, 1).epsilon_lower < 0.02);

	const struct audit_event up = { AUDIT_TOWARD_0, 1, -INFINITY }, down = { AUDIT_TOWARD_1, INFINITY, 1 }, both = { AUDIT_TOWARD_BOTH, 2, 1 };

	assert_true(audit_event_guess(&up, 1) == 0 && audit_event_guess(&down, 1) == 1);
	assert_true(audit_event_guess(&up, 2) == 0 && audit_event_guess(&down, 2) == -1);
	assert_true(audit_event_guess(&up, 0) == -1 && audit_event_guess(&down, 0) == 1);
	assert_true(audit_event_guess(&both, 2) == 0 && audit_event_guess(&both, 1.5) == -1 && audit_event_guess(&both, 1) == 1);

	/* Many scores at once: the same guesses. An event may have both thresholds at one place, or none. */
	const struct audit_event events[] = { up, down, both, { AUDIT_TOWARD_BOTH, 1, 1 }, { AUDIT_TOWARD_0, INFINITY, -INFINITY }, { AUDIT_TOWARD_BOTH, INFINITY, -INFINITY } };
	const double scores[] = { 1, 2, 0, 1.5, nextafter(1, 0), nextafter(2, 3), INFINITY, -INFINITY, -0.0 };

	for (size_t e = 0; e < sizeof(events) / sizeof(*events); e++) {
		size_t at_once[2] = { 1000, 2000 }, by_one[2] = { 1000, 2000 };

		audit_event_guesses(&events[e], scores, sizeof(scores) / sizeof(*scores), at_once);
		for (size_t i = 0; i < sizeof(scores) / sizeof(*scores); i++)
			if (audit_event_guess(&events[e], scores[i]) >= 0)
				by_one[audit_event_guess(&events[e], scores[i])]++;
		assert_memory_equal(at_once, by_one, sizeof(by_one));
	}

	/* Apart: the world that the event points to comes first; guesses: right ones, then wrong ones and those that are lost. */
	/* World 0 showed 0, 1, 2, 3, and world 1 showed 0, 1, 5. */
	const uint64_t low[2][2] = { { 0, 2 }, { 0, 2 } }, either[2][2] = { { 2, 2 }, { 1, 2 } };
	const struct audit_pair toward1 = audit_event_count(&down, low, (const size_t[2]){ 4, 3 }, 0);
	const struct audit_pair guesses = audit_event_count(&both, either, (const size_t[2]){ 4, 3 }, 2);

	assert_false(toward1.guesses);
	assert_true(toward1.runs[0] == 3 && toward1.runs[1] == 4 && toward1.hits[0] == 2 && toward1.hits[1] == 2);
	assert_true(guesses.guesses && guesses.runs[0] == 9 && guesses.runs[1] == 9);
	assert_true(guesses.hits[0] == 4 && guesses.hits[1] == 3 + 2);
}

/* The coins of the seed: as many runs of world 0 as heads, the rest of world 1, and none of them learned from. */
static void parts_are_coins(void **state)
{
	(void)state;
	double sum = 0, squares = 0;

	for (uint64_t seed = 0; seed < 2000; seed++) {
		struct dpmf_key key;

		dpmf_key_from_seed(seed, &key);
		const struct audit_parts parts = audit_parts_divide(10000, seed % 2 == 0, &key);
		const double excess = (double)parts.held[0] - 7500;

		assert_int_equal(parts.held[0] + parts.held[1] + parts.lost, 15000);
		for (int world = 0; world < 2; world++)
			assert_true(parts.learn + parts.held[world] <= 10000 && parts.learn > 2000);
		sum += excess;
		squares += excess * excess;
	}
	/* Mean 0, variance 15000 / 4; four standard errors each. */
	assert_true(fabs(sum / 2000) < 4 * sqrt(3750.0 / 2000));
	assert_true(fabs(squares / 2000 / 3750 - 1) < 4 * sqrt(2.0 / 2000));
	for (int rare = 0; rare < 2; rare++) {
		struct dpmf_key key;

		dpmf_key_from_seed(1, &key);
		assert_int_equal(audit_parts_divide(1000000, rare, &key).expected, rare ? 800000 : 900000);
	}
	/* Few runs: whatever the coins ask for, they stay in their array, and something is left to learn from. */
	for (uint64_t seed = 0; seed < 3000; seed++) {
		struct dpmf_key key;

		dpmf_key_from_seed(seed, &key);
		const struct audit_parts parts = audit_parts_divide(40, seed % 2 == 0, &key);

		assert_int_equal(parts.held[0] + parts.held[1] + parts.lost, 60);
		assert_true(parts.held[0] <= 35 && parts.held[1] <= 35 && parts.learn >= 5);
	}
}

/* N(1, 1) against N(0, 1): no finite epsilon at delta 0, but with the exact
   delta of epsilon = 1 the claim of 1 stands. */
static enum dpmf_status sample_normal(const void *instance, int world, const struct dpmf_key *key,
                                      double *seen, struct dpmf_error *error)
{
	struct dpmf_stream stream;

	(void)instance, (void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	seen[0] = dpmf_normal(&stream) + (world == 0);
	return DPMF_OK;
}

static double normal_ratio(const void *instance, const double *seen)
{
	(void)instance;
	return seen[0] - 0.5;
}

static void delta_is_taken_off(void **state)
{
	(void)state;
	struct audit_case one = laplace(&(struct world_pair){ .dims = 1 }, 1);
	const uint64_t trials = SCALED(200000, 60000);

	one.sample = sample_normal;
	one.log_likelihood_ratio = normal_ratio;
	assert_int_equal(run(&one, trials, 0.99, 4, 2).finding, AUDIT_VIOLATED);
	/* delta(1) = Phi(-1/2) - e Phi(-3/2) = 0.12693673750664 */
	one.delta = 0.12693673750664;
	const struct audit_result exact = run(&one, trials, 0.99, 4, 2);

	assert_int_equal(exact.finding, AUDIT_CONSISTENT);
	assert_true(exact.epsilon_lower > 0.9);
	one.delta = 0.11;
	assert_int_equal(run(&one, trials, 0.99, 4, 2).finding, AUDIT_VIOLATED);
}

static enum dpmf_status sample_fails(const void *instance, int world, const struct dpmf_key *key,
                                     double *seen, struct dpmf_error *error)
{
	(void)instance, (void)world, (void)key, (void)seen;
	return dpmf_fail(error, DPMF_INPUT, "no such luck");
}

static void errors_come_out(void **state)
{
	(void)state;
	const struct world_pair pair = { .shift = 1, .spread = 1, .dims = 1 };
	struct audit_case one = laplace(&pair, 1);
	struct audit_result result = { .trials = 77 };
	struct dpmf_error error = { "" };
	struct audit_settings settings = { .trials = 1000, .confidence = 0.99, .jobs = 2 };

	one.sample = sample_fails;
	assert_int_equal(audit_run(&one, &settings, &result, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "no such luck"));
	assert_non_null(strstr(error.text, one.id));
	settings.trials = 10;
	assert_int_equal(audit_run(&one, &settings, &result, &error), DPMF_INPUT);
	settings.trials = 1000;
	settings.confidence = 1;
	assert_int_equal(audit_run(&one, &settings, &result, &error), DPMF_INPUT);
	assert_int_equal(result.trials, 77);
}

static void parts_of_an_id(void **state)
{
	(void)state;
	const struct audit_case one = { .id = "hdpmf/published/rounds/entry/once/held" }, two = { .id = "a/b/c/d" };
	char text[32];

	audit_case_part(&one, AUDIT_MECHANISM, text, sizeof(text));
	assert_string_equal(text, "hdpmf");
	audit_case_part(&one, AUDIT_NEIGHBOURS, text, sizeof(text));
	assert_string_equal(text, "entry");
	audit_case_part(&one, AUDIT_DETAIL, text, sizeof(text));
	assert_string_equal(text, "once/held");
	audit_case_part(&two, AUDIT_DETAIL, text, sizeof(text));
	assert_string_equal(text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_epsilon_is_reached_from_below),
		cmocka_unit_test(a_claim_below_the_truth_is_violated),
		cmocka_unit_test(only_what_exceeds_the_claim_violates_it),
		cmocka_unit_test(a_gaussian_law_is_assumed_only_when_asked),
		cmocka_unit_test(the_bound_errs_no_more_often_than_stated),
		cmocka_unit_test(a_rare_leak_among_common_values_is_dared),
		cmocka_unit_test(without_a_difference_nothing_is_found),
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(directions_and_ties),
		cmocka_unit_test(parts_are_coins),
		cmocka_unit_test(delta_is_taken_off),
		cmocka_unit_test(errors_come_out),
		cmocka_unit_test(parts_of_an_id),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
