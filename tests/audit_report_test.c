/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other people's scripts read: selection by name, JSON, table, page. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "audit/engine/binomial.h"
#include "audit/report/report.h"
#include "audit/engine/select.h"

static const struct audit_case cases[2] = {
	{ .id = "m/published/server/user/once/held", .claim = "m.thm", .why = "because a < b & c", .epsilon = 0.1,
	  .delta = 0.25, .exact = INFINITY, .expected = AUDIT_VIOLATED, .trials = 1, .dims = 1 },
	{ .id = "m/corrected/model/entry", .claim = "m.cor", .why = "fine", .epsilon = 0.5, .exact = NAN,
	  .expected = AUDIT_CONSISTENT, .trials = 1, .dims = 1 },
};

static struct audit_result result_of(const struct audit_case *one, double lower, enum audit_finding finding)
{
	struct audit_result result = {
		.one = one, .trials = 1000, .confidence = 0.99, .event = { AUDIT_TOWARD_1, INFINITY, 0.5 },
		.counts = { false, { 500, 500 }, { 400, 20 } }, .words = { "", "the answer is at most 0.5" }, .mu_lower = NAN,
		.stretch = { [1] = { .one = { { -INFINITY, 0.5, 420 } }, .count = 1 } },
		.epsilon_lower = lower, .finding = finding, .picture = { .axis = AUDIT_AXIS_ANSWER, .low = -1, .high = 1 },
		.band = { .count = 2, .at = { 0.1, 0.5 }, .runs = { 500, 500 }, .reached = { { 490, 480 }, { 300, 100 } } },
	};

	result.picture.count[0][3] = 500;
	result.picture.count[1][9] = 250;
	return result;
}

static size_t occurrences(const char *text, const char *of)
{
	size_t count = 0;

	for (; (text = strstr(text, of)); text++)
		count++;
	return count;
}

static void print_page(FILE *out, const struct audit_result *results, size_t count)
{
	json_t *document = audit_results_json(results, count);

	assert_non_null(document);
	audit_print_html(out, document);
	json_decref(document);
}

/* What one form of report prints; free() it. */
static char *printed(int form, const struct audit_result *results, size_t count)
{
	FILE *out = tmpfile();
	struct dpmf_error error;

	assert_non_null(out);
	if (form == 0)
		audit_print_table(out, results, count, 0.999999);
	else if (form == 1)
		assert_int_equal(audit_print_json(out, results, count, &error), DPMF_OK);
	else
		print_page(out, results, count);

	const size_t length = (size_t)ftell(out);
	char *text = calloc(length + 1, 1);

	assert_non_null(text);
	rewind(out);
	assert_int_equal(fread(text, 1, length, out), length);
	fclose(out);
	return text;
}

static void json_has_the_keys_of_the_design(void **state)
{
	(void)state;
	const struct audit_result results[2] = { result_of(&cases[0], 3.2149999999999, AUDIT_VIOLATED),
	                                         result_of(&cases[1], 0.1, AUDIT_VIOLATED) };
	char *text = printed(1, results, 2);
	json_error_t why;
	json_t *document = json_loads(text, 0, &why), *list = json_object_get(document, "cases");
	json_t *first = json_array_get(list, 0), *second = json_array_get(list, 1);

	assert_int_equal(json_array_size(list), 2);
	assert_int_equal(json_object_size(first), 21);
	assert_string_equal(json_string_value(json_object_get(document, "format")), "dpmf-audit");
	assert_true(json_integer_value(json_object_get(json_object_get(json_object_get(first, "event"), "likely"), "hits")) == 400);
	assert_string_equal(json_string_value(json_object_get(first, "id")), cases[0].id);
	assert_string_equal(json_string_value(json_object_get(first, "claim")), "m.thm");
	assert_true(json_real_value(json_object_get(first, "epsilon_claimed")) == 0.1);
	assert_true(json_real_value(json_object_get(first, "delta")) == 0.25);
	assert_string_equal(json_string_value(json_object_get(first, "epsilon_exact")), "infinity");
	assert_true(json_real_value(json_object_get(first, "epsilon_lower")) <= 3.2149999999999);
	assert_true(json_real_value(json_object_get(first, "epsilon_lower")) > 3.214999999998);
	assert_true(json_real_value(json_object_get(first, "confidence")) == 0.99);
	assert_int_equal(json_integer_value(json_object_get(first, "trials")), 1000);
	assert_string_equal(json_string_value(json_object_get(first, "verdict")), "violated");
	assert_string_equal(json_string_value(json_object_get(first, "expected")), "violated");
	assert_null(json_object_get(second, "epsilon_exact"));
	assert_string_equal(json_string_value(json_object_get(second, "expected")), "consistent");
	assert_non_null(strstr(text, "0.99,"));
	json_decref(document);
	free(text);
}

static void the_table_ends_with_its_rows(void **state)
{
	(void)state;
	const struct audit_result results[2] = { result_of(&cases[0], 3.2149999999999, AUDIT_VIOLATED),
	                                         result_of(&cases[1], 0.1, AUDIT_VIOLATED) };
	char *text = printed(0, results, 2);
	char *last = strstr(text, cases[1].id);

	assert_non_null(strstr(text, "99.9999 %"));
	assert_non_null(strstr(text, "2 cases, 1 as expected"));
	assert_non_null(strstr(text, cases[0].id));
	assert_non_null(strstr(text, "> 3.214 ")); /* rounded down */
	assert_null(strstr(text, "3.215"));
	assert_non_null(last);
	assert_int_equal(occurrences(last, "\n"), 2);
	assert_non_null(strstr(last, "NOT WHAT WAS EXPECTED"));
	assert_int_equal(occurrences(text, "NOT WHAT WAS EXPECTED"), 1);
	free(text);
}

static void the_curve_holds_what_was_counted(void **state)
{
	(void)state;
	const struct audit_result result = result_of(&cases[1], 0.1, AUDIT_VIOLATED);
	json_t *document = audit_results_json(&result, 1), *first = json_array_get(json_object_get(document, "cases"), 0);
	const json_t *curve = json_object_get(first, "curve"), *point = json_array_get(json_object_get(curve, "points"), 1);
	const double low = json_real_value(json_array_get(json_object_get(point, "data_set_0"), 0));
	const double high = json_real_value(json_array_get(json_object_get(point, "data_set_0"), 1));
	double last = INFINITY;
	size_t i;
	json_t *entry;

	/* 480 of 500, at 0.01 / 8 to each side. */
	assert_true(low < 0.96 && low > 0.91 && high > 0.96 && high < 0.99);
	assert_true(fabs(low - audit_probability_lower(500, 480, 0.01 / 8)) < 1e-12);
	json_array_foreach(json_object_get(curve, "epsilon_at_delta"), i, entry) {
		assert_true(json_real_value(json_object_get(entry, "epsilon")) <= last);
		last = json_real_value(json_object_get(entry, "epsilon"));
	}
	/* P(score >= 0.5) is at least `low` on data set 0, and at most that of 100 of 500 on data set 1. */
	const double epsilon = json_real_value(json_object_get(json_array_get(json_object_get(curve, "epsilon_at_delta"), 0), "epsilon"));

	assert_true(epsilon > 1 && epsilon <= log((1 - audit_probability_upper(500, 100, 0.01 / 8)) / (1 - low)) + 1e-9);
	json_decref(document);
}

/* A number of every case, found again in the page: it is made of the document. */
static void the_page_stands_alone(void **state)
{
	(void)state;
	const struct audit_result results[2] = { result_of(&cases[0], 3, AUDIT_VIOLATED), result_of(&cases[1], 0, AUDIT_CONSISTENT) };
	char *text = printed(2, results, 2);

	assert_int_equal(strncmp(text, "<!DOCTYPE html>", 15), 0);
	assert_int_equal(occurrences(text, "<svg"), 2 * 4);
	assert_int_equal(occurrences(text, "<svg"), occurrences(text, "</svg>"));
	assert_int_equal(occurrences(text, "<details"), 2);
	assert_int_equal(occurrences(text, "<summary>"), 2);
	assert_non_null(strstr(text, "<details class=\"case bad\" open id=\"m/published/server/user/once/held\">"));
	assert_non_null(strstr(text, "<a href=\"#claim-m.thm\">"));
	assert_non_null(strstr(text, "<li id=\"claim-m.thm\">"));
	assert_non_null(strstr(text, "because a &lt; b &amp; c"));
	assert_non_null(strstr(text, "found &gt; <b>3.000</b>"));
	assert_non_null(strstr(text, "the answer is at most 0.5: in 400 of 500 runs on data set 1, in 20 of 500 runs on data set 0"));
	assert_non_null(strstr(text, "dpmf-audit run --case=m/corrected/model/entry --trials=1000 --confidence=0.99 --seed=0"));
	assert_non_null(strstr(text, "prefers-color-scheme:dark"));
	assert_non_null(strstr(text, "width=device-width"));
	assert_null(strstr(text, "http"));
	assert_null(strstr(text, "src="));
	assert_null(strstr(text, "<script"));
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf "));
	free(text);
}

static size_t chosen(const char *mechanism, const char *const *names, size_t count)
{
	struct audit_selection selection = { NULL, 0 };
	struct dpmf_error error;

	if (audit_select(false, mechanism, names, count, &selection, &error) != DPMF_OK)
		return 0;
	free(selection.chosen);
	return selection.count;
}

/* The cases of every mechanism that has some, added up. */
static size_t all_by_mechanism(void)
{
	struct audit_case_list lists[AUDIT_LISTS];
	const size_t count = audit_cases(lists);
	char before[32] = "", own[32], seen[512] = " ";
	size_t all = 0;

	for (size_t l = 0; l < count; l++) {
		audit_case_part(&lists[l].first[0], AUDIT_MECHANISM, own, sizeof own);
		snprintf(before, sizeof before, " %.29s ", own);
		if (strstr(seen, before))
			continue;
		strncat(seen, before + 1, sizeof seen - strlen(seen) - 1);
		all += chosen(own, NULL, 0);
	}
	return all;
}

static void names_select_cases(void **state)
{
	(void)state;
	const size_t all = chosen(NULL, NULL, 0), hdpmf = chosen("hdpmf", NULL, 0);

	assert_true(hdpmf >= 18);
	assert_int_equal(all, all_by_mechanism());
	assert_int_equal(chosen("nosuch", NULL, 0), 0);
	assert_int_equal(chosen(NULL, (const char *[]){ "hdpmf/published/model/entry" }, 1), 1); /* not those below it */
	assert_int_equal(chosen(NULL, (const char *[]){ "hdpmf/published/model" }, 1), 3);
	assert_int_equal(chosen(NULL, (const char *[]){ "hdpmf/published/", "hdpmf/as-run", "hdpmf/corrected", "hdpmf/corrected/joint/entry" }, 4), hdpmf);
	assert_int_equal(chosen(NULL, (const char *[]){ "hdpmf/publ" }, 1), 0);
	assert_int_equal(chosen(NULL, (const char *[]){ "" }, 1), 0);
	assert_int_equal(chosen(NULL, (const char *[]){ "hdpmf/published", "nosuch" }, 2), 0);
}

static void every_view_is_there(void **state)
{
	(void)state;
	static const char *const variants[] = { "published", "corrected" };
	static const char *const views[] = { "model", "joint", "server", "message", "rounds" };
	char name[64];

	for (size_t i = 0; i < 2; i++) {
		for (size_t j = 0; j < 5; j++) {
			snprintf(name, sizeof(name), "hdpmf/%s/%s", variants[i], views[j]);
			assert_true(chosen("hdpmf", (const char *[]){ name }, 1) > 0);
			snprintf(name, sizeof(name), "privsr/%s/%s", variants[i], views[j]);
			assert_true(chosen("privsr", (const char *[]){ name }, 1) > 0);
			snprintf(name, sizeof(name), "gaussmf/%s/%s", variants[i], views[j]);
			/* The recommender is trusted there: what is seen of a run is a model. */
			if (strcmp(views[j], "server") != 0 && strcmp(views[j], "message") != 0)
				assert_true(chosen("gaussmf", (const char *[]){ name }, 1) > 0);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_has_the_keys_of_the_design),
		cmocka_unit_test(the_table_ends_with_its_rows),
		cmocka_unit_test(the_curve_holds_what_was_counted),
		cmocka_unit_test(the_page_stands_alone),
		cmocka_unit_test(names_select_cases),
		cmocka_unit_test(every_view_is_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
