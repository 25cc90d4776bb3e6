/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two small neighbouring data sets for gaussmf. User 0's rating of item 0
   differs: the full range between the worlds. Everybody rates every item. */
#ifndef DPMF_AUDIT_GAUSSMF_WORLDS_H
#define DPMF_AUDIT_GAUSSMF_WORLDS_H
#include <stdbool.h>
#include "audit/case.h"
#include "mech/gaussmf/train.h"

enum { GAUSSMF_ROWS_MOST = 32 }; /* users, and items; one factor each */

struct gaussmf_setting {
	size_t users, items, steps; /* steps is J */
	double rate, lambda, clip, eps_i, delta, delta_r;
	bool calibrate;             /* the corrected variant's noise */
	bool public_items;          /* X is trained on world 0's ratings in both worlds */
};

struct gaussmf_worlds {
	const struct gaussmf_setting *setting;
	struct dpmf_ratings ratings[2];
	struct dpmf_key start;       /* of the mechanism: the start is the same in every run */
	double theta[GAUSSMF_ROWS_MOST], x[GAUSSMF_ROWS_MOST];
	double sigma;                /* published: of line 6 */
	struct dpmf_gaussmf_steps steps;  /* corrected: the integers of ratings, profiles and noise */
};

/* case.parameters is a struct gaussmf_setting. */
enum dpmf_status gaussmf_worlds_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void gaussmf_worlds_teardown(void *instance);
struct dpmf_gaussmf_options gaussmf_worlds_options(const struct gaussmf_worlds *worlds);

/* dpmf_gaussmf_train, its noise from `key`. `model` is the caller's to free. With
   public_items: the same kernels and the same door, X from world 0's ratings. */
enum dpmf_status gaussmf_worlds_publish(const struct gaussmf_worlds *worlds, int world, const struct dpmf_key *key,
                                        const struct dpmf_gaussmf_listener *listener, struct dpmf_model *model,
                                        struct dpmf_error *error);

/* Lines 4, 5 and 8 by the kernels: a row of grad Theta before noise, and one step of X. */
double gaussmf_worlds_gradient(const struct gaussmf_worlds *worlds, int world, const double *theta, const double *x, size_t user);
void gaussmf_worlds_step_items(const struct gaussmf_worlds *worlds, int world, const double *theta, double *x);

#endif
