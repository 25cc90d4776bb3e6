/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small world for the tests of hdpmf, and one run in it. */
#ifndef TESTS_HDPMF_WORLD_H
#define TESTS_HDPMF_WORLD_H
#include <string.h>
#include "core/ratings_build.h"
#include "mech/hdpmf/train.h"
#include "noise/door.h"

enum { USERS = 40, ITEMS = 25, RATED = 12 };

/* Every user rates RATED items, from 1 to 5; rating `changed` of them is 5. */
static inline void make_ratings(size_t changed, double to, struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * RATED];
	struct dpmf_error error;

	for (size_t i = 0; i < USERS; i++)
		for (size_t a = 0; a < RATED; a++)
			triple[i * RATED + a] = (struct dpmf_triple){
				(uint32_t)(i + 1), (uint32_t)((i * 7 + a * 2) % ITEMS + 1), (double)((i * 3 + a * a) % 5 + 1)
			};
	if (changed < USERS * RATED)
		triple[changed].rating = to;
	assert_int_equal(dpmf_ratings_build(triple, USERS * RATED, 0, NULL, NULL, ratings, &error), DPMF_OK);
}

static inline struct dpmf_options usual(void)
{
	return (struct dpmf_options){ .epsilon = 1, .rating_min = 1, .rating_max = 5, .factors = 4, .epochs = 6,
	                              .rate = 0.05, .lambda = 0.01, .jobs = 1 };
}

struct run {
	struct dpmf_door door;
	struct dpmf_model model;
	enum dpmf_status status;
	struct dpmf_error error;
};

typedef enum dpmf_status trainer(const struct dpmf_ratings *, const struct dpmf_weights *, const struct dpmf_options *,
                                 const struct dpmf_key *, struct dpmf_door *, struct dpmf_model *,
                                 struct dpmf_error *);

static inline void draw_weights(const struct dpmf_ratings *ratings, struct dpmf_key *key, struct dpmf_weights *weights)
{
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(5, key);
	assert_int_equal(dpmf_weights_draw(ratings->users, ratings->items, &dpmf_users_of_table2,
	                                   &dpmf_items_of_table2, key, weights, NULL), DPMF_OK);
}

static inline void train(trainer *run_it, const struct dpmf_ratings *ratings, const struct dpmf_options *options,
                  bool remember, struct run *run)
{
	struct dpmf_key key;
	struct dpmf_weights weights;

	memset(run, 0, sizeof *run);
	draw_weights(ratings, &key, &weights);
	assert_int_equal(dpmf_door_open(&run->door, &key, &run->error), DPMF_OK);
	if (remember)
		dpmf_door_remember(&run->door);
	run->status = run_it(ratings, &weights, options, &key, &run->door, &run->model, &run->error);
	dpmf_weights_free(&weights);
}

static inline void finish(struct run *run)
{
	dpmf_door_close(&run->door);
	dpmf_model_free(&run->model);
}

#endif
