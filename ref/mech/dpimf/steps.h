/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integers of dpimf's corrected variant: profiles on a power-of-two grid, so
   that what one interaction adds to a sum, and hence the sensitivity, is a whole
   number that nothing rounds. */
#ifndef DPMF_MECH_DPIMF_STEPS_H
#define DPMF_MECH_DPIMF_STEPS_H
#include <stddef.h>
#include <stdint.h>
#include "noise/release.h"

/* x is the whole number nearest to zero of steps x 2^bits. */
struct dpmf_dpimf_grid {
	int bits;
	int64_t bound; /* of a profile's 2-norm in steps; 0: none */
};

/* For profiles that are public: the largest |p|_1 has fewer than 2^20 steps. */
struct dpmf_dpimf_grid dpmf_dpimf_grid_of(const double *profiles, size_t count, size_t d);
/* For profiles that are not: |p|_2 <= c, 2^13 to 2^14 steps. */
struct dpmf_dpimf_grid dpmf_dpimf_grid_within(double c);

/* The steps of one profile, cut to the bound where there is one. */
void dpmf_dpimf_profile_steps(const struct dpmf_dpimf_grid *grid, const double *profile, size_t d, int64_t *steps);
/* And as numbers again, exactly. */
void dpmf_dpimf_profile_of_steps(const struct dpmf_dpimf_grid *grid, const int64_t *steps, size_t d, double *profile);

/* sum |steps_l| */
int64_t dpmf_dpimf_steps_size(const int64_t *steps, size_t d);
/* The largest of `count` profiles', and 1 at least. */
int64_t dpmf_dpimf_steps_largest(const int64_t *steps, size_t count, size_t d);
/* The most that it is for a sum of squares up to bound^2: the square root of d bound^2, rounded down. */
int64_t dpmf_dpimf_steps_most(int64_t bound, size_t d);

/* Rates at which a statistic that moves by touched * sensitivity steps in all costs
   epsilon, rounded down by less than 2^-20 of itself or refused. */
enum dpmf_status dpmf_dpimf_rate_of(double epsilon, struct dpmf_entry *entry, struct dpmf_error *error);

#endif
