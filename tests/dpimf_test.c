/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "account/budget_relation.h"
#include "core/transpose.h"
#include "core/vector.h"
#include "mech/dpimf.h"
#include "mech/dpimf_party.h"
#include "mech/implicit.h"
#include "noise/textbook.h"
#include "tests/dpimf_world.h"

static const enum dpimf_scheme all_schemes[] = { DPIMF_STR, DPIMF_COM, DPIMF_SYM, DPIMF_OPT, DPIMF_OPT_IS };
enum { SCHEMES = 5 };

static double keep_of(const struct dpimf_options *options)
{
	return options->scheme == DPIMF_STR ? 1 : 1 - options->alpha0;
}

static void make_profiles(double *profiles, size_t count)
{
	for (size_t i = 0; i < count * D; i++)
		profiles[i] = (double)((i * 37 + i * i * 11) % 41) / 20 - 0.7;
}

static void jobs_change_nothing(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	for (size_t s = 0; s < SCHEMES; s++)
		for (int by = 0; by < 2; by++) {
			struct dpimf_options options = usual(all_schemes[s]);
			struct run one, two;

			options.by_items = by;
			options.parties = 3;
			options.rounds = options.local = 2;
			train(dpimf_train, &ratings, &options, &one);
			options.jobs = 3;
			train(dpimf_train, &ratings, &options, &two);
			assert_memory_equal(one.model.u, two.model.u, USERS * D * sizeof(double));
			assert_memory_equal(one.model.v, two.model.v, ITEMS * D * sizeof(double));
			finish(&one);
			finish(&two);
		}
	dpmf_ratings_free(&ratings);
}

/* One pass; *solved: items x d. */
static void pass(const struct dpmf_ratings *ratings, const struct dpimf_options *options, const double *profiles,
                 struct run *run, double *solved)
{
	assert_int_equal(dpimf_pass(ratings, options, profiles, &run->key, 0, 1, &run->door, solved, &run->error), DPMF_OK);
}

/* Without noise it is least squares, which mech/implicit.c solves in another way. */
static void much_budget_is_least_squares(void **state)
{
	double profiles[USERS * D], solved[ITEMS * D], plain[ITEMS * D];
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	make_profiles(profiles, USERS);
	for (size_t s = 0; s < SCHEMES - 1; s++) {
		struct dpimf_options options = usual(all_schemes[s]);
		const struct dpmf_implicit_loss loss = { keep_of(&options), options.alpha0, options.lambda };
		struct run run;

		options.epsilon = 1e13;
		open_run(3, &run);
		pass(&ratings, &options, profiles, &run, solved);
		assert_int_equal(dpmf_implicit_side(&ratings, true, &loss, profiles, D, 1, plain, NULL), DPMF_OK);
		for (size_t i = 0; i < ITEMS * D; i++)
			assert_true(fabs(solved[i] - plain[i]) < 1e-9);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

/* The pass on both worlds, the second with the answers of the first. */
static void replay_pass(const struct dpimf_options *options, const double *profiles, struct run *run)
{
	double solved[2][ITEMS * D];
	struct dpmf_draw_log first;

	open_run(3, run);
	dpmf_door_remember(&run->door);
	for (int w = 0; w < 2; w++) {
		struct dpmf_ratings ratings;

		make_world(w == 1, false, &ratings);
		pass(&ratings, options, profiles, run, solved[w]);
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
	assert_memory_equal(solved[0], solved[1], sizeof solved[0]);
}

static void assert_near(double x, double y)
{
	assert_true(fabs(x - y) <= 1e-12 * fmax(1, fabs(y)));
}

/* Eqs. (9) and (15) to (18): one interaction moves the coefficients by what they say of its profile,
   and what is declared is that of the largest. */
static void sensitivities(void **state)
{
	double profiles[USERS * D], largest[4] = { 0 };
	const double *own = profiles + CHANGED_USER * D;

	(void)state;
	make_profiles(profiles, USERS);
	for (size_t u = 0; u < USERS; u++) {
		const double *p = profiles + u * D;

		largest[0] = fmax(largest[0], dpimf_delta_loss(p, D));
		largest[1] = fmax(largest[1], dpimf_delta_first(p, D));
		largest[2] = fmax(largest[2], dpimf_delta_full(p, D, 0.25));
		largest[3] = fmax(largest[3], dpimf_delta_triu(p, D, 0.25));
	}
	for (size_t s = 0; s < SCHEMES - 1; s++) {
		const struct dpimf_options options = usual(all_schemes[s]);
		const bool str = s == DPIMF_STR, full = s == DPIMF_COM;
		struct dpmf_entry *entry;
		struct run run;

		replay_pass(&options, profiles, &run);
		entry = run.door.record.entry;
		assert_int_equal(run.door.record.count, s == DPIMF_STR || s == DPIMF_OPT ? 1 : 3);
		assert_near(moved(&run.door, 0), str ? dpimf_delta_loss(own, D) : dpimf_delta_first(own, D));
		assert_near(entry[0].sensitivity, largest[str ? 0 : 1]);
		assert_int_equal(entry[0].coordinates, str ? D * D + D + 1 : D);
		if (s == DPIMF_COM || s == DPIMF_SYM) {
			assert_near(moved(&run.door, 1), full ? dpimf_delta_full(own, D, 0.25) : dpimf_delta_triu(own, D, 0.25));
			assert_near(entry[1].sensitivity, largest[full ? 2 : 3]);
			assert_int_equal(entry[1].coordinates, full ? D * D : D * (D + 1) / 2);
			assert_near(moved(&run.door, 2), 0.25);
			assert_near(entry[2].sensitivity, 0.25);
			assert_near(entry[1].sensitivity / entry[1].scale, 0.5);
			assert_near(entry[2].sensitivity / entry[2].scale, 0.25);
		}
		assert_near(entry[0].sensitivity / entry[0].scale, s == DPIMF_STR || s == DPIMF_OPT ? 1 : 0.25);
		finish(&run);
	}
}

/* The same with a public bound: clipped profiles move no more, and what is declared is not theirs. */
static void bounds(void **state)
{
	const double c = 0.6, root = sqrt(D);
	double profiles[USERS * D], clipped[D];

	(void)state;
	make_profiles(profiles, USERS);
	memcpy(clipped, profiles + CHANGED_USER * D, sizeof clipped);
	assert_true(dpmf_l2(clipped, D) > c);
	dpmf_project_ball(clipped, D, c);
	for (size_t s = 0; s < SCHEMES - 1; s++) {
		struct dpimf_options options = usual(all_schemes[s]);
		const double first = 2 * c * root, declared[] = { first + c * c * D + 1, first, first, first };
		struct run run;

		options.bound = c;
		replay_pass(&options, profiles, &run);
		assert_near(run.door.record.entry[0].sensitivity, declared[s]);
		assert_near(moved(&run.door, 0), s == DPIMF_STR ? dpimf_delta_loss(clipped, D) : dpimf_delta_first(clipped, D));
		if (s == DPIMF_COM || s == DPIMF_SYM)
			assert_near(run.door.record.entry[1].sensitivity, 0.25 * c * c * (s == DPIMF_COM ? D : (D + 1) / 2.0));
		finish(&run);
	}
}

/* The sample's sum has the mean and the variance of its law. */
static void importance_sampling(void **state)
{
	enum { PASSES = 3000 };
	struct dpimf_options options = usual(DPIMF_OPT_IS);
	double profiles[USERS * D], solved[ITEMS * D], sum = 0, expected = 0, variance = 0, most = 0;
	struct dpmf_ratings ratings;
	struct run run;

	(void)state;
	make_profiles(profiles, USERS);
	make_world(false, false, &ratings);
	open_run(3, &run);
	dpmf_door_remember(&run.door);
	for (uint64_t round = 1; round <= PASSES; round++)
		assert_int_equal(dpimf_pass(&ratings, &options, profiles, &run.key, 0, round, &run.door, solved, NULL), DPMF_OK);
	for (size_t p = 0; p < run.door.passages; p++)
		sum += run.door.passage[p].piece == CHANGED_ITEM ? run.door.passage[p].before[1] : 0;
	for (size_t u = 0; u < USERS; u++)
		most = fmax(most, dpmf_l1(profiles + u * D, D));
	for (size_t a = ratings.column[CHANGED_ITEM]; a < ratings.column[CHANGED_ITEM + 1]; a++) {
		const double *p = profiles + ratings.user[a] * D, cost = dpmf_l1(p, D) / most;
		double low = 1, high = 1e6;

		for (int step = 0; step < 200; step++)
			*(expm1(cost * (low + high) / 2) / ((low + high) / 2) < expm1(2) ? &low : &high) = (low + high) / 2;
		expected += 2 * p[1];
		variance += 4 * p[1] * p[1] * (low - 1);
	}
	assert_true(variance > 1);
	assert_true(fabs(sum / PASSES - expected) < 4.5 * sqrt(variance / PASSES));
	sum = 0;
	for (size_t p = 0; p < run.door.passages; p++)
		sum += run.door.passage[p].piece == CHANGED_ITEM ? pow(run.door.passage[p].before[1] - expected, 2) : 0;
	assert_true(fabs(sum / PASSES / variance - 1) < 0.15);
	finish(&run);
	dpmf_ratings_free(&ratings);
}

/* What is declared leaves out the weight: an interaction that is sampled moves the sum w times as far. */
static void a_sampled_interaction_exceeds_what_is_declared(void **state)
{
	const struct dpimf_options options = usual(DPIMF_OPT_IS);
	double profiles[USERS * D];
	struct run run;

	(void)state;
	make_profiles(profiles, USERS);
	for (size_t l = 0; l < D; l++)
		profiles[CHANGED_USER * D + l] = -2;
	replay_pass(&options, profiles, &run);
	assert_near(run.door.record.entry[0].sensitivity, 2 * 8);
	assert_true(moved(&run.door, 0) > 1.1 * 2 * 8);
	finish(&run);
}

static double composed(const struct dpmf_record *record, enum dpmf_relation neighbours)
{
	struct dpmf_budget budget;
	double epsilon;

	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose_for(record, neighbours, &budget, NULL), DPMF_OK);
	assert_true(budget.finite && budget.premise);
	epsilon = mpfr_get_d(budget.epsilon.hi, MPFR_RNDU);
	dpmf_budget_clear(&budget);
	return epsilon;
}

static void no_draw_is_used_twice(const struct dpmf_record *record)
{
	for (size_t e = 0; e < record->count; e++)
		for (size_t other = 0; other < e; other++)
			assert_true(record->entry[other].draw != record->entry[e].draw);
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
				struct dpimf_options options = usual(all_schemes[s]);
				struct run run;

				options.parties = parties;
				options.by_items = by;
				options.rounds = 3;
				options.local = 2;
				options.epsilon = 0.3;
				train(dpimf_train, &ratings, &options, &run);
				assert_near(composed(&run.door.record, DPMF_ENTRY), 1.8);
				no_draw_is_used_twice(&run.door.record);
				assert_true(composed(&run.door.record, DPMF_USER) > 1.8 * ITEMS - 1e-9);
				assert_true(composed(&run.door.record, DPMF_USER) < 1.8 * (ITEMS + (by ? 2 : 0)) + 1e-9);
				finish(&run);
			}
	dpmf_ratings_free(&ratings);
}

/* The premise is needed: from the second pass on the party's own profiles know of the ratings. Statistics move
   further than declared, and G, which has no noise at alpha0 = 1, shows in the answers past the door. */
static void the_second_pass_is_beyond_the_premise(void **state)
{
	struct dpimf_options options = usual(DPIMF_OPT);
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
		assert_int_equal(dpimf_train(&ratings, &options, &run.key, &run.door, &model[w], &run.error), DPMF_OK);
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

static void parties_divide_the_rows(void **state)
{
	enum { PARTIES = 6 };
	struct dpimf_party party[PARTIES];
	size_t times[USERS] = { 0 }, count = 0;
	struct dpmf_ratings ratings;
	struct run run;

	(void)state;
	make_world(false, false, &ratings);
	open_run(9, &run);
	assert_int_equal(dpimf_parties_draw(&ratings, PARTIES, &run.key, party, NULL), DPMF_OK);
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
	dpimf_parties_free(party, PARTIES);
	finish(&run);
	dpmf_ratings_free(&ratings);
}

/* A party's start: uniform in (0, 1). */
static void start_party(const struct dpmf_key *key, const struct dpimf_party *party, double *own)
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
	struct dpimf_options options = usual(DPIMF_SYM);
	const struct dpmf_implicit_loss loss = { 0.25, 0.75, 0.1 };
	double mean[ITEMS * D] = { 0 }, own[USERS * D], released[ITEMS * D];
	struct dpimf_party party[2];
	struct dpmf_ratings ratings;
	struct run run, apart;

	(void)state;
	make_world(false, false, &ratings);
	options.parties = options.local = 2;
	train(dpimf_train, &ratings, &options, &run);
	open_run(5, &apart);
	assert_int_equal(dpimf_parties_draw(&ratings, 2, &apart.key, party, NULL), DPMF_OK);
	for (uint64_t k = 0; k < 2; k++) {
		start_party(&apart.key, &party[k], own);
		for (uint64_t pass_number = 1; pass_number <= 2; pass_number++) {
			if (pass_number == 2)
				assert_int_equal(dpmf_implicit_side(&party[k].ratings, false, &loss, released, D, 1, own, NULL), DPMF_OK);
			assert_int_equal(dpimf_pass(&party[k].ratings, &options, own, &apart.key, k, pass_number, &apart.door, released, NULL),
			                 DPMF_OK);
		}
		dpmf_add_scaled(0.5, released, ITEMS * D, mean);
	}
	for (size_t i = 0; i < ITEMS * D; i++)
		assert_near(run.model.v[i], mean[i]);
	dpimf_parties_free(party, 2);
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
	struct dpimf_options options = usual(DPIMF_SYM);
	struct dpmf_ratings ratings, turned, back;
	struct run one, two;

	(void)state;
	make_world(false, false, &ratings);
	assert_int_equal(dpmf_ratings_transpose(&ratings, &turned, NULL), DPMF_OK);
	assert_int_equal(dpmf_ratings_transpose(&turned, &back, NULL), DPMF_OK);
	assert_memory_equal(back.item, ratings.item, ratings.count * sizeof *back.item);
	assert_memory_equal(back.row, ratings.row, (USERS + 1) * sizeof *back.row);
	options.parties = options.rounds = 2;
	train(dpimf_train, &turned, &options, &one);
	options.by_items = true;
	train(dpimf_train, &ratings, &options, &two);
	assert_true(two.model.users == USERS && two.model.items == ITEMS);
	assert_memory_equal(one.model.v, two.model.u, USERS * D * sizeof(double));
	assert_memory_equal(one.model.u, two.model.v, ITEMS * D * sizeof(double));
	finish(&one);
	finish(&two);
	dpmf_ratings_free(&back);
	dpmf_ratings_free(&turned);
	dpmf_ratings_free(&ratings);
}

static void count_rounds(void *context, uint64_t round, const struct dpmf_model *model)
{
	volatile sig_atomic_t *stop = context;

	assert_true(model->u && model->v && model->factors == D);
	*stop = round == 2;
}

static void a_signal_stops(void **state)
{
	struct dpimf_options options = usual(DPIMF_OPT);
	volatile sig_atomic_t stop = 0;
	struct dpmf_ratings ratings;
	struct run run;

	(void)state;
	make_world(false, false, &ratings);
	options.rounds = 50;
	options.stop = &stop;
	options.listener.context = (void *)(uintptr_t)&stop;
	options.listener.round = count_rounds;
	open_run(5, &run);
	assert_int_equal(dpimf_train(&ratings, &options, &run.key, &run.door, &run.model, &run.error), DPMF_FAILED);
	assert_non_null(strstr(run.error.text, "signal"));
	assert_int_equal(run.door.record.count, 3);
	assert_null(run.model.u);
	finish(&run);
	dpmf_ratings_free(&ratings);
}

static void refused(const struct dpimf_options *options, const struct dpmf_ratings *ratings, const char *why)
{
	struct run run;

	open_run(5, &run);
	assert_int_equal(dpimf_train(ratings, options, &run.key, &run.door, &run.model, &run.error), DPMF_INPUT);
	assert_non_null(strstr(run.error.text, why));
	assert_null(run.model.u);
	finish(&run);
}

#define REFUSED(which, field, bad, why) do { \
	struct dpimf_options options = usual(which); \
	options.field = bad; \
	refused(&options, &ratings, why); \
} while (0)

static void refusals(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	REFUSED(DPIMF_OPT, epsilon, 0, "epsilon");
	REFUSED(DPIMF_OPT, epsilon, NAN, "epsilon");
	REFUSED(DPIMF_OPT, factors, 0, "factors");
	REFUSED(DPIMF_OPT, factors, 257, "factors");
	REFUSED(DPIMF_OPT, lambda, 0, "lambda");
	REFUSED(DPIMF_OPT, lambda, INFINITY, "lambda");
	REFUSED(DPIMF_OPT, alpha0, 0.5, "sym");
	REFUSED(DPIMF_SYM, alpha0, 0, "alpha0");
	REFUSED(DPIMF_SYM, alpha0, 1.5, "alpha0");
	REFUSED(DPIMF_SYM, share[1], 0.6, "split");
	REFUSED(DPIMF_COM, share[2], -0.1, "split");
	REFUSED(DPIMF_OPT, bound, -1, "bound");
	REFUSED(DPIMF_OPT, parties, 0, "parties");
	REFUSED(DPIMF_OPT, parties, USERS + 1, "parties");
	REFUSED(DPIMF_OPT, rounds, 0, "rounds");
	REFUSED(DPIMF_OPT, local, 0, "local");
	REFUSED(DPIMF_OPT_IS, target, 0.5, "target");
	REFUSED(DPIMF_OPT_IS, epsilon, 400, "target");
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(much_budget_is_least_squares),
		cmocka_unit_test(sensitivities),
		cmocka_unit_test(bounds),
		cmocka_unit_test(importance_sampling),
		cmocka_unit_test(a_sampled_interaction_exceeds_what_is_declared),
		cmocka_unit_test(budgets),
		cmocka_unit_test(the_second_pass_is_beyond_the_premise),
		cmocka_unit_test(parties_divide_the_rows),
		cmocka_unit_test(a_round),
		cmocka_unit_test(transposing_keeps_ids_and_values),
		cmocka_unit_test(items_are_users_of_the_transposed),
		cmocka_unit_test(a_signal_stops),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
