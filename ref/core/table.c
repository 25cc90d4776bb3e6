/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "core/halves.h"
#include "core/lines.h"
#include "core/ratings_make.h"

/* What one thread reads. */
struct reading {
	struct dpmf_lines lines;
	const struct dpmf_row_shape *shape;
	struct dpmf_triple *triple;
	double *time; /* NULL unless the shape is timed */
	size_t count, room;
	const char *bad; /* a line that is not as it should be */
	enum dpmf_status status;
	struct dpmf_error error;
};

static enum dpmf_status grow(struct reading *r)
{
	const size_t room = r->room ? 2 * r->room : 4096;
	struct dpmf_triple *triple = realloc(r->triple, room * sizeof *triple);
	double *time = NULL;

	if (triple)
		r->triple = triple;
	if (triple && r->shape->timed)
		time = realloc(r->time, room * sizeof *time);
	if (time)
		r->time = time;
	if (!triple || (r->shape->timed && !time))
		return dpmf_fail(&r->error, DPMF_FAILED, "%s: no memory for more than %zu lines", r->lines.path, r->count);
	r->room = room;
	return DPMF_OK;
}

static enum dpmf_status append(struct reading *r, const char *line, const struct dpmf_row *row)
{
	if (r->count == r->room && grow(r) != DPMF_OK)
		return DPMF_FAILED;
	if (r->time && !dpmf_row_time(line, r->shape, &r->time[r->count])) {
		r->bad = line;
		return DPMF_INPUT;
	}
	r->triple[r->count++] = (struct dpmf_triple){ row->first, row->second, row->number };
	return DPMF_OK;
}

static void shape_by_format(enum dpmf_format format, const char *line, struct dpmf_row_shape *shape)
{
	switch (format) {
	case DPMF_ML100K:
		shape->separator = DPMF_TAB;
		break;
	case DPMF_ML1M:
		shape->separator = DPMF_COLONS;
		break;
	case DPMF_CSV:
		shape->separator = DPMF_COMMA;
		break;
	case DPMF_TRIPLES:
		shape->separator = DPMF_BLANKS;
		break;
	default:
		shape->separator = dpmf_row_separator(line);
	}
}

/* Skips empty lines and the header; afterwards *line is the first row, or NULL. */
static enum dpmf_status find_first_row(struct dpmf_lines *lines, enum dpmf_format format, struct dpmf_row_shape *shape,
                                       const char **line, struct dpmf_error *error)
{
	bool header_passed = false;

	for (;;) {
		const enum dpmf_status status = dpmf_lines_next(lines, line, error);
		const char *behind = status || !*line ? NULL : dpmf_row_empty(*line);

		if (status || !*line)
			return status;
		if (!behind && !header_passed) {
			shape_by_format(format, *line, shape);
			if (shape->separator == DPMF_COMMA && dpmf_row_is_header(*line, shape)) {
				behind = dpmf_row_behind(*line);
				header_passed = true;
			}
		}
		if (!behind)
			return DPMF_OK;
		lines->at = behind;
	}
}

static void *read_rows(void *argument)
{
	struct reading *r = argument;
	struct dpmf_row row;
	const char *line;

	for (;;) {
		const char *behind;

		r->status = dpmf_lines_next(&r->lines, &line, &r->error);
		if (r->status || !line)
			return NULL;
		behind = dpmf_row_read(line, r->shape, &row);
		if (behind)
			r->status = append(r, line, &row);
		else
			behind = dpmf_row_empty(line);
		if (!behind)
			r->bad = line;
		if (!behind || r->status)
			return NULL;
		r->lines.at = behind;
	}
}

/* The first half's fault comes first; the second half counted its lines from 1. */
static enum dpmf_status outcome(const struct reading *r, size_t lines_before, struct dpmf_error *error)
{
	if (r->bad)
		return dpmf_row_explain(r->bad, r->shape, r->lines.path, lines_before + r->lines.number, error);
	if (r->lines.too_long)
		return dpmf_lines_too_long(&r->lines, lines_before, error);
	return r->status ? dpmf_fail(error, r->status, "%s", r->error.text) : DPMF_OK;
}

static enum dpmf_status read_halves(struct reading *one, struct reading *other, struct dpmf_error *error)
{
	enum dpmf_status status;

	if (!dpmf_lines_share(&one->lines, &other->lines)) {
		read_rows(one);
		return outcome(one, 0, error);
	}
	dpmf_halves(read_rows, one, other, DPMF_HALVES_PAY);
	status = outcome(one, 0, error);
	if (!status)
		status = outcome(other, one->lines.number, error);
	dpmf_lines_close(&other->lines);
	return status;
}

static enum dpmf_status read_all(struct reading *one, struct reading *other, enum dpmf_format format,
                                 struct dpmf_row_shape *shape, struct dpmf_error *error)
{
	const char *line;
	enum dpmf_status status = find_first_row(&one->lines, format, shape, &line, error);

	if (!status && !line)
		return dpmf_fail(error, DPMF_INPUT, "%s: holds no line of data: give a file with at least one", one->lines.path);
	one->lines.number--; /* the first row is still to be read */
	return status ? status : read_halves(one, other, error);
}

enum dpmf_status dpmf_table_read(const char *path, enum dpmf_format format, struct dpmf_row_shape *shape,
                                 struct dpmf_table *table, struct dpmf_error *error)
{
	struct reading one = { .shape = shape }, other = { .shape = shape };
	struct dpmf_table read;
	enum dpmf_status status = dpmf_lines_open(&one.lines, path, error);

	if (status)
		return status;
	status = read_all(&one, &other, format, shape, error);
	dpmf_lines_close(&one.lines);
	read = (struct dpmf_table){ { { one.triple, one.count }, { other.triple, other.count } }, { one.time, other.time } };
	if (status)
		dpmf_table_free(&read);
	else
		*table = read;
	return status;
}

void dpmf_table_free(struct dpmf_table *table)
{
	for (int i = 0; i < 2; i++) {
		free((void *)table->part[i].triple);
		table->part[i] = (struct dpmf_triples){ NULL, 0 };
		free(table->time[i]);
		table->time[i] = NULL;
	}
}

/* The lines of two rows, by counting rows in the file once more; 0 where that
   cannot be done, as with a pipe. */
static void find_lines(const char *path, const struct dpmf_row_shape *shape, const size_t row[2], size_t number[2])
{
	struct dpmf_lines lines;
	struct dpmf_row ignored;
	struct stat about;
	const char *line;
	size_t count = 0;

	number[0] = number[1] = 0;
	if (stat(path, &about) || !S_ISREG(about.st_mode) || dpmf_lines_open(&lines, path, NULL))
		return;
	while (!dpmf_lines_next(&lines, &line, NULL) && line && number[1] == 0) {
		if (dpmf_row_read(line, shape, &ignored)) {
			for (int i = 0; i < 2; i++)
				if (row[i] == count)
					number[i] = lines.number;
			count++;
		}
		lines.at = dpmf_row_behind(line);
	}
	dpmf_lines_close(&lines);
}

static enum dpmf_status name_lines(const struct dpmf_table *table, const char *path, const struct dpmf_row_shape *shape,
                                   const size_t place[2], struct dpmf_error *error)
{
	const size_t before = table->part[0].count;
	const struct dpmf_triple *pair = place[1] < before ? &table->part[0].triple[place[1]]
	                                                   : &table->part[1].triple[place[1] - before];
	size_t number[2];

	find_lines(path, shape, place, number);
	if (number[1] == 0)
		return dpmf_fail(error, DPMF_INPUT, "%s: %s %u and %s %u stand on two lines: remove one of them, "
		                 "or let the last one count (--duplicates=last)",
		                 path, shape->field[0], pair->user, shape->field[1], pair->item);
	return dpmf_fail(error, DPMF_INPUT, "%s:%zu: %s %u and %s %u stand on line %zu already: remove one of the two lines, "
	                 "or let the last one count (--duplicates=last)",
	                 path, number[1], shape->field[0], pair->user, shape->field[1], pair->item, number[0]);
}

/* Says so of a triple that has this field outside the universe. */
static enum dpmf_status name_stranger(const struct dpmf_triple *triple, int field, const char *where[2],
                                      const struct dpmf_row_shape *shape, const struct dpmf_universe *universe,
                                      struct dpmf_error *error)
{
	if (field == 3)
		return dpmf_fail(error, DPMF_INPUT, "%s%s: field 3 (%s) is %.16g, outside the range %.16g to %.16g: mend the line, "
		                 "or give the true range (--range=MIN:MAX)",
		                 where[0], where[1], shape->field[2], triple->rating, universe->low, universe->high);
	return dpmf_fail(error, DPMF_INPUT, "%s%s: field %d (%s) is %u, which is not in the catalogue of %ss: remove the line, "
	                 "or give a catalogue that holds this id (--%ss=FILE or --%ss=N)",
	                 where[0], where[1], field, shape->field[field - 1], field == 1 ? triple->user : triple->item,
	                 shape->field[field - 1], shape->field[field - 1], shape->field[field - 1]);
}

/* The first line of the file of which something lies outside the universe. */
static enum dpmf_status find_stranger(const struct dpmf_table *table, const char *path, const struct dpmf_row_shape *shape,
                                      const struct dpmf_universe *universe, struct dpmf_error *error)
{
	for (int part = 0; part < 2; part++)
		for (size_t t = 0; t < table->part[part].count; t++) {
			const int field = dpmf_triple_outside(&table->part[part].triple[t], universe);
			const size_t place = (part ? table->part[0].count : 0) + t;
			size_t number[2];
			char line[32] = "";

			if (field == 0)
				continue;
			find_lines(path, shape, (const size_t[2]){ place, place }, number);
			if (number[1] > 0)
				snprintf(line, sizeof line, ":%zu", number[1]);
			return name_stranger(&table->part[part].triple[t], field, (const char *[2]){ path, line }, shape, universe, error);
		}
	return DPMF_OK;
}

static bool within_range(const struct dpmf_table *table, const struct dpmf_universe *universe)
{
	for (int part = 0; part < 2; part++)
		for (size_t t = 0; t < table->part[part].count; t++) {
			const double rating = table->part[part].triple[t].rating;

			if (!(rating >= universe->low && rating <= universe->high))
				return false;
		}
	return true;
}

enum dpmf_status dpmf_table_build(const struct dpmf_table *table, const char *path, const struct dpmf_row_shape *shape,
                                  const struct dpmf_universe *universe, enum dpmf_duplicates duplicates,
                                  struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	size_t place[2] = { 0, 0 };
	enum dpmf_status status;

	if (universe && universe->ranged && !within_range(table, universe))
		return find_stranger(table, path, shape, universe, error);
	status = dpmf_ratings_build_parts(table->part, universe, duplicates == DPMF_DUPLICATES_LAST, place, ratings, error);
	if (place[1] > place[0])
		return name_lines(table, path, shape, place, error);
	if (status == DPMF_INPUT && universe)
		find_stranger(table, path, shape, universe, error);
	return status;
}
