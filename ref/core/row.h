/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of ratings or edges: two ids, a number, perhaps more columns. */
#ifndef DPMF_CORE_ROW_H
#define DPMF_CORE_ROW_H
#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"

#define DPMF_ID_MOST UINT32_C(2147483648)

enum dpmf_separator {
	DPMF_TAB,    /* one */
	DPMF_BLANKS, /* a run of blanks and tabs */
	DPMF_COMMA,  /* and blanks behind it */
	DPMF_COLONS, /* two */
};

struct dpmf_row_shape {
	enum dpmf_separator separator;
	int fewest, most;     /* columns; the third is the number, a fourth is ignored */
	const char *field[3]; /* what the columns are called */
	bool timed;           /* a fourth column is a time: a number, not ignored */
	locale_t plain;       /* "C": numbers have a decimal point wherever we run */
};

struct dpmf_row {
	uint32_t first, second;
	double number; /* 1 where there is no third column */
};

struct dpmf_field { /* text of one column; not ended by a zero byte */
	const char *start;
	size_t length;
};

/* Behind the '\n' of the line, or NULL when the line is not as it should be. */
const char *dpmf_row_read(const char *line, const struct dpmf_row_shape *shape, struct dpmf_row *row);
/* The fourth column of a line that dpmf_row_read reads; NaN where there is none. False where it is no number. */
bool dpmf_row_time(const char *line, const struct dpmf_row_shape *shape, double *time);
/* Behind the '\n' of a line of one id, or NULL. */
const char *dpmf_row_id(const char *line, uint32_t *id);
/* Behind the '\n' of a line without any field, or NULL. */
const char *dpmf_row_empty(const char *line);
/* Behind the '\n' of any line. */
const char *dpmf_row_behind(const char *line);
/* How the fields of this line seem to be separated. */
enum dpmf_separator dpmf_row_separator(const char *line);

/* The field that starts at p, and where the next one starts; NULL after the last. */
const char *dpmf_row_field(const char *p, enum dpmf_separator separator, struct dpmf_field *field);
bool dpmf_field_is_id(struct dpmf_field field);
bool dpmf_field_is_number(struct dpmf_field field, locale_t plain);

/* row_explain.c */
/* Says what is wrong with a line that dpmf_row_read did not read. */
enum dpmf_status dpmf_row_explain(const char *line, const struct dpmf_row_shape *shape,
                                  const char *path, size_t number, struct dpmf_error *error);
/* A header: words stand where the ids and the number should be. */
bool dpmf_row_is_header(const char *line, const struct dpmf_row_shape *shape);

#endif
