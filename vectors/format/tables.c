/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>

#include "print.h"
#include "spec.h"

static json_t *kinds_of(const struct field *field)
{
	json_t *kinds = json_object();

	for (; field->name != NULL; field++)
		json_object_set_new(kinds, field->name, json_string(kind_name(field->kind)));
	return kinds;
}

/* {"NAME": {"inputs": {"FIELD": "KIND", ...}, "outputs": ...}, ...}, printed. */
static char *fields_text(void)
{
	const struct algorithm *a;
	json_t *all = json_object();
	char *text;

	for (size_t i = 0; all != NULL && (a = algorithm_at(i)) != NULL; i++)
		json_object_set_new(all, a->name, json_pack("{s:o, s:o}", "inputs", kinds_of(a->inputs), "outputs", kinds_of(a->outputs)));
	text = all == NULL ? NULL : print_json(all);
	json_decref(all);
	return text;
}

/* Both languages read an object of texts as JSON has it. */
static char *wrapped(const char *head, const char *tail)
{
	char *fields = fields_text(), *text = NULL;
	size_t size = 0;
	FILE *out = fields == NULL ? NULL : open_memstream(&text, &size);

	if (out != NULL) {
		fprintf(out, "%s%s%s", head, fields, tail);
		if (fclose(out) != 0) {
			free(text);
			text = NULL;
		}
	}
	free(fields);
	return text;
}

char *table_python(void)
{
	return wrapped("# SPDX-License-Identifier: 0BSD\n\"\"\"Inputs and outputs of every algorithm, from its spec; made by dpmf-vectors generate.\"\"\"\n"
	               "FIELDS = ", "");
}

char *table_js(void)
{
	return wrapped("// SPDX-License-Identifier: 0BSD\n// Inputs and outputs of every algorithm, from its spec; made by dpmf-vectors generate.\n'use strict';\n"
	               "module.exports =\n", ";\n");
}

char *table_c(void)
{
	const struct algorithm *a;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL)
		return NULL;
	fputs("/* SPDX-License-Identifier: 0BSD */\n/* Every algorithm that has a spec; made by dpmf-vectors generate. */\n", out);
	for (size_t i = 0; (a = algorithm_at(i)) != NULL; i++)
		fprintf(out, "ALGORITHM(%s)\n", a->name);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}
