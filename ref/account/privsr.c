/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/privsr.h"

#include <math.h>

#include "account/interval.h"

void dpmf_privsr_init(struct dpmf_privsr *worth)
{
	dpmf_enclosure_init(&worth->scale);
	dpmf_enclosure_init(&worth->both);
	dpmf_enclosure_init(&worth->sensitive);
	dpmf_enclosure_init(&worth->others);
}

void dpmf_privsr_clear(struct dpmf_privsr *worth)
{
	dpmf_enclosure_clear(&worth->scale);
	dpmf_enclosure_clear(&worth->both);
	dpmf_enclosure_clear(&worth->sensitive);
	dpmf_enclosure_clear(&worth->others);
}

/* (1 + beta) eps, (1 / beta + 1) eps = (1 + beta) eps / beta, and (1 + beta) eps / sqrt(1 + beta^2). */
static void budgets(double epsilon, double beta, struct dpmf_privsr *worth)
{
	struct dpmf_enclosure x[3];

	dpmf_interval_init(x, 3, DPMF_ACCOUNT_BITS);
	dpmf_interval_set_d(&x[0], beta);
	dpmf_interval_add_si(&x[1], &x[0], 1);
	dpmf_interval_set_d(&x[2], epsilon);
	dpmf_interval_mul(&worth->sensitive, &x[1], &x[2]);
	dpmf_interval_div(&worth->others, &worth->sensitive, &x[0]);
	dpmf_interval_sqr(&x[0], &x[0]);
	dpmf_interval_add_si(&x[0], &x[0], 1);
	dpmf_interval_sqrt(&x[0], &x[0]);
	dpmf_interval_div(&worth->both, &worth->sensitive, &x[0]);
	dpmf_interval_clear(x, 3);
}

enum dpmf_status dpmf_privsr_worth(double delta, unsigned long factors, double epsilon, double beta,
                                   struct dpmf_privsr *worth, struct dpmf_error *error)
{
	struct dpmf_enclosure x[2];

	if (!(delta > 0) || !isfinite(delta) || !(epsilon > 0) || !isfinite(epsilon) || factors == 0)
		return dpmf_fail(error, DPMF_INPUT, "the range and epsilon must be finite numbers above 0 and the factors 1 "
		                 "or more, not %g, %g and %lu", delta, epsilon, factors);
	if (!(beta > 0) || !(beta <= 1))
		return dpmf_fail(error, DPMF_INPUT, "beta must be above 0 and at most 1, not %g", beta);
	budgets(epsilon, beta, worth);
	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	dpmf_interval_set_ui(&x[0], factors);
	dpmf_interval_sqrt(&x[0], &x[0]);
	dpmf_interval_set_d(&x[1], delta);
	dpmf_interval_mul(&x[0], &x[0], &x[1]);
	dpmf_interval_mul_ui(&x[0], &x[0], 2);
	dpmf_interval_div(&worth->scale, &x[0], &worth->both);
	dpmf_interval_clear(x, 2);
	return DPMF_OK;
}
