/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/item_means.h"

#include <math.h>

#include "core/parallel.h"
#include "mech/hdpmf.h"
#include "mech/privsr.h"

static const int64_t constant_feature[1] = { 1 };

struct work {
	const struct dpmf_item_release *release;
	struct dpmf_door *door;
	size_t number; /* of the entry in the record */
	double *mean;
};

/* How large a part of the noise each group's raters of item j add. */
static void divide_noise(const struct dpmf_item_release *r, size_t j, struct dpmf_share share[2])
{
	uint64_t raters[2] = { 0, 0 }, part[2], whole[2];

	for (size_t a = r->ratings->column[j]; a < r->ratings->column[j + 1]; a++)
		raters[r->group[a]]++;
	privsr_parts(r->beta_steps, raters[0], raters[1], part, whole);
	for (int g = 0; g < 2; g++)
		share[g] = (struct dpmf_share){ .of = raters[g], .part = part[g], .whole = whole[g] };
}

static enum dpmf_status release_item(const struct work *w, size_t j)
{
	const struct dpmf_item_release *r = w->release;
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t begin = ratings->column[j], raters = ratings->column[j + 1] - begin;
	struct dpmf_share share[2] = { { 0 } };
	const struct dpmf_participants who = { .item = j, .user = ratings->user + begin, .count = raters, .of = raters,
	                                       .group = r->group ? r->group + begin : NULL, .share = share };
	int64_t sum[1] = { 0 };

	if (r->group)
		divide_noise(r, j, share);
	for (size_t a = begin; a < begin + raters; a++)
		hdpmf_contribute(hdpmf_rating_steps(r->steps, ratings->value[ratings->where[a]]),
		                 hdpmf_weight_steps(dpmf_weight(r->weights, ratings->user[a], j)),
		                 constant_feature, 1, sum);
	if (dpmf_door_release_steps(w->door, w->number, j, &who, sum, NULL) != DPMF_OK)
		return DPMF_FAILED;
	w->mean[j] = ldexp((double)sum[0], -(HDPMF_RATING_BITS + HDPMF_WEIGHT_BITS)) / (double)raters;
	return DPMF_OK;
}

static enum dpmf_status release_items(void *context, size_t begin, size_t end)
{
	const struct work *w = context;
	const struct dpmf_ratings *ratings = w->release->ratings;

	for (size_t j = begin; j < end; j++)
		if (ratings->column[j] < ratings->column[j + 1] && release_item(w, j) != DPMF_OK)
			return DPMF_FAILED;
	return DPMF_OK;
}

static enum dpmf_status declare(struct work *w, struct dpmf_error *error)
{
	const struct hdpmf_steps *steps = w->release->steps;
	const struct dpmf_entry entry = {
		.statistic = w->release->statistic,
		.premise = "sums are revealed only through secure aggregation, with the share of every rater in them",
		.neighbours = DPMF_ENTRY,
		.norm = DPMF_L1,
		.sensitivity = ldexp((double)steps->span, HDPMF_WEIGHT_BITS),
		.law = DPMF_LAPLACE_SHARES,
		.scale = (double)steps->q / (double)steps->p,
		.rate_p = steps->p,
		.rate_q = steps->q,
		.pieces = w->release->ratings->items,
		.touched = 1,
		.coordinates = 1,
		.round = 1,
		.draw = 1,
	};

	return dpmf_door_declare(w->door, &entry, &w->number, error);
}

enum dpmf_status dpmf_item_means(const struct dpmf_item_release *release, struct dpmf_door *door,
                                 double *mean, struct dpmf_error *error)
{
	struct work work = { release, door, 0, mean };
	enum dpmf_status status = declare(&work, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_parallel(release->ratings->items, release->jobs, release_items, &work);
	return status == DPMF_OK ? status : dpmf_fail(error, status, "the release of an item's sum was refused");
}

/* The variance of an item's true mean across items, by the method of moments:
   E (n mean)^2 = n^2 variance + 2 b^2. Sees the released means only. */
static double variance_of_means(const struct dpmf_ratings *ratings, const double *mean, double b)
{
	double above = 0, weight = 0;

	for (size_t j = 0; j < ratings->items; j++) {
		const double n = (double)(ratings->column[j + 1] - ratings->column[j]);

		above += n * n * mean[j] * mean[j] - (n > 0 ? 2 * b * b : 0);
		weight += n * n;
	}
	return fmax(above / weight, 0);
}

void dpmf_item_means_shrink(const struct dpmf_ratings *ratings, double b, double *mean)
{
	const double variance = variance_of_means(ratings, mean, b);

	for (size_t j = 0; j < ratings->items; j++) {
		const double n = (double)(ratings->column[j + 1] - ratings->column[j]);
		const double signal = n * n * variance;

		mean[j] *= signal > 0 ? signal / (signal + 2 * b * b) : 0;
	}
}
