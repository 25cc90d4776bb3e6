/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triples sorted by (user, item), equal pairs in the order of the triples. */
#ifndef DPMF_CORE_SORT_ROWS_H
#define DPMF_CORE_SORT_ROWS_H
#include "core/id_map.h"
#include "core/ratings_parts.h"

/* Fills item[] and value[] of r, whose row[] is filled already; leaves user[] undefined. */
enum dpmf_status dpmf_sort_rows(const struct dpmf_triples part[2], const struct dpmf_id_map *users,
                                const struct dpmf_id_map *items, struct dpmf_ratings *r, struct dpmf_error *error);

#endif
