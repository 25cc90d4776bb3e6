/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_report.h"

#include <inttypes.h>
#include <math.h>

#include "tool/train_dpimf.h"
#include "tool/train_mech.h"
#include "tool/train_colluding.h"
#include "tool/train_rp_report.h"

static const char *step_name(enum dpmf_step step)
{
	return step == DPMF_STEP_MEAN ? "mean" : step == DPMF_STEP_SUM ? "sum" : "message";
}

void train_print_budget(FILE *out, const struct dpmf_budget *budget, const char *unit)
{
	struct dpmf_decimals text;

	fprintf(out, "left the door %zu releases with %zu draws of noise\n", budget->releases, budget->draws);
	if (!budget->finite) {
		fputs("budget        none: something left without noise\n", out);
		return;
	}
	dpmf_enclosure_print(&budget->epsilon, &text);
	fprintf(out, "budget        epsilon = %.12g for %s\n", mpfr_get_d(budget->epsilon.hi, MPFR_RNDU), unit);
	fprintf(out, "              in [%s, %s]\n", text.lo, text.hi);
	if (budget->premise)
		fprintf(out, "premise       %s\n", budget->premise);
	if (budget->repeats)
		fputs("              without it no epsilon is left: releases that share their noise differ by\n"
		      "              what is free of noise\n", out);
}

void train_print(FILE *out, const struct train_options *o, const struct train_result *r)
{
	fprintf(out, "mechanism     %s%s\n", o->mech->name,
	        !o->mech->corrected ? "" : o->corrected ? " (corrected)" : " (published)");
	if (o->mech->own[TRAIN_RANKING])
		fprintf(out, "interactions  %zu of %zu users and %zu items\n", r->train, r->users, r->items);
	else
		fprintf(out, "ratings       %zu of %zu users and %zu items, range %g to %g%s\n", r->train, r->users, r->items,
		        o->run.rating_min, o->run.rating_max, o->range_given ? "" : " (read off the data, so not private)");
	fprintf(out, "test          %zu ratings", r->test);
	if (r->test_unknown)
		fprintf(out, ", and %zu of users or items that the training ratings do not know", r->test_unknown);
	fputc('\n', out);
	if (o->social)
		fprintf(out, "trust         %zu edges, and %zu left out (an unknown user, nobody's trustee, or a user's own)\n",
		        r->edges, r->edges_dropped);
	if (r->metrics.count > 0) {
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
	if (o->mech->own[TRAIN_RP] && r->lists.users > 0)
		fprintf(out, "lists of 10   precision %.6f, recall %.6f, F1 %.6f, mAP %.6f (of all that are relevant: %.6f)\n",
		        r->lists.precision, r->lists.recall, r->lists.f1, r->lists.map, r->lists.map_relevant);
	if (o->mech->own[TRAIN_RP])
		train_rp_print(out, o, r);
	o->mech->print(out, o, r);
	if (o->out)
		fprintf(out, "model         %s\n", o->out);
}

json_t *train_enclosure_json(const struct dpmf_enclosure *x)
{
	struct dpmf_decimals text;

	dpmf_enclosure_print(x, &text);
	return json_pack("{s:s, s:s}", "lo", text.lo, "hi", text.hi);
}

json_t *train_budget_json(const struct dpmf_budget *budget)
{
	json_t *epsilon = budget->finite ? train_enclosure_json(&budget->epsilon) : json_null();

	return json_pack("{s:o, s:I, s:I, s:s?, s:b}", "epsilon", epsilon, "releases", (json_int_t)budget->releases,
	                 "draws", (json_int_t)budget->draws, "premise", budget->premise,
	                 "noise_used_again", budget->repeats);
}

static json_t *number_or_null(double number)
{
	return isnan(number) ? json_null() : json_real(number);
}

/* NaN, where there is no test rating, is null. */
static json_t *numbers_json(const double *number, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, number_or_null(number[i]));
	return array;
}

static json_t *curve_json(const struct train_curve *curve)
{
	return json_pack("{s:o, s:o}", "train", numbers_json(curve->train, curve->count),
	                 "test", numbers_json(curve->test, curve->count));
}

static const char *held_out(const struct train_options *o)
{
	return o->test ? NULL : o->latest ? "latest" : "random";
}

/* What only this mechanism was told. */
static void add_own(json_t *settings, const struct train_options *o)
{
	json_t *own = json_object();

	if (o->mech->own[TRAIN_DELTA])
		json_object_update_new(own, json_pack("{s:f}", "delta", o->delta));
	if (o->mech->own[TRAIN_GAUSSIAN])
		json_object_update_new(own, json_pack("{s:f, s:f}", "eps_i", o->eps_i, "delta_r", o->delta_r));
	if (o->mech->own[TRAIN_DESCENT])
		json_object_update_new(own, json_pack("{s:f, s:f}", "norm", o->norm, "tolerance", o->tolerance));
	if (o->mech->own[TRAIN_SOCIAL])
		json_object_update_new(own, json_pack("{s:f}", "social_weight", o->social_weight));
	if (o->mech->own[TRAIN_SENSITIVE])
		json_object_update_new(own, json_pack("{s:f, s:f}", "beta", o->beta, "sensitive", o->sensitive));
	if (o->mech->own[TRAIN_RANKING])
		json_object_update_new(own, json_pack("{s:I, s:I, s:s?}", "top", (json_int_t)o->top, "negatives",
		                                      (json_int_t)o->negatives, "holdout", held_out(o)));
	if (o->mech->own[TRAIN_IMPLICIT])
		json_object_update_new(own, json_pack("{s:f}", "alpha0", o->alpha0));
	if (o->mech->own[TRAIN_NEIGHBOURS])
		json_object_update_new(own, json_pack("{s:I}", "neighbours", (json_int_t)o->neighbours));
	if (o->mech->own[TRAIN_DPIMF])
		json_object_update_new(own, train_dpimf_json(&o->dpimf));
	if (o->mech->own[TRAIN_RP])
		json_object_update_new(own, train_rp_json(&o->rp));
	if (o->mech->own[TRAIN_COLLUDING] && (o->corrected || o->mech->own[TRAIN_RP]))
		json_object_update_new(own, train_colluding_json(o));
	json_object_update_new(settings, own);
}

static json_t *settings_json(const struct train_options *o)
{
	json_t *settings = json_pack(
		"{s:o, s:I, s:I, s:o, s:o, s:s, s:s, s:b, s:b, s:b, s:f, s:f, s:b}",
		"epsilon", number_or_null(o->run.epsilon), "factors", (json_int_t)o->run.factors,
		"epochs", (json_int_t)o->run.epochs, "rate", number_or_null(o->run.rate),
		"lambda", number_or_null(o->run.lambda),
		"step", step_name(o->run.step), "noise", o->mech->noise(o), "rescale", o->rescale, "clip", o->clip,
		"hold_users", o->run.hold_users, "rating_min", o->run.rating_min,
		"rating_max", o->run.rating_max, "range_given", o->range_given);

	add_own(settings, o);
	return settings;
}

static json_t *metric_json(const struct dpmf_metrics *metrics, double value)
{
	return metrics->count > 0 ? json_real(value) : json_null();
}

/* Of lists of ten; NaN, where no test item is relevant, is null. */
static json_t *lists_json(const struct dpmf_relevance *lists)
{
	return json_pack("{s:{s:I, s:o, s:o, s:o, s:o, s:o, s:o}}", "lists", "users", (json_int_t)lists->users,
	                 "rmse_of_users", number_or_null(lists->rmse), "precision", number_or_null(lists->precision),
	                 "recall", number_or_null(lists->recall), "f1", number_or_null(lists->f1), "map", number_or_null(lists->map),
	                 "map_relevant", number_or_null(lists->map_relevant));
}

/* HR and NDCG at settings.top, among all items and among settings.negatives of them. */
static json_t *ranking_json(const struct train_result *r)
{
	return json_pack("{s:{s:f, s:f}, s:{s:f, s:f}}", "hr", "full", r->full.hr, "sampled", r->sampled.hr,
	                 "ndcg", "full", r->full.ndcg, "sampled", r->sampled.ndcg);
}

enum dpmf_status train_print_json(FILE *out, const struct train_options *o, const struct train_result *r,
                                  struct dpmf_error *error)
{
	json_t *document = json_pack(
		"{s:s, s:s, s:s?, s:{s:I, s:I, s:I}, s:{s:I, s:I}, s:o, s:o, s:o, s:f, s:o, s:o}",
		"mech", o->mech->name, "variant", o->corrected ? "corrected" : "published", "seed", o->seed,
		"ratings", "users", (json_int_t)r->users, "items", (json_int_t)r->items, "count", (json_int_t)r->train,
		"test", "count", (json_int_t)r->test, "unknown", (json_int_t)r->test_unknown,
		"mse", metric_json(&r->metrics, r->metrics.mse), "rmse", metric_json(&r->metrics, r->metrics.rmse),
		"mae", metric_json(&r->metrics, r->metrics.mae), "least_weight", r->least_weight,
		"settings", settings_json(o), "budget", o->mech->budget(o, r));

	if (document && o->social)
		json_object_set_new(document, "social", json_pack("{s:I, s:I}", "edges", (json_int_t)r->edges,
		                                                  "dropped", (json_int_t)r->edges_dropped));
	if (document && r->full.count > 0)
		json_object_update_new(document, ranking_json(r));
	if (document && o->mech->own[TRAIN_RP]) {
		json_object_update_new(document, lists_json(&r->lists));
		json_object_update_new(document, train_rp_report_json(o, r));
	}
	if (document && r->curve.count > 0)
		json_object_set_new(document, "rmse_by_round", curve_json(&r->curve));

	if (!document || json_dumpf(document, out, JSON_INDENT(2) | JSON_PRESERVE_ORDER) != 0 || fputc('\n', out) == EOF) {
		json_decref(document);
		return dpmf_fail(error, DPMF_FAILED, "cannot write the JSON document");
	}
	json_decref(document);
	return DPMF_OK;
}

void train_print_factors(FILE *out, const uint32_t *id, const double *factors, size_t count, size_t k)
{
	for (size_t i = 0; i < count; i++) {
		fprintf(out, "%" PRIu32, id[i]);
		for (size_t l = 0; l < k; l++)
			fprintf(out, " %a", factors[i * k + l]);
		fputc('\n', out);
	}
}

void train_print_neighbours(FILE *out, const uint32_t *id, const struct dpmf_neighbours *neighbours)
{
	for (size_t j = 0; j < neighbours->items; j++) {
		const size_t first = j * neighbours->most;

		fprintf(out, "%" PRIu32, id[j]);
		for (size_t k = first; k < first + neighbours->count[j]; k++)
			fprintf(out, " %" PRIu32 " %a", id[neighbours->item[k]], neighbours->weight[k]);
		fputc('\n', out);
	}
}
