/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_dpimf.h"

#include <math.h>
#include <string.h>

#include "account/budget_relation.h"
#include "tool/arguments.h"
#include "tool/train_mech.h"

static const char *const schemes[] = { "str", "com", "sym", "opt", "opt-is", NULL };

struct dpimf_options train_dpimf_start(void)
{
	return (struct dpimf_options){ .scheme = DPIMF_OPT, .share = { 0.1, 0.8, 0.1 }, .target = 2, .bound = NAN,
	                               .parties = 1, .local = 1, .neighbours = DPMF_ENTRY, .most = 10 };
}

static enum dpmf_status read_choice(const char *name, const char *text, struct dpimf_options *o, struct dpmf_error *error)
{
	static const char *const sides[] = { "users", "items", NULL };
	static const char *const protect[] = { "entry", "user", NULL };
	const bool scheme = strcmp(name, "scheme") == 0, by = strcmp(name, "by") == 0;
	int place;
	const enum dpmf_status status = tool_choice(name, text, scheme ? schemes : by ? sides : protect, &place, error);

	if (status != DPMF_OK)
		return status;
	if (scheme)
		o->scheme = (enum dpimf_scheme)place;
	else if (by)
		o->by_items = place == 1;
	else
		o->neighbours = place == 1 ? DPMF_USER : DPMF_ENTRY;
	return DPMF_OK;
}

enum dpmf_status train_dpimf_read(const char *name, const char *text, struct dpimf_options *o, struct dpmf_error *error)
{
	if (strcmp(name, "budget-split") == 0)
		return tool_numbers(name, text, ',', 3, o->share, error);
	if (strcmp(name, "parties") == 0)
		return tool_count(name, text, &o->parties, error);
	if (strcmp(name, "local") == 0)
		return tool_count(name, text, &o->local, error);
	if (strcmp(name, "most") == 0)
		return tool_count(name, text, &o->most, error);
	if (strcmp(name, "bound") == 0)
		return tool_number(name, text, &o->bound, error);
	if (strcmp(name, "target") == 0)
		return tool_number(name, text, &o->target, error);
	return read_choice(name, text, o, error);
}

json_t *train_dpimf_json(const struct dpimf_options *o)
{
	return json_pack("{s:s, s:[f, f, f], s:I, s:s, s:I, s:f, s:f, s:s, s:I}", "scheme", schemes[o->scheme],
	                 "budget_split", o->share[0], o->share[1], o->share[2], "parties", (json_int_t)o->parties,
	                 "by", o->by_items ? "items" : "users", "local", (json_int_t)o->local, "bound", o->bound,
	                 "target", o->target, "protect", o->neighbours == DPMF_USER ? "user" : "entry",
	                 "most", (json_int_t)o->most);
}

static bool first_only(const struct train_options *o)
{
	return o->dpimf.scheme == DPIMF_OPT || o->dpimf.scheme == DPIMF_OPT_IS;
}

/* Published: the paper's settings of Section VI-A4 where it has any. Corrected: one round, whose groups need
   many factors where an interaction is protected, and few where a row is. */
static enum dpmf_status settle(struct train_options *o, struct dpmf_error *error)
{
	const bool rows = o->dpimf.neighbours == DPMF_USER;

	(void)error;
	train_default(&o->run.epsilon, 1);
	train_default(&o->run.lambda, o->corrected ? 0.01 : 0.07);
	train_default(&o->alpha0, first_only(o) ? 1 : 0.8);
	train_default(&o->dpimf.bound, o->corrected && rows ? 1 : 0);
	if (!o->epochs_given)
		o->run.epochs = o->corrected ? 1 : 100;
	if (!o->factors_given && o->corrected)
		o->run.factors = rows ? 1 : 64;
	return DPMF_OK;
}

static enum dpmf_status train(const struct train_options *o, const struct train_data *data,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                              struct train_result *result, struct dpmf_error *error)
{
	struct dpimf_options options = o->dpimf;

	(void)result;
	options.epsilon = o->run.epsilon;
	options.factors = o->run.factors;
	options.lambda = o->run.lambda;
	options.alpha0 = o->alpha0;
	options.rounds = o->run.epochs;
	options.jobs = o->run.jobs;
	options.listener = o->run.listener;
	options.stop = o->run.stop;
	return (o->corrected ? dpimf_train_corrected : dpimf_train)(&data->train, &options, key, door, model, error);
}

static enum dpmf_status compose(const struct train_options *o, const struct dpmf_record *record,
                                struct train_result *result, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_budget_compose_for(record, DPMF_ENTRY, &result->budget, error);

	(void)o;
	return status == DPMF_OK ? dpmf_budget_compose_for(record, DPMF_USER, &result->user, error) : status;
}

static const char *noise(const struct train_options *o)
{
	return o->corrected ? "discrete Laplace" : "Laplace";
}

static void print(FILE *out, const struct train_options *o, const struct train_result *result)
{
	fprintf(out, "scheme        %s, %zu factors, lambda %g, alpha0 %g\n", schemes[o->dpimf.scheme],
	        o->run.factors, o->run.lambda, o->alpha0);
	fprintf(out, "passes        %zu rounds of %zu, %zu parties by %s\n", o->run.epochs, o->dpimf.local, o->dpimf.parties,
	        o->dpimf.by_items ? "items" : "users");
	train_print_budget(out, &result->budget, "an interaction");
	train_print_budget(out, &result->user, "all of a user's interactions");
}

static json_t *budget(const struct train_options *o, const struct train_result *result)
{
	json_t *both = train_budget_json(&result->budget);

	(void)o;
	json_object_set_new(both, "user", train_budget_json(&result->user));
	return both;
}

const struct train_mech train_dpimf = {
	.name = "dpimf", .corrected = true,
	.own = { [TRAIN_RANKING] = true, [TRAIN_IMPLICIT] = true, [TRAIN_DPIMF] = true },
	.settle = settle, .train = train, .compose = compose, .noise = noise, .print = print, .budget = budget,
};
