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
		.counts = { false, { 500, 500 }, { 400, 20 } }, .words = { "", "the number is at most 0.5" }, .mu_lower = NAN,
		.epsilon_lower = lower, .finding = finding, .picture = { .low = -1, .high = 1 },
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
		audit_print_html(out, results, count, 0.99);

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
	assert_int_equal(json_object_size(first), 16);
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
	char *last = strstr(text, "m          corrected");

	assert_non_null(strstr(text, "99.9999 %"));
	assert_non_null(strstr(text, "2 cases, 1 as expected"));
	assert_non_null(strstr(text, "server, once held"));
	assert_non_null(strstr(text, "> 3.214 ")); /* rounded down */
	assert_null(strstr(text, "3.215"));
	assert_non_null(last);
	assert_int_equal(occurrences(last, "\n"), 1);
	assert_non_null(strstr(last, "NOT WHAT WAS EXPECTED"));
	assert_int_equal(occurrences(text, "NOT WHAT WAS EXPECTED"), 1);
	free(text);
}

static void the_page_stands_alone(void **state)
{
	(void)state;
	const struct audit_result results[2] = { result_of(&cases[0], 3, AUDIT_VIOLATED), result_of(&cases[1], 0, AUDIT_CONSISTENT) };
	char *text = printed(2, results, 2);

	assert_int_equal(strncmp(text, "<!DOCTYPE html>", 15), 0);
	assert_int_equal(occurrences(text, "<svg"), 2);
	assert_int_equal(occurrences(text, "<rect"), 4);
	assert_int_equal(occurrences(text, "<tr"), occurrences(text, "</tr>"));
	assert_int_equal(occurrences(text, "<td"), occurrences(text, "</td>"));
	assert_non_null(strstr(text, "because a &lt; b &amp; c"));
	assert_non_null(strstr(text, "the number is at most 0.5: in 400 of 500 runs on data set 1, in 20 of 500 runs on data set 0"));
	assert_null(strstr(text, "http"));
	assert_null(strstr(text, "src="));
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
	assert_int_equal(chosen(NULL, (const char *[]){ "hdpmf/published/", "hdpmf/corrected", "hdpmf/corrected/joint/entry" }, 3), hdpmf);
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
		cmocka_unit_test(the_page_stands_alone),
		cmocka_unit_test(names_select_cases),
		cmocka_unit_test(every_view_is_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
