/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/parallel.h"
#include "mech/hdpmf.h"
#include "mech/hdpmf_train.h"

static const int64_t constant_feature[1] = { 1 };

struct release {
	const struct dpmf_ratings *ratings;
	const struct dpmf_weights *weights;
	const struct hdpmf_steps *steps;
	struct dpmf_door *door;
	size_t number;
	double *mean; /* noisy mean of an item's stretched ratings, relative to the middle */
};

enum dpmf_status hdpmf_steps_of(double epsilon, double rating_min, double rating_max,
                                struct hdpmf_steps *steps, struct dpmf_error *error)
{
	const double p = floor(ldexp(epsilon, HDPMF_EPSILON_BITS));
	const int64_t low = (int64_t)llround(ldexp(rating_min, HDPMF_RATING_BITS));
	const int64_t high = (int64_t)llround(ldexp(rating_max, HDPMF_RATING_BITS));

	if (!(p >= 1) || p > ldexp(1, 40))
		return dpmf_fail(error, DPMF_INPUT, "epsilon %g is outside 2^-%d to 2^%d, the range of the corrected variant",
		                 epsilon, HDPMF_EPSILON_BITS, 40 - HDPMF_EPSILON_BITS);
	if (!(fabs(rating_min) <= 128) || !(fabs(rating_max) <= 128) || high <= low)
		return dpmf_fail(error, DPMF_INPUT, "the corrected variant takes ratings within -128 to 128 "
		                 "and a range of at least 2^-%d, not %g:%g", HDPMF_RATING_BITS, rating_min, rating_max);
	steps->middle = (low + high) / 2;
	steps->span = high - low;
	steps->p = (uint64_t)p;
	steps->q = (uint64_t)steps->span << (HDPMF_WEIGHT_BITS + HDPMF_EPSILON_BITS);
	return DPMF_OK;
}

int64_t hdpmf_rating_steps(const struct hdpmf_steps *steps, double rating)
{
	return (int64_t)llround(ldexp(rating, HDPMF_RATING_BITS)) - steps->middle;
}

int64_t hdpmf_weight_steps(double weight)
{
	return (int64_t)floor(ldexp(weight, HDPMF_WEIGHT_BITS));
}

static enum dpmf_status release_item(const struct release *r, size_t j)
{
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t begin = ratings->column[j], raters = ratings->column[j + 1] - begin;
	const struct dpmf_participants who = { .item = j, .user = ratings->user + begin, .count = raters, .of = raters };
	int64_t sum[1] = { 0 };

	for (size_t a = begin; a < begin + raters; a++)
		hdpmf_contribute(hdpmf_rating_steps(r->steps, ratings->value[ratings->where[a]]),
		                 hdpmf_weight_steps(dpmf_weight(r->weights, ratings->user[a], j)),
		                 constant_feature, 1, sum);
	if (dpmf_door_release_steps(r->door, r->number, j, &who, sum) != DPMF_OK)
		return DPMF_FAILED;
	r->mean[j] = ldexp((double)sum[0], -(HDPMF_RATING_BITS + HDPMF_WEIGHT_BITS)) / (double)raters;
	return DPMF_OK;
}

static enum dpmf_status release_items(void *context, size_t begin, size_t end)
{
	const struct release *r = context;

	for (size_t j = begin; j < end; j++)
		if (r->ratings->column[j] < r->ratings->column[j + 1] && release_item(r, j) != DPMF_OK)
			return DPMF_FAILED;
	return DPMF_OK;
}

static enum dpmf_status declare(const struct hdpmf_steps *steps, size_t items, struct dpmf_door *door,
                                size_t *number, struct dpmf_error *error)
{
	const struct dpmf_entry entry = {
		.statistic = "sum of an item's stretched ratings",
		.premise = "sums are revealed only through secure aggregation, with the share of every rater in them",
		.neighbours = DPMF_ENTRY,
		.norm = DPMF_L1,
		.sensitivity = ldexp((double)steps->span, HDPMF_WEIGHT_BITS),
		.law = DPMF_LAPLACE_SHARES,
		.scale = (double)steps->q / (double)steps->p,
		.rate_p = steps->p,
		.rate_q = steps->q,
		.pieces = items,
		.touched = 1,
		.coordinates = 1,
		.round = 1,
		.draw = 1,
	};

	return dpmf_door_declare(door, &entry, number, error);
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

static void shrink(const struct dpmf_ratings *ratings, double b, double *mean)
{
	const double variance = variance_of_means(ratings, mean, b);

	for (size_t j = 0; j < ratings->items; j++) {
		const double n = (double)(ratings->column[j + 1] - ratings->column[j]);
		const double signal = n * n * variance;

		mean[j] *= signal > 0 ? signal / (signal + 2 * b * b) : 0;
	}
}

/* Least squares of r_ij - middle on (1, x_j) over the user's own ratings, with
   `lambda` on the slope: [a, b]. */
static void fit_user(const struct dpmf_ratings *ratings, const struct dpmf_model *model, size_t i,
                     double lambda, double *fit)
{
	const size_t begin = ratings->row[i], end = ratings->row[i + 1];
	const double n = (double)(end - begin);
	double x_mean = 0, r_mean = 0, xx = lambda, xr = 0;

	for (size_t a = begin; a < end; a++) {
		x_mean += model->v[2 * ratings->item[a] + 1] / n;
		r_mean += (ratings->value[a] - model->center) / n;
	}
	for (size_t a = begin; a < end; a++) {
		const double x = model->v[2 * ratings->item[a] + 1] - x_mean;

		xx += x * x;
		xr += x * (ratings->value[a] - model->center - r_mean);
	}
	fit[1] = xx > 0 ? xr / xx : 0;
	fit[0] = r_mean - fit[1] * x_mean;
}

static enum dpmf_status fit_model(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                  const struct hdpmf_steps *steps, double lambda, const double *mean,
                                  struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_model made = { .users = ratings->users, .items = ratings->items, .factors = 2 };

	made.u = calloc(2 * made.users, sizeof *made.u);
	made.v = calloc(2 * made.items, sizeof *made.v);
	if (!made.u || !made.v) {
		dpmf_model_free(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the factors of %zu users and %zu items",
		                 ratings->users, ratings->items);
	}
	made.center = ldexp((double)steps->middle, -HDPMF_RATING_BITS);
	for (size_t j = 0; j < made.items; j++) {
		made.v[2 * j] = 1;
		made.v[2 * j + 1] = mean[j] / (weights ? weights->item[j] : 1);
	}
	for (size_t i = 0; i < made.users; i++)
		if (ratings->row[i] < ratings->row[i + 1])
			fit_user(ratings, &made, i, lambda, made.u + 2 * i);
	*model = made;
	return DPMF_OK;
}

enum dpmf_status hdpmf_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                       const struct dpmf_options *options, const struct dpmf_key *key,
                                       struct dpmf_door *door, struct dpmf_model *model,
                                       struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_options_check(options, ratings, error);
	struct hdpmf_steps steps;
	struct release release = { ratings, weights, &steps, door, 0, NULL };

	(void)key;
	if (status == DPMF_OK)
		status = hdpmf_steps_of(options->epsilon, options->rating_min, options->rating_max, &steps, error);
	if (status == DPMF_OK)
		status = declare(&steps, ratings->items, door, &release.number, error);
	if (status != DPMF_OK)
		return status;
	release.mean = calloc(ratings->items, sizeof *release.mean);
	if (!release.mean)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu items", ratings->items);
	status = dpmf_parallel(ratings->items, options->jobs, release_items, &release);
	if (status != DPMF_OK) {
		dpmf_fail(error, status, "the release of an item's sum was refused");
	} else {
		shrink(ratings, (options->rating_max - options->rating_min) / options->epsilon, release.mean);
		status = fit_model(ratings, weights, &steps, options->lambda, release.mean, model, error);
	}
	free(release.mean);
	return status;
}
