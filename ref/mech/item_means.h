/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one release about items of the corrected variants of hdpmf and privsr:
   for each item the exact integer sum of its ratings relative to the middle
   of the range, times their privacy weights, with discrete Laplace noise of
   which every rater adds a share. */
#ifndef DPMF_MECH_ITEM_MEANS_H
#define DPMF_MECH_ITEM_MEANS_H
#include <signal.h>
#include <stdint.h>
#include "core/ratings.h"
#include "mech/hdpmf/steps.h"
#include "mech/model.h"
#include "mech/secure_sum.h"
#include "noise/entry.h"

/* An item's noise divided between two groups of its raters. */
struct dpmf_item_groups {
	const unsigned char *group; /* 0 or 1 for every rating by column */
	/* What each rater of a group adds, where raters[g] of group g rated the item: any `least` of the shares
	   make the whole law. */
	void (*divide)(const void *context, const uint64_t raters[2], uint64_t least, struct dpmf_share share[2]);
	const void *context;
};

struct dpmf_item_release {
	const struct dpmf_ratings *ratings;
	const struct dpmf_weights *weights; /* NULL: 1 */
	const struct dpmf_hdpmf_steps *steps;
	const char *statistic;
	const struct dpmf_item_groups *groups; /* NULL: equal shares */
	const struct dpmf_colluding *colluding; /* of an item's raters: the shares of those who are honest make the whole law */
	const struct dpmf_aggregation *sum;    /* NULL: the sum is ideal */
	const volatile sig_atomic_t *stop;  /* NULL, or not 0 when a signal asked to stop: secure aggregation takes its time */
	unsigned jobs;
};

/* The most raters that an item has. */
size_t dpmf_item_raters_most(const struct dpmf_ratings *ratings);
/* Who adds noise to item j's sum, in which shares, as the door is told: equal ones, or share[] by group. An item has raters. */
struct dpmf_participants dpmf_item_participants(const struct dpmf_item_release *release, size_t j, struct dpmf_share share[2]);

/* mean[j]: the noisy sum over the number of raters, in the unit of the ratings; 0 for an item without. */
enum dpmf_status dpmf_item_means(const struct dpmf_item_release *release, struct dpmf_door *door,
                                 double *mean, struct dpmf_error *error);
/* Towards 0 by the ratio of signal to signal plus noise, b the scale of one whole law, estimated
   from the released means alone. */
void dpmf_item_means_shrink(const struct dpmf_item_release *release, double b, double *mean);

#endif
