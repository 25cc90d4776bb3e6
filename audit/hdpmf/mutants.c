/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/hdpmf/mutants.h"

#include <math.h>

#include "audit/hdpmf/replay.h"
#include "audit/hdpmf/views.h"
#include "audit/hdpmf/twin.h"
#include "audit/twins.h"

static const struct hdpmf_setting two_factors = {
	.items = 1, .factors = 2, .epochs = 3, .others = 2, .weight = { 0.5 },
	.u = { 0.70710678118654746, 0.70710678118654746 }, .v = { 0.1, 0.3 },
	.epsilon = 2, .rate = 0.05, .lambda = 0.01, .hold_users = true,
};

static enum dpmf_status see(enum hdpmf_bug bug, const struct hdpmf_worlds *worlds, int world,
                            const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct dpmf_options options = hdpmf_worlds_options(worlds);
	struct dpmf_model model;
	struct dpmf_door door;
	enum dpmf_status status = hdpmf_worlds_start(worlds, &model, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_door_open(&door, key, error);
	if (status == DPMF_OK) {
		status = hdpmf_twin_descend(bug, &worlds->ratings[world], &worlds->weights, &options, &door, &model, error);
		dpmf_door_close_of_many(&door);
	}
	for (size_t l = 0; status == DPMF_OK && l < model.items * model.factors; l++)
		seen[l] = model.v[l];
	dpmf_model_free(&model);
	return status;
}

static enum dpmf_status train(enum hdpmf_bug bug, const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                              const struct dpmf_options *options, const struct dpmf_key *key,
                              struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_model trained;
	enum dpmf_status status = dpmf_model_start(ratings, options->factors, key, &trained, error);

	if (status != DPMF_OK)
		return status;
	status = hdpmf_twin_descend(bug, ratings, weights, options, door, &trained, error);
	if (status == DPMF_OK)
		*model = trained;
	else
		dpmf_model_free(&trained);
	return status;
}

AUDIT_TWIN_SEEN(sound, TWIN_SOUND)
AUDIT_TWIN_SEEN(noise_halved, TWIN_NOISE_HALVED)
AUDIT_TWIN_SEEN(weight_forgotten, TWIN_WEIGHT_FORGOTTEN)
AUDIT_TWIN_SEEN(coordinate_bare, TWIN_COORDINATE_BARE)
AUDIT_TWIN_TRAINED(sound, TWIN_SOUND)
AUDIT_TWIN_TRAINED(weight_forgotten, TWIN_WEIGHT_FORGOTTEN)
AUDIT_TWIN_TRAINED(coordinate_bare, TWIN_COORDINATE_BARE)
AUDIT_TWIN_TRAINED(sensitivity_halved, TWIN_SENSITIVITY_HALVED)
AUDIT_TWIN_TRAINED(loop_by_rating, TWIN_LOOP_BY_RATING)
AUDIT_TWIN_TRAINED(past_the_door, TWIN_PAST_THE_DOOR)

#define CASE(name, text) \
	.id = "hdpmf/published/model/entry/" name, .claim = "hdpmf.thm2", .why = text, .epsilon = 1, \
	.trials = 50000, .dims = 2, .parameters = &two_factors, .setup = hdpmf_worlds_setup, \
	.teardown = hdpmf_worlds_teardown, .log_likelihood_ratio = hdpmf_ratio_last

const struct audit_case hdpmf_mutant_cases[HDPMF_MUTANT_CASES] = {
	{ CASE("sound", "nothing is wrong here"), .exact = 1, .expected = AUDIT_CONSISTENT, .sample = see_sound },
	{ CASE("noise-halved", "half the scale of Theorem 2"), .exact = 2, .expected = AUDIT_VIOLATED,
	  .sample = see_noise_halved },
	{ CASE("weight-forgotten", "ratings are not stretched"), .exact = 2, .expected = AUDIT_VIOLATED,
	  .sample = see_weight_forgotten },
	{ CASE("coordinate-bare", "the last coordinate gets no noise"), .exact = INFINITY,
	  .expected = AUDIT_VIOLATED, .sample = see_coordinate_bare },
};

#define TARGET(name, text) \
	{ "hdpmf", text, "model", .hold_users = true, .train = train_##name, .moved = hdpmf_moved_with_users_held }

const struct audit_replay_target hdpmf_mutant_targets[HDPMF_MUTANT_TARGETS] = {
	TARGET(sound, "sound"),
	TARGET(weight_forgotten, "weight-forgotten"),
	TARGET(coordinate_bare, "coordinate-bare"),
	TARGET(sensitivity_halved, "sensitivity-halved"),
	TARGET(loop_by_rating, "loop-by-rating"),
	TARGET(past_the_door, "past-the-door"),
};
