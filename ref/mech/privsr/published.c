/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/privsr/train.h"

#include <math.h>
#include <stdlib.h>

#include "account/directed.h"
#include "mech/privsr/kernels.h"
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

/* The least scale of any item's noise, and what that one is at most: that of both groups
   together, or of the one group that rated it. */
static struct dpmf_between scales_of(const struct dpmf_ratings *ratings, const unsigned char *group, const double group_scale[2])
{
	const struct dpmf_between sum[3] = {
		dpmf_together(group_scale[0], 0), dpmf_together(0, group_scale[1]), dpmf_together(group_scale[0], group_scale[1])
	};
	struct dpmf_between found = { INFINITY, INFINITY };

	for (size_t j = 0; j < ratings->items; j++) {
		bool seen[2] = { false, false };

		for (size_t a = ratings->column[j]; a < ratings->column[j + 1]; a++)
			seen[group[a]] = true;
		if (seen[0] || seen[1]) {
			const struct dpmf_between *own = &sum[seen[0] && seen[1] ? 2 : seen[1]];

			found = own->least < found.least ? *own : found;
		}
	}
	return found;
}

static struct dpmf_descent descent_of(const struct dpmf_privsr_options *o, const struct dpmf_social *social,
                                      const struct dpmf_ratings *ratings, const unsigned char *group)
{
	struct dpmf_descent descent = dpmf_options_noisy_descent(&o->run, o->run.epsilon);
	const double min = o->run.rating_min, max = o->run.rating_max, epsilon = o->run.epsilon;
	const size_t k = o->run.factors;
	const struct dpmf_between friends = dpmf_range_root(4, 0, 1, k);
	struct dpmf_between scales;

	descent.entry.premise = o->run.step == DPMF_STEP_MESSAGE
		? "U held fixed, and of an item's messages only the sum is seen"
		: "U held fixed, as in the proof of Theorem 1";
	descent.group = group;
	for (int g = 0; g < 2; g++)
		descent.group_scale[g] = dpmf_privsr_scale_above(2, min, max, k, epsilon, o->beta, g);
	scales = scales_of(ratings, group, descent.group_scale);
	descent.entry.scale = scales.least;
	descent.entry.scale_most = scales.most;
	if (o->social_weight > 0)
		descent.social = social;
	descent.social_weight = o->social_weight;
	descent.friends = (struct dpmf_entry){
		.statistic = "sum of what a user's friends send",
		.premise = "a friend's vector held fixed, as in the proof of Theorem 2, and S_if public",
		.neighbours = DPMF_EDGE,
		.norm = DPMF_L1,
		.sensitivity = friends.most,
		.sensitivity_least = friends.least,
		.law = DPMF_MIXTURE_SHARES,
		.scale = dpmf_quotient_above(dpmf_range_root(1, 0, 1, k).most, epsilon),
		.touched = 1,
	};
	return descent;
}

enum dpmf_status dpmf_privsr_train(const struct dpmf_ratings *ratings, const struct dpmf_social *social,
                                   const struct dpmf_privsr_options *options, const struct dpmf_key *key,
                                   struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_privsr_options_check(options, ratings, error);
	struct dpmf_descent descent;
	unsigned char *group;

	if (status == DPMF_OK)
		status = dpmf_privsr_groups_draw(ratings, options->sensitive_share, key, &group, error);
	if (status != DPMF_OK)
		return status;
	descent = descent_of(options, social, ratings, group);
	status = dpmf_factorize(ratings, options->run.factors, &descent, key, door, model, error);
	free(group);
	return status;
}
