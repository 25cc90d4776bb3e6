/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers: ml-100k (user item rating time, tabs), ml-1m (fields between "::"),
   csv (with or without a header), triples (between blanks or tabs), and trust
   lists (truster trustee [weight]). Errors name file, line, field and remedy.
   CRLF line ends, a byte-order mark and empty lines are read. */
#ifndef DPMF_CORE_READ_H
#define DPMF_CORE_READ_H
#include "core/ratings.h"

enum dpmf_format { DPMF_AUTO, DPMF_ML100K, DPMF_ML1M, DPMF_CSV, DPMF_TRIPLES };
enum dpmf_duplicates { DPMF_DUPLICATES_REFUSED, DPMF_DUPLICATES_LAST };

struct dpmf_edge { uint32_t from, to; double weight; };
struct dpmf_edges { size_t count; struct dpmf_edge *edge; }; /* sorted by (from, to) */

/* "auto", "ml100k", "ml1m", "csv", "triples"; DPMF_INPUT for another name. */
enum dpmf_status dpmf_format_named(const char *name, enum dpmf_format *format, struct dpmf_error *error);
enum dpmf_status dpmf_read_ratings(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                   struct dpmf_ratings *ratings, struct dpmf_error *error);
enum dpmf_status dpmf_read_edges(const char *path, enum dpmf_duplicates duplicates,
                                 struct dpmf_edges *edges, struct dpmf_error *error);
void dpmf_edges_free(struct dpmf_edges *edges);

#endif
