/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The space of data sets that a search looks through, as its schema describes it, and which two of them are
   neighbours. A data set of any kind is a list of rows of numbers:
   - table: its rows, with columns of several types; numbers: one number a row;
   - histogram: one row for each who is counted, the bin that he falls into;
   - ratings: user, item, value; graph: the two nodes of an edge, the smaller one first. */
#ifndef DPMF_AUDIT_SEARCH_SPACE_H
#define DPMF_AUDIT_SEARCH_SPACE_H
#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "core/status.h"

enum space_kind { SPACE_TABLE, SPACE_NUMBERS, SPACE_HISTOGRAM, SPACE_RATINGS, SPACE_GRAPH };
enum space_relation { SPACE_ADD_REMOVE, SPACE_REPLACE, SPACE_CHANGE };
enum space_type { SPACE_NUMBER, SPACE_INTEGER, SPACE_BOOLEAN, SPACE_CATEGORY };
enum { SPACE_COLUMNS = 16, SPACE_ROWS = 64, SPACE_UNIT_ROW = -1, SPACE_UNIT_NODE = -2 };

struct space_column {
	const char *name;
	enum space_type type;
	double low, high;     /* of a category the first and last place in `values` */
	const json_t *values;
};

struct space {
	json_t *document;     /* the schema as it was given */
	enum space_kind kind;
	enum space_relation relation;
	int unit;             /* what is added, removed or replaced: one row, all rows with one value in this column, or all edges of a node */
	size_t columns;
	struct space_column column[SPACE_COLUMNS];
	size_t least, most;   /* rows of a data set */
};

struct rows {
	size_t count;
	double cell[SPACE_ROWS][SPACE_COLUMNS];
};

/* A schema, from a file, or the text itself where it begins with a brace. DPMF_INPUT: what is wrong, and in which line. */
enum dpmf_status space_open(const char *given, struct space *space, struct dpmf_error *error);
/* The same of a part of a document that has been read: `text` is what it was read from, `name` what errors call it. */
enum dpmf_status space_read(const json_t *document, const char *text, const char *name, struct space *space, struct dpmf_error *error);
void space_close(struct space *space);

/* "one row is added or removed", and so on. */
void space_relation_words(const struct space *space, char *text, size_t room);
/* Whether this is a data set of the space. */
bool space_holds(const struct space *space, const struct rows *rows);
/* Whether both are, and neighbours. */
bool space_neighbours(const struct space *space, const struct rows *one, const struct rows *other);
/* Whether the row belongs to the unit `key`. */
bool space_in_unit(const struct space *space, const double *row, double key);
/* Whether a neighbour may differ in this cell alone, where one cell changes. */
bool space_may_change(const struct space *space, size_t column);

/* A data set as a target is given it. */
json_t *space_data(const struct space *space, const struct rows *rows);
/* Any document as text, its numbers as short as they come back as they were, at 15 digits or 17; free() it. NULL: no memory. */
char *space_dump(const json_t *document, size_t flags);
/* And back; DPMF_INPUT where it is no data set of the space. */
enum dpmf_status space_rows(const struct space *space, const json_t *data, const char *name, struct rows *rows, struct dpmf_error *error);

#endif
