/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two neighbouring data sets as one list of rows, each of which belongs to both or to one of them: drawn, changed, and made smaller.
   Whatever is made here has been judged by space_neighbours. */
#ifndef DPMF_AUDIT_SEARCH_PAIR_H
#define DPMF_AUDIT_SEARCH_PAIR_H
#include "audit/search/space.h"
#include "core/stream.h"

enum { PAIR_ROWS = 2 * SPACE_ROWS, PAIR_ONLY_0 = 1, PAIR_ONLY_1 = 2, PAIR_BOTH = 3 };

struct pair {
	size_t count;
	unsigned char in[PAIR_ROWS]; /* bit w: the row belongs to data set w */
	double cell[PAIR_ROWS][SPACE_COLUMNS];
};

void pair_rows(const struct pair *pair, int world, struct rows *rows);
/* A new reference to both as JSON. */
void pair_data(const struct space *space, const struct pair *pair, json_t *data[2]);

/* At random, or adversarial: no common rows, one, or all; all cells at an end of their range; all rows alike; many ties; the largest
   against the smallest. False when hundreds of attempts gave no neighbours. */
bool pair_draw(const struct space *space, struct dpmf_stream *stream, struct pair *pair);
/* A few small changes; false likewise. */
bool pair_move(const struct space *space, struct dpmf_stream *stream, const struct pair *from, struct pair *to);

/* What can be taken away: `step` 0, 1, ...: larger pieces first (the first half of the common rows, the second, ...), then rows one by one,
   then cells to the value nearest 0. False when there are no more steps; `*to` is left with count 0 when this one makes nothing that is new and
   allowed. */
bool pair_smaller(const struct space *space, const struct pair *from, size_t step, struct pair *to);

#endif
