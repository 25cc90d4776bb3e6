/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integers of gaussmf's corrected variant and the noise against them. */
#include <math.h>

#include "account/gaussian_rdp.h"
#include "account/gaussmf.h"
#include "account/interval.h"
#include "mech/gaussmf/kernels.h"
#include "mech/gaussmf/train.h"

enum {
	RANGE_BITS = 5,        /* the range of ratings has at most 2^5 steps */
	MOST_BOUND = 1 << 20,  /* of an outer profile's norm, in steps */
	LEAST_BOUND = 16,
	SIGMA_BITS = 20,       /* what the sampler takes: p, q <= 2^40 */
};

static enum dpmf_status rating_steps_of(const struct dpmf_gaussmf_options *options, struct dpmf_gaussmf_steps *steps,
                                        struct dpmf_error *error)
{
	int bits;

	(void)frexp(options->rating_max - options->rating_min, &bits);
	if (ldexp(options->rating_max - options->rating_min, 1 - bits) == 1)
		bits--;
	steps->rating_bits = RANGE_BITS - bits;
	if (!(fmax(fabs(options->rating_min), fabs(options->rating_max)) <= ldexp(1, 40 - steps->rating_bits)))
		return dpmf_fail(error, DPMF_INPUT, "the corrected variant takes ratings whose size is within 2^35 times "
		                 "their range, not %g:%g", options->rating_min, options->rating_max);
	steps->low = llround(ldexp(options->rating_min, steps->rating_bits));
	steps->high = llround(ldexp(options->rating_max, steps->rating_bits));
	steps->middle = (steps->low + steps->high) / 2;
	return DPMF_OK;
}

/* epsilon of 2 J releases whose sensitivity is `mu` standard deviations in all. */
static enum dpmf_status epsilon_at(const struct dpmf_enclosure *mu, const struct dpmf_gaussmf_options *options,
                                   struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	struct dpmf_enclosure delta;
	enum dpmf_status status;

	dpmf_enclosure_init(&delta);
	dpmf_enclosure_set(&delta, options->delta_r);
	status = dpmf_gaussian_rdp_epsilon(mu, &delta, epsilon, NULL, error);
	dpmf_enclosure_clear(&delta);
	return status;
}

/* The largest mu, to 2^-40 of itself, whose epsilon is certain to be at most the target's. */
static enum dpmf_status largest_mu(const struct dpmf_gaussmf_options *options, double published_mu,
                                   const struct dpmf_enclosure *target, double *mu, struct dpmf_error *error)
{
	struct dpmf_enclosure x[2];
	enum dpmf_status status = DPMF_OK;
	double low = published_mu, high = 4 * published_mu;

	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	while (status == DPMF_OK && high - low > ldexp(low, -40)) {
		const double middle = low + (high - low) / 2;

		dpmf_interval_set_d(&x[0], middle);
		status = epsilon_at(&x[0], options, &x[1], error);
		if (dpmf_interval_at_most(&x[1], target))
			low = middle;
		else
			high = middle;
	}
	dpmf_interval_clear(x, 2);
	*mu = low;
	return status;
}

/* The finest step of an outer profile at which the noise, `ratio` times what
   one rating can move, fits the sampler. */
static enum dpmf_status outer_steps_of(const struct dpmf_gaussmf_options *options, double ratio,
                                       struct dpmf_gaussmf_steps *steps, struct dpmf_error *error)
{
	const double span = (double)(steps->high - steps->low);

	for (int bits = 60; bits >= -60; bits--) {
		const double bound = floor(ldexp(options->clip, bits));

		if (bound > MOST_BOUND || ratio * span * bound > ldexp(0.999, SIGMA_BITS))
			continue;
		if (bound < LEAST_BOUND)
			break;
		steps->outer_bits = bits;
		steps->bound = (int64_t)bound;
		return DPMF_OK;
	}
	return dpmf_fail(error, DPMF_INPUT, "the noise of %zu rounds at eps-i %g is %g times what one rating can move, "
	                 "too wide for the exact sampler: take a larger eps-i, or a clip between 2^-50 and 2^50",
	                 options->steps, options->eps_i, ratio);
}

static void sigma_of(double sigma, struct dpmf_gaussmf_steps *steps)
{
	steps->q = 1;
	while (sigma * sigma * 2 * (double)steps->q < ldexp(1, 2 * SIGMA_BITS - 1) && steps->q < 1ull << 20)
		steps->q *= 2;
	steps->p = (uint64_t)ceil(sigma * sigma * (double)steps->q);
}

/* Whether the noise is certain to be enough; mu^2 = 2 J (span bound)^2 q / p. */
static enum dpmf_status is_enough(const struct dpmf_gaussmf_options *options, const struct dpmf_gaussmf_steps *steps,
                                  const struct dpmf_enclosure *target, bool *enough, struct dpmf_error *error)
{
	struct dpmf_enclosure x[2];
	enum dpmf_status status;

	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	dpmf_interval_set_ui(&x[0], (unsigned long)((steps->high - steps->low) * steps->bound));
	dpmf_interval_sqr(&x[0], &x[0]);
	dpmf_interval_mul_ui(&x[0], &x[0], 2 * options->steps);
	dpmf_interval_mul_ui(&x[0], &x[0], steps->q);
	dpmf_interval_div_ui(&x[0], &x[0], steps->p);
	dpmf_interval_sqrt(&x[0], &x[0]);
	status = epsilon_at(&x[0], options, &x[1], error);
	*enough = status == DPMF_OK && dpmf_interval_at_most(&x[1], target);
	dpmf_interval_clear(x, 2);
	return status;
}

static enum dpmf_status calibrate(const struct dpmf_gaussmf_options *options, const struct dpmf_enclosure *target,
                                  double published_mu, struct dpmf_gaussmf_steps *steps, struct dpmf_error *error)
{
	bool enough = false;
	double mu, ratio;
	enum dpmf_status status = largest_mu(options, published_mu, target, &mu, error);

	if (status != DPMF_OK)
		return status;
	ratio = sqrt(2 * (double)options->steps) / mu;
	status = outer_steps_of(options, ratio, steps, error);
	if (status != DPMF_OK)
		return status;
	sigma_of(ratio * (double)(steps->high - steps->low) * (double)steps->bound, steps);
	while (status == DPMF_OK && !enough) {
		status = is_enough(options, steps, target, &enough, error);
		if (!enough)
			steps->p += 1 + (steps->p >> 40);
	}
	return status;
}

enum dpmf_status dpmf_gaussmf_steps_of(const struct dpmf_gaussmf_options *options, struct dpmf_gaussmf_steps *steps,
                                       struct dpmf_error *error)
{
	struct dpmf_enclosure eps_i, delta, delta_r, mu;
	struct dpmf_gaussmf overall;
	struct dpmf_gaussmf_steps made;
	enum dpmf_status status = rating_steps_of(options, &made, error);

	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&eps_i);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&delta_r);
	dpmf_enclosure_init(&mu);
	dpmf_gaussmf_init(&overall);
	dpmf_enclosure_set(&eps_i, options->eps_i);
	dpmf_enclosure_set(&delta, options->delta);
	dpmf_enclosure_set(&delta_r, options->delta_r);
	status = dpmf_gaussmf_overall(&eps_i, &delta, &delta_r, options->steps, &overall, error);
	if (status == DPMF_OK)
		status = dpmf_gaussmf_mu(&eps_i, &delta, options->steps, &mu, error);
	if (status == DPMF_OK)
		status = calibrate(options, &overall.published, mpfr_get_d(mu.lo, MPFR_RNDD), &made, error);
	dpmf_enclosure_clear(&eps_i);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&delta_r);
	dpmf_enclosure_clear(&mu);
	dpmf_gaussmf_clear(&overall);
	if (status == DPMF_OK)
		*steps = made;
	return status;
}

int64_t dpmf_gaussmf_rating_steps(const struct dpmf_gaussmf_steps *steps, double rating)
{
	return llround(ldexp(rating, steps->rating_bits)) - steps->middle;
}

void dpmf_gaussmf_outer_steps(const struct dpmf_gaussmf_steps *steps, const double *profile, size_t n, double clip,
                              double *clipped, int64_t *outer)
{
	dpmf_gaussmf_clip(profile, n, clip, clipped);
	for (size_t l = 0; l < n; l++)
		outer[l] = (int64_t)ldexp(clipped[l], steps->outer_bits);
	while (!dpmf_gaussmf_within(outer, n, steps->bound))
		dpmf_gaussmf_shrink(outer, n);
	for (size_t l = 0; l < n; l++)
		clipped[l] = ldexp((double)outer[l], -steps->outer_bits);
}
