/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small world for the tests of privsr, and one run in it. */
#ifndef TESTS_PRIVSR_WORLD_H
#define TESTS_PRIVSR_WORLD_H
#include <stdlib.h>
#include "core/ratings_build.h"
#include "core/vector.h"
#include "mech/privsr/train.h"
#include "noise/door.h"
#include "peers/peers.h"
#include "peers/soreg.h"

static inline int by_ends(const void *one, const void *other)
{
	const struct dpmf_edge *a = one, *b = other;

	return a->from != b->from ? (a->from > b->from) - (a->from < b->from) : (a->to > b->to) - (a->to < b->to);
}

enum { USERS = 40, ITEMS = 25, RATED = 12, K = 4, SEED = 5, FRIENDS = 3 };

struct world {
	struct dpmf_ratings ratings;
	struct dpmf_social social;
};

/* Every user rates RATED items, from 1 to 5; `changed`, where not NULL,
   replaces the rating of its pair. Everybody trusts FRIENDS others but users 1 and 2,
   who trust nobody. */
static inline void make_world(struct world *world, const struct dpmf_triple *changed)
{
	struct dpmf_triple triple[USERS * RATED];
	struct dpmf_edge edge[USERS * FRIENDS];
	struct dpmf_edges edges = { 0, edge };

	for (size_t i = 0; i < USERS; i++)
		for (size_t a = 0; a < RATED; a++) {
			struct dpmf_triple *t = &triple[i * RATED + a];

			*t = (struct dpmf_triple){ (uint32_t)(i + 1), (uint32_t)((i * 7 + a * 2) % ITEMS + 1),
			                           (double)((i * 3 + a * a) % 5 + 1) };
			if (changed && changed->user == t->user && changed->item == t->item)
				t->rating = changed->rating;
		}
	for (uint32_t i = 2; i < USERS; i++)
		for (uint32_t f = 0; f < FRIENDS; f++)
			edge[edges.count++] = (struct dpmf_edge){ i + 1, 1 + (i + 1 + 5 * f) % USERS, 1 };
	qsort(edge, edges.count, sizeof *edge, by_ends);
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	assert_int_equal(dpmf_ratings_build(triple, USERS * RATED, 0, NULL, NULL, &world->ratings, NULL), DPMF_OK);
	assert_int_equal(dpmf_social_build(&edges, &world->ratings, &world->social, NULL), DPMF_OK);
}

static inline void free_world(struct world *world)
{
	dpmf_ratings_free(&world->ratings);
	dpmf_social_free(&world->social);
}

static inline struct dpmf_privsr_options usual(void)
{
	return (struct dpmf_privsr_options){
		.run = { .epsilon = 1, .rating_min = 1, .rating_max = 5, .factors = K, .epochs = 6,
		         .rate = 0.05, .lambda = 0.01, .jobs = 1 },
		.beta = 1, .sensitive_share = 0.5, .social_weight = 1
	};
}

typedef enum dpmf_status trainer(const struct dpmf_ratings *, const struct dpmf_social *, const struct dpmf_privsr_options *,
                                 const struct dpmf_key *, struct dpmf_door *, struct dpmf_model *,
                                 struct dpmf_error *);

static inline enum dpmf_status soreg(const struct dpmf_ratings *ratings, const struct dpmf_social *social,
                                     const struct dpmf_privsr_options *o, const struct dpmf_key *key,
                                     struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_soreg_options options = { o->run, o->social_weight };

	return dpmf_soreg_train(ratings, social, &options, key, door, model, error);
}

static inline enum dpmf_status mf(const struct dpmf_ratings *ratings, const struct dpmf_social *social,
                                  const struct dpmf_privsr_options *o, const struct dpmf_key *key,
                                  struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	(void)social;
	return dpmf_mf_train(ratings, &o->run, key, door, model, error);
}

struct run {
	struct dpmf_door door;
	struct dpmf_model model;
	enum dpmf_status status;
	struct dpmf_error error;
};

static inline void train(trainer *run_it, const struct world *world, const struct dpmf_privsr_options *options,
                         bool remember, struct run *run)
{
	struct dpmf_key key;

	*run = (struct run){ .status = DPMF_OK };
	dpmf_key_from_seed(SEED, &key);
	assert_int_equal(dpmf_door_open(&run->door, &key, &run->error), DPMF_OK);
	if (remember)
		dpmf_door_remember(&run->door);
	run->status = run_it(&world->ratings, &world->social, options, &key, &run->door, &run->model, &run->error);
}

static inline void finish(struct run *run)
{
	dpmf_door_close(&run->door);
	dpmf_model_free(&run->model);
}

#endif
