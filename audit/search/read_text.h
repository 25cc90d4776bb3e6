/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A JSON document that a user has written, and the lines of its parts for errors. */
#ifndef DPMF_AUDIT_SEARCH_READ_TEXT_H
#define DPMF_AUDIT_SEARCH_READ_TEXT_H
#include <stddef.h>

#include <jansson.h>

#include "core/status.h"

struct text {
	const char *name;  /* of the file, or of the option */
	char *bytes;
	json_t *document;
};

/* A file's name, or the document itself where it begins with a brace: errors then call it `option`. */
enum dpmf_status text_open(const char *given, const char *option, struct text *text, struct dpmf_error *error);
void text_close(struct text *text);
/* The first line in which the key stands, from 1; 0: nowhere. */
size_t text_line_of_key(const char *bytes, const char *key);

#endif
