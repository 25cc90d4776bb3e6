/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/classics/several.h"

#include <math.h>

#include "audit/classics/plain.h"
#include "noise/textbook.h"

enum dpmf_status classic_numbers_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_numbers *n = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	for (size_t i = 0; i < n->count; i++)
		seen[i] = classic_on_grid(n->value[world][i] + dpmf_laplace(&stream, n->scale));
	return DPMF_OK;
}

double classic_numbers_ratio(const void *instance, const double *seen)
{
	const struct classic_numbers *n = instance;
	double ratio = 0;

	for (size_t i = 0; i < n->count; i++)
		ratio += (fabs(seen[i] - n->value[1][i]) - fabs(seen[i] - n->value[0][i])) / n->scale;
	return ratio;
}

enum dpmf_status classic_max_value_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	double noisy[CLASSIC_NUMBERS_MOST];
	const enum dpmf_status status = classic_numbers_see(instance, world, key, noisy, error);
	const struct classic_numbers *n = instance;
	size_t largest = 0;

	for (size_t i = 1; i < n->count; i++)
		if (noisy[i] > noisy[largest])
			largest = i;
	seen[0] = largest != 0;
	seen[1] = noisy[largest];
	return status;
}

enum dpmf_status classic_max_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	double both[2];
	const enum dpmf_status status = classic_max_value_see(instance, world, key, both, error);

	seen[0] = both[0];
	return status;
}

enum dpmf_status classic_sparse_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_sparse *s = instance;
	struct dpmf_stream stream;
	size_t above = 0;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	const double threshold = dpmf_laplace(&stream, s->queries.scale);

	for (size_t i = 0; i < s->queries.count; i++) {
		seen[i] = -1;
		if (above == s->above)
			continue;
		seen[i] = s->queries.value[world][i] + (s->query_scale > 0 ? dpmf_laplace(&stream, s->query_scale) : 0) >= threshold;
		above += seen[i] > 0;
	}
	return DPMF_OK;
}

enum dpmf_status classic_sparse_value_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_sparse *s = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	const double threshold = dpmf_laplace(&stream, s->queries.scale);

	seen[1] = 0;
	for (size_t i = 0; i < s->queries.count; i++) {
		const double noisy = s->queries.value[world][i] + dpmf_laplace(&stream, s->query_scale);

		seen[0] = (double)i;
		seen[1] = classic_on_grid(noisy);
		if (noisy >= threshold)
			return DPMF_OK;
	}
	seen[0] = (double)s->queries.count;
	seen[1] = 0;
	return DPMF_OK;
}
