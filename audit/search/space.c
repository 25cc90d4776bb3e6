/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/search/space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "audit/search/read_text.h"

enum { LARGEST_INTEGER_BITS = 53, IDS_MOST = 1000 };

/* What is being read, for errors. */
struct reading {
	const json_t *object;
	const char *text, *name;
	struct dpmf_error *error;
};

static enum dpmf_status wrong(const struct reading *r, const char *key, const char *why)
{
	const size_t line = text_line_of_key(r->text, key);

	if (line > 0)
		return dpmf_fail(r->error, DPMF_INPUT, "%s, line %zu, \"%s\": %s", r->name, line, key, why);
	return dpmf_fail(r->error, DPMF_INPUT, "%s: \"%s\" is missing: %s", r->name, key, why);
}

static enum dpmf_status read_word(const struct reading *r, const char *key, const char *const *words, size_t count, size_t *which, const char *why)
{
	const char *given = json_string_value(json_object_get(r->object, key));

	for (size_t i = 0; given && i < count; i++) {
		if (strcmp(given, words[i]) == 0) {
			*which = i;
			return DPMF_OK;
		}
	}
	return wrong(r, key, why);
}

static enum dpmf_status read_count(const struct reading *r, const char *key, size_t least, size_t *count)
{
	const json_t *given = json_object_get(r->object, key);
	const json_int_t value = json_is_integer(given) ? json_integer_value(given) : -1;
	char why[80];

	snprintf(why, sizeof(why), "give a whole number from %zu to %d", least, IDS_MOST);
	if (value < (json_int_t)least || value > IDS_MOST)
		return wrong(r, key, why);
	*count = (size_t)value;
	return DPMF_OK;
}

static enum dpmf_status read_size(const struct reading *r, struct space *space)
{
	const json_t *given = json_object_get(r->object, "size");
	const json_int_t least = json_integer_value(json_array_get(given, 0)), most = json_integer_value(json_array_get(given, 1));

	if (json_array_size(given) != 2 || !json_is_integer(json_array_get(given, 0)) || !json_is_integer(json_array_get(given, 1)) ||
	    least < 0 || most < least || most > SPACE_ROWS)
		return wrong(r, "size", "give the smallest and the largest number of rows of a data set, such as [0, 12]; 64 at most");
	space->least = (size_t)least;
	space->most = (size_t)most;
	return DPMF_OK;
}

static enum dpmf_status read_range(const struct reading *r, struct space_column *column)
{
	static const char *const names[2] = { "min", "max" };
	double *const to[2] = { &column->low, &column->high };

	for (int i = 0; i < 2; i++) {
		const json_t *given = json_object_get(r->object, names[i]);
		const double value = json_number_value(given);

		if (!json_is_number(given) || !isfinite(value))
			return wrong(r, names[i], "give a number");
		if (column->type == SPACE_INTEGER && (value != floor(value) || fabs(value) > ldexp(1, LARGEST_INTEGER_BITS)))
			return wrong(r, names[i], "give a whole number, since the type is integer, of 2^53 at most");
		*to[i] = value;
	}
	return column->low <= column->high ? DPMF_OK : wrong(r, "max", "is less than \"min\"");
}

static enum dpmf_status read_values(const struct reading *r, struct space_column *column)
{
	const json_t *values = json_object_get(r->object, "values"), *one, *other;
	size_t i, j;

	if (json_array_size(values) < 1 || json_array_size(values) > IDS_MOST)
		return wrong(r, "values", "give the list of the words or numbers that can stand here");
	json_array_foreach(values, i, one) {
		if (!json_is_string(one) && !json_is_number(one))
			return wrong(r, "values", "each value must be a word or a number");
		for (j = 0; j < i && (other = json_array_get(values, j)); j++)
			if (json_equal(one, other))
				return wrong(r, "values", "two of them are the same");
	}
	column->values = values;
	column->low = 0;
	column->high = (double)(json_array_size(values) - 1);
	return DPMF_OK;
}

static enum dpmf_status only_keys(const struct reading *r, const char *allowed)
{
	const char *key;
	const json_t *value;
	char with_blanks[80], why[240];

	json_object_foreach((json_t *)r->object, key, value) {
		snprintf(with_blanks, sizeof(with_blanks), " %s ", key);
		snprintf(why, sizeof(why), "is not known here; known are:%s", allowed);
		if (strchr(key, ' ') || !strstr(allowed, with_blanks))
			return wrong(r, key, why);
	}
	return DPMF_OK;
}

/* What a column, or the values of numbers and ratings, may be. */
static enum dpmf_status read_type(const struct reading *r, struct space_column *column, bool of_table)
{
	static const char *const types[] = { "number", "integer", "boolean", "category" };
	size_t type = SPACE_NUMBER;
	const enum dpmf_status status = read_word(r, "type", types, of_table ? 4 : 2, &type,
	                                          of_table ? "give number, integer, boolean or category" : "give number or integer");

	if (status != DPMF_OK)
		return status;
	column->type = (enum space_type)type;
	if (column->type == SPACE_BOOLEAN) {
		column->high = 1;
		return only_keys(r, " name type ");
	}
	if (column->type == SPACE_CATEGORY) {
		const enum dpmf_status keys = only_keys(r, " name type values ");

		return keys == DPMF_OK ? read_values(r, column) : keys;
	}
	const enum dpmf_status keys = of_table ? only_keys(r, " name type min max ") : DPMF_OK;

	return keys == DPMF_OK ? read_range(r, column) : keys;
}

static enum dpmf_status read_columns(const struct reading *r, struct space *space)
{
	const json_t *given = json_object_get(r->object, "columns");

	if (json_array_size(given) < 1 || json_array_size(given) > SPACE_COLUMNS)
		return wrong(r, "columns", "give a list of 1 to 16 columns, such as [{\"name\": \"age\", \"type\": \"integer\", \"min\": 0, \"max\": 120}]");
	space->columns = json_array_size(given);
	for (size_t c = 0; c < space->columns; c++) {
		struct reading column = *r;
		struct space_column *to = &space->column[c];

		column.object = json_array_get(given, c);
		to->name = json_string_value(json_object_get(column.object, "name"));
		if (!json_is_object(column.object) || !to->name || !*to->name)
			return wrong(r, "columns", "each column is an object with a \"name\" and a \"type\"");
		for (size_t i = 0; i < c; i++)
			if (strcmp(space->column[i].name, to->name) == 0)
				return wrong(r, "columns", "two columns have the same name");
		const enum dpmf_status status = read_type(&column, to, true);

		if (status != DPMF_OK)
			return status;
	}
	return DPMF_OK;
}

static struct space_column ids(const char *name, size_t count)
{
	return (struct space_column){ name, SPACE_INTEGER, 0, (double)count - 1, NULL };
}

static enum dpmf_status read_kind(const struct reading *r, struct space *space)
{
	size_t first = 0, second = 0;
	enum dpmf_status status;

	switch (space->kind) {
	case SPACE_TABLE:
		status = only_keys(r, " kind columns size relation unit ");
		return status == DPMF_OK ? read_columns(r, space) : status;
	case SPACE_NUMBERS:
		status = only_keys(r, " kind type min max size relation ");
		space->columns = 1;
		space->column[0].name = "value";
		return status == DPMF_OK ? read_type(r, &space->column[0], false) : status;
	case SPACE_HISTOGRAM:
		status = only_keys(r, " kind bins size relation ");
		space->columns = 1;
		if (status == DPMF_OK)
			status = read_count(r, "bins", 1, &first);
		space->column[0] = ids("bin", first);
		return status;
	case SPACE_RATINGS:
		status = only_keys(r, " kind users items type min max size relation unit ");
		space->columns = 3;
		if (status == DPMF_OK)
			status = read_count(r, "users", 1, &first);
		if (status == DPMF_OK)
			status = read_count(r, "items", 1, &second);
		space->column[0] = ids("user", first);
		space->column[1] = ids("item", second);
		space->column[2].name = "value";
		return status == DPMF_OK ? read_type(r, &space->column[2], false) : status;
	case SPACE_GRAPH:
		status = only_keys(r, " kind nodes size relation unit ");
		space->columns = 2;
		if (status == DPMF_OK)
			status = read_count(r, "nodes", 2, &first);
		space->column[0] = ids("node", first);
		space->column[1] = ids("node", first);
		return status;
	}
	return DPMF_FAILED;
}

/* The unit of the relation; a row by itself where none is given. */
static enum dpmf_status read_unit(const struct reading *r, struct space *space)
{
	static const char *const row[] = { [SPACE_TABLE] = "row", [SPACE_NUMBERS] = "", [SPACE_HISTOGRAM] = "", [SPACE_RATINGS] = "rating", [SPACE_GRAPH] = "edge" };
	const json_t *given = json_object_get(r->object, "unit");
	const char *unit = json_string_value(given);

	space->unit = SPACE_UNIT_ROW;
	if (!given || (unit && strcmp(unit, row[space->kind]) == 0))
		return DPMF_OK;
	if (!unit)
		return wrong(r, "unit", "must be a word");
	if (space->kind == SPACE_GRAPH && strcmp(unit, "node") == 0)
		space->unit = SPACE_UNIT_NODE;
	for (size_t c = 0; c < space->columns && space->kind == SPACE_TABLE; c++)
		if (strcmp(unit, space->column[c].name) == 0)
			space->unit = (int)c;
	if (space->kind == SPACE_RATINGS && strcmp(unit, "user") == 0)
		space->unit = 0;
	if (space->unit == SPACE_UNIT_ROW)
		return wrong(r, "unit", space->kind == SPACE_TABLE ? "give row, or the name of a column whose value says whose row it is"
		                        : space->kind == SPACE_GRAPH ? "give edge or node" : "give rating or user");
	if (space->relation == SPACE_CHANGE)
		return wrong(r, "unit", "has no meaning where one value changes");
	return DPMF_OK;
}

enum dpmf_status space_read(const json_t *document, const char *text, const char *name, struct space *space, struct dpmf_error *error)
{
	static const char *const kinds[] = { "table", "numbers", "histogram", "ratings", "graph" };
	static const char *const relations[] = { "add-remove", "replace", "change" };
	const struct reading r = { document, text, name, error };
	struct space made = { .document = NULL };
	size_t kind = 0, relation = 0;

	if (!json_is_object(document))
		return dpmf_fail(error, DPMF_INPUT, "%s: a schema of a space is an object, such as {\"kind\": \"numbers\", ...}", name);
	enum dpmf_status status = read_word(&r, "kind", kinds, 5, &kind, "give table, numbers, histogram, ratings or graph");

	made.kind = (enum space_kind)kind;
	if (status == DPMF_OK)
		status = read_kind(&r, &made);
	if (status == DPMF_OK)
		status = read_size(&r, &made);
	if (status == DPMF_OK)
		status = read_word(&r, "relation", relations, made.kind == SPACE_HISTOGRAM || made.kind == SPACE_GRAPH ? 2 : 3, &relation,
		                   made.kind == SPACE_HISTOGRAM || made.kind == SPACE_GRAPH ? "give add-remove or replace" : "give add-remove, replace or change");
	made.relation = (enum space_relation)relation;
	if (status == DPMF_OK)
		status = read_unit(&r, &made);
	if (status != DPMF_OK)
		return status;
	*space = made;
	space->document = json_incref((json_t *)document);
	return DPMF_OK;
}

enum dpmf_status space_open(const char *given, struct space *space, struct dpmf_error *error)
{
	struct text text;
	enum dpmf_status status = text_open(given, "--space", &text, error);

	if (status != DPMF_OK)
		return status;
	status = space_read(text.document, text.bytes, text.name, space, error);
	text_close(&text);
	return status;
}

void space_close(struct space *space)
{
	json_decref(space->document);
	space->document = NULL;
}
