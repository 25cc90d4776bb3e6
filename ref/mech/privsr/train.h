/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr, both variants. */
#ifndef DPMF_MECH_PRIVSR_TRAIN_H
#define DPMF_MECH_PRIVSR_TRAIN_H
#include "core/public.h"
#include "mech/descent.h"
#include "mech/options.h"
#include "mech/social.h"

DPMF_BEGIN

struct dpmf_privsr_options {
	struct dpmf_options run; /* run.colluding: of an item's raters, of a user's friends, and of who trusts a user */
	double beta;            /* (0, 1]: eps_s = beta eps_n */
	double sensitive_share; /* [0, 1]: the share of ratings that are sensitive */
	double social_weight;   /* of the friends' term; 1 as published, 0: no friends */
};

/* Refuses what dpmf_options_check refuses, and beta, share and weight outside their ranges. */
enum dpmf_status dpmf_privsr_options_check(const struct dpmf_privsr_options *options, const struct dpmf_ratings *ratings,
                                           struct dpmf_error *error);

/* Which ratings are sensitive, which the paper leaves to the users: by column,
   0 a sensitive rating, 1 another. Rating (i, j) is sensitive when the first
   uniform number of stream (i, j, 0) of the sub-key "sensitive" is below the
   share; who is in which group does not depend on the ratings' values and is
   public. */
enum dpmf_status dpmf_privsr_groups_draw(const struct dpmf_ratings *ratings, double share, const struct dpmf_key *key,
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
enum dpmf_status dpmf_privsr_train(const struct dpmf_ratings *ratings, const struct dpmf_social *social,
                                   const struct dpmf_privsr_options *options, const struct dpmf_key *key,
                                   struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

/* The rounds of `published`, with whatever noise is declared here: soreg (peers/) is that, too. */
struct dpmf_privsr_descent {
	struct dpmf_descent run;        /* run.entry: what leaves per item; run.weights are not used */
	const unsigned char *group;     /* NULL: all raters take equal shares; else 0 or 1 for every rating by column: */
	double group_scale[2];          /* the scale of that group's noise, divided among its raters of the item */
	const struct dpmf_social *social; /* NULL: users do not listen to friends */
	double social_weight;           /* of the friends' term in a user's gradient */
	struct dpmf_entry friends;      /* what leaves per user that has friends */
};

/* The first trains `model`, which holds the starting factors; the second starts from the key's, and
   `model` is written only on success. */
enum dpmf_status dpmf_privsr_descend(const struct dpmf_ratings *ratings, const struct dpmf_privsr_descent *how,
                                     struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);
enum dpmf_status dpmf_privsr_factorize(const struct dpmf_ratings *ratings, size_t factors, const struct dpmf_privsr_descent *how,
                                       const struct dpmf_key *key, struct dpmf_door *door,
                                       struct dpmf_model *model, struct dpmf_error *error);

/* corrected: eps holds for every beta, against the recommender and whoever
   sees V, U and every later round computed from V (view `joint`, neighbours
   `entry`), and another eps for one friend's vector (`edge`).
   1. Every rater of item j contributes its rating relative to the middle of
      the range, in steps, and a share of discrete Laplace noise, of which a party
      knows only its own: beta divides the noise between the groups as the published
      variances do (dpmf_privsr_parts), and the shares add up to the whole law,
      whatever beta is. Only the sum is revealed. One changed rating moves one
      sum by at most Delta.
   2. The recommender shrinks the noisy means x_j as hdpmf's does.
   3. On its device user f fits r_fj - middle ~ a_f + b_f x_j to its own ratings.
   4. Once, every friend f of user i contributes (a_f / (Delta / 4), b_f - 1), each cut to
      -1 .. 1, in steps, and a share of noise of its own; user i learns the sum
      over its friends only. Another vector moves it by at most 4 in the
      1-norm. All friends count alike, because S_if looks at private ratings.
   5. User i fits again, with the mean of its friends as what a and b are drawn
      to, and predicts middle + a_i + b_i x_j. That stays on its device.
   A rating moves its user's vector, and with it what everybody is told who
   trusts that user: a coalition of the recommender and m trusters of user f
   sees f's rating at eps + m eps (entry), one truster at eps + eps, the recommender
   alone at eps. With run.colluding, C of an item's raters, C of a user's friends
   and C of who trusts a user work together: the honest shares of either sum
   still make the whole law, and a rating has eps + m eps, m = dpmf_privsr_heard; the record
   says both, and the budget for `entry` is composed of them. options->run.factors, epochs, rate and step are not used;
   run.lambda draws the slope of step 3 to 0. */
enum dpmf_status dpmf_privsr_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_social *social,
                                             const struct dpmf_privsr_options *options, const struct dpmf_key *key,
                                             struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

/* How many of those who trust one user collude, at most: the sums over friends that they hear speak of its ratings. */
enum dpmf_status dpmf_privsr_heard(const struct dpmf_social *social, const struct dpmf_colluding *colluding, size_t *heard,
                                   struct dpmf_error *error);

/* The integers of `corrected` beside those of mech/hdpmf/train.h: beta is a
   multiple of 2^-12 (the nearest above 0), a coordinate of a vector of 2^-8. */
enum { DPMF_PRIVSR_BETA_BITS = 12, DPMF_PRIVSR_VECTOR_BITS = 8 };
uint64_t dpmf_privsr_beta_steps(double beta);
/* How exp(-|x| p / q) on the steps of a friend's vector has rate eps per 4 units. */
enum dpmf_status dpmf_privsr_friend_rate(double epsilon, uint64_t *p, uint64_t *q, struct dpmf_error *error);

DPMF_END

#endif
