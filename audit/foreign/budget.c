/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "account/gaussian.h"
#include "audit/foreign/faults.h"

static const double slack = 1e-9;

/* The sum of sensitivity / scale, or of its squares, rounded in one direction. */
static void sum_up(const struct foreign_run *run, bool squares, mpfr_rnd_t round, mpfr_t sum)
{
	mpfr_t one;

	mpfr_init2(one, DPMF_ACCOUNT_BITS);
	mpfr_set_zero(sum, 1);
	for (size_t k = 0; k < run->count; k++) {
		mpfr_set_d(one, run->one[k].sensitivity, round);
		mpfr_div_d(one, one, run->one[k].scale, round);
		if (squares)
			mpfr_sqr(one, one, round);
		mpfr_add(sum, sum, one, round);
	}
	mpfr_clear(one);
}

static void compose_laplace(const struct foreign_run *run, double epsilon, struct composed *composed, struct fault_seen seen[FAULTS])
{
	mpfr_t sum;

	mpfr_init2(sum, DPMF_ACCOUNT_BITS);
	sum_up(run, false, MPFR_RNDD, sum);
	*composed = (struct composed){ COMPOSED_EPSILON, mpfr_get_d(sum, MPFR_RNDD) };
	mpfr_clear(sum);
	if (composed->at_least > epsilon * (1 + slack))
		fault_see(&seen[FAULT_BUDGET], "", "%zu additions compose to an epsilon of %.10g, and %.10g was asked for", run->count, composed->at_least, epsilon);
}

static enum dpmf_status compose_normal(const struct foreign_run *run, double epsilon, double delta, struct composed *composed,
                                       struct fault_seen seen[FAULTS], struct dpmf_error *error)
{
	struct dpmf_enclosure mu, asked, found;

	dpmf_enclosure_init(&mu);
	dpmf_enclosure_init(&asked);
	dpmf_enclosure_init(&found);
	sum_up(run, true, MPFR_RNDD, mu.lo);
	sum_up(run, true, MPFR_RNDU, mu.hi);
	mpfr_sqrt(mu.lo, mu.lo, MPFR_RNDD);
	mpfr_sqrt(mu.hi, mu.hi, MPFR_RNDU);
	dpmf_enclosure_set(&asked, epsilon);
	const enum dpmf_status status = dpmf_gaussian_delta(&mu, &asked, &found, error);

	if (status == DPMF_OK) {
		*composed = (struct composed){ COMPOSED_DELTA, mpfr_get_d(found.lo, MPFR_RNDD) };
		if (composed->at_least > delta * (1 + slack))
			fault_see(&seen[FAULT_BUDGET], "", "%zu additions compose to a delta of %.10g at an epsilon of %.10g, and %.10g was asked for", run->count,
			          composed->at_least, epsilon, delta);
	}
	dpmf_enclosure_clear(&mu);
	dpmf_enclosure_clear(&asked);
	dpmf_enclosure_clear(&found);
	return status;
}

enum dpmf_status faults_of_budget(const struct foreign_run *run, double epsilon, double delta, struct composed *composed,
                                  struct fault_seen seen[FAULTS], struct dpmf_error *error)
{
	size_t laplace = 0, normal = 0;

	*composed = (struct composed){ COMPOSED_NOT, 0 };
	for (size_t k = 0; k < run->count; k++) {
		if (!(run->one[k].scale > 0) || !(run->one[k].sensitivity >= 0) || !isfinite(run->one[k].scale) || !isfinite(run->one[k].sensitivity))
			return DPMF_OK;
		laplace += run->one[k].law->norm == 1;
		normal += run->one[k].law->norm == 2 && !run->one[k].law->whole;
	}
	if (run->count > 0 && laplace == run->count && delta == 0)
		compose_laplace(run, epsilon, composed, seen);
	else if (run->count > 0 && normal == run->count)
		return compose_normal(run, epsilon, delta, composed, seen, error);
	return DPMF_OK;
}
