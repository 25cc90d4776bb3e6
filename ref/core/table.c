/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/table.h"

#include <stdlib.h>

#include "core/lines.h"

static enum dpmf_status append(struct dpmf_table *table, const struct dpmf_row *row, struct dpmf_error *error)
{
	if (table->count == table->room) {
		const size_t room = table->room ? 2 * table->room : 4096;
		struct dpmf_triple *grown = realloc(table->row, room * sizeof *grown);

		if (!grown)
			return dpmf_fail(error, DPMF_FAILED, "no memory for more than %zu lines", table->count);
		table->row = grown;
		table->room = room;
	}
	table->row[table->count++] = (struct dpmf_triple){ row->first, row->second, row->number };
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

static enum dpmf_status read_rows(struct dpmf_lines *lines, enum dpmf_format format, struct dpmf_row_shape *shape,
                                  struct dpmf_table *table, struct dpmf_error *error)
{
	struct dpmf_row row;
	const char *line;
	enum dpmf_status status = find_first_row(lines, format, shape, &line, error);

	while (!status && line) {
		const char *behind = dpmf_row_read(line, shape, &row);

		if (behind)
			status = append(table, &row, error);
		else
			behind = dpmf_row_empty(line);
		if (!behind)
			return dpmf_row_explain(line, shape, lines->path, lines->number, error);
		lines->at = behind;
		if (!status)
			status = dpmf_lines_next(lines, &line, error);
	}
	if (!status && table->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "%s: holds no line of data: give a file with at least one", lines->path);
	return status;
}

enum dpmf_status dpmf_table_read(const char *path, enum dpmf_format format, struct dpmf_row_shape *shape,
                                 struct dpmf_table *table, struct dpmf_error *error)
{
	struct dpmf_table read = { .count = 0 };
	struct dpmf_lines lines;
	enum dpmf_status status = dpmf_lines_open(&lines, path, error);

	if (status)
		return status;
	status = read_rows(&lines, format, shape, &read, error);
	dpmf_lines_close(&lines);
	if (status)
		dpmf_table_free(&read);
	else
		*table = read;
	return status;
}

void dpmf_table_free(struct dpmf_table *table)
{
	free(table->row);
	table->row = NULL;
	table->count = table->room = 0;
}

/* The lines of two rows, by counting rows in the file once more; 0 where it
   cannot be read again. */
static void find_lines(const char *path, const struct dpmf_row_shape *shape, const size_t row[2], size_t number[2])
{
	struct dpmf_lines lines;
	struct dpmf_row ignored;
	const char *line;
	size_t count = 0;

	number[0] = number[1] = 0;
	if (dpmf_lines_open(&lines, path, NULL))
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
	const struct dpmf_triple *pair = &table->row[place[1]];
	size_t number[2];

	find_lines(path, shape, place, number);
	return dpmf_fail(error, DPMF_INPUT, "%s:%zu: %s %u and %s %u stand on line %zu already: remove one of the two lines, "
	                 "or let the last one count (--duplicates=last)",
	                 path, number[1], shape->field[0], pair->user, shape->field[1], pair->item, number[0]);
}

enum dpmf_status dpmf_table_build(const struct dpmf_table *table, const char *path, const struct dpmf_row_shape *shape,
                                  enum dpmf_duplicates duplicates, struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	size_t place[2] = { 0, 0 };
	const enum dpmf_status status = dpmf_ratings_build(table->row, table->count, duplicates == DPMF_DUPLICATES_LAST,
	                                                   &place[0], &place[1], ratings, error);

	return place[1] > place[0] ? name_lines(table, path, shape, place, error) : status;
}
