/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum of a round's messages, as the server of dpmf-rp gets it. */
#ifndef DPMF_MECH_RP_SUM_H
#define DPMF_MECH_RP_SUM_H
#include "mech/dpmf-rp/message.h"

/* Of the `count` users listed; sum: dpmf_rp_message_length numbers. Users in a block work side by side and are added in order: the same bytes for any jobs. */
enum dpmf_status dpmf_rp_sum_ideal(const struct dpmf_rp_round *round, const uint32_t *user, size_t count,
                                   double *sum, struct dpmf_error *error);
/* By secure aggregation under a secret of the door's in this round, in which nobody falls silent; needs noise: sums are of integers. */
enum dpmf_status dpmf_rp_sum_secagg(const struct dpmf_rp_round *round, uint64_t number, const uint32_t *user,
                                    size_t count, double *sum, struct dpmf_error *error);

/* Adds to options->traffic what a round of so many users would send: DPMF_RP_SUM_NONE, or without noise, the bare message, in as few
   bits as hold 0 .. q, or in doubles; DPMF_RP_SUM_IDEAL what secure aggregation would. */
void dpmf_rp_sum_traffic(const struct dpmf_rp_round *round, size_t count);

/* theta as the multiple of 2^-DPMF_PBM_THETA_BITS that is drawn with. */
double dpmf_rp_theta(const struct dpmf_rp_options *options);
/* What the server makes of it: S grad V over the `count` users, in the first p rows. */
void dpmf_rp_sum_estimate(const struct dpmf_rp_round *round, size_t count, double *sum);

#endif
