/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/calibrate_steps.h"

#include <stdbool.h>

#include "account/gaussian_rdp.h"
#include "account/interval.h"

struct target {
	struct dpmf_enclosure epsilon, delta, mu, found;
	uint64_t square;
};

/* Whether variance p / q is certain to be enough: mu^2 = square q / p. */
static enum dpmf_status is_enough(struct target *t, uint64_t p, uint64_t q, bool *enough, struct dpmf_error *error)
{
	enum dpmf_status status;

	dpmf_interval_set_ui(&t->mu, t->square);
	dpmf_interval_mul_ui(&t->mu, &t->mu, q);
	dpmf_interval_div_ui(&t->mu, &t->mu, p);
	dpmf_interval_sqrt(&t->mu, &t->mu);
	status = dpmf_gaussian_rdp_epsilon(&t->mu, &t->delta, &t->found, NULL, error);
	*enough = status == DPMF_OK && dpmf_interval_at_most(&t->found, &t->epsilon);
	return status;
}

/* The least p from low to high that is enough, where high is. */
static enum dpmf_status least(struct target *t, uint64_t low, uint64_t high, uint64_t q, uint64_t *p, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	while (status == DPMF_OK && low < high) {
		const uint64_t middle = low + (high - low) / 2;
		bool enough;

		status = is_enough(t, middle, q, &enough, error);
		if (enough)
			high = middle;
		else
			low = middle + 1;
	}
	*p = high;
	return status;
}

/* The least bits for which variance 2^bits is enough, where DPMF_CALIBRATE_BITS are. */
static enum dpmf_status least_power(struct target *t, unsigned *bits, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	unsigned low = 0, high = DPMF_CALIBRATE_BITS;

	while (status == DPMF_OK && low < high) {
		const unsigned middle = (low + high) / 2;
		bool enough;

		status = is_enough(t, UINT64_C(1) << middle, 1, &enough, error);
		if (enough)
			high = middle;
		else
			low = middle + 1;
	}
	*bits = high;
	return status;
}

/* The variance lies above 2^(bits - 1) and is 2^bits at most: with as many binary places as leave p within its bits. */
static enum dpmf_status calibrate(struct target *t, uint64_t *p, uint64_t *q, struct dpmf_error *error)
{
	const uint64_t most = UINT64_C(1) << DPMF_CALIBRATE_BITS;
	unsigned bits;
	bool enough;
	enum dpmf_status status = is_enough(t, most, 1, &enough, error);

	if (status == DPMF_OK && !enough)
		status = dpmf_fail(error, DPMF_INPUT, "epsilon %g at delta %g needs noise that is too wide for the exact sampler: take a larger "
		                   "epsilon", mpfr_get_d(t->epsilon.hi, MPFR_RNDN), mpfr_get_d(t->delta.hi, MPFR_RNDN));
	if (status == DPMF_OK)
		status = least_power(t, &bits, error);
	if (status != DPMF_OK)
		return status;
	*q = most >> bits;
	return least(t, bits == 0 ? 1 : most / 2 + 1, most, *q, p, error);
}

enum dpmf_status dpmf_steps_calibrate(double epsilon, double delta, uint64_t square, uint64_t *p, uint64_t *q,
                                      struct dpmf_error *error)
{
	struct target t = { .square = square };
	uint64_t found[2] = { 1, 1 };
	enum dpmf_status status;

	if (!(epsilon > 0 && epsilon <= DPMF_CALIBRATE_EPSILON) || !(delta > 0 && delta < 1) || square == 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon is %g at delta %g: the exact sampler takes an epsilon above 0, of %d at most, and a delta "
		                 "above 0 and below 1", epsilon, delta, DPMF_CALIBRATE_EPSILON);
	dpmf_enclosure_init(&t.epsilon);
	dpmf_enclosure_init(&t.delta);
	dpmf_enclosure_init(&t.mu);
	dpmf_enclosure_init(&t.found);
	dpmf_enclosure_set(&t.epsilon, epsilon);
	dpmf_enclosure_set(&t.delta, delta);
	status = calibrate(&t, &found[0], &found[1], error);
	if (status == DPMF_OK) {
		*p = found[0];
		*q = found[1];
	}
	dpmf_enclosure_clear(&t.epsilon);
	dpmf_enclosure_clear(&t.delta);
	dpmf_enclosure_clear(&t.mu);
	dpmf_enclosure_clear(&t.found);
	return status;
}
