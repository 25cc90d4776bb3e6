/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/descriptor_report.h"

#include <math.h>

#include "account/budget_pbm.h"
#include "mech/dpmf-rp/kernels.h"
#include "tool/train_mech.h"
#include "tool/train_shares.h"

enum { MESSAGE_BITS = 16 }; /* of a coordinate of a sum */

size_t dpmf_train_rp_rows(const struct train_rp *rp, size_t items)
{
	return (size_t)fmax(1, floor((double)items / rp->ratio));
}

static enum dpmf_status settle_options(const struct train_options *o, struct dpmf_rp_options *rp, struct dpmf_error *error)
{
	if (isnan(rp->theta) != (o->given[OPT_QUANTA] == NULL))
		return dpmf_fail(error, DPMF_INPUT, "--theta and --quanta are given together, or both are chosen by --epsilon and --delta");
	if (!isnan(rp->bound) && !(rp->bound > 0))
		return dpmf_fail(error, DPMF_INPUT, "--cut is %g: it must be above 0", rp->bound);
	if (!(o->colluding.stay > 0.5 && o->colluding.stay <= 1))
		return dpmf_fail(error, DPMF_INPUT, "--stay is %g: it must be above 1/2 and at most 1", o->colluding.stay);
	rp->quanta = o->given[OPT_QUANTA] ? (uint32_t)o->rp.quanta : 0;
	rp->sum = (enum dpmf_rp_sum)o->sum;
	rp->threshold = o->colluding.stay;
	rp->colluding = o->colluding;
	return DPMF_OK;
}

static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->colluding.stay, 2.0 / 3);
	if (!(o->rp.ratio >= 1) || !isfinite(o->rp.ratio))
		return dpmf_fail(error, DPMF_INPUT, "--ratio is %g: m / p is 1 (no projection) or more", o->rp.ratio);
	if (!(o->delta > 0 && o->delta < 1))
		return dpmf_fail(error, DPMF_INPUT, "--delta is %g: it must be above 0 and below 1", o->delta);
	return settle_options(o, &o->rp.options, error);
}

/* Section 4.3.1 by exact accounting, since the paper gives no C_0: for a user of the most rounds. */
static enum dpmf_status choose(const struct train_options *o, size_t users, size_t most, struct dpmf_rp_options *options,
                               struct dpmf_error *error)
{
	const size_t padded = dpmf_rp_padded(options->rows);
	struct dpmf_pbm pbm = { .users = dpmf_rp_honest(options, users),
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
static enum dpmf_status check(const struct dpmf_rp_options *options, const struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	struct dpmf_rp_options chosen = *options;

	if (chosen.quanta == 0) {
		chosen.theta = 0.25;
		chosen.quanta = 1;
	}
	return dpmf_rp_options_check(&chosen, ratings, error);
}

static enum dpmf_status train(const struct train_options *o, const struct train_data *data,
                              const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                              struct train_result *result, struct dpmf_error *error)
{
	struct dpmf_rp_options options = o->rp.options;
	enum dpmf_status status;

	train_default(&options.bound, 0);
	train_default(&options.theta, 0);
	options.user.factors = o->run.factors;
	options.user.lambda = o->run.lambda;
	options.rate = o->run.rate;
	options.rounds = o->run.epochs;
	options.rows = dpmf_train_rp_rows(&o->rp, data->train.items);
	options.jobs = o->run.jobs;
	options.listener = o->run.listener;
	options.stop = o->run.stop;
	options.traffic = &result->traffic;
	options.errors = o->rp.errors ? &result->errors : NULL;
	status = check(&options, &data->train, error);
	if (status == DPMF_OK)
		status = dpmf_rp_most_rounds(&options, data->train.users, coins, &result->most_rounds, error);
	if (status == DPMF_OK && options.noise && options.quanta == 0)
		status = choose(o, data->train.users, result->most_rounds, &options, error);
	if (status != DPMF_OK)
		return status;
	return (o->corrected ? dpmf_rp_train_corrected : dpmf_rp_train)(&data->train, &options, coins, door, model, error);
}

static enum dpmf_status compose(const struct train_options *o, const struct train_facts *facts,
                                const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error)
{
	struct dpmf_rp_options options = o->rp.options;
	struct dpmf_enclosure delta;
	enum dpmf_status status;

	if (!o->rp.options.noise)
		return DPMF_OK;
	options.rounds = record->count; /* one entry a round: what was released, not what was asked for */
	status = dpmf_rp_most_rounds(&options, facts->users, &facts->coins, &result->most_rounds, error);
	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&delta);
	dpmf_enclosure_set(&delta, o->delta);
	dpmf_enclosure_set(&result->delta, o->delta);
	status = dpmf_pbm_compose_record(record, result->most_rounds, &delta, &result->pbm, error);
	dpmf_enclosure_clear(&delta);
	return status;
}

static const char *noise(const struct train_options *o)
{
	return o->rp.options.noise ? "Poisson binomial" : "none";
}

static double asked(const struct train_options *o)
{
	return o->given[OPT_THETA] || !o->rp.options.noise ? NAN : o->run.epsilon;
}

static void guarantee(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                      struct train_guarantee *g)
{
	(void)facts;
	if (!o->rp.options.noise)
		return;
	train_guarantee_unit(g, "user", "all of a user's ratings, replaced by any others", &result->pbm.epsilon.value);
	train_guarantee_add(g, "rounds public", TRAIN_MET, "who takes part in which round comes from the public coins, %zu rounds of one user at most",
	                    result->most_rounds);
	if (o->corrected && o->sum == DPMF_RP_SUM_NONE) {
		train_guarantee_add(g, "messages alone", TRAIN_MET, "each message is counted by itself: nothing is assumed of a sum, of the server or of "
		                    "other users");
		snprintf(g->against, sizeof g->against, "everybody who sees public/, and a server that sees each message, whoever works together with "
		         "them; not against whoever runs this simulation");
		return;
	}
	if (o->corrected) {
		train_shares_guarantee(o, "a round's users", g);
		return;
	}
	train_guarantee_add(g, "coordinates bounded", TRAIN_BROKEN, "no coordinate of a user's gradient may be beyond Delta_1 / sqrt(p), which nothing "
	                    "enforces (claim rp.flat is refuted)");
	snprintf(g->against, sizeof g->against, "nobody, as long as a premise is broken");
	snprintf(g->otherwise, sizeof g->otherwise, "every coordinate stayed within Delta_1 / sqrt(p), and sums were revealed only through secure aggregation");
}

static void print(FILE *out, const struct train_options *o, const struct train_result *result)
{
	const struct dpmf_pbm *pbm = &result->pbm.pbm;

	if (!o->rp.options.noise)
		return;
	fprintf(out, "rounds        %zu, of which a user takes part in %zu at most; %lu users in a sum that is seen\n", o->run.epochs,
	        result->most_rounds, pbm->users);
	fprintf(out, "message       %lu coordinates, q = %lu, theta = %g\n", pbm->coordinates, pbm->quanta,
	        mpfr_get_d(pbm->theta.lo, MPFR_RNDN));
}

static json_t *budget(const struct train_options *o, const struct train_result *result)
{
	const struct dpmf_pbm *pbm = &result->pbm.pbm;

	if (!o->rp.options.noise)
		return json_object();
	return json_pack("{s:I, s:I, s:I, s:I, s:f}", "rounds", (json_int_t)pbm->rounds, "users", (json_int_t)pbm->users,
	                 "coordinates", (json_int_t)pbm->coordinates, "quanta", (json_int_t)pbm->quanta,
	                 "theta", mpfr_get_d(pbm->theta.lo, MPFR_RNDN));
}

static const struct train_use uses[] = {
	{ .id = OPT_EPSILON, .where = TRAIN_ALL, "1", "1, at --delta, of the whole run, for all of a user's ratings" },
	{ .id = OPT_DELTA, .where = TRAIN_ALL, "1e-5" }, { .id = OPT_FACTORS, .where = TRAIN_ALL, "14" },
	{ .id = OPT_EPOCHS, .where = TRAIN_ALL, "100" }, { .id = OPT_RATE, .where = TRAIN_ALL, "0.05" },
	{ .id = OPT_LAMBDA, .where = TRAIN_ALL, "0.25" }, { .id = OPT_RATIO, .where = TRAIN_ALL, "3" },
	{ .id = OPT_PARTICIPATION, .where = TRAIN_ALL, "0.1" },
	{ .id = OPT_THETA, .where = TRAIN_ALL, .shown = "chosen by exact accounting" },
	{ .id = OPT_QUANTA, .where = TRAIN_ALL, .shown = "chosen by exact accounting" },
	{ .id = OPT_CUT, .where = TRAIN_CORRECTED, .shown = "Delta_1 / sqrt(p')", .why_not = "published cuts no coordinate; --variant=corrected does" },
	{ .id = OPT_SUM, .where = TRAIN_ALL, "ideal" }, { .id = OPT_STAY, .where = TRAIN_ALL, .shown = "2/3" },
	{ .id = OPT_COLLUDING, .where = TRAIN_CORRECTED, "0.1", .why_not = "published assumes that nobody works together" },
	{ .id = OPT_SERVER, .where = TRAIN_CORRECTED, "curious", .why_not = "published assumes a server that follows the protocol" },
	{ .id = OPT_PRIVATE, .where = TRAIN_ALL, "yes" }, { .id = OPT_ERRORS, .where = TRAIN_ALL, "no" },
	{ .id = OPT_MU, .where = TRAIN_ALL, "0.9" }, { .id = OPT_KAPPA, .where = TRAIN_ALL, "15" },
	{ .id = OPT_UNOBSERVED, .where = TRAIN_ALL, "1" }, { .id = OPT_MOST_ERROR, .where = TRAIN_ALL, "1" },
	{ .id = OPT_MOST_PROFILE, .where = TRAIN_ALL, "0.001" },
};

const struct train_mech train_dpmf_rp = {
	.name = "dpmf-rp", .what = "the Poisson binomial mechanism under secure aggregation, with random projection",
	.published = "the paper's algorithms to the letter, where nothing bounds a coordinate",
	.corrected = "every coordinate cut to one constant, and exact accounting over all rounds"
	             "; at this guarantee use dppop, which is more accurate",
	.published_claim = "rp.flat", .corrected_claim = "rp.colluders",
	.lists = true, .traffic = true, TRAIN_USES(uses), .settle = settle, .train = train, .compose = compose, .guarantee = guarantee, .asked = asked,
	.noise = noise, .print = print, .budget = budget,
};
