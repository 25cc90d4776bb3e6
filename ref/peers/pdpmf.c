/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/subset.h"
#include "noise/release.h"
#include "noise/textbook.h"
#include "mech/hdpmf/train.h"
#include "peers/peers.h"

/* Of Jorgensen, Yu, Cormode 2015. */
static double sampling_probability(double epsilon, double threshold)
{
	return epsilon >= threshold ? 1 : expm1(epsilon) / expm1(threshold);
}

/* The same users and items with only the sampled ratings. */
static enum dpmf_status sample_ratings(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                       double threshold, double epsilon, const struct dpmf_door *door,
                                       struct dpmf_ratings *sampled, struct dpmf_error *error)
{
	unsigned char *keep = calloc(ratings->count ? ratings->count : 1, 1);
	struct dpmf_key sub;
	struct dpmf_stream stream;
	enum dpmf_status status;

	if (!keep)
		return dpmf_fail(error, DPMF_FAILED, "no memory to sample %zu ratings", ratings->count);
	dpmf_door_secret(door, "sampled ratings", &sub);
	for (size_t i = 0; i < ratings->users; i++)
		for (size_t a = ratings->row[i]; a < ratings->row[i + 1]; a++) {
			const size_t j = ratings->item[a];

			dpmf_stream_open(&stream, &sub, i, j, 0);
			keep[a] = dpmf_uniform(&stream) <
				sampling_probability(epsilon * dpmf_weight(weights, i, j), threshold);
		}
	status = dpmf_ratings_subset(ratings, keep, sampled, error);
	free(keep);
	return status;
}

static double mean_weight(const struct dpmf_weights *weights, const struct dpmf_ratings *ratings)
{
	double sum = 0;

	for (size_t i = 0; i < ratings->users; i++)
		for (size_t a = ratings->row[i]; a < ratings->row[i + 1]; a++)
			sum += dpmf_weight(weights, i, ratings->item[a]);
	return sum / (double)ratings->count;
}

enum dpmf_status dpmf_pdpmf_train(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                  double threshold, const struct dpmf_options *options, const struct dpmf_key *key,
                                  struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_options_check(options, ratings, error);
	struct dpmf_ratings sampled;
	struct dpmf_descent descent;

	if (isnan(threshold) && status == DPMF_OK)
		threshold = options->epsilon * mean_weight(weights, ratings);
	if (status == DPMF_OK && (!(threshold > 0) || !isfinite(threshold)))
		status = dpmf_fail(error, DPMF_INPUT, "the threshold must be a finite number above 0, not %g", threshold);
	if (status == DPMF_OK)
		status = sample_ratings(ratings, weights, threshold, options->epsilon, door, &sampled, error);
	if (status != DPMF_OK)
		return status;
	descent = dpmf_options_noisy_descent(options, threshold);
	status = dpmf_hdpmf_factorize(&sampled, options->factors, &descent, key, door, model, error);
	dpmf_ratings_free(&sampled);
	return status;
}
