/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms that count, or sample before they add noise, or shuffle after it; and two in doubles. */
#ifndef DPMF_AUDIT_CLASSICS_COUNTS_H
#define DPMF_AUDIT_CLASSICS_COUNTS_H
#include "audit/case.h"

struct classic_count {
	double scale;
	double sampled;   /* subsampled: how likely the record is to be used */
	uint64_t most;    /* truncated geometric: the largest count; shuffled: how many users */
};

/* A count of 1 or 0 with two-sided geometric noise, cut off to 0 .. most (Ghosh, Roughgarden, Sundararajan 2009). */
enum dpmf_status classic_geometric_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
/* A record that is there (world 0) or not is used with a probability; the count of records used has Laplace noise. */
enum dpmf_status classic_sampled_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
double classic_sampled_ratio(const void *instance, const double *seen);
/* Each user answers by randomized response; what is seen is how many say yes. The first user's truth is yes in world 0, all
   others' is no. */
enum dpmf_status classic_shuffled_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);

/* 1 or 0 plus Laplace noise in doubles, every bit shown (Mironov 2012), and his snapping mechanism: the noise from
   a uniform number of full precision, the sum rounded to a multiple of the power of two that is the scale or above it, and
   kept within bounds. */
enum dpmf_status classic_doubles_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
enum dpmf_status classic_snapping_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);

#endif
