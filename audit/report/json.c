/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <jansson.h>

#include "audit/report/report.h"

/* JSON has no infinity: where no epsilon will do, the text "infinity" stands. */
static json_t *exact_of(double exact)
{
	return isinf(exact) ? json_string("infinity") : json_real(exact);
}

/* 15 digits give 0.99 as 0.99; the bound is rounded down before they could round it up. */
static json_t *result_of(const struct audit_result *result)
{
	const struct audit_case *one = result->one;
	json_t *object = json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:I, s:s, s:s}",
	                           "id", one->id, "claim", one->claim,
	                           "epsilon_claimed", one->epsilon, "delta", one->delta,
	                           "epsilon_lower", floor(result->epsilon_lower * 1e12) / 1e12, "confidence", result->confidence,
	                           "trials", (json_int_t)result->trials,
	                           "verdict", audit_finding_name(result->finding),
	                           "expected", audit_finding_name(one->expected));

	if (object && !isnan(one->exact) && json_object_set_new(object, "epsilon_exact", exact_of(one->exact)) != 0) {
		json_decref(object);
		return NULL;
	}
	return object;
}

enum dpmf_status audit_print_json(FILE *out, const struct audit_result *results, size_t count, struct dpmf_error *error)
{
	json_t *cases = json_array(), *document = json_pack("{s:o}", "cases", cases);
	int failed = !document;

	for (size_t i = 0; i < count && !failed; i++)
		failed = json_array_append_new(cases, result_of(&results[i]));
	if (!failed)
		failed = json_dumpf(document, out, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) != 0 || fputc('\n', out) == EOF;
	json_decref(document);
	if (failed)
		return dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON");
	return DPMF_OK;
}
