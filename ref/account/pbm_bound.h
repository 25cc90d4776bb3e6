/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bound of the kind of dpmf-rp Lemma 4.3 without a constant left open.

   Split the sum into q sums of one Bernoulli from each user; who sees all of them sees more, and
   they are independent, so D_alpha is at most q times that of one. In one, let
   h, l = 1/2 +- theta and c = h/l - l/h = 8 theta / (1 - 4 theta^2). A Bernoulli of mean p in [l, h]
   is one of mean l with probability (1 - p) / (1 - l) >= a = l/h, else the constant 1. Told
   which are constant, the adversary sees a sum of N = J + 1 with J Bernoullis of mean l that stay and one
   that goes from l (Q) to h (P), so that Q is Binomial(N, l) and P / Q = 1 + c (s/N - l):
     E_Q (P/Q)^alpha <= E e^(alpha c (s/N - l)) <= e^(alpha^2 c^2 / (8 N))   (Hoeffding),
   and it is at most (h/l)^(alpha-1). Both fall with J, which is at least Binomial(n - 1, a) in
   law. From h to l is the mirror image. Hence, for all inputs and both directions,
     e^((alpha-1) D / q) <= E min(e^(8 alpha^2 theta^2 / ((1 - 4 theta^2)^2 (J + 1))), (h/l)^(alpha-1)),
   J ~ Binomial(n - 1, a). As n grows that is C_0 = 8 (1 - 2 theta) / (1 + 2 theta) in Lemma 4.3. */
#ifndef DPMF_ACCOUNT_PBM_BOUND_H
#define DPMF_ACCOUNT_PBM_BOUND_H
#include "account/pbm.h"

/* Over all coordinates and rounds; alpha > 1. Only the upper end bounds D_alpha. */
enum dpmf_status dpmf_pbm_bound(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *alpha,
                                struct dpmf_enclosure *bound, struct dpmf_error *error);

#endif
