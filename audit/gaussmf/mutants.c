/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/gaussmf/mutants.h"

#include <string.h>

#include "audit/gaussmf/replay.h"
#include "audit/gaussmf/views.h"
#include "mech/gaussmf/kernels.h"
#include "audit/twins.h"
#include "noise/door.h"

enum bug {
	SOUND,              /* nothing wrong: must not be caught */
	NOISE_HALVED,       /* half of line 6's sigma */
	CLIP_FORGOTTEN,     /* X as it is in line 5 */
	SENSITIVITY_HALVED, /* the right noise, the wrong declaration */
	LOOP_BY_RATING,     /* who begins with 2 or less is left out */
	PAST_THE_DOOR,      /* the gradient before noise reaches Theta, too */
};

enum { FACTORS_MOST = 8 };

static enum dpmf_status declare(enum bug bug, const struct dpmf_gaussmf_options *options, size_t users, struct dpmf_door *door,
                                size_t *number, struct dpmf_error *error)
{
	const double tau = options->rating_max - options->rating_min;
	struct dpmf_entry entry = {
		.statistic = "gradient of Theta", .neighbours = DPMF_ENTRY, .norm = DPMF_L2, .sensitivity = tau * options->clip,
		.law = DPMF_NORMAL, .scale = dpmf_gaussmf_sigma(tau, options->clip, options->eps_i, options->delta),
		.pieces = users, .touched = 1, .coordinates = options->factors, .round = 1, .draw = 1,
	};

	if (bug == NOISE_HALVED)
		entry.scale /= 2;
	if (bug == SENSITIVITY_HALVED)
		entry.sensitivity /= 2;
	return dpmf_door_declare(door, &entry, number, error);
}

/* Line 5 for one user. */
static void gradient_of(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                        const struct dpmf_model *model, size_t user, double *gradient)
{
	const size_t n = options->factors;
	const double *theta = model->u + user * n;
	double outer[FACTORS_MOST];

	memset(gradient, 0, n * sizeof(double));
	for (size_t a = ratings->row[user]; a < ratings->row[user + 1]; a++) {
		const double *x = model->v + ratings->item[a] * n;

		dpmf_gaussmf_clip(x, n, options->clip, outer);
		dpmf_gaussmf_accumulate(dpmf_gaussmf_residual(x, theta, n, ratings->value[a]), bug == CLIP_FORGOTTEN ? x : outer, n, gradient);
	}
	dpmf_gaussmf_regularize(options->lambda, theta, n, gradient);
}

static enum dpmf_status step_user(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                                  struct dpmf_door *door, size_t number, size_t user, struct dpmf_model *model)
{
	double gradient[FACTORS_MOST], *theta = model->u + user * options->factors;

	gradient_of(bug, ratings, options, model, user, gradient);
	if (bug == LOOP_BY_RATING && ratings->value[ratings->row[user]] <= 2)
		return DPMF_OK;
	if (bug == PAST_THE_DOOR)
		theta[0] -= 1e-6 * gradient[0];
	if (dpmf_door_release(door, number, user, NULL, gradient, NULL) != DPMF_OK)
		return DPMF_FAILED;
	dpmf_gaussmf_step(theta, gradient, options->factors, options->rate);
	return DPMF_OK;
}

/* One round from the start of that key: X stays, Theta goes one step. */
static enum dpmf_status twin(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_gaussmf_options *options,
                             const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                             struct dpmf_error *error)
{
	struct dpmf_gaussmf_options still = *options;
	struct dpmf_model made;
	struct dpmf_door other;
	size_t number;
	enum dpmf_status status = dpmf_door_open(&other, key, error);

	if (options->factors > FACTORS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "the twin has at most %d factors", FACTORS_MOST);
	still.steps = 1;
	still.rate = 1e-300;
	if (status == DPMF_OK)
		status = dpmf_gaussmf_train(ratings, &still, key, &other, &made, error);
	dpmf_door_close_of_many(&other);
	if (status != DPMF_OK)
		return status;
	status = declare(bug, options, ratings->users, door, &number, error);
	for (size_t j = 0; j < ratings->users && status == DPMF_OK; j++)
		if ((status = step_user(bug, ratings, options, door, number, j, &made)) != DPMF_OK)
			dpmf_fail(error, status, "the release of user %zu was refused", j);
	if (status == DPMF_OK)
		*model = made;
	else
		dpmf_model_free(&made);
	return status;
}

static enum dpmf_status see(enum bug bug, const struct gaussmf_worlds *worlds, int world, const struct dpmf_key *key,
                            double *seen, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options options = gaussmf_worlds_options(worlds);
	struct dpmf_model model;
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	status = twin(bug, &worlds->ratings[world], &options, &worlds->start, &door, &model, error);
	dpmf_door_close_of_many(&door);
	if (status != DPMF_OK)
		return status;
	memcpy(seen, model.u, model.users * sizeof(double));
	dpmf_model_free(&model);
	return DPMF_OK;
}

static enum dpmf_status train(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                              const struct dpmf_options *options, const struct dpmf_key *key, struct dpmf_door *door,
                              struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options own = gaussmf_replay_options(options, 1);

	(void)weights;
	return twin(bug, ratings, &own, key, door, model, error);
}

AUDIT_TWIN_SEEN(sound, SOUND)
AUDIT_TWIN_SEEN(noise_halved, NOISE_HALVED)
AUDIT_TWIN_SEEN(clip_forgotten, CLIP_FORGOTTEN)
AUDIT_TWIN_TRAINED(sound, SOUND)
AUDIT_TWIN_TRAINED(clip_forgotten, CLIP_FORGOTTEN)
AUDIT_TWIN_TRAINED(sensitivity_halved, SENSITIVITY_HALVED)
AUDIT_TWIN_TRAINED(loop_by_rating, LOOP_BY_RATING)
AUDIT_TWIN_TRAINED(past_the_door, PAST_THE_DOOR)

static const struct gaussmf_setting one_round = {
	.users = 1, .items = 1, .steps = 1, .rate = 0.1, .lambda = 0.01, .clip = 0.25, .eps_i = 0.9, .delta = 0.01, .delta_r = 0.01,
};

/* Claimed: the exact curve of the sound one. */
#define CASE(name, text) \
	.id = "gaussmf/published/model/entry/" name, .claim = "gaussmf.thm1", .why = text, .epsilon = 0.440601103094832, \
	.delta = 0.01, .trials = 50000, .dims = 1, .parameters = &one_round, .setup = gaussmf_worlds_setup, \
	.teardown = gaussmf_worlds_teardown, .log_likelihood_ratio = gaussmf_ratio_rounds

const struct audit_case gaussmf_mutant_cases[GAUSSMF_MUTANT_CASES] = {
	{ CASE("sound", "nothing is wrong here"), .exact = 0.440601103094832, .expected = AUDIT_CONSISTENT, .sample = see_sound },
	{ CASE("noise-halved", "half of line 6's sigma"), .exact = 1.118491285387, .expected = AUDIT_VIOLATED, .sample = see_noise_halved },
	{ CASE("clip-forgotten", "X is not clipped in line 5"), .exact = 2.826199499941, .expected = AUDIT_VIOLATED, .sample = see_clip_forgotten },
};

#define TARGET(name, text) \
	{ "gaussmf", text, "model", .unweighted = true, .users_out = true, .train = train_##name, .moved = gaussmf_moved_at_start }

const struct audit_replay_target gaussmf_mutant_targets[GAUSSMF_MUTANT_TARGETS] = {
	TARGET(sound, "sound"),
	TARGET(clip_forgotten, "clip-forgotten"),
	TARGET(sensitivity_halved, "sensitivity-halved"),
	TARGET(loop_by_rating, "loop-by-rating"),
	TARGET(past_the_door, "past-the-door"),
};
