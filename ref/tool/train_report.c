/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_report.h"

#include <inttypes.h>
#include <jansson.h>

#include "tool/train_mech.h"

static const char *step_name(enum dpmf_step step)
{
	return step == DPMF_STEP_MEAN ? "mean" : step == DPMF_STEP_SUM ? "sum" : "message";
}

static void print_budget(FILE *out, const struct dpmf_budget *budget)
{
	struct dpmf_decimals text;

	fprintf(out, "left the door %zu releases with %zu draws of noise\n", budget->releases, budget->draws);
	if (!budget->finite) {
		fputs("budget        none: something left without noise\n", out);
		return;
	}
	dpmf_enclosure_print(&budget->epsilon, &text);
	fprintf(out, "budget        epsilon = %.12g for a rating of weight 1, w times it for weight w\n",
	        mpfr_get_d(budget->epsilon.hi, MPFR_RNDU));
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
	fprintf(out, "ratings       %zu of %zu users and %zu items, range %g to %g%s\n", r->train, r->users, r->items,
	        o->run.rating_min, o->run.rating_max, o->range_given ? "" : " (read off the data, so not private)");
	fprintf(out, "test          %zu ratings", r->test);
	if (r->test_unknown)
		fprintf(out, ", and %zu of users or items that the training ratings do not know", r->test_unknown);
	fputc('\n', out);
	if (r->metrics.count > 0) {
		fprintf(out, "MSE           %.6f\n", r->metrics.mse);
		fprintf(out, "RMSE          %.6f\n", r->metrics.rmse);
		fprintf(out, "MAE           %.6f\n", r->metrics.mae);
	}
	print_budget(out, &r->budget);
	if (o->mech->print)
		o->mech->print(out, o, r);
	if (o->out)
		fprintf(out, "model         %s\n", o->out);
}

static json_t *budget_json(const struct dpmf_budget *budget)
{
	struct dpmf_decimals text;
	json_t *epsilon = json_null();

	if (budget->finite) {
		dpmf_enclosure_print(&budget->epsilon, &text);
		epsilon = json_pack("{s:s, s:s}", "lo", text.lo, "hi", text.hi);
	}
	return json_pack("{s:o, s:I, s:I, s:s?, s:b}", "epsilon", epsilon, "releases", (json_int_t)budget->releases,
	                 "draws", (json_int_t)budget->draws, "premise", budget->premise,
	                 "noise_used_again", budget->repeats);
}

static json_t *settings_json(const struct train_options *o)
{
	return json_pack("{s:f, s:I, s:I, s:f, s:f, s:s, s:s, s:b, s:b, s:b, s:f, s:f, s:b}",
	                 "epsilon", o->run.epsilon, "factors", (json_int_t)o->run.factors,
	                 "epochs", (json_int_t)o->run.epochs, "rate", o->run.rate, "lambda", o->run.lambda,
	                 "step", step_name(o->run.step), "noise", o->mech->noise(o), "rescale", o->rescale, "clip", o->clip,
	                 "hold_users", o->run.hold_users, "rating_min", o->run.rating_min,
	                 "rating_max", o->run.rating_max, "range_given", o->range_given);
}

static json_t *metric_json(const struct dpmf_metrics *metrics, double value)
{
	return metrics->count > 0 ? json_real(value) : json_null();
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
		"settings", settings_json(o), "budget", budget_json(&r->budget));

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
