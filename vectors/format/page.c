/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dpmf.h"

static const char *reason_of(const struct algorithm *a, const char *comment)
{
	for (const struct refusal *r = a->refusals; r->comment != NULL; r++)
		if (strcmp(r->comment, comment) == 0)
			return r->reason;
	return "";
}

static void add_one(json_t *object, const char *key)
{
	json_object_set_new(object, key, json_integer(json_integer_value(json_object_get(object, key)) + 1));
}

/* How many tests have each flag, and why each invalid one is refused; how many know each mistake. */
static void count(const struct algorithm *a, const json_t *root, json_t *entry, json_t *under)
{
	json_t *group, *test, *flag, *reasons = json_object(), *mistakes = json_object();
	const char *mistake;
	size_t i, j, k;
	json_int_t tests = 0;
	char number[32];

	json_array_foreach(json_object_get(root, "testGroups"), i, group)
		json_array_foreach(json_object_get(group, "tests"), j, test) {
			tests++;
			json_array_foreach(json_object_get(test, "flags"), k, flag)
				add_one(under, json_string_value(flag));
			json_object_foreach(json_object_get(test, "mistakes"), mistake, flag)
				add_one(mistakes, mistake);
			if (strcmp(json_string_value(json_object_get(test, "result")), "invalid") != 0)
				continue;
			snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(test, "tcId")));
			json_object_set_new(reasons, number, json_string(reason_of(a, json_string_value(json_object_get(test, "comment")))));
		}
	json_object_set_new(entry, "numberOfTests", json_integer(tests));
	json_object_set_new(entry, "refused", reasons);
	json_object_set_new(entry, "mistakes", mistakes);
}

json_t *page_entry(const struct algorithm *a, const json_t *root)
{
	json_t *under = json_object(), *flags = json_object();
	json_t *entry = json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "algorithm", a->name, "family", a->family, "summary", a->summary, "file",
	                          json_sprintf("v1/%s.json", a->name), "schema", json_sprintf("schema/%s.json", a->name), "page",
	                          json_sprintf("pages/%s.md", a->name));

	if (entry != NULL)
		count(a, root, entry, under);
	for (const struct flag *f = a->flags; f->name != NULL; f++)
		json_object_set_new(flags, f->name, json_pack("{s:s, s:s, s:s, s:I}", "meaning", f->meaning, "bugType", f->bug, "effect", f->effect,
		                                              "tests", json_integer_value(json_object_get(under, f->name))));
	json_object_set_new(entry, "flags", flags);
	json_decref(under);
	return entry;
}

json_t *page_document(json_t *entries)
{
	size_t i;
	json_t *entry;
	json_int_t tests = 0;

	json_array_foreach(entries, i, entry)
		tests += json_integer_value(json_object_get(entry, "numberOfTests"));
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:O}", "format", "dpmf-vectors-index", "version", "1", "vectors", "1.5", "generator",
	                 "dpmf-vectors " DPMF_VERSION, "license", "CC0-1.0", "numberOfTests", tests, "algorithms", entries);
}

static void put_fields(FILE *out, const char *title, const struct field *field)
{
	fprintf(out, "\n## %s\n\n| name | kind |\n| --- | --- |\n", title);
	for (; field->name != NULL; field++)
		fprintf(out, "| `%s` | %s%s |\n", field->name, kind_name(field->kind), field->optional ? ", not in every test" : "");
}

static void put_flags(FILE *out, const json_t *flags)
{
	const char *name;
	json_t *flag;

	fputs("\n## Flags\n\n| flag | tests | meaning | a failure shows | what follows |\n| --- | ---: | --- | --- | --- |\n", out);
	json_object_foreach((json_t *)(uintptr_t)flags, name, flag)
		fprintf(out, "| %s | %" JSON_INTEGER_FORMAT " | %s | %s | %s |\n", name, json_integer_value(json_object_get(flag, "tests")),
		        json_string_value(json_object_get(flag, "meaning")), json_string_value(json_object_get(flag, "bugType")),
		        json_string_value(json_object_get(flag, "effect")));
}

static void put_mistakes(FILE *out, const json_t *mistakes)
{
	const char *name;
	json_t *tests;

	if (json_object_size(mistakes) == 0)
		return;
	fputs("\n## Mistakes that are known\n\nTests that carry the answer of each, so that `dpmf-vectors exec` can name it.\n\n"
	      "| mistake | tests |\n| --- | ---: |\n", out);
	json_object_foreach((json_t *)(uintptr_t)mistakes, name, tests)
		fprintf(out, "| %s | %" JSON_INTEGER_FORMAT " |\n", name, json_integer_value(tests));
}

static void put_page(FILE *out, const struct algorithm *a, const json_t *entry)
{
	fprintf(out, "<!-- SPDX-License-Identifier: CC0-1.0. Made by dpmf-vectors generate from spec/%s.json. -->\n# %s\n\n%s\n\n"
	        "%" JSON_INTEGER_FORMAT " tests in [v1/%s.json](../v1/%s.json), schema in [schema/%s.json](../schema/%s.json).\n", a->name, a->name,
	        a->summary, json_integer_value(json_object_get(entry, "numberOfTests")), a->name, a->name, a->name, a->name);
	put_fields(out, "Inputs", a->inputs);
	put_fields(out, "Outputs", a->outputs);
	fputs("\n## The algorithm\n", out);
	for (const char *const *note = a->notes; *note != NULL; note++)
		fprintf(out, "\n%s\n", *note);
	if (a->refusals->comment != NULL)
		fputs("\n## What an implementation must refuse\n\n| case | reason |\n| --- | --- |\n", out);
	for (const struct refusal *r = a->refusals; r->comment != NULL; r++)
		fprintf(out, "| %s | %s |\n", r->comment, r->reason);
	put_flags(out, json_object_get(entry, "flags"));
	put_mistakes(out, json_object_get(entry, "mistakes"));
}

char *page_text(const struct algorithm *a, const json_t *entry)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL)
		return NULL;
	put_page(out, a, entry);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

static bool first_of_family(const json_t *entries, size_t i)
{
	const char *family = json_string_value(json_object_get(json_array_get(entries, i), "family"));

	for (size_t j = 0; j < i; j++)
		if (strcmp(json_string_value(json_object_get(json_array_get(entries, j), "family")), family) == 0)
			return false;
	return true;
}

static void put_family(FILE *out, const json_t *entries, const char *family)
{
	size_t i;
	json_t *entry;

	fprintf(out, "\n## %s\n\n| algorithm | tests | what it is |\n| --- | ---: | --- |\n", family);
	json_array_foreach(entries, i, entry)
		if (strcmp(json_string_value(json_object_get(entry, "family")), family) == 0)
			fprintf(out, "| [%s](%s.md) | %" JSON_INTEGER_FORMAT " | %s |\n", json_string_value(json_object_get(entry, "algorithm")),
			        json_string_value(json_object_get(entry, "algorithm")), json_integer_value(json_object_get(entry, "numberOfTests")),
			        json_string_value(json_object_get(entry, "summary")));
}

char *page_index(const json_t *entries)
{
	char *text = NULL;
	size_t size = 0, i;
	json_t *entry;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL)
		return NULL;
	fputs("<!-- SPDX-License-Identifier: CC0-1.0. Made by dpmf-vectors generate. -->\n# The golden vectors, one page an algorithm\n", out);
	json_array_foreach(entries, i, entry)
		if (first_of_family(entries, i))
			put_family(out, entries, json_string_value(json_object_get(entry, "family")));
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}
