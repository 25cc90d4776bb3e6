/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "mech/gaussmf/spent.h"
#include "tool/train_evaluate.h"
#include "tool/train_mech.h"

/* Eq. (9), s + 2 sqrt(s log(1 / delta_r)) with s = J eps_i^2 / (4 log(1.25 / delta)), solved for eps_i and rounded
   down by more than the doubles can be off. */
static double eps_i_of(const struct train_options *o)
{
	const double log_r = log(1 / o->delta_r);
	double root;

	if (!isnan(o->eps_i))
		return o->eps_i;
	root = o->run.epsilon / (sqrt(log_r + o->run.epsilon) + sqrt(log_r));
	return 2 * root * sqrt(log(1.25 / o->delta) / (double)o->run.epochs) * (1 - 1e-12);
}

static bool probability(double x)
{
	return x > 0 && x < 1;
}

static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
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
	if (eps_i_of(o) >= 1)
		return dpmf_fail(error, DPMF_INPUT, "--epsilon is %g, which by Eq. (9) would be %g a round in %zu rounds: Theorem 1 "
		                 "(Dwork and Roth 2014) needs less than 1; ask for less, or for more --epochs",
		                 o->run.epsilon, eps_i_of(o), o->run.epochs);
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

static struct dpmf_gaussmf_options options_of(const struct train_options *o)
{
	return (struct dpmf_gaussmf_options){
		.rating_min = o->run.rating_min, .rating_max = o->run.rating_max, .factors = o->run.factors,
		.steps = o->run.epochs, .rate = o->run.rate, .lambda = o->run.lambda, .clip = o->norm,
		.eps_i = eps_i_of(o), .delta = o->delta, .delta_r = o->delta_r,
		.tolerance = o->corrected ? 0 : o->tolerance,
		.jobs = o->run.jobs, .stop = o->run.stop,
	};
}

static enum dpmf_status train(const struct train_options *o, const struct train_data *data,
                              const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                              struct train_result *result, struct dpmf_error *error)
{
	struct watch watch = { o, data, result, DPMF_OK, { "" } };
	struct dpmf_gaussmf_options options = options_of(o);
	enum dpmf_status status;

	options.plain = o->mech == &train_gd;
	options.listener.context = &watch;
	options.listener.round = round_done;
	status = (o->corrected ? dpmf_gaussmf_train_corrected : dpmf_gaussmf_train)(&data->train, &options, coins, door, model, error);
	if (status == DPMF_OK && watch.status != DPMF_OK) {
		*error = watch.error;
		dpmf_model_free(model);
		return watch.status;
	}
	return status;
}

static enum dpmf_status compose(const struct train_options *o, const struct train_facts *facts,
                                const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options options = options_of(o);

	(void)facts;
	dpmf_enclosure_set(&result->delta, o->delta_r);
	return dpmf_gaussmf_spent_of(record, &options, &result->spent, error);
}

static const char *noise(const struct train_options *o)
{
	return o->corrected ? "discrete Gaussian" : "normal";
}

static double asked(const struct train_options *o)
{
	return o->run.epsilon;
}

static void guarantee(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                      struct train_guarantee *g)
{
	const struct dpmf_gaussmf_spent *spent = &result->spent;

	(void)facts;
	train_guarantee_unit(g, "entry", "the value of one rating", o->corrected ? &spent->rdp : &spent->exact);
	train_guarantee_unit(g, "user", "the values of all k ratings of a user", NULL);
	if (o->corrected) {
		train_guarantee_add(g, "rounds public", TRAIN_MET, "all %zu rounds are taken, whatever the ratings are", spent->steps);
		snprintf(g->against, sizeof g->against, "everybody who sees public/ and every round before; not against the curator, who holds the "
		         "ratings and runs this");
		return;
	}
	train_guarantee_add(g, "X held", TRAIN_BROKEN, "X is updated from the ratings without noise and feeds the next gradient, where the proof "
	                    "takes it for equal on neighbours (claim gaussmf.thm2 is refuted)");
	if (spent->converged)
		train_guarantee_add(g, "rounds public", TRAIN_BROKEN, "the round at which it stopped was read off the ratings");
	snprintf(g->against, sizeof g->against, "nobody, as long as a premise is broken");
	snprintf(g->otherwise, sizeof g->otherwise, "X did not depend on the ratings, the rounds were fixed and the noise were exact (claim gaussmf.eq6)");
}

static bool users_public(const struct train_options *o)
{
	return o->corrected;
}

static void print_epsilon(FILE *out, const char *name, const struct dpmf_enclosure *epsilon)
{
	struct dpmf_decimals text;

	dpmf_enclosure_print(epsilon, &text);
	fprintf(out, "  %-11s %.12g in [%s, %s]\n", name, mpfr_get_d(epsilon->hi, MPFR_RNDU), text.lo, text.hi);
}

static void print(FILE *out, const struct train_options *o, const struct train_result *r)
{
	const struct dpmf_gaussmf_spent *spent = &r->spent;

	fprintf(out, "rounds        %zu of %zu%s, eps_i = %.12g, delta = %g\n", spent->steps, o->run.epochs,
	        spent->converged ? ", converged" : "", eps_i_of(o), o->delta);
	fprintf(out, "accounting    of these releases, at delta_r = %g\n", o->delta_r);
	if (!o->corrected)
		print_epsilon(out, "published", &spent->published);
	print_epsilon(out, "rdp", &spent->rdp);
	print_epsilon(out, o->corrected ? "continuous" : "exact", &spent->exact);
}

/* `exact` is of normal noise; what has discrete noise is compared with it and not bounded by it. */
static json_t *budget(const struct train_options *o, const struct train_result *r)
{
	const struct dpmf_gaussmf_spent *spent = &r->spent;

	return json_pack("{s:f, s:f, s:I, s:b, s:o, s:o, s:o}", "eps_i", eps_i_of(o), "delta", o->delta_r,
	                 "rounds", (json_int_t)spent->steps, "converged", spent->converged,
	                 "published", train_enclosure_json(&spent->published), "rdp", train_enclosure_json(&spent->rdp),
	                 o->corrected ? "continuous" : "exact", train_enclosure_json(&spent->exact));
}

#define ROUNDS \
	{ .id = OPT_FACTORS, .where = TRAIN_ALL, "10" }, { .id = OPT_EPOCHS, .where = TRAIN_ALL, "100" }, \
	{ .id = OPT_RATE, .where = TRAIN_ALL, "0.0005" }, { .id = OPT_LAMBDA, .where = TRAIN_ALL, "0.01" }, \
	{ .id = OPT_NORM, .where = TRAIN_ALL, "1" }

static const struct train_use gaussmf_use[] = {
	{ .id = OPT_EPSILON, .where = TRAIN_ALL, .shown = "what --eps-i comes to; all rounds at delta-r, by Eq. (9)" },
	{ .id = OPT_EPS_I, .where = TRAIN_ALL, .shown = "0.4" }, { .id = OPT_DELTA, .where = TRAIN_ALL, "0.01" },
	{ .id = OPT_DELTA_R, .where = TRAIN_ALL, "1e-5" }, ROUNDS,
	{ .id = OPT_TOLERANCE, .where = TRAIN_PUBLISHED, "1e-4", .why_not = "corrected gaussmf takes all its rounds: a test on the ratings would "
	  "tell of them" },
};

const struct train_mech train_gaussmf = {
	.name = "gaussmf", .what = "Mugdho and Imtiaz, Privacy-Preserving Matrix Factorization for Recommendation Systems using Gaussian Mechanism",
	.published = "the paper's algorithm to the letter, whose claim is refuted",
	.corrected = "noise in both updates, which delivers the guarantee that the paper claims"
	             "; at this guarantee use means, which is more accurate",
	.published_claim = "gaussmf.thm2",
	TRAIN_USES(gaussmf_use), .pattern_public = true, .settle = settle, .train = train, .compose = compose, .guarantee = guarantee,
	.asked = asked, .users_public = users_public, .noise = noise, .print = print, .budget = budget,
};

static const struct train_use gd_use[] = { ROUNDS, { .id = OPT_TOLERANCE, .where = TRAIN_ALL, "1e-4" } };

const struct train_mech train_gd = {
	.name = "gd", .what = "gaussmf's loop without noise", TRAIN_USES(gd_use), .pattern_public = true, .train = train,
};
