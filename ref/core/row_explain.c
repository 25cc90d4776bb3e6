/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/row.h"

#include <string.h>

#define QUOTED_MOST 40 /* bytes of a field that are shown */

static bool is_binary(const char *line)
{
	for (; *line != '\n'; line++)
		if ((unsigned char)*line < ' ' && *line != '\t' && *line != '\r')
			return true;
	return false;
}

static const char *skip_blanks(const char *line, const struct dpmf_row_shape *shape)
{
	while (*line == ' ' || (*line == '\t' && shape->separator == DPMF_BLANKS))
		line++;
	return line;
}

/* The first four fields, and how many columns there are. */
static int split(const char *line, const struct dpmf_row_shape *shape, struct dpmf_field field[4])
{
	struct dpmf_field rest;
	int columns = 0;

	for (line = skip_blanks(line, shape); line; columns++)
		line = dpmf_row_field(line, shape->separator, columns < 4 ? &field[columns] : &rest);
	return columns;
}

static const char *separator_name(enum dpmf_separator separator)
{
	static const char *const name[] = {
		[DPMF_TAB] = "a tab", [DPMF_BLANKS] = "blanks or tabs", [DPMF_COMMA] = "a comma", [DPMF_COLONS] = "\"::\"",
	};

	return name[separator];
}

static enum dpmf_status explain_columns(int columns, const struct dpmf_row_shape *shape,
                                        const char *path, size_t number, struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_INPUT, "%s:%zu: %d column%s where %d or %d are expected (%s, %s, %s%s; between them %s): "
	                 "mend the line, or name the format of the file",
	                 path, number, columns, columns == 1 ? "" : "s", shape->fewest, shape->most, shape->field[0],
	                 shape->field[1], shape->field[2], shape->most > 3 ? ", one that is ignored" : "",
	                 separator_name(shape->separator));
}

enum dpmf_status dpmf_row_explain(const char *line, const struct dpmf_row_shape *shape,
                                  const char *path, size_t number, struct dpmf_error *error)
{
	struct dpmf_field field[4];
	const int columns = split(line, shape, field);

	if (is_binary(line))
		return dpmf_fail(error, DPMF_INPUT, "%s:%zu: holds bytes that no text has: this seems to be a binary file; "
		                 "give a text file", path, number);
	if (columns < shape->fewest || columns > shape->most)
		return explain_columns(columns, shape, path, number, error);
	for (int i = 0; i < 3 && i < columns; i++) {
		const size_t shown = field[i].length < QUOTED_MOST ? field[i].length : QUOTED_MOST;

		if (i < 2 ? dpmf_field_is_id(field[i]) : dpmf_field_is_number(field[i], shape->plain))
			continue;
		return dpmf_fail(error, DPMF_INPUT, "%s:%zu: field %d (%s) is \"%.*s%s\": %s", path, number, i + 1, shape->field[i],
		                 (int)shown, field[i].start, shown < field[i].length ? "..." : "",
		                 i < 2 ? "write a whole number from 0 to 2147483648" : "write a finite decimal number");
	}
	if (shape->timed && columns == 4 && !dpmf_field_is_number(field[3], shape->plain))
		return dpmf_fail(error, DPMF_INPUT, "%s:%zu: field 4 (time) is \"%.*s\", no number, so that no rating is the latest: "
		                 "hold out at random (--holdout=random)",
		                 path, number, (int)(field[3].length < QUOTED_MOST ? field[3].length : QUOTED_MOST), field[3].start);
	return dpmf_fail(error, DPMF_INPUT, "%s:%zu: cannot be read as %s, %s, %s: mend the line",
	                 path, number, shape->field[0], shape->field[1], shape->field[2]);
}

static bool is_word(struct dpmf_field field, const struct dpmf_row_shape *shape)
{
	const char c = field.length ? *field.start : '\0';
	const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '"' || c == '\'' || c == '_';
	static const char *const number[] = { "nan", "inf", "infinity" };

	for (size_t i = 0; i < sizeof number / sizeof *number; i++)
		if (field.length == strlen(number[i]) && strncasecmp(field.start, number[i], field.length) == 0)
			return false;
	return word && !dpmf_field_is_number(field, shape->plain);
}

bool dpmf_row_is_header(const char *line, const struct dpmf_row_shape *shape)
{
	struct dpmf_field field[4];
	const int columns = split(line, shape, field);

	if (columns < shape->fewest)
		return false;
	for (int i = 0; i < 3 && i < columns; i++)
		if (!is_word(field[i], shape))
			return false;
	return true;
}
