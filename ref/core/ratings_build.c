/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/ratings_build.h"

#include <math.h>
#include <stdlib.h>

#include "core/id_map.h"
#include "core/ratings_make.h"
#include "core/ratings_parts.h"
#include "core/sort_rows.h"

struct building {
	const struct dpmf_triples *part; /* two */
	const struct dpmf_universe *universe;
	size_t count;
	struct dpmf_id_map users, items;
	struct dpmf_ratings out;
};

static enum dpmf_status not_finite(size_t place, struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_INPUT, "rating %zu is not a finite number: remove it", place + 1);
}

/* A catalogue's ids are counted before those of the ratings. */
static enum dpmf_status start_map(struct dpmf_id_map *map, size_t count, uint32_t largest,
                                  const struct dpmf_catalogue *catalogue, struct dpmf_error *error)
{
	const size_t announced = catalogue ? catalogue->count : 0;
	enum dpmf_status status;

	if (announced > 0 && catalogue->id[announced - 1] > largest)
		largest = catalogue->id[announced - 1];
	status = dpmf_id_map_start(map, count + announced, largest, error);
	for (size_t i = 0; i < announced && !status; i++)
		status = dpmf_id_map_count(map, catalogue->id[i], error);
	return status;
}

static enum dpmf_status start_maps(struct building *b, struct dpmf_error *error)
{
	uint32_t user = 0, item = 0;
	enum dpmf_status status;

	for (int i = 0; i < 2; i++)
		for (size_t t = 0; t < b->part[i].count; t++) {
			const struct dpmf_triple *triple = &b->part[i].triple[t];

			if (!isfinite(triple->rating))
				return not_finite(i ? b->part[0].count + t : t, error);
			user = triple->user > user ? triple->user : user;
			item = triple->item > item ? triple->item : item;
		}
	status = start_map(&b->users, b->count, user, b->universe->users, error);
	return status ? status : start_map(&b->items, b->count, item, b->universe->items, error);
}

static enum dpmf_status count_ids(struct building *b, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (int i = 0; i < 2; i++)
		for (size_t t = 0; t < b->part[i].count && !status; t++) {
			status = dpmf_id_map_count(&b->users, b->part[i].triple[t].user, error);
			if (!status)
				status = dpmf_id_map_count(&b->items, b->part[i].triple[t].item, error);
		}
	return status;
}

int dpmf_triple_outside(const struct dpmf_triple *triple, const struct dpmf_universe *universe)
{
	if (universe->users && dpmf_catalogue_find(universe->users, triple->user) == universe->users->count)
		return 1;
	if (universe->items && dpmf_catalogue_find(universe->items, triple->item) == universe->items->count)
		return 2;
	return universe->ranged && !(triple->rating >= universe->low && triple->rating <= universe->high) ? 3 : 0;
}

static enum dpmf_status refuse_strangers(const struct building *b, struct dpmf_error *error)
{
	const struct dpmf_universe *u = b->universe;
	const bool users = u->users && b->users.count > u->users->count, items = u->items && b->items.count > u->items->count;

	return users || items ? dpmf_fail(error, DPMF_INPUT, "the ratings hold %s outside the catalogue: give a catalogue that holds "
	                                  "all of them", users ? "a user" : "an item") : DPMF_OK;
}

static void name_duplicate(const struct building *b, uint32_t user, uint32_t item, size_t place[2])
{
	size_t found = 0;

	for (int i = 0; i < 2; i++)
		for (size_t t = 0; t < b->part[i].count && found < 2; t++)
			if (b->part[i].triple[t].user == user && b->part[i].triple[t].item == item)
				place[found++] = i ? b->part[0].count + t : t;
}

static enum dpmf_status refuse_duplicates(const struct building *b, size_t place[2], struct dpmf_error *error)
{
	const struct dpmf_ratings *r = &b->out;

	for (size_t i = 0; i < r->users; i++)
		for (size_t p = r->row[i] + 1; p < r->row[i + 1]; p++)
			if (r->item[p] == r->item[p - 1]) {
				const uint32_t user = r->user_id[i], item = r->item_id[r->item[p]];

				name_duplicate(b, user, item, place);
				return dpmf_fail(error, DPMF_INPUT, "user %u rates item %u twice: keep one of the ratings", user, item);
			}
	return DPMF_OK;
}

/* Equal pairs are in the order of the triples, so the last of a run is the latest. */
static void keep_last(struct dpmf_ratings *r)
{
	size_t kept = 0;

	for (size_t i = 0, p = 0; i < r->users; i++) {
		const size_t end = r->row[i + 1];

		for (; p < end; p++) {
			if (p + 1 < end && r->item[p + 1] == r->item[p])
				continue;
			r->item[kept] = r->item[p];
			r->value[kept++] = r->value[p];
		}
		r->row[i + 1] = kept;
	}
	r->count = kept;
}

static enum dpmf_status build(struct building *b, int last_wins, size_t place[2], struct dpmf_error *error)
{
	enum dpmf_status status = start_maps(b, error);

	if (!status)
		status = count_ids(b, error);
	if (!status)
		status = refuse_strangers(b, error);
	if (!status)
		status = dpmf_ratings_allocate(b->users.count, b->items.count, b->count, &b->out, error);
	if (status)
		return status;
	dpmf_id_map_rank(&b->users, b->universe->users != NULL, b->out.user_id, b->out.row);
	dpmf_id_map_rank(&b->items, b->universe->items != NULL, b->out.item_id, b->out.column);
	status = dpmf_sort_rows(b->part, &b->users, &b->items, &b->out, error);
	if (!status && !last_wins)
		status = refuse_duplicates(b, place, error);
	if (status)
		return status;
	keep_last(&b->out);
	return dpmf_ratings_fill_columns(&b->out, error);
}

enum dpmf_status dpmf_ratings_build_parts(const struct dpmf_triples part[2], const struct dpmf_universe *universe,
                                          int last_wins, size_t place[2],
                                          struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	static const struct dpmf_universe whoever = { .users = NULL };
	struct building b = { .part = part, .universe = universe ? universe : &whoever, .count = part[0].count + part[1].count };
	enum dpmf_status status;

	if (b.count >= UINT32_MAX) /* a slot of the map counts them, and its catalogue */
		return dpmf_fail(error, DPMF_INPUT, "%zu ratings are more than 2^32 - 2: split the data", b.count);
	status = build(&b, last_wins, place, error);
	dpmf_id_map_free(&b.users);
	dpmf_id_map_free(&b.items);
	if (status)
		dpmf_ratings_free(&b.out);
	else
		*ratings = b.out;
	return status;
}

enum dpmf_status dpmf_ratings_build(const struct dpmf_triple *triples, size_t count, int last_wins,
                                    size_t *first, size_t *second,
                                    struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	const struct dpmf_triples part[2] = { { triples, count }, { NULL, 0 } };
	size_t place[2] = { 0, 0 };
	const enum dpmf_status status = dpmf_ratings_build_parts(part, NULL, last_wins, place, ratings, error);

	if (place[1] > 0 && first)
		*first = place[0];
	if (place[1] > 0 && second)
		*second = place[1];
	return status;
}
