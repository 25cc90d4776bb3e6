/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ials (Rendle, Krichene, Zhang, Koren 2021), dpimf's ground truth: the least of
   Eq. (1) with the regularizer of Eq. (2), by alternating least squares. No noise,
   no privacy. */
#ifndef DPMF_PEERS_IALS_H
#define DPMF_PEERS_IALS_H
#include <signal.h>
#include "core/public.h"
#include "core/ratings.h"
#include "mech/listener.h"
#include "mech/model.h"
#include "mech/implicit.h"
#include "noise/door.h"

DPMF_BEGIN

struct dpmf_ials_options {
	size_t factors, epochs;
	double alpha0, lambda;
	unsigned jobs;
	struct dpmf_listener listener;
	const volatile sig_atomic_t *stop;
};

/* Starts from the items of dpmf_model_start. An epoch solves the users, then the
   items; at the end the users are solved once more. */
enum dpmf_status dpmf_ials_train(const struct dpmf_ratings *ratings, const struct dpmf_ials_options *options,
                                 const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                 struct dpmf_error *error);

DPMF_END

#endif
