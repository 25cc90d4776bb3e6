/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpimf, both variants. */
#ifndef DPMF_MECH_DPIMF_TRAIN_H
#define DPMF_MECH_DPIMF_TRAIN_H
#include <signal.h>
#include <stdbool.h>
#include "core/public.h"
#include "core/ratings.h"
#include "mech/listener.h"
#include "mech/model.h"
#include "noise/release.h"

DPMF_BEGIN

enum dpmf_dpimf_scheme {
	DPMF_DPIMF_STR,    /* Eq. (10): keep = 1, one sensitivity for all coefficients, Eq. (9) */
	DPMF_DPIMF_COM,    /* keep = 1 - alpha0, Eqs. (15) to (17), d x d independent noise */
	DPMF_DPIMF_SYM,    /* the same with Eqs. (18) and (19) */
	DPMF_DPIMF_OPT,    /* sym at alpha0 = 1: noise on the first order only */
	DPMF_DPIMF_OPT_IS, /* opt with importance sampling, Algorithm 3 */
};

struct dpmf_dpimf_options {
	enum dpmf_dpimf_scheme scheme;
	double epsilon;             /* of one pass, as published; of the whole run where corrected */
	size_t factors;             /* d */
	double lambda, alpha0;      /* alpha0 is 1 for opt and opt-is */
	double share[3];            /* beta_1 .. beta_3 of com and sym, which add up to 1; at alpha0 = 1 all is beta_1 */
	double target;              /* opt-is: epsilon' / epsilon of Algorithm 3, >= 1; corrected: epsilon' is the one that is
	                               given, and epsilon' / target is what the noise would cost without sampling */
	double bound;               /* public bound on |p|_2, to which profiles are clipped. 0: none; published takes the
	                               sensitivity of the largest profile at hand, which the data decide; corrected too, for
	                               DPMF_ENTRY, where that profile is public */
	bool by_items;              /* the released side are the users' profiles, and parties hold disjoint items */
	size_t parties, rounds, local; /* corrected: 1 party, 1 local pass */
	enum dpmf_relation neighbours; /* corrected: DPMF_ENTRY or DPMF_USER */
	size_t most;                /* corrected, DPMF_USER: interactions that one user contributes at most */
	unsigned jobs;
	struct dpmf_listener listener;
	const volatile sig_atomic_t *stop;
};

enum dpmf_status dpmf_dpimf_options_check(const struct dpmf_dpimf_options *options, const struct dpmf_ratings *ratings,
                                          struct dpmf_error *error);

/* One pass of Algorithm 2 over all items of one party, P held fixed: lines 2 to 14.
   ratings: the party's, whose users are U; profiles: one for every user of it.
   Declares and releases through the door, what is declared in terms of Eqs. (9) and (15)
   to (18), with DPMF_LAPLACE; solved: items x d. `round` numbers the passes: with it and
   the party no draw is used twice. Options as dpmf_dpimf_options_check leaves them. */
enum dpmf_status dpmf_dpimf_pass(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                 const double *profiles, uint64_t party, uint64_t round,
                                 struct dpmf_door *door, double *solved, struct dpmf_error *error);

/* Algorithm 1: in every round `local` passes at every party, then the average of
   the parties' released profiles. Before every pass but the first of all the party fits its own side, without
   noise (the first takes it as it started, uniform in (0, 1)); at the end, too. */
enum dpmf_status dpmf_dpimf_train(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct dpmf_error *error);
/* entry.c, user.c: epsilon of the whole run, with exact noise; the users' profiles of the model are
   fitted on their devices to the released items' and are not released. */
enum dpmf_status dpmf_dpimf_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                            const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                            struct dpmf_error *error);

DPMF_END

#endif
