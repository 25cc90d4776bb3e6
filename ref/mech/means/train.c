/* SPDX-License-Identifier: GPL-3.0-or-later */
/* means. The numbers of its steps (train.h) stand in the margin. */
#include "mech/means/train.h"

#include <math.h>
#include <stdlib.h>

#include "core/parallel.h"
#include "mech/dpals/kernels.h"
#include "mech/means/kernels.h"

struct means {
	const struct dpmf_ratings *ratings;
	const struct dpmf_means_options *options;
	struct dpmf_means_steps steps;
	struct dpmf_door *door;
	size_t of_items, of_users; /* entries in the record */
	double middle, step;       /* step: in the unit of ratings */
	double noise;              /* variance of a sum's noise, in units of a rating's own */
	int64_t *rating;           /* by row, in steps */
	double *item, *user;       /* a sum with its noise in the unit of ratings, then the effect */
};

static int64_t rating_steps(const struct means *m, double rating)
{
	return dpmf_dpals_cut(llround((rating - m->middle) / m->step), m->steps.bound);
}

static enum dpmf_status release(const struct means *m, size_t entry, size_t piece, int64_t total, double *sum)
{
	if (dpmf_door_release_steps(m->door, entry, piece, NULL, &total, NULL) != DPMF_OK)
		return DPMF_FAILED;
	*sum = (double)total * m->step;
	return DPMF_OK;
}

static enum dpmf_status release_items(void *context, size_t begin, size_t end)
{
	const struct means *m = context;
	const struct dpmf_ratings *ratings = m->ratings;
	int64_t *raters = malloc((ratings->users + 1) * sizeof *raters);
	enum dpmf_status status = raters ? DPMF_OK : DPMF_FAILED;

	for (size_t j = begin; status == DPMF_OK && j < end; j++) {
		const size_t first = ratings->column[j], count = ratings->column[j + 1] - first;

		for (size_t a = 0; a < count; a++)
			raters[a] = m->rating[ratings->where[first + a]];
		status = release(m, m->of_items, j, dpmf_means_total(raters, count), m->item + j);
	}
	free(raters);
	return status;
}

static enum dpmf_status release_users(void *context, size_t begin, size_t end)
{
	const struct means *m = context;
	const size_t *row = m->ratings->row;
	enum dpmf_status status = DPMF_OK;

	for (size_t i = begin; status == DPMF_OK && i < end; i++)
		status = release(m, m->of_users, i, dpmf_means_total(m->rating + row[i], row[i + 1] - row[i]), m->user + i);
	return status;
}

/* The users' own sums, which stay where they are. */
static void keep_users(const struct means *m)
{
	const struct dpmf_ratings *ratings = m->ratings;

	for (size_t i = 0; i < ratings->users; i++)
		for (size_t a = ratings->row[i]; a < ratings->row[i + 1]; a++)
			m->user[i] += ratings->value[a] - m->middle;
}

static enum dpmf_status declare(struct means *m, struct dpmf_error *error)
{
	const bool pure = !(m->options->delta > 0);
	const double p = (double)m->steps.p, q = (double)m->steps.q;
	struct dpmf_entry entry = {
		.statistic = "an item's sum of ratings",
		.neighbours = DPMF_ENTRY,
		.norm = pure ? DPMF_L1 : DPMF_L2,
		.sensitivity = (double)(2 * m->steps.bound),
		.law = pure ? DPMF_DISCRETE_LAPLACE : DPMF_DISCRETE_GAUSSIAN,
		.scale = pure ? q / p : sqrt(p / q),
		.rate_p = m->steps.p,
		.rate_q = m->steps.q,
		.pieces = m->ratings->items,
		.touched = 1,
		.coordinates = 1,
		.round = 1,
		.draw = 1,
	};
	const enum dpmf_status status = dpmf_door_declare(m->door, &entry, &m->of_items, error);

	if (status != DPMF_OK || m->options->items_only)
		return status;
	entry.statistic = "a user's sum of ratings";
	entry.pieces = m->ratings->users;
	entry.draw = 2;
	return dpmf_door_declare(m->door, &entry, &m->of_users, error);
}

/* 1 */
static enum dpmf_status release_all(struct means *m, struct dpmf_error *error)
{
	const unsigned jobs = m->options->jobs;
	enum dpmf_status status = declare(m, error);

	if (status != DPMF_OK)
		return status;
	for (size_t a = 0; a < m->ratings->count; a++)
		m->rating[a] = rating_steps(m, m->ratings->value[a]);
	status = dpmf_parallel(m->ratings->items, jobs, release_items, m);
	if (status == DPMF_OK && !m->options->items_only)
		status = dpmf_parallel(m->ratings->users, jobs, release_users, m);
	if (m->options->items_only)
		keep_users(m);
	return status == DPMF_OK ? status : dpmf_fail(error, status, "the release of a sum was refused");
}

/* 2: what all ratings have in common, of the items that have raters. */
static double common_of(const struct means *m)
{
	const size_t *column = m->ratings->column;
	double sum = 0, rated = 0;

	for (size_t j = 0; j < m->ratings->items; j++)
		if (column[j] < column[j + 1]) {
			sum += m->item[j];
			rated++;
		}
	return dpmf_means_effect(sum, (double)m->ratings->count, rated * m->noise);
}

/* 3, 4 */
static void find_effects(const struct means *m, double common)
{
	const struct dpmf_ratings *ratings = m->ratings;

	for (size_t j = 0; j < ratings->items; j++) {
		const double n = (double)(ratings->column[j + 1] - ratings->column[j]);

		m->item[j] = dpmf_means_effect(m->item[j] - n * common, n, m->noise);
	}
	for (size_t i = 0; i < ratings->users; i++) {
		double left = m->user[i];

		for (size_t a = ratings->row[i]; a < ratings->row[i + 1]; a++)
			left -= common + m->item[ratings->item[a]];
		m->user[i] = dpmf_means_effect(left, (double)(ratings->row[i + 1] - ratings->row[i]), m->options->items_only ? 0 : m->noise);
	}
}

static enum dpmf_status make_model(const struct means *m, double common, struct dpmf_model *model, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_model_blank(m->ratings, 2, model, error);

	if (status != DPMF_OK)
		return status;
	model->center = m->middle + common;
	for (size_t i = 0; i < model->users; i++) {
		model->u[2 * i] = m->user[i];
		model->u[2 * i + 1] = 1;
	}
	for (size_t j = 0; j < model->items; j++) {
		model->v[2 * j] = 1;
		model->v[2 * j + 1] = m->item[j];
	}
	return DPMF_OK;
}

static void start(struct means *m)
{
	const struct dpmf_means_options *o = m->options;
	const double half = (o->rating_max - o->rating_min) / 2, bound = (double)m->steps.bound, ratio = (double)m->steps.q / (double)m->steps.p;

	m->middle = o->rating_min + half;
	m->step = half / bound;
	m->noise = 4 / (bound * bound) * (o->delta > 0 ? 1 / ratio : 2 * ratio * ratio); /* a rating's own variance is (half / 2)^2 */
}

enum dpmf_status dpmf_means_train(const struct dpmf_ratings *ratings, const struct dpmf_means_options *options,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct dpmf_error *error)
{
	struct means m = { .ratings = ratings, .options = options, .door = door };
	enum dpmf_status status = dpmf_means_check(options, ratings, error);

	(void)key;
	if (status == DPMF_OK && options->steps)
		m.steps = *options->steps;
	else if (status == DPMF_OK)
		status = dpmf_means_steps_of(options, &m.steps, error);
	if (status != DPMF_OK)
		return status;
	start(&m);
	m.rating = calloc(ratings->count, sizeof *m.rating);
	m.item = calloc(ratings->items, sizeof *m.item);
	m.user = calloc(ratings->users, sizeof *m.user);
	if (!m.rating || !m.item || !m.user)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for the sums of %zu items and %zu users", ratings->items, ratings->users);
	if (status == DPMF_OK)
		status = release_all(&m, error);
	if (status == DPMF_OK) {
		const double common = common_of(&m);

		find_effects(&m, common);
		status = make_model(&m, common, model, error);
	}
	free(m.rating);
	free(m.item);
	free(m.user);
	return status;
}
