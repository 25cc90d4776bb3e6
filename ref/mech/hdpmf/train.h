/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpmf, both variants. */
#ifndef DPMF_MECH_HDPMF_TRAIN_H
#define DPMF_MECH_HDPMF_TRAIN_H
#include "core/public.h"
#include "mech/descent.h"
#include "mech/hdpmf/steps.h"
#include "mech/options.h"

DPMF_BEGIN

/* published: Algorithm 1. The noise is that of Theorems 2 and 3, drawn once
   with one h_j per item unless options->noise_per_epoch. The door's record
   says what left and under which premise; what the premise is worth is
   settled in proofs/claims.json (hdpmf.alg1). */
enum dpmf_status dpmf_hdpmf_train(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                  const struct dpmf_options *options, const struct dpmf_key *key,
                                  struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

/* Algorithm 1 with whatever weights and noise `how` says: the baselines (peers/) are that, too. The
   first trains `model`, which holds the starting factors; the second starts from the key's, and
   `model` is written only on success. */
enum dpmf_status dpmf_hdpmf_descend(const struct dpmf_ratings *ratings, const struct dpmf_descent *how,
                                    struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);
enum dpmf_status dpmf_hdpmf_factorize(const struct dpmf_ratings *ratings, size_t factors, const struct dpmf_descent *how,
                                      const struct dpmf_key *key, struct dpmf_door *door,
                                      struct dpmf_model *model, struct dpmf_error *error);

/* corrected: what gives every rating W_ij epsilon in view `joint`.

   A user's message must not depend on its other ratings, so its features are
   public and constant; with them the model has rank one, and its factors are
   found in one round:
   1. Every rater of item j contributes the integer s_ij = w_ij r_ij, its
      stretched rating relative to the middle of the range, in steps, and its
      share of discrete Laplace noise. Each rater knows its own; the shares of
      those who do not collude (options->colluding) make the whole law, so that of the
      rest no party knows anything. Only the sum over the raters is revealed. One changed rating moves one sum by at most
      w_ij Delta steps, whatever else was trained from it.
   2. The recommender shrinks the noisy means towards 0 by the ratio of signal
      to signal plus noise, estimated from the sums themselves.
   3. On its device user i fits r_ij - middle ~ a_i + b_i v_j / gamma_j to its
      own ratings; with b_i = (b_i beta_i) / beta_i this is the paper's
      rescaled prediction u.v / W_ij with an intercept.
   Steps 2 and 3 see the ratings through the sums and on their own device
   only. options->factors, epochs, rate and step are not used. */
enum dpmf_status dpmf_hdpmf_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                            const struct dpmf_options *options, const struct dpmf_key *key,
                                            struct dpmf_door *door, struct dpmf_model *model,
                                            struct dpmf_error *error);

DPMF_END

#endif
