/* SPDX-License-Identifier: 0BSD */
/* A JSON reader without dependencies. Lists and objects are chains of `next`. */
#ifndef CONSUMER_JSON_H
#define CONSUMER_JSON_H
#include <stddef.h>

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
	enum json_type type;
	char *name;         /* of a member of an object */
	char *text;         /* of a string or a number */
	struct json *first; /* of an array or an object */
	struct json *next;
};

/* NULL when the text is no JSON document or memory is short; *line is where. */
struct json *json_read(const char *text, size_t *line);
void json_free(struct json *j);
const struct json *json_member(const struct json *object, const char *name); /* NULL: there is none */
size_t json_count(const struct json *j);
const char *json_text(const struct json *j); /* "" when it is no string */

#endif
