/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify.h"

#include <stdio.h>
#include <string.h>

#include "vectors/format/book.h"
#include "vectors/format/spec.h"
#include "compare.h"
#include "vectors/format/schema.h"
#include "vectors/format/tree.h"

struct verification {
	const char *path;
	const struct algorithm *algorithm;
	json_int_t tests, last;
	unsigned long long worst;
	json_t *mismatches;
	struct dpmf_error *error;
};

static json_int_t number_of(const json_t *test)
{
	return json_integer_value(json_object_get(test, "tcId"));
}

static enum dpmf_status mismatch(struct verification *v, const json_t *test, const char *output, const char *why)
{
	json_t *entry = json_pack("{s:I, s:O, s:s, s:s}", "tcId", number_of(test), "flags", json_object_get(test, "flags"), "output", output,
	                          "why", why);

	if (json_array_append_new(v->mismatches, entry) == 0)
		return DPMF_OK;
	return dpmf_fail(v->error, DPMF_FAILED, "%s: memory is short", v->path);
}

static enum dpmf_status compare_all(struct verification *v, const json_t *test, const json_t *got)
{
	json_t *expected = json_object_get(test, "outputs"), *output;
	const char *name;
	char why[256];

	json_object_foreach(expected, name, output) {
		const json_t *value = json_object_get(got, name);
		if (value == NULL)
			return dpmf_fail(v->error, DPMF_FAILED, "%s: test %" JSON_INTEGER_FORMAT ": nothing recomputes the output %s", v->path,
			                 number_of(test), name);
		if (!compare_output(output, value, why, &v->worst) && mismatch(v, test, name, why) != DPMF_OK)
			return DPMF_FAILED;
	}
	return DPMF_OK;
}

static enum dpmf_status verify_test(struct verification *v, const json_t *test)
{
	const char *result = json_string_value(json_object_get(test, "result"));
	json_t *got = json_object();
	enum dpmf_status status = DPMF_OK;
	enum checked done = CHECK_FAILED;

	if (got != NULL)
		done = v->algorithm->check(json_object_get(test, "inputs"), json_object_get(test, "outputs"), got);
	if (done == CHECK_MALFORMED)
		status = dpmf_fail(v->error, DPMF_INPUT, "%s: test %" JSON_INTEGER_FORMAT ": an input or a draw is out of its range, its hex and "
		                   "bits disagree, lists have different lengths, or the tape is too short; restore the file", v->path, number_of(test));
	else if (done == CHECK_FAILED)
		status = dpmf_fail(v->error, DPMF_FAILED, "%s: test %" JSON_INTEGER_FORMAT ": memory is short, so nothing is known of the library; "
		                   "run it again with more", v->path, number_of(test));
	else if ((done == CHECK_REFUSES) != (strcmp(result, "invalid") == 0))
		status = mismatch(v, test, "result", done == CHECK_REFUSES ? "said to be valid, but the inputs lie outside the domain"
		                                                           : "said to be invalid, but the inputs lie in the domain");
	else if (done == CHECKED)
		status = compare_all(v, test, got);
	json_decref(got);
	return status;
}

/* What a schema does not say: numbers ascend, flags are explained. */
static enum dpmf_status check_frame(struct verification *v, const json_t *root, const json_t *test)
{
	const json_t *meaning = json_object_get(json_object_get(root, "notes"), "flags");
	size_t i;
	json_t *flag;

	if (number_of(test) <= v->last)
		return dpmf_fail(v->error, DPMF_INPUT, "%s: test %" JSON_INTEGER_FORMAT " follows test %" JSON_INTEGER_FORMAT
		                 ": numbers must ascend", v->path, number_of(test), v->last);
	v->last = number_of(test);
	json_array_foreach(json_object_get(test, "flags"), i, flag)
		if (json_object_get(meaning, json_string_value(flag)) == NULL)
			return dpmf_fail(v->error, DPMF_INPUT, "%s: test %" JSON_INTEGER_FORMAT ": the notes do not explain the flag %s", v->path,
			                 number_of(test), json_string_value(flag));
	return DPMF_OK;
}

/* A mistake whose answer is right would blame whoever is right. */
static enum dpmf_status check_mistakes(struct verification *v, const json_t *test)
{
	json_t *mistake, *output;
	const char *name, *of;

	json_object_foreach(json_object_get(test, "mistakes"), name, mistake) {
		bool apart = false;
		json_object_foreach(mistake, of, output) {
			const json_t *expected = json_object_get(json_object_get(test, "outputs"), of);
			apart = apart || expected == NULL || book_apart(expected, output);
		}
		if (!apart)
			return dpmf_fail(v->error, DPMF_INPUT, "%s: test %" JSON_INTEGER_FORMAT ": the mistake \"%s\" has the answer that is expected; "
			                 "restore the file", v->path, number_of(test), name);
	}
	return DPMF_OK;
}

static enum dpmf_status verify_tests(struct verification *v, const json_t *root)
{
	size_t i, j;
	json_t *group, *test;

	json_array_foreach(json_object_get(root, "testGroups"), i, group)
		json_array_foreach(json_object_get(group, "tests"), j, test) {
			enum dpmf_status status = check_frame(v, root, test);
			if (status == DPMF_OK)
				status = check_mistakes(v, test);
			if (status == DPMF_OK)
				status = verify_test(v, test);
			if (status != DPMF_OK)
				return status;
			v->tests++;
		}
	return DPMF_OK;
}

/* The number of the test that the schema's complaint "at /testGroups/i/tests/j..." is about, as text. */
static void name_test(const json_t *root, const char *complaint, char *text, size_t room)
{
	const json_t *test;
	size_t i, j;

	text[0] = '\0';
	if (sscanf(complaint, "at /testGroups/%zu/tests/%zu", &i, &j) != 2)
		return;
	test = json_array_get(json_object_get(json_array_get(json_object_get(root, "testGroups"), i), "tests"), j);
	if (json_is_integer(json_object_get(test, "tcId")))
		snprintf(text, room, "test %" JSON_INTEGER_FORMAT ": ", number_of(test));
}

static enum dpmf_status validate(const struct verification *v, const json_t *root, const char *folder)
{
	char path[TREE_PATH + 128], test[64];
	struct dpmf_error detail = { "" };
	json_t *schema = NULL;
	enum dpmf_status status;

	snprintf(path, sizeof path, "%s/schema/%s.json", folder, v->algorithm->name);
	status = tree_load(path, &schema, v->error);
	if (status != DPMF_OK)
		return status;
	status = schema_validate(schema, root, &detail);
	json_decref(schema);
	if (status == DPMF_OK)
		return DPMF_OK;
	name_test(root, detail.text, test, sizeof test);
	return dpmf_fail(v->error, status, "%s: %sdoes not follow %s: %.300s; restore the file", v->path, test, path, detail.text);
}

enum dpmf_status verify_load(const char *path, const char *folder, json_t **root, const struct algorithm **a, struct dpmf_error *error)
{
	struct verification v = { .path = path, .error = error };
	enum dpmf_status status = tree_load(path, root, error);
	const char *name = status == DPMF_OK ? json_string_value(json_object_get(*root, "algorithm")) : NULL;

	if (status != DPMF_OK)
		return status;
	*a = v.algorithm = name == NULL ? NULL : algorithm_named(name);
	status = v.algorithm != NULL ? validate(&v, *root, folder)
	                             : dpmf_fail(error, DPMF_INPUT, "%s: no vector file: `algorithm` is %.60s; `dpmf-vectors list` names those that "
	                                         "are known", path, name == NULL ? "missing" : name);
	if (status != DPMF_OK) {
		json_decref(*root);
		*root = NULL;
	}
	return status;
}

enum dpmf_status verify_file(const char *path, const char *folder, json_t **report, struct dpmf_error *error)
{
	struct verification v = { .path = path, .error = error, .mismatches = json_array() };
	json_t *root = NULL;
	enum dpmf_status status = verify_load(path, folder, &root, &v.algorithm, error);

	*report = NULL;
	if (status == DPMF_OK)
		status = verify_tests(&v, root);
	json_decref(root);
	if (status != DPMF_OK) {
		json_decref(v.mismatches);
		return status;
	}
	const size_t wrong = json_array_size(v.mismatches);
	*report = json_pack("{s:s, s:s, s:I, s:I, s:o}", "file", path, "algorithm", v.algorithm->name, "tests", v.tests, "worstUlps",
	                    (json_int_t)v.worst, "mismatches", v.mismatches);
	if (*report == NULL)
		return dpmf_fail(error, DPMF_FAILED, "%s: memory is short", path);
	return wrong == 0 ? DPMF_OK : DPMF_NO;
}
