/* SPDX-License-Identifier: GPL-3.0-or-later */
/* soreg (Ma et al. 2011): privsr's loop with friends and without noise. */
#ifndef DPMF_PEERS_SOREG_H
#define DPMF_PEERS_SOREG_H
#include "core/public.h"
#include "mech/options.h"
#include "mech/social.h"

DPMF_BEGIN

struct dpmf_soreg_options {
	struct dpmf_options run;
	double social_weight; /* of the friends' term; 0: plain mf */
};

enum dpmf_status dpmf_soreg_train(const struct dpmf_ratings *ratings, const struct dpmf_social *social,
                                  const struct dpmf_soreg_options *options, const struct dpmf_key *key,
                                  struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

DPMF_END

#endif
