/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/item_means.h"

#include <math.h>

#include "core/parallel.h"
#include "mech/hdpmf/kernels.h"
#include "noise/release.h"

static const int64_t constant_feature[1] = { 1 };

struct work {
	const struct dpmf_item_release *release;
	struct dpmf_summing summing;
	double *mean;
};

static size_t raters_of(const struct dpmf_ratings *ratings, size_t j)
{
	return ratings->column[j + 1] - ratings->column[j];
}

/* What the raters of item j add, by group. */
static void divide_noise(const struct dpmf_item_release *r, size_t j, struct dpmf_share share[2])
{
	uint64_t raters[2] = { 0, 0 };

	for (size_t a = r->ratings->column[j]; a < r->ratings->column[j + 1]; a++)
		raters[r->groups->group[a]]++;
	r->groups->divide(r->groups->context, raters, dpmf_honest_of(r->colluding, raters_of(r->ratings, j)), share);
}

struct dpmf_participants dpmf_item_participants(const struct dpmf_item_release *r, size_t j, struct dpmf_share share[2])
{
	const size_t begin = r->ratings->column[j], raters = raters_of(r->ratings, j);
	const size_t honest = dpmf_honest_of(r->colluding, raters);

	if (r->groups)
		divide_noise(r, j, share);
	return (struct dpmf_participants){
		.item = j, .user = r->ratings->user + begin, .count = raters, .of = honest,
		.group = r->groups ? r->groups->group + begin : NULL, .share = r->groups ? share : NULL,
	};
}

/* How many whole laws the shares of item j make together: 1 when nobody colludes and the server is curious. */
static double laws_in(const struct dpmf_item_release *r, size_t j)
{
	struct dpmf_share share[2] = { { 0 } };
	const struct dpmf_participants who = dpmf_item_participants(r, j, share);

	if (!who.group)
		return (double)who.count / (double)who.of;
	return (double)share[0].of * (double)share[0].part / (double)share[0].whole +
	       (double)share[1].of * (double)share[1].part / (double)share[1].whole;
}

static void contribute(const void *context, uint64_t j, size_t i, int64_t *sum)
{
	const struct dpmf_item_release *r = context;
	const size_t a = r->ratings->column[j] + i;

	dpmf_hdpmf_contribute(dpmf_hdpmf_rating_steps(r->steps, r->ratings->value[r->ratings->where[a]]),
	                      dpmf_hdpmf_weight_steps(dpmf_weight(r->weights, r->ratings->user[a], j)), constant_feature, 1, sum);
}

static enum dpmf_status release_item(const struct work *w, size_t j)
{
	struct dpmf_share share[2] = { { 0 } };
	const struct dpmf_participants who = dpmf_item_participants(w->release, j, share);
	int64_t sum[1] = { 0 };

	if (dpmf_sum_release(&w->summing, j, &who, sum) != DPMF_OK)
		return DPMF_FAILED;
	w->mean[j] = ldexp((double)sum[0], -(DPMF_HDPMF_RATING_BITS + DPMF_HDPMF_WEIGHT_BITS)) / (double)who.count;
	return DPMF_OK;
}

static bool stopped(const struct dpmf_item_release *release)
{
	return release->stop && *release->stop;
}

static enum dpmf_status release_items(void *context, size_t begin, size_t end)
{
	const struct work *w = context;
	const struct dpmf_ratings *ratings = w->release->ratings;

	for (size_t j = begin; j < end; j++) {
		if (stopped(w->release))
			return DPMF_FAILED;
		if (ratings->column[j] < ratings->column[j + 1] && release_item(w, j) != DPMF_OK)
			return DPMF_FAILED;
	}
	return DPMF_OK;
}

/* Whom the budget takes for honest. */
static const char *premise_of(const struct dpmf_item_release *r)
{
	const bool together = dpmf_anybody_colludes(r->colluding);

	if (r->colluding->lying)
		return together ? "sums are revealed only through secure aggregation with signed messages, with the shares of as many raters in "
		                  "them as must stay, and no more of an item's raters pool what they know than was said"
		                : "sums are revealed only through secure aggregation with signed messages, with the shares of as many raters in "
		                  "them as must stay, and no raters pool what they know";
	return together ? "sums are revealed only through secure aggregation, with the share of every rater in them, and no more of an "
	                  "item's raters pool what they know than was said"
	                : "sums are revealed only through secure aggregation, with the share of every rater in them";
}

size_t dpmf_item_raters_most(const struct dpmf_ratings *ratings)
{
	size_t most = 0;

	for (size_t j = 0; j < ratings->items; j++)
		most = raters_of(ratings, j) > most ? raters_of(ratings, j) : most;
	return most;
}

/* What is wrong is found before anything is released. */
static enum dpmf_status prepare(struct work *w, struct dpmf_error *error)
{
	const struct dpmf_hdpmf_steps *steps = w->release->steps;
	const struct dpmf_entry entry = {
		.statistic = w->release->statistic,
		.premise = premise_of(w->release),
		.neighbours = DPMF_ENTRY,
		.norm = DPMF_L1,
		.sensitivity = ldexp((double)steps->span, DPMF_HDPMF_WEIGHT_BITS),
		.law = DPMF_LAPLACE_SHARES,
		.scale = (double)steps->q / (double)steps->p,
		.rate_p = steps->p,
		.rate_q = steps->q,
		.colluding = *w->release->colluding,
		.pieces = w->release->ratings->items,
		.touched = 1,
		.coordinates = 1,
		.round = 1,
		.draw = 1,
	};
	const enum dpmf_status status = dpmf_door_declare(w->summing.door, &entry, &w->summing.number, error);

	return status == DPMF_OK ? dpmf_sum_check(&w->summing, dpmf_item_raters_most(w->release->ratings), error) : status;
}

enum dpmf_status dpmf_item_means(const struct dpmf_item_release *release, struct dpmf_door *door,
                                 double *mean, struct dpmf_error *error)
{
	struct work work = {
		.release = release, .mean = mean,
		.summing = { .how = release->sum, .colluding = release->colluding, .door = door, .contribute = contribute, .context = release,
		             .most = release->steps->span << DPMF_HDPMF_WEIGHT_BITS },
	};
	enum dpmf_status status = prepare(&work, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_parallel(release->ratings->items, release->jobs, release_items, &work);
	if (status != DPMF_OK && stopped(release))
		return dpmf_fail(error, status, "stopped by a signal before all items' sums were released");
	return status == DPMF_OK ? status : dpmf_fail(error, status, "the release of an item's sum was refused");
}

/* The variance of an item's true mean across items, by the method of moments:
   E (n mean)^2 = n^2 variance + 2 b^2 laws. Sees the released means only. */
static double variance_of_means(const struct dpmf_item_release *release, const double *mean, double b)
{
	double above = 0, weight = 0;

	for (size_t j = 0; j < release->ratings->items; j++) {
		const double n = (double)raters_of(release->ratings, j);

		above += n * n * mean[j] * mean[j] - (n > 0 ? 2 * b * b * laws_in(release, j) : 0);
		weight += n * n;
	}
	return fmax(above / weight, 0);
}

void dpmf_item_means_shrink(const struct dpmf_item_release *release, double b, double *mean)
{
	const double variance = variance_of_means(release, mean, b);

	for (size_t j = 0; j < release->ratings->items; j++) {
		const double n = (double)raters_of(release->ratings, j), signal = n * n * variance;

		mean[j] *= signal > 0 ? signal / (signal + 2 * b * b * laws_in(release, j)) : 0;
	}
}
