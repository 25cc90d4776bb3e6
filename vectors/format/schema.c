/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "schema.h"

#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { PATTERNS = 16, DEPTH = 64 };

struct validator {
	const json_t *root;
	struct dpmf_error *error; /* NULL: only the answer counts */
	enum dpmf_status status;
	char place[256];
	int depth;
	size_t patterns;
	struct { const char *text; regex_t compiled; } pattern[PATTERNS];
};

static bool follows(struct validator *v, const json_t *schema, const json_t *value);

static bool broken(struct validator *v, const char *what, const char *detail)
{
	v->status = dpmf_fail(v->error, DPMF_INPUT, "at %s: %s%s", v->place[0] ? v->place : "the top", what, detail);
	return false;
}

static bool refused(struct validator *v, const char *what, const char *detail)
{
	v->status = dpmf_fail(v->error, DPMF_FAILED, "the schema itself cannot be used: %s%s", what, detail);
	return false;
}

/* Like follows() at one step down, named in the place. */
static bool below(struct validator *v, const json_t *schema, const json_t *value, const char *name, long number)
{
	const size_t length = strlen(v->place);
	bool good;

	if (name != NULL)
		snprintf(v->place + length, sizeof v->place - length, "/%s", name);
	else
		snprintf(v->place + length, sizeof v->place - length, "/%ld", number);
	good = follows(v, schema, value);
	v->place[length] = '\0';
	return good;
}

static bool type_fits(const json_t *value, const char *type)
{
	return (strcmp(type, "object") == 0 && json_is_object(value)) || (strcmp(type, "array") == 0 && json_is_array(value)) ||
	       (strcmp(type, "string") == 0 && json_is_string(value)) || (strcmp(type, "integer") == 0 && json_is_integer(value));
}

static regex_t *compiled(struct validator *v, const char *text)
{
	for (size_t i = 0; i < v->patterns; i++)
		if (v->pattern[i].text == text)
			return &v->pattern[i].compiled;
	if (v->patterns == PATTERNS || regcomp(&v->pattern[v->patterns].compiled, text, REG_EXTENDED | REG_NOSUB) != 0)
		return NULL;
	v->pattern[v->patterns].text = text;
	return &v->pattern[v->patterns++].compiled;
}

static bool key_pattern(struct validator *v, const json_t *wanted, const json_t *value)
{
	regex_t *pattern;
	regoff_t found;

	if (!json_is_string(value))
		return true;
	pattern = compiled(v, json_string_value(wanted));
	if (pattern == NULL)
		return refused(v, "a pattern does not compile: ", json_string_value(wanted));
	/* regexec would call it a mismatch where memory runs out. */
	found = re_search(pattern, json_string_value(value), (regoff_t)json_string_length(value), 0, (regoff_t)json_string_length(value), NULL);
	if (found == -2)
		return refused(v, "no memory for the pattern ", json_string_value(wanted));
	if (found < 0)
		return broken(v, "the text is not of the form ", json_string_value(wanted));
	return true;
}

static bool key_enum(struct validator *v, const json_t *wanted, const json_t *value)
{
	size_t i;
	json_t *one;

	json_array_foreach(wanted, i, one)
		if (json_equal(one, value))
			return true;
	return broken(v, "a value that is not allowed here", "");
}

static bool key_required(struct validator *v, const json_t *wanted, const json_t *value)
{
	size_t i;
	json_t *name;

	if (!json_is_object(value))
		return true;
	json_array_foreach(wanted, i, name)
		if (json_object_get(value, json_string_value(name)) == NULL)
			return broken(v, "a member is missing: ", json_string_value(name));
	return true;
}

static bool key_properties(struct validator *v, json_t *wanted, const json_t *value)
{
	const char *name;
	json_t *schema;

	json_object_foreach(wanted, name, schema) {
		const json_t *member = json_object_get(value, name);
		if (member != NULL && !below(v, schema, member, name, 0))
			return false;
	}
	return true;
}

static bool key_additional(struct validator *v, const json_t *schema, const json_t *wanted, json_t *value)
{
	const json_t *known = json_object_get(schema, "properties");
	const char *name;
	json_t *member;

	json_object_foreach(value, name, member) {
		if (json_object_get(known, name) != NULL)
			continue;
		if (json_is_false(wanted))
			return broken(v, "a member that the format does not have: ", name);
		if (!below(v, wanted, member, name, 0))
			return false;
	}
	return true;
}

static bool key_items(struct validator *v, const json_t *wanted, const json_t *value)
{
	size_t i;
	json_t *item;

	json_array_foreach(value, i, item)
		if (!below(v, wanted, item, NULL, (long)i))
			return false;
	return true;
}

static bool key_if(struct validator *v, const json_t *schema, const json_t *wanted, const json_t *value)
{
	struct dpmf_error *const error = v->error;
	const json_t *branch;

	v->error = NULL;
	const bool condition = follows(v, wanted, value);
	v->error = error;
	if (!condition && v->status == DPMF_FAILED)
		return refused(v, "its condition", "");
	v->status = DPMF_OK;
	branch = json_object_get(schema, condition ? "then" : "else");
	return branch == NULL || follows(v, branch, value);
}

static bool key_ref(struct validator *v, const json_t *wanted, const json_t *value)
{
	static const char prefix[] = "#/$defs/";
	const char *text = json_string_value(wanted);
	const json_t *target = NULL;

	if (text != NULL && strncmp(text, prefix, sizeof prefix - 1) == 0)
		target = json_object_get(json_object_get(v->root, "$defs"), text + sizeof prefix - 1);
	if (target == NULL)
		return refused(v, "a $ref leads nowhere: ", text == NULL ? "(no text)" : text);
	return follows(v, target, value);
}

/* One keyword of the schema. */
static bool keyword(struct validator *v, const json_t *schema, const char *key, json_t *wanted, const json_t *value)
{
	json_t *const members = (json_t *)(uintptr_t)value;

	if (strcmp(key, "type") == 0)
		return type_fits(value, json_string_value(wanted)) || broken(v, "this should be of type ", json_string_value(wanted));
	if (strcmp(key, "const") == 0)
		return json_equal(wanted, value) || broken(v, "only one value is allowed here: ",
		                                           json_is_string(wanted) ? json_string_value(wanted) : "see the schema");
	if (strcmp(key, "enum") == 0)
		return key_enum(v, wanted, value);
	if (strcmp(key, "pattern") == 0)
		return key_pattern(v, wanted, value);
	if (strcmp(key, "minimum") == 0)
		return !json_is_number(value) || json_number_value(value) >= json_number_value(wanted) ||
		       broken(v, "the number is too small", "");
	if (strcmp(key, "required") == 0)
		return key_required(v, wanted, value);
	if (strcmp(key, "properties") == 0)
		return key_properties(v, wanted, value);
	if (strcmp(key, "additionalProperties") == 0)
		return key_additional(v, schema, wanted, members);
	if (strcmp(key, "maxProperties") == 0)
		return (json_int_t)json_object_size(value) <= json_integer_value(wanted) || broken(v, "too many members", "");
	if (strcmp(key, "items") == 0)
		return key_items(v, wanted, value);
	if (strcmp(key, "minItems") == 0)
		return !json_is_array(value) || (json_int_t)json_array_size(value) >= json_integer_value(wanted) ||
		       broken(v, "too few elements", "");
	if (strcmp(key, "if") == 0)
		return key_if(v, schema, wanted, value);
	if (strcmp(key, "$ref") == 0)
		return key_ref(v, wanted, value);
	if (strcmp(key, "then") == 0 || strcmp(key, "else") == 0 || strcmp(key, "$schema") == 0 || strcmp(key, "$defs") == 0 ||
	    strcmp(key, "title") == 0)
		return true;
	return refused(v, "it has a keyword that is not known here: ", key);
}

static bool follows(struct validator *v, const json_t *schema, const json_t *value)
{
	const char *key;
	json_t *wanted;

	if (!json_is_object(schema))
		return refused(v, "a part of it is no object", "");
	if (v->depth == DEPTH)
		return refused(v, "it is nested too deeply", "");
	v->depth++;
	json_object_foreach((json_t *)(uintptr_t)schema, key, wanted)
		if (!keyword(v, schema, key, wanted, value)) {
			v->depth--;
			return false;
		}
	v->depth--;
	return true;
}

enum dpmf_status schema_validate(const json_t *schema, const json_t *value, struct dpmf_error *error)
{
	struct validator v = { .root = schema, .error = error };

	follows(&v, schema, value);
	for (size_t i = 0; i < v.patterns; i++)
		regfree(&v.pattern[i].compiled);
	return v.status;
}
