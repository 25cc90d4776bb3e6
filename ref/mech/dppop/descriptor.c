/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/budget_normal.h"
#include "account/gaussian_rdp.h"
#include "account/interval.h"
#include "mech/dppop/train.h"
#include "tool/train_mech.h"

static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->delta, 0);
	if (!(o->delta >= 0 && o->delta < 1))
		return dpmf_fail(error, DPMF_INPUT, "--delta is %g: give 0 for a pure guarantee, or a number below 1", o->delta);
	if (o->most < 1)
		return dpmf_fail(error, DPMF_INPUT, "--most is 0: then nobody contributes anything; give 1 or more");
	return DPMF_OK;
}

static enum dpmf_status train(const struct train_options *o, const struct train_data *data,
                              const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                              struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf_dppop_options options = { .epsilon = o->run.epsilon, .delta = o->delta, .most = o->most, .jobs = o->run.jobs };

	(void)result;
	return dpmf_dppop_train(&data->train, &options, coins, door, model, error);
}

/* A row that is there or is empty touches fewer counts: in proportion of a pure epsilon, and of mu^2. */
static enum dpmf_status present(const struct dpmf_normal_budget *normal, size_t touched, size_t of, struct train_result *result,
                                struct dpmf_error *error)
{
	struct dpmf_enclosure mu;
	enum dpmf_status status;

	dpmf_enclosure_init(&mu);
	dpmf_interval_sqr(&mu, &normal->mu);
	dpmf_interval_mul_ui(&mu, &mu, touched);
	dpmf_interval_div_ui(&mu, &mu, of);
	dpmf_interval_sqrt(&mu, &mu);
	status = dpmf_gaussian_rdp_epsilon(&mu, &result->delta, &result->user.epsilon, NULL, error);
	dpmf_enclosure_clear(&mu);
	return status;
}

static enum dpmf_status compose(const struct train_options *o, const struct train_facts *facts,
                                const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error)
{
	const size_t of = dpmf_dppop_replaced(o->most, facts->items), touched = dpmf_dppop_present(o->most, facts->items);
	struct dpmf_normal_budget normal;
	enum dpmf_status status;

	if (!(o->delta > 0)) {
		status = dpmf_budget_compose(record, &result->budget, error);
		dpmf_interval_mul_ui(&result->user.epsilon, &result->budget.epsilon, touched);
		dpmf_interval_div_ui(&result->user.epsilon, &result->user.epsilon, of);
		return status;
	}
	dpmf_enclosure_set(&result->delta, o->delta);
	dpmf_normal_budget_init(&normal);
	status = dpmf_normal_compose_record(record, DPMF_USER, &result->delta, &normal, error);
	if (status == DPMF_OK)
		dpmf_interval_set(&result->budget.epsilon, &normal.rdp);
	if (status == DPMF_OK)
		status = present(&normal, touched, of, result, error);
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

static void guarantee(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                      struct train_guarantee *g)
{
	(void)facts;
	train_guarantee_unit(g, "user", "all of a user's interactions, replaced by any others", &result->budget.epsilon);
	train_guarantee_unit(g, "user", "all of a user's interactions, there or not", &result->user.epsilon);
	train_guarantee_add(g, "contributions bounded", TRAIN_MET, "a user contributes %zu items at most, chosen by the user's own row and public "
	                    "coins", o->most);
	snprintf(g->against, sizeof g->against, "everybody who sees public/, other users among them, who may put together what they have; not "
	         "against the server, which adds the noise, nor whoever runs this simulation");
}

static const struct train_use uses[] = {
	{ .id = OPT_EPSILON, .where = TRAIN_ALL, "1", "1, at --delta, for all of a user's interactions, replaced by any others" },
	{ .id = OPT_DELTA, .where = TRAIN_ALL, .shown = "0: a pure guarantee, with Laplace noise" },
	{ .id = OPT_MOST, .where = TRAIN_ALL, "20" },
};

const struct train_mech train_dppop = {
	.name = "dppop", .what = "a yardstick for all of a user's ratings: noisy counts of what users have; claim dppop.private",
	TRAIN_USES(uses), .ranking = true, .lists = true, .settle = settle, .train = train, .compose = compose, .guarantee = guarantee,
	.asked = asked, .noise = noise,
};
