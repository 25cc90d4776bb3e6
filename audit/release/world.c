/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/release/world.h"

#include <stdio.h>
#include <string.h>

#include "noise/exact.h"

static size_t below(struct dpmf_stream *stream, size_t limit)
{
	return (size_t)dpmf_uniform_below(stream, limit);
}

static struct world_cell draw_cell(struct dpmf_stream *stream)
{
	const bool whole = below(stream, 4) > 0;

	return (struct world_cell){
		.there = below(stream, 2) == 1,
		.rating = whole ? 1 + (double)below(stream, 5) : 1 + (double)below(stream, 9) / 2,
		.time = (unsigned)(1 + below(stream, 6)),
	};
}

/* Of a row or a column `none` stays, or exactly one. */
static void leave_at_most(struct world *w, bool row, size_t place, bool one, size_t keep)
{
	const size_t all = row ? WORLD_ITEMS : WORLD_USERS;

	for (size_t i = 0; i < all; i++)
		w->cell[row ? place : i][row ? i : place].there = one && i == keep;
}

/* Nobody is at the ends of the range: who gets there is the first. */
static void narrow(struct world *w)
{
	for (size_t u = 0; u < WORLD_USERS; u++)
		for (size_t i = 0; i < WORLD_ITEMS; i++)
			w->cell[u][i].rating = w->cell[u][i].rating > 3 ? 4 : w->cell[u][i].rating < 3 ? 2 : 3;
}

static void draw_order(struct dpmf_stream *stream, struct world *w)
{
	for (size_t i = 0; i < WORLD_CELLS; i++) {
		const size_t other = below(stream, i + 1);

		w->order[i] = w->order[other];
		w->order[other] = (unsigned char)i;
	}
}

void world_draw(struct dpmf_stream *stream, struct world *w)
{
	memset(w, 0, sizeof *w);
	for (size_t u = 0; u < WORLD_USERS; u++)
		for (size_t i = 0; i < WORLD_ITEMS; i++)
			w->cell[u][i] = draw_cell(stream);
	for (size_t i = 0; i < WORLD_ITEMS; i++) {
		w->cell[0][i].there = true;
		w->cell[1][i].rating = 3;
		w->cell[1][i].time = 4;
	}
	for (size_t u = 0; u < WORLD_USERS; u++)
		w->cell[u][0].rating = u % 2 ? 1 : 5;
	leave_at_most(w, true, WORLD_USERS - 1, false, 0);
	leave_at_most(w, true, WORLD_USERS - 2, true, below(stream, WORLD_ITEMS - 2));
	leave_at_most(w, false, WORLD_ITEMS - 1, false, 0);
	leave_at_most(w, false, WORLD_ITEMS - 2, true, below(stream, WORLD_USERS - 2));
	if (below(stream, 4) == 0)
		narrow(w);
	draw_order(stream, w);
	for (size_t i = 0; i < WORLD_USERS; i++)
		for (size_t f = 0; f < WORLD_USERS; f++)
			w->trusts[i][f] = i != f && below(stream, 4) == 0;
	w->trusts[0][1] = true;
}

static enum dpmf_status finish(FILE *file, const char *path, struct dpmf_error *error)
{
	const bool failed = ferror(file) != 0;

	if (fclose(file) == 0 && !failed)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "cannot write %s", path);
}

static enum dpmf_status write_ratings(const struct world *w, const char *path, struct dpmf_error *error)
{
	FILE *file = fopen(path, "w");

	if (!file)
		return dpmf_fail(error, DPMF_FAILED, "cannot write %s", path);
	for (size_t place = 0; place < WORLD_CELLS; place++) {
		const size_t u = w->order[place] / WORLD_ITEMS, i = w->order[place] % WORLD_ITEMS;

		if (w->cell[u][i].there)
			fprintf(file, "%zu\t%zu\t%g\t%u\n", u + 1, i + 1, w->cell[u][i].rating, w->cell[u][i].time);
	}
	return finish(file, path, error);
}

static enum dpmf_status write_trust(const struct world *w, const char *path, struct dpmf_error *error)
{
	FILE *file = fopen(path, "w");

	if (!file)
		return dpmf_fail(error, DPMF_FAILED, "cannot write %s", path);
	for (size_t i = 0; i < WORLD_USERS; i++)
		for (size_t f = 0; f < WORLD_USERS; f++)
			if (w->trusts[i][f])
				fprintf(file, "%zu %zu\n", i + 1, f + 1);
	return finish(file, path, error);
}

enum dpmf_status world_write(const struct world *world, const char *folder, struct dpmf_error *error)
{
	char path[512];
	enum dpmf_status status;

	snprintf(path, sizeof path, "%s/ratings.txt", folder);
	status = write_ratings(world, path, error);
	snprintf(path, sizeof path, "%s/trust.txt", folder);
	return status == DPMF_OK ? write_trust(world, path, error) : status;
}
