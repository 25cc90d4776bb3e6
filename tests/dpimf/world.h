/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small world for the tests of dpimf: interactions, and one run. */
#ifndef TESTS_DPIMF_WORLD_H
#define TESTS_DPIMF_WORLD_H
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "account/budget_relation.h"
#include "core/ratings_build.h"
#include "mech/dpimf/train.h"
#include "noise/door.h"

static const enum dpmf_dpimf_scheme all_schemes[] = { DPMF_DPIMF_STR, DPMF_DPIMF_COM, DPMF_DPIMF_SYM, DPMF_DPIMF_OPT, DPMF_DPIMF_OPT_IS };
enum { SCHEMES = 5 };

static inline void assert_near(double x, double y)
{
	assert_true(fabs(x - y) <= 1e-12 * fmax(1, fabs(y)));
}

enum { USERS = 40, ITEMS = 25, D = 4, CHANGED_USER = 7, CHANGED_ITEM = 12 };

static inline bool interacted(size_t user, size_t item)
{
	if (item == CHANGED_ITEM && user > CHANGED_USER) /* so that who differs there comes last */
		return false;
	return (user * 31 + item * 17 + user * item) % 7 < 2 || item == user % ITEMS;
}

/* Every user has interacted with some items; `changed`: user 7 and item 12 are the other way
   round; row: all of user 7's row is. */
static inline void make_world(bool changed, bool row, struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * ITEMS];
	struct dpmf_error error;
	size_t count = 0;

	for (size_t u = 0; u < USERS; u++)
		for (size_t i = 0; i < ITEMS; i++) {
			const bool turned = changed && u == CHANGED_USER && (row || i == CHANGED_ITEM);

			/* all ids occur in both worlds: user 0 and item 0 have everything */
			if (u == 0 || i == 0 || interacted(u, i) != turned)
				triple[count++] = (struct dpmf_triple){ (uint32_t)(u + 1), (uint32_t)(i + 1), 1 };
		}
	assert_int_equal(dpmf_ratings_build(triple, count, 0, NULL, NULL, ratings, &error), DPMF_OK);
	assert_true(ratings->users == USERS && ratings->items == ITEMS);
}

static inline struct dpmf_dpimf_options usual(enum dpmf_dpimf_scheme scheme)
{
	return (struct dpmf_dpimf_options){
		.scheme = scheme, .epsilon = 1, .factors = D, .lambda = 0.1,
		.alpha0 = scheme == DPMF_DPIMF_OPT || scheme == DPMF_DPIMF_OPT_IS ? 1 : 0.75, .share = { 0.25, 0.5, 0.25 }, .target = 2,
		.parties = 1, .rounds = 1, .local = 1, .neighbours = DPMF_ENTRY, .most = 5, .jobs = 1,
	};
}

typedef enum dpmf_status trainer(const struct dpmf_ratings *, const struct dpmf_dpimf_options *, const struct dpmf_key *,
                                 struct dpmf_door *, struct dpmf_model *, struct dpmf_error *);

struct run {
	struct dpmf_door door;
	struct dpmf_model model;
	struct dpmf_error error;
	struct dpmf_draw_log log;
	struct dpmf_key key;
};

static inline void open_run(uint64_t seed, struct run *run)
{
	memset(run, 0, sizeof *run);
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(seed, &run->key);
	run->key.log = &run->log;
	assert_int_equal(dpmf_door_open(&run->door, &run->key, &run->error), DPMF_OK);
}

static inline void train(trainer *run_it, const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                         struct run *run)
{
	open_run(5, run);
	run->key.log = run->door.server.log = run->door.users.log = run->door.key.log = NULL;
	assert_int_equal(run_it(ratings, options, &run->key, &run->door, &run->model, &run->error), DPMF_OK);
}

static inline void finish(struct run *run)
{
	dpmf_door_close(&run->door);
	dpmf_model_free(&run->model);
}

/* epsilon, rounded up, of a record all of whose entries have a premise, or none of them. */
static inline double composed(const struct dpmf_record *record, enum dpmf_relation neighbours, bool premise)
{
	struct dpmf_budget budget;
	double epsilon;

	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose_for(record, neighbours, &budget, NULL), DPMF_OK);
	assert_true(budget.finite && (budget.premise != NULL) == premise);
	epsilon = mpfr_get_d(budget.epsilon.hi, MPFR_RNDU);
	dpmf_budget_clear(&budget);
	return epsilon;
}

static inline void no_draw_is_used_twice(const struct dpmf_record *record)
{
	for (size_t e = 0; e < record->count; e++)
		for (size_t other = 0; other < e; other++)
			assert_true(record->entry[other].draw != record->entry[e].draw);
}

static inline void refused(trainer *run_it, const struct dpmf_dpimf_options *options, const struct dpmf_ratings *ratings,
                           const char *why)
{
	struct run run;

	open_run(5, &run);
	assert_int_equal(run_it(ratings, options, &run.key, &run.door, &run.model, &run.error), DPMF_INPUT);
	assert_non_null(strstr(run.error.text, why));
	assert_null(run.model.u);
	finish(&run);
}

static inline void stop_after_two(void *context, uint64_t round, const struct dpmf_model *model)
{
	assert_true(model->u && model->v && model->factors == D);
	*(volatile sig_atomic_t *)context = round == 2;
}

/* A run of many rounds ends after the second, with `entries` in the record. */
static inline void stops(trainer *run_it, struct dpmf_dpimf_options options, const struct dpmf_ratings *ratings, size_t entries)
{
	volatile sig_atomic_t stop = 0;
	struct run run;

	options.rounds = 50;
	options.stop = &stop;
	options.listener.context = (void *)(uintptr_t)&stop;
	options.listener.round = stop_after_two;
	open_run(5, &run);
	assert_int_equal(run_it(ratings, &options, &run.key, &run.door, &run.model, &run.error), DPMF_FAILED);
	assert_non_null(strstr(run.error.text, "signal"));
	assert_int_equal(run.door.record.count, entries);
	assert_null(run.model.u);
	finish(&run);
}

static inline void same_with_more_jobs(trainer *run_it, struct dpmf_dpimf_options options, const struct dpmf_ratings *ratings)
{
	struct run one, two;

	train(run_it, ratings, &options, &one);
	options.jobs = 3;
	train(run_it, ratings, &options, &two);
	assert_memory_equal(one.model.u, two.model.u, USERS * D * sizeof(double));
	assert_memory_equal(one.model.v, two.model.v, ITEMS * D * sizeof(double));
	finish(&one);
	finish(&two);
}

/* How far the statistics of one entry of the record moved between the runs, in L1 over all pieces. */
static inline double moved(const struct dpmf_door *door, size_t entry)
{
	double sum = 0;

	for (size_t p = 0; p < door->passages; p++)
		for (size_t l = 0; door->passage[p].entry == entry && l < door->record.entry[entry].coordinates; l++) {
			const double change = door->passage[p].before[l] - door->now[p].before[l];

			sum += change < 0 ? -change : change;
		}
	return sum;
}

#endif
