/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/privsr/trusters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/ratings_build.h"
#include "mech/item_means.h"
#include "mech/privsr/division.h"
#include "noise/door.h"

enum { USERS_MOST = 32 };

/* User 1 gives item 0 a 5 and item 1 a 1, so that its slope on the items' means,
   which are 1 apart, is about 4 and is cut to 2, and its intercept to -1; or the other way round. */
static enum dpmf_status build_ratings(const struct trusters_setting *s, int world, struct dpmf_ratings *ratings,
                                      struct dpmf_error *error)
{
	struct dpmf_triple triple[2 * USERS_MOST];
	size_t n = 0;

	for (uint32_t i = 0; i < s->users; i++) {
		triple[n++] = (struct dpmf_triple){ i, 0, i == 1 && world == 1 ? 1 : 5 };
		triple[n++] = (struct dpmf_triple){ i, 1, i != 1 ? 3 : !s->one_rating && world == 1 ? 5 : 1 };
	}
	return dpmf_ratings_build(triple, n, 0, NULL, NULL, ratings, error);
}

static enum dpmf_status build_social(struct dpmf_social *social, size_t users, struct dpmf_error *error)
{
	*social = (struct dpmf_social){ .users = users, .count = 1 };
	social->row = calloc(users + 1, sizeof(*social->row));
	social->trustee = calloc(1, sizeof(*social->trustee));
	social->similarity = calloc(1, sizeof(*social->similarity));
	if (!social->row || !social->trustee || !social->similarity)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the friends of %zu users", users);
	for (size_t i = 1; i <= users; i++)
		social->row[i] = 1;
	social->trustee[0] = 1;
	social->similarity[0] = 1;
	return DPMF_OK;
}

enum dpmf_status trusters_worlds_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	const struct trusters_setting *s = one->parameters;
	struct trusters_worlds *worlds = calloc(1, sizeof(*worlds));
	enum dpmf_status status = DPMF_OK;

	if (!worlds || s->users > USERS_MOST) {
		free(worlds);
		return dpmf_fail(error, DPMF_FAILED, "no memory for case %s with %zu users", one->id, s->users);
	}
	worlds->setting = s;
	dpmf_key_from_seed(1, &worlds->groups);
	for (int world = 0; world < 2 && status == DPMF_OK; world++)
		status = build_ratings(s, world, &worlds->ratings[world], error);
	if (status == DPMF_OK)
		status = build_social(&worlds->social, s->users, error);
	if (status == DPMF_OK)
		*instance = worlds;
	else
		trusters_worlds_teardown(worlds);
	return status;
}

void trusters_worlds_teardown(void *instance)
{
	struct trusters_worlds *worlds = instance;

	for (int world = 0; world < 2; world++)
		dpmf_ratings_free(&worlds->ratings[world]);
	dpmf_social_free(&worlds->social);
	free(worlds);
}

/* User 0's rating of the item, 5 or 3, and its share of the noise. */
static enum dpmf_status take_away(const struct trusters_worlds *worlds, int world, const struct dpmf_privsr_options *options,
                                  const struct dpmf_door *door, double left[2], struct dpmf_error *error)
{
	const struct dpmf_ratings *ratings = &worlds->ratings[world];
	const uint64_t beta_steps = dpmf_privsr_beta_steps(options->beta);
	struct dpmf_item_groups groups;
	const struct dpmf_item_release release = { .ratings = ratings, .colluding = &options->run.colluding, .groups = &groups };
	struct dpmf_hdpmf_steps steps;
	unsigned char *group;
	enum dpmf_status status = dpmf_hdpmf_steps_of(options->run.epsilon, 1, 5, &steps, error);

	if (status == DPMF_OK)
		status = dpmf_privsr_groups_draw(ratings, options->sensitive_share, &worlds->groups, &group, error);
	if (status != DPMF_OK)
		return status;
	groups = dpmf_privsr_division(group, &beta_steps);
	for (size_t j = 0; status == DPMF_OK && j < 2; j++) {
		struct dpmf_share share[2] = { { 0 } };
		const struct dpmf_participants who = dpmf_item_participants(&release, j, share);
		int64_t message = dpmf_hdpmf_rating_steps(&steps, ratings->value[j]) * dpmf_hdpmf_weight_steps(1);

		status = dpmf_door_show_steps(door, 0, &who, 0, &message, error);
		left[door->passage[0].piece == j ? 0 : 1] -= (double)message;
	}
	free(group);
	return status;
}

/* Everything that leaves: two sums of items, then two of user 0's friend. */
static enum dpmf_status run(const struct trusters_worlds *worlds, int world, const struct dpmf_key *key,
                            double left[4], struct dpmf_error *error)
{
	const struct dpmf_privsr_options options = {
		.run = { .epsilon = worlds->setting->epsilon, .rating_min = 1, .rating_max = 5, .factors = 1, .epochs = 1,
		         .rate = 0.05, .lambda = 0.01, .step = DPMF_STEP_SUM, .jobs = 1,
		         .colluding = { .count = worlds->setting->colluders } },
		.beta = 0.5, .sensitive_share = 0.5, .social_weight = 1,
	};
	struct dpmf_model model;
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	dpmf_door_remember(&door);
	status = dpmf_privsr_train_corrected(&worlds->ratings[world], &worlds->social, &options, &worlds->groups, &door, &model, error);
	if (status == DPMF_OK) {
		dpmf_model_free(&model);
		if (door.passages == 3 && door.record.count == 2) {
			left[0] = door.passage[0].after[0];
			left[1] = door.passage[1].after[0];
			memcpy(left + 2, door.passage[2].after, 2 * sizeof(double));
			if (worlds->setting->colluders > 0)
				status = take_away(worlds, world, &options, &door, left, error);
		} else {
			status = dpmf_fail(error, DPMF_FAILED, "%zu releases where 3 are declared", door.passages);
		}
	}
	dpmf_door_close_of_many(&door);
	return status;
}

enum dpmf_status trusters_see_all(const void *instance, int world, const struct dpmf_key *key,
                                  double *seen, struct dpmf_error *error)
{
	return run(instance, world, key, seen, error);
}

enum dpmf_status trusters_see_friend(const void *instance, int world, const struct dpmf_key *key,
                                     double *seen, struct dpmf_error *error)
{
	double left[4];
	const enum dpmf_status status = run(instance, world, key, left, error);

	if (status == DPMF_OK)
		memcpy(seen, left + 2, 2 * sizeof(double));
	return status;
}

/* With the vector at its ends: (-1, 1) in world 0, (1, -1) in world 1, in steps
   of 2^-DPMF_PRIVSR_VECTOR_BITS. */
double trusters_ratio_friend(const void *instance, const double *seen)
{
	const struct trusters_worlds *worlds = instance;
	const double end = ldexp(1, DPMF_PRIVSR_VECTOR_BITS);
	uint64_t p, q;

	if (dpmf_privsr_friend_rate(worlds->setting->epsilon, &p, &q, NULL) != DPMF_OK)
		return NAN;
	return (fabs(seen[0] - end) - fabs(seen[0] + end) + fabs(seen[1] + end) - fabs(seen[1] - end)) * (double)p / (double)q;
}
