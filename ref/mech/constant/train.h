/* SPDX-License-Identifier: GPL-3.0-or-later */
/* constant: what costs no privacy at all. Every rating is predicted as one number, which is public: the middle of the
   range, or what is given. No rating is read, and nothing goes to the door. */
#ifndef DPMF_MECH_CONSTANT_TRAIN_H
#define DPMF_MECH_CONSTANT_TRAIN_H
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"
#include "mech/model.h"

DPMF_BEGIN

struct dpmf_constant_options {
	double rating_min, rating_max; /* public */
	double value;                  /* NAN: the middle of the range */
};

/* One factor, which is 0 for all: of `ratings` the users and the items are read, and no rating. */
enum dpmf_status dpmf_constant_train(const struct dpmf_ratings *ratings, const struct dpmf_constant_options *options,
                                     struct dpmf_model *model, struct dpmf_error *error);

DPMF_END

#endif
