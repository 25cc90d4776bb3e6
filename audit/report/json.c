/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <jansson.h>

#include "audit/report/report.h"

/* JSON has no infinity: where no epsilon will do, the text "infinity" stands. */
static json_t *exact_of(double exact)
{
	return isinf(exact) ? json_string("infinity") : json_real(exact);
}

/* A command need not be UTF-8, JSON must. */
static json_t *text_or_null(const char *text)
{
	json_t *string = json_string(text);

	return string ? string : json_null();
}

static json_t *count_of(const struct audit_result *result, int which)
{
	double interval[2];

	audit_interval(result, which, interval);
	return json_pack("{s:I, s:I, s:[f,f]}", "hits", (json_int_t)result->counts.hits[which], "runs", (json_int_t)result->counts.runs[which],
	                 "interval", interval[0], interval[1]);
}

/* Where both worlds are guessed, `likely` counts the right guesses and `unlikely` the wrong ones; else
   the event in the world that it points to, and in the other. */
static json_t *event_of(const struct audit_result *result)
{
	static const char *const toward[] = { "0", "1", "both" };
	json_t *words = json_array(), *event = json_pack("{s:s, s:o, s:o, s:o}", "toward", toward[result->event.toward], "words", words,
	                                                 "likely", count_of(result, 0), "unlikely", count_of(result, 1));

	for (int i = 0; event && i < 2; i++)
		json_array_append_new(words, *result->words[i] ? text_or_null(result->words[i]) : json_null());
	return event;
}

static json_t *number_or_null(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

/* 15 digits give 0.99 as 0.99; the bound is rounded down before they could round it up. */
static json_t *result_of(const struct audit_result *result)
{
	const struct audit_case *one = result->one;
	char again[AUDIT_SENTENCE];

	audit_again_line(result, again, sizeof(again));
	json_t *object = json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:I, s:I, s:s, s:s, s:o, s:s?, s:o, s:o, s:o}",
	                           "id", one->id, "claim", one->claim,
	                           "epsilon_claimed", one->epsilon, "delta", one->delta,
	                           "epsilon_lower", floor(result->epsilon_lower * 1e12) / 1e12, "confidence", result->confidence,
	                           "trials", (json_int_t)result->trials, "seed", (json_int_t)result->seed,
	                           "verdict", audit_finding_name(result->finding),
	                           "expected", audit_finding_name(one->expected), "event", event_of(result),
	                           "assumed", result->curve == AUDIT_GAUSSIAN ? "gaussian" : NULL,
	                           "detectable_epsilon", number_or_null(result->could_epsilon),
	                           "detectable_share", number_or_null(result->could_share), "again", text_or_null(again));

	if (object && !isnan(one->exact) && json_object_set_new(object, "epsilon_exact", exact_of(one->exact)) != 0) {
		json_decref(object);
		return NULL;
	}
	return object;
}

enum dpmf_status audit_print_json(FILE *out, const struct audit_result *results, size_t count, struct dpmf_error *error)
{
	json_t *cases = json_array(), *document = json_pack("{s:s, s:i, s:o}", "format", "dpmf-audit", "version", 1, "cases", cases);
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
