/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/classics/counts.h"

#include <math.h>

#include "noise/textbook.h"

/* ceil(E / b) - 1 of an exponential E is geometric: P(k) = (1 - a) a^k, a = exp(-1 / scale). */
static double geometric(struct dpmf_stream *stream, double scale)
{
	return ceil(dpmf_exponential(stream) * scale) - 1;
}

enum dpmf_status classic_geometric_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_count *c = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	const double noisy = (world == 0) + geometric(&stream, c->scale) - geometric(&stream, c->scale);

	seen[0] = fmax(0, fmin((double)c->most, noisy));
	return DPMF_OK;
}

enum dpmf_status classic_sampled_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_count *c = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	const double used = world == 0 && dpmf_uniform(&stream) < c->sampled;

	seen[0] = ldexp(rint(ldexp(used + dpmf_laplace(&stream, c->scale), 30)), -30);
	return DPMF_OK;
}

double classic_sampled_ratio(const void *instance, const double *seen)
{
	const struct classic_count *c = instance;

	return log1p(c->sampled * expm1((fabs(seen[0]) - fabs(seen[0] - 1)) / c->scale));
}

enum dpmf_status classic_shuffled_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_count *c = instance;
	const double lie = 1 / (1 + exp(1 / c->scale));
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	seen[0] = 0;
	for (uint64_t user = 0; user < c->most; user++) {
		const int lies = dpmf_uniform(&stream) < lie, truth = user == 0 && world == 0;

		seen[0] += truth ^ lies;
	}
	return DPMF_OK;
}

enum dpmf_status classic_doubles_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_count *c = instance;
	struct dpmf_stream stream;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	seen[0] = (world == 0) + dpmf_laplace(&stream, c->scale);
	return DPMF_OK;
}

/* Uniform among all doubles in (0, 1): the exponent is geometric. */
static double full_uniform(struct dpmf_stream *stream)
{
	int exponent = 1;
	uint64_t word;

	for (; (word = dpmf_stream_word(stream)) == 0; )
		exponent += 64;
	exponent += __builtin_clzll(word);
	return ldexp(1 + ldexp((double)(dpmf_stream_word(stream) >> 12), -52), -exponent);
}

enum dpmf_status classic_snapping_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct classic_count *c = instance;
	const double bound = (double)c->most;
	struct dpmf_stream stream;
	int exponent;

	(void)error;
	dpmf_stream_open(&stream, key, 0, 0, 0);
	const double sign = dpmf_stream_word(&stream) >> 63 ? 1 : -1;
	const double sum = (world == 0) + sign * c->scale * log(full_uniform(&stream));
	/* The smallest power of two that is not below the scale. */
	const double mantissa = frexp(c->scale, &exponent), step = ldexp(1, mantissa > 0.5 ? exponent : exponent - 1);

	seen[0] = fmax(-bound, fmin(bound, step * rint(sum / step)));
	return DPMF_OK;
}
