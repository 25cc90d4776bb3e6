/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithm 1: parties, rounds, budgets. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ratings_build.h"
#include "core/transpose.h"
#include "core/vector.h"
#include "mech/dpimf/party.h"
#include "mech/implicit.h"
#include "noise/door.h"
#include "noise/textbook.h"
#include "tests/dpimf/world.h"

static void jobs_change_nothing(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	for (size_t s = 0; s < SCHEMES; s++)
		for (int by = 0; by < 2; by++) {
			struct dpmf_dpimf_options options = usual(all_schemes[s]);

			options.by_items = by;
			options.parties = 3;
			options.rounds = options.local = 2;
			same_with_more_jobs(dpmf_dpimf_train, options, &ratings);
		}
	dpmf_ratings_free(&ratings);
}

/* T local epsilon for an interaction, whatever the parties; as often as there are items for a row. */
static void budgets(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	for (size_t s = 0; s < SCHEMES; s++)
		for (size_t parties = 1; parties <= 3; parties += 2)
			for (int by = 0; by < 2; by++) {
				struct dpmf_dpimf_options options = usual(all_schemes[s]);
				struct run run;

				options.parties = parties;
				options.by_items = by;
				options.rounds = 3;
				options.local = 2;
				options.epsilon = 0.3;
				train(dpmf_dpimf_train, &ratings, &options, &run);
				assert_near(composed(&run.door.record, DPMF_ENTRY, true), 1.8);
				no_draw_is_used_twice(&run.door.record);
				assert_near(composed(&run.door.record, DPMF_USER, true), 1.8 * ITEMS);
				finish(&run);
			}
	dpmf_ratings_free(&ratings);
}

/* The premise is needed: from the second pass on the party's own profiles know of the ratings. Statistics move
   further than declared, and G, which has no noise at alpha0 = 1, shows in the answers past the door. */
static void the_second_pass_is_beyond_the_premise(void **state)
{
	struct dpmf_dpimf_options options = usual(DPMF_DPIMF_OPT);
	struct dpmf_model model[2];
	struct run run;

	(void)state;
	options.rounds = 4;
	options.bound = 0.5;
	open_run(5, &run);
	dpmf_door_remember(&run.door);
	for (int w = 0; w < 2; w++) {
		struct dpmf_ratings ratings;

		make_world(w == 1, false, &ratings);
		assert_int_equal(dpmf_dpimf_train(&ratings, &options, &run.key, &run.door, &model[w], &run.error), DPMF_OK);
		dpmf_ratings_free(&ratings);
		if (w == 0)
			assert_int_equal(dpmf_door_replay(&run.door, NULL), DPMF_OK);
	}
	assert_false(run.door.strayed);
	assert_memory_not_equal(model[0].v, model[1].v, ITEMS * D * sizeof(double));
	assert_true(moved(&run.door, 0) > 0 && moved(&run.door, 0) <= run.door.record.entry[0].sensitivity);
	assert_true(moved(&run.door, 1) > run.door.record.entry[1].sensitivity);
	dpmf_model_free(&model[0]);
	dpmf_model_free(&model[1]);
	finish(&run);
}

/* Without a bound the sensitivity is read off the profiles at hand, and only then does the premise say so. */
static void the_premise_tells_whether_there_is_a_bound(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	for (int bounded = 0; bounded < 2; bounded++) {
		struct dpmf_dpimf_options options = usual(DPMF_DPIMF_OPT);
		struct run run;

		options.bound = bounded ? 0.5 : 0;
		train(dpmf_dpimf_train, &ratings, &options, &run);
		for (size_t e = 0; e < run.door.record.count; e++)
			assert_true((strstr(run.door.record.entry[e].premise, "the largest at hand") == NULL) == bounded);
		assert_true(run.door.record.count > 0);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

static void parties_divide_the_rows(void **state)
{
	enum { PARTIES = 6 };
	struct dpmf_dpimf_party party[PARTIES];
	size_t times[USERS] = { 0 }, count = 0;
	struct dpmf_ratings ratings;
	struct run run;

	(void)state;
	make_world(false, false, &ratings);
	open_run(9, &run);
	assert_int_equal(dpmf_dpimf_parties_draw(&ratings, PARTIES, &run.key, party, NULL), DPMF_OK);
	for (size_t k = 0; k < PARTIES; k++) {
		const struct dpmf_ratings *part = &party[k].ratings;

		assert_true(part->users >= USERS / PARTIES && part->users <= USERS / PARTIES + 1 && part->items == ITEMS);
		count += part->count;
		for (size_t u = 0; u < part->users; u++) {
			const size_t whole = party[k].member[u], begin = part->row[u], length = part->row[u + 1] - begin;

			times[whole]++;
			assert_int_equal(part->user_id[u], ratings.user_id[whole]);
			assert_int_equal(length, ratings.row[whole + 1] - ratings.row[whole]);
			assert_memory_equal(part->item + begin, ratings.item + ratings.row[whole], length * sizeof *part->item);
		}
	}
	assert_int_equal(count, ratings.count);
	for (size_t u = 0; u < USERS; u++)
		assert_int_equal(times[u], 1);
	dpmf_dpimf_parties_free(party, PARTIES);
	finish(&run);
	dpmf_ratings_free(&ratings);
}

/* A party's start: uniform in (0, 1). */
static void start_party(const struct dpmf_key *key, const struct dpmf_dpimf_party *party, double *own)
{
	struct dpmf_key sub;
	struct dpmf_stream stream;

	dpmf_key_derive(key, "initial profiles of a party", &sub);
	for (size_t u = 0; u < party->ratings.users; u++) {
		dpmf_stream_open(&stream, &sub, party->member[u], 0, 0);
		for (size_t l = 0; l < D; l++)
			own[u * D + l] = dpmf_uniform(&stream);
	}
}

/* One round of Algorithm 1, step by step: two passes of each party, its own profiles fitted between them; then the mean. */
static void a_round(void **state)
{
	struct dpmf_dpimf_options options = usual(DPMF_DPIMF_SYM);
	const struct dpmf_implicit_loss loss = { 0.25, 0.75, 0.1 };
	double mean[ITEMS * D] = { 0 }, own[USERS * D], released[ITEMS * D];
	struct dpmf_dpimf_party party[2];
	struct dpmf_ratings ratings;
	struct run run, apart;

	(void)state;
	make_world(false, false, &ratings);
	options.parties = options.local = 2;
	train(dpmf_dpimf_train, &ratings, &options, &run);
	open_run(5, &apart);
	assert_int_equal(dpmf_dpimf_parties_draw(&ratings, 2, &apart.key, party, NULL), DPMF_OK);
	for (uint64_t k = 0; k < 2; k++) {
		start_party(&apart.key, &party[k], own);
		for (uint64_t pass_number = 1; pass_number <= 2; pass_number++) {
			if (pass_number == 2)
				assert_int_equal(dpmf_implicit_side(&party[k].ratings, false, &loss, released, D, 1, own, NULL), DPMF_OK);
			assert_int_equal(dpmf_dpimf_pass(&party[k].ratings, &options, own, k, pass_number, &apart.door, released, NULL),
			                 DPMF_OK);
		}
		dpmf_add_scaled(0.5, released, ITEMS * D, mean);
	}
	for (size_t i = 0; i < ITEMS * D; i++)
		assert_near(run.model.v[i], mean[i]);
	dpmf_dpimf_parties_free(party, 2);
	finish(&run);
	finish(&apart);
	dpmf_ratings_free(&ratings);
}

static void transposing_keeps_ids_and_values(void **state)
{
	const struct dpmf_triple triple[3] = { { 10, 3, 1 }, { 10, 4, 2 }, { 12, 3, 5 } };
	struct dpmf_ratings ratings, turned;

	(void)state;
	assert_int_equal(dpmf_ratings_build(triple, 3, 0, NULL, NULL, &ratings, NULL), DPMF_OK);
	assert_int_equal(dpmf_ratings_transpose(&ratings, &turned, NULL), DPMF_OK);
	assert_true(turned.user_id[0] == 3 && turned.user_id[1] == 4 && turned.item_id[0] == 10 && turned.item_id[1] == 12);
	assert_true(turned.value[0] == 1 && turned.value[1] == 5 && turned.value[2] == 2 && turned.item[1] == 1);
	dpmf_ratings_free(&turned);
	dpmf_ratings_free(&ratings);
}

/* by_items is the same on the transposed ratings. */
static void items_are_users_of_the_transposed(void **state)
{
	struct dpmf_dpimf_options options = usual(DPMF_DPIMF_SYM);
	struct dpmf_ratings ratings, turned, back;
	struct run one, two;

	(void)state;
	make_world(false, false, &ratings);
	assert_int_equal(dpmf_ratings_transpose(&ratings, &turned, NULL), DPMF_OK);
	assert_int_equal(dpmf_ratings_transpose(&turned, &back, NULL), DPMF_OK);
	assert_memory_equal(back.item, ratings.item, ratings.count * sizeof *back.item);
	assert_memory_equal(back.row, ratings.row, (USERS + 1) * sizeof *back.row);
	options.parties = options.rounds = 2;
	train(dpmf_dpimf_train, &turned, &options, &one);
	options.by_items = true;
	train(dpmf_dpimf_train, &ratings, &options, &two);
	assert_true(two.model.users == USERS && two.model.items == ITEMS);
	assert_memory_equal(one.model.v, two.model.u, USERS * D * sizeof(double));
	assert_memory_equal(one.model.u, two.model.v, ITEMS * D * sizeof(double));
	finish(&one);
	finish(&two);
	dpmf_ratings_free(&back);
	dpmf_ratings_free(&turned);
	dpmf_ratings_free(&ratings);
}

static void a_signal_stops(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	stops(dpmf_dpimf_train, usual(DPMF_DPIMF_OPT), &ratings, 3);
	dpmf_ratings_free(&ratings);
}

#define REFUSED(which, field, bad, why) do { \
	struct dpmf_dpimf_options options = usual(which); \
	options.field = bad; \
	refused(dpmf_dpimf_train, &options, &ratings, why); \
} while (0)

static void refusals(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	REFUSED(DPMF_DPIMF_OPT, epsilon, 0, "epsilon");
	REFUSED(DPMF_DPIMF_OPT, epsilon, NAN, "epsilon");
	REFUSED(DPMF_DPIMF_OPT, factors, 0, "factors");
	REFUSED(DPMF_DPIMF_OPT, factors, 257, "factors");
	REFUSED(DPMF_DPIMF_OPT, lambda, 0, "lambda");
	REFUSED(DPMF_DPIMF_OPT, lambda, INFINITY, "lambda");
	REFUSED(DPMF_DPIMF_OPT, alpha0, 0.5, "sym");
	REFUSED(DPMF_DPIMF_SYM, alpha0, 0, "alpha0");
	REFUSED(DPMF_DPIMF_SYM, alpha0, 1.5, "alpha0");
	REFUSED(DPMF_DPIMF_SYM, share[1], 0.6, "split");
	REFUSED(DPMF_DPIMF_COM, share[2], -0.1, "split");
	REFUSED(DPMF_DPIMF_OPT, bound, -1, "bound");
	REFUSED(DPMF_DPIMF_OPT, parties, 0, "parties");
	REFUSED(DPMF_DPIMF_OPT, parties, USERS + 1, "parties");
	REFUSED(DPMF_DPIMF_OPT, rounds, 0, "rounds");
	REFUSED(DPMF_DPIMF_OPT, local, 0, "local");
	REFUSED(DPMF_DPIMF_OPT_IS, target, 0.5, "target");
	REFUSED(DPMF_DPIMF_OPT_IS, epsilon, 400, "target");
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(budgets),
		cmocka_unit_test(the_second_pass_is_beyond_the_premise),
		cmocka_unit_test(the_premise_tells_whether_there_is_a_bound),
		cmocka_unit_test(parties_divide_the_rows),
		cmocka_unit_test(a_round),
		cmocka_unit_test(transposing_keeps_ids_and_values),
		cmocka_unit_test(items_are_users_of_the_transposed),
		cmocka_unit_test(a_signal_stops),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
