/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "audit/report/json_parts.h"
#include "audit/timing/report.h"

static json_t *test_json(const struct timing_found *found, enum timing_label label, int crop)
{
	const struct timing_test *test = &found->test[label][crop];

	return json_pack("{s:s, s:f, s:[I, I], s:[f, f], s:f, s:f}", "label", timing_label_name(label), "cheapest", timing_crop_share[crop],
	                 "runs", (json_int_t)test->runs[0], (json_int_t)test->runs[1], "means", test->mean[0], test->mean[1], "t", test->t, "could_be_seen", test->seen);
}

static json_t *tests_json(const struct timing_found *found)
{
	json_t *list = json_array();

	for (enum timing_label label = 0; label < TIMING_LABELS; label++)
		for (int crop = 0; crop < TIMING_CROPS; crop++)
			if (found->test[label][crop].tested && json_array_append_new(list, test_json(found, label, crop)) != 0)
				json_decref(list), list = NULL;
	return list;
}

static json_t *ranks_json(const struct timing_found *found)
{
	json_t *list = json_array();

	for (enum timing_label label = 0; label < TIMING_LABELS; label++)
		if (label != TIMING_FARTHEST && json_array_append_new(list, json_pack("{s:s, s:f, s:f}", "label", timing_label_name(label),
			"correlation", found->rank[label].correlation, "z", found->rank[label].z)) != 0)
			json_decref(list), list = NULL;
	return list;
}

static json_t *control_json(const struct timing_result *result)
{
	double largest = 0;

	for (int i = 0; i < TIMING_CONTROLS; i++)
		largest = fmax(largest, result->control[i].largest);
	return json_pack("{s:i, s:i, s:f}", "times", TIMING_CONTROLS, "beyond", (int)result->control_failed, "largest", largest);
}

static json_t *told_json(const struct timing_result *result)
{
	json_t *list = json_array();

	for (enum timing_label label = 0; label < TIMING_LABELS; label++)
		if (timing_is_sound(result) && timing_score(&result->found, label) > TIMING_THRESHOLD)
			json_array_append_new(list, json_string(timing_label_name(label)));
	return list;
}

static const char *verdict(const struct timing_result *result)
{
	return !timing_is_sound(result) ? "control failed" : timing_tells(result) ? "tells" : "nothing was seen";
}

static json_t *result_json(const struct timing_result *result)
{
	const double *q = result->quantile;

	return json_pack("{s:s, s:o, s:f, s:I, s:[f, f, f, f, f], s:o, s:o, s:o}", "verdict", verdict(result), "tells_of", told_json(result), "largest", result->found.largest,
	                 "runs", (json_int_t)result->runs, "quartiles", q[0], q[1], q[2], q[3], q[4], "tests", tests_json(&result->found), "ranks", ranks_json(&result->found),
	                 "control", control_json(result));
}

static enum dpmf_status write_document(FILE *out, json_t *document, struct dpmf_error *error)
{
	const int failed = !document || json_dumpf(document, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0 || fputc('\n', out) == EOF;

	json_decref(document);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}

enum dpmf_status timing_print_json(FILE *out, const struct timing_setting *setting, const struct timing_seen *seen, const char *again, struct dpmf_error *error)
{
	const struct timing_repeats *r = &seen->repeats;

	return write_document(out, json_pack("{s:s, s:i, s:s, s:s, s:I, s:I, s:I, s:f, s:o, s:{s:I, s:I, s:f, s:f, s:f}, s:o}",
		"format", "dpmf-audit-timing-target", "version", 1, "cost", setting->field ? "field" : "time", "unit", setting->field ? "the program's own" : "nanoseconds",
		"trials", (json_int_t)setting->trials, "count", (json_int_t)setting->count, "seed", (json_int_t)setting->seed, "threshold", TIMING_THRESHOLD,
		"result", result_json(&seen->result),
		"repeated", "pairs", (json_int_t)r->pairs, "alike", (json_int_t)r->alike, "correlation", r->rank.correlation, "z", r->rank.z, "difference", r->between,
		"again", audit_json_text(again)), error);
}

json_t *timing_own_json(const struct timing_own *own)
{
	const struct masses *law = own->row->given.q ? &own->row->given : &own->row->law;
	char parameters[96];

	noise_describe(law, parameters, sizeof parameters);
	return json_pack("{s:s, s:s, s:b, s:o, s:o, s:b}", "sampler", own->row->sampler, "parameters", parameters, "steady", own->row->steady,
	                 "words", result_json(&own->words), "time", result_json(&own->time), "as_expected", timing_own_as_expected(own));
}

enum dpmf_status timing_own_print_json(FILE *out, json_t *rows, uint64_t seed, bool passed, struct dpmf_error *error)
{
	return write_document(out, json_pack("{s:s, s:i, s:O, s:s, s:f, s:I, s:b}", "format", "dpmf-audit-timing", "version", 1, "samplers", rows,
		"unit", timing_own_unit(), "threshold", TIMING_THRESHOLD, "seed", (json_int_t)seed, "passed", passed), error);
}
