/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_report.h"

#include <math.h>
#include <string.h>

#include "dpmf.h"
#include "tool/train_mech.h"
#include "mech/dpmf-rp/descriptor_report.h"
#include "tool/train_settings.h"
#include "tool/wrap.h"

const char *train_variant(const struct train_options *o)
{
	return !o->mech->corrected ? NULL : o->corrected ? "corrected" : o->as_run ? "as-run" : "published";
}

void train_print_public(FILE *out, const struct train_options *o, const struct train_facts *facts, const struct train_result *r)
{
	const char *variant = train_variant(o);

	fprintf(out, "mechanism     %s%s%s%s\n", o->mech->name, variant ? " (" : "", variant ? variant : "", variant ? ")" : "");
	fprintf(out, "data          %zu users and %zu items", facts->users, facts->items);
	if (!o->mech->ranking)
		fprintf(out, ", range %.16g to %.16g%s", o->run.rating_min, o->run.rating_max, o->range_given ? "" : " (read off the data)");
	fputc('\n', out);
	if (o->mech->print)
		o->mech->print(out, o, r);
	if (r->budget.releases)
		fprintf(out, "released      %zu time%s, with noise drawn %zu time%s%s\n", r->budget.releases, r->budget.releases == 1 ? "" : "s",
		        r->budget.draws, r->budget.draws == 1 ? "" : "s", r->budget.repeats ? " and used again" : "");
	train_guarantee_print(out, &r->guarantee);
	if (o->out)
		fprintf(out, "model         %s\n", o->out);
}

/* Six digits behind the point, unless they would follow hundreds before it. */
static void print_metric(FILE *out, const char *name, double value)
{
	fprintf(out, fabs(value) < 1e9 ? "%-13s %.6f\n" : "%-13s %.6e\n", name, value);
}

void train_print_metrics(FILE *out, const struct dpmf_metrics *metrics)
{
	print_metric(out, "MSE", metrics->mse);
	print_metric(out, "RMSE", metrics->rmse);
	print_metric(out, "MAE", metrics->mae);
}

void train_print_ranking(FILE *out, const struct train_options *o, const struct dpmf_ranking *full, const struct dpmf_ranking *sampled)
{
	fprintf(out, "HR@%-10zu %.6f among all items, %.6f among %zu drawn\n", o->top, full->hr, sampled->hr, o->negatives);
	fprintf(out, "NDCG@%-8zu %.6f among all items, %.6f among %zu drawn\n", o->top, full->ndcg, sampled->ndcg, o->negatives);
}

static void print_errors(FILE *out, const struct train_options *o, const struct train_result *r)
{
	if (r->metrics.count > 0 && !o->mech->ranking)
		train_print_metrics(out, &r->metrics);
	if (r->full.count > 0)
		train_print_ranking(out, o, &r->full, &r->sampled);
	if (o->mech->lists && r->lists.users > 0)
		fprintf(out, "lists of 10   precision %.6f, recall %.6f, F1 %.6f, mAP %.6f (of all that are relevant: %.6f)\n",
		        r->lists.precision, r->lists.recall, r->lists.f1, r->lists.map, r->lists.map_relevant);
	if (o->mech->traffic)
		dpmf_train_rp_print(out, o, r);
}

void train_print_evaluation(FILE *out, const struct train_options *o, const struct train_result *r)
{
	fputs("evaluation    from the ratings themselves: private, not covered by any guarantee\n", out);
	fprintf(out, "%-13s %zu, and %zu for testing", o->mech->ranking ? "interactions" : "ratings", r->train, r->test);
	if (r->test_unknown)
		fprintf(out, " (%zu more of users or items that the training does not know)", r->test_unknown);
	fputc('\n', out);
	if (o->social)
		fprintf(out, "trust         %zu edges, and %zu left out (an unknown user, nobody's trustee, or a user's own)\n",
		        r->edges, r->edges_dropped);
	print_errors(out, o, r);
}

json_t *train_enclosure_json(const struct dpmf_enclosure *x)
{
	struct dpmf_decimals text;

	dpmf_enclosure_print(x, &text);
	return json_pack("{s:s, s:s}", "lo", text.lo, "hi", text.hi);
}

json_t *train_number_json(double number)
{
	return isfinite(number) ? json_real(number) : json_null();
}

json_t *train_json_joined(json_t *document, json_t *part)
{
	const bool joined = document && part && json_object_update(document, part) == 0;

	json_decref(part);
	if (joined)
		return document;
	json_decref(document);
	return NULL;
}

json_t *train_json_with(json_t *document, const char *name, json_t *part)
{
	if (part && json_object_set_new(document, name, part) == 0)
		return document;
	json_decref(document);
	return NULL;
}

static json_t *coins_json(const struct dpmf_key *coins)
{
	char text[2 * sizeof coins->bytes + 1];

	for (size_t i = 0; i < sizeof coins->bytes; i++)
		snprintf(text + 2 * i, 3, "%02x", coins->bytes[i]);
	return json_string(text);
}

static const char *given(bool yes)
{
	return yes ? "given" : "read off the data";
}

static json_t *inputs_json(const struct train_options *o, const struct train_facts *facts)
{
	json_t *inputs = json_pack("{s:I, s:s, s:I, s:s, s:s, s:I}", "users", (json_int_t)facts->users, "users_are", given(facts->users_given),
	                           "items", (json_int_t)facts->items, "items_are", given(facts->items_given),
	                           "noise_key", facts->seeded ? "from --seed" : "from the operating system",
	                           "split_moves", (json_int_t)facts->moves);

	if (o->mech->ranking)
		return inputs;
	return train_json_joined(inputs, json_pack("{s:[f, f], s:s}", "range", o->run.rating_min, o->run.rating_max,
	                                           "range_is", given(o->range_given)));
}

static json_t *released_json(const struct train_options *o, const struct train_result *r)
{
	json_t *released = json_pack("{s:s}", "noise", o->mech->noise ? o->mech->noise(o) : "none");

	if (r->budget.releases)
		released = train_json_joined(released, json_pack("{s:I, s:I, s:b}", "releases", (json_int_t)r->budget.releases,
		                                                 "draws", (json_int_t)r->budget.draws, "noise_used_again", r->budget.repeats));
	return o->mech->budget ? train_json_joined(released, o->mech->budget(o, r)) : released;
}

json_t *train_public_json(const struct train_options *o, const struct train_facts *facts, const struct train_result *r)
{
	return json_pack("{s:s, s:s?, s:o, s:o, s:o, s:o, s:o}", "mech", o->mech->name, "variant", train_variant(o),
	                 "coins", coins_json(&facts->coins), "inputs", inputs_json(o, facts), "settings", train_settings_json(o),
	                 "released", released_json(o, r), "guarantee", train_guarantee_json(&r->guarantee));
}

/* NaN, where there is no test rating, is null. */
static json_t *numbers_json(const double *number, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, train_number_json(number[i]));
	return array;
}

static json_t *curve_json(const struct train_curve *curve)
{
	return json_pack("{s:o, s:o}", "train", numbers_json(curve->train, curve->count),
	                 "test", numbers_json(curve->test, curve->count));
}

static json_t *metric_json(const struct dpmf_metrics *metrics, double value)
{
	return metrics->count > 0 ? train_number_json(value) : json_null();
}

/* Of lists of ten; NaN, where no test item is relevant, is null. */
static json_t *lists_json(const struct dpmf_relevance *lists)
{
	return json_pack("{s:{s:I, s:o, s:o, s:o, s:o, s:o, s:o}}", "lists", "users", (json_int_t)lists->users,
	                 "rmse_of_users", train_number_json(lists->rmse), "precision", train_number_json(lists->precision),
	                 "recall", train_number_json(lists->recall), "f1", train_number_json(lists->f1), "map", train_number_json(lists->map),
	                 "map_relevant", train_number_json(lists->map_relevant));
}

json_t *train_ranking_json(const struct dpmf_ranking *full, const struct dpmf_ranking *sampled)
{
	return json_pack("{s:{s:o, s:o}, s:{s:o, s:o}}", "hr", "full", train_number_json(full->hr), "sampled",
	                 train_number_json(sampled->hr), "ndcg", "full", train_number_json(full->ndcg), "sampled",
	                 train_number_json(sampled->ndcg));
}

json_t *train_evaluation_json(const struct train_options *o, const struct train_result *r)
{
	json_t *evaluation = json_pack("{s:s, s:I, s:{s:I, s:I}, s:o, s:o, s:o}",
		"private", "computed from the ratings themselves; no guarantee covers it", "ratings", (json_int_t)r->train,
		"test", "count", (json_int_t)r->test, "unknown", (json_int_t)r->test_unknown,
		"mse", metric_json(&r->metrics, r->metrics.mse), "rmse", metric_json(&r->metrics, r->metrics.rmse),
		"mae", metric_json(&r->metrics, r->metrics.mae));

	if (o->social)
		evaluation = train_json_with(evaluation, "social", json_pack("{s:I, s:I}", "edges", (json_int_t)r->edges,
		                                                             "dropped", (json_int_t)r->edges_dropped));
	if (r->full.count > 0)
		evaluation = train_json_joined(evaluation, train_ranking_json(&r->full, &r->sampled));
	if (o->mech->lists)
		evaluation = train_json_joined(evaluation, lists_json(&r->lists));
	if (o->mech->traffic)
		evaluation = train_json_joined(evaluation, dpmf_train_rp_report_json(o, r));
	if (r->curve.count > 0)
		evaluation = train_json_with(evaluation, "rmse_by_round", curve_json(&r->curve));
	return evaluation;
}

enum dpmf_status train_write_json(FILE *out, json_t *document, struct dpmf_error *error)
{
	const bool written = document && json_dumpf(document, out, JSON_INDENT(2) | JSON_PRESERVE_ORDER) == 0 && fputc('\n', out) != EOF;

	json_decref(document);
	return written ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "cannot write the JSON document");
}

enum dpmf_status train_print_json(FILE *out, const struct train_options *o, const struct train_facts *facts,
                                  const struct train_result *r, struct dpmf_error *error)
{
	json_t *document = train_json_joined(json_pack("{s:s, s:i}", "format", "dpmf-train", "version", 2), train_public_json(o, facts, r));

	return train_write_json(out, train_json_with(document, "evaluation", train_evaluation_json(o, r)), error);
}
