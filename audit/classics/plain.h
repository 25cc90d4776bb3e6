/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise on one number: world 0 has the value `shift`, world 1 the value 0. */
#ifndef DPMF_AUDIT_CLASSICS_PLAIN_H
#define DPMF_AUDIT_CLASSICS_PLAIN_H
#include "audit/case.h"

struct classic_law {
	double shift, scale;
};

/* The case's parameters are the instance: all classics are set up so. */
enum dpmf_status classic_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
/* Rounded to a uniform grid of 2^-30, so that doubles give nothing away. */
double classic_on_grid(double x);

enum dpmf_status classic_laplace(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
double classic_laplace_ratio(const void *instance, const double *seen);
enum dpmf_status classic_normal(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
double classic_normal_ratio(const void *instance, const double *seen);
/* The truth with probability e / (1 + e), e = exp(scale). */
enum dpmf_status classic_response(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
double classic_response_ratio(const void *instance, const double *seen);

#endif
