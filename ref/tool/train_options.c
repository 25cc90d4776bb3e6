/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_options.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/arguments.h"
#include "tool/train_colluding.h"
#include "tool/train_dpimf.h"
#include "tool/train_mech.h"

enum {
	MECH = 1, VARIANT, RATINGS, TEST, HOLDOUT, FORMAT, DUPLICATES, RANGE, EPSILON, FACTORS, EPOCHS, RATE,
	LAMBDA, STEP, NOISE, RESCALE, CLIP, THRESHOLD, USER_GROUPS, ITEM_GROUPS, HOLD_USERS, EPS_I, DELTA, DELTA_R, NORM,
	TOLERANCE, SOCIAL, SOCIAL_WEIGHT, BETA, SENSITIVE, TOP, NEGATIVES, ALPHA0, NEIGHBOURS,
	SCHEME, BUDGET_SPLIT, PARTIES, BY, LOCAL, BOUND, TARGET, PROTECT, MOST,
	RATIO, PARTICIPATION, MU, KAPPA, UNOBSERVED, MOST_ERROR, MOST_PROFILE, PRIVATE, THETA, QUANTA, CUT, SUM, STAY, ERRORS,
	COLLUDING, SERVER,
	SEED, JOBS, OUT, JSON, HELP
};

static const struct option table[] = {
	{ "mech", required_argument, NULL, MECH }, { "variant", required_argument, NULL, VARIANT },
	{ "ratings", required_argument, NULL, RATINGS }, { "test", required_argument, NULL, TEST },
	{ "holdout", required_argument, NULL, HOLDOUT }, { "format", required_argument, NULL, FORMAT },
	{ "duplicates", required_argument, NULL, DUPLICATES }, { "range", required_argument, NULL, RANGE },
	{ "epsilon", required_argument, NULL, EPSILON }, { "factors", required_argument, NULL, FACTORS },
	{ "epochs", required_argument, NULL, EPOCHS }, { "rate", required_argument, NULL, RATE },
	{ "lambda", required_argument, NULL, LAMBDA }, { "step", required_argument, NULL, STEP },
	{ "noise", required_argument, NULL, NOISE }, { "rescale", required_argument, NULL, RESCALE },
	{ "clip", required_argument, NULL, CLIP }, { "threshold", required_argument, NULL, THRESHOLD },
	{ "user-groups", required_argument, NULL, USER_GROUPS }, { "item-groups", required_argument, NULL, ITEM_GROUPS },
	{ "eps-i", required_argument, NULL, EPS_I }, { "delta", required_argument, NULL, DELTA },
	{ "delta-r", required_argument, NULL, DELTA_R }, { "norm", required_argument, NULL, NORM },
	{ "tolerance", required_argument, NULL, TOLERANCE }, { "social", required_argument, NULL, SOCIAL },
	{ "social-weight", required_argument, NULL, SOCIAL_WEIGHT }, { "beta", required_argument, NULL, BETA },
	{ "sensitive", required_argument, NULL, SENSITIVE }, { "top", required_argument, NULL, TOP },
	{ "negatives", required_argument, NULL, NEGATIVES }, { "alpha0", required_argument, NULL, ALPHA0 },
	{ "neighbours", required_argument, NULL, NEIGHBOURS }, { "scheme", required_argument, NULL, SCHEME },
	{ "budget-split", required_argument, NULL, BUDGET_SPLIT }, { "parties", required_argument, NULL, PARTIES },
	{ "by", required_argument, NULL, BY }, { "local", required_argument, NULL, LOCAL },
	{ "bound", required_argument, NULL, BOUND }, { "target", required_argument, NULL, TARGET },
	{ "protect", required_argument, NULL, PROTECT }, { "most", required_argument, NULL, MOST },
	{ "ratio", required_argument, NULL, RATIO }, { "participation", required_argument, NULL, PARTICIPATION },
	{ "mu", required_argument, NULL, MU }, { "kappa", required_argument, NULL, KAPPA },
	{ "unobserved", required_argument, NULL, UNOBSERVED }, { "most-error", required_argument, NULL, MOST_ERROR },
	{ "most-profile", required_argument, NULL, MOST_PROFILE }, { "private", required_argument, NULL, PRIVATE },
	{ "theta", required_argument, NULL, THETA }, { "quanta", required_argument, NULL, QUANTA },
	{ "cut", required_argument, NULL, CUT }, { "sum", required_argument, NULL, SUM }, { "stay", required_argument, NULL, STAY },
	{ "errors", required_argument, NULL, ERRORS },
	{ "colluding", required_argument, NULL, COLLUDING }, { "server", required_argument, NULL, SERVER },
	{ "hold-users", no_argument, NULL, HOLD_USERS }, { "seed", required_argument, NULL, SEED },
	{ "jobs", required_argument, NULL, JOBS }, { "out", required_argument, NULL, OUT },
	{ "json", no_argument, NULL, JSON }, { "help", no_argument, NULL, HELP }, { 0 }
};

static enum dpmf_status read_groups(const char *option, const char *text, struct dpmf_groups *groups,
                                    struct dpmf_error *error)
{
	double x[4];
	const enum dpmf_status status = tool_numbers(option, text, ',', 4, x, error);

	if (status != DPMF_OK)
		return status;
	if (x[0] < 0 || x[1] < 0 || x[0] + x[1] > 1 || !(x[2] > 0) || x[2] > x[3] || x[3] > 1)
		return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": shares are 0 or more and at most 1 together, "
		                 "weights satisfy 0 < C <= D <= 1", option, text);
	*groups = (struct dpmf_groups){ x[0], x[1], x[2], x[3] };
	return DPMF_OK;
}

static enum dpmf_status read_choice(int which, const char *name, const char *text, struct train_options *o,
                                    struct dpmf_error *error)
{
	static const char *const variants[] = { "published", "corrected", NULL };
	static const char *const duplicates[] = { "refuse", "last", NULL };
	static const char *const steps[] = { "mean", "sum", "message", NULL };
	static const char *const noises[] = { "once", "epoch", NULL };
	const char *const *names = which == VARIANT ? variants :
		which == DUPLICATES ? duplicates : which == STEP ? steps : noises;
	int place;
	const enum dpmf_status status = tool_choice(name, text, names, &place, error);

	if (status != DPMF_OK)
		return status;
	if (which == VARIANT) {
		o->corrected = place == 1;
	} else if (which == DUPLICATES) {
		o->duplicates = (enum dpmf_duplicates)place;
	} else if (which == STEP) {
		o->run.step = (enum dpmf_step)place;
	} else {
		o->run.noise_per_epoch = place == 1;
	}
	return DPMF_OK;
}

static enum dpmf_status read_mech(const char *text, struct train_options *o, struct dpmf_error *error)
{
	o->mech = train_mech_named(text);
	if (!o->mech)
		return dpmf_fail(error, DPMF_INPUT, "--mech is \"%s\": it is one of %s", text, train_mech_names());
	return DPMF_OK;
}

static enum dpmf_status read_range(const char *text, struct train_options *o, struct dpmf_error *error)
{
	double x[2];
	const enum dpmf_status status = tool_numbers("range", text, ':', 2, x, error);

	if (status == DPMF_OK && !(x[0] < x[1]))
		return dpmf_fail(error, DPMF_INPUT, "--range is \"%s\": give MIN:MAX with MIN below MAX, such as 1:5", text);
	if (status == DPMF_OK) {
		o->run.rating_min = x[0];
		o->run.rating_max = x[1];
		o->range_given = true;
	}
	return status;
}

static enum dpmf_status read_jobs(const char *text, struct train_options *o, struct dpmf_error *error)
{
	size_t jobs;
	const enum dpmf_status status = tool_count("jobs", text, &jobs, error);

	if (status != DPMF_OK)
		return status;
	if (jobs < 1 || jobs > 64)
		return dpmf_fail(error, DPMF_INPUT, "--jobs is %zu: give 1 to 64", jobs);
	o->run.jobs = (unsigned)jobs;
	return DPMF_OK;
}

static enum dpmf_status read_holdout(const char *text, struct train_options *o, struct dpmf_error *error)
{
	o->latest = strcmp(text, "latest") == 0;
	if (o->latest || strcmp(text, "random") == 0) {
		o->holdout = 1;
		return DPMF_OK;
	}
	if (tool_count("holdout", text, &o->holdout, error) == DPMF_OK)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "--holdout is \"%.40s\": give latest, random (one rating of every user), or how many at "
	                 "random", text);
}

/* Ten ratings, or one interaction, the latest. */
static void settle_holdout(struct train_options *o)
{
	if (o->holdout != SIZE_MAX)
		return;
	o->latest = o->mech->own[TRAIN_RANKING];
	o->holdout = o->latest ? 1 : 10;
}

static enum train_own own_kind(int which)
{
	switch (which) {
	case DELTA: return TRAIN_DELTA;
	case EPS_I: case DELTA_R: return TRAIN_GAUSSIAN;
	case NORM: case TOLERANCE: return TRAIN_DESCENT;
	case SOCIAL: case SOCIAL_WEIGHT: return TRAIN_SOCIAL;
	case BETA: case SENSITIVE: return TRAIN_SENSITIVE;
	case TOP: case NEGATIVES: return TRAIN_RANKING;
	case ALPHA0: return TRAIN_IMPLICIT;
	case NEIGHBOURS: return TRAIN_NEIGHBOURS;
	case SCHEME: case BUDGET_SPLIT: case PARTIES: case BY: case LOCAL: case BOUND: case TARGET: case PROTECT: case MOST:
		return TRAIN_DPIMF;
	case RATIO: case PARTICIPATION: case MU: case KAPPA: case UNOBSERVED: case MOST_ERROR: case MOST_PROFILE: case PRIVATE:
	case THETA: case QUANTA: case CUT: case ERRORS:
		return TRAIN_RP;
	case COLLUDING: case SERVER: case SUM: case STAY: return TRAIN_COLLUDING;
	default: return TRAIN_OWNS;
	}
}

static enum dpmf_status read_own(int which, const char *name, const char *text, struct train_options *o,
                                 struct dpmf_error *error)
{
	if (own_kind(which) == TRAIN_DPIMF)
		return train_dpimf_read(name, text, &o->dpimf, error);
	if (own_kind(which) == TRAIN_RP)
		return train_rp_read(name, text, &o->rp, error);
	switch (which) {
	case COLLUDING: case SERVER: return train_colluding_read(name, text, &o->run.colluding, error);
	case SUM: case STAY: return train_rp_read(name, text, &o->rp, error);
	case EPS_I: return tool_number(name, text, &o->eps_i, error);
	case DELTA: return tool_number(name, text, &o->delta, error);
	case DELTA_R: return tool_number(name, text, &o->delta_r, error);
	case NORM: return tool_number(name, text, &o->norm, error);
	case TOLERANCE: return tool_number(name, text, &o->tolerance, error);
	case SOCIAL: o->social = text; return DPMF_OK;
	case SOCIAL_WEIGHT: return tool_number(name, text, &o->social_weight, error);
	case BETA: return tool_number(name, text, &o->beta, error);
	case TOP: return tool_count(name, text, &o->top, error);
	case NEGATIVES: return tool_count(name, text, &o->negatives, error);
	case ALPHA0: return tool_number(name, text, &o->alpha0, error);
	case NEIGHBOURS: return tool_count(name, text, &o->neighbours, error);
	default: return tool_number(name, text, &o->sensitive, error);
	}
}

static enum dpmf_status read_one(int which, const char *name, const char *text, struct train_options *o,
                                 struct dpmf_error *error)
{
	if (own_kind(which) != TRAIN_OWNS) {
		o->own[own_kind(which)] = name;
		return read_own(which, name, text, o, error);
	}
	switch (which) {
	case MECH: return read_mech(text, o, error);
	case VARIANT: case DUPLICATES: case STEP: case NOISE:
		return read_choice(which, name, text, o, error);
	case RATINGS: o->ratings = text; return DPMF_OK;
	case TEST: o->test = text; return DPMF_OK;
	case OUT: o->out = text; return DPMF_OK;
	case SEED: o->seed = text; return DPMF_OK;
	case HOLDOUT: return read_holdout(text, o, error);
	case FORMAT: return dpmf_format_named(text, &o->format, error);
	case RANGE: return read_range(text, o, error);
	case EPSILON: return tool_number(name, text, &o->run.epsilon, error);
	case FACTORS: o->factors_given = true; return tool_count(name, text, &o->run.factors, error);
	case EPOCHS: o->epochs_given = true; return tool_count(name, text, &o->run.epochs, error);
	case RATE: return tool_number(name, text, &o->run.rate, error);
	case LAMBDA: return tool_number(name, text, &o->run.lambda, error);
	case RESCALE: return tool_yes_no(name, text, &o->rescale, error);
	case CLIP: return tool_yes_no(name, text, &o->clip, error);
	case THRESHOLD: return tool_number(name, text, &o->threshold, error);
	case USER_GROUPS: return read_groups(name, text, &o->user_groups, error);
	case ITEM_GROUPS: return read_groups(name, text, &o->item_groups, error);
	case JOBS: return read_jobs(text, o, error);
	case HOLD_USERS: o->run.hold_users = true; return DPMF_OK;
	case JSON: o->json = true; return DPMF_OK;
	case HELP: o->help = true; return DPMF_OK;
	default: return dpmf_fail(error, DPMF_INPUT, "an option was not understood");
	}
}

/* What can be said without the data. */
static enum dpmf_status check(struct train_options *o, struct dpmf_error *error)
{
	if (!o->mech)
		return dpmf_fail(error, DPMF_INPUT, "--mech is missing: it is one of %s", train_mech_names());
	if (!o->ratings)
		return dpmf_fail(error, DPMF_INPUT, "--ratings is missing: give the file of ratings");
	if (o->corrected && !o->mech->corrected)
		return dpmf_fail(error, DPMF_INPUT, "--variant is \"corrected\": %s is a baseline and has no such variant",
		                 o->mech->name);
	for (int kind = 0; kind < TRAIN_OWNS; kind++)
		if (o->own[kind] && !o->mech->own[kind])
			return dpmf_fail(error, DPMF_INPUT, "--%s: %s has no such option", o->own[kind], o->mech->name);
	if (!isnan(o->run.epsilon) && !(o->run.epsilon > 0))
		return dpmf_fail(error, DPMF_INPUT, "--epsilon is %g: it must be above 0", o->run.epsilon);
	if (o->run.factors < 1)
		return dpmf_fail(error, DPMF_INPUT, "--factors is 0: give 1 or more");
	settle_holdout(o);
	return o->mech->settle(o, error);
}

enum dpmf_status train_options_read(int argc, char **argv, struct train_options *options, struct dpmf_error *error)
{
	struct train_options o = {
		.holdout = SIZE_MAX, .top = 10, .negatives = 99, .neighbours = 100, .rescale = true, .clip = true,
		.user_groups = dpmf_users_of_table2, .item_groups = dpmf_items_of_table2,
		.run = { .epsilon = NAN, .factors = 10, .epochs = 100, .rate = NAN, .lambda = NAN, .jobs = 1 },
		.dpimf = train_dpimf_start(), .rp = train_rp_start(), .threshold = NAN, .eps_i = NAN, .delta = NAN, .delta_r = NAN, .norm = NAN, .tolerance = NAN,
		.social_weight = NAN, .beta = NAN, .sensitive = NAN, .alpha0 = NAN,
	};
	int which, place = 0;

	optind = 1;
	while ((which = getopt_long(argc, argv, "", table, &place)) != -1) {
		const enum dpmf_status status =
			read_one(which, which > 0 && which <= HELP ? table[place].name : "", optarg, &o, error);

		if (status != DPMF_OK)
			return status;
	}
	if (optind < argc)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" is not an option", argv[optind]);
	if (!o.help && check(&o, error) != DPMF_OK)
		return DPMF_INPUT;
	*options = o;
	return DPMF_OK;
}
