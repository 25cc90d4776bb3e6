/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpmf and the baselines that share its loop. */
#include "mech/hdpmf/train.h"
#include "peers/peers.h"
#include "tool/train_mech.h"
#include "tool/train_shares.h"

static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	if (!o->run.as_run) /* else the mean of the ratings' budgets, which the data have */
		train_default(&o->threshold, o->run.epsilon);
	return train_shares_settle(o, error);
}

static const char *noise(const struct train_options *o)
{
	return o->corrected ? "discrete Laplace shares" : "mixture shares";
}

static bool rescaled(const struct train_options *o)
{
	return o->rescale && !o->corrected;
}

static enum dpmf_status run_mf(const struct train_options *o, const struct train_data *data,
                               const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                               struct train_result *result, struct dpmf_error *error)
{
	(void)result;
	return dpmf_mf_train(&data->train, &o->run, coins, door, model, error);
}

static enum dpmf_status run_dpmf(const struct train_options *o, const struct train_data *data,
                                 const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                                 struct train_result *result, struct dpmf_error *error)
{
	(void)result;
	return dpmf_train(&data->train, &data->weights, &o->run, coins, door, model, error);
}

static enum dpmf_status run_pdpmf(const struct train_options *o, const struct train_data *data,
                                  const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                                  struct train_result *result, struct dpmf_error *error)
{
	(void)result;
	return dpmf_pdpmf_train(&data->train, &data->weights, o->threshold, &o->run, coins, door, model, error);
}

static enum dpmf_status run_hdpmf(const struct train_options *o, const struct train_data *data,
                                  const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                                  struct train_result *result, struct dpmf_error *error)
{
	(void)result;
	return (o->corrected ? dpmf_hdpmf_train_corrected : dpmf_hdpmf_train)
		(&data->train, &data->weights, &o->run, coins, door, model, error);
}

static enum dpmf_status compose(const struct train_options *o, const struct train_facts *facts,
                                const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error)
{
	(void)o;
	(void)facts;
	return dpmf_budget_compose(record, &result->budget, error);
}

static double asked(const struct train_options *o)
{
	return o->run.epsilon;
}

/* What Theorem 2 of hdpmf takes for granted, for all who add the mixture. */
static void judge_descent(const struct train_options *o, const struct train_result *result, struct train_guarantee *g)
{
	if (!o->run.hold_users)
		train_guarantee_add(g, "users held", TRAIN_BROKEN, "the users' factors are trained on the ratings, where Theorem 2 holds them fixed "
		                    "(--hold-users; claim hdpmf.alg1 is refuted)");
	if (result->budget.repeats && !o->run.hold_users)
		train_guarantee_add(g, "noise fresh", TRAIN_BROKEN, "the noise is drawn once and used in every epoch: two epochs differ by what has no "
		                    "noise unless the users' factors are held");
	if (o->run.as_run)
		train_guarantee_add(g, "h of its own", TRAIN_BROKEN, "one h serves all items, so that the sums of the others tell it (claim hdpmf.program)");
	train_guarantee_add(g, "h secret", TRAIN_BROKEN, "the recommender draws h itself, and for who knows h the noise is normal (claim hdpmf.alg1)");
}

static void guarantee_published(const struct train_options *o, const struct train_result *result, struct train_guarantee *g)
{
	judge_descent(o, result, g);
	snprintf(g->against, sizeof g->against, "nobody, as long as a premise is broken");
	snprintf(g->otherwise, sizeof g->otherwise, "the users' factors were held fixed (--hold-users), the noise were exact and %s known to nobody "
	         "(claim hdpmf.thm2)", o->run.as_run ? "every item had an h of its own," : "h were");
}

static void guarantee(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                      struct train_guarantee *g)
{
	train_guarantee_unit(g, "entry", "the value of one rating of weight 1 (of weight w: w times that)", &result->budget.epsilon);
	g->unit[0].summed = "the value of one rating, whatever its weight in each of them"; /* other coins, other weights */
	train_guarantee_unit(g, "user", "the values of all k ratings of a user", NULL);
	train_guarantee_add(g, "weights public", TRAIN_MET, "the privacy weights come from the public coins");
	if (o->corrected)
		train_shares_guarantee(o, "an item's raters", g);
	else
		guarantee_published(o, result, g);
	(void)facts;
}

static void guarantee_dpmf(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                           struct train_guarantee *g)
{
	(void)facts;
	train_guarantee_unit(g, "entry", "the value of one rating", &result->budget.epsilon);
	guarantee_published(o, result, g);
}

static void guarantee_pdpmf(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                            struct train_guarantee *g)
{
	(void)facts;
	train_guarantee_unit(g, "entry", "the value of one rating that was sampled", &result->budget.epsilon);
	train_guarantee_add(g, "amplified", TRAIN_ASSUMED, "a rating that is sampled with a chance below 1 has less, by the argument of the "
	                    "baseline's paper");
	guarantee_published(o, result, g);
}

#define SHARED .compose = compose, .pattern_public = true

#define DESCENT(rate, rate_as_run, step_as_run, where_) \
	{ .id = OPT_FACTORS, .where = where_, "10", .why_not = "corrected hdpmf has no factors to choose: it is of rank one" }, \
	{ .id = OPT_EPOCHS, .where = where_, "100", .why_not = "corrected hdpmf has no epochs: it releases each sum once" }, \
	{ .id = OPT_RATE, .where = where_, rate, rate_as_run, .why_not = "corrected hdpmf takes no steps: it solves for each user" }, \
	{ .id = OPT_STEP, .where = where_, "mean", step_as_run, .why_not = "corrected hdpmf takes no steps: it solves for each user" }, \
	{ .id = OPT_HOLD_USERS, .where = where_, .why_not = "corrected hdpmf needs no users held: its guarantee holds as they are trained" }
#define GROUPS \
	{ .id = OPT_USER_GROUPS, .where = TRAIN_ALL, "0.54,0.37,0.1,0.5" }, \
	{ .id = OPT_ITEM_GROUPS, .where = TRAIN_ALL, "0.33,0.33,0.1,0.5" }

static const struct train_use hdpmf_use[] = {
	{ .id = OPT_EPSILON, .where = TRAIN_ALL, "1" }, GROUPS, DESCENT("0.05", "0.005", "message", TRAIN_DESCENT),
	{ .id = OPT_LAMBDA, .where = TRAIN_ALL, .shown = "0.01; corrected: 1, on the slopes" },
	{ .id = OPT_NOISE, .where = TRAIN_DESCENT, "once", "epoch", .why_not = "corrected hdpmf draws its noise once: it releases each sum once" },
	{ .id = OPT_RESCALE, .where = TRAIN_DESCENT, "yes", .why_not = "corrected hdpmf predicts u.v: nothing is left to rescale" },
	TRAIN_SHARES_USES("0.1"),
};

static enum dpmf_status settle_hdpmf(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->run.lambda, o->corrected ? 1 : 0.01);
	train_shares_skip(o);
	return settle(o, error);
}

static const double average_user[] = { 0, 1 };

const struct train_mech train_hdpmf = {
	.name = "hdpmf", .what = "Hu and Fang, Decentralized Matrix Factorization with Heterogeneous Differential Privacy",
	.published = "the paper's algorithm to the letter, whose claim is refuted",
	.corrected = "one sum for each item, under noise of which each rater knows only its own share, which "
	             "delivers the guarantee that the paper claims"
	             "; where the server is trusted, use means, which is more accurate",
	.as_run = "what the program of the paper's authors does, with which its figures come out: noise anew in every epoch, "
	          "each of which costs epsilon again, and one h for all items, whose sums tell it",
	.published_claim = "hdpmf.alg1", .corrected_claim = "hdpmf.colluders", .as_run_claim = "hdpmf.program",
	TRAIN_USES(hdpmf_use), .settle = settle_hdpmf, .train = run_hdpmf, .guarantee = guarantee, .asked = asked, .rescaled = rescaled,
	.noise = noise, .user_without_device = average_user, SHARED,
};

/* What the loop asks for, and without noise does not use. */
static enum dpmf_status settle_mf(struct train_options *o, struct dpmf_error *error)
{
	(void)error;
	train_default(&o->run.epsilon, 1);
	return DPMF_OK;
}

static const struct train_use mf_use[] = { DESCENT("0.5", NULL, NULL, TRAIN_ALL), { .id = OPT_LAMBDA, .where = TRAIN_ALL, "0.01" } };

const struct train_mech train_mf = {
	.name = "mf", .what = "matrix factorization without privacy", TRAIN_USES(mf_use), .settle = settle_mf, .train = run_mf, SHARED,
};

static const struct train_use dpmf_use[] = {
	{ .id = OPT_EPSILON, .where = TRAIN_ALL, "1" }, GROUPS, DESCENT("0.05", NULL, NULL, TRAIN_ALL), { .id = OPT_LAMBDA, .where = TRAIN_ALL, "0.01" },
	{ .id = OPT_NOISE, .where = TRAIN_ALL, "once" }, { .id = OPT_AS_RUN, .where = TRAIN_ALL },
};

const struct train_mech train_dpmf = {
	.name = "dpmf", .what = "hdpmf's baseline of one budget for all: the smallest that satisfies everybody", TRAIN_USES(dpmf_use),
	.train = run_dpmf, .guarantee = guarantee_dpmf, .noise = noise, SHARED,
};

static const struct train_use pdpmf_use[] = {
	{ .id = OPT_EPSILON, .where = TRAIN_ALL, "1" }, GROUPS, DESCENT("0.05", NULL, NULL, TRAIN_ALL), { .id = OPT_LAMBDA, .where = TRAIN_ALL, "0.01" },
	{ .id = OPT_NOISE, .where = TRAIN_ALL, "once" }, { .id = OPT_AS_RUN, .where = TRAIN_ALL },
	{ .id = OPT_THRESHOLD, .where = TRAIN_ALL, .shown = "epsilon; with --as-run the mean of the ratings' own" },
};

const struct train_mech train_pdpmf = {
	.name = "pdpmf", .what = "hdpmf's baseline that samples ratings by their weights", TRAIN_USES(pdpmf_use), .settle = settle,
	.train = run_pdpmf, .guarantee = guarantee_pdpmf, .noise = noise, SHARED,
};
