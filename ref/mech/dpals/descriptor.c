/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/budget_normal.h"
#include "account/gaussian_rdp.h"
#include "account/interval.h"
#include "mech/dpals/train.h"
#include "tool/train_mech.h"

static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	if (o->delta > 0 && o->delta < 1)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "--delta is %g: it must be above 0 and below 1", o->delta);
}

static enum dpmf_status train(const struct train_options *o, const struct train_data *data,
                              const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                              struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf_dpals_options options = {
		.rating_min = o->run.rating_min, .rating_max = o->run.rating_max, .epsilon = o->run.epsilon, .delta = o->delta,
		.factors = o->run.factors, .rounds = o->run.epochs, .most = o->most, .lambda = o->run.lambda, .bound = o->bound,
		.jobs = o->run.jobs, .listener = o->run.listener, .stop = o->run.stop,
	};

	(void)result;
	return (o->corrected ? dpmf_dpals_train_corrected : dpmf_dpals_train)(&data->train, &options, coins, door, model, error);
}

/* The record declares what a row moves that is replaced by another; one that is there or is empty moves less. */
static enum dpmf_status present_epsilon(const struct train_options *o, const struct dpmf_normal_budget *replaced,
                                        struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	struct dpmf_enclosure mu;
	enum dpmf_status status;

	dpmf_enclosure_init(&mu);
	if (o->corrected) {
		dpmf_interval_mul_ui(&mu, &replaced->mu, DPMF_DPALS_PRESENT);
		dpmf_interval_div_ui(&mu, &mu, DPMF_DPALS_REPLACED);
	} else {
		dpmf_interval_set_d(&mu, DPMF_DPALS_PUBLISHED_SHARE);
		dpmf_interval_mul(&mu, &mu, &replaced->mu);
	}
	status = dpmf_gaussian_rdp_epsilon(&mu, &replaced->delta, epsilon, NULL, error);
	dpmf_enclosure_clear(&mu);
	return status;
}

static enum dpmf_status compose(const struct train_options *o, const struct train_facts *facts,
                                const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error)
{
	struct dpmf_normal_budget replaced;
	struct dpmf_enclosure delta;
	enum dpmf_status status;

	(void)facts;
	dpmf_normal_budget_init(&replaced);
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_set(&delta, o->delta);
	dpmf_enclosure_set(&result->delta, o->delta);
	status = dpmf_normal_compose_record(record, DPMF_USER, &delta, &replaced, error);
	if (status == DPMF_OK)
		status = present_epsilon(o, &replaced, &result->budget.epsilon, error);
	if (status == DPMF_OK)
		dpmf_interval_set(&result->user.epsilon, &replaced.rdp);
	dpmf_normal_budget_clear(&replaced);
	dpmf_enclosure_clear(&delta);
	return status;
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
	(void)facts;
	train_guarantee_unit(g, "user", "all of a user's ratings, there or not", &result->budget.epsilon);
	train_guarantee_unit(g, "user", "all of a user's ratings, replaced by any others", &result->user.epsilon);
	if (o->corrected) {
		train_guarantee_add(g, "rounds public", TRAIN_MET, "all %zu rounds are taken, and a user contributes %zu ratings at most, chosen by "
		                    "the user's own row and public coins", o->run.epochs, o->most);
		snprintf(g->against, sizeof g->against, "everybody who sees public/ and every round before, other users among them, who may put "
		         "together what they have; not against the server, which adds the noise, nor whoever runs this simulation");
		return;
	}
	train_guarantee_add(g, "counts public", TRAIN_BROKEN, "which ratings a user contributes follows how many have rated each item, which "
	                    "is read off everybody's ratings and charged to nobody");
	if (o->run.rating_max - o->run.rating_min > 2)
		train_guarantee_add(g, "ratings bounded", TRAIN_BROKEN, "the noise is for ratings within 1 of the middle, and the range %g:%g is "
		                    "wider (claim dpals.program is refuted)", o->run.rating_min, o->run.rating_max);
	snprintf(g->against, sizeof g->against, "nobody, as long as a premise is broken");
	snprintf(g->otherwise, sizeof g->otherwise, "the items' counts were public, no rating were further than 1 from the middle and the noise "
	         "were exact (claim dpals.thm)");
}

static const struct train_use uses[] = {
	{ .id = OPT_EPSILON, .where = TRAIN_ALL, "1", "1, at --delta, of the whole run, for all of a user's ratings, there or not" },
	{ .id = OPT_DELTA, .where = TRAIN_ALL, "1e-5" }, { .id = OPT_FACTORS, .where = TRAIN_ALL, "2" },
	{ .id = OPT_EPOCHS, .where = TRAIN_ALL, "2" }, { .id = OPT_LAMBDA, .where = TRAIN_ALL, "10" },
	{ .id = OPT_MOST, .where = TRAIN_ALL, "50" }, { .id = OPT_BOUND, .where = TRAIN_ALL, "1" },
};

const struct train_mech train_dpals = {
	.name = "dpals", .what = "Chien, Jain, Krichene, Rendle, Song, Thakurta and Zhang, Private Alternating Least Squares",
	.published = "the paper's algorithm as its authors' program runs it, whose accountant leaves out counts and sizes of ratings",
	.corrected = "contributions that depend on nobody else's row, bounded ratings, and exact noise: what the paper claims"
	             "; on data as small as ml-100k a constant is more accurate",
	.published_claim = "dpals.program", .corrected_claim = "dpals.corrected",
	TRAIN_USES(uses), .lists = true, .settle = settle, .train = train, .compose = compose, .guarantee = guarantee, .asked = asked, .noise = noise,
};
