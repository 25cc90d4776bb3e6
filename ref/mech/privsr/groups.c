/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What both variants begin with: their options, and which ratings are sensitive. */
#include "mech/privsr/train.h"

#include <math.h>
#include <stdlib.h>

#include "noise/textbook.h"

enum dpmf_status dpmf_privsr_options_check(const struct dpmf_privsr_options *options, const struct dpmf_ratings *ratings,
                                           struct dpmf_error *error)
{
	if (!(options->beta > 0) || !(options->beta <= 1))
		return dpmf_fail(error, DPMF_INPUT, "beta must be above 0 and at most 1, not %g", options->beta);
	if (!(options->sensitive_share >= 0) || !(options->sensitive_share <= 1))
		return dpmf_fail(error, DPMF_INPUT, "the share of sensitive ratings must be 0 to 1, not %g",
		                 options->sensitive_share);
	if (!(options->social_weight >= 0) || !isfinite(options->social_weight))
		return dpmf_fail(error, DPMF_INPUT, "the social weight must be a finite number, 0 or more, not %g",
		                 options->social_weight);
	return dpmf_options_check(&options->run, ratings, error);
}

enum dpmf_status dpmf_privsr_groups_draw(const struct dpmf_ratings *ratings, double share, const struct dpmf_key *key,
                                         unsigned char **group, struct dpmf_error *error)
{
	unsigned char *made = malloc(ratings->count ? ratings->count : 1);
	struct dpmf_key sub;
	struct dpmf_stream stream;

	if (!made)
		return dpmf_fail(error, DPMF_FAILED, "no memory to group %zu ratings", ratings->count);
	dpmf_key_derive(key, "sensitive", &sub);
	for (size_t j = 0; j < ratings->items; j++)
		for (size_t a = ratings->column[j]; a < ratings->column[j + 1]; a++) {
			dpmf_stream_open(&stream, &sub, ratings->user[a], j, 0);
			made[a] = !(dpmf_uniform(&stream) < share);
		}
	*group = made;
	return DPMF_OK;
}
