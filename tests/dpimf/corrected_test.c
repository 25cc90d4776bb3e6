/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/vector.h"
#include "mech/dpimf/corrected.h"
#include "mech/implicit.h"
#include "noise/door.h"
#include "tests/dpimf/world.h"

static struct dpmf_dpimf_options entry_options(enum dpmf_dpimf_scheme scheme, size_t rounds)
{
	struct dpmf_dpimf_options options = usual(scheme);

	options.rounds = rounds;
	return options;
}

static struct dpmf_dpimf_options user_options(size_t rounds)
{
	struct dpmf_dpimf_options options = usual(DPMF_DPIMF_OPT);

	options.neighbours = DPMF_USER;
	options.bound = 0.8;
	options.rounds = rounds;
	return options;
}

static void jobs_change_nothing(void **state)
{
	const struct dpmf_dpimf_options all[] = { entry_options(DPMF_DPIMF_OPT, 3), entry_options(DPMF_DPIMF_OPT_IS, 2), user_options(3) };
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	for (size_t o = 0; o < sizeof all / sizeof *all; o++)
		same_with_more_jobs(dpmf_dpimf_train_corrected, all[o], &ratings);
	dpmf_ratings_free(&ratings);
}

/* Trains on both worlds, the second with the answers of the first: what is public is the same, and so are the draws. */
static void replay(const struct dpmf_dpimf_options *options, bool row, struct run *run)
{
	struct dpmf_draw_log first;
	struct dpmf_model model[2];

	open_run(11, run);
	dpmf_door_remember(&run->door);
	for (int w = 0; w < 2; w++) {
		struct dpmf_ratings ratings;

		make_world(w == 1, row, &ratings);
		assert_int_equal(dpmf_dpimf_train_corrected(&ratings, options, &run->key, &run->door, &model[w], &run->error), DPMF_OK);
		dpmf_ratings_free(&ratings);
		if (w == 0) {
			assert_int_equal(dpmf_door_replay(&run->door, NULL), DPMF_OK);
			first = run->log;
			memset(&run->log, 0, sizeof run->log);
		}
	}
	assert_false(run->door.strayed);
	assert_int_equal(run->door.next, run->door.passages);
	assert_memory_equal(&first, &run->log, sizeof first);
	assert_memory_equal(model[0].v, model[1].v, ITEMS * D * sizeof(double));
	for (size_t u = 0; u < USERS; u++)
		assert_true(u == CHANGED_USER || memcmp(model[0].u + u * D, model[1].u + u * D, D * sizeof(double)) == 0);
	dpmf_model_free(&model[0]);
	dpmf_model_free(&model[1]);
}

/* Every release of both sides moves, and by whole steps within what is declared; the first, of unit
   vectors, by exactly that. */
static void one_interaction_keeps_its_sensitivity(void **state)
{
	const struct dpmf_dpimf_options options = entry_options(DPMF_DPIMF_OPT, 4);
	struct run run;

	(void)state;
	replay(&options, false, &run);
	no_draw_is_used_twice(&run.door.record);
	assert_int_equal(run.door.record.count, 7);
	for (size_t e = 0; e < 7; e++) {
		const struct dpmf_entry *entry = &run.door.record.entry[e];
		const double moves = moved(&run.door, e);

		assert_true(moves > 0 && moves <= entry->sensitivity && moves == floor(moves));
		assert_true(moves == entry->sensitivity || e > 0);
		assert_true(entry->touched == 1 && entry->touched_by_user == ITEMS && !entry->premise);
		assert_int_equal(entry->pieces, e % 2 ? USERS : ITEMS);
	}
	finish(&run);
}

/* Sampled, the changed interaction moves a release by its weight, or not at all. */
static void sampled_interactions_keep_theirs(void **state)
{
	struct dpmf_dpimf_options options = entry_options(DPMF_DPIMF_OPT_IS, 6);
	size_t still = 0;
	struct run run;

	(void)state;
	options.target = 1.05; /* weights near 2 */
	replay(&options, false, &run);
	for (size_t e = 0; e < run.door.record.count; e++) {
		const struct dpmf_entry *entry = &run.door.record.entry[e];
		const double moves = moved(&run.door, e);

		still += moves == 0;
		assert_true(moves <= entry->sensitivity);
		assert_true(entry->sampled_weight > 1 && entry->sampled_sensitivity <= entry->sensitivity);
	}
	assert_true(still > 0 && still < run.door.record.count);
	finish(&run);
}

/* A whole row changes, and with it the profile on the device; `row` false: one interaction does. */
static void a_row_keeps_its_sensitivity(void **state)
{
	const struct dpmf_dpimf_options options = user_options(5);

	(void)state;
	for (int row = 0; row < 2; row++) {
		struct run run;

		replay(&options, row, &run);
		no_draw_is_used_twice(&run.door.record);
		assert_int_equal(run.door.record.count, 9);
		for (size_t e = 0; e < 9; e++) {
			const struct dpmf_entry *entry = &run.door.record.entry[e];
			const double moves = moved(&run.door, e);

			assert_true(entry->neighbours == DPMF_USER && !entry->premise);
			assert_true((moves > 0 || !row) && moves <= entry->sensitivity * (double)entry->touched);
			assert_int_equal(entry->pieces, e % 2 ? 1 : ITEMS);
			assert_int_equal(entry->coordinates, e % 2 ? D * (D + 1) / 2 : D);
		}
		/* none of user 7's old interactions is among its new ones but item 0 */
		assert_true(!row || moved(&run.door, 0) >= 0.8 * run.door.record.entry[0].sensitivity * 10);
		finish(&run);
	}
}

/* The bounds that a release of devices' profiles is declared with are attained: the worst profile is (c, .., c) / sqrt(d). */
static void declared_bounds_are_attained(void **state)
{
	const struct dpmf_dpimf_grid grid = dpmf_dpimf_grid_within(0.8);
	double profile[D];
	int64_t steps[D], most = dpmf_dpimf_steps_most(grid.bound, D), triangle = 0;

	(void)state;
	for (size_t l = 0; l < D; l++)
		profile[l] = 5;
	dpmf_dpimf_profile_steps(&grid, profile, D, steps);
	assert_true(dpmf_dpimf_steps_size(steps, D) <= most && dpmf_dpimf_steps_size(steps, D) > most - 8);
	for (size_t j = 0; j < D; j++)
		for (size_t l = j; l < D; l++)
			triangle += steps[j] * steps[l];
	assert_true(triangle <= grid.bound * grid.bound * (D + 1) / 2);
	assert_true((double)triangle > 0.999 * (double)(grid.bound * grid.bound * (D + 1) / 2));
	for (int i = 0; i < 1000; i++) {
		int64_t squares = 0;

		for (size_t l = 0; l < D; l++)
			profile[l] = sin(i + 100.0 * (double)l) * pow(10, i % 7 - 3);
		dpmf_dpimf_profile_steps(&grid, profile, D, steps);
		for (size_t l = 0; l < D; l++) {
			squares += steps[l] * steps[l];
			assert_true(fabs((double)steps[l]) <= fabs(ldexp(profile[l], grid.bits)));
		}
		assert_true(squares <= grid.bound * grid.bound && dpmf_dpimf_steps_size(steps, D) <= most);
	}
}

/* One user turns from (c, .., c) / sqrt(d) to (c, 0, .., 0), d = 4: G moves by 3 c^2 of 5 c^2 that are declared; each of
   the items' sums, where the user contributes before and after, by 2 c of 4 c. */
static void devices_that_turn(void **state)
{
	const struct dpmf_dpimf_options options = user_options(1);
	double profiles[USERS * D] = { 0 }, solved[ITEMS * D];
	struct dpmf_ratings ratings;
	struct dpmf_entry *entry;
	struct run run;

	(void)state;
	make_world(false, false, &ratings);
	open_run(3, &run);
	dpmf_door_remember(&run.door);
	for (int w = 0; w < 2; w++) {
		for (size_t l = 0; l < D; l++)
			profiles[CHANGED_USER * D + l] = w && l > 0 ? 0 : 1;
		assert_int_equal(dpmf_dpimf_release_user(&(struct dpmf_dpimf_turn){ .ratings = &ratings, .epsilon = 1, .round = 1 }, &options,
		                                         profiles, &run.door, solved, NULL), DPMF_OK);
		if (w == 0)
			assert_int_equal(dpmf_door_replay(&run.door, NULL), DPMF_OK);
	}
	entry = run.door.record.entry;
	assert_true(fabs(moved(&run.door, 0) / entry[0].sensitivity - 0.6) < 1e-3);
	assert_true(fabs(moved(&run.door, 1) / entry[1].sensitivity / (double)(ratings.row[CHANGED_USER + 1] - ratings.row[CHANGED_USER]) -
	                 0.5) < 1e-3);
	finish(&run);
	dpmf_ratings_free(&ratings);
}

/* The square root of d bound^2, rounded down, whatever the doubles say. */
static void most_steps(void **state)
{
	(void)state;
	for (int64_t bound = 8192; bound <= 16384; bound += 37)
		for (size_t d = 1; d <= 256; d += 5) {
			const int64_t most = dpmf_dpimf_steps_most(bound, d), square = bound * bound * (int64_t)d;

			assert_true(most * most <= square && (most + 1) * (most + 1) > square);
		}
}

/* epsilon of the whole run, and hardly less. */
static void budgets(void **state)
{
	const struct dpmf_dpimf_options all[] = {
		entry_options(DPMF_DPIMF_OPT, 1), entry_options(DPMF_DPIMF_OPT, 4), entry_options(DPMF_DPIMF_OPT_IS, 1), entry_options(DPMF_DPIMF_OPT_IS, 3),
		user_options(1), user_options(4),
	};
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	for (size_t o = 0; o < sizeof all / sizeof *all; o++) {
		const enum dpmf_relation neighbours = all[o].neighbours;
		struct dpmf_dpimf_options options = all[o];
		struct run run;

		options.epsilon = 0.7;
		train(dpmf_dpimf_train_corrected, &ratings, &options, &run);
		assert_true(composed(&run.door.record, neighbours, false) <= 0.7 + 1e-15);
		assert_true(composed(&run.door.record, neighbours, false) > 0.7 * (1 - 1e-3));
		assert_true(fabs(composed(&run.door.record, DPMF_USER, false) / (neighbours == DPMF_USER ? 1 : ITEMS) -
		                 composed(&run.door.record, DPMF_ENTRY, false)) < 1e-12);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

/* Without noise a release is least squares on the profiles it is given. */
static void much_budget_is_least_squares(void **state)
{
	const struct dpmf_implicit_loss loss = { 0, 1, 0.1 };
	double profiles[USERS * D], solved[ITEMS * D], plain[ITEMS * D];
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	for (size_t i = 0; i < USERS * D; i++)
		profiles[i] = 0.3 * sin((double)i);
	assert_int_equal(dpmf_implicit_side(&ratings, true, &loss, profiles, D, 1, plain, NULL), DPMF_OK);
	for (int user = 0; user < 2; user++) {
		const struct dpmf_dpimf_turn turn = { .ratings = &ratings, .epsilon = 16384, .round = 1, .draw = 1, .statistic = "sum",
		                                      .touched_by_user = ITEMS };
		struct dpmf_dpimf_options options = user ? user_options(1) : entry_options(DPMF_DPIMF_OPT, 1);
		struct run run;

		options.bound = 4;
		open_run(3, &run);
		assert_int_equal((user ? dpmf_dpimf_release_user : dpmf_dpimf_release_entry)(&turn, &options, profiles, &run.door, solved, &run.error),
		                 DPMF_OK);
		for (size_t i = 0; i < ITEMS * D; i++)
			assert_true(fabs(solved[i] - plain[i]) < 3e-2);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

/* The noise of a release has the variance of its law. */
static void noise(void **state)
{
	const struct dpmf_dpimf_options options = entry_options(DPMF_DPIMF_OPT, 1);
	struct dpmf_ratings ratings;
	double squares = 0, count = 0, a, expected;
	struct run run;

	(void)state;
	make_world(false, false, &ratings);
	open_run(3, &run);
	dpmf_door_remember(&run.door);
	for (uint64_t draw = 1; draw <= 40; draw++) {
		const struct dpmf_dpimf_turn turn = { .ratings = &ratings, .epsilon = 1, .round = draw, .draw = draw, .statistic = "sum",
		                                      .touched_by_user = ITEMS };
		double profiles[USERS * D], solved[ITEMS * D];

		dpmf_dpimf_start_public(&run.key, USERS, D, profiles);
		assert_int_equal(dpmf_dpimf_release_entry(&turn, &options, profiles, &run.door, solved, NULL), DPMF_OK);
	}
	for (size_t p = 0; p < run.door.passages; p++)
		for (size_t l = 0; l < D; l++, count++)
			squares += pow(run.door.passage[p].after[l] - run.door.passage[p].before[l], 2);
	a = exp(-1 / run.door.record.entry[0].sensitivity);
	expected = 2 * a / pow(1 - a, 2);
	assert_true(fabs(squares / count / expected - 1) < 5 * sqrt(5 / count));
	finish(&run);
	dpmf_ratings_free(&ratings);
}

/* At most that many of a user's, from that user's row alone. */
static void contributed_interactions(void **state)
{
	struct dpmf_ratings ratings[2], kept[2];
	struct run run;

	(void)state;
	open_run(3, &run);
	for (int w = 0; w < 2; w++) {
		make_world(w == 1, true, &ratings[w]);
		assert_int_equal(dpmf_contributed(&ratings[w], 5, &run.key, &kept[w], NULL), DPMF_OK);
		for (size_t u = 0; u < USERS; u++) {
			const size_t all = ratings[w].row[u + 1] - ratings[w].row[u];

			assert_int_equal(kept[w].row[u + 1] - kept[w].row[u], all < 5 ? all : 5);
		}
	}
	for (size_t u = 0; u < USERS; u++)
		assert_true(u == CHANGED_USER || memcmp(kept[0].item + kept[0].row[u], kept[1].item + kept[1].row[u],
		                                        (kept[0].row[u + 1] - kept[0].row[u]) * sizeof *kept[0].item) == 0);
	assert_int_equal(run.log.opened, 0);
	for (int w = 0; w < 2; w++) {
		dpmf_ratings_free(&ratings[w]);
		dpmf_ratings_free(&kept[w]);
	}
	finish(&run);
}

#define REFUSED(from, field, bad, why) do { \
	struct dpmf_dpimf_options options = from; \
	options.field = bad; \
	refused(dpmf_dpimf_train_corrected, &options, &ratings, why); \
} while (0)

static void refusals(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	REFUSED(usual(DPMF_DPIMF_STR), epsilon, 1, "opt and opt-is only");
	REFUSED(usual(DPMF_DPIMF_SYM), epsilon, 1, "opt and opt-is only");
	REFUSED(usual(DPMF_DPIMF_OPT), parties, 2, "1 party");
	REFUSED(usual(DPMF_DPIMF_OPT), by_items, true, "by users");
	REFUSED(usual(DPMF_DPIMF_OPT), local, 2, "rounds");
	REFUSED(usual(DPMF_DPIMF_OPT), neighbours, DPMF_EDGE, "edges");
	REFUSED(usual(DPMF_DPIMF_OPT), epsilon, 1e-13, "epsilon");
	REFUSED(user_options(1), bound, 0, "bound");
	REFUSED(user_options(1), most, 0, "most");
	REFUSED(user_options(1), scheme, DPMF_DPIMF_OPT_IS, "opt");
	dpmf_ratings_free(&ratings);
}

static void a_signal_stops(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	stops(dpmf_dpimf_train_corrected, entry_options(DPMF_DPIMF_OPT, 9), &ratings, 3);
	stops(dpmf_dpimf_train_corrected, user_options(9), &ratings, 3);
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(one_interaction_keeps_its_sensitivity),
		cmocka_unit_test(sampled_interactions_keep_theirs),
		cmocka_unit_test(a_row_keeps_its_sensitivity),
		cmocka_unit_test(declared_bounds_are_attained),
		cmocka_unit_test(devices_that_turn),
		cmocka_unit_test(most_steps),
		cmocka_unit_test(budgets),
		cmocka_unit_test(much_budget_is_least_squares),
		cmocka_unit_test(noise),
		cmocka_unit_test(contributed_interactions),
		cmocka_unit_test(a_signal_stops),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
