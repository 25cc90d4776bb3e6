/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpimf corrected, a whole row. Users' profiles stay on their devices, where
   a user fits its own to the released profiles of the items and to its row. A row
   that changes moves its user's profile as well: of the items' sums up to `most` lose
   the old profile and up to `most` gain the new one, and G loses one and gains one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vector.h"
#include "mech/dpimf/kernels.h"
#include "mech/dpimf/corrected.h"
#include "mech/gaussmf/kernels.h"
#include "mech/implicit.h"

struct devices {
	const struct dpmf_dpimf_options *options;
	struct dpmf_dpimf_grid grid;
	int64_t *steps;   /* users x d */
	int64_t *squares; /* d (d + 1) / 2: the upper triangle of G, in squares of steps */
	double *upper, *gram;
	size_t users, d;
	bool in_public;
};

static enum dpmf_status make_devices(struct devices *v, const double *users, struct dpmf_error *error)
{
	const size_t d = v->d, half = d * (d + 1) / 2;

	v->grid = dpmf_dpimf_grid_within(v->options->bound);
	v->steps = malloc((v->users * d + 1) * sizeof *v->steps);
	v->squares = calloc(half, sizeof *v->squares);
	v->upper = malloc(half * sizeof *v->upper);
	v->gram = malloc(d * d * sizeof *v->gram);
	if (!v->steps || !v->squares || !v->upper || !v->gram)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the profiles of %zu users", v->users);
	for (size_t u = 0; u < v->users; u++) {
		int64_t *square = v->squares, *steps = v->steps + u * d;

		dpmf_dpimf_profile_steps(&v->grid, users + u * d, d, steps);
		for (size_t j = 0; j < d; square += d - j, j++)
			dpmf_gaussmf_contribute(steps[j], steps + j, d - j, square);
	}
	return DPMF_OK;
}

static void free_devices(struct devices *v)
{
	free(v->steps);
	free(v->squares);
	free(v->upper);
	free(v->gram);
}

/* G: noise is for the sum of |p_j p_l| over the upper triangle of two profiles, (|p|_1^2 + |p|_2^2) / 2 each. */
static enum dpmf_status release_gram(struct devices *v, double epsilon, uint64_t round, struct dpmf_door *door,
                                     struct dpmf_error *error)
{
	const size_t half = v->d * (v->d + 1) / 2;
	const int64_t square = v->grid.bound * v->grid.bound;
	struct dpmf_entry entry = {
		.statistic = "sum of the users' profiles times themselves", .neighbours = DPMF_USER, .norm = DPMF_L1,
		.sensitivity = 2 * (double)(square * (int64_t)(v->d + 1) / 2), .law = DPMF_DISCRETE_LAPLACE,
		.pieces = 1, .touched = 1, .coordinates = half, .round = round, .draw = 2 * round,
	};
	enum dpmf_status status = DPMF_OK;
	size_t number;

	if (!v->in_public)
		status = dpmf_dpimf_rate_of(epsilon, &entry, error);
	if (status == DPMF_OK && !v->in_public)
		status = dpmf_door_declare(door, &entry, &number, error);
	if (status == DPMF_OK && !v->in_public && dpmf_door_release_steps(door, number, 0, NULL, v->squares, NULL) != DPMF_OK)
		status = dpmf_fail(error, DPMF_FAILED, "the release of G in round %llu was refused", (unsigned long long)round);
	for (size_t l = 0; l < half; l++)
		v->upper[l] = ldexp((double)v->squares[l], -2 * v->grid.bits);
	dpmf_dpimf_symmetric(v->upper, v->d, v->gram);
	return status;
}

/* Public profiles: the sums that differ each move by one profile. Others: where a user
   contributes before and after, by two. In all it is 2 most profiles either way. */
static struct dpmf_entry first_entry(const struct devices *v, size_t items, uint64_t round)
{
	const int64_t size = v->in_public ? dpmf_dpimf_steps_largest(v->steps, v->users, v->d) :
	                                    2 * dpmf_dpimf_steps_most(v->grid.bound, v->d);

	return (struct dpmf_entry){
		.statistic = "sum of the profiles of an item's users", .neighbours = DPMF_USER, .norm = DPMF_L1,
		.sensitivity = (double)size, .law = DPMF_DISCRETE_LAPLACE, .pieces = items,
		.touched = v->in_public ? 2 * v->options->most : v->options->most, .coordinates = v->d, .round = round,
		.draw = 2 * round + 1,
	};
}

enum dpmf_status dpmf_dpimf_release_user(const struct dpmf_dpimf_turn *turn, const struct dpmf_dpimf_options *options,
                                         const double *users, struct dpmf_door *door, double *items,
                                         struct dpmf_error *error)
{
	const struct dpmf_ratings *contributed = turn->ratings;
	struct devices v = { .options = options, .users = contributed->users, .d = options->factors, .in_public = turn->in_public };
	struct dpmf_dpimf_shared shared = { .matrix = NULL };
	struct dpmf_dpimf_release release = { .ratings = contributed, .d = v.d, .shared = &shared, .jobs = options->jobs };
	enum dpmf_status status = make_devices(&v, users, error);

	if (status == DPMF_OK)
		status = release_gram(&v, turn->epsilon, turn->round, door, error);
	if (status == DPMF_OK)
		status = dpmf_dpimf_shared_open(v.gram, v.d, options->lambda, v.users, &shared, error);
	if (status == DPMF_OK) {
		release.grid = v.grid;
		release.steps = v.steps;
		release.entry = first_entry(&v, contributed->items, turn->round);
		status = dpmf_dpimf_rate_of(turn->epsilon, &release.entry, error);
	}
	if (status == DPMF_OK)
		status = dpmf_dpimf_release_columns(&release, door, items, error);
	dpmf_dpimf_shared_close(&shared);
	free_devices(&v);
	return status;
}

enum dpmf_status dpmf_dpimf_train_user(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                       const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                       struct dpmf_error *error)
{
	const struct dpmf_implicit_loss loss = { .keep = 0, .alpha0 = 1, .lambda = options->lambda };
	struct dpmf_ratings contributed;
	struct dpmf_dpimf_turn turn = { .ratings = &contributed, .epsilon = options->epsilon / (2 * (double)options->rounds - 1) };
	enum dpmf_status status = dpmf_contributed(ratings, options->most, key, &contributed, error);

	if (status != DPMF_OK)
		return status;
	dpmf_dpimf_start_public(key, ratings->users, options->factors, model->u);
	for (uint64_t t = 1; status == DPMF_OK && t <= options->rounds; t++) {
		if (t > 1)
			status = dpmf_implicit_side(ratings, false, &loss, model->v, options->factors, options->jobs, model->u, error);
		turn.round = t;
		turn.in_public = t == 1;
		if (status == DPMF_OK)
			status = dpmf_dpimf_release_user(&turn, options, model->u, door, model->v, error);
		if (status == DPMF_OK)
			status = dpmf_dpimf_end_round(options, t, model, error);
	}
	dpmf_ratings_free(&contributed);
	return status;
}
