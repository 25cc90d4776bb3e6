/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/constant/train.h"
#include "tool/train_mech.h"

static enum dpmf_status train(const struct train_options *o, const struct train_data *data,
                              const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                              struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf_constant_options options = { .rating_min = o->run.rating_min, .rating_max = o->run.rating_max, .value = o->value };

	(void)coins;
	(void)door;
	(void)result;
	return dpmf_constant_train(&data->train, &options, model, error);
}

static enum dpmf_status compose(const struct train_options *o, const struct train_facts *facts,
                                const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error)
{
	(void)o;
	(void)facts;
	return dpmf_budget_compose(record, &result->budget, error);
}

static void guarantee(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                      struct train_guarantee *g)
{
	(void)o;
	(void)facts;
	train_guarantee_unit(g, "user", "all of a user's ratings, replaced by any others", &result->budget.epsilon);
	snprintf(g->against, sizeof g->against, "everybody, the server among them; not against whoever runs this simulation, whose evaluation "
	         "reads the ratings");
}

static const struct train_use uses[] = {
	{ .id = OPT_VALUE, .where = TRAIN_ALL, .shown = "the middle of the range" },
};

static const double any_user[] = { 0 };

const struct train_mech train_constant = {
	.name = "constant", .what = "a yardstick that needs no data: one public number for every rating; claim constant.private",
	TRAIN_USES(uses), .data_free = true, .train = train, .compose = compose, .guarantee = guarantee, .user_without_device = any_user,
};
