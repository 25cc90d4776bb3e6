/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The baselines of implicit feedback. */
#include "account/budget_relation.h"
#include "peers/dplcf.h"
#include "peers/dpmf01.h"
#include "peers/ials.h"
#include "peers/popularity.h"
#include "tool/train_mech.h"

static enum dpmf_status run_pop(const struct train_options *o, const struct train_data *data,
                                const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                                struct train_result *result, struct dpmf_error *error)
{
	(void)o;
	(void)coins;
	(void)result;
	return dpmf_popularity_train(&data->train, door, model, error);
}

static enum dpmf_status run_ials(const struct train_options *o, const struct train_data *data,
                                 const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                                 struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf_ials_options options = {
		.factors = o->run.factors, .epochs = o->run.epochs, .alpha0 = o->alpha0, .lambda = o->run.lambda,
		.jobs = o->run.jobs, .listener = o->run.listener, .stop = o->run.stop,
	};

	(void)result;
	return dpmf_ials_train(&data->train, &options, coins, door, model, error);
}

static enum dpmf_status run_flipped(const struct train_options *o, const struct train_data *data,
                                    const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                                    struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf_dplcf_options options = { .epsilon = o->run.epsilon, .neighbours = o->neighbours, .jobs = o->run.jobs };

	(void)coins;
	(void)model;
	return (o->mech == &train_ldpicf ? dpmf_ldpicf_train : dpmf_dplcf_train)(&data->train, &options, door, &result->neighbours, error);
}

static enum dpmf_status run_dpmf01(const struct train_options *o, const struct train_data *data,
                                   const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                                   struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf_dpmf01_options options = {
		.epsilon = o->run.epsilon, .lambda = o->run.lambda, .factors = o->run.factors, .epochs = o->run.epochs,
		.noise_per_epoch = o->run.noise_per_epoch, .jobs = o->run.jobs, .listener = o->run.listener, .stop = o->run.stop,
	};

	(void)result;
	return dpmf_dpmf01_train(&data->train, &options, coins, door, model, error);
}

static void flipped_scores(const void *result, const struct dpmf_ratings *train, size_t user, double *score)
{
	dpmf_neighbours_scores(&((const struct train_result *)result)->neighbours, train, user, score);
}

static enum dpmf_status compose(const struct train_options *o, const struct train_facts *facts,
                                const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_budget_compose_for(record, DPMF_ENTRY, &result->budget, error);

	(void)o;
	(void)facts;
	return status == DPMF_OK ? dpmf_budget_compose_for(record, DPMF_USER, &result->user, error) : status;
}

static const char *response(const struct train_options *o)
{
	(void)o;
	return "randomized response";
}

static const char *laplace(const struct train_options *o)
{
	(void)o;
	return "Laplace";
}

static void units(const struct train_result *result, struct train_guarantee *g)
{
	train_guarantee_unit(g, "entry", "one interaction, present or not", &result->budget.epsilon);
	train_guarantee_unit(g, "user", "all of a user's interactions", &result->user.epsilon);
}

static void guarantee_flipped(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                              struct train_guarantee *g)
{
	(void)o;
	(void)facts;
	units(result, g);
	snprintf(g->against, sizeof g->against, "everybody who sees public/, the server among them; not against whoever runs this simulation");
}

static void guarantee_dpmf01(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                             struct train_guarantee *g)
{
	(void)o;
	(void)facts;
	units(result, g);
	train_guarantee_add(g, "users held", TRAIN_BROKEN, "the users' profiles are trained on the interactions, where the proof holds them fixed");
	if (result->budget.repeats)
		train_guarantee_add(g, "noise fresh", TRAIN_BROKEN, "the noise is drawn once and used in every epoch");
	snprintf(g->against, sizeof g->against, "nobody, as long as a premise is broken");
	snprintf(g->otherwise, sizeof g->otherwise, "the users' profiles did not depend on the interactions and the noise were exact");
}

static const struct train_use ials_use[] = {
	{ .id = OPT_FACTORS, .where = TRAIN_ALL, "10" }, { .id = OPT_EPOCHS, .where = TRAIN_ALL, "100" },
	{ .id = OPT_ALPHA0, .where = TRAIN_ALL, "0.2" }, { .id = OPT_LAMBDA, .where = TRAIN_ALL, "0.008" },
};
static const struct train_use flipped_use[] = {
	{ .id = OPT_EPSILON, .where = TRAIN_ALL, "1" }, { .id = OPT_NEIGHBOURS, .where = TRAIN_ALL, "100" },
};
static const struct train_use dpmf01_use[] = {
	{ .id = OPT_EPSILON, .where = TRAIN_ALL, "1" }, { .id = OPT_LAMBDA, .where = TRAIN_ALL, "0.01" },
	{ .id = OPT_FACTORS, .where = TRAIN_ALL, "10" }, { .id = OPT_EPOCHS, .where = TRAIN_ALL, "100" },
	{ .id = OPT_NOISE, .where = TRAIN_ALL, "once" },
};

const struct train_mech train_pop = {
	.name = "pop", .what = "what most users have", .ranking = true, .lists = true, .train = run_pop,
};
const struct train_mech train_ials = {
	.name = "ials", .what = "implicit alternating least squares, without privacy", .ranking = true, .lists = true, TRAIN_USES(ials_use), .train = run_ials,
};

#define FLIPPED \
	.ranking = true, .neighbours = true, TRAIN_USES(flipped_use), .train = run_flipped, .compose = compose, \
	.guarantee = guarantee_flipped, .scores = flipped_scores, .noise = response

const struct train_mech train_dplcf = { .name = "dplcf", .what = "neighbourhoods from randomized rows, estimated without bias", FLIPPED };
const struct train_mech train_ldpicf = { .name = "ldpicf", .what = "neighbourhoods from randomized rows, as they are", FLIPPED };
const struct train_mech train_dpmf01 = {
	.name = "dpmf01", .what = "explicit-feedback objective perturbation on the matrix of zeros and ones", .ranking = true,
	TRAIN_USES(dpmf01_use), .train = run_dpmf01, .compose = compose, .guarantee = guarantee_dpmf01, .noise = laplace,
};
