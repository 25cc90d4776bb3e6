/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/entry_cost.h"

bool dpmf_entry_on_steps(const struct dpmf_entry *entry)
{
	return entry->rate_q > 0; /* laws in doubles have no rate */
}

/* What the cost is at least has the least sensitivity and the largest scale, where these are no doubles. */
static double sensitivity_of(const struct dpmf_entry *entry, mpfr_rnd_t to)
{
	return to == MPFR_RNDD && entry->sensitivity_least > 0 ? entry->sensitivity_least : entry->sensitivity;
}

static double scale_of(const struct dpmf_entry *entry, mpfr_rnd_t to)
{
	return to == MPFR_RNDD && entry->scale_most > 0 ? entry->scale_most : entry->scale;
}

/* touched * sensitivity / scale on doubles; touched * sensitivity * p / q on steps, where nothing
   was rounded: the product fits into the enclosure's bits, so that the quotient alone is rounded. A bit
   that changes moves by 1, and is told apart by exp(p / q). */
static void cost(const struct dpmf_entry *entry, mpfr_rnd_t to, mpfr_ptr epsilon)
{
	mpfr_set_d(epsilon, sensitivity_of(entry, to), to);
	mpfr_mul_ui(epsilon, epsilon, entry->touched, to);
	if (dpmf_entry_on_steps(entry)) {
		mpfr_mul_ui(epsilon, epsilon, entry->rate_p, to);
		mpfr_div_ui(epsilon, epsilon, entry->rate_q, to);
	} else {
		mpfr_div_d(epsilon, epsilon, scale_of(entry, to), to);
	}
}

/* touched * ln(1 + (e^x - 1) / weight), x what the costliest that may be sampled moves the piece by, in scales:
   each step grows with the one before. */
static void sampled_cost(const struct dpmf_entry *entry, mpfr_rnd_t to, mpfr_ptr epsilon)
{
	mpfr_set_d(epsilon, entry->sampled_sensitivity, to);
	mpfr_mul_ui(epsilon, epsilon, entry->rate_p, to);
	mpfr_div_ui(epsilon, epsilon, entry->rate_q, to);
	mpfr_expm1(epsilon, epsilon, to);
	mpfr_div_d(epsilon, epsilon, entry->sampled_weight, to);
	mpfr_log1p(epsilon, epsilon, to);
	mpfr_mul_ui(epsilon, epsilon, entry->touched, to);
}

static enum dpmf_status check_sampled(const struct dpmf_entry *entry, struct dpmf_error *error)
{
	if (!(entry->sampled_weight >= 1))
		return dpmf_fail(error, DPMF_INPUT, "the weight is %g: dpimf (23c) needs 1 or more, since 1 / weight is a "
		                 "probability", entry->sampled_weight);
	if (!(entry->sampled_sensitivity >= 0))
		return dpmf_fail(error, DPMF_INPUT, "the sensitivity of a sampled record is %g: give 0 or more", entry->sampled_sensitivity);
	return DPMF_OK;
}

enum dpmf_status dpmf_entry_cost(const struct dpmf_entry *entry, struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	const bool sampled = entry->sampled_weight > 0;
	void (*const one)(const struct dpmf_entry *, mpfr_rnd_t, mpfr_ptr) = sampled ? sampled_cost : cost;

	if (sampled && check_sampled(entry, error) != DPMF_OK)
		return DPMF_INPUT;
	one(entry, MPFR_RNDD, epsilon->lo);
	one(entry, MPFR_RNDU, epsilon->hi);
	return DPMF_OK;
}
