/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What training yields, and the privacy weights W_ij = user[i] * item[j]. */
#ifndef DPMF_MECH_MODEL_H
#define DPMF_MECH_MODEL_H
#include <stdbool.h>
#include <stddef.h>
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"
#include "core/stream.h"

DPMF_BEGIN

struct dpmf_model {
	size_t users, items, factors;
	double *u;     /* users x factors: stays on the users' devices */
	double *v;     /* items x factors: what the recommender holds */
	double center; /* prediction is center + u.v, or center + u.v / W_ij where rescaled */
};

struct dpmf_weights {
	size_t users, items;
	double *user, *item; /* each in (0, 1] */
};

/* Table II of hdpmf: shares of the conservative and the moderate group, and
   where their weights begin; the third group has weight 1. */
struct dpmf_groups {
	double conservative, moderate;      /* shares of the first two groups */
	double weight_conservative, weight_moderate; /* uniform from .. to the next */
};
extern const struct dpmf_groups dpmf_users_of_table2, dpmf_items_of_table2;

/* All factors 0. */
enum dpmf_status dpmf_model_blank(const struct dpmf_ratings *ratings, size_t factors, struct dpmf_model *model,
                                  struct dpmf_error *error);
/* Uniform entries in [0, 1) / sqrt(K), users projected to the unit ball. */
enum dpmf_status dpmf_model_start(const struct dpmf_ratings *ratings, size_t factors,
                                  const struct dpmf_key *key, struct dpmf_model *model, struct dpmf_error *error);
void dpmf_model_free(struct dpmf_model *model);

enum dpmf_status dpmf_weights_draw(size_t users, size_t items, const struct dpmf_groups *user_groups,
                                   const struct dpmf_groups *item_groups, const struct dpmf_key *key,
                                   struct dpmf_weights *weights, struct dpmf_error *error);
void dpmf_weights_free(struct dpmf_weights *weights);
/* W_ij; 1 when `weights` is NULL. */
double dpmf_weight(const struct dpmf_weights *weights, size_t user, size_t item);
/* The smallest weight of any rating. */
double dpmf_weights_least(const struct dpmf_weights *weights, const struct dpmf_ratings *ratings);

DPMF_END

#endif
