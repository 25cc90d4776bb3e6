/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small world for the tests of dpmf-rp's training: ratings, options, and one run. */
#ifndef TESTS_RP_WORLD_H
#define TESTS_RP_WORLD_H
#include <stdbool.h>
#include <string.h>
#include "core/ratings_build.h"
#include "mech/dpmf-rp/train.h"
#include "noise/door.h"

enum { USERS = 6, RATED = 2 };

/* User i rates items 3 i and 5 i + 1, modulo the number of items. */
static inline void make_ratings(size_t items, struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * RATED + 200];
	struct dpmf_error error;
	size_t count = 0;

	for (uint32_t i = 0; i < USERS; i++) {
		triple[count++] = (struct dpmf_triple){ i, (uint32_t)(3 * i % items), 1 + i % 5 };
		triple[count++] = (struct dpmf_triple){ i, (uint32_t)((5 * i + 1) % items), 5 - i % 3 };
	}
	for (uint32_t j = 0; j < items; j++) /* one more user, so that every item is there */
		triple[count++] = (struct dpmf_triple){ USERS, j, 3 };
	assert_int_equal(dpmf_ratings_build(triple, count, 1, NULL, NULL, ratings, &error), DPMF_OK);
	assert_int_equal(ratings->items, items);
}

static inline struct dpmf_rp_options usual(size_t rows)
{
	return (struct dpmf_rp_options){
		.user = { .factors = 3, .lambda = 0.25, .kappa = 15, .unobserved = 1, .most_error = 1, .most_profile = 0.5 },
		.rows = rows, .rounds = 3, .participation = 0.5, .mu = 0.1, .rate = 0.05, .beta1 = 0.9, .beta2 = 0.8,
		.noise = true, .theta = 0.25, .quanta = 4, .threshold = 0.6, .jobs = 1
	};
}

typedef enum dpmf_status trainer(const struct dpmf_ratings *, const struct dpmf_rp_options *, const struct dpmf_key *,
                                 struct dpmf_door *, struct dpmf_model *, struct dpmf_error *);

static inline struct dpmf_model train_with(trainer *run, const struct dpmf_ratings *ratings, const struct dpmf_rp_options *options,
                                    struct dpmf_door *door)
{
	struct dpmf_model model;
	struct dpmf_error error;
	struct dpmf_key key;

	dpmf_key_from_seed(11, &key);
	assert_int_equal(dpmf_door_open(door, &key, &error), DPMF_OK);
	assert_int_equal(run(ratings, options, &key, door, &model, &error), DPMF_OK);
	return model;
}

static inline bool same_bytes(const struct dpmf_model *a, const struct dpmf_model *b)
{
	return memcmp(a->u, b->u, a->users * a->factors * sizeof *a->u) == 0 &&
	       memcmp(a->v, b->v, a->items * a->factors * sizeof *a->v) == 0;
}

#endif
