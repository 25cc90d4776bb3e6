/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much noise dpals needs, and on which steps. The releases of all rounds compose to one Gaussian mechanism of
   mu^2 = rounds * most * (how far one item's sums move / sigma)^2, against a row that is there or is empty. */
#include <math.h>

#include "account/gaussian_rdp.h"
#include "account/interval.h"
#include "mech/dpals/kernels.h"
#include "mech/dpals/train.h"

enum {
	LEAST_BOUND = 16, MOST_BOUND = 1024, /* of a profile, in steps */
	SIGMA_BITS = 20,                     /* what the sampler takes: p, q <= 2^40 */
	MOST_EPSILON = 400,                  /* a row that is replaced has at most 900; what the sampler owes grows with exp(epsilon),
	                                        and is far below any delta up to there */
};

/* Whether (epsilon, delta) is certain at this mu. */
static enum dpmf_status keeps(const struct dpmf_enclosure *mu, const struct dpmf_dpals_options *options, bool *kept,
                              struct dpmf_error *error)
{
	struct dpmf_enclosure x[3];
	enum dpmf_status status;

	dpmf_interval_init(x, 3, DPMF_ACCOUNT_BITS);
	dpmf_interval_set_d(&x[0], options->delta);
	dpmf_interval_set_d(&x[1], options->epsilon);
	status = dpmf_gaussian_rdp_epsilon(mu, &x[0], &x[2], NULL, error);
	*kept = status == DPMF_OK && dpmf_interval_at_most(&x[2], &x[1]);
	dpmf_interval_clear(x, 3);
	return status;
}

/* The largest mu, to 2^-40 of itself. */
static enum dpmf_status largest_mu(const struct dpmf_dpals_options *options, double *mu, struct dpmf_error *error)
{
	struct dpmf_enclosure x;
	enum dpmf_status status = DPMF_OK;
	double low = 0, high = 0x1p20;

	dpmf_enclosure_init(&x);
	while (status == DPMF_OK && high > 0x1p-30 && high - low > ldexp(high, -40)) {
		const double middle = low > 0 ? low + (high - low) / 2 : high / 2;
		bool kept;

		dpmf_interval_set_d(&x, middle);
		status = keeps(&x, options, &kept, error);
		if (kept)
			low = middle;
		else
			high = middle;
	}
	dpmf_enclosure_clear(&x);
	if (status == DPMF_OK && !(low > 0))
		status = dpmf_fail(error, DPMF_INPUT, "no noise keeps epsilon %g at delta %g: take a larger epsilon", options->epsilon,
		                   options->delta);
	*mu = low;
	return status;
}

/* sqrt(rounds most) / mu: the noise against what moves by 1 in every item that is touched. */
static enum dpmf_status ratio_of(const struct dpmf_dpals_options *options, double *ratio, struct dpmf_error *error)
{
	double mu;
	const enum dpmf_status status = largest_mu(options, &mu, error);

	if (status == DPMF_OK)
		*ratio = sqrt((double)options->rounds * (double)options->most) / mu;
	return status;
}

enum dpmf_status dpmf_dpals_sigma(const struct dpmf_dpals_options *options, double *sigma, struct dpmf_error *error)
{
	double ratio;
	const enum dpmf_status status = ratio_of(options, &ratio, error);

	if (status == DPMF_OK)
		*sigma = sqrt(2) * ratio * (1 + 1e-12);
	return status;
}

/* Whether p / q is certain to be enough. */
static enum dpmf_status is_enough(const struct dpmf_dpals_options *options, const struct dpmf_dpals_steps *steps, bool *enough,
                                  struct dpmf_error *error)
{
	struct dpmf_enclosure mu;
	enum dpmf_status status;

	dpmf_enclosure_init(&mu);
	dpmf_interval_set_ui(&mu, (unsigned long)(DPMF_DPALS_PRESENT * steps->half));
	dpmf_interval_sqr(&mu, &mu);
	dpmf_interval_mul_ui(&mu, &mu, options->rounds);
	dpmf_interval_mul_ui(&mu, &mu, options->most);
	dpmf_interval_mul_ui(&mu, &mu, steps->q);
	dpmf_interval_div_ui(&mu, &mu, steps->p);
	dpmf_interval_sqrt(&mu, &mu);
	status = keeps(&mu, options, enough, error);
	dpmf_enclosure_clear(&mu);
	return status;
}

static void variance_of(double sigma, struct dpmf_dpals_steps *steps)
{
	steps->q = 1;
	while (sigma * sigma * 2 * (double)steps->q < ldexp(1, 2 * SIGMA_BITS - 1) && steps->q < 1ull << 30)
		steps->q *= 2;
	steps->p = (uint64_t)fmax(1, ceil(sigma * sigma * (double)steps->q));
}

enum dpmf_status dpmf_dpals_steps_of(const struct dpmf_dpals_options *options, struct dpmf_dpals_steps *steps,
                                     struct dpmf_error *error)
{
	struct dpmf_dpals_steps made;
	bool enough = false;
	double ratio, bound;
	enum dpmf_status status;

	if (options->epsilon > MOST_EPSILON)
		return dpmf_fail(error, DPMF_INPUT, "epsilon is %g: the exact sampler draws a law that is near the one named, and beyond %d the "
		                 "difference would not be small against delta; take less", options->epsilon, MOST_EPSILON);
	status = ratio_of(options, &ratio, error);
	if (status != DPMF_OK)
		return status;
	bound = floor(fmin(MOST_BOUND, sqrt(ldexp(0.99, SIGMA_BITS) / (sqrt(2) * ratio))));
	if (!(bound >= LEAST_BOUND))
		return dpmf_fail(error, DPMF_INPUT, "epsilon %g at delta %g needs noise of %g times what one rating adds, too wide for "
		                 "the exact sampler: take a larger epsilon, fewer rounds or fewer ratings of each user (--most)",
		                 options->epsilon, options->delta, ratio);
	made.bound = (int64_t)bound;
	made.half = dpmf_dpals_half(made.bound * made.bound);
	variance_of(ratio * (double)(DPMF_DPALS_PRESENT * made.half), &made);
	while (status == DPMF_OK && !enough) {
		status = is_enough(options, &made, &enough, error);
		if (!enough)
			made.p += 1 + (made.p >> 40);
	}
	if (status == DPMF_OK)
		*steps = made;
	return status;
}
