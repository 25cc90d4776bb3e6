/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 132, FLAT = JSON_ENCODE_ANY | JSON_PRESERVE_ORDER };

static void value(FILE *out, json_t *json, int depth, size_t before);

static void indent(FILE *out, int depth)
{
	fputc('\n', out);
	for (int i = 0; i < depth; i++)
		fputc(' ', out);
}

static void name(FILE *out, const char *key)
{
	fputc('"', out);
	for (; *key != '\0'; key++) {
		if (*key == '"' || *key == '\\')
			fputc('\\', out);
		fputc(*key, out);
	}
	fputs("\": ", out);
}

static void members(FILE *out, json_t *object, int depth)
{
	const char *key;
	json_t *member;
	const char *comma = "";

	fputc('{', out);
	json_object_foreach(object, key, member) {
		fputs(comma, out);
		indent(out, depth + 1);
		name(out, key);
		value(out, member, depth + 1, strlen(key) + 4);
		comma = ",";
	}
	indent(out, depth);
	fputc('}', out);
}

static void elements(FILE *out, const json_t *array, int depth)
{
	size_t i;
	json_t *element;

	fputc('[', out);
	json_array_foreach(array, i, element) {
		if (i > 0)
			fputc(',', out);
		indent(out, depth + 1);
		value(out, element, depth + 1, 0);
	}
	indent(out, depth);
	fputc(']', out);
}

/* `before`: what already stands in the line, indentation aside. */
static void value(FILE *out, json_t *json, int depth, size_t before)
{
	char *flat = json_dumps(json, FLAT);

	if (flat == NULL) {
		/* The reader of the stream finds it too short to be JSON. */
		return;
	}
	if ((size_t)depth + before + strlen(flat) <= WIDTH || json_is_string(json))
		fputs(flat, out);
	else if (json_is_object(json))
		members(out, json, depth);
	else
		elements(out, json, depth);
	free(flat);
}

char *print_json(json_t *json)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL)
		return NULL;
	value(out, json, 0, 0);
	fputc('\n', out);
	const int failed = ferror(out);
	if (fclose(out) != 0 || failed || size < 3) {
		free(text);
		return NULL;
	}
	return text;
}
