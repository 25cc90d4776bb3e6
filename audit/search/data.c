/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data sets as JSON, as a target is given them and a witness keeps them. */
#include <math.h>
#include <stdlib.h>

#include "audit/search/space.h"

static json_t *cell_json(const struct space_column *column, double x)
{
	switch (column->type) {
	case SPACE_NUMBER: return x == floor(x) && fabs(x) < 1e15 ? json_integer((json_int_t)x) : json_real(x);
	case SPACE_INTEGER: return json_integer((json_int_t)x);
	case SPACE_BOOLEAN: return json_boolean(x != 0);
	case SPACE_CATEGORY: return json_incref(json_array_get(column->values, (size_t)x));
	}
	return NULL;
}

static json_t *row_json(const struct space *space, const double *row)
{
	json_t *made = space->kind == SPACE_TABLE ? json_object() : json_array();

	for (size_t c = 0; c < space->columns; c++) {
		if (space->kind == SPACE_TABLE)
			json_object_set_new(made, space->column[c].name, cell_json(&space->column[c], row[c]));
		else
			json_array_append_new(made, cell_json(&space->column[c], row[c]));
	}
	return made;
}

static json_t *histogram_json(const struct space *space, const struct rows *rows)
{
	json_t *made = json_array();

	for (double bin = 0; bin <= space->column[0].high; bin++) {
		json_int_t count = 0;

		for (size_t i = 0; i < rows->count; i++)
			count += rows->cell[i][0] == bin;
		json_array_append_new(made, json_integer(count));
	}
	return made;
}

json_t *space_data(const struct space *space, const struct rows *rows)
{
	json_t *list;

	if (space->kind == SPACE_HISTOGRAM)
		return histogram_json(space, rows);
	list = json_array();
	for (size_t i = 0; i < rows->count; i++)
		json_array_append_new(list, space->kind == SPACE_NUMBERS ? cell_json(&space->column[0], rows->cell[i][0]) : row_json(space, rows->cell[i]));
	if (space->kind == SPACE_GRAPH)
		return json_pack("{s:I, s:o}", "nodes", (json_int_t)space->column[0].high + 1, "edges", list);
	return list;
}

char *space_dump(const json_t *document, size_t flags)
{
	char *text = json_dumps(document, flags | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
	json_t *back = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
	const bool same = back && json_equal(back, document);

	json_decref(back);
	if (!text || same)
		return text;
	free(text);
	return json_dumps(document, flags | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
}

static bool read_cell(const struct space_column *column, const json_t *given, double *x)
{
	switch (column->type) {
	case SPACE_NUMBER: *x = json_number_value(given); return json_is_number(given);
	case SPACE_INTEGER: *x = (double)json_integer_value(given); return json_is_integer(given);
	case SPACE_BOOLEAN: *x = json_is_true(given); return json_is_boolean(given);
	case SPACE_CATEGORY: break;
	}
	for (size_t i = 0; i < json_array_size(column->values); i++) {
		if (json_equal(json_array_get(column->values, i), given)) {
			*x = (double)i;
			return true;
		}
	}
	return false;
}

static bool read_row(const struct space *space, const json_t *given, double *row)
{
	const bool table = space->kind == SPACE_TABLE;

	if (table ? json_object_size(given) != space->columns : json_array_size(given) != space->columns)
		return false;
	for (size_t c = 0; c < space->columns; c++)
		if (!read_cell(&space->column[c], table ? json_object_get(given, space->column[c].name) : json_array_get(given, c), &row[c]))
			return false;
	return true;
}

static bool read_histogram(const struct space *space, const json_t *given, struct rows *rows)
{
	if (json_array_size(given) != (size_t)space->column[0].high + 1)
		return false;
	for (size_t bin = 0; bin < json_array_size(given); bin++) {
		const json_t *one = json_array_get(given, bin);

		if (!json_is_integer(one) || json_integer_value(one) < 0 || json_integer_value(one) > SPACE_ROWS - (json_int_t)rows->count)
			return false;
		for (json_int_t i = 0; i < json_integer_value(one); i++)
			rows->cell[rows->count++][0] = (double)bin;
	}
	return true;
}

static bool read_list(const struct space *space, const json_t *given, struct rows *rows)
{
	const json_t *list = space->kind == SPACE_GRAPH ? json_object_get(given, "edges") : given;

	if (!json_is_array(list) || json_array_size(list) > SPACE_ROWS)
		return false;
	if (space->kind == SPACE_GRAPH && (json_object_size(given) != 2 || json_integer_value(json_object_get(given, "nodes")) != (json_int_t)space->column[0].high + 1))
		return false;
	for (; rows->count < json_array_size(list); rows->count++) {
		const json_t *one = json_array_get(list, rows->count);

		if (!(space->kind == SPACE_NUMBERS ? read_cell(&space->column[0], one, rows->cell[rows->count]) : read_row(space, one, rows->cell[rows->count])))
			return false;
	}
	return true;
}

enum dpmf_status space_rows(const struct space *space, const json_t *data, const char *name, struct rows *rows, struct dpmf_error *error)
{
	struct rows made = { .count = 0 };
	const bool read = space->kind == SPACE_HISTOGRAM ? read_histogram(space, data, &made) : read_list(space, data, &made);

	if (!read || !space_holds(space, &made))
		return dpmf_fail(error, DPMF_INPUT, "%s is no data set of the space that stands beside it", name);
	*rows = made;
	return DPMF_OK;
}
