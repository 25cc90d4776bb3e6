/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that are judged while they come: in whatever pieces, and with most of them forgotten. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "audit/engine/judging.h"
#include "audit/engine/words.h"
#include "core/stream.h"
#include "tests/scale.h"

static struct dpmf_stream stream_of(uint64_t seed)
{
	struct dpmf_stream stream;
	struct dpmf_key key;

	dpmf_key_from_seed(seed, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	return stream;
}

/* Whole numbers below 64; world 0 adds 8. */
static double *draw(uint64_t seed, int world, size_t count)
{
	struct dpmf_stream stream = stream_of(2 * seed + (uint64_t)world);
	double *seen = malloc(count * sizeof(double));

	assert_non_null(seen);
	for (size_t i = 0; i < count; i++)
		seen[i] = (double)(dpmf_stream_word(&stream) >> 58) + (world == 0 ? 8 : 0);
	return seen;
}

static const char *name(const void *instance, uint32_t number)
{
	(void)instance, (void)number;
	return "word";
}

static const struct audit_case whole = { .id = "test/whole/output/entry", .claim = "none", .why = "", .epsilon = 1, .exact = NAN, .dims = 1, .word = name };
static const struct audit_case pairs = { .id = "test/whole/output/entry", .claim = "none", .why = "", .epsilon = 1, .exact = NAN, .dims = 2 };

struct watched {
	uint64_t runs[AUDIT_EVENTS][2], guessed[AUDIT_EVENTS][2][2]; /* which, world, guess */
};

static void watch(void *watcher, const struct audit_guesses *part)
{
	struct watched *w = watcher;

	w->runs[part->which][part->world] += part->runs;
	for (int guess = 0; guess < 2; guess++)
		w->guessed[part->which][part->world][guess] += part->guessed[guess];
}

static struct audit_settings settings_of(struct watched *watched)
{
	*watched = (struct watched){ .runs = { { 0 } } };
	return (struct audit_settings){ .confidence = 0.99, .seed = 3, .jobs = 1, .watch = watch, .watcher = watched };
}

/* Both worlds in pieces of 1 to 3 `most` runs; `slow` comes with a third of the other's speed until the other has ended. */
static struct audit_result in_pieces(const struct audit_case *one, double *const seen[2], size_t trials, size_t most, int slow)
{
	struct dpmf_stream stream = stream_of(99);
	struct audit_judging *judging = NULL;
	struct audit_result result;
	struct dpmf_error error = { "" };
	struct watched watched;
	const struct audit_settings settings = settings_of(&watched);
	size_t from[2] = { 0, 0 };

	assert_int_equal(audit_judging_open(one, NULL, &settings, trials, &judging, &error), DPMF_OK);
	while (from[0] < trials || from[1] < trials) {
		for (int world = 0; world < 2; world++) {
			const size_t asked = 1 + dpmf_stream_word(&stream) % (world == slow ? most : 3 * most);
			const size_t count = asked < trials - from[world] ? asked : trials - from[world];

			if (count > 0)
				assert_int_equal(audit_judging_take(judging, world, seen[world] + from[world] * one->dims, count, &error), DPMF_OK);
			from[world] += count;
		}
	}
	assert_int_equal(audit_judging_end(judging, &result, &error), DPMF_OK);
	audit_judging_close(judging);
	/* What was watched is what was counted. */
	const uint64_t (*guessed)[2] = (const uint64_t(*)[2])watched.guessed[result.which];
	const struct audit_pair pair = audit_event_count(&result.event, guessed, (const size_t[2]){ watched.runs[result.which][0], watched.runs[result.which][1] }, 0);

	assert_memory_equal(pair.hits, result.counts.hits, sizeof(pair.hits));
	assert_memory_equal(pair.runs, result.counts.runs, sizeof(pair.runs));
	return result;
}

static struct audit_result at_once(const struct audit_case *one, double *const seen[2], size_t trials)
{
	struct watched watched;
	const struct audit_settings settings = settings_of(&watched);
	struct audit_result result;
	struct dpmf_error error = { "" };

	assert_int_equal(audit_judge(one, NULL, &settings, (const double *const[2]){ seen[0], seen[1] }, trials, &result, &error), DPMF_OK);
	return result;
}

static void are_the_same(const struct audit_result *a, const struct audit_result *b)
{
	assert_memory_equal(&a->counts.hits, &b->counts.hits, sizeof(a->counts.hits));
	assert_memory_equal(&a->counts.runs, &b->counts.runs, sizeof(a->counts.runs));
	assert_true(a->epsilon_lower == b->epsilon_lower && a->which == b->which);
	assert_memory_equal(a->band.reached, b->band.reached, sizeof(a->band.reached));
	assert_memory_equal(a->picture.count, b->picture.count, sizeof(a->picture.count));
	assert_string_equal(a->words[0], b->words[0]);
	assert_string_equal(a->words[1], b->words[1]);
}

static uint64_t shown(const struct audit_result *result, int world)
{
	uint64_t sum = 0;

	for (int i = 0; i < AUDIT_PICTURE_BINS; i++)
		sum += result->picture.count[world][i];
	return sum;
}

static void pieces_change_nothing(void **state)
{
	(void)state;
	double *const seen[2] = { draw(1, 0, 12000), draw(1, 1, 12000) };

	for (int dims = 1; dims <= 2; dims++) {
		const struct audit_case *one = dims == 1 ? &whole : &pairs;
		const struct audit_result once = at_once(one, seen, 6000);

		for (int slow = 0; slow < 2; slow++) {
			const struct audit_result pieces = in_pieces(one, seen, 6000, slow ? 1 : 700, slow);

			are_the_same(&once, &pieces);
		}
		assert_true(once.epsilon_lower > 0);
	}
	free(seen[0]);
	free(seen[1]);
}

/* Around the number of runs that are kept: each run of the bound is counted, in the event, the band, and the picture. */
static void what_is_not_kept_is_counted(void **state)
{
	(void)state;
	const size_t most = SCALED(AUDIT_KEPT + AUDIT_KEPT / 2, 40000);
	double *const seen[2] = { draw(7, 0, most), draw(7, 1, most) };
	const size_t trials[] = { most, AUDIT_KEPT + 60000, AUDIT_KEPT + 57000 }; /* a tenth learns */

	for (size_t t = 0; t < SCALED(3, 1); t++) {
		const struct audit_result once = at_once(&whole, seen, trials[t]), pieces = in_pieces(&whole, seen, trials[t], 5000, 0);
		uint64_t above[2] = { 0, 0 };

		are_the_same(&once, &pieces);
		for (int world = 0; world < 2; world++) {
			assert_int_equal(shown(&once, world), once.band.runs[world]);
			for (size_t i = trials[t] - once.band.runs[world]; i < trials[t]; i++)
				above[world] += seen[world][i] >= 64;
		}
		assert_int_equal(once.band.runs[0] + once.band.runs[1], once.counts.runs[0] + (once.counts.guesses ? 0 : once.counts.runs[1]));
		/* Eight numbers that only world 0 has, and it alone. */
		assert_true(above[1] == 0 && once.counts.hits[0] >= above[0]);
		assert_true(once.epsilon_lower > SCALED(8, 5));
	}
	free(seen[0]);
	free(seen[1]);
}

/* Nothing but numbers is learned from. Then the worlds speak, each in a word of its own that nobody has heard: no verdict rests on it, and
   every run is in the picture. */
static void words_that_come_late(void **state)
{
	(void)state;
	const size_t trials = SCALED(700000, 30000);
	double *const seen[2] = { draw(5, 1, trials), draw(11, 1, trials) };

	for (int world = 0; world < 2; world++)
		for (size_t i = trials - 1000; i < trials; i++)
			seen[world][i] = word_number((uint32_t)world);
	const struct audit_result result = in_pieces(&whole, seen, trials, 3000, 1);

	assert_int_equal(result.finding, AUDIT_CONSISTENT);
	assert_int_equal(result.picture.axis, AUDIT_AXIS_SCORE);
	for (int world = 0; world < 2; world++)
		assert_int_equal(shown(&result, world), result.band.runs[world]);
	free(seen[0]);
	free(seen[1]);
}

/* Words alone, more of them than have names of their own, and one that comes late. */
static void only_words(void **state)
{
	(void)state;
	double *const seen[2] = { draw(5, 1, 20000), draw(11, 1, 20000) };

	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < 20000; i++)
			seen[world][i] = word_number(i < 15000 ? (uint32_t)seen[world][i] : 4000000000u);
	const struct audit_result result = in_pieces(&whole, seen, 20000, 300, 1);

	assert_int_equal(result.picture.axis, AUDIT_AXIS_WORDS);
	for (int world = 0; world < 2; world++)
		assert_int_equal(shown(&result, world), result.band.runs[world]);
	free(seen[0]);
	free(seen[1]);
}

/* Closed before anything was learned, or before it was opened. */
static void what_is_left_early_is_freed(void **state)
{
	(void)state;
	double *const seen = draw(1, 0, 500);
	struct audit_judging *judging = NULL;
	struct dpmf_error error = { "" };
	struct watched watched;
	const struct audit_settings settings = settings_of(&watched);

	audit_judging_close(NULL);
	assert_int_equal(audit_judging_open(&whole, NULL, &settings, 399, &judging, &error), DPMF_INPUT);
	assert_null(judging);
	assert_int_equal(audit_judging_open(&whole, NULL, &settings, 5000, &judging, &error), DPMF_OK);
	assert_int_equal(audit_judging_take(judging, 1, seen, 500, &error), DPMF_OK);
	audit_judging_close(judging);
	free(seen);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_change_nothing),
		cmocka_unit_test(what_is_not_kept_is_counted),
		cmocka_unit_test(words_that_come_late),
		cmocka_unit_test(only_words),
		cmocka_unit_test(what_is_left_early_is_freed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
