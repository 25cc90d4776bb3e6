/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpimf corrected, one interaction. Both factors leave through the door: the items'
   profiles from the users' released ones, then the users' from the items'
   released ones. Whatever is computed later reads released profiles, and the
   interactions only in the next perturbed sum, so that the epsilons of the releases
   add up. At alpha0 = 1 what is quadratic is a function of released profiles.

   Dividing the interactions between k releases, by a public hash, would cost the largest
   of their epsilons in place of the sum: but an item's sum and the noise on it would
   both be k times smaller, and what is left of the interactions says less. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/transpose.h"
#include "core/vector.h"
#include "mech/dpimf/corrected.h"

struct side {
	const struct dpmf_ratings *ratings;
	const struct dpmf_dpimf_options *options;
	struct dpmf_dpimf_grid grid;
	int64_t *steps;   /* rows x d */
	double *rows;     /* the same as numbers */
	uint64_t *weight; /* DPMF_DPIMF_OPT_IS */
	double *gram;
};

/* The rows' profiles on the grid, and G. */
static enum dpmf_status make_side(struct side *s, const double *rows, struct dpmf_error *error)
{
	const size_t d = s->options->factors, count = s->ratings->users;

	s->rows = malloc((count * d + 1) * sizeof *s->rows);
	s->steps = malloc((count * d + 1) * sizeof *s->steps);
	s->weight = malloc((count + 1) * sizeof *s->weight);
	s->gram = malloc(d * d * sizeof *s->gram);
	if (!s->rows || !s->steps || !s->weight || !s->gram)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the profiles of %zu rows", count);
	memcpy(s->rows, rows, count * d * sizeof *s->rows);
	for (size_t u = 0; s->options->bound > 0 && u < count; u++)
		dpmf_project_ball(s->rows + u * d, d, s->options->bound);
	s->grid = dpmf_dpimf_grid_of(s->rows, count, d);
	for (size_t u = 0; u < count; u++) {
		dpmf_dpimf_profile_steps(&s->grid, s->rows + u * d, d, s->steps + u * d);
		dpmf_dpimf_profile_of_steps(&s->grid, s->steps + u * d, d, s->rows + u * d);
	}
	dpmf_dpimf_gram(s->rows, count, d, s->gram);
	return DPMF_OK;
}

static void free_side(struct side *s)
{
	free(s->rows);
	free(s->steps);
	free(s->weight);
	free(s->gram);
}

/* The rates of the noise, and with importance sampling the weights. */
static enum dpmf_status calibrate(struct side *s, double epsilon, struct dpmf_entry *entry, struct dpmf_error *error)
{
	const size_t d = s->options->factors, count = s->ratings->users;
	const double target = s->options->scheme == DPMF_DPIMF_OPT_IS ? s->options->target : 1;
	enum dpmf_status status;

	entry->sensitivity = (double)dpmf_dpimf_steps_largest(s->steps, count, d);
	status = dpmf_dpimf_rate_of(epsilon / target, entry, error);
	if (status != DPMF_OK || s->options->scheme != DPMF_DPIMF_OPT_IS)
		return status;
	status = dpmf_dpimf_weigh_rows(s->rows, count, d, epsilon, target, s->weight, error);
	return status == DPMF_OK ? dpmf_dpimf_find_costliest(s->steps, count, d, s->weight, entry, error) : status;
}

enum dpmf_status dpmf_dpimf_release_entry(const struct dpmf_dpimf_turn *turn, const struct dpmf_dpimf_options *options,
                                          const double *rows, struct dpmf_door *door, double *columns,
                                          struct dpmf_error *error)
{
	const struct dpmf_ratings *ratings = turn->ratings;
	struct side s = { .ratings = ratings, .options = options };
	struct dpmf_dpimf_shared shared = { .matrix = NULL };
	struct dpmf_dpimf_sampling sampling;
	struct dpmf_dpimf_release release = {
		.ratings = ratings, .d = options->factors, .shared = &shared, .jobs = options->jobs,
		.sampling = options->scheme == DPMF_DPIMF_OPT_IS ? &sampling : NULL,
		.entry = { .statistic = turn->statistic, .neighbours = DPMF_ENTRY, .norm = DPMF_L1, .law = DPMF_DISCRETE_LAPLACE,
		           .pieces = ratings->items, .touched = 1, .touched_by_user = turn->touched_by_user,
		           .coordinates = options->factors, .round = turn->round, .draw = turn->draw },
	};
	enum dpmf_status status = make_side(&s, rows, error);

	dpmf_door_secret(door, "importance sample", &sampling.key);
	if (status == DPMF_OK)
		status = calibrate(&s, turn->epsilon, &release.entry, error);
	if (status == DPMF_OK)
		status = dpmf_dpimf_shared_open(s.gram, options->factors, options->lambda, ratings->users, &shared, error);
	if (status == DPMF_OK) {
		sampling.weight = s.weight;
		release.grid = s.grid;
		release.steps = s.steps;
		status = dpmf_dpimf_release_columns(&release, door, columns, error);
	}
	dpmf_dpimf_shared_close(&shared);
	free_side(&s);
	return status;
}

/* Both sides' releases: the items' in every round, the users' in every round but the first. */
static enum dpmf_status run_rounds(const struct dpmf_ratings *ratings, const struct dpmf_ratings *turned,
                                   const struct dpmf_dpimf_options *options, struct dpmf_door *door,
                                   struct dpmf_model *model, struct dpmf_error *error)
{
	const double epsilon = options->epsilon / (2 * (double)options->rounds - 1);
	struct dpmf_dpimf_turn users = { .ratings = turned, .epsilon = epsilon, .touched_by_user = ratings->items,
	                                 .statistic = "sum of the profiles of a user's items" };
	struct dpmf_dpimf_turn items = { .ratings = ratings, .epsilon = epsilon, .touched_by_user = ratings->items,
	                                 .statistic = "sum of the profiles of an item's users" };
	enum dpmf_status status = DPMF_OK;

	for (uint64_t t = 1; status == DPMF_OK && t <= options->rounds; t++) {
		users.round = items.round = t;
		users.draw = 2 * t;
		items.draw = 2 * t + 1;
		if (t > 1)
			status = dpmf_dpimf_release_entry(&users, options, model->v, door, model->u, error);
		if (status == DPMF_OK)
			status = dpmf_dpimf_release_entry(&items, options, model->u, door, model->v, error);
		if (status == DPMF_OK)
			status = dpmf_dpimf_end_round(options, t, model, error);
	}
	return status;
}

enum dpmf_status dpmf_dpimf_train_entry(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                        const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                        struct dpmf_error *error)
{
	struct dpmf_ratings turned = { .users = 0 };
	enum dpmf_status status = DPMF_OK;

	if (options->rounds > 1)
		status = dpmf_ratings_transpose(ratings, &turned, error);
	if (status != DPMF_OK)
		return status;
	dpmf_dpimf_start_public(key, ratings->users, options->factors, model->u);
	status = run_rounds(ratings, &turned, options, door, model, error);
	dpmf_ratings_free(&turned);
	return status;
}
