/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings out of triples, in any order. */
#ifndef DPMF_CORE_RATINGS_BUILD_H
#define DPMF_CORE_RATINGS_BUILD_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"

DPMF_BEGIN

struct dpmf_triple {
	uint32_t user, item; /* ids of the file */
	double rating;
};

/* Builds both orders from triples (order of the triples does not matter).
   A pair that occurs twice is DPMF_INPUT unless `last_wins`; then
   *first and *second, where not NULL, are the two places in `triples`. */
enum dpmf_status dpmf_ratings_build(const struct dpmf_triple *triples, size_t count, int last_wins,
                                    size_t *first, size_t *second,
                                    struct dpmf_ratings *ratings, struct dpmf_error *error);

DPMF_END

#endif
