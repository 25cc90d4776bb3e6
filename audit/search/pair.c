/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/search/pair.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pair_rows(const struct pair *pair, int world, struct rows *rows)
{
	rows->count = 0;
	for (size_t i = 0; i < pair->count; i++)
		if (pair->in[i] >> world & 1 && rows->count < SPACE_ROWS)
			memcpy(rows->cell[rows->count++], pair->cell[i], sizeof(pair->cell[i]));
}

void pair_data(const struct space *space, const struct pair *pair, json_t *data[2])
{
	struct rows rows;

	for (int w = 0; w < 2; w++) {
		pair_rows(pair, w, &rows);
		data[w] = space_data(space, &rows);
	}
}

static size_t in_world(const struct pair *pair, int world)
{
	size_t count = 0;

	for (size_t i = 0; i < pair->count; i++)
		count += pair->in[i] >> world & 1;
	return count;
}

static bool allowed(const struct space *space, const struct pair *pair)
{
	struct rows rows[2];

	if (in_world(pair, 0) > SPACE_ROWS || in_world(pair, 1) > SPACE_ROWS)
		return false;
	pair_rows(pair, 0, &rows[0]);
	pair_rows(pair, 1, &rows[1]);
	return space_neighbours(space, &rows[0], &rows[1]);
}

static size_t pick(struct dpmf_stream *stream, size_t count)
{
	return (size_t)(dpmf_stream_word(stream) % count);
}

static void insert(struct pair *pair, size_t at, unsigned char in, const double *row)
{
	if (pair->count == PAIR_ROWS)
		return;
	memmove(pair->in + at + 1, pair->in + at, pair->count - at);
	memmove(pair->cell + at + 1, pair->cell + at, (pair->count - at) * sizeof(*pair->cell));
	pair->in[at] = in;
	memcpy(pair->cell[at], row, sizeof(*pair->cell));
	pair->count++;
}

static void take_away(struct pair *pair, size_t at)
{
	pair->count--;
	memmove(pair->in + at, pair->in + at + 1, pair->count - at);
	memmove(pair->cell + at, pair->cell + at + 1, (pair->count - at) * sizeof(*pair->cell));
}

/* How cells are drawn. */
enum style { ANY, ENDS, LOW, HIGH, TIES, STYLES };

static double nearest_zero(const struct space_column *column)
{
	return fmax(column->low, fmin(column->high, 0));
}

/* Of a number six digits, which a reader can take in. */
static double between(const struct space_column *column, double share)
{
	const double x = column->low * (1 - share) + column->high * share;
	char text[32];

	if (column->type != SPACE_NUMBER)
		return floor(x + 0.5);
	snprintf(text, sizeof(text), "%.6g", x);
	return fmax(column->low, fmin(column->high, strtod(text, NULL)));
}

static double draw_cell(const struct space_column *column, struct dpmf_stream *stream, enum style style)
{
	if (column->type == SPACE_CATEGORY)
		return (double)pick(stream, (size_t)column->high + 1);
	if (style == LOW || style == HIGH)
		return style == LOW ? column->low : column->high;
	if (style == ANY && pick(stream, 3) > 0)
		return between(column, (double)pick(stream, 1001) / 1000);
	switch (pick(stream, style == TIES ? 4 : 6)) {
	case 0: return between(column, 0.5);
	case 1: return nearest_zero(column);
	case 2: case 4: return column->low;
	default: return column->high;
	}
}

static void draw_row(const struct space *space, struct dpmf_stream *stream, enum style style, double *row)
{
	memset(row, 0, SPACE_COLUMNS * sizeof(*row));
	for (size_t c = 0; c < space->columns; c++)
		row[c] = draw_cell(&space->column[c], stream, style);
	if (space->kind == SPACE_RATINGS || space->kind == SPACE_GRAPH) { /* who: at random, whatever the style */
		row[0] = draw_cell(&space->column[0], stream, ANY);
		row[1] = draw_cell(&space->column[1], stream, ANY);
	}
	if (space->kind == SPACE_GRAPH && row[0] > row[1]) {
		const double first = row[0];

		row[0] = row[1];
		row[1] = first;
	}
}

static void set_unit(const struct space *space, struct dpmf_stream *stream, double key, double *row)
{
	if (space->unit >= 0) {
		row[space->unit] = key;
		return;
	}
	const double other = draw_cell(&space->column[0], stream, ANY);

	row[0] = fmin(key, other);
	row[1] = fmax(key, other);
}

/* All rows of a unit: `count` of them in the worlds of `in`. */
static void draw_unit_rows(const struct space *space, struct dpmf_stream *stream, double key, unsigned char in, size_t count, struct pair *pair)
{
	const enum style style = (enum style)pick(stream, STYLES);
	double row[SPACE_COLUMNS];

	for (size_t i = 0; i < count; i++) {
		draw_row(space, stream, style, row);
		set_unit(space, stream, key, row);
		insert(pair, pick(stream, pair->count + 1), in, row);
	}
}

static void draw_unit(const struct space *space, struct dpmf_stream *stream, struct pair *pair)
{
	const size_t many = space->most < 2 || pick(stream, 3) == 0 ? 1 : 1 + pick(stream, space->most);
	const double key = draw_cell(&space->column[space->unit < 0 ? 0 : space->unit], stream, ANY);
	const unsigned char in = pick(stream, 2) ? PAIR_ONLY_0 : PAIR_ONLY_1;

	for (size_t i = pair->count; i-- > 0; )
		if (space_in_unit(space, pair->cell[i], key))
			take_away(pair, i);
	draw_unit_rows(space, stream, key, in, many, pair);
	if (space->relation == SPACE_REPLACE)
		draw_unit_rows(space, stream, key, PAIR_BOTH ^ in, 1 + pick(stream, many), pair);
}

static bool turns(const struct space *space)
{
	return space->kind == SPACE_TABLE && space->relation == SPACE_REPLACE && space->unit == SPACE_UNIT_ROW && space->columns > 2;
}

/* One column, or half of them, the other way round than the others: programs that go through their queries in order fail there. */
static void turn_columns(const struct space *space, struct dpmf_stream *stream, double *one, double *other)
{
	const size_t way = pick(stream, 3), c = pick(stream, space->columns);

	for (size_t i = 0; i < space->columns; i++) {
		const double x = one[i];

		if ((way == 0 && i == c) || (way == 1 && i >= space->columns / 2)) {
			one[i] = other[i];
			other[i] = x;
		}
	}
}

/* The rows that only one of the two data sets has. */
static void draw_difference(const struct space *space, struct dpmf_stream *stream, struct pair *pair)
{
	const enum style style = (enum style)pick(stream, STYLES);
	const size_t at = pick(stream, pair->count + 1);
	double row[SPACE_COLUMNS];

	if (space->unit != SPACE_UNIT_ROW) {
		draw_unit(space, stream, pair);
		return;
	}
	draw_row(space, stream, style, row);
	if (space->relation == SPACE_ADD_REMOVE) {
		insert(pair, at, pick(stream, 2) ? PAIR_ONLY_0 : PAIR_ONLY_1, row);
		return;
	}
	insert(pair, at, PAIR_ONLY_0, row);
	if (space->relation == SPACE_REPLACE) {
		/* The largest against the smallest, and anything else. */
		draw_row(space, stream, style == LOW ? HIGH : style == HIGH ? LOW : (enum style)pick(stream, STYLES), row);
	} else {
		const size_t c = space->kind == SPACE_RATINGS ? 2 : pick(stream, space->columns);

		row[c] = draw_cell(&space->column[c], stream, style == LOW ? HIGH : style == HIGH ? LOW : ENDS);
	}
	insert(pair, at + 1, PAIR_ONLY_1, row);
	if (turns(space) && (style == LOW || style == HIGH))
		turn_columns(space, stream, pair->cell[at], pair->cell[at + 1]);
}

static size_t draw_count(const struct space *space, struct dpmf_stream *stream)
{
	switch (pick(stream, 5)) {
	case 0: return space->least;
	case 1: return space->least + (space->least < space->most);
	case 2: return space->most;
	default: return space->least + pick(stream, space->most - space->least + 1);
	}
}

static void draw(const struct space *space, struct dpmf_stream *stream, struct pair *pair)
{
	const size_t count = draw_count(space, stream);
	const enum style style = (enum style)pick(stream, STYLES);
	const bool alike = pick(stream, 4) == 0;
	double row[SPACE_COLUMNS];

	pair->count = 0;
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || !alike || space->kind == SPACE_RATINGS || space->kind == SPACE_GRAPH)
			draw_row(space, stream, style, row);
		insert(pair, pair->count, PAIR_BOTH, row);
	}
	draw_difference(space, stream, pair);
	/* What is one row too many goes. */
	for (size_t i = pair->count; i-- > 0 && (in_world(pair, 0) > space->most || in_world(pair, 1) > space->most); )
		if (pair->in[i] == PAIR_BOTH)
			take_away(pair, i);
	/* Rows of which a user, an item, a node has only one: later ones go. */
	for (size_t i = pair->count; i-- > 0 && (space->kind == SPACE_RATINGS || space->kind == SPACE_GRAPH); )
		for (size_t j = 0; j < i && i < pair->count; j++)
			if (pair->in[i] & pair->in[j] && pair->cell[i][0] == pair->cell[j][0] && pair->cell[i][1] == pair->cell[j][1])
				take_away(pair, i);
}

enum { ATTEMPTS = 400 };

bool pair_draw(const struct space *space, struct dpmf_stream *stream, struct pair *pair)
{
	for (int i = 0; i < ATTEMPTS; i++) {
		draw(space, stream, pair);
		if (allowed(space, pair))
			return true;
	}
	return false;
}

static void change_cell(const struct space *space, struct dpmf_stream *stream, struct pair *pair)
{
	const size_t i = pick(stream, pair->count), c = pick(stream, space->columns), way = pick(stream, 4);
	const struct space_column *column = &space->column[c];
	double *cell = &pair->cell[i][c];

	if (way == 0)
		*cell = pair->cell[pick(stream, pair->count)][c];
	else if (way == 1 && column->type == SPACE_INTEGER)
		*cell = fmax(column->low, fmin(column->high, *cell + (pick(stream, 2) ? 1 : -1)));
	else
		*cell = draw_cell(column, stream, way == 2 ? ENDS : ANY);
}

/* One column of all common rows, to one value. */
static void change_column(const struct space *space, struct dpmf_stream *stream, struct pair *pair)
{
	const size_t c = pick(stream, space->columns);
	const double x = draw_cell(&space->column[c], stream, ENDS);

	for (size_t i = 0; i < pair->count; i++)
		if (pair->in[i] == PAIR_BOTH)
			pair->cell[i][c] = x;
}

static void move_once(const struct space *space, struct dpmf_stream *stream, struct pair *pair)
{
	const size_t i = pick(stream, pair->count);
	double row[SPACE_COLUMNS];

	switch (pick(stream, 8)) {
	case 0:
		take_away(pair, i);
		break;
	case 1:
		draw_row(space, stream, (enum style)pick(stream, STYLES), row);
		insert(pair, i, PAIR_BOTH, row);
		break;
	case 2:
		memcpy(row, pair->cell[i], sizeof(row));
		insert(pair, i, pick(stream, 2) ? PAIR_BOTH : pair->in[i], row);
		break;
	case 3:
		if (turns(space) && i + 1 < pair->count && pair->in[i] == PAIR_ONLY_0 && pair->in[i + 1] == PAIR_ONLY_1)
			turn_columns(space, stream, pair->cell[i], pair->cell[i + 1]);
		else
			change_column(space, stream, pair);
		break;
	case 4:
		for (size_t k = pair->count; k-- > 0; )
			if (pair->in[k] != PAIR_BOTH)
				take_away(pair, k);
		draw_difference(space, stream, pair);
		break;
	default:
		change_cell(space, stream, pair);
	}
}

bool pair_move(const struct space *space, struct dpmf_stream *stream, const struct pair *from, struct pair *to)
{
	for (int i = 0; i < ATTEMPTS; i++) {
		const size_t moves = 1 + pick(stream, 3);

		*to = *from;
		for (size_t k = 0; k < moves && to->count > 0; k++)
			move_once(space, stream, to);
		if (to->count > 0 && allowed(space, to))
			return true;
	}
	return false;
}

/* The part [from, to) of the rows of both. */
static void without_common(const struct pair *pair, size_t from, size_t to, struct pair *made)
{
	size_t common = 0;

	made->count = 0;
	for (size_t i = 0; i < pair->count; i++) {
		const bool both = pair->in[i] == PAIR_BOTH;

		if (!both || common < from || common >= to)
			insert(made, made->count, pair->in[i], pair->cell[i]);
		common += both;
	}
}

/* Users, items and nodes have no order: they stay. Where one cell of a row changes, its other cells are those of both data sets. */
static bool set_to_zero(const struct space *space, const struct pair *from, size_t i, size_t c, struct pair *to)
{
	const double zero = nearest_zero(&space->column[c]);
	const bool id = space->kind == SPACE_GRAPH || (space->kind == SPACE_RATINGS && c < 2) || space->unit == (int)c;

	if (id || from->cell[i][c] == zero)
		return false;
	to->cell[i][c] = zero;
	if (space->relation == SPACE_CHANGE && from->in[i] == PAIR_ONLY_0 && i + 1 < from->count && from->cell[i + 1][c] == from->cell[i][c])
		to->cell[i + 1][c] = zero;
	return true;
}

/* All common rows, halves, and quarters. */
enum { PIECES = 7 };

bool pair_smaller(const struct space *space, const struct pair *from, size_t step, struct pair *to)
{
	size_t common = 0;

	for (size_t i = 0; i < from->count; i++)
		common += from->in[i] == PAIR_BOTH;
	*to = *from;
	if (step < PIECES) {
		const size_t parts = step == 0 ? 1 : step < 3 ? 2 : 4, part = step == 0 ? 0 : step < 3 ? step - 1 : step - 3;

		without_common(from, part * common / parts, (part + 1) * common / parts, to);
	} else if (step < PIECES + from->count) {
		take_away(to, step - PIECES);
	} else {
		const size_t cell = step - PIECES - from->count, i = cell / space->columns, c = cell % space->columns;

		if (i >= from->count)
			return false;
		if (!set_to_zero(space, from, i, c, to))
			to->count = 0;
	}
	if (to->count == from->count && step < PIECES)
		to->count = 0;
	if (to->count > 0 && !allowed(space, to))
		to->count = 0;
	return true;
}
