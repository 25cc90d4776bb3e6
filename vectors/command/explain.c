/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/format/print.h"
#include "vectors/format/spec.h"
#include "vectors/format/tree.h"
#include "verify.h"

static const json_t *test_numbered(const json_t *root, json_int_t number)
{
	size_t i, j;
	json_t *group, *test;

	json_array_foreach(json_object_get(root, "testGroups"), i, group)
		json_array_foreach(json_object_get(group, "tests"), j, test)
			if (json_integer_value(json_object_get(test, "tcId")) == number)
				return test;
	return NULL;
}

static bool flagged(const json_t *test, const char *name)
{
	size_t i;
	json_t *flag;

	json_array_foreach(json_object_get(test, "flags"), i, flag)
		if (strcmp(json_string_value(flag), name) == 0)
			return true;
	return false;
}

static void put_values(const char *title, json_t *values)
{
	const char *name;
	json_t *value;

	printf("\n%s\n", title);
	json_object_foreach(values, name, value) {
		char *text = print_json(value);
		printf("  %s = %s", name, text == NULL ? "?\n" : text);
		free(text);
	}
}

static void put_text(const struct algorithm *a, const json_t *test)
{
	const char *comment = json_string_value(json_object_get(test, "comment"));

	printf("%s/%" JSON_INTEGER_FORMAT ": %s\n%s\n", a->name, json_integer_value(json_object_get(test, "tcId")), comment, a->summary);
	for (const struct flag *f = a->flags; f->name != NULL; f++)
		if (flagged(test, f->name))
			printf("\n%s: %s\n  a failure here shows %s. %s\n", f->name, f->meaning, f->bug, f->effect);
	for (const struct refusal *r = a->refusals; r->comment != NULL; r++)
		if (strcmp(json_string_value(json_object_get(test, "result")), "invalid") == 0 && strcmp(r->comment, comment) == 0)
			printf("\nAn implementation must refuse this: %s (%s).\n", r->comment, r->reason);
	put_values("Inputs", json_object_get(test, "inputs"));
	if (json_object_size(json_object_get(test, "outputs")) > 0)
		put_values("Expected", json_object_get(test, "outputs"));
	if (json_object_size(json_object_get(test, "mistakes")) > 0)
		put_values("Mistakes that are known, and what they answer", json_object_get(test, "mistakes"));
	printf("\nThe algorithm in full: pages/%s.md\n", a->name);
}

static enum dpmf_status find(const char *folder, const char *id, json_t **root, const struct algorithm **a, const json_t **test,
                             struct dpmf_error *error)
{
	char path[TREE_PATH + 128], name[96], rest;
	long long number;
	enum dpmf_status status;

	if (sscanf(id, "%95[a-z_0-9]/%lld%c", name, &number, &rest) != 2 || algorithm_named(name) == NULL)
		return dpmf_fail(error, DPMF_INPUT, "%.60s names no test; write ALGORITHM/NUMBER, as in bernoulli/12 (`dpmf-vectors list`)", id);
	snprintf(path, sizeof path, "%s/v1/%s.json", folder, name);
	status = verify_load(path, folder, root, a, error);
	if (status != DPMF_OK)
		return status;
	*test = test_numbered(*root, number);
	return *test != NULL ? DPMF_OK : dpmf_fail(error, DPMF_INPUT, "%s has no test %lld", name, number);
}

enum dpmf_status explain(const char *folder, const char *id, bool as_json, struct dpmf_error *error)
{
	json_t *root = NULL;
	const struct algorithm *a;
	const json_t *test;
	enum dpmf_status status = find(folder, id, &root, &a, &test, error);

	if (status == DPMF_OK && as_json) {
		char *text = json_dumps(test, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
		if (text == NULL || printf("%s\n", text) < 0)
			status = dpmf_fail(error, DPMF_FAILED, "the answer cannot be written");
		free(text);
	} else if (status == DPMF_OK) {
		put_text(a, test);
	}
	json_decref(root);
	return status;
}
