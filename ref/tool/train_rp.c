/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_rp.h"

#include <math.h>
#include <string.h>

#include "account/budget_pbm.h"
#include "mech/dpmf_rp.h"
#include "tool/arguments.h"
#include "tool/train_mech.h"

enum { MESSAGE_BITS = 16 }; /* of a coordinate of a sum */

static const char *const sums[] = { "ideal", "secagg", "none", NULL };

struct train_rp train_rp_start(void)
{
	return (struct train_rp){
		.ratio = 3,
		.options = {
			.user = { .kappa = 15, .unobserved = 1, .most_error = 1, .most_profile = 0.001 },
			.participation = 0.1, .mu = 0.9, .beta1 = 0.9, .beta2 = 0.8, .noise = true, .threshold = 2.0 / 3,
			.theta = NAN, .bound = NAN,
		},
	};
}

static enum dpmf_status read_quanta(const char *name, const char *text, struct rp_options *o, struct dpmf_error *error)
{
	size_t quanta;
	const enum dpmf_status status = tool_count(name, text, &quanta, error);

	if (status == DPMF_OK && (quanta < 1 || quanta > 1u << 20))
		return dpmf_fail(error, DPMF_INPUT, "--quanta is %zu: give 1 to %u", quanta, 1u << 20);
	if (status == DPMF_OK)
		o->quanta = (uint32_t)quanta;
	return status;
}

static double *number_named(const char *name, struct train_rp *rp)
{
	struct rp_options *o = &rp->options;
	const struct { const char *name; double *number; } named[] = {
		{ "ratio", &rp->ratio }, { "participation", &o->participation }, { "mu", &o->mu }, { "kappa", &o->user.kappa },
		{ "unobserved", &o->user.unobserved }, { "most-error", &o->user.most_error },
		{ "most-profile", &o->user.most_profile }, { "theta", &o->theta }, { "cut", &o->bound }, { "stay", &o->threshold },
	};

	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (strcmp(name, named[i].name) == 0)
			return named[i].number;
	return NULL;
}

enum dpmf_status train_rp_read(const char *name, const char *text, struct train_rp *rp, struct dpmf_error *error)
{
	double *number = number_named(name, rp);
	int place;

	if (number)
		return tool_number(name, text, number, error);
	if (strcmp(name, "errors") == 0)
		return tool_yes_no(name, text, &rp->errors, error);
	if (strcmp(name, "private") == 0)
		return tool_yes_no(name, text, &rp->options.noise, error);
	if (strcmp(name, "quanta") == 0)
		return read_quanta(name, text, &rp->options, error);
	if (tool_choice(name, text, sums, &place, error) != DPMF_OK)
		return DPMF_INPUT;
	rp->options.sum = (enum rp_sum)place;
	return DPMF_OK;
}

size_t train_rp_rows(const struct train_rp *rp, size_t items)
{
	return (size_t)fmax(1, floor((double)items / rp->ratio));
}

json_t *train_rp_json(const struct train_rp *rp)
{
	const struct rp_options *o = &rp->options;

	return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:b, s:f, s:s, s:f}", "ratio", rp->ratio,
	                 "participation", o->participation, "mu", o->mu, "kappa", o->user.kappa, "unobserved", o->user.unobserved,
	                 "most_error", o->user.most_error, "most_profile", o->user.most_profile, "private", o->noise,
	                 "cut", o->bound, "sum", sums[o->sum], "stay", o->threshold);
}

static enum dpmf_status settle_options(struct rp_options *o, bool corrected, struct dpmf_error *error)
{
	if (isnan(o->theta) != (o->quanta == 0))
		return dpmf_fail(error, DPMF_INPUT, "--theta and --quanta are given together, or both are chosen by --epsilon and --delta");
	if (!isnan(o->bound) && !corrected)
		return dpmf_fail(error, DPMF_INPUT, "--cut: published cuts no coordinate; --variant=corrected does");
	if (!isnan(o->bound) && !(o->bound > 0))
		return dpmf_fail(error, DPMF_INPUT, "--cut is %g: it must be above 0", o->bound);
	if (!(o->threshold > 0.5 && o->threshold <= 1))
		return dpmf_fail(error, DPMF_INPUT, "--stay is %g: it must be above 1/2 and at most 1", o->threshold);
	train_default(&o->bound, 0);
	train_default(&o->theta, 0);
	return DPMF_OK;
}

static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->run.epsilon, 1);
	train_default(&o->delta, 1e-5);
	train_default(&o->run.rate, 0.05);
	train_default(&o->run.lambda, 0.25);
	if (!o->factors_given)
		o->run.factors = 14;
	if (!(o->rp.ratio >= 1) || !isfinite(o->rp.ratio))
		return dpmf_fail(error, DPMF_INPUT, "--ratio is %g: m / p is 1 (no projection) or more", o->rp.ratio);
	if (!(o->delta > 0 && o->delta < 1))
		return dpmf_fail(error, DPMF_INPUT, "--delta is %g: it must be above 0 and below 1", o->delta);
	return settle_options(&o->rp.options, o->corrected, error);
}

/* Section 4.3.1 by exact accounting, since the paper gives no C_0: for a user of the most rounds. */
static enum dpmf_status choose(const struct train_options *o, size_t users, size_t most, struct rp_options *options,
                               struct dpmf_error *error)
{
	const size_t padded = rp_padded(options->rows);
	struct dpmf_pbm pbm = { .users = rp_honest(options, users),
	                        .coordinates = padded * options->user.factors, .rounds = most };
	struct dpmf_enclosure epsilon, delta;
	const struct dpmf_pbm_target target = { .epsilon = &epsilon, .delta = &delta, .bits = MESSAGE_BITS };
	enum dpmf_status status;

	dpmf_enclosure_init(&pbm.theta);
	dpmf_enclosure_init(&epsilon);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_set(&epsilon, o->run.epsilon);
	dpmf_enclosure_set(&delta, o->delta);
	status = dpmf_pbm_select(&pbm, &target, error);
	if (status == DPMF_NO)
		status = dpmf_fail(error, DPMF_INPUT, "no theta of 2^-16 or more keeps %lu rounds of %lu coordinates within epsilon %g at "
		                   "delta %g: raise --epsilon or --ratio, or lower --epochs or --factors", pbm.rounds, pbm.coordinates,
		                   o->run.epsilon, o->delta);
	options->theta = mpfr_get_d(pbm.theta.lo, MPFR_RNDD);
	options->quanta = (uint32_t)pbm.quanta;
	dpmf_enclosure_clear(&pbm.theta);
	dpmf_enclosure_clear(&epsilon);
	dpmf_enclosure_clear(&delta);
	return status;
}

/* Before anything is computed from them: theta and quanta that are still to be chosen will be right. */
static enum dpmf_status check(const struct rp_options *options, const struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	struct rp_options chosen = *options;

	if (chosen.quanta == 0) {
		chosen.theta = 0.25;
		chosen.quanta = 1;
	}
	return rp_options_check(&chosen, ratings, error);
}

static enum dpmf_status train(const struct train_options *o, const struct train_data *data,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                              struct train_result *result, struct dpmf_error *error)
{
	struct rp_options options = o->rp.options;
	enum dpmf_status status;

	options.user.factors = o->run.factors;
	options.user.lambda = o->run.lambda;
	options.rate = o->run.rate;
	options.rounds = o->run.epochs;
	options.rows = train_rp_rows(&o->rp, data->train.items);
	options.jobs = o->run.jobs;
	options.colluding = o->run.colluding;
	options.listener = o->run.listener;
	options.stop = o->run.stop;
	options.traffic = &result->traffic;
	options.errors = o->rp.errors ? &result->errors : NULL;
	result->most_rounds = options.rounds;
	status = check(&options, &data->train, error);
	if (status == DPMF_OK && (options.sum != RP_SUM_NONE || options.noise))
		status = rp_most_rounds(&options, data->train.users, key, &result->most_rounds, error);
	if (status == DPMF_OK && options.noise && options.quanta == 0)
		status = choose(o, data->train.users, result->most_rounds, &options, error);
	if (status != DPMF_OK)
		return status;
	return (o->corrected ? rp_train_corrected : rp_train)(&data->train, &options, key, door, model, error);
}

static enum dpmf_status compose(const struct train_options *o, const struct dpmf_record *record,
                                struct train_result *result, struct dpmf_error *error)
{
	struct dpmf_enclosure delta;
	enum dpmf_status status;

	if (!o->rp.options.noise)
		return DPMF_OK;
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_set(&delta, o->delta);
	status = dpmf_pbm_compose_record(record, result->most_rounds, &delta, &result->pbm, error);
	dpmf_enclosure_clear(&delta);
	return status;
}

static const char *noise(const struct train_options *o)
{
	return o->rp.options.noise ? "Poisson binomial" : "none";
}

static void print(FILE *out, const struct train_options *o, const struct train_result *result)
{
	const struct dpmf_pbm *pbm = &result->pbm.pbm;
	const struct dpmf_enclosure *epsilon = &result->pbm.epsilon.value;

	if (!o->rp.options.noise) {
		fputs("budget        none: the gradients left without noise\n", out);
		return;
	}
	fprintf(out, "rounds        %zu, of which a user takes part in %zu at most; %lu users in a sum that is seen\n", o->run.epochs,
	        result->most_rounds, pbm->users);
	fprintf(out, "message       %lu coordinates, q = %lu, theta = %g\n", pbm->coordinates, pbm->quanta,
	        mpfr_get_d(pbm->theta.lo, MPFR_RNDN));
	fprintf(out, "budget        epsilon = %.12g at delta = %g for all of a user's ratings; at least %.12g is reached\n",
	        mpfr_get_d(epsilon->hi, MPFR_RNDU), o->delta, mpfr_get_d(epsilon->lo, MPFR_RNDD));
	if (!o->corrected)
		fputs("premise       no coordinate of a user's gradient is beyond Delta_1 / sqrt(p), which nothing enforces\n", out);
}

static json_t *budget(const struct train_options *o, const struct train_result *result)
{
	const struct dpmf_pbm *pbm = &result->pbm.pbm;

	if (!o->rp.options.noise)
		return json_pack("{s:n}", "epsilon");
	return json_pack("{s:o, s:f, s:I, s:I, s:I, s:I, s:f, s:s?}", "epsilon", train_enclosure_json(&result->pbm.epsilon.value),
	                 "delta", o->delta, "rounds", (json_int_t)pbm->rounds, "users", (json_int_t)pbm->users,
	                 "coordinates", (json_int_t)pbm->coordinates, "quanta", (json_int_t)pbm->quanta,
	                 "theta", mpfr_get_d(pbm->theta.lo, MPFR_RNDN), "premise",
	                 o->corrected ? NULL : "no coordinate of a user's gradient is beyond Delta_1 / sqrt(p)");
}

const struct train_mech train_dpmf_rp = {
	.name = "dpmf-rp", .corrected = true, .own = { [TRAIN_DELTA] = true, [TRAIN_RP] = true, [TRAIN_COLLUDING] = true },
	.settle = settle, .train = train, .compose = compose, .noise = noise, .print = print, .budget = budget,
};
