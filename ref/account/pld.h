/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Privacy-loss distributions on a grid, with a direction: `upper` curves are never below
   the exact delta(epsilon), `lower` ones never above it, through any number of compositions.

   The loss L = ln dP/dQ under P composes by addition, and
     delta(epsilon) = E (1 - e^(epsilon - L))+ + P[L infinite]
   grows with every L and with every mass. It is convex in e^-L, one factor of
   which belongs to each composed part. So, for the mass m of a cell (a, b] whose
   mass under Q is n = E[e^-L; cell]:
     upper: m is split between a and b so that n stays (connecting the dots of
            the curve; Doroshenko et al. 2022); what is above the grid becomes infinite;
     lower: m is put at its mean ln(m / n) >= a (Jensen), rounded down to a point of
            the grid; what is above the grid goes to its end; below it is dropped.
   The grid of a lower distribution is shifted by a common `offset`, chosen so
   that little is lost by rounding down: near half a step where the masses are smooth.
   Masses are doubles, rounded to the safe side. They are convolved in whole numbers, in
   n log n steps (pld_convolve.h), so that thousands of compositions are feasible. */
#ifndef DPMF_ACCOUNT_PLD_H
#define DPMF_ACCOUNT_PLD_H
#include <stdbool.h>
#include <stddef.h>
#include "account/enclosure.h"

enum dpmf_pld_side { DPMF_PLD_LOWER, DPMF_PLD_UPPER };

struct dpmf_pld {
	enum dpmf_pld_side side;
	int power;       /* the step is 2^-power */
	long first;      /* mass[i] is at the loss (first + i) step + offset */
	size_t count;
	double *mass;
	double offset;   /* 0 on the upper side */
	double infinite; /* 0 on the lower side */
};

/* P[L > loss] and Q[L > loss] of a pair of laws, as enclosures. `loss` is an exact double. */
struct dpmf_pld_pair {
	enum dpmf_status (*above)(const void *context, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q,
	                          struct dpmf_error *error);
	const void *context;
};

/* On the losses from first to last, multiples of 2^-power, 0 <= power <= 40;
   |first|, |last| < 2^40. */
enum dpmf_status dpmf_pld_init(struct dpmf_pld *pld, enum dpmf_pld_side side, const struct dpmf_pld_pair *pair,
                               int power, long first, long last, struct dpmf_error *error);
void dpmf_pld_clear(struct dpmf_pld *pld);

/* `pld` times over, by squaring. What is cut from each end of the grid on the way is at most
   `waste` each time, and what is rounded in the product 2^-20 of that: it goes to the
   safe side. 0 <= waste < 1, 1 <= times <= 2^40. */
enum dpmf_status dpmf_pld_compose(const struct dpmf_pld *pld, unsigned long times, double waste,
                                  struct dpmf_pld *composed, struct dpmf_error *error);
/* Two on the same side with the same step; no loss may be more than 2^52 steps from 0. */
enum dpmf_status dpmf_pld_add(const struct dpmf_pld *a, const struct dpmf_pld *b, double waste, struct dpmf_pld *sum,
                              struct dpmf_error *error);

/* A double that is not below the upper curve at epsilon (on the lower side: not above the lower one). */
double dpmf_pld_delta(const struct dpmf_pld *pld, double epsilon);
/* Upper side: an epsilon >= 0 at which the upper curve is at most delta. Lower side:
   one at which the lower curve is still delta or more; 0 if it is so nowhere.
   Infinite when no epsilon of the grid will do. */
double dpmf_pld_epsilon(const struct dpmf_pld *pld, double delta);

#endif
