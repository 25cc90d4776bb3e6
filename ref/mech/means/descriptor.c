/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/budget_normal.h"
#include "account/interval.h"
#include "mech/means/train.h"
#include "tool/train_mech.h"

static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->delta, 0);
	if (o->delta >= 0 && o->delta < 1)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "--delta is %g: give 0 for a pure guarantee, or a number below 1", o->delta);
}

static enum dpmf_status train(const struct train_options *o, const struct train_data *data,
                              const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                              struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf_means_options options = {
		.rating_min = o->run.rating_min, .rating_max = o->run.rating_max, .epsilon = o->run.epsilon, .delta = o->delta,
		.items_only = o->items_only, .jobs = o->run.jobs,
	};

	(void)result;
	return dpmf_means_train(&data->train, &options, coins, door, model, error);
}

static enum dpmf_status compose(const struct train_options *o, const struct train_facts *facts,
                                const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error)
{
	struct dpmf_normal_budget normal;
	enum dpmf_status status;

	(void)facts;
	if (!(o->delta > 0))
		return dpmf_budget_compose(record, &result->budget, error);
	dpmf_enclosure_set(&result->delta, o->delta);
	dpmf_normal_budget_init(&normal);
	status = dpmf_normal_compose_record(record, DPMF_ENTRY, &result->delta, &normal, error);
	if (status == DPMF_OK)
		dpmf_interval_set(&result->budget.epsilon, &normal.rdp);
	dpmf_normal_budget_clear(&normal);
	return status;
}

static const char *noise(const struct train_options *o)
{
	return o->delta > 0 ? "discrete Gaussian" : "discrete Laplace";
}

static double asked(const struct train_options *o)
{
	return o->run.epsilon;
}

static bool users_public(const struct train_options *o)
{
	return !o->items_only;
}

static void guarantee(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                      struct train_guarantee *g)
{
	(void)facts;
	train_guarantee_unit(g, "entry", "the value of one rating", &result->budget.epsilon);
	train_guarantee_unit(g, "user", "the values of all k ratings of a user", NULL);
	snprintf(g->against, sizeof g->against, "everybody who sees public/%s; not against the server, which adds the noise, nor whoever runs "
	         "this simulation", o->items_only ? ", other users among them, who may put together what they have" : "");
}

static const struct train_use uses[] = {
	{ .id = OPT_EPSILON, .where = TRAIN_ALL, "1", "1, at --delta, for the value of one rating" },
	{ .id = OPT_DELTA, .where = TRAIN_ALL, .shown = "0: a pure guarantee, with Laplace noise" },
	{ .id = OPT_RELEASE, .where = TRAIN_ALL, "both" },
};

static const double average_user[] = { 0, 1 };

const struct train_mech train_means = {
	.name = "means", .what = "a yardstick for one rating's value: noisy sums of ratings, by item and by user; claim means.private",
	TRAIN_USES(uses), .pattern_public = true, .settle = settle, .train = train, .compose = compose, .guarantee = guarantee,
	.asked = asked, .users_public = users_public, .user_without_device = average_user, .noise = noise,
};
