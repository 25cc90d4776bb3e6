/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of rows, as it stands: ids and numbers, in the order of the lines. */
#ifndef DPMF_CORE_TABLE_H
#define DPMF_CORE_TABLE_H
#include "core/ratings_parts.h"
#include "core/read.h"
#include "core/row.h"

struct dpmf_table {
	struct dpmf_triples part[2]; /* owned: the lines of the first half of the file, and of the second */
	double *time[2];             /* owned: their times, where the shape is timed; NaN where a line has none */
};

/* Reads the rows; shape->separator is set from the first line if the format is DPMF_AUTO. */
enum dpmf_status dpmf_table_read(const char *path, enum dpmf_format format, struct dpmf_row_shape *shape,
                                 struct dpmf_table *table, struct dpmf_error *error);
void dpmf_table_free(struct dpmf_table *table);
/* Builds ratings from the table; names the lines of a pair that occurs twice, and the
   first line of which something lies outside the universe (NULL: there is none). */
enum dpmf_status dpmf_table_build(const struct dpmf_table *table, const char *path, const struct dpmf_row_shape *shape,
                                  const struct dpmf_universe *universe, enum dpmf_duplicates duplicates,
                                  struct dpmf_ratings *ratings, struct dpmf_error *error);
/* The moments of the ratings that were built from it, by row (moments.c); the caller frees them. */
enum dpmf_status dpmf_table_moments(const struct dpmf_table *table, const char *path, const struct dpmf_ratings *ratings,
                                    struct dpmf_moment **moment, struct dpmf_error *error);
/* All in one, for rows of the given columns (read.c). moment is NULL unless the shape is timed. */
enum dpmf_status dpmf_read_shaped(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                  struct dpmf_row_shape *shape, const struct dpmf_universe *universe,
                                  struct dpmf_ratings *ratings, struct dpmf_moment **moment, struct dpmf_error *error);

#endif
