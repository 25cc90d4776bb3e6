/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which data sets a space has, and which two are neighbours. What a search draws and what a witness says are both judged here. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "audit/search/space.h"

void space_relation_words(const struct space *space, char *text, size_t room)
{
	static const char *const one[] = { [SPACE_TABLE] = "row", [SPACE_NUMBERS] = "number", [SPACE_HISTOGRAM] = "count", [SPACE_RATINGS] = "rating", [SPACE_GRAPH] = "edge" };
	const char *done = space->relation == SPACE_ADD_REMOVE ? "added or removed" : "replaced";

	if (space->relation == SPACE_CHANGE)
		snprintf(text, room, "%s changes", space->kind == SPACE_TABLE ? "one cell of one row" : space->kind == SPACE_RATINGS ? "the value of one rating" : "one number");
	else if (space->unit == SPACE_UNIT_NODE)
		snprintf(text, room, "one node is %s with all its edges", done);
	else if (space->unit >= 0)
		snprintf(text, room, "all %ss with one value of \"%s\" are %s", one[space->kind], space->column[space->unit].name, done);
	else if (space->kind == SPACE_HISTOGRAM)
		snprintf(text, room, "%s", space->relation == SPACE_ADD_REMOVE ? "one bin counts one more or less" : "one who is counted falls into another bin");
	else
		snprintf(text, room, "one %s is %s", one[space->kind], done);
}

bool space_in_unit(const struct space *space, const double *row, double key)
{
	return space->unit == SPACE_UNIT_NODE ? row[0] == key || row[1] == key : row[space->unit] == key;
}

bool space_may_change(const struct space *space, size_t column)
{
	return space->kind != SPACE_RATINGS || column == 2;
}

static bool cell_holds(const struct space_column *column, double x)
{
	return x >= column->low && x <= column->high && (column->type == SPACE_NUMBER || x == floor(x));
}

bool space_holds(const struct space *space, const struct rows *rows)
{
	if (rows->count < space->least || rows->count > space->most)
		return false;
	for (size_t i = 0; i < rows->count; i++) {
		for (size_t c = 0; c < space->columns; c++)
			if (!cell_holds(&space->column[c], rows->cell[i][c]))
				return false;
		if (space->kind == SPACE_GRAPH && rows->cell[i][0] >= rows->cell[i][1])
			return false;
		for (size_t j = 0; j < i && (space->kind == SPACE_GRAPH || space->kind == SPACE_RATINGS); j++)
			if (rows->cell[i][0] == rows->cell[j][0] && rows->cell[i][1] == rows->cell[j][1])
				return false;
	}
	return true;
}

static size_t cells_apart(const struct space *space, const double *one, const double *other, size_t *where)
{
	size_t apart = 0;

	for (size_t c = 0; c < space->columns; c++) {
		if (one[c] != other[c]) {
			apart++;
			*where = c;
		}
	}
	return apart;
}

/* Row by row, without row i of the one and row j of the other; SPACE_ROWS: without none. */
static bool same_without(const struct space *space, const struct rows *one, size_t i, const struct rows *other, size_t j)
{
	size_t a = 0, b = 0, where;

	for (;; a++, b++) {
		a += a == i;
		b += b == j;
		if (a >= one->count || b >= other->count)
			return a >= one->count && b >= other->count;
		if (cells_apart(space, one->cell[a], other->cell[b], &where) > 0)
			return false;
	}
}

static bool one_row_more(const struct space *space, const struct rows *more, const struct rows *less)
{
	for (size_t i = 0; i < more->count; i++)
		if (same_without(space, more, i, less, SPACE_ROWS))
			return true;
	return false;
}

/* Of a list, one and the same place; of a histogram, whose rows have no order, any two. */
static bool one_row_replaced(const struct space *space, const struct rows *one, const struct rows *other)
{
	for (size_t i = 0; i < one->count; i++)
		for (size_t j = 0; j < other->count; j++)
			if ((i == j || space->kind == SPACE_HISTOGRAM) && same_without(space, one, i, other, j))
				return true;
	return false;
}

static bool one_cell_changed(const struct space *space, const struct rows *one, const struct rows *other)
{
	size_t apart = 0, where = 0;

	if (one->count != other->count)
		return false;
	for (size_t i = 0; i < one->count; i++) {
		const size_t here = cells_apart(space, one->cell[i], other->cell[i], &where);

		if (here > 1 || (here == 1 && !space_may_change(space, where)))
			return false;
		apart += here;
	}
	return apart == 1;
}

/* Takes the unit out; returns how many rows it had. */
static size_t without_unit(const struct space *space, const struct rows *rows, double key, struct rows *rest)
{
	rest->count = 0;
	for (size_t i = 0; i < rows->count; i++)
		if (!space_in_unit(space, rows->cell[i], key))
			memcpy(rest->cell[rest->count++], rows->cell[i], sizeof(rows->cell[i]));
	return rows->count - rest->count;
}

static bool unit_apart(const struct space *space, const struct rows *one, const struct rows *other, double key)
{
	struct rows rest[2];
	const size_t in_one = without_unit(space, one, key, &rest[0]), in_other = without_unit(space, other, key, &rest[1]);

	if (!same_without(space, &rest[0], SPACE_ROWS, &rest[1], SPACE_ROWS))
		return false;
	return space->relation == SPACE_ADD_REMOVE ? (in_one == 0) != (in_other == 0) : in_one > 0 && in_other > 0;
}

static bool units_apart(const struct space *space, const struct rows *one, const struct rows *other)
{
	const struct rows *const both[2] = { one, other };

	for (int w = 0; w < 2; w++) {
		for (size_t i = 0; i < both[w]->count; i++) {
			const double *row = both[w]->cell[i];

			if (unit_apart(space, one, other, space->unit == SPACE_UNIT_NODE ? row[0] : row[space->unit]) ||
			    (space->unit == SPACE_UNIT_NODE && unit_apart(space, one, other, row[1])))
				return true;
		}
	}
	return false;
}

bool space_neighbours(const struct space *space, const struct rows *one, const struct rows *other)
{
	if (!space_holds(space, one) || !space_holds(space, other) || same_without(space, one, SPACE_ROWS, other, SPACE_ROWS))
		return false;
	if (space->unit != SPACE_UNIT_ROW)
		return units_apart(space, one, other);
	switch (space->relation) {
	case SPACE_ADD_REMOVE: return one_row_more(space, one, other) || one_row_more(space, other, one);
	case SPACE_REPLACE: return one_row_replaced(space, one, other);
	case SPACE_CHANGE: return one_cell_changed(space, one, other);
	}
	return false;
}
