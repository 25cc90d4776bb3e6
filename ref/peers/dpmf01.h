/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf (Hua, Xia, Zhong 2015) on the matrix of interactions, 0 and 1, every entry a
   rating: what dpimf compares with. peers.h's dpmf takes steps along ratings that are
   there; with all n m entries there the objective
     sum_all (r_ij - p_i.q_j)^2 + lambda (m |p_i|^2 + n |q_j|^2) + x_j.q_j
   is solved for one side at a time in O(nnz K + (n + m) K^2): its quadratic part does
   not look at r, so that it is dpimf's loss at alpha0 = 1, keep = 0 (mech/dpimf/kernels.h), and
   the noise on its linear part is that of dpimf's opt with the public bound 1.
   x_j ~ Lap(2 sqrt(K) / eps)^K: with |p_i|_2 <= 1 one entry moves 2 g_j by 2 |p_i|_1,
   2 sqrt(K) at most. */
#ifndef DPMF_PEERS_DPMF01_H
#define DPMF_PEERS_DPMF01_H
#include <signal.h>
#include "core/public.h"
#include "core/ratings.h"
#include "mech/listener.h"
#include "mech/model.h"
#include "noise/door.h"

DPMF_BEGIN

struct dpmf_dpmf01_options {
	double epsilon, lambda;
	size_t factors, epochs;
	bool noise_per_epoch; /* x_j drawn anew in every epoch; else once, for all of them */
	unsigned jobs;
	struct dpmf_listener listener;
	const volatile sig_atomic_t *stop;
};

/* An epoch solves the users, projects them to the unit ball, and solves the items; at the end
   the users are solved and projected once more. */
enum dpmf_status dpmf_dpmf01_train(const struct dpmf_ratings *ratings, const struct dpmf_dpmf01_options *options,
                                   const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                   struct dpmf_error *error);

DPMF_END

#endif
