/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "mech/gaussmf_train.h"
#include "tool/train_evaluate.h"
#include "tool/train_mech.h"

/* Eq. (9), s + 2 sqrt(s log(1 / delta_r)) with s = J eps_i^2 / (4 log(1.25 / delta)), solved for eps_i and rounded
   down by more than the doubles can be off. */
static double eps_i_of(const struct train_options *o)
{
	const double log_r = log(1 / o->delta_r);
	const double root = o->run.epsilon / (sqrt(log_r + o->run.epsilon) + sqrt(log_r));

	return 2 * root * sqrt(log(1.25 / o->delta) / (double)o->run.epochs) * (1 - 1e-12);
}

static bool probability(double x)
{
	return x > 0 && x < 1;
}

static enum dpmf_status settle_gd(struct train_options *o, struct dpmf_error *error)
{
	(void)error;
	train_default(&o->run.rate, 0.0005);
	train_default(&o->run.lambda, 0.01);
	train_default(&o->norm, 1);
	train_default(&o->tolerance, 1e-4);
	return DPMF_OK;
}

static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->run.rate, 0.0005);
	train_default(&o->run.lambda, 0.01);
	train_default(&o->delta, 0.01);
	train_default(&o->delta_r, 1e-5);
	train_default(&o->norm, 1);
	train_default(&o->tolerance, o->corrected ? 0 : 1e-4);
	if (!probability(o->delta) || !probability(o->delta_r))
		return dpmf_fail(error, DPMF_INPUT, "--delta is %g and --delta-r %g: both lie between 0 and 1", o->delta, o->delta_r);
	if (!isnan(o->run.epsilon) && !isnan(o->eps_i))
		return dpmf_fail(error, DPMF_INPUT, "--epsilon (of all rounds) and --eps-i (of one round): give one of them");
	if (o->run.epochs < 1)
		return dpmf_fail(error, DPMF_INPUT, "--epochs is 0: give 1 or more");
	if (isnan(o->run.epsilon)) {
		train_default(&o->eps_i, 0.4);
		return DPMF_OK;
	}
	o->eps_i = eps_i_of(o);
	if (o->eps_i >= 1)
		return dpmf_fail(error, DPMF_INPUT, "--epsilon is %g, which by Eq. (9) would be %g a round in %zu rounds: Theorem 1 "
		                 "(Dwork and Roth 2014) needs less than 1; ask for less, or for more --epochs",
		                 o->run.epsilon, o->eps_i, o->run.epochs);
	return DPMF_OK;
}

struct watch {
	const struct train_options *options;
	const struct train_data *data;
	struct train_result *result;
	enum dpmf_status status;
	struct dpmf_error error;
};

static void round_done(void *context, uint64_t round, const struct dpmf_model *model, double train_rmse)
{
	struct watch *watch = context;
	const struct dpmf_listener *listener = &watch->options->run.listener;
	struct dpmf_metrics metrics = { .rmse = NAN };

	if (listener->round)
		listener->round(listener->context, round, model);
	if (watch->status == DPMF_OK)
		watch->status = train_evaluate(watch->options, watch->data, model, &metrics, &watch->error);
	if (watch->status == DPMF_OK)
		watch->status = train_curve_add(&watch->result->curve, train_rmse, metrics.rmse, &watch->error);
}

static struct gaussmf_options options_of(const struct train_options *o)
{
	return (struct gaussmf_options){
		.rating_min = o->run.rating_min, .rating_max = o->run.rating_max, .factors = o->run.factors,
		.steps = o->run.epochs, .rate = o->run.rate, .lambda = o->run.lambda, .clip = o->norm,
		.eps_i = o->eps_i, .delta = o->delta, .delta_r = o->delta_r, .tolerance = o->tolerance,
		.jobs = o->run.jobs, .stop = o->run.stop,
	};
}

static enum dpmf_status train(const struct train_options *o, const struct train_data *data,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                              struct train_result *result, struct dpmf_error *error)
{
	struct watch watch = { o, data, result, DPMF_OK, { "" } };
	struct gaussmf_options options = options_of(o);
	enum dpmf_status status;

	options.plain = o->mech == &train_gd;
	options.listener.context = &watch;
	options.listener.round = round_done;
	status = (o->corrected ? gaussmf_train_corrected : gaussmf_train)(&data->train, &options, key, door, model, error);
	if (status == DPMF_OK && watch.status != DPMF_OK) {
		*error = watch.error;
		dpmf_model_free(model);
		return watch.status;
	}
	return status;
}

static enum dpmf_status compose(const struct train_options *o, const struct dpmf_record *record,
                                struct train_result *result, struct dpmf_error *error)
{
	const struct gaussmf_options options = options_of(o);

	return gaussmf_spent_of(record, &options, &result->spent, error);
}

static const char *noise(const struct train_options *o)
{
	return o->corrected ? "discrete Gaussian" : "normal";
}

static void print_epsilon(FILE *out, const char *name, const struct dpmf_enclosure *epsilon)
{
	struct dpmf_decimals text;

	dpmf_enclosure_print(epsilon, &text);
	fprintf(out, "  %-11s %.12g in [%s, %s]\n", name, mpfr_get_d(epsilon->hi, MPFR_RNDU), text.lo, text.hi);
}

static void print(FILE *out, const struct train_options *o, const struct train_result *r)
{
	const struct gaussmf_spent *spent = &r->spent;

	fprintf(out, "rounds        %zu of %zu%s, eps_i = %.12g, delta = %g\n", spent->steps, o->run.epochs,
	        spent->converged ? ", converged" : "", o->eps_i, o->delta);
	fprintf(out, "budget        epsilon for a rating, at delta_r = %g\n", o->delta_r);
	if (o->corrected) {
		print_epsilon(out, "guaranteed", &spent->rdp);
		print_epsilon(out, "continuous", &spent->exact);
		return;
	}
	print_epsilon(out, "published", &spent->published);
	print_epsilon(out, "rdp", &spent->rdp);
	print_epsilon(out, "exact", &spent->exact);
	if (spent->premise)
		fprintf(out, "premise       %s, which does not hold from the second round on\n", spent->premise);
	if (spent->converged)
		fputs("              and that the round at which it stopped tells nothing: the test reads the ratings\n", out);
}

/* `exact` is of normal noise; what has discrete noise is compared with it and not bounded by it. */
static json_t *budget(const struct train_options *o, const struct train_result *r)
{
	const struct gaussmf_spent *spent = &r->spent;

	return json_pack("{s:o, s:f, s:I, s:b, s:o, s:o, s:o, s:s?}",
	                 "epsilon", train_enclosure_json(o->corrected ? &spent->rdp : &spent->exact), "delta", o->delta_r,
	                 "rounds", (json_int_t)spent->steps, "converged", spent->converged,
	                 "published", train_enclosure_json(&spent->published), "rdp", train_enclosure_json(&spent->rdp),
	                 o->corrected ? "continuous" : "exact", train_enclosure_json(&spent->exact),
	                 "premise", spent->premise);
}

const struct train_mech train_gaussmf = {
	.name = "gaussmf", .corrected = true, .own = { [TRAIN_DELTA] = true, [TRAIN_GAUSSIAN] = true, [TRAIN_DESCENT] = true }, .settle = settle, .train = train,
	.compose = compose, .noise = noise, .print = print, .budget = budget,
};

static enum dpmf_status compose_gd(const struct train_options *o, const struct dpmf_record *record,
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

static void print_gd(FILE *out, const struct train_options *o, const struct train_result *r)
{
	(void)o;
	fprintf(out, "rounds        %zu of %zu\n", r->curve.count, o->run.epochs);
	train_print_budget(out, &r->budget, "a rating");
}

static json_t *budget_gd(const struct train_options *o, const struct train_result *r)
{
	(void)o;
	return train_budget_json(&r->budget);
}

const struct train_mech train_gd = {
	.name = "gd", .own = { [TRAIN_DESCENT] = true }, .settle = settle_gd, .train = train, .compose = compose_gd,
	.noise = none, .print = print_gd, .budget = budget_gd,
};
