/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr, and soreg, its loop without noise. */
#include "account/budget_relation.h"
#include "mech/privsr_train.h"
#include "peers/soreg.h"
#include "tool/train_colluding.h"
#include "tool/train_mech.h"

static enum dpmf_status need_social(const struct train_options *o, struct dpmf_error *error)
{
	if (!o->social)
		return dpmf_fail(error, DPMF_INPUT, "--social is missing: give the trust list, lines of truster and trustee");
	return DPMF_OK;
}

static enum dpmf_status settle_soreg(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->run.epsilon, 1);
	train_default(&o->run.rate, 0.5);
	train_default(&o->run.lambda, 0.01);
	train_default(&o->social_weight, 1);
	return need_social(o, error);
}

static enum dpmf_status settle_privsr(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->run.epsilon, 1);
	train_default(&o->run.rate, 0.05);
	train_default(&o->run.lambda, o->corrected ? 1 : 0.01);
	train_default(&o->social_weight, 1);
	train_default(&o->beta, 0.5);
	train_default(&o->sensitive, 0.5);
	if (train_colluding_settle(o, error) != DPMF_OK)
		return DPMF_INPUT;
	return need_social(o, error);
}

static enum dpmf_status run_soreg(const struct train_options *o, const struct train_data *data,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct train_result *result, struct dpmf_error *error)
{
	const struct soreg_options options = { o->run, o->social_weight };

	(void)result;
	return soreg_train(&data->train, &data->social, &options, key, door, model, error);
}

static enum dpmf_status run_privsr(const struct train_options *o, const struct train_data *data,
                                   const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                   struct train_result *result, struct dpmf_error *error)
{
	const struct privsr_options options = {
		.run = o->run, .beta = o->beta, .sensitive_share = o->sensitive, .social_weight = o->social_weight,
	};

	(void)result;
	return (o->corrected ? privsr_train_corrected : privsr_train)
		(&data->train, &data->social, &options, key, door, model, error);
}

static enum dpmf_status compose(const struct train_options *o, const struct dpmf_record *record,
                                struct train_result *result, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_budget_compose_for(record, DPMF_ENTRY, &result->budget, error);

	(void)o;
	if (status == DPMF_OK)
		status = dpmf_budget_compose_for(record, DPMF_EDGE, &result->edge, error);
	return status;
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

static void print_soreg(FILE *out, const struct train_options *o, const struct train_result *result)
{
	(void)o;
	train_print_budget(out, &result->budget, "a rating");
}

static void print_privsr(FILE *out, const struct train_options *o, const struct train_result *result)
{
	(void)o;
	train_print_budget(out, &result->budget, "a rating (the items' sums)");
	train_print_budget(out, &result->edge, "one friend's vector towards one user (the friends' sums)");
	fputs("              what a user tells friends comes from the user's ratings: against m trusters together\n"
	      "              a rating has the first epsilon and m times the second\n", out);
}

static json_t *budget_soreg(const struct train_options *o, const struct train_result *result)
{
	(void)o;
	return train_budget_json(&result->budget);
}

static json_t *budget_privsr(const struct train_options *o, const struct train_result *result)
{
	json_t *budget = train_budget_json(&result->budget);

	(void)o;
	json_object_set_new(budget, "edge", train_budget_json(&result->edge));
	return budget;
}

const struct train_mech train_soreg = {
	.name = "soreg", .own = { [TRAIN_SOCIAL] = true }, .settle = settle_soreg, .train = run_soreg, .compose = compose,
	.noise = none, .print = print_soreg, .budget = budget_soreg,
};
const struct train_mech train_privsr = {
	.name = "privsr", .corrected = true, .own = { [TRAIN_SOCIAL] = true, [TRAIN_SENSITIVE] = true, [TRAIN_COLLUDING] = true },
	.settle = settle_privsr, .train = run_privsr, .compose = compose, .noise = noise,
	.print = print_privsr, .budget = budget_privsr,
};
