/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dpmf-rp/runs.h"

#include <stdlib.h>
#include <string.h>

#include "core/ratings_build.h"
#include "mech/dpmf-rp/sum.h"
#include "noise/door.h"

enum { USERS_MOST = 16 };

static enum dpmf_status make_ratings(const struct dpmf_rp_worlds *worlds, int world, struct dpmf_ratings *ratings,
                                     struct dpmf_error *error)
{
	struct dpmf_triple triple[USERS_MOST * DPMF_RP_ITEMS_MOST];
	size_t n = 0;

	for (uint32_t i = 0; i < worlds->users; i++)
		for (uint32_t j = 0; j < worlds->items; j++) {
			const bool high = (j % 2 == 1) == !(i == 0 && world == 1);

			triple[n++] = (struct dpmf_triple){ i, j, high ? 5 : 1 };
		}
	return dpmf_ratings_build(triple, n, 0, NULL, NULL, ratings, error);
}

/* lambda is so small that u = 3 and the errors are 2 and -2: with two items a published coordinate is Delta_1 / sqrt(p). */
static struct dpmf_rp_options options_of(const struct dpmf_rp_worlds *worlds)
{
	return (struct dpmf_rp_options){
		.user = { .factors = 1, .lambda = 1e-9, .most_error = 2, .most_profile = 3 },
		.rows = worlds->items, .rounds = worlds->rounds, .participation = 1, .rate = 1, .noise = true, .theta = worlds->theta > 0 ? worlds->theta : 0.25, .quanta = 2,
		.bound = worlds->cut, .jobs = 1
	};
}

static struct dpmf_rp_round round_of(const struct dpmf_rp_instance *one, int world, const struct dpmf_rp_options *options, struct dpmf_door *door)
{
	static const double none[1] = { 0 };

	return (struct dpmf_rp_round){ .ratings = &one->ratings[world], .options = options, .projection = &one->projection,
	                          .scale = &one->scale, .v = one->v, .gram = none, .door = door };
}

static enum dpmf_status find_weights(struct dpmf_rp_instance *one, struct dpmf_error *error)
{
	struct dpmf_rp_options plain = one->options;
	double y[2][DPMF_RP_ITEMS_MOST];

	plain.noise = false;
	for (int world = 0; world < 2; world++) {
		const struct dpmf_rp_round round = round_of(one, world, &plain, NULL);

		if (dpmf_rp_message(&round, 0, y[world]) != DPMF_OK)
			return dpmf_fail(error, DPMF_FAILED, "a gradient could not be computed");
		dpmf_projection_flatten(&one->projection, y[world], 1, y[world]);
	}
	for (size_t l = 0; l < one->projection.padded; l++)
		one->weight[l] = y[0][l] - y[1][l];
	return DPMF_OK;
}

static enum dpmf_status prepare(struct dpmf_rp_instance *one, struct dpmf_error *error)
{
	struct dpmf_key key;

	dpmf_key_from_seed(1, &key);
	one->options = options_of(one->worlds);
	for (size_t j = 0; j < one->worlds->items; j++)
		one->v[j] = 1;
	for (int world = 0; world < 2; world++)
		if (make_ratings(one->worlds, world, &one->ratings[world], error) != DPMF_OK)
			return DPMF_FAILED;
	if (dpmf_projection_draw(one->worlds->items, one->worlds->items, &key, &one->projection, error) != DPMF_OK)
		return DPMF_FAILED;
	one->scale = one->worlds->cut > 0 ? dpmf_rp_scale_corrected(&one->options, &one->projection) :
	                                    dpmf_rp_scale_published(&one->options, &one->projection);
	return find_weights(one, error);
}

enum dpmf_status dpmf_rp_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	struct dpmf_rp_instance *made = calloc(1, sizeof *made);
	enum dpmf_status status;

	if (!made)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a case");
	made->worlds = one->parameters;
	status = prepare(made, error);
	if (status == DPMF_OK)
		*instance = made;
	else
		dpmf_rp_teardown(made);
	return status;
}

void dpmf_rp_teardown(void *instance)
{
	struct dpmf_rp_instance *one = instance;

	dpmf_ratings_free(&one->ratings[0]);
	dpmf_ratings_free(&one->ratings[1]);
	dpmf_projection_free(&one->projection);
	free(one);
}

enum dpmf_status dpmf_rp_see(const void *instance, int world, const struct dpmf_key *key, double *seen,
                             struct dpmf_error *error)
{
	const struct dpmf_rp_instance *one = instance;
	uint32_t user[USERS_MOST];
	double sum[DPMF_RP_ITEMS_MOST];
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	for (uint32_t i = 0; i < one->worlds->users; i++)
		user[i] = i;
	memset(seen, 0, one->projection.padded * sizeof *seen);
	for (uint64_t number = 0; status == DPMF_OK && number < one->worlds->rounds; number++) {
		struct dpmf_rp_round round = round_of(one, world, &one->options, &door);

		status = dpmf_rp_round_declare(&round, one->worlds->users, number, error);
		if (status == DPMF_OK)
			status = dpmf_rp_sum_ideal(&round, user, one->worlds->users, sum, error);
		for (size_t l = 0; status == DPMF_OK && l < one->projection.padded; l++)
			seen[l] += sum[l];
	}
	dpmf_door_close_of_many(&door);
	return status;
}

double dpmf_rp_score(const void *instance, const double *seen)
{
	const struct dpmf_rp_instance *one = instance;
	double score = 0;

	for (size_t l = 0; l < one->projection.padded; l++)
		score += one->weight[l] * seen[l];
	return score;
}
