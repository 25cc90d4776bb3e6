/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laplace noise on several numbers at once: histograms, prefix sums by a tree; and what is made of noisy numbers: the
   largest one, those above a threshold. */
#ifndef DPMF_AUDIT_CLASSICS_SEVERAL_H
#define DPMF_AUDIT_CLASSICS_SEVERAL_H
#include <stdbool.h>

#include "audit/case.h"

enum { CLASSIC_NUMBERS_MOST = 8 };

struct classic_numbers {
	size_t count;
	double value[2][CLASSIC_NUMBERS_MOST];
	double scale;
};

/* All of them with noise; the exact likelihood ratio. */
enum dpmf_status classic_numbers_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
double classic_numbers_ratio(const void *instance, const double *seen);

/* Report noisy max: 0 when the first is the largest, else 1; and, as somebody got it wrong, its noisy value beside it. */
enum dpmf_status classic_max_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
enum dpmf_status classic_max_value_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);

/* The sparse vector technique: a threshold of 0 with noise of scale `scale`, each query with noise of
   scale `query_scale`; it stops after `above` queries that were above. Numbered as in Lyu, Su, Li: Understanding the
   sparse vector technique (VLDB 2017), figure 1. */
struct classic_sparse {
	struct classic_numbers queries; /* its scale: the threshold's */
	double query_scale;
	size_t above;
};
/* Of each query: 1 above, 0 below, -1 not answered. */
enum dpmf_status classic_sparse_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
/* Algorithm 3 of these: how many queries were below before the first above, and that one's noisy answer (0: there is none). */
enum dpmf_status classic_sparse_value_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);

#endif
