/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The baselines that hdpmf compares with: the same loop, other noise. */
#ifndef DPMF_PEERS_PEERS_H
#define DPMF_PEERS_PEERS_H
#include "core/public.h"
#include "mech/options.h"

DPMF_BEGIN

/* mf: no noise, no privacy. */
enum dpmf_status dpmf_mf_train(const struct dpmf_ratings *ratings, const struct dpmf_options *options,
                               const struct dpmf_key *key, struct dpmf_door *door,
                               struct dpmf_model *model, struct dpmf_error *error);

/* dpmf (Hua, Xia, Zhong 2015): one budget for all ratings, the smallest that
   satisfies everybody: epsilon times the least weight. */
enum dpmf_status dpmf_train(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                            const struct dpmf_options *options, const struct dpmf_key *key,
                            struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

/* pdpmf (Zhang et al. 2019): every rating takes part with probability
   (e^eps_ij - 1) / (e^t - 1), 1 where eps_ij >= t, under uniform noise for t. A threshold
   of NAN is the mean of the ratings' own budgets, as hdpmf's authors have it (options->as_run). */
enum dpmf_status dpmf_pdpmf_train(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                  double threshold, const struct dpmf_options *options, const struct dpmf_key *key,
                                  struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

DPMF_END

#endif
