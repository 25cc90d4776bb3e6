/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The enclosures of ref/account against a second oracle, Arb, whose ball arithmetic knows nothing of MPFR's
   directed roundings. A formula in Arb is evaluated with more and more bits until its ball lies within the
   enclosure, or beside it. */
#ifndef TESTS_ARB_BALLS_H
#define TESTS_ARB_BALLS_H
#include <stdbool.h>
#include <stdint.h>

#include <arb_hypgeom.h>

#include "account/enclosure.h"

/* The numbers of one setting; which are used, and for what, is the quantity's. */
struct setting {
	double x, y, epsilon, delta;
	unsigned long count;
	uint64_t p, q, steps;
};

enum verdict { INSIDE, OUTSIDE, UNDECIDED };

/* The exact value at so many bits. */
typedef void formula(const struct setting *s, slong bits, arb_t value);

/* Whether the formula's value lies in the enclosure. */
enum verdict arb_inside(formula *value, const struct setting *s, const struct dpmf_enclosure *found);
/* Whether `curve`, which falls with epsilon, passes delta between the enclosure's ends, the lower of which may be 0. */
enum verdict arb_passes(formula *curve, const struct setting *s, const struct dpmf_enclosure *found);

formula arb_gaussian_delta, arb_laplace_delta, arb_known_h_delta, arb_discrete_laplace_delta;
formula arb_sum_of_costs, arb_range_root, arb_quotient;

#endif
