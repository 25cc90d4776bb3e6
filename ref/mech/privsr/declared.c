/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/privsr/declared.h"

#include <math.h>

#include "account/directed.h"
#include "mech/privsr/scales.h"

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

struct dpmf_privsr_descent dpmf_privsr_descent_of(const struct dpmf_privsr_options *o, const struct dpmf_social *social,
                                                  const struct dpmf_ratings *ratings, const unsigned char *group)
{
	struct dpmf_privsr_descent descent = { .run = dpmf_options_noisy_descent(&o->run, o->run.epsilon), .group = group };
	const double min = o->run.rating_min, max = o->run.rating_max, epsilon = o->run.epsilon;
	const size_t k = o->run.factors;
	const struct dpmf_between friends = dpmf_range_root(4, 0, 1, k);
	struct dpmf_between scales;

	descent.run.entry.premise = o->run.step == DPMF_STEP_MESSAGE
		? "U held fixed, and of an item's messages only the sum is seen"
		: "U held fixed, as in the proof of Theorem 1";
	for (int g = 0; g < 2; g++)
		descent.group_scale[g] = dpmf_privsr_scale_above(2, min, max, k, epsilon, o->beta, g);
	scales = scales_of(ratings, group, descent.group_scale);
	descent.run.entry.scale = scales.least;
	descent.run.entry.scale_most = scales.most;
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
