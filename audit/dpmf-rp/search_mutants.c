/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dpmf-rp/mutants.h"

#include "audit/dpmf-rp/sensitivity.h"

static enum dpmf_status send_sound(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                   const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_rp_options options = dpmf_rp_search_options(one);

	return dpmf_rp_search_gradient(&options.user, one, ratings, one->u[world], key, door, error);
}

/* Eq. (16) with three times the e that is declared. */
static enum dpmf_status send_error_uncut(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                         const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	struct dpmf_rp_options options = dpmf_rp_search_options(one);

	options.user.most_error *= 3;
	return dpmf_rp_search_gradient(&options.user, one, ratings, one->u[world], key, door, error);
}

static enum dpmf_status send_cut(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                 const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)world;
	return dpmf_rp_search_message(dpmf_rp_scale_corrected, one, ratings, key, door, error);
}

static struct dpmf_rp_scale without_cut(const struct dpmf_rp_options *options, const struct dpmf_projection *projection)
{
	struct dpmf_rp_scale scale = dpmf_rp_scale_corrected(options, projection);

	scale.cut = false;
	return scale;
}

static enum dpmf_status send_uncut(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
                                   const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)world;
	return dpmf_rp_search_message(without_cut, one, ratings, key, door, error);
}

#define SHAPE(relation) \
	.shape = { .users = 1, .items = 4, .factors = 1, .rounds = 1, .pieces = 2, .rating_min = 1, .rating_max = 5, .start_most = 4, \
	           .rate_min = 1, .rate_max = 1, .weight_min = 1, .lambda = 0.125, .neighbours = relation }

const struct audit_search_target dpmf_rp_search_mutants[DPMF_RP_SEARCH_MUTANTS] = {
	{ "dpmf-rp", "sound", "model", "rp.delta1", "a user's gradient of 4 items in 2 rows, u held", SHAPE(DPMF_ENTRY),
	  .train = send_sound, .statistic_of = dpmf_rp_real_held, .claimed = dpmf_rp_real_delta },
	{ "dpmf-rp", "error-uncut", "model", "rp.delta1", "a user's gradient of 4 items in 2 rows, u held", SHAPE(DPMF_ENTRY),
	  .train = send_error_uncut, .statistic_of = dpmf_rp_real_held, .claimed = dpmf_rp_real_delta },
};

const struct audit_search_target dpmf_rp_cut_mutants[DPMF_RP_CUT_MUTANTS] = {
	{ "dpmf-rp", "sound", "joint", "rp.flat", "a user's flattened gradient of 4 items in 2 rows, another row", SHAPE(DPMF_USER),
	  .train = send_cut, .statistic_of = dpmf_rp_real_cut_steps, .claimed = dpmf_rp_real_bound_of_steps },
	{ "dpmf-rp", "coordinates-uncut", "joint", "rp.flat", "a user's flattened gradient of 4 items in 2 rows, another row",
	  SHAPE(DPMF_USER), .train = send_uncut, .statistic_of = dpmf_rp_real_cut_steps, .claimed = dpmf_rp_real_bound_of_steps },
};
