/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An upper privacy-loss distribution from a curve alone: for a family of pairs of which
   only the largest delta at each epsilon is known. */
#ifndef DPMF_ACCOUNT_PLD_CURVE_H
#define DPMF_ACCOUNT_PLD_CURVE_H
#include "account/pld.h"

/* delta[i] is an upper bound at the loss (first + i) 2^-power, i < count, count >= 3, of
   every pair of the family (and, for negative losses, 1 - e^loss + e^loss delta(-loss) of the
   pairs turned round). As functions of t = e^loss curves are convex, so the dots
   joined by lines stay above them: in the line's corner at t_i stands the mass
   t_i (slope after - slope before) of P; where rounding makes that negative, 0. From
   t = 0, delta = 1, to the first dot there is no mass of P; after the last dot
   delta stays, as infinite loss. Any composition asks for mixtures of values of the curve with
   weights >= 0, so what is above in each part is above in the whole. */
enum dpmf_status dpmf_pld_of_curve(struct dpmf_pld *pld, const mpfr_t *delta, int power, long first, size_t count,
                                   struct dpmf_error *error);

#endif
