/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "account/budget_relation.h"
#include "tool/train_mech.h"

static enum dpmf_dpimf_scheme scheme_of(const struct train_options *o)
{
	return (enum dpmf_dpimf_scheme)o->scheme;
}

static bool protects_rows(const struct train_options *o)
{
	return o->protect == (int)DPMF_USER;
}

static bool is_split(const struct train_options *o)
{
	return scheme_of(o) == DPMF_DPIMF_COM || scheme_of(o) == DPMF_DPIMF_SYM;
}

static bool is_sampled(const struct train_options *o)
{
	return scheme_of(o) == DPMF_DPIMF_OPT_IS;
}

/* Published: the paper's settings of Section VI-A4 where it has any. Corrected: one round, whose groups need
   many factors where an interaction is protected, and few where a row is. */
static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	const bool rows = protects_rows(o), first_only = scheme_of(o) == DPMF_DPIMF_OPT || is_sampled(o);

	if (o->corrected && !first_only)
		return dpmf_fail(error, DPMF_INPUT, "--scheme is \"%s\": corrected dpimf adds noise to the first order only; give opt or opt-is",
		                 train_option[OPT_SCHEME].choices[o->scheme]);
	train_default(&o->run.lambda, o->corrected ? 0.01 : 0.07);
	train_default(&o->alpha0, first_only ? 1 : 0.8);
	train_default(&o->bound, o->corrected && rows ? 1 : 0);
	train_default(&o->dpimf.target, 2);
	if (!o->given[OPT_EPOCHS])
		o->run.epochs = o->corrected ? 1 : 100;
	if (!o->given[OPT_FACTORS])
		o->run.factors = !o->corrected ? 10 : rows ? 1 : 64;
	if (o->corrected)
		o->dpimf.parties = o->dpimf.local = 1;
	o->dpimf.scheme = scheme_of(o);
	o->dpimf.neighbours = rows ? DPMF_USER : DPMF_ENTRY;
	return DPMF_OK;
}

static enum dpmf_status train(const struct train_options *o, const struct train_data *data,
                              const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
                              struct train_result *result, struct dpmf_error *error)
{
	struct dpmf_dpimf_options options = o->dpimf;

	(void)result;
	options.bound = o->bound;
	options.most = o->most;
	options.epsilon = o->run.epsilon;
	options.factors = o->run.factors;
	options.lambda = o->run.lambda;
	options.alpha0 = o->alpha0;
	options.rounds = o->run.epochs;
	options.jobs = o->run.jobs;
	options.listener = o->run.listener;
	options.stop = o->run.stop;
	return (o->corrected ? dpmf_dpimf_train_corrected : dpmf_dpimf_train)(&data->train, &options, coins, door, model, error);
}

static enum dpmf_status compose(const struct train_options *o, const struct train_facts *facts,
                                const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_budget_compose_for(record, DPMF_ENTRY, &result->budget, error);

	(void)o;
	(void)facts;
	return status == DPMF_OK ? dpmf_budget_compose_for(record, DPMF_USER, &result->user, error) : status;
}

static const char *noise(const struct train_options *o)
{
	return o->corrected ? "discrete Laplace" : "Laplace";
}

static double asked(const struct train_options *o)
{
	return o->run.epsilon;
}

static bool users_public(const struct train_options *o)
{
	return !o->corrected && o->dpimf.by_items;
}

static void guarantee(const struct train_options *o, const struct train_facts *facts, const struct train_result *result,
                      struct train_guarantee *g)
{
	(void)facts;
	if (o->corrected && protects_rows(o)) {
		train_guarantee_unit(g, "user", "all of a user's interactions, replaced by any others", &result->user.epsilon);
	} else {
		train_guarantee_unit(g, "entry", "one interaction, present or not", &result->budget.epsilon);
		train_guarantee_unit(g, "user", "all of a user's interactions, as many as there are items", &result->user.epsilon);
	}
	if (o->corrected) {
		snprintf(g->against, sizeof g->against, "everybody who sees public/ and every round before; not against the server, which adds the "
		         "noise, nor whoever runs this simulation");
		return;
	}
	train_guarantee_add(g, "profiles held", TRAIN_BROKEN, "the other side's profiles are trained on the interactions, where the proofs hold them "
	                    "fixed (claim dpimf.thm3 is refuted)");
	if (!(o->bound > 0))
		train_guarantee_add(g, "bound public", TRAIN_BROKEN, "the sensitivity is that of the largest profile at hand, which the interactions decide: "
		                    "give --bound");
	snprintf(g->against, sizeof g->against, "nobody, as long as a premise is broken");
	snprintf(g->otherwise, sizeof g->otherwise, "the other side's profiles did not depend on the interactions, their bound were public and the noise "
	         "exact (claims dpimf.eq9, dpimf.eq15 to dpimf.eq19)");
}

static void print(FILE *out, const struct train_options *o, const struct train_result *result)
{
	(void)result;
	fprintf(out, "scheme        %s, %zu factors, lambda %g, alpha0 %g\n", train_option[OPT_SCHEME].choices[o->scheme],
	        o->run.factors, o->run.lambda, o->alpha0);
	fprintf(out, "passes        %zu rounds of %zu, %zu parties by %s\n", o->run.epochs, o->dpimf.local, o->dpimf.parties,
	        o->dpimf.by_items ? "items" : "users");
}

#define ONE_SUM "corrected dpimf releases one sum for all parties in every round, which needs less noise than one for each"

static const struct train_use uses[] = {
	{ .id = OPT_SCHEME, .where = TRAIN_ALL, "opt" }, { .id = OPT_EPSILON, .where = TRAIN_ALL, "1", "1; published: of one pass, corrected: of the run" },
	{ .id = OPT_PROTECT, .where = TRAIN_CORRECTED, "entry", .why_not = "published has one sensitivity, of one interaction" },
	{ .id = OPT_MOST, .where = TRAIN_CORRECTED, "10", .when = protects_rows, .unless = "--protect=user",
	  .why_not = "published bounds no user's contributions" },
	{ .id = OPT_BOUND, .where = TRAIN_ALL, .shown = "0; corrected with --protect=user: 1" },
	{ .id = OPT_FACTORS, .where = TRAIN_ALL, .shown = "10; corrected: 64, with --protect=user 1" },
	{ .id = OPT_EPOCHS, .where = TRAIN_ALL, .shown = "100; corrected: 1" },
	{ .id = OPT_LAMBDA, .where = TRAIN_ALL, .shown = "0.07; corrected: 0.01" },
	{ .id = OPT_ALPHA0, .where = TRAIN_ALL, .shown = "1 with opt and opt-is, else 0.8" },
	{ .id = OPT_BUDGET_SPLIT, .where = TRAIN_PUBLISHED, "0.1,0.8,0.1", .when = is_split, .unless = "--scheme=com or --scheme=sym",
	  .why_not = "corrected dpimf adds noise to the first order only: there is nothing to split" },
	{ .id = OPT_TARGET, .where = TRAIN_ALL, .shown = "2", .when = is_sampled, .unless = "--scheme=opt-is" },
	{ .id = OPT_PARTIES, .where = TRAIN_PUBLISHED, "1", .why_not = ONE_SUM },
	{ .id = OPT_BY, .where = TRAIN_PUBLISHED, "users", .why_not = "corrected dpimf releases the items' profiles: an item's that its party fitted without "
	  "noise would tell of all who interacted" },
	{ .id = OPT_LOCAL, .where = TRAIN_PUBLISHED, "1", .why_not = ONE_SUM },
};

const struct train_mech train_dpimf = {
	.name = "dpimf", .what = "Ran, Ye, Huang and Hu, Differentially Private Implicit Matrix Factorization",
	.published = "the paper's schemes to the letter, whose claim is refuted",
	.corrected = "one interaction, or with --protect=user a whole row, protected over all rounds",
	.published_claim = "dpimf.thm3",
	.ranking = true, TRAIN_USES(uses), .settle = settle, .train = train, .compose = compose, .guarantee = guarantee, .asked = asked,
	.users_public = users_public, .noise = noise, .print = print,
};
