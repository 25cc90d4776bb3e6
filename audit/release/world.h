/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small data set as it stands in the input files, and a neighbour of it. */
#ifndef DPMF_AUDIT_RELEASE_WORLD_H
#define DPMF_AUDIT_RELEASE_WORLD_H
#include "audit/release/boundary.h"
#include "core/stream.h"

enum { WORLD_USERS = 12, WORLD_ITEMS = 9, WORLD_CELLS = WORLD_USERS * WORLD_ITEMS };

/* Ratings lie from 1 to 5. */
struct world_cell {
	bool there;
	double rating;
	unsigned time;
};

/* Drawn so that there are: a user without ratings and one with a single one, an item without raters and one with
   a single one, a user who gave all that can be given, ties, and both ends of the range, or in one of four neither. */
struct world {
	struct world_cell cell[WORLD_USERS][WORLD_ITEMS];
	unsigned char order[WORLD_CELLS]; /* of the lines in the file */
	bool trusts[WORLD_USERS][WORLD_USERS];
};

struct world_neighbour {
	struct world world;
	size_t user;     /* whose line or row differs */
	size_t changes;  /* how many times one entry of the relation */
	char what[160];
};

void world_draw(struct dpmf_stream *stream, struct world *world);
/* Half of them at random, half of them where something may be forgotten. */
void world_neighbour_draw(const struct world *world, enum boundary_relation relation, bool adversarial, struct dpmf_stream *stream,
                          struct world_neighbour *neighbour);
/* ratings.txt and trust.txt in the folder. */
enum dpmf_status world_write(const struct world *world, const char *folder, struct dpmf_error *error);

#endif
