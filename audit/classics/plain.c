/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/classics/plain.h"

#include <math.h>

#include "noise/textbook.h"

enum dpmf_status classic_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	(void)error;
	*instance = (void *)(uintptr_t)one->parameters;
	return DPMF_OK;
}

double classic_on_grid(double x)
{
	return ldexp(rint(ldexp(x, 30)), -30);
}

enum dpmf_status classic_laplace(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_law *law = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	seen[0] = classic_on_grid(dpmf_laplace(&stream, law->scale) + (world == 0) * law->shift);
	return DPMF_OK;
}

double classic_laplace_ratio(const void *instance, const double *seen)
{
	const struct classic_law *law = instance;

	return (fabs(seen[0]) - fabs(seen[0] - law->shift)) / law->scale;
}

enum dpmf_status classic_normal(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_law *law = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	seen[0] = classic_on_grid(law->scale * dpmf_normal(&stream) + (world == 0) * law->shift);
	return DPMF_OK;
}

double classic_normal_ratio(const void *instance, const double *seen)
{
	const struct classic_law *law = instance;

	return law->shift * (seen[0] - law->shift / 2) / (law->scale * law->scale);
}

enum dpmf_status classic_response(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_law *law = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	const double uniform = ldexp((double)(dpmf_stream_word(&stream) >> 11), -53);
	const int lie = uniform >= 1 / (1 + exp(-law->scale));

	seen[0] = world ^ lie;
	return DPMF_OK;
}

double classic_response_ratio(const void *instance, const double *seen)
{
	const struct classic_law *law = instance;

	return seen[0] > 0.5 ? -law->scale : law->scale;
}
