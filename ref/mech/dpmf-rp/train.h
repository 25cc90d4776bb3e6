/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf-rp, both variants (Algorithm 2). */
#ifndef DPMF_MECH_DPMF_RP_TRAIN_H
#define DPMF_MECH_DPMF_RP_TRAIN_H
#include <signal.h>
#include <stdbool.h>
#include "core/public.h"
#include "noise/colluding.h"
#include "mech/listener.h"
#include "mech/model.h"
#include "mech/dpmf-rp/user.h"
#include "noise/release.h"

DPMF_BEGIN

/* The appendix's ablation: what is left out. */
enum dpmf_rp_sum {
	DPMF_RP_SUM_IDEAL,  /* the server is handed the sum, as a perfect secure aggregation would */
	DPMF_RP_SUM_SECAGG, /* keys, shares and masks (secagg/) */
	DPMF_RP_SUM_NONE,   /* case 2: the server sees every message */
};

struct dpmf_rp_traffic;
struct dpmf_rp_errors;

struct dpmf_rp_options {
	struct dpmf_rp_user_setting user;
	size_t rows;              /* p; the number of items: no projection (case 3) */
	size_t rounds;            /* T */
	double participation;     /* beta: round(beta n) users take part in a round, at least 1 */
	double mu;                /* Eq. (4) */
	double rate, beta1, beta2; /* Adam's */
	bool noise;               /* false: cases 1 and 4 */
	double theta;             /* (0, 1/4], a multiple of 2^-DPMF_PBM_THETA_BITS (the next below counts) */
	uint32_t quanta;          /* q */
	double bound;             /* corrected: c, of a flattened coordinate; 0: dpmf_rp_delta / sqrt(p') */
	enum dpmf_rp_sum sum;
	double threshold;         /* DPMF_RP_SUM_SECAGG: the share of users that must stay, (1/2, 1] */
	struct dpmf_colluding colluding; /* of the users of a round, against how many together the budget holds; its `stay` is not
	                             below `threshold` */
	unsigned jobs;
	struct dpmf_listener listener;
	const volatile sig_atomic_t *stop;
	struct dpmf_rp_traffic *traffic; /* NULL, or raised by what every round sends (traffic.h) */
	struct dpmf_rp_errors *errors;   /* NULL, or raised by what every round's gradient suffers (errors.h) */
};

enum dpmf_status dpmf_rp_options_check(const struct dpmf_rp_options *options, const struct dpmf_ratings *ratings,
                                       struct dpmf_error *error);

/* How many users take part in a round. */
size_t dpmf_rp_taking_part(const struct dpmf_rp_options *options, size_t users);
/* options->colluding with a `stay` that is not below `threshold`. */
struct dpmf_colluding dpmf_rp_colluding(const struct dpmf_rp_options *options);
/* How many messages of honest users are certain to be in what the server sees of a round: the `users` of the
   accounting (account/pbm.h). 1 where it sees every message. */
size_t dpmf_rp_honest(const struct dpmf_rp_options *options, size_t users);
/* The most rounds that any one user takes part in: the schedule is public, and drawn from the key. */
enum dpmf_status dpmf_rp_most_rounds(const struct dpmf_rp_options *options, size_t users, const struct dpmf_key *key,
                                     size_t *most, struct dpmf_error *error);

/* 2 e (1 + kappa) B_1: how far one rating moves a user's gradient in the 1-norm when u_i is
   held. The paper's Delta_1 = 4 e (1 + kappa) B_1 / beta is 2 / beta times that, because it has the
   2 of the derivative and the 1 / beta of the sample in what a user sends; here the server multiplies by them. */
double dpmf_rp_delta(const struct dpmf_rp_user_setting *setting);

/* published: Delta_1 / sqrt(p) is what a user scales its coordinates with,
   Delta_1 / sqrt(p') what the server scales back with (where p is no power of two
   the gradient comes out sqrt(p / p') times what it was), and nothing is clipped: a
   coordinate beyond moves the chance beyond 1/2 +- theta, as far as 0 and 1.
   corrected: one constant c on both sides, and every coordinate is cut to -c .. c, so that
   any change of a user's row is any change within the range that the accounting supposes. */
enum dpmf_status dpmf_rp_train(const struct dpmf_ratings *ratings, const struct dpmf_rp_options *options,
                               const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                               struct dpmf_error *error);
enum dpmf_status dpmf_rp_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_rp_options *options,
                                         const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                         struct dpmf_error *error);

DPMF_END

#endif
