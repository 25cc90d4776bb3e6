/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dpmf-rp's statistics can move, sought by search. Delta_1 is of a gradient that never
   leaves its user's device: here it goes to the door by itself, with what the paper claims of it. */
#include "audit/dpmf-rp/sensitivity.h"

#include "mech/dpmf-rp/kernels.h"

struct dpmf_rp_options dpmf_rp_search_options(const struct audit_instance *one)
{
	const struct audit_shape *s = one->shape;

	return (struct dpmf_rp_options){
		.user = { .factors = s->factors, .lambda = s->lambda, .kappa = 15, .most_error = 1, .most_profile = 1 },
		.rows = s->pieces, .rounds = 1, .participation = 1, .rate = 1, .noise = true, .theta = 0.25, .quanta = 1, .jobs = 1,
	};
}

enum dpmf_status dpmf_rp_search_projection(const struct audit_instance *one, const struct dpmf_key *key,
                                           struct dpmf_projection *projection, struct dpmf_error *error)
{
	return dpmf_projection_draw(one->shape->items, one->shape->pieces, key, projection, error);
}

static enum dpmf_status release_gradient(const struct dpmf_rp_options *options, double *gradient, struct dpmf_door *door,
                                         struct dpmf_error *error)
{
	const struct dpmf_entry entry = {
		.statistic = "a user's gradient", .neighbours = DPMF_ENTRY, .norm = DPMF_L1, .sensitivity = dpmf_rp_delta(&options->user),
		.law = DPMF_NO_NOISE, .pieces = 1, .touched = 1, .coordinates = options->rows * options->user.factors, .round = 1, .draw = 1,
	};
	size_t number;
	enum dpmf_status status = dpmf_door_declare(door, &entry, &number, error);

	if (status == DPMF_OK)
		status = dpmf_door_release(door, number, 0, NULL, gradient, error);
	return status;
}

enum dpmf_status dpmf_rp_search_gradient(const struct dpmf_rp_user_setting *setting, const struct audit_instance *one,
                                         const struct dpmf_ratings *ratings, const double *u, const struct dpmf_key *key,
                                         struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_rp_options options = dpmf_rp_search_options(one);
	double own = u ? *u : 0, work, gradient[AUDIT_CELLS_MOST];
	static const double none[1] = { 0 };
	struct dpmf_projection projection;
	enum dpmf_status status = dpmf_rp_search_projection(one, key, &projection, error);

	if (status != DPMF_OK)
		return status;
	if (!u && !dpmf_rp_profile(setting, ratings, 0, one->v, none, &work, &own))
		status = dpmf_fail(error, DPMF_FAILED, "Eq. (5) has no solution in doubles");
	dpmf_rp_clip_profile(&own, 1, setting->most_profile);
	dpmf_rp_gradient(setting, ratings, 0, &projection, one->v, &own, gradient);
	if (status == DPMF_OK)
		status = release_gradient(&options, gradient, door, error);
	dpmf_projection_free(&projection);
	return status;
}

static enum dpmf_status send_gradient(const struct audit_instance *one, const struct dpmf_ratings *ratings, const double *u,
                                      const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_rp_options options = dpmf_rp_search_options(one);

	return dpmf_rp_search_gradient(&options.user, one, ratings, u, key, door, error);
}

static enum dpmf_status send_held(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	return send_gradient(one, ratings, one->u[world], key, door, error);
}

static enum dpmf_status send_solved(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                    const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)world;
	return send_gradient(one, ratings, NULL, key, door, error);
}

enum dpmf_status dpmf_rp_search_message(dpmf_rp_scale_of *scales, const struct audit_instance *one,
                                        const struct dpmf_ratings *ratings, const struct dpmf_key *key, struct dpmf_door *door,
                                        struct dpmf_error *error)
{
	const struct dpmf_rp_options options = dpmf_rp_search_options(one);
	static const double none[1] = { 0 };
	struct dpmf_projection projection;
	double message[AUDIT_CELLS_MOST];
	enum dpmf_status status = dpmf_rp_search_projection(one, key, &projection, error);

	if (status != DPMF_OK)
		return status;
	const struct dpmf_rp_scale scale = scales(&options, &projection);
	struct dpmf_rp_round round = { .ratings = ratings, .options = &options, .projection = &projection, .scale = &scale,
	                          .v = one->v, .gram = none, .door = door };

	status = dpmf_rp_round_declare(&round, 1, 1, error);
	if (status == DPMF_OK && dpmf_rp_message(&round, 0, message) != DPMF_OK)
		status = dpmf_fail(error, DPMF_FAILED, "the message could not be made");
	dpmf_projection_free(&projection);
	return status;
}

static enum dpmf_status send_published(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                       const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)world;
	return dpmf_rp_search_message(dpmf_rp_scale_published, one, ratings, key, door, error);
}

static enum dpmf_status send_corrected(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                       const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)world;
	return dpmf_rp_search_message(dpmf_rp_scale_corrected, one, ratings, key, door, error);
}

#define SHAPE(rows, most, relation) \
	.shape = { .users = 1, .items = 4, .factors = 1, .rounds = 1, .pieces = rows, .rating_min = 1, .rating_max = 5, .start_most = most, \
	           .rate_min = 1, .rate_max = 1, .weight_min = 1, .lambda = 0.125, .neighbours = relation }

/* With u_i held one row of S grad V moves, whichever rows meet there; four ratings can move it four times as far where
   u_i turns round with one of them. */
const struct audit_search_target dpmf_rp_search_targets[DPMF_RP_SEARCH_TARGETS] = {
	{ "dpmf-rp", "published", "model", "rp.delta1", "a user's gradient of 4 items in 2 rows, u held",
	  SHAPE(2, 4, DPMF_ENTRY), .train = send_held, .statistic_of = dpmf_rp_real_held, .claimed = dpmf_rp_real_delta },
	{ "dpmf-rp", "published", "joint", "rp.delta1", "a user's gradient of 4 items, u solved anew", .exceeds = true,
	  SHAPE(4, 1, DPMF_ENTRY), .train = send_solved, .statistic_of = dpmf_rp_real_solved, .claimed = dpmf_rp_real_delta },
	{ "dpmf-rp", "published", "joint", "rp.flat", "a user's flattened gradient of 4 items, another row", .exceeds = true,
	  SHAPE(4, 4, DPMF_USER), .train = send_published, .statistic_of = dpmf_rp_real_steps,
	  .claimed = dpmf_rp_real_bound_of_steps },
	{ "dpmf-rp", "corrected", "joint", "rp.flat", "a user's flattened gradient of 4 items in 2 rows, another row",
	  SHAPE(2, 4, DPMF_USER), .train = send_corrected, .statistic_of = dpmf_rp_real_cut_steps,
	  .claimed = dpmf_rp_real_bound_of_steps },
};
