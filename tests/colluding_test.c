/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who colludes, how many honest shares are certain, what the drivers of hdpmf and privsr make of
   it, and that secure aggregation hands out the door's answer. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ratings_build.h"
#include "scale.h"
#include "account/budget_relation.h"
#include "noise/colluding.h"
#include "mech/hdpmf/train.h"
#include "mech/item_means.h"
#include "mech/secure_aggregation.h"
#include "mech/privsr/parts.h"
#include "noise/door.h"
#include "tests/privsr/world.h"
#include "secagg/setting.h"

/* Secure aggregation holds a curious server off with fewer colluders than must answer, a lying one with 2 t > n + C. */
static void thresholds_hold_the_server_off(void **state)
{
	const double stays[] = { 0, 0.5, 2.0 / 3, 0.9, 1 };

	(void)state;
	for (size_t n = 1; n <= 40; n++)
		for (size_t c = 0; c <= n + 1; c++)
			for (int s = 0; s < 5; s++) {
				const struct dpmf_colluding curious = { .count = c, .stay = stays[s] }, lying = { .count = c, .lying = true, .stay = stays[s] };
				const size_t together = c < n ? c : n - 1, t = dpmf_threshold_of(&lying, n);

				assert_int_equal(dpmf_colluders_of(&curious, n), together);
				assert_int_equal(dpmf_honest_of(&curious, n), n - together);
				assert_true(dpmf_threshold_of(&curious, n) > together && dpmf_threshold_of(&curious, n) <= n);
				assert_true(2 * t > n + together && t <= n && (double)t >= stays[s] * (double)n);
				assert_true(2 * (t - 1) <= n + together || (double)(t - 1) < stays[s] * (double)n);
				assert_int_equal(dpmf_honest_of(&lying, n), t - together);
				assert_true(n < 2 || dpmf_threshold_of(&curious, n) >= 2);
			}
}

static void shares_are_rounded_up(void **state)
{
	const struct dpmf_colluding tenth = { .of_all = true, .share = 0.1 }, all = { .of_all = true, .share = 1 };

	(void)state;
	assert_int_equal(dpmf_colluders_of(&tenth, 1), 0); /* who is protected is no colluder */
	assert_int_equal(dpmf_colluders_of(&tenth, 2), 1);
	assert_int_equal(dpmf_colluders_of(&tenth, 10), 1);
	assert_int_equal(dpmf_colluders_of(&tenth, 11), 2);
	assert_int_equal(dpmf_colluders_of(&tenth, 30), 3);
	assert_int_equal(dpmf_colluders_of(&all, 30), 29);
	assert_int_equal(dpmf_colluders_among(&all, 30), 30);
	assert_int_equal(dpmf_colluders_among(&tenth, 0), 0);
	assert_int_equal(dpmf_honest_of(&all, 30), 1);
	assert_int_equal(dpmf_honest_of(&all, 0), 1);
}

static void what_is_no_share_is_refused(void **state)
{
	const double bad[] = { -0.1, 1.1, NAN, INFINITY };
	struct dpmf_error error;
	struct world world;

	(void)state;
	make_world(&world, NULL);
	for (int b = 0; b < 4; b++) {
		struct dpmf_privsr_options options = usual();
		struct run run;

		options.run.colluding = (struct dpmf_colluding){ .of_all = true, .share = bad[b] };
		train(dpmf_privsr_train_corrected, &world, &options, false, &run);
		assert_int_equal(run.status, DPMF_INPUT);
		assert_non_null(strstr(run.error.text, "collude"));
		assert_int_equal(run.door.record.count, 0);
		finish(&run);
		options.run.colluding = (struct dpmf_colluding){ .stay = bad[b] };
		assert_int_equal(dpmf_colluding_check(&options.run.colluding, &error), DPMF_INPUT);
	}
	free_world(&world);
}

static enum dpmf_status hdpmf(const struct dpmf_ratings *ratings, const struct dpmf_social *social, const struct dpmf_privsr_options *o,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	(void)social;
	return dpmf_hdpmf_train_corrected(ratings, NULL, &o->run, key, door, model, error);
}

static const struct dpmf_colluding coalitions[] = {
	{ .count = 0 }, { .count = 3 }, { .of_all = true, .share = 0.3 }, { .count = 100 },
	{ .lying = true }, { .count = 3, .lying = true }, { .of_all = true, .share = 0.3, .lying = true, .stay = 0.75 },
};
enum { COALITIONS = sizeof coalitions / sizeof *coalitions };

static void assert_same_run(const struct run *one, const struct run *other)
{
	assert_int_equal(one->status, DPMF_OK);
	assert_int_equal(other->status, DPMF_OK);
	assert_int_equal(one->door.passages, other->door.passages);
	for (size_t i = 0; i < one->door.passages; i++)
		assert_memory_equal(one->door.passage[i].after, other->door.passage[i].after,
		                    one->door.record.entry[one->door.passage[i].entry].coordinates * sizeof(double));
	assert_memory_equal(one->model.u, other->model.u, USERS * one->model.factors * sizeof(double));
	assert_memory_equal(one->model.v, other->model.v, ITEMS * one->model.factors * sizeof(double));
}

static void secure_sums_are_the_same_bytes(void **state)
{
	trainer *const trainers[] = { hdpmf, dpmf_privsr_train_corrected };
	struct world world;

	(void)state;
	make_world(&world, NULL);
	for (int t = 0; t < SCALED(2, 1); t++) /* the other one is replayed below */
		for (int c = 0; c < SCALED(COALITIONS, 1); c += 2) {
			struct dpmf_privsr_options options = usual();
			struct run ideal, secagg;

			options.beta = 0.5;
			options.run.colluding = coalitions[c];
			train(trainers[t], &world, &options, true, &ideal);
			options.run.sum = &dpmf_secure_aggregation;
			train(trainers[t], &world, &options, true, &secagg);
			assert_same_run(&ideal, &secagg);
			finish(&ideal);
			finish(&secagg);
		}
	free_world(&world);
}

/* There is no room for twenty messages, or for one, below 2^63: found before anything is released. */
static void sums_that_could_wrap_are_refused(void **state)
{
	struct world world;
	struct run run;

	(void)state;
	make_world(&world, NULL);
	for (int most = 8; most <= 128; most *= 16) {
		struct dpmf_privsr_options options = usual();

		options.run.epsilon = 1e-6;
		options.run.rating_min = -most;
		options.run.rating_max = most;
		options.run.sum = &dpmf_secure_aggregation;
		train(hdpmf, &world, &options, true, &run);
		assert_int_equal(run.status, DPMF_INPUT);
		assert_non_null(strstr(run.error.text, "--sum=ideal"));
		assert_int_equal(run.door.passages, 0);
		finish(&run);
		options.run.sum = NULL;
		train(hdpmf, &world, &options, false, &run); /* a door that remembers takes no steps beyond 2^53 */
		assert_int_equal(run.status, DPMF_OK);
		finish(&run);
	}
	free_world(&world);
}

/* A replay on other ratings: secure aggregation adds up what these send, and the first run's answers are handed out again. */
static void a_replay_hands_out_the_first_answers(void **state)
{
	const struct dpmf_triple changed = { 4, 22, 1 };
	struct dpmf_privsr_options options = usual();
	struct world world, neighbour;
	struct dpmf_model model;
	struct dpmf_key key;
	struct run run;

	(void)state;
	make_world(&world, NULL);
	make_world(&neighbour, &changed);
	assert_memory_not_equal(world.ratings.value, neighbour.ratings.value, world.ratings.count * sizeof(double));
	options.run.sum = &dpmf_secure_aggregation;
	options.run.colluding = (struct dpmf_colluding){ .count = 2 };
	train(dpmf_privsr_train_corrected, &world, &options, true, &run);
	assert_int_equal(run.status, DPMF_OK);
	dpmf_key_from_seed(SEED, &key);
	assert_int_equal(dpmf_door_replay(&run.door, &run.error), DPMF_OK);
	assert_int_equal(dpmf_privsr_train_corrected(&neighbour.ratings, &neighbour.social, &options, &key, &run.door, &model, &run.error), DPMF_OK);
	assert_memory_equal(model.v, run.model.v, ITEMS * model.factors * sizeof(double));
	assert_false(run.door.strayed);
	dpmf_model_free(&model);
	finish(&run);
	free_world(&world);
	free_world(&neighbour);
}

/* One item that so many rate is more than the division among two groups has room for, and only against colluders. */
static void too_many_raters_for_two_groups_are_refused(void **state)
{
	const uint32_t raters = (uint32_t)DPMF_PRIVSR_RATERS_MOST + 1;
	struct dpmf_triple *triple = calloc(raters, sizeof *triple);
	struct dpmf_privsr_options options = usual();
	struct world world = { .social = { .users = raters } };
	struct run run;

	(void)state;
	assert_non_null(triple);
	for (uint32_t i = 0; i < raters; i++)
		triple[i] = (struct dpmf_triple){ i, 0, 1 + i % 5 };
	assert_int_equal(dpmf_ratings_build(triple, raters, 0, NULL, NULL, &world.ratings, NULL), DPMF_OK);
	options.social_weight = 0;
	options.run.colluding.count = 1;
	train(dpmf_privsr_train_corrected, &world, &options, false, &run);
	assert_int_equal(run.status, DPMF_INPUT);
	assert_non_null(strstr(run.error.text, "524289 raters"));
	finish(&run);
	if (!short_run()) {
		options.run.colluding.count = 0;
		train(dpmf_privsr_train_corrected, &world, &options, false, &run);
		assert_int_equal(run.status, DPMF_OK);
		finish(&run);
	}
	free(triple);
	dpmf_ratings_free(&world.ratings);
}

struct fickle {
	size_t asked, changes;
};

static void contribute_otherwise(const void *context, uint64_t piece, size_t i, int64_t *sum)
{
	struct fickle *fickle = *(struct fickle *const *)context;

	(void)piece;
	sum[0] += (int64_t)i + (++fickle->asked == fickle->changes);
}

/* The sixth time that somebody is asked is in secure aggregation: what it adds up is no longer the door's answer. */
static void the_protocol_does_run(void **state)
{
	const struct dpmf_entry entry = { .statistic = "sum", .norm = DPMF_L1, .sensitivity = 1, .law = DPMF_LAPLACE_SHARES, .scale = 1,
		                              .rate_p = 1, .rate_q = 1, .pieces = 2, .touched = 1, .coordinates = 1, .round = 1, .draw = 1 };
	const struct dpmf_colluding nobody = { .count = 0 };
	const uint32_t user[4] = { 0, 1, 2, 3 };
	struct dpmf_participants who = { .item = 0, .user = user, .count = 4, .of = 4 };
	struct fickle fickle = { 0, 0 }, *context = &fickle;
	struct dpmf_summing summing = { .how = &dpmf_secure_aggregation, .colluding = &nobody, .most = 4, .contribute = contribute_otherwise,
		                            .context = &context };
	struct dpmf_door door;
	struct dpmf_key key;
	int64_t sum[1] = { 0 };

	(void)state;
	dpmf_key_from_seed(3, &key);
	assert_int_equal(dpmf_door_open(&door, &key, NULL), DPMF_OK);
	assert_int_equal(dpmf_door_declare(&door, &entry, &summing.number, NULL), DPMF_OK);
	summing.door = &door;
	assert_int_equal(dpmf_sum_check(&summing, 4, NULL), DPMF_OK);
	assert_int_equal(dpmf_sum_release(&summing, 0, &who, sum), DPMF_OK);
	assert_int_equal(fickle.asked, 8);
	fickle = (struct fickle){ 0, 6 };
	sum[0] = 77;
	who.item = 1;
	assert_int_equal(dpmf_sum_release(&summing, 1, &who, sum), DPMF_FAILED);
	assert_int_equal(sum[0], 77);
	dpmf_door_close(&door);
}

/* What those who collude take away is what the door added. */
static void shares_add_up_to_the_noise(void **state)
{
	struct world world;

	(void)state;
	make_world(&world, NULL);
	for (int c = 0; c < COALITIONS; c += SCALED(1, 3)) {
		struct dpmf_privsr_options options = usual();
		const struct dpmf_item_release release = { .ratings = &world.ratings, .colluding = &options.run.colluding };
		struct run run;

		options.run.colluding = coalitions[c];
		train(hdpmf, &world, &options, true, &run);
		assert_int_equal(run.status, DPMF_OK);
		for (size_t i = 0; i < run.door.passages; i++) {
			const struct dpmf_passage *passage = &run.door.passage[i];
			const struct dpmf_participants who = dpmf_item_participants(&release, passage->piece, NULL);
			int64_t noise = 0;

			for (size_t a = 0; a < who.count; a++)
				assert_int_equal(dpmf_door_show_steps(&run.door, passage->entry, &who, a, &noise, NULL), DPMF_OK);
			assert_true(passage->after[0] - passage->before[0] == (double)noise);
			assert_int_equal(dpmf_door_show_steps(&run.door, passage->entry, &who, who.count, &noise, NULL), DPMF_FAILED);
		}
		finish(&run);
	}
	free_world(&world);
}

static void assert_budget(const struct dpmf_record *record, enum dpmf_relation neighbours, double epsilon)
{
	struct dpmf_budget budget;

	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose_for(record, neighbours, &budget, NULL), DPMF_OK);
	assert_true(budget.finite);
	assert_true(mpfr_cmp_d(budget.epsilon.lo, epsilon) <= 0 && mpfr_cmp_d(budget.epsilon.hi, epsilon) >= 0);
	assert_true(mpfr_get_d(budget.epsilon.hi, MPFR_RNDU) < epsilon + 1e-12);
	dpmf_budget_clear(&budget);
}

/* FRIENDS trust each user, at most: a rating against C of them costs epsilon, and C times epsilon. */
static void trusters_hear_ratings(void **state)
{
	const struct { struct dpmf_colluding colluding; double entry; } wanted[] = {
		{ { .count = 0 }, 1 }, { { .count = 1 }, 2 }, { { .count = 2 }, 3 }, { { .count = 9 }, 1 + FRIENDS },
		{ { .of_all = true, .share = 0.5 }, 3 }, { { .count = 2, .lying = true }, 3 },
	};
	struct world world;

	(void)state;
	make_world(&world, NULL);
	for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++) {
		struct dpmf_privsr_options options = usual();
		struct run run;

		options.run.colluding = wanted[w].colluding;
		train(dpmf_privsr_train_corrected, &world, &options, false, &run);
		assert_int_equal(run.status, DPMF_OK);
		assert_budget(&run.door.record, DPMF_ENTRY, wanted[w].entry);
		assert_budget(&run.door.record, DPMF_EDGE, 1);
		assert_int_equal(run.door.record.entry[1].heard, wanted[w].entry - 1);
		finish(&run);
	}
	free_world(&world);
}

static void the_record_says_who_is_trusted(void **state)
{
	struct world world;

	(void)state;
	make_world(&world, NULL);
	for (int c = 0; c < COALITIONS; c += SCALED(1, 3)) {
		struct dpmf_privsr_options options = usual();
		struct run run;

		options.run.colluding = coalitions[c];
		train(dpmf_privsr_train_corrected, &world, &options, false, &run);
		assert_int_equal(run.status, DPMF_OK);
		for (int e = 0; e < 2; e++) {
			const struct dpmf_entry *entry = &run.door.record.entry[e];

			assert_int_equal(strstr(entry->premise, "signed messages") != NULL, coalitions[c].lying);
			assert_int_equal(strstr(entry->premise, "pool what they know than was said") != NULL, dpmf_anybody_colludes(&coalitions[c]));
			assert_true(dpmf_honest_of(&entry->colluding, 20) == dpmf_honest_of(&coalitions[c], 20));
		}
		finish(&run);
	}
	free_world(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thresholds_hold_the_server_off),
		cmocka_unit_test(shares_are_rounded_up),
		cmocka_unit_test(what_is_no_share_is_refused),
		cmocka_unit_test(secure_sums_are_the_same_bytes),
		cmocka_unit_test(sums_that_could_wrap_are_refused),
		cmocka_unit_test(a_replay_hands_out_the_first_answers),
		cmocka_unit_test(too_many_raters_for_two_groups_are_refused),
		cmocka_unit_test(the_protocol_does_run),
		cmocka_unit_test(shares_add_up_to_the_noise),
		cmocka_unit_test(trusters_hear_ratings),
		cmocka_unit_test(the_record_says_who_is_trusted),
	};

	return cmocka_run_group_tests_name("colluding", tests, NULL, NULL);
}
