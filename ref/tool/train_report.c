/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_report.h"

#include <math.h>
#include <string.h>

#include "dpmf.h"
#include "tool/train_mech.h"
#include "tool/train_rp_report.h"
#include "tool/train_settings.h"
#include "tool/wrap.h"

const char *train_variant(const struct train_options *o)
{
	return !o->mech->corrected ? NULL : o->corrected ? "corrected" : "published";
}

void train_print_public(FILE *out, const struct train_options *o, const struct train_facts *facts, const struct train_result *r)
{
	const char *variant = train_variant(o);

	fprintf(out, "mechanism     %s%s%s%s\n", o->mech->name, variant ? " (" : "", variant ? variant : "", variant ? ")" : "");
	fprintf(out, "data          %zu users and %zu items", facts->users, facts->items);
	if (!o->mech->ranking)
		fprintf(out, ", range %g to %g%s", o->run.rating_min, o->run.rating_max, o->range_given ? "" : " (read off the data)");
	fputc('\n', out);
	if (o->mech->print)
		o->mech->print(out, o, r);
	if (r->budget.releases)
		fprintf(out, "left the door %zu releases with %zu draws of noise\n", r->budget.releases, r->budget.draws);
	train_guarantee_print(out, &r->guarantee);
	if (o->out)
		fprintf(out, "model         %s\n", o->out);
}

static void print_errors(FILE *out, const struct train_options *o, const struct train_result *r)
{
	if (r->metrics.count > 0 && !o->mech->ranking) {
		fprintf(out, "MSE           %.6f\n", r->metrics.mse);
		fprintf(out, "RMSE          %.6f\n", r->metrics.rmse);
		fprintf(out, "MAE           %.6f\n", r->metrics.mae);
	}
	if (r->full.count > 0) {
		fprintf(out, "HR@%-10zu %.6f among all items, %.6f among %zu drawn\n", o->top, r->full.hr, r->sampled.hr,
		        o->negatives);
		fprintf(out, "NDCG@%-8zu %.6f among all items, %.6f among %zu drawn\n", o->top, r->full.ndcg, r->sampled.ndcg,
		        o->negatives);
	}
	if (o->mech->lists && r->lists.users > 0)
		fprintf(out, "lists of 10   precision %.6f, recall %.6f, F1 %.6f, mAP %.6f (of all that are relevant: %.6f)\n",
		        r->lists.precision, r->lists.recall, r->lists.f1, r->lists.map, r->lists.map_relevant);
	if (o->mech->lists)
		train_rp_print(out, o, r);
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
	return isnan(number) ? json_null() : json_real(number);
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

	if (inputs && !o->mech->ranking)
		json_object_update_new(inputs, json_pack("{s:[f, f], s:s}", "range", o->run.rating_min, o->run.rating_max,
		                                         "range_is", given(o->range_given)));
	return inputs;
}

static json_t *released_json(const struct train_options *o, const struct train_result *r)
{
	json_t *released = json_pack("{s:s}", "noise", o->mech->noise ? o->mech->noise(o) : "none");

	if (released && r->budget.releases)
		json_object_update_new(released, json_pack("{s:I, s:I, s:b}", "releases", (json_int_t)r->budget.releases,
		                                           "draws", (json_int_t)r->budget.draws, "noise_used_again", r->budget.repeats));
	if (released && o->mech->budget)
		json_object_update_new(released, o->mech->budget(o, r));
	return released;
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
	return metrics->count > 0 ? json_real(value) : json_null();
}

/* Of lists of ten; NaN, where no test item is relevant, is null. */
static json_t *lists_json(const struct dpmf_relevance *lists)
{
	return json_pack("{s:{s:I, s:o, s:o, s:o, s:o, s:o, s:o}}", "lists", "users", (json_int_t)lists->users,
	                 "rmse_of_users", train_number_json(lists->rmse), "precision", train_number_json(lists->precision),
	                 "recall", train_number_json(lists->recall), "f1", train_number_json(lists->f1), "map", train_number_json(lists->map),
	                 "map_relevant", train_number_json(lists->map_relevant));
}

/* HR and NDCG at settings.top, among all items and among settings.negatives of them. */
static json_t *ranking_json(const struct train_result *r)
{
	return json_pack("{s:{s:f, s:f}, s:{s:f, s:f}}", "hr", "full", r->full.hr, "sampled", r->sampled.hr,
	                 "ndcg", "full", r->full.ndcg, "sampled", r->sampled.ndcg);
}

json_t *train_evaluation_json(const struct train_options *o, const struct train_result *r)
{
	json_t *evaluation = json_pack("{s:s, s:I, s:{s:I, s:I}, s:o, s:o, s:o}",
		"private", "computed from the ratings themselves; no guarantee covers it", "ratings", (json_int_t)r->train,
		"test", "count", (json_int_t)r->test, "unknown", (json_int_t)r->test_unknown,
		"mse", metric_json(&r->metrics, r->metrics.mse), "rmse", metric_json(&r->metrics, r->metrics.rmse),
		"mae", metric_json(&r->metrics, r->metrics.mae));

	if (evaluation && o->social)
		json_object_set_new(evaluation, "social", json_pack("{s:I, s:I}", "edges", (json_int_t)r->edges,
		                                                    "dropped", (json_int_t)r->edges_dropped));
	if (evaluation && r->full.count > 0)
		json_object_update_new(evaluation, ranking_json(r));
	if (evaluation && o->mech->lists) {
		json_object_update_new(evaluation, lists_json(&r->lists));
		json_object_update_new(evaluation, train_rp_report_json(o, r));
	}
	if (evaluation && r->curve.count > 0)
		json_object_set_new(evaluation, "rmse_by_round", curve_json(&r->curve));
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
	json_t *document = json_pack("{s:s, s:i}", "format", "dpmf-train", "version", 2);

	if (document) {
		json_object_update_new(document, train_public_json(o, facts, r));
		json_object_set_new(document, "evaluation", train_evaluation_json(o, r));
	}
	return train_write_json(out, document, error);
}
