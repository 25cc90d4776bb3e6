/* SPDX-License-Identifier: 0BSD */
#include "json.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 64 };

struct reader {
	const char *at;
	size_t line;
	int depth;
};

static bool value(struct reader *r, struct json *j);

static void blank(struct reader *r)
{
	for (; *r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n'; r->at++)
		r->line += *r->at == '\n';
}

static bool mark(struct reader *r, char c)
{
	blank(r);
	if (*r->at != c)
		return false;
	r->at++;
	return true;
}

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* \uXXXX as UTF-8; surrogates do not occur in vectors and are refused. */
static char *unicode(struct reader *r, char *to)
{
	unsigned code = 0;

	for (int i = 0; i < 4; i++) {
		const int digit = hex(*r->at);
		if (digit < 0)
			return NULL;
		code = code << 4 | (unsigned)digit;
		r->at++;
	}
	if (code == 0 || (code >= 0xd800 && code < 0xe000))
		return NULL;
	if (code >= 0x800)
		*to++ = (char)(0xe0 | code >> 12);
	if (code >= 0x80)
		*to++ = (char)((code >= 0x800 ? 0x80 : 0xc0) | (code >> 6 & (code >= 0x800 ? 0x3f : 0x1f)));
	*to++ = (char)(code >= 0x80 ? 0x80 | (code & 0x3f) : code);
	return to;
}

static char *escape(struct reader *r, char *to)
{
	static const char from[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
	const char *found = *r->at == '\0' ? NULL : strchr(from, *r->at);

	if (*r->at == 'u') {
		r->at++;
		return unicode(r, to);
	}
	if (found == NULL)
		return NULL;
	r->at++;
	*to = plain[found - from];
	return to + 1;
}

static char *string(struct reader *r)
{
	const char *end;
	char *text, *to;

	if (!mark(r, '"'))
		return NULL;
	for (end = r->at; *end != '"' && *end != '\0'; end++)
		if (*end == '\\' && end[1] != '\0')
			end++;
	text = to = malloc((size_t)(end - r->at) + 1);
	while (to != NULL && *r->at != '"' && (unsigned char)*r->at >= ' ')
		if (*r->at == '\\') {
			r->at++;
			to = escape(r, to);
		} else {
			*to++ = *r->at++;
		}
	if (to == NULL || *r->at != '"') {
		free(text);
		return NULL;
	}
	*to = '\0';
	r->at++;
	return text;
}

static bool list(struct reader *r, struct json *j, char end)
{
	struct json **last = &j->first;

	j->type = end == '}' ? JSON_OBJECT : JSON_ARRAY;
	if (mark(r, end))
		return true;
	do {
		*last = calloc(1, sizeof **last);
		if (*last == NULL)
			return false;
		if (end == '}' && (((*last)->name = string(r)) == NULL || !mark(r, ':')))
			return false;
		if (!value(r, *last))
			return false;
		last = &(*last)->next;
	} while (mark(r, ','));
	return mark(r, end);
}

static bool number(struct reader *r, struct json *j)
{
	const size_t n = strspn(r->at, "+-.0123456789eE");

	j->type = JSON_NUMBER;
	j->text = n == 0 ? NULL : calloc(n + 1, 1);
	if (j->text == NULL)
		return false;
	memcpy(j->text, r->at, n);
	r->at += n;
	return true;
}

static bool word(struct reader *r, struct json *j)
{
	static const char *const words[] = { "null", "false", "true" };

	for (int i = 0; i < 3; i++)
		if (strncmp(r->at, words[i], strlen(words[i])) == 0) {
			r->at += strlen(words[i]);
			j->type = i == 0 ? JSON_NULL : i == 1 ? JSON_FALSE : JSON_TRUE;
			return true;
		}
	return number(r, j);
}

static bool value(struct reader *r, struct json *j)
{
	bool good;

	blank(r);
	if (*r->at == '"') {
		j->type = JSON_STRING;
		j->text = string(r);
		return j->text != NULL;
	}
	if (*r->at != '{' && *r->at != '[')
		return word(r, j);
	if (r->depth == DEPTH)
		return false;
	r->depth++;
	good = list(r, j, *r->at++ == '{' ? '}' : ']');
	r->depth--;
	return good;
}

struct json *json_read(const char *text, size_t *line)
{
	struct reader r = { .at = text, .line = 1 };
	struct json *j = calloc(1, sizeof *j);

	if (j != NULL && value(&r, j)) {
		blank(&r);
		if (*r.at == '\0')
			return j;
	}
	*line = r.line;
	json_free(j);
	return NULL;
}

void json_free(struct json *j)
{
	while (j != NULL) {
		struct json *const next = j->next;
		json_free(j->first);
		free(j->name);
		free(j->text);
		free(j);
		j = next;
	}
}

const struct json *json_member(const struct json *object, const char *name)
{
	const struct json *j = object != NULL && object->type == JSON_OBJECT ? object->first : NULL;

	while (j != NULL && strcmp(j->name, name) != 0)
		j = j->next;
	return j;
}

size_t json_count(const struct json *j)
{
	size_t count = 0;

	for (j = j == NULL ? NULL : j->first; j != NULL; j = j->next)
		count++;
	return count;
}

const char *json_text(const struct json *j)
{
	return j != NULL && j->type == JSON_STRING ? j->text : "";
}
