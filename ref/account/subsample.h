/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poisson subsampling: each record enters with probability `rate`, on its own,
   and nobody sees which did. P is the mechanism's law with the record in the
   sample, Q without; the neighbours are told apart by which laws stand where:

     ADD      (1 - rate) Q + rate P against Q: the record is in the first data set only
     REMOVE   Q against (1 - rate) Q + rate P
     REPLACE  (1 - rate) Q + rate P against (1 - rate) Q + rate P'

   The rest of the sample is random too; by joint convexity the worst rest is
   what counts, so the base is asked for its worst pair. Where that pair is the
   same for every rest (additive noise), what is exact below is exact for the whole. */
#ifndef DPMF_ACCOUNT_SUBSAMPLE_H
#define DPMF_ACCOUNT_SUBSAMPLE_H
#include <stdbool.h>
#include "account/enclosure.h"

enum dpmf_subsample_neighbours { DPMF_SUBSAMPLE_ADD, DPMF_SUBSAMPLE_REMOVE, DPMF_SUBSAMPLE_REPLACE };

/* The unsampled mechanism, asked one number, epsilon or an order. */
struct dpmf_subsample_base {
	enum dpmf_status (*at)(const void *context, enum dpmf_subsample_neighbours neighbours,
	                       const struct dpmf_enclosure *argument, struct dpmf_enclosure *value,
	                       struct dpmf_error *error);
	const void *context;
};

/* delta at epsilon >= 0 of the sampled mechanism from `base`, which answers with its delta.
   ADD, exact: rate delta_ADD(e), with e^e = 1 + (e^epsilon - 1) / rate.
   REMOVE, exact: with b = 1 - e^epsilon (1 - rate), b delta_REMOVE(ln(e^epsilon rate / b)) if b > 0, else 0.
   REPLACE, a bound (Balle, Barthe and Gaboardi 2018, by advanced joint convexity), with e as for ADD:
     rate ((1 - c) delta_ADD(e) + c delta_REPLACE(e)), c = e^(epsilon - e). The lower end is 0. */
enum dpmf_status dpmf_subsample_delta(const struct dpmf_subsample_base *base, const struct dpmf_enclosure *rate,
                                      enum dpmf_subsample_neighbours neighbours, const struct dpmf_enclosure *epsilon,
                                      struct dpmf_enclosure *delta, struct dpmf_error *error);

/* D_alpha of whole order 2 <= alpha <= 1024, from `base`, which answers with its D_j.
   ADD, exact: e^((alpha-1) D) = sum of C(alpha, j) (1 - rate)^(alpha-j) rate^j e^((j-1) D_j).
   REMOVE: the same is a bound if `mirrored`, that is if some map of the outcomes exchanges
     P and Q (Mironov, Talwar and Zhang 2019): noise with a density that is even. If not,
     the terms from j = 3 on count three times, with the larger D_j of ADD and REMOVE
     (Zhu and Wang 2019). The lower end is 0.
   REPLACE, a bound, by way of the record left out (Mironov's weak triangle inequality, 2017, with p = q = 2):
     (alpha - 1/2) / (alpha - 1) D_(2 alpha),ADD + D_(2 alpha - 1),REMOVE; so 2 alpha <= 1024. */
enum { DPMF_SUBSAMPLE_ORDERS = 1024 };
enum dpmf_status dpmf_subsample_renyi(const struct dpmf_subsample_base *base, bool mirrored,
                                      const struct dpmf_enclosure *rate, enum dpmf_subsample_neighbours neighbours,
                                      unsigned long alpha, struct dpmf_enclosure *divergence, struct dpmf_error *error);

#endif
