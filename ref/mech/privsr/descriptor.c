/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr, and soreg, its loop without noise. */
#include "account/budget_relation.h"
#include "mech/privsr/train.h"
#include "peers/soreg.h"
#include "tool/train_mech.h"
#include "tool/train_shares.h"

static enum dpmf_status need_social(struct train_options *o, struct dpmf_error *error)
{
	if (!o->social)
		return dpmf_fail(error, DPMF_INPUT, "--social is missing: give the trust list, lines of truster and trustee");
	return DPMF_OK;
}

static enum dpmf_status settle_soreg(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->run.epsilon, 1); /* which its loop asks for and does not use */
	return need_social(o, error);
}

static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->run.lambda, o->corrected ? 1 : 0.01);
	train_shares_skip(o);
	if (train_shares_settle(o, error) != DPMF_OK)
		return DPMF_INPUT;
	return need_social(o, error);
}

static enum dpmf_status run_soreg(const struct train_options *o, const struct train_data *data,
                                  const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                                  struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf_soreg_options options = { o->run, o->social_weight };

	(void)result;
	return dpmf_soreg_train(&data->train, &data->social, &options, coins, door, model, error);
}

/* A rating has --epsilon in all: in its item's sum, and in each sum over friends that those who work together hear of its
   user. Rounded down, so that the parts do not add up to more. */
static enum dpmf_status divide_epsilon(const struct dpmf_social *social, struct dpmf_privsr_options *options, struct dpmf_error *error)
{
	size_t heard = 0;
	enum dpmf_status status = DPMF_OK;

	if (options->social_weight > 0)
		status = dpmf_privsr_heard(social, &options->run.colluding, &heard, error);
	if (heard > 0)
		options->run.epsilon *= (1 - 0x1p-50) / (1 + (double)heard);
	return status;
}

static enum dpmf_status run_privsr(const struct train_options *o, const struct train_data *data,
                                   const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                                   struct train_result *result, struct dpmf_error *error)
{
	struct dpmf_privsr_options options = {
		.run = o->run, .beta = o->beta, .sensitive_share = o->sensitive, .social_weight = o->social_weight,
	};

	(void)result;
	if (o->corrected && divide_epsilon(&data->social, &options, error) != DPMF_OK)
		return DPMF_FAILED;
	return (o->corrected ? dpmf_privsr_train_corrected : dpmf_privsr_train)
		(&data->train, &data->social, &options, coins, door, model, error);
}

static enum dpmf_status compose(const struct train_options *o, const struct train_facts *facts,
                                const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_budget_compose_for(record, DPMF_ENTRY, &result->budget, error);

	(void)o;
	(void)facts;
	if (status == DPMF_OK)
		status = dpmf_budget_compose_for(record, DPMF_EDGE, &result->edge, error);
	return status;
}

static const char *noise(const struct train_options *o)
{
	return o->corrected ? "discrete Laplace shares" : "mixture shares";
}

static void guarantee(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                      struct train_guarantee *g)
{
	(void)facts;
	train_guarantee_unit(g, "entry", "the value of one rating", &result->budget.epsilon);
	train_guarantee_unit(g, "user", "the values of all k ratings of a user", NULL);
	if (o->social_weight > 0)
		train_guarantee_unit(g, "edge", "one friend's vector, towards one truster", &result->edge.epsilon);
	train_guarantee_add(g, "trust public", TRAIN_ASSUMED, "who trusts whom is public");
	train_guarantee_add(g, "groups public", TRAIN_MET, "which ratings are sensitive comes from the public coins");
	if (o->corrected && o->social_weight > 0)
		train_guarantee_add(g, "friends' sums", TRAIN_ASSUMED, "the sum over a user's friends is told to that user alone, not to the server");
	if (o->corrected) {
		train_shares_guarantee(o, "an item's raters, a user's friends, and those who trust a user", g);
		return;
	}
	if (!o->run.hold_users)
		train_guarantee_add(g, "users held", TRAIN_BROKEN, "the users' factors are trained on the ratings, where the proofs hold them fixed "
		                    "(claim privsr.thm3 is refuted)");
	if (result->budget.repeats && !o->run.hold_users)
		train_guarantee_add(g, "noise fresh", TRAIN_BROKEN, "the noise is drawn once and used in every epoch: two epochs differ by what has no "
		                    "noise unless the users' factors are held");
	train_guarantee_add(g, "h secret", TRAIN_BROKEN, "the recommender draws h itself, and for who knows h the noise is normal");
	snprintf(g->against, sizeof g->against, "nobody, as long as a premise is broken");
	snprintf(g->otherwise, sizeof g->otherwise, "the users' factors were held fixed (--hold-users), the noise were exact and h were known to nobody; "
	         "the scale is not what Theorem 1 says (claims privsr.thm1, privsr.thm2)");
}

#define SOCIAL \
	{ .id = OPT_SOCIAL, .where = TRAIN_ALL }, { .id = OPT_SOCIAL_WEIGHT, .where = TRAIN_ALL, "1" }
#define DESCENT(rate, where_) \
	{ .id = OPT_FACTORS, .where = where_, "10", .why_not = "corrected privsr has no factors to choose: it is of rank one" }, \
	{ .id = OPT_EPOCHS, .where = where_, "100", .why_not = "corrected privsr has no epochs: it releases each sum once" }, \
	{ .id = OPT_RATE, .where = where_, rate, .why_not = "corrected privsr takes no steps: it solves for each user" }, \
	{ .id = OPT_STEP, .where = where_, "mean", .why_not = "corrected privsr takes no steps: it solves for each user" }, \
	{ .id = OPT_HOLD_USERS, .where = where_, .why_not = "corrected privsr needs no users held: its guarantee holds as they are trained" }

static const struct train_use soreg_use[] = { SOCIAL, DESCENT("0.5", TRAIN_ALL), { .id = OPT_LAMBDA, .where = TRAIN_ALL, "0.01" } };

const struct train_mech train_soreg = {
	.name = "soreg", .what = "privsr's loop without noise", TRAIN_USES(soreg_use), .pattern_public = true, .settle = settle_soreg,
	.train = run_soreg,
};

static const struct train_use privsr_use[] = {
	SOCIAL, { .id = OPT_EPSILON, .where = TRAIN_ALL, "1" }, { .id = OPT_BETA, .where = TRAIN_ALL, "0.5" },
	{ .id = OPT_SENSITIVE, .where = TRAIN_ALL, "0.5" }, DESCENT("0.05", TRAIN_PUBLISHED),
	{ .id = OPT_LAMBDA, .where = TRAIN_ALL, .shown = "0.01; corrected: 1, on the slopes" },
	{ .id = OPT_NOISE, .where = TRAIN_PUBLISHED, "once", .why_not = "corrected privsr draws its noise once: it releases each sum once" },
	TRAIN_SHARES_USES("1"),
};

static double asked(const struct train_options *o)
{
	return o->run.epsilon;
}

static const double average_user[] = { 0, 1 };

const struct train_mech train_privsr = {
	.name = "privsr", .what = "personalized private social recommendation",
	.published = "the paper's protocol to the letter, whose claims are refuted",
	.corrected = "one sum for each item and one for each user's friends, under noise of which each participant knows only its own share",
	.published_claim = "privsr.thm3", .corrected_claim = "privsr.colluders",
	TRAIN_USES(privsr_use), .pattern_public = true, .settle = settle, .train = run_privsr, .compose = compose, .guarantee = guarantee,
	.asked = asked, .noise = noise, .user_without_device = average_user,
};
