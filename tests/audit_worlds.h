/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of worlds of Laplace noise, for tests of the audit's engine. To be included after cmocka.h. */
#ifndef TESTS_AUDIT_WORLDS_H
#define TESTS_AUDIT_WORLDS_H
#include <math.h>

#include "audit/engine/run.h"
#include "noise/textbook.h"

struct world_pair {
	double shift, spread; /* world 0: Laplace(1) moved by shift; world 1: Laplace(spread) */
	size_t dims;
	double common;        /* normal noise that all numbers share */
	int linked;           /* the last two numbers: of the same sign in world 0, mostly of the other in world 1 */
	int doubles;          /* all bits of the sum of doubles are shown */
	int grid;             /* else multiples of 2^-grid; 0: of 2^-30 */
	double leak;          /* so often world 0 shows its number without noise */
};

static inline enum dpmf_status setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	(void)error;
	*instance = (void *)(uintptr_t)one->parameters;
	return DPMF_OK;
}

static inline enum dpmf_status sample(const void *instance, int world, const struct dpmf_key *key,
                               double *seen, struct dpmf_error *error)
{
	const struct world_pair *pair = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	const double common = pair->common * dpmf_normal(&stream);

	for (size_t d = 0; d < pair->dims; d++) {
		seen[d] = dpmf_laplace(&stream, world ? pair->spread : 1) + (d % 2 ? -common : common);
		if (world == 0)
			seen[d] += pair->shift;
		/* On a grid: else the doubles themselves tell the worlds apart. */
		if (!pair->doubles)
			seen[d] = ldexp(rint(ldexp(seen[d], pair->grid ? pair->grid : 30)), -(pair->grid ? pair->grid : 30));
	}
	if (pair->leak > 0 && world == 0 && dpmf_uniform(&stream) < pair->leak)
		seen[0] = pair->shift;
	if (pair->linked && world == 0)
		seen[pair->dims - 1] = copysign(seen[pair->dims - 1], seen[pair->dims - 2]);
	if (pair->linked && world == 1)
		seen[pair->dims - 1] = copysign(seen[pair->dims - 1], dpmf_laplace(&stream, 1) + 3 * (seen[pair->dims - 2] > 0 ? -1 : 1));
	return DPMF_OK;
}

static inline double laplace_ratio(const void *instance, const double *seen)
{
	const struct world_pair *pair = instance;

	return fabs(seen[0]) - fabs(seen[0] - pair->shift);
}

static inline struct audit_case laplace(const struct world_pair *pair, double claimed)
{
	return (struct audit_case){
		.id = "test/published/model/entry", .claim = "none", .why = "", .epsilon = claimed,
		.exact = pair->shift, .trials = 20000, .dims = pair->dims, .parameters = pair,
		.setup = setup, .sample = sample, .log_likelihood_ratio = laplace_ratio,
	};
}

static inline struct audit_result run(const struct audit_case *one, uint64_t trials, double confidence, uint64_t seed, unsigned jobs)
{
	const struct audit_settings settings = { .trials = trials, .confidence = confidence, .seed = seed, .jobs = jobs };
	struct audit_result result = { 0 };
	struct dpmf_error error = { "" };

	assert_int_equal(audit_run(one, &settings, &result, &error), DPMF_OK);
	return result;
}

#endif
