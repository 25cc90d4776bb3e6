/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr, both variants. */
#ifndef DPMF_MECH_PRIVSR_TRAIN_H
#define DPMF_MECH_PRIVSR_TRAIN_H
#include "mech/options.h"
#include "mech/social.h"

struct privsr_options {
	struct dpmf_options run;
	double beta;            /* (0, 1]: eps_s = beta eps_n */
	double sensitive_share; /* [0, 1]: the share of ratings that are sensitive */
	double social_weight;   /* of the friends' term; 1 as published, 0: no friends */
};

/* Refuses what dpmf_options_check refuses, and beta, share and weight outside their ranges. */
enum dpmf_status privsr_options_check(const struct privsr_options *options, const struct dpmf_ratings *ratings,
                                      struct dpmf_error *error);

/* Which ratings are sensitive, which the paper leaves to the users: by column,
   0 a sensitive rating, 1 another. Rating (i, j) is sensitive when the first
   uniform number of stream (i, j, 0) of the sub-key "sensitive" is below the
   share; who is in which group does not depend on the ratings' values and is
   public. */
enum dpmf_status privsr_groups_draw(const struct dpmf_ratings *ratings, double share, const struct dpmf_key *key,
                                    unsigned char **group, struct dpmf_error *error);

/* published: in every round and for every item, users with a sensitive rating
   of it send 2 (u_i.v_j - R_ij) u_i + x, the others the same with y; then
   every friend f sends q - 2 S_if u_f to user i, who draws the h_i of that
   noise. The noise is drawn once, with one h_j per item, unless
   options->run.noise_per_epoch. U starts and stays in the unit ball.

   The record says what the noise is worth, not what the paper takes it for:
   - an item's sum, neighbours `entry`, scale 2 Delta sqrt(K) times the least of
     sqrt(1 + beta^2) / ((1 + beta) eps), 1 / ((1 + beta) eps) and
     1 / ((1 / beta + 1) eps) that any item has: of both groups, of sensitive
     raters only, of others only;
   - the sum of what a user's friends send, neighbours `edge`: a vector of the
     unit ball moves it by up to 4 S_if sqrt(K) <= 4 sqrt(K) in the 1-norm, and
     the scale is sqrt(K) / eps: 4 eps. An edge is one friend's vector towards one
     truster; towards all of them it is that many edges.
   Whether the premises hold is settled in proofs/claims.json (privsr.thm3). */
enum dpmf_status privsr_train(const struct dpmf_ratings *ratings, const struct dpmf_social *social,
                              const struct privsr_options *options, const struct dpmf_key *key,
                              struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

#endif
