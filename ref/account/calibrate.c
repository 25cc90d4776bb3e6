/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/calibrate.h"

#include <math.h>

#include "account/gaussian.h"
#include "account/interval.h"

enum { NEXT_DOUBLES = 8 };

static enum dpmf_status check_sensitivity(const struct dpmf_enclosure *sensitivity, struct dpmf_error *error)
{
	if (mpfr_sgn(sensitivity->lo) <= 0)
		return dpmf_fail(error, DPMF_INPUT, "the sensitivity must be above 0: what does not move needs no noise");
	return DPMF_OK;
}

static enum dpmf_status check_steps(unsigned long steps, struct dpmf_error *error)
{
	return steps >= 1 ? DPMF_OK : dpmf_fail(error, DPMF_INPUT, "the number of steps must be 1 or more");
}

static void root_of_steps(unsigned long steps, struct dpmf_enclosure *z)
{
	dpmf_interval_set_ui(z, steps);
	dpmf_interval_sqrt(z, z);
}

enum dpmf_status dpmf_gaussian_smallest_sigma(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                                              const struct dpmf_enclosure *sensitivity, unsigned long steps,
                                              struct dpmf_enclosure *sigma, struct dpmf_error *error)
{
	struct dpmf_enclosure mu, root;
	enum dpmf_status status = check_sensitivity(sensitivity, error);

	if (status == DPMF_OK)
		status = check_steps(steps, error);
	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&mu, 1, dpmf_interval_bits(sigma));
	dpmf_interval_init(&root, 1, dpmf_interval_bits(sigma));
	status = dpmf_gaussian_largest_mu(epsilon, delta, &mu, error);
	if (status == DPMF_OK) {
		root_of_steps(steps, &root);
		dpmf_interval_mul(&root, &root, sensitivity);
		dpmf_interval_div(sigma, &root, &mu);
	}
	dpmf_interval_clear(&mu, 1);
	dpmf_interval_clear(&root, 1);
	return status;
}

/* Whether the double keeps the target; DPMF_NO when that is not certain. */
static enum dpmf_status keeps(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                              const struct dpmf_enclosure *sensitivity, unsigned long steps, double sigma,
                              struct dpmf_error *error)
{
	struct dpmf_enclosure s, mu, reached;
	enum dpmf_status status;

	dpmf_enclosure_init(&s);
	dpmf_enclosure_init(&mu);
	dpmf_enclosure_init(&reached);
	dpmf_interval_set_d(&s, sigma);
	status = dpmf_gaussian_mu(&s, sensitivity, steps, &mu, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_delta(&mu, epsilon, &reached, error);
	if (status == DPMF_OK && !dpmf_interval_at_most(&reached, delta))
		status = DPMF_NO;
	dpmf_enclosure_clear(&s);
	dpmf_enclosure_clear(&mu);
	dpmf_enclosure_clear(&reached);
	return status;
}

enum dpmf_status dpmf_gaussian_calibrate(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                                         const struct dpmf_enclosure *sensitivity, unsigned long steps, double *sigma,
                                         struct dpmf_error *error)
{
	struct dpmf_enclosure smallest;
	enum dpmf_status status;
	double found = 0;

	dpmf_enclosure_init(&smallest);
	status = dpmf_gaussian_smallest_sigma(epsilon, delta, sensitivity, steps, &smallest, error);
	if (status == DPMF_OK) {
		found = mpfr_get_d(smallest.hi, MPFR_RNDU);
		status = DPMF_NO;
	}
	dpmf_enclosure_clear(&smallest);
	for (int i = 0; i < NEXT_DOUBLES && status == DPMF_NO && isnormal(found); i++) {
		status = keeps(epsilon, delta, sensitivity, steps, found, error);
		if (status == DPMF_NO)
			found = nextafter(found, HUGE_VAL);
	}
	if (status == DPMF_NO)
		return dpmf_fail(error, DPMF_FAILED, "no sigma near %g, as a double, is certain to keep delta", found);
	if (status == DPMF_OK)
		*sigma = found;
	return status;
}

enum dpmf_status dpmf_gaussian_largest_sensitivity(const struct dpmf_enclosure *epsilon,
                                                   const struct dpmf_enclosure *delta,
                                                   const struct dpmf_enclosure *sigma, unsigned long steps,
                                                   struct dpmf_enclosure *sensitivity, struct dpmf_error *error)
{
	struct dpmf_enclosure mu, root;
	enum dpmf_status status = check_steps(steps, error);

	if (status == DPMF_OK && mpfr_sgn(sigma->lo) <= 0)
		status = dpmf_fail(error, DPMF_INPUT, "sigma must be above 0");
	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&mu, 1, dpmf_interval_bits(sensitivity));
	dpmf_interval_init(&root, 1, dpmf_interval_bits(sensitivity));
	status = dpmf_gaussian_largest_mu(epsilon, delta, &mu, error);
	if (status == DPMF_OK) {
		root_of_steps(steps, &root);
		dpmf_interval_mul(&mu, &mu, sigma);
		dpmf_interval_div(sensitivity, &mu, &root);
	}
	dpmf_interval_clear(&mu, 1);
	dpmf_interval_clear(&root, 1);
	return status;
}

enum dpmf_status dpmf_gaussian_most_steps(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                                          const struct dpmf_enclosure *sigma, const struct dpmf_enclosure *sensitivity,
                                          unsigned long *steps, struct dpmf_error *error)
{
	struct dpmf_enclosure most;
	enum dpmf_status status = check_sensitivity(sensitivity, error);

	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&most);
	status = dpmf_gaussian_largest_sensitivity(epsilon, delta, sigma, 1, &most, error);
	if (status == DPMF_OK) {
		dpmf_interval_div(&most, &most, sensitivity);
		dpmf_interval_sqr(&most, &most);
		mpfr_floor(most.lo, most.lo);
		if (mpfr_fits_ulong_p(most.lo, MPFR_RNDD))
			*steps = mpfr_get_ui(most.lo, MPFR_RNDD);
		else
			status = dpmf_fail(error, DPMF_FAILED, "more than 2^64 - 1 steps are allowed");
	}
	dpmf_enclosure_clear(&most);
	return status;
}

enum dpmf_status dpmf_gaussian_classical_sigma(const struct dpmf_enclosure *epsilon, const struct dpmf_enclosure *delta,
                                               const struct dpmf_enclosure *sensitivity, struct dpmf_enclosure *sigma,
                                               struct dpmf_error *error)
{
	struct dpmf_enclosure t;

	if (mpfr_sgn(epsilon->lo) <= 0 || mpfr_cmp_ui(epsilon->hi, 1) >= 0)
		return dpmf_fail(error, DPMF_INPUT, "the classical theorem holds for epsilon between 0 and 1 only (Dwork and Roth 2014, "
		                 "Theorem A.1; gaussmf Theorem 1): take a smaller epsilon, or the exact curve");
	if (mpfr_sgn(delta->lo) <= 0 || mpfr_cmp_ui(delta->hi, 1) >= 0)
		return dpmf_fail(error, DPMF_INPUT, "delta must lie between 0 and 1 (Dwork and Roth 2014, Theorem A.1)");
	if (mpfr_sgn(sensitivity->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "the sensitivity must be 0 or more");
	dpmf_interval_init(&t, 1, dpmf_interval_bits(sigma));
	dpmf_interval_set_d(&t, 1.25);
	dpmf_interval_div(&t, &t, delta);
	dpmf_interval_log(&t, &t);
	dpmf_interval_scale(&t, &t, 1);
	dpmf_interval_sqrt(&t, &t);
	dpmf_interval_mul(&t, &t, sensitivity);
	dpmf_interval_div(sigma, &t, epsilon);
	dpmf_interval_clear(&t, 1);
	return DPMF_OK;
}
