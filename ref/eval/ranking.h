/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HR@k and NDCG@k of held-out interactions (dpimf, Eqs. (29) to (31)). Each is
   ranked by its score, the highest first, among the items that its user has no
   interaction with, neither in training nor held out: among all of them, and among
   some that are drawn. With one held out per user, as leave-one-out has it, the one
   ideal list has it first, so that IDCG is 1 and NDCG@k is 1 / log2(rank + 1) where
   rank <= k.

   Equal scores: the expectation over a random order of them, so that a model which
   tells nothing apart has HR@k = k / (number ranked), what guessing has. */
#ifndef DPMF_EVAL_RANKING_H
#define DPMF_EVAL_RANKING_H
#include "core/public.h"
#include "core/ratings.h"
#include "core/stream.h"
#include "mech/model.h"

DPMF_BEGIN

/* The scores of all items for one user, of whom `train` has the history. Called
   from several threads. */
typedef void dpmf_scorer(const void *model, const struct dpmf_ratings *train, size_t user, double *score);

struct dpmf_ranking_task {
	const struct dpmf_ratings *train, *test; /* in one numbering */
	dpmf_scorer *score;
	const void *model;
	size_t top;       /* k >= 1 */
	size_t negatives; /* how many are drawn; where there are fewer, all of them are ranked */
	unsigned jobs;
};

struct dpmf_ranking {
	size_t count;    /* held-out interactions */
	double hr, ndcg; /* NaN when count is 0 */
};

/* Memory is items per thread; the draw depends on the key, the user and the item alone,
   the result not on jobs. Scores that are not finite are DPMF_INPUT. */
enum dpmf_status dpmf_ranking_measure(const struct dpmf_ranking_task *task, const struct dpmf_key *key,
                                      struct dpmf_ranking *full, struct dpmf_ranking *sampled,
                                      struct dpmf_error *error);

/* u_i.v_j of a struct dpmf_model, whose center is the same for all. */
dpmf_scorer dpmf_model_scores;

DPMF_END

#endif
