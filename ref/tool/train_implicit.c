/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The baselines of implicit feedback. */
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
