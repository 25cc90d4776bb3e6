/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpals as its authors' program has it, whose accountant leaves out two things: what is contributed follows
   everybody's counts, and the size of a rating is not bounded. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/subset.h"
#include "core/vector.h"
#include "mech/dpals/kernels.h"
#include "mech/dpals/rounds.h"

struct published {
	struct dpmf_dpals_rounds rounds;
	double sigma;
	double *profile;   /* users x d: clipped */
	size_t number[2];  /* of the entries in the record: the sum of u u', the sum of rating u */
};

struct rated {
	size_t raters; /* of the item */
	size_t place;
};

static int by_raters(const void *one, const void *other)
{
	const struct rated *a = one, *b = other;

	if (a->raters != b->raters)
		return a->raters < b->raters ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

/* The `most` ratings of each user whose items have the fewest raters ("tail"). */
static enum dpmf_status contribute_tail(const struct dpmf_ratings *ratings, size_t most, struct dpmf_ratings *contributed,
                                        struct dpmf_error *error)
{
	unsigned char *keep = calloc(ratings->count + 1, 1);
	struct rated *row = malloc((ratings->items + 1) * sizeof *row);
	enum dpmf_status status = DPMF_FAILED;

	if (!keep || !row) {
		dpmf_fail(error, DPMF_FAILED, "no memory to choose among %zu ratings", ratings->count);
	} else {
		for (size_t i = 0; i < ratings->users; i++) {
			const size_t begin = ratings->row[i], count = ratings->row[i + 1] - begin;

			for (size_t a = 0; a < count; a++) {
				const size_t j = ratings->item[begin + a];

				row[a] = (struct rated){ ratings->column[j + 1] - ratings->column[j], begin + a };
			}
			qsort(row, count, sizeof *row, by_raters);
			for (size_t a = 0; a < count && a < most; a++)
				keep[row[a].place] = 1;
		}
		status = dpmf_ratings_subset(ratings, keep, contributed, error);
	}
	free(keep);
	free(row);
	return status;
}

/* Steps 3 and 4. The noise of the matrix is not symmetric; its two halves are averaged. */
static enum dpmf_status release_item(const struct published *p, size_t j, double *second, double *first, double *numbers)
{
	const struct dpmf_dpals_rounds *r = &p->rounds;
	const struct dpmf_ratings *from = &r->contributed;
	const size_t d = r->options->factors;

	memset(second, 0, d * d * sizeof *second);
	memset(first, 0, d * sizeof *first);
	for (size_t a = from->column[j]; a < from->column[j + 1]; a++) {
		const double *u = p->profile + from->user[a] * d;

		for (size_t l = 0; l < d; l++)
			dpmf_add_scaled(u[l], u, d, second + l * d);
		dpmf_add_scaled(from->value[from->where[a]] - r->model.center, u, d, first);
	}
	if (dpmf_door_release(r->door, p->number[0], j, NULL, second, NULL) != DPMF_OK ||
	    dpmf_door_release(r->door, p->number[1], j, NULL, first, NULL) != DPMF_OK)
		return DPMF_FAILED;
	for (size_t l = 0; l < d; l++)
		for (size_t m = l + 1; m < d; m++)
			second[l * d + m] = second[m * d + l] = (second[l * d + m] + second[m * d + l]) / 2;
	dpmf_dpals_solve_item(second, first, d, r->options->lambda, numbers, r->model.v + j * d);
	return DPMF_OK;
}

static enum dpmf_status release_range(void *context, size_t begin, size_t end)
{
	const struct published *p = context;
	const size_t d = p->rounds.options->factors;
	double *work = malloc((d * d + 4 * d) * sizeof *work);
	enum dpmf_status status = work ? DPMF_OK : DPMF_FAILED;

	for (size_t j = begin; status == DPMF_OK && j < end; j++)
		status = release_item(p, j, work, work + d * d, work + d * d + d);
	free(work);
	return status;
}

static enum dpmf_status declare(struct published *p, struct dpmf_error *error)
{
	const struct dpmf_dpals_rounds *r = &p->rounds;
	const double bound = r->options->bound;
	struct dpmf_entry entry = {
		.statistic = "an item's sum of u u'",
		.premise = "how many have rated an item is public",
		.neighbours = DPMF_USER,
		.norm = DPMF_L2,
		.sensitivity = 2 * bound * bound,
		.law = DPMF_NORMAL,
		.scale = p->sigma * bound * bound,
		.pieces = r->model.items,
		.touched = r->options->most,
		.coordinates = r->options->factors * r->options->factors,
		.round = r->round,
		.draw = 2 * r->round - 1,
	};

	if (dpmf_door_declare(r->door, &entry, &p->number[0], error) != DPMF_OK)
		return DPMF_FAILED;
	entry.statistic = "an item's sum of rating u";
	entry.premise = "how many have rated an item is public, and no rating is further than 1 from the middle";
	entry.sensitivity = 2 * bound;
	entry.scale = p->sigma * bound;
	entry.coordinates = r->options->factors;
	entry.draw = 2 * r->round;
	return dpmf_door_declare(r->door, &entry, &p->number[1], error);
}

static enum dpmf_status run_round(struct published *p, struct dpmf_error *error)
{
	struct dpmf_dpals_rounds *r = &p->rounds;
	const size_t d = r->options->factors;
	enum dpmf_status status = dpmf_dpals_fit_users(r, error);

	if (status != DPMF_OK)
		return status;
	memcpy(p->profile, r->model.u, r->model.users * d * sizeof *p->profile);
	for (size_t i = 0; i < r->model.users; i++)
		dpmf_project_ball(p->profile + i * d, d, r->options->bound);
	status = declare(p, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_parallel(r->model.items, r->options->jobs, release_range, p);
	if (status != DPMF_OK)
		return dpmf_fail(error, status, "a release in round %llu was refused", (unsigned long long)r->round);
	return dpmf_dpals_end_round(r, error);
}

enum dpmf_status dpmf_dpals_train(const struct dpmf_ratings *ratings, const struct dpmf_dpals_options *options,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct dpmf_error *error)
{
	struct published p = { .sigma = options->sigma };
	struct dpmf_dpals_rounds *r = &p.rounds;
	enum dpmf_status status = dpmf_dpals_check(options, ratings, error);

	if (status == DPMF_OK && !(p.sigma > 0))
		status = dpmf_dpals_sigma(options, &p.sigma, error);
	if (status == DPMF_OK)
		status = dpmf_dpals_rounds_start(ratings, options, key, door, r, error);
	if (status == DPMF_OK)
		status = contribute_tail(ratings, options->most, &r->contributed, error);
	if (status == DPMF_OK && !(p.profile = calloc(ratings->users * options->factors + 1, sizeof *p.profile)))
		status = dpmf_fail(error, DPMF_FAILED, "no memory for the profiles of %zu users", ratings->users);
	for (r->round = 1; status == DPMF_OK && r->round <= options->rounds; r->round++)
		status = run_round(&p, error);
	if (status == DPMF_OK)
		status = dpmf_dpals_fit_users(r, error);
	if (status == DPMF_OK) {
		*model = r->model;
		r->model = (struct dpmf_model){ .u = NULL };
	}
	dpmf_dpals_rounds_free(r);
	free(p.profile);
	return status;
}
