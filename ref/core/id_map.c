/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/id_map.h"

#include <stdlib.h>

#define FIRST_BITS 10
#define MOST_BITS 32

enum dpmf_status dpmf_id_map_start(struct dpmf_id_map *map, struct dpmf_error *error)
{
	map->bits = FIRST_BITS;
	map->count = 0;
	map->slot = calloc((size_t)1 << map->bits, sizeof *map->slot);
	return map->slot ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for a table of ids");
}

void dpmf_id_map_free(struct dpmf_id_map *map)
{
	free(map->slot);
	map->slot = NULL;
}

enum dpmf_status dpmf_id_map_widen(struct dpmf_id_map *map, struct dpmf_error *error)
{
	struct dpmf_id_map wide = { .bits = map->bits + 2, .count = map->count };

	if (wide.bits > MOST_BITS)
		return dpmf_fail(error, DPMF_FAILED, "more than 2^31 different ids: split the data");
	wide.slot = calloc((size_t)1 << wide.bits, sizeof *wide.slot);
	if (!wide.slot)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a table of %zu ids", wide.count);
	for (size_t i = 0; i < (size_t)1 << map->bits; i++)
		if (map->slot[i].number)
			*dpmf_id_map_slot(&wide, map->slot[i].id) = map->slot[i];
	free(map->slot);
	*map = wide;
	return DPMF_OK;
}

static int compare(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

void dpmf_id_map_rank(struct dpmf_id_map *map, uint32_t *ids, size_t *start)
{
	size_t next = 0;

	for (size_t i = 0; i < (size_t)1 << map->bits; i++)
		if (map->slot[i].number)
			ids[next++] = map->slot[i].id;
	if (next > 0)
		qsort(ids, next, sizeof *ids, compare);
	start[0] = 0;
	for (size_t rank = 0; rank < next; rank++) {
		struct dpmf_id_slot *slot = dpmf_id_map_slot(map, ids[rank]);

		start[rank + 1] = start[rank] + slot->number;
		slot->number = (uint32_t)rank + 1;
	}
}
