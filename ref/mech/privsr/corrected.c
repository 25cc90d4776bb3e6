/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr corrected. The numbers of its steps (mech/privsr/train.h) stand in the margin. */
#include <math.h>
#include <stdlib.h>

#include "core/parallel.h"
#include "mech/device_fit.h"
#include "mech/item_means.h"
#include "mech/privsr/division.h"
#include "mech/privsr/friends.h"
#include "mech/privsr/kernels.h"
#include "mech/privsr/train.h"
#include "noise/grid.h"
#include "noise/release.h"

enum { COORDINATES = 2, MOST = 1 << DPMF_PRIVSR_VECTOR_BITS };

struct devices {
	const struct dpmf_ratings *ratings;
	const struct dpmf_social *social;
	const struct dpmf_privsr_options *options;
	struct dpmf_summing summing; /* of a user's friends */
	struct dpmf_model *model;
	int64_t *vector;         /* what each user contributes where it is a friend, in steps */
};

uint64_t dpmf_privsr_beta_steps(double beta)
{
	return (uint64_t)fmax(1, round(ldexp(beta, DPMF_PRIVSR_BETA_BITS)));
}

enum dpmf_status dpmf_privsr_friend_rate(double epsilon, uint64_t *p, uint64_t *q, struct dpmf_error *error)
{
	const double steps = floor(ldexp(epsilon, DPMF_HDPMF_EPSILON_BITS));

	if (!(steps >= 1) || steps > ldexp(1, 40))
		return dpmf_fail(error, DPMF_INPUT, "epsilon %g is outside 2^-%d to 2^%d, the range of the corrected variant",
		                 epsilon, DPMF_HDPMF_EPSILON_BITS, 40 - DPMF_HDPMF_EPSILON_BITS);
	*p = (uint64_t)steps;
	*q = (uint64_t)(2 * COORDINATES * MOST) << DPMF_HDPMF_EPSILON_BITS;
	return DPMF_OK;
}

/* The unit of each coordinate: a quarter of the range for a, 1 for b. */
static void unit_of(const struct dpmf_privsr_options *o, double unit[COORDINATES])
{
	unit[0] = (o->run.rating_max - o->run.rating_min) / 4;
	unit[1] = 1;
}

static const double centre[COORDINATES] = { 0, 1 };

static int64_t coordinate_steps(double fit, double at, double unit)
{
	return dpmf_grid_round(fmin(fmax((fit - at) / unit, -2), 2), -DPMF_PRIVSR_VECTOR_BITS);
}

/* Step 3. */
static enum dpmf_status fit_alone(void *context, size_t begin, size_t end)
{
	const struct devices *d = context;
	const struct dpmf_device_pull pull = { .strength = { 0, d->options->run.lambda } };
	double unit[COORDINATES];

	unit_of(d->options, unit);
	for (size_t i = begin; i < end; i++) {
		double *fit = d->model->u + COORDINATES * i;

		if (d->ratings->row[i] < d->ratings->row[i + 1])
			dpmf_device_fit(d->ratings, d->model, i, &pull, fit);
		for (size_t l = 0; l < COORDINATES; l++)
			d->vector[COORDINATES * i + l] = coordinate_steps(fit[l], centre[l], unit[l]);
	}
	return DPMF_OK;
}

static void contribute(const void *context, uint64_t i, size_t friend, int64_t *sum)
{
	const struct devices *d = context;
	const size_t f = d->social->trustee[d->social->row[i] + friend];

	dpmf_privsr_friend_contribute(d->vector + COORDINATES * f, COORDINATES, MOST, sum);
}

/* Step 4: the noisy sum of what user i's friends contribute. */
static enum dpmf_status hear_friends(const struct devices *d, size_t i, int64_t sum[COORDINATES])
{
	const size_t begin = d->social->row[i], count = d->social->row[i + 1] - begin;
	const size_t honest = dpmf_honest_of(&d->options->run.colluding, count);
	const struct dpmf_participants who = {
		.item = DPMF_FRIENDS_STREAM + i, .user = d->social->trustee + begin, .count = count, .of = honest,
	};

	return dpmf_sum_release(&d->summing, i, &who, sum);
}

/* Step 5. The pull has the strength of one term of the paper's sum for each
   friend, times the share of signal in what was heard: a coordinate of a vector is
   taken to be uniform on -1 .. 1, the noise of the sum has scale b = 4 / eps, times as
   many laws as the friends' shares make together. On the slope it joins the pull of step 3, towards 0. */
static void pull_of(const struct devices *d, size_t friends, const int64_t sum[COORDINATES], struct dpmf_device_pull *pull)
{
	const double n = (double)friends, b = 2 * COORDINATES / d->options->run.epsilon;
	const double laws = n / (double)dpmf_honest_of(&d->options->run.colluding, friends);
	const double signal = n / 3 / (n / 3 + 2 * b * b * laws);
	double unit[COORDINATES];

	unit_of(d->options, unit);
	for (size_t l = 0; l < COORDINATES; l++) {
		const double mean = ldexp((double)sum[l], -DPMF_PRIVSR_VECTOR_BITS) / n;

		pull->target[l] = centre[l] + unit[l] * signal * mean;
		pull->strength[l] = d->options->social_weight * n * signal;
	}
	pull->target[1] *= pull->strength[1] / (pull->strength[1] + d->options->run.lambda);
	pull->strength[1] += d->options->run.lambda;
}

static enum dpmf_status fit_among_friends(void *context, size_t begin, size_t end)
{
	const struct devices *d = context;

	for (size_t i = begin; i < end; i++) {
		const size_t friends = d->social->row[i + 1] - d->social->row[i];
		int64_t sum[COORDINATES] = { 0 };
		struct dpmf_device_pull pull;

		if (friends == 0)
			continue;
/* 4*/		if (hear_friends(d, i, sum) != DPMF_OK)
			return DPMF_FAILED;
/* 5*/		pull_of(d, friends, sum, &pull);
/* 5*/		dpmf_device_fit(d->ratings, d->model, i, &pull, d->model->u + COORDINATES * i);
	}
	return DPMF_OK;
}

/* Whom the budget takes for honest. */
static const char *premise_of(const struct dpmf_colluding *colluding)
{
	const bool together = dpmf_anybody_colludes(colluding);

	if (colluding->lying)
		return together ? "a user learns the sum over its friends only through secure aggregation with signed messages, with the shares of as "
		                  "many friends in it as must stay, and no more of them pool what they know than was said"
		                : "a user learns the sum over its friends only through secure aggregation with signed messages, with the shares of as "
		                  "many friends in it as must stay";
	return together ? "a user learns the sum over its friends only through secure aggregation, with the share of every friend in it, and "
	                  "no more of them pool what they know than was said"
	                : "a user learns the sum over its friends only through secure aggregation, with the share of every friend in it";
}

/* How many friends at most a user's sum has. */
static size_t most_friends(const struct devices *d)
{
	size_t most = 0;

	for (size_t i = 0; i < d->ratings->users; i++)
		most = d->social->row[i + 1] - d->social->row[i] > most ? d->social->row[i + 1] - d->social->row[i] : most;
	return most;
}

enum dpmf_status dpmf_privsr_heard(const struct dpmf_social *social, const struct dpmf_colluding *colluding, size_t *heard,
                                   struct dpmf_error *error)
{
	size_t *trusters = calloc(social->users ? social->users : 1, sizeof *trusters), most = 0;

	if (!trusters)
		return dpmf_fail(error, DPMF_FAILED, "no memory to count who trusts %zu users", social->users);
	for (size_t e = 0; e < social->count; e++) {
		const size_t together = dpmf_colluders_among(colluding, ++trusters[social->trustee[e]]);

		most = together > most ? together : most;
	}
	free(trusters);
	*heard = most;
	return DPMF_OK;
}

static enum dpmf_status declare(struct devices *d, struct dpmf_error *error)
{
	const struct dpmf_colluding *colluding = &d->options->run.colluding;
	struct dpmf_entry entry = {
		.statistic = "sum of what a user's friends send",
		.premise = premise_of(colluding),
		.neighbours = DPMF_EDGE,
		.norm = DPMF_L1,
		.sensitivity = 2 * COORDINATES * MOST,
		.law = DPMF_LAPLACE_SHARES,
		.colluding = *colluding,
		.pieces = d->ratings->users,
		.touched = 1,
		.coordinates = COORDINATES,
		.round = 1,
		.draw = 1,
	};
	const size_t most = most_friends(d);
	enum dpmf_status status = dpmf_privsr_friend_rate(d->options->run.epsilon, &entry.rate_p, &entry.rate_q, error);

	if (status == DPMF_OK)
		status = dpmf_privsr_heard(d->social, colluding, &entry.heard, error);
	if (status != DPMF_OK)
		return status;
	entry.scale = (double)entry.rate_q / (double)entry.rate_p;
	status = dpmf_door_declare(d->summing.door, &entry, &d->summing.number, error);
	return status == DPMF_OK ? dpmf_sum_check(&d->summing, most, error) : status;
}

static enum dpmf_status fit_users(struct devices *d, struct dpmf_error *error)
{
	const unsigned jobs = d->options->run.jobs;
	enum dpmf_status status = DPMF_OK;

	d->vector = calloc(COORDINATES * d->ratings->users, sizeof *d->vector);
	if (!d->vector)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the vectors of %zu users", d->ratings->users);
/* 3*/	dpmf_parallel(d->ratings->users, jobs, fit_alone, d);
	if (d->options->social_weight > 0) {
		status = declare(d, error);
/*4-5*/		if (status == DPMF_OK && (status = dpmf_parallel(d->ratings->users, jobs, fit_among_friends, d)) != DPMF_OK)
			dpmf_fail(error, status, "the release of a sum over friends was refused");
	}
	free(d->vector);
	return status;
}

static enum dpmf_status learn_items(const struct dpmf_ratings *ratings, const struct dpmf_privsr_options *options,
                                    const unsigned char *group, struct dpmf_door *door,
                                    struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_hdpmf_steps steps;
	const uint64_t beta_steps = dpmf_privsr_beta_steps(options->beta);
	const struct dpmf_item_groups groups = dpmf_privsr_division(group, &beta_steps);
	const struct dpmf_item_release release = {
		.ratings = ratings, .steps = &steps, .statistic = "sum of an item's ratings",
		.groups = &groups, .jobs = options->run.jobs,
		.colluding = &options->run.colluding, .sum = options->run.sum, .stop = options->run.stop,
	};
	const double delta = options->run.rating_max - options->run.rating_min;
	enum dpmf_status status = dpmf_hdpmf_steps_of(options->run.epsilon, options->run.rating_min, options->run.rating_max,
	                                              &steps, error);
	double *mean;

	if (status == DPMF_OK)
		status = dpmf_privsr_raters_check(ratings, &options->run.colluding, error);
	if (status != DPMF_OK)
		return status;
	mean = calloc(ratings->items ? ratings->items : 1, sizeof *mean);
	if (!mean)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu items", ratings->items);
/* 1*/	status = dpmf_item_means(&release, door, mean, error);
	if (status == DPMF_OK) {
/* 2*/		dpmf_item_means_shrink(&release, delta / options->run.epsilon, mean);
		status = dpmf_device_model(ratings, NULL, ldexp((double)steps.middle, -DPMF_HDPMF_RATING_BITS), mean, model, error);
	}
	free(mean);
	return status;
}

enum dpmf_status dpmf_privsr_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_social *social,
                                             const struct dpmf_privsr_options *options, const struct dpmf_key *key,
                                             struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_model made;
	struct devices devices = {
		.ratings = ratings, .social = social, .options = options, .model = &made,
		.summing = { .how = options->run.sum, .colluding = &options->run.colluding, .door = door, .contribute = contribute,
		             .context = &devices, .most = MOST },
	};
	enum dpmf_status status = dpmf_privsr_options_check(options, ratings, error);
	unsigned char *group;

	if (status == DPMF_OK)
		status = dpmf_privsr_groups_draw(ratings, options->sensitive_share, key, &group, error);
	if (status != DPMF_OK)
		return status;
/*1-2*/	status = learn_items(ratings, options, group, door, &made, error);
	free(group);
	if (status != DPMF_OK)
		return status;
/*3-5*/	status = fit_users(&devices, error);
	if (status == DPMF_OK)
		*model = made;
	else
		dpmf_model_free(&made);
	return status;
}
