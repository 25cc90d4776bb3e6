/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/search/read_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_MOST = 1 << 20 };

static enum dpmf_status read_file(const char *path, char **bytes, struct dpmf_error *error)
{
	FILE *file = fopen(path, "rb");
	const int shut = errno;
	char *made = file ? malloc(BYTES_MOST + 1) : NULL;

	if (!file)
		return dpmf_fail(error, dpmf_status_of(shut), "cannot read %s: %s", path, strerror(shut));
	const size_t got = made ? fread(made, 1, BYTES_MOST + 1, file) : 0;
	const int bad = ferror(file), why = errno;

	fclose(file);
	if (made && !bad && got <= BYTES_MOST && !memchr(made, 0, got)) {
		made[got] = 0;
		*bytes = made;
		return DPMF_OK;
	}
	const int there = made != NULL;

	free(made);
	if (!there)
		return dpmf_fail(error, DPMF_FAILED, "no memory to read %s", path);
	if (bad)
		return dpmf_fail(error, dpmf_status_of(why), "cannot read %s: %s", path, strerror(why));
	return dpmf_fail(error, DPMF_INPUT, "%s is no JSON document of at most a megabyte", path);
}

enum dpmf_status text_open(const char *given, const char *option, struct text *text, struct dpmf_error *error)
{
	const int itself = given[strspn(given, " \t\r\n")] == '{';
	struct text made = { itself ? option : given, NULL, NULL };
	json_error_t why;
	const enum dpmf_status status = itself ? DPMF_OK : read_file(given, &made.bytes, error);

	if (status != DPMF_OK)
		return status;
	if (itself && !(made.bytes = strdup(given)))
		return dpmf_fail(error, DPMF_FAILED, "no memory to read %s", option);
	made.document = json_loads(made.bytes, JSON_REJECT_DUPLICATES, &why);
	if (!made.document) {
		text_close(&made);
		return dpmf_fail(error, DPMF_INPUT, "%s, line %d: this is no JSON: %s", made.name, why.line, why.text);
	}
	*text = made;
	return DPMF_OK;
}

void text_close(struct text *text)
{
	json_decref(text->document);
	free(text->bytes);
	text->document = NULL;
	text->bytes = NULL;
}

size_t text_line_of_key(const char *bytes, const char *key)
{
	const size_t length = strlen(key);
	size_t line = 1;

	for (const char *at = bytes; *at; at++) {
		if (at[0] == '"' && strncmp(at + 1, key, length) == 0 && at[1 + length] == '"') {
			const char *after = at + 2 + length;

			if (after[strspn(after, " \t\r\n")] == ':')
				return line;
		}
		line += *at == '\n';
	}
	return 0;
}
