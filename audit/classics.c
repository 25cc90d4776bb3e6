/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/classics.h"

#include <math.h>

#include "noise/textbook.h"

/* World 0 is the value `shift`, world 1 the value 0. */
struct law {
	double shift, scale;
};

static enum dpmf_status setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	(void)error;
	*instance = (void *)(uintptr_t)one->parameters;
	return DPMF_OK;
}

static enum dpmf_status laplace(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct law *law = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	/* A uniform grid, so that the doubles give nothing away. */
	seen[0] = rint(ldexp(dpmf_laplace(&stream, law->scale) + (world == 0) * law->shift, 30));
	seen[0] = ldexp(seen[0], -30);
	return DPMF_OK;
}

static double laplace_ratio(const void *instance, const double *seen)
{
	const struct law *law = instance;

	return (fabs(seen[0]) - fabs(seen[0] - law->shift)) / law->scale;
}

static enum dpmf_status normal(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct law *law = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	seen[0] = ldexp(rint(ldexp(law->scale * dpmf_normal(&stream) + (world == 0) * law->shift, 30)), -30);
	return DPMF_OK;
}

static double normal_ratio(const void *instance, const double *seen)
{
	const struct law *law = instance;

	return law->shift * (seen[0] - law->shift / 2) / (law->scale * law->scale);
}

/* The truth with probability e / (1 + e), scale is epsilon. */
static enum dpmf_status response(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct law *law = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	const double uniform = ldexp((double)(dpmf_stream_word(&stream) >> 11), -53);
	const int lie = uniform >= 1 / (1 + exp(-law->scale));

	seen[0] = world ^ lie;
	return DPMF_OK;
}

static double response_ratio(const void *instance, const double *seen)
{
	const struct law *law = instance;

	return seen[0] > 0.5 ? -law->scale : law->scale;
}

static const struct law one = { 1, 1 }, tenth = { 1, 10 }, short_noise = { 1, 0.9 }, half_noise = { 1, 0.5 }, answer = { 0, 1 };

#define CLASSIC(title, law, draw, ratio, claimed, delta_claimed, truth, c) { .name = title, .curve = c, .one = { \
	.id = "classic/" title "/output/entry", .claim = "none", .why = "", .epsilon = claimed, .delta = delta_claimed, .exact = truth, \
	.expected = truth > claimed ? AUDIT_VIOLATED : AUDIT_CONSISTENT, .trials = 10000, .dims = 1, .parameters = &law, \
	.setup = setup, .sample = draw, .log_likelihood_ratio = ratio } }
/* delta(4.377178) = 10^-5 at shift 1 and deviation 1 (Balle and Wang 2018). */
#define GAUSSIAN_EPSILON 4.377178

const struct audit_classic audit_classics[] = {
	CLASSIC("laplace-1", one, laplace, laplace_ratio, 1, 0, 1, AUDIT_DP),
	CLASSIC("laplace-0.1", tenth, laplace, laplace_ratio, 0.1, 0, 0.1, AUDIT_DP),
	CLASSIC("laplace-0.9-as-1", short_noise, laplace, laplace_ratio, 1, 0, 1 / 0.9, AUDIT_DP),
	CLASSIC("laplace-0.5-as-1", half_noise, laplace, laplace_ratio, 1, 0, 2, AUDIT_DP),
	CLASSIC("gaussian", one, normal, normal_ratio, GAUSSIAN_EPSILON, 1e-5, GAUSSIAN_EPSILON, AUDIT_DP),
	CLASSIC("gaussian-assumed", one, normal, normal_ratio, GAUSSIAN_EPSILON, 1e-5, GAUSSIAN_EPSILON, AUDIT_GAUSSIAN),
	CLASSIC("response-1", answer, response, response_ratio, 1, 0, 1, AUDIT_DP),
};
const size_t audit_classics_count = sizeof(audit_classics) / sizeof(*audit_classics);
