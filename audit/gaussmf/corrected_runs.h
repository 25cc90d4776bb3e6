/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the views of gaussmf's corrected variant see: runs of the real driver, its noise calibrated once instead of
   in every run. How likely that is in either world, and the search for the largest change from starting points of its own,
   take the same round on the real kernels with somebody else at the door; one factor. */
#ifndef DPMF_AUDIT_GAUSSMF_CORRECTED_RUNS_H
#define DPMF_AUDIT_GAUSSMF_CORRECTED_RUNS_H
#include "audit/gaussmf/views.h"

/* Whoever stands at the door: gets a sum before noise, and puts in its place what is released. */
typedef enum dpmf_status gaussmf_release(void *context, size_t round, bool of_items, size_t piece, int64_t *sum);

enum dpmf_status gaussmf_correct(const struct gaussmf_worlds *worlds, int world, gaussmf_release *release, void *context,
                                 double *theta, double *x, struct dpmf_error *error);
/* The same with noise through the real door. */
enum dpmf_status gaussmf_correct_through(const struct gaussmf_worlds *worlds, int world, struct dpmf_door *door,
                                         double *theta, double *x, struct dpmf_error *error);

/* All sums of all rounds: the users', then the items'. */
gaussmf_sample gaussmf_corrected_see_rounds;
gaussmf_ratio gaussmf_corrected_ratio_rounds;
/* Theta at the end, and with it X; one round. */
gaussmf_sample gaussmf_corrected_see_theta;
gaussmf_ratio gaussmf_corrected_ratio_theta;
gaussmf_sample gaussmf_corrected_see_both;
gaussmf_ratio gaussmf_corrected_ratio_both;

#endif
