/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers of ratings and trust lists. One line a rating: user, item, rating and
   perhaps a fourth column, of any text, which is ignored (a time, or the name
   of a split) unless times are asked for; more or fewer columns are refused.
     ml100k   fields between single tabs
     ml1m     fields between "::"
     csv      fields between commas, blanks allowed behind them; without quotes.
              A first line of words is a header
     triples  fields between blanks or tabs, as many as you like
     auto     what the first line that is not empty looks like: "::", then a
              comma, else blanks or tabs
   A trust list has truster, trustee and perhaps a weight (1 where there is
   none); its format is found like "auto".

   Ids are whole numbers from 0 to 2^31; ratings and weights are finite decimal
   numbers. CRLF line ends, a byte-order mark, empty lines, blanks at either end
   of a line and a last line without its end are read; a line may have up to
   2^20 bytes. Files of 4 MB and more are read by two threads, with the same
   result. A pair that occurs twice is refused, or the later line counts.
   Errors name file, line, field and remedy. */
#ifndef DPMF_CORE_READ_H
#define DPMF_CORE_READ_H
#include "core/catalogue.h"
#include "core/public.h"
#include "core/ratings.h"

DPMF_BEGIN

enum dpmf_format { DPMF_AUTO, DPMF_ML100K, DPMF_ML1M, DPMF_CSV, DPMF_TRIPLES };
enum dpmf_duplicates { DPMF_DUPLICATES_REFUSED, DPMF_DUPLICATES_LAST };

struct dpmf_edge { uint32_t from, to; double weight; };
struct dpmf_edges { size_t count; struct dpmf_edge *edge; }; /* sorted by (from, to) */

/* "auto", "ml100k", "ml1m", "csv", "triples"; DPMF_INPUT for another name. */
enum dpmf_status dpmf_format_named(const char *name, enum dpmf_format *format, struct dpmf_error *error);
/* When a rating stands in a file: the fourth column, 0 where the file has none, and which line of data it is. */
struct dpmf_moment { double time; size_t line; };

/* The ratings of a file within a universe (NULL: without one). Of a catalogue that
   is given, all users or items have a row or a column, which is empty where there
   is no rating, in ascending order of their ids. An id outside it and a rating
   outside the range are refused by line.
   *moment is the moment of every rating, by row; the caller frees it. A fourth
   column that is no number is then refused, and times on some lines only. moment
   is NULL where no times are asked for. */
enum dpmf_status dpmf_read_ratings_in(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                      const struct dpmf_universe *universe, struct dpmf_ratings *ratings,
                                      struct dpmf_moment **moment, struct dpmf_error *error);
/* The same without universe and times; with a range alone; with times alone. */
enum dpmf_status dpmf_read_ratings(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                   struct dpmf_ratings *ratings, struct dpmf_error *error);
enum dpmf_status dpmf_read_ratings_within(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                          double low, double high,
                                          struct dpmf_ratings *ratings, struct dpmf_error *error);
enum dpmf_status dpmf_read_ratings_timed(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                         struct dpmf_ratings *ratings, struct dpmf_moment **moment,
                                         struct dpmf_error *error);
enum dpmf_status dpmf_read_edges(const char *path, enum dpmf_duplicates duplicates,
                                 struct dpmf_edges *edges, struct dpmf_error *error);
void dpmf_edges_free(struct dpmf_edges *edges);

DPMF_END

#endif
