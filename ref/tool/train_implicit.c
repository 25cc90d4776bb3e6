/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The baselines of implicit feedback. */
#include "account/budget_relation.h"
#include "peers/dplcf.h"
#include "peers/dpmf01.h"
#include "peers/ials.h"
#include "peers/popularity.h"
#include "tool/train_mech.h"

static enum dpmf_status settle_pop(struct train_options *o, struct dpmf_error *error)
{
	(void)o;
	(void)error;
	return DPMF_OK;
}

static enum dpmf_status settle_ials(struct train_options *o, struct dpmf_error *error)
{
	(void)error;
	train_default(&o->alpha0, 0.2);
	train_default(&o->run.lambda, 0.008);
	return DPMF_OK;
}

static enum dpmf_status run_pop(const struct train_options *o, const struct train_data *data,
                                const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                struct train_result *result, struct dpmf_error *error)
{
	(void)o;
	(void)key;
	(void)result;
	return popularity_train(&data->train, door, model, error);
}

static enum dpmf_status run_ials(const struct train_options *o, const struct train_data *data,
                                 const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                 struct train_result *result, struct dpmf_error *error)
{
	const struct ials_options options = {
		.factors = o->run.factors, .epochs = o->run.epochs, .alpha0 = o->alpha0, .lambda = o->run.lambda,
		.jobs = o->run.jobs, .listener = o->run.listener, .stop = o->run.stop,
	};

	(void)result;
	return ials_train(&data->train, &options, key, door, model, error);
}

static enum dpmf_status settle_flipped(struct train_options *o, struct dpmf_error *error)
{
	(void)error;
	train_default(&o->run.epsilon, 1);
	return DPMF_OK;
}

static enum dpmf_status run_flipped(const struct train_options *o, const struct train_data *data,
                                    const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                    struct train_result *result, struct dpmf_error *error)
{
	const struct dplcf_options options = { .epsilon = o->run.epsilon, .neighbours = o->neighbours, .jobs = o->run.jobs };

	(void)key;
	(void)model;
	return (o->mech == &train_ldpicf ? ldpicf_train : dplcf_train)(&data->train, &options, door, &result->neighbours, error);
}

static enum dpmf_status settle_dpmf01(struct train_options *o, struct dpmf_error *error)
{
	(void)error;
	train_default(&o->run.epsilon, 1);
	train_default(&o->run.lambda, 0.01);
	return DPMF_OK;
}

static enum dpmf_status run_dpmf01(const struct train_options *o, const struct train_data *data,
                                   const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                   struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf01_options options = {
		.epsilon = o->run.epsilon, .lambda = o->run.lambda, .factors = o->run.factors, .epochs = o->run.epochs,
		.noise_per_epoch = o->run.noise_per_epoch, .jobs = o->run.jobs, .listener = o->run.listener, .stop = o->run.stop,
	};

	(void)result;
	return dpmf01_train(&data->train, &options, key, door, model, error);
}

static void flipped_scores(const void *result, const struct dpmf_ratings *train, size_t user, double *score)
{
	dpmf_neighbours_scores(&((const struct train_result *)result)->neighbours, train, user, score);
}

static enum dpmf_status compose_both(const struct train_options *o, const struct dpmf_record *record,
                                     struct train_result *result, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_budget_compose_for(record, DPMF_ENTRY, &result->budget, error);

	(void)o;
	return status == DPMF_OK ? dpmf_budget_compose_for(record, DPMF_USER, &result->user, error) : status;
}

static enum dpmf_status compose(const struct train_options *o, const struct dpmf_record *record,
                                struct train_result *result, struct dpmf_error *error)
{
	(void)o;
	return dpmf_budget_compose(record, &result->budget, error);
}

static const char *none(const struct train_options *o)
{
	(void)o;
	return "none";
}

static void print(FILE *out, const struct train_options *o, const struct train_result *result)
{
	(void)o;
	train_print_budget(out, &result->budget, "an interaction");
}

static const char *response(const struct train_options *o)
{
	(void)o;
	return "randomized response";
}

static const char *laplace(const struct train_options *o)
{
	return o->run.noise_per_epoch ? "epoch" : "once";
}

static void print_both(FILE *out, const struct train_options *o, const struct train_result *result)
{
	print(out, o, result);
	train_print_budget(out, &result->user, "all of a user's interactions");
}

static json_t *budget_both(const struct train_options *o, const struct train_result *result)
{
	json_t *entry = train_budget_json(&result->budget);

	(void)o;
	json_object_set_new(entry, "user", train_budget_json(&result->user));
	return entry;
}

static json_t *budget(const struct train_options *o, const struct train_result *result)
{
	(void)o;
	return train_budget_json(&result->budget);
}

#define SHARED .compose = compose, .print = print, .budget = budget

const struct train_mech train_pop = {
	.name = "pop", .own = { [TRAIN_RANKING] = true }, .settle = settle_pop, .train = run_pop, .noise = none, SHARED,
};
const struct train_mech train_ials = {
	.name = "ials", .own = { [TRAIN_RANKING] = true, [TRAIN_IMPLICIT] = true }, .settle = settle_ials, .train = run_ials,
	.noise = none, SHARED,
};

#define FLIPPED \
	.own = { [TRAIN_RANKING] = true, [TRAIN_NEIGHBOURS] = true }, .settle = settle_flipped, .train = run_flipped, \
	.compose = compose_both, .scores = flipped_scores, .noise = response, .print = print_both, .budget = budget_both

const struct train_mech train_dplcf = { .name = "dplcf", FLIPPED };
const struct train_mech train_ldpicf = { .name = "ldpicf", FLIPPED };
const struct train_mech train_dpmf01 = {
	.name = "dpmf01", .own = { [TRAIN_RANKING] = true }, .settle = settle_dpmf01, .train = run_dpmf01,
	.compose = compose_both, .noise = laplace, .print = print_both, .budget = budget_both,
};
