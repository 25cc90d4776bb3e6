/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beyond ratings_build.h, for readers: triples in two parts, and what must stand in a public universe. */
#ifndef DPMF_CORE_RATINGS_PARTS_H
#define DPMF_CORE_RATINGS_PARTS_H
#include "core/catalogue.h"
#include "core/ratings_build.h"

struct dpmf_triples {
	const struct dpmf_triple *triple;
	size_t count;
};

/* dpmf_ratings_build of part[0] with part[1] behind it; place[0] and place[1]
   are the places of a pair that occurs twice. With a catalogue (universe may be
   NULL) the users or items are all that stand in it, rated or not. */
enum dpmf_status dpmf_ratings_build_parts(const struct dpmf_triples part[2], const struct dpmf_universe *universe,
                                          int last_wins, size_t place[2],
                                          struct dpmf_ratings *ratings, struct dpmf_error *error);
/* What a triple has outside the universe: field 1 the user, 2 the item, 3 the rating; 0: nothing. */
int dpmf_triple_outside(const struct dpmf_triple *triple, const struct dpmf_universe *universe);

#endif
