/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Poisson binomial mechanism over many coordinates and rounds, by privacy-loss
   distributions: `hi` from the largest curve over all placements, composed; `lo`
   from one placement, all others at +c, which inputs attain in every coordinate. */
#ifndef DPMF_ACCOUNT_PBM_PLD_H
#define DPMF_ACCOUNT_PBM_PLD_H
#include "account/pbm.h"

/* Coordinates times rounds that are composed this way unasked, which takes below a second; and the most. */
enum { DPMF_PBM_PLD_PARTS = 10000, DPMF_PBM_PLD_MOST = 1 << 30 };
/* By how many bits the grid of `lo` can be finer: rounding down costs it the most, in all parts together. */
enum { DPMF_PBM_PLD_FINER = 8 };

/* epsilon of delta, 1e-250 < delta < 1; ends may be 0 and infinite. Every bit finer takes twice the time. */
enum dpmf_status dpmf_pbm_pld_epsilon(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *delta, unsigned finer,
                                      struct dpmf_enclosure *epsilon, struct dpmf_error *error);

#endif
