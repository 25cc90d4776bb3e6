/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget_normal.h"
#include "account/interval.h"
#include "core/catalogue.h"
#include "core/ratings_make.h"
#include "core/ratings_parts.h"
#include "mech/dpals/train.h"
#include "noise/door.h"

enum { USERS = 60, ITEMS = 12, CHANGED = 7, SEED = 5 };
enum change { SAME, EMPTY, OTHER };

static double rating_of(size_t user, size_t item)
{
	return (double)((user * 5 + item * 3 + user * item) % 5 + 1);
}

/* Two kinds of users, two kinds of items: who is of an item's kind likes it. */
static double liking_of(size_t user, size_t item)
{
	return user % 2 == item % 2 ? 5 : 2;
}

/* Every user has rated some items; user CHANGED has none, or other ones. */
static void make_world(enum change change, double (*of)(size_t, size_t), struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * ITEMS];
	struct dpmf_triples part[2] = { { triple, 0 }, { NULL, 0 } };
	struct dpmf_catalogue users, items;
	struct dpmf_error error = { "" };
	size_t place[2];

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	assert_int_equal(dpmf_catalogue_first(USERS, &users, NULL), DPMF_OK);
	assert_int_equal(dpmf_catalogue_first(ITEMS, &items, NULL), DPMF_OK);
	for (size_t i = 0; i < USERS; i++)
		for (size_t j = 0; j < ITEMS; j++) {
			const bool it = change != SAME && i == CHANGED, rated = (i + 2 * j) % 3 > 0;

			if (it ? change == OTHER && !rated : rated)
				triple[part[0].count++] = (struct dpmf_triple){ (uint32_t)(i + 1), (uint32_t)(j + 1), it ? 1 : of(i, j) };
		}
	assert_int_equal(dpmf_ratings_build_parts(part, &(struct dpmf_universe){ .users = &users, .items = &items }, 0, place, ratings,
	                                          &error), DPMF_OK);
	dpmf_catalogue_free(&users);
	dpmf_catalogue_free(&items);
}

static struct dpmf_dpals_options usual(void)
{
	return (struct dpmf_dpals_options){ .rating_min = 1, .rating_max = 5, .epsilon = 1, .delta = 1e-5, .factors = 2, .rounds = 3,
	                                    .most = 4, .lambda = 0.1, .bound = 1, .jobs = 1 };
}

typedef enum dpmf_status trainer(const struct dpmf_ratings *, const struct dpmf_dpals_options *, const struct dpmf_key *,
                                 struct dpmf_door *, struct dpmf_model *, struct dpmf_error *);
static trainer *const both[] = { dpmf_dpals_train, dpmf_dpals_train_corrected };

struct run {
	struct dpmf_door door;
	struct dpmf_model model;
	struct dpmf_error error;
	struct dpmf_key key;
};

static void open_run(struct run *run)
{
	memset(run, 0, sizeof *run);
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(SEED, &run->key);
	assert_int_equal(dpmf_door_open(&run->door, &run->key, &run->error), DPMF_OK);
}

static void finish(struct run *run)
{
	dpmf_door_close(&run->door);
	dpmf_model_free(&run->model);
}

static void train(trainer *of, const struct dpmf_ratings *ratings, const struct dpmf_dpals_options *options, struct run *run)
{
	open_run(run);
	if (of(ratings, options, &run->key, &run->door, &run->model, &run->error) != DPMF_OK)
		fail_msg("%s", run->error.text);
}

/* In the 2-norm, over all items of one round. */
static double moved(const struct dpmf_door *door, size_t entry)
{
	double square = 0;

	for (size_t p = 0; p < door->passages; p++)
		for (size_t l = 0; door->passage[p].entry == entry && l < door->record.entry[entry].coordinates; l++)
			square += pow(door->now[p].before[l] - door->passage[p].before[l], 2);
	return sqrt(square);
}

/* A row that is emptied moves every round by at most two thirds of what is declared, one that is replaced by at most all
   of it; nobody else's profile changes. */
static void a_row_keeps_its_sensitivity(void **state)
{
	struct dpmf_dpals_options options = usual();

	(void)state;
	options.epsilon = 400; /* so that the profiles stay long in every round */
	for (enum change change = EMPTY; change <= OTHER; change++) {
		struct dpmf_model model[2];
		struct run run;

		open_run(&run);
		dpmf_door_remember(&run.door);
		for (int w = 0; w < 2; w++) {
			struct dpmf_ratings ratings;

			make_world(w == 0 ? SAME : change, rating_of, &ratings);
			assert_int_equal(dpmf_dpals_train_corrected(&ratings, &options, &run.key, &run.door, &model[w], &run.error), DPMF_OK);
			dpmf_ratings_free(&ratings);
			if (w == 0)
				assert_int_equal(dpmf_door_replay(&run.door, NULL), DPMF_OK);
		}
		assert_int_equal(dpmf_door_same(&run.door, &run.error), DPMF_OK);
		assert_memory_equal(model[0].v, model[1].v, ITEMS * 2 * sizeof(double));
		for (size_t i = 0; i < USERS; i++)
			assert_true(i == CHANGED || memcmp(model[0].u + 2 * i, model[1].u + 2 * i, 2 * sizeof(double)) == 0);
		for (size_t e = 0; e < run.door.record.count; e++) {
			const struct dpmf_entry *entry = &run.door.record.entry[e];
			const double declared = entry->sensitivity * sqrt((double)entry->touched) * (change == EMPTY ? 2.0 / 3 : 1);

			assert_true(moved(&run.door, e) > 0 && moved(&run.door, e) <= declared);
			assert_true(entry->neighbours == DPMF_USER && entry->touched == options.most && !entry->premise);
		}
		dpmf_model_free(&model[0]);
		dpmf_model_free(&model[1]);
		finish(&run);
	}
}

/* The noise is as little as keeps epsilon for a row that is there or not, to the steps of the sampler. */
static void the_noise_is_what_epsilon_needs(void **state)
{
	static const double epsilons[] = { 0.3, 1, 20 };

	(void)state;
	for (size_t e = 0; e < 3; e++)
		for (uint64_t less = 0; less < 2; less++) {
			struct dpmf_dpals_options options = usual();
			struct dpmf_normal_budget budget;
			struct dpmf_enclosure ratio[3], delta;
			struct dpmf_dpals_steps steps;

			options.epsilon = epsilons[e];
			assert_int_equal(dpmf_dpals_steps_of(&options, &steps, NULL), DPMF_OK);
			steps.p -= less * (steps.p >> 30);
			dpmf_normal_budget_init(&budget);
			dpmf_enclosure_init(&delta);
			dpmf_enclosure_set(&delta, options.delta);
			for (size_t t = 0; t < 3; t++) { /* 4 h^2 most q / p each round */
				dpmf_enclosure_init(&ratio[t]);
				dpmf_interval_set_ui(&ratio[t], (unsigned long)(4 * steps.half * steps.half));
				dpmf_interval_mul_ui(&ratio[t], &ratio[t], options.most);
				dpmf_interval_mul_ui(&ratio[t], &ratio[t], steps.q);
				dpmf_interval_div_ui(&ratio[t], &ratio[t], steps.p);
				dpmf_interval_sqrt(&ratio[t], &ratio[t]);
			}
			assert_int_equal(dpmf_normal_compose(ratio, 3, DPMF_USER, &delta, &budget, NULL), DPMF_OK);
			assert_int_equal(mpfr_cmp_d(budget.rdp.hi, options.epsilon) <= 0, less == 0);
			for (size_t t = 0; t < 3; t++)
				dpmf_enclosure_clear(&ratio[t]);
			dpmf_enclosure_clear(&delta);
			dpmf_normal_budget_clear(&budget);
		}
}

/* Where epsilon is out of the way, both learn who likes what; one item's kind alone is no answer. */
static void it_learns(void **state)
{
	struct dpmf_dpals_options options = usual();
	struct dpmf_ratings ratings;

	(void)state;
	options.epsilon = 400;
	options.rounds = 6;
	options.most = ITEMS;
	make_world(SAME, liking_of, &ratings);
	for (size_t t = 0; t < 2; t++) {
		struct run run;
		double square = 0;

		train(both[t], &ratings, &options, &run);
		assert_true(run.model.center == 3);
		for (size_t i = 0; i < USERS; i++)
			for (size_t j = 0; j < ITEMS; j++) {
				const double *u = run.model.u + 2 * i, *v = run.model.v + 2 * j;

				square += pow(3 + u[0] * v[0] + u[1] * v[1] - liking_of(i, j), 2);
			}
		assert_true(sqrt(square / (USERS * ITEMS)) < 0.2);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

static void jobs_change_nothing(void **state)
{
	struct dpmf_dpals_options options = usual();
	struct dpmf_ratings ratings;

	(void)state;
	make_world(SAME, rating_of, &ratings);
	for (size_t t = 0; t < 2; t++) {
		struct run run[2];

		for (unsigned j = 0; j < 2; j++) {
			options.jobs = 1 + 3 * j;
			train(both[t], &ratings, &options, &run[j]);
		}
		assert_memory_equal(run[0].model.v, run[1].model.v, ITEMS * 2 * sizeof(double));
		assert_memory_equal(run[0].model.u, run[1].model.u, USERS * 2 * sizeof(double));
		finish(&run[0]);
		finish(&run[1]);
	}
	dpmf_ratings_free(&ratings);
}

static void refused(const struct dpmf_dpals_options *options, const struct dpmf_ratings *ratings, const char *why)
{
	for (size_t t = 0; t < 2; t++) {
		struct run run;

		open_run(&run);
		assert_int_equal(both[t](ratings, options, &run.key, &run.door, &run.model, &run.error), DPMF_INPUT);
		assert_non_null(strstr(run.error.text, why));
		assert_true(run.model.u == NULL && run.door.record.count == 0);
		finish(&run);
	}
}

#define REFUSED(field, value, why) \
	do { \
		struct dpmf_dpals_options options = usual(); \
		options.field = (value); \
		refused(&options, &ratings, (why)); \
	} while (0)

static void refusals(void **state)
{
	struct dpmf_ratings ratings;

	(void)state;
	make_world(SAME, rating_of, &ratings);
	REFUSED(factors, 0, "factors");
	REFUSED(factors, DPMF_DPALS_MOST_FACTORS + 1, "factors");
	REFUSED(rounds, 0, "rounds");
	REFUSED(most, 0, "most");
	REFUSED(epsilon, 0, "epsilon");
	REFUSED(epsilon, NAN, "epsilon");
	REFUSED(delta, 0, "delta");
	REFUSED(delta, 1, "delta");
	REFUSED(lambda, 0, "lambda");
	REFUSED(bound, 0, "bound");
	REFUSED(bound, INFINITY, "bound");
	REFUSED(rating_max, 4, "outside the public range");
	REFUSED(rating_min, 6, "MIN < MAX");
	dpmf_ratings_free(&ratings);
}

/* Noise that wide is not to be had of the exact sampler, nor is its law the one named beyond 400: said before anything leaves. */
static void epsilons_that_the_sampler_cannot_keep(void **state)
{
	static const double epsilons[] = { 1e-5, 401, 1e9 };
	struct dpmf_dpals_options options = usual();
	struct dpmf_dpals_steps steps = { .bound = 1 };
	struct dpmf_error error;

	(void)state;
	for (size_t e = 0; e < 3; e++) {
		options.epsilon = epsilons[e];
		assert_int_equal(dpmf_dpals_steps_of(&options, &steps, &error), DPMF_INPUT);
		assert_non_null(strstr(error.text, "epsilon"));
		assert_int_equal(steps.bound, 1);
	}
	options.epsilon = 400;
	assert_int_equal(dpmf_dpals_steps_of(&options, &steps, &error), DPMF_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_keeps_its_sensitivity),
		cmocka_unit_test(the_noise_is_what_epsilon_needs),
		cmocka_unit_test(it_learns),
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(refusals),
		cmocka_unit_test(epsilons_that_the_sampler_cannot_keep),
	};

	return cmocka_run_group_tests_name("dpals training", tests, NULL, NULL);
}
