/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small world for the tests of gaussmf, and one run in it. */
#ifndef TESTS_GAUSSMF_WORLD_H
#define TESTS_GAUSSMF_WORLD_H
#include <string.h>
#include "core/ratings_build.h"
#include "mech/gaussmf/train.h"
#include "noise/door.h"

enum { USERS = 40, ITEMS = 25, RATED = 12, CHANGED = 3 * RATED + 2 };

static inline void make_ratings(double changed, struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * RATED];
	struct dpmf_error error;

	for (size_t i = 0; i < USERS; i++)
		for (size_t a = 0; a < RATED; a++)
			triple[i * RATED + a] = (struct dpmf_triple){
				(uint32_t)(i + 1), (uint32_t)((i * 7 + a * 2) % ITEMS + 1), (double)((i * 3 + a * a) % 5 + 1)
			};
	triple[CHANGED].rating = changed;
	assert_int_equal(dpmf_ratings_build(triple, USERS * RATED, 0, NULL, NULL, ratings, &error), DPMF_OK);
}

static inline struct dpmf_gaussmf_options usual(void)
{
	return (struct dpmf_gaussmf_options){ .rating_min = 1, .rating_max = 5, .factors = 4, .steps = 8, .rate = 0.01,
	                                 .lambda = 0.1, .clip = 1, .eps_i = 0.5, .delta = 0.01, .delta_r = 1e-5, .jobs = 1 };
}

typedef enum dpmf_status trainer(const struct dpmf_ratings *, const struct dpmf_gaussmf_options *, const struct dpmf_key *,
                                 struct dpmf_door *, struct dpmf_model *, struct dpmf_error *);

struct run {
	struct dpmf_door door;
	struct dpmf_model model;
	struct dpmf_error error;
};

static inline void open_run(struct run *run, struct dpmf_key *key)
{
	memset(run, 0, sizeof *run);
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(5, key);
	assert_int_equal(dpmf_door_open(&run->door, key, &run->error), DPMF_OK);
}

static inline void train(trainer *run_it, const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options, struct run *run)
{
	struct dpmf_key key;

	open_run(run, &key);
	assert_int_equal(run_it(ratings, options, &key, &run->door, &run->model, &run->error), DPMF_OK);
}

static inline void finish(struct run *run)
{
	dpmf_door_close(&run->door);
	dpmf_model_free(&run->model);
}

#endif
