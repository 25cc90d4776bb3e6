/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/format/number.h"

static json_t *integer_of(const json_t *x)
{
	const char *text = json_string_value(x), *digits = text == NULL ? NULL : text + (*text == '-');

	if (json_is_integer(x))
		return number_i64(json_integer_value(x));
	if (digits == NULL || *digits == '\0' || digits[strspn(digits, "0123456789")] != '\0' || (digits[0] == '0' && (digits[1] != '\0' || digits != text)))
		return NULL;
	return json_string(text);
}

static json_t *double_of(const json_t *x)
{
	const char *text = json_string_value(x);
	double value;
	char *end;

	if (json_is_object(x))
		return number_get_double(x, &value) ? number_double(value) : NULL;
	if (json_is_number(x))
		return number_double(json_number_value(x));
	if (text == NULL || *text == '\0' || isspace((unsigned char)*text))
		return NULL;
	value = strtod(text, &end);
	return *end == '\0' ? number_double(value) : NULL;
}

static json_t *bytes_of(const json_t *x)
{
	const char *text = json_string_value(x);

	return text != NULL && strlen(text) % 2 == 0 && text[strspn(text, "0123456789abcdef")] == '\0' ? json_string(text) : NULL;
}

static json_t *value_of(enum kind kind, const json_t *x);

static json_t *list_of(enum kind kind, const json_t *x)
{
	json_t *list = json_is_array(x) ? json_array() : NULL, *one;
	size_t i;

	json_array_foreach(x, i, one)
		if (list != NULL && json_array_append_new(list, value_of(kind, one)) != 0) {
			json_decref(list);
			list = NULL;
		}
	return list;
}

static json_t *value_of(enum kind kind, const json_t *x)
{
	switch (kind) {
	case KIND_INTEGER:
		return integer_of(x);
	case KIND_INTEGERS:
		return list_of(KIND_INTEGER, x);
	case KIND_DOUBLE:
		return double_of(x);
	case KIND_DOUBLES:
		return list_of(KIND_DOUBLE, x);
	case KIND_ROWS:
		return list_of(KIND_DOUBLES, x);
	case KIND_BYTES:
		return bytes_of(x);
	case KIND_TEXT:
		return json_is_string(x) ? json_string(json_string_value(x)) : NULL;
	case KIND_DRAWS:
		return json_is_array(x) ? json_deep_copy(x) : NULL;
	}
	return NULL;
}

static const struct field *field_named(const struct field *field, const char *name)
{
	while (field->name != NULL && strcmp(field->name, name) != 0)
		field++;
	return field->name == NULL ? NULL : field;
}

static enum dpmf_status read_outputs(const struct algorithm *a, json_t *given, json_t *outputs, struct dpmf_error *error)
{
	const char *name;
	json_t *value;

	if (!json_is_object(given) || outputs == NULL)
		return dpmf_fail(error, DPMF_INPUT, "`outputs` is no object");
	json_object_foreach(given, name, value) {
		const struct field *field = field_named(a->outputs, name);
		if (field == NULL)
			return dpmf_fail(error, DPMF_INPUT, "%s has no output called %.60s", a->name, name);
		if (json_object_set_new(outputs, name, value_of(field->kind, value)) != 0)
			return dpmf_fail(error, DPMF_INPUT, "the output %s of %s should be of the kind %s", name, a->name, kind_name(field->kind));
	}
	return DPMF_OK;
}

enum dpmf_status answer_read(const struct algorithm *a, const char *line, struct answer *answer, struct dpmf_error *error)
{
	json_t *root = json_loads(line, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
	json_t *outputs = json_object_get(root, "outputs");
	enum dpmf_status status = DPMF_OK;

	*answer = (struct answer){ .kind = ANSWER_OUTPUTS };
	if (!json_is_object(root))
		status = dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\", which is no JSON object", line);
	else if (json_is_string(json_object_get(root, "error"))) {
		answer->kind = ANSWER_ERROR;
		snprintf(answer->why, sizeof answer->why, "error: %.180s", json_string_value(json_object_get(root, "error")));
	} else if (json_object_get(root, "unsupported") != NULL)
		answer->kind = ANSWER_UNSUPPORTED;
	else if (json_object_get(root, "refuse") != NULL)
		answer->kind = ANSWER_REFUSES;
	else if (outputs == NULL)
		status = dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\", without outputs, refuse or unsupported", line);
	else {
		answer->outputs = json_object();
		status = read_outputs(a, outputs, answer->outputs, error);
	}
	json_decref(root);
	if (status != DPMF_OK)
		answer_free(answer);
	return status;
}

void answer_free(struct answer *answer)
{
	json_decref(answer->outputs);
	answer->outputs = NULL;
}
