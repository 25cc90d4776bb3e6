/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gaussmf, both variants. V ~ X Theta': X are the items' profiles (model->v),
   Theta the users' (model->u). The recommender is the curator: it holds the
   ratings and is trusted, so that the noise is its own (key "server").

   What both variants do, and where the paper leaves it open:
   - Start: every profile is i.i.d. N(0, 1), divided by its 2-norm.
   - One round takes both gradients at the same iterate and then both steps
     (lines 3 to 9 of Algorithm 1; the text calls it alternating).
   - Clipping to C is of the outer factor of lines 4 and 5 only, as printed:
     Vhat, lambda Theta and lambda X have the profiles as they are, and the
     profiles are not replaced. With C = 1 replacing them would bound every
     prediction by 1 where ratings go from 1 to 5, and the RMSE of Figs. 7 to
     9 comes near 0.
   - lambda has no value in the paper: an option.
   - Neighbours differ in the value of one rating; who rated what is public.
   - Users without a rating are released, too.

   A round costs O(ratings n) time; memory is O(ratings + (users + items) n). */
#ifndef DPMF_MECH_GAUSSMF_TRAIN_H
#define DPMF_MECH_GAUSSMF_TRAIN_H
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"
#include "core/stream.h"
#include "mech/model.h"
#include "noise/release.h"

DPMF_BEGIN

enum { DPMF_GAUSSMF_MOST_FACTORS = 1024 };

/* `model` after the round, and its RMSE on the ratings it is trained on, which
   is no part of what may be published. */
struct dpmf_gaussmf_listener {
	void *context;
	void (*round)(void *context, uint64_t round, const struct dpmf_model *model, double train_rmse);
};

struct dpmf_gaussmf_options {
	double rating_min, rating_max; /* public: tau is their difference */
	size_t factors;                /* n */
	size_t steps;                  /* J, the most */
	double rate, lambda, clip;     /* mu, lambda, C */
	double eps_i, delta;           /* of one round's release */
	double delta_r;                /* of the whole */
	double tolerance;              /* published: see dpmf_gaussmf_train; 0: all J rounds */
	bool plain;                    /* published without its noise, which the paper compares with: no privacy */
	unsigned jobs;
	struct dpmf_gaussmf_listener listener;
	const volatile sig_atomic_t *stop; /* not NULL: training ends when it becomes non-zero */
};

/* Refuses what cannot be run, naming the option and the remedy; eps_i >= 1
   among it, where Theorem 1 says nothing. */
enum dpmf_status dpmf_gaussmf_check(const struct dpmf_gaussmf_options *options, const struct dpmf_ratings *ratings,
                                    struct dpmf_error *error);

/* published: Algorithm 1. It ends after J rounds, or when the training RMSE fell
   by no more than `tolerance` times itself over the last DPMF_GAUSSMF_WINDOW rounds.
   That test reads the ratings without noise: the round at which it ends is a
   release that Theorem 2 does not count, and an epsilon for a number of steps
   that the ratings choose is not what the theorem gives.
   The record has one entry a round, with Theorem 2's sensitivity tau C and its
   premise that X is the same for neighbours, which holds in the first round
   only (proofs/claims.json, gaussmf.thm2). */
enum { DPMF_GAUSSMF_WINDOW = 10 };
enum dpmf_status dpmf_gaussmf_train(const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                                    const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                    struct dpmf_error *error);

/* corrected: the (eps_opt, delta_r) of Theorem 2 for (X, Theta) and every round
   of both, at the J of the options, which is fixed beforehand; `tolerance` is
   not used.

   With all rounds of both public, a gradient depends on the ratings through
     sum over the ratings of (v_ij - c) clip(outer profile)
   alone, which is what leaves, as integers: v_ij - c in rating steps (c is the
   middle of the range) times the clipped outer profile in steps of
   2^-outer_bits, cut towards 0. One changed rating moves one row of the users'
   sums and one of the items' by (its change) * (one outer profile), exactly:
   at most span * bound in L2. Each round is two such releases with discrete
   Gaussian noise; everything else is computed from what was released. The
   Renyi divergences of the 2 J releases are at most those of normal noise
   (Canonne, Kamath and Steinke 2020, Proposition 5), from which the least sigma
   is calibrated by the best conversion (account/rdp.h). */
enum dpmf_status dpmf_gaussmf_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                                              const struct dpmf_key *key, struct dpmf_door *door,
                                              struct dpmf_model *model, struct dpmf_error *error);

/* The integers of `corrected`. */
struct dpmf_gaussmf_steps {
	int rating_bits;           /* a rating step is 2^-rating_bits; the range has 16 to 33 of them */
	int outer_bits;            /* a step of an outer profile is 2^-outer_bits */
	int64_t low, high, middle; /* of the range of ratings, in rating steps */
	int64_t bound;             /* |outer profile|_2 is at most so many steps */
	uint64_t p, q;             /* sigma^2 = p / q, in products of rating and outer steps */
};
enum dpmf_status dpmf_gaussmf_steps_of(const struct dpmf_gaussmf_options *options, struct dpmf_gaussmf_steps *steps,
                                       struct dpmf_error *error);
/* dpmf_gaussmf_train_corrected with integers that dpmf_gaussmf_steps_of made of the same options: for many runs with one calibration. */
enum dpmf_status dpmf_gaussmf_train_corrected_with(const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                                                   const struct dpmf_gaussmf_steps *steps, const struct dpmf_key *key,
                                                   struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);
/* The rating relative to the middle, in rating steps; a tie goes away from 0. */
int64_t dpmf_gaussmf_rating_steps(const struct dpmf_gaussmf_steps *steps, double rating);
/* Clips the profile to C, cuts it to steps, and makes sure of the bound. */
void dpmf_gaussmf_outer_steps(const struct dpmf_gaussmf_steps *steps, const double *profile, size_t n, double clip,
                              double *clipped, int64_t *outer);

DPMF_END

#endif
