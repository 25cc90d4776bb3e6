/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpmf and the baselines that share its loop. */
#include "mech/hdpmf_train.h"
#include "peers/peers.h"
#include "tool/train_colluding.h"
#include "tool/train_mech.h"

static enum dpmf_status settle_mf(struct train_options *o, struct dpmf_error *error)
{
	(void)error;
	train_default(&o->run.epsilon, 1);
	train_default(&o->run.rate, 0.5);
	train_default(&o->run.lambda, 0.01);
	return DPMF_OK;
}

static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	(void)error;
	train_default(&o->run.epsilon, 1);
	train_default(&o->run.rate, 0.05);
	train_default(&o->run.lambda, o->corrected ? 1 : 0.01);
	train_default(&o->threshold, o->run.epsilon);
	return DPMF_OK;
}

static enum dpmf_status settle_hdpmf(struct train_options *o, struct dpmf_error *error)
{
	const enum dpmf_status status = settle(o, error);

	return status == DPMF_OK ? train_colluding_settle(o, error) : status;
}

static const char *none(const struct train_options *o)
{
	(void)o;
	return "none";
}

static const char *noise(const struct train_options *o)
{
	if (o->corrected)
		return "discrete Laplace shares";
	return o->run.noise_per_epoch ? "epoch" : "once";
}

static bool rescaled(const struct train_options *o)
{
	return o->rescale && !o->corrected;
}

static enum dpmf_status run_mf(const struct train_options *o, const struct train_data *data,
                               const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                               struct train_result *result, struct dpmf_error *error)
{
	(void)result;
	return mf_train(&data->train, &o->run, key, door, model, error);
}

static enum dpmf_status run_dpmf(const struct train_options *o, const struct train_data *data,
                                 const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                 struct train_result *result, struct dpmf_error *error)
{
	(void)result;
	return dpmf_train(&data->train, &data->weights, &o->run, key, door, model, error);
}

static enum dpmf_status run_pdpmf(const struct train_options *o, const struct train_data *data,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct train_result *result, struct dpmf_error *error)
{
	(void)result;
	return pdpmf_train(&data->train, &data->weights, o->threshold, &o->run, key, door, model, error);
}

static enum dpmf_status run_hdpmf(const struct train_options *o, const struct train_data *data,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct train_result *result, struct dpmf_error *error)
{
	(void)result;
	return (o->corrected ? hdpmf_train_corrected : hdpmf_train)
		(&data->train, &data->weights, &o->run, key, door, model, error);
}

static enum dpmf_status compose(const struct train_options *o, const struct dpmf_record *record,
                                struct train_result *result, struct dpmf_error *error)
{
	(void)o;
	return dpmf_budget_compose(record, &result->budget, error);
}

static void print(FILE *out, const struct train_options *o, const struct train_result *result)
{
	(void)o;
	train_print_budget(out, &result->budget, "a rating of weight 1, w times it for weight w");
}

static void print_pdpmf(FILE *out, const struct train_options *o, const struct train_result *result)
{
	print(out, o, result);
	fputs("              of a rating that was sampled; eps_ij by the sampling argument of the baseline's paper\n", out);
}

static json_t *budget(const struct train_options *o, const struct train_result *result)
{
	(void)o;
	return train_budget_json(&result->budget);
}

#define SHARED .compose = compose, .budget = budget

const struct train_mech train_mf = {
	.name = "mf", .settle = settle_mf, .train = run_mf, .noise = none, .print = print, SHARED,
};
const struct train_mech train_dpmf = {
	.name = "dpmf", .settle = settle, .train = run_dpmf, .noise = noise, .print = print, SHARED,
};
const struct train_mech train_pdpmf = {
	.name = "pdpmf", .settle = settle, .train = run_pdpmf, .noise = noise, .print = print_pdpmf, SHARED,
};
const struct train_mech train_hdpmf = {
	.name = "hdpmf", .corrected = true, .own = { [TRAIN_COLLUDING] = true }, .settle = settle_hdpmf, .train = run_hdpmf, .rescaled = rescaled, .noise = noise,
	.print = print, SHARED,
};
