/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as JSON: audit/schema/results.json. */
#include <math.h>

#include "audit/report/json_parts.h"

/* JSON has no infinity: where no epsilon will do, the text "infinity" stands. */
static json_t *exact_of(double exact)
{
	return isinf(exact) ? json_string("infinity") : json_real(exact);
}

/* 15 digits give 0.99 as 0.99; the bound is rounded down before they could round it up. */
static json_t *result_of(const struct audit_result *result)
{
	const struct audit_case *one = result->one;
	struct audit_band_point point[AUDIT_BAND_MOST];
	char again[AUDIT_SENTENCE];

	audit_band_bounds(&result->band, result->confidence, point);
	audit_again_line(result, again, sizeof(again));
	json_t *object = json_pack("{s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:I, s:I, s:s, s:s, s:b, s:s?, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
	                 "id", one->id, "claim", one->claim, "why", one->why,
	                 "epsilon_claimed", one->epsilon, "delta", one->delta,
	                 "epsilon_lower", floor(result->epsilon_lower * 1e12) / 1e12, "confidence", result->confidence,
	                 "trials", (json_int_t)result->trials, "seed", (json_int_t)result->seed,
	                 "verdict", audit_finding_name(result->finding), "expected", audit_finding_name(one->expected),
	                 "until_decided", result->sequential, "assumed", result->curve == AUDIT_GAUSSIAN ? "gaussian" : NULL,
	                 "event", audit_json_event(result), "curve", audit_json_curve(result, point), "picture", audit_json_picture(result),
	                 "detectable_epsilon", audit_json_number(result->could_epsilon),
	                 "detectable_share", audit_json_number(result->could_share), "again", audit_json_text(again),
	                 "sentences", audit_json_sentences(result, point));
	if (object && !isnan(one->exact) && json_object_set_new(object, "epsilon_exact", exact_of(one->exact)) != 0) {
		json_decref(object);
		return NULL;
	}
	return object;
}

json_t *audit_results_json(const struct audit_result *results, size_t count)
{
	json_t *cases = json_array(), *document = json_pack("{s:s, s:i, s:o}", "format", "dpmf-audit", "version", 1, "cases", cases);

	for (size_t i = 0; i < count && document; i++) {
		if (json_array_append_new(cases, result_of(&results[i])) != 0) {
			json_decref(document);
			return NULL;
		}
	}
	return document;
}

enum dpmf_status audit_print_json(FILE *out, const struct audit_result *results, size_t count, struct dpmf_error *error)
{
	json_t *document = audit_results_json(results, count);
	const int failed = !document || json_dumpf(document, out, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) != 0 || fputc('\n', out) == EOF;

	json_decref(document);
	if (failed)
		return dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON");
	return DPMF_OK;
}
