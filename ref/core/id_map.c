/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/id_map.h"

#include <stdlib.h>
#include <sys/random.h>

#define LEAST_BITS 10
#define MOST_BITS 32

static enum dpmf_status allocate(struct dpmf_id_map *map, unsigned bits, struct dpmf_error *error)
{
	map->slots = (size_t)1 << bits;
	map->slot = calloc(map->slots, sizeof *map->slot);
	return map->slot ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for a table of %zu ids", map->slots);
}

/* At most half full. */
static enum dpmf_status allocate_hashed(struct dpmf_id_map *map, unsigned bits, struct dpmf_error *error)
{
	if (bits > MOST_BITS)
		return dpmf_fail(error, DPMF_FAILED, "more than 2^31 different ids: split the data");
	map->hashed = true;
	map->shift = 64 - bits;
	map->most = (size_t)1 << (bits - 1);
	return allocate(map, bits, error);
}

enum dpmf_status dpmf_id_map_start(struct dpmf_id_map *map, size_t count, uint32_t largest, struct dpmf_error *error)
{
	unsigned bits = LEAST_BITS;

	*map = (struct dpmf_id_map){ .most = SIZE_MAX };
	while (bits < 32 && largest >> bits)
		bits++;
	if (bits == LEAST_BITS || (size_t)1 << bits <= 2 * count)
		return allocate(map, bits, error);
	if (getrandom(map->key, sizeof map->key, 0) != (ssize_t)sizeof map->key)
		return dpmf_fail(error, DPMF_FAILED, "the operating system gives no random bytes for a table of ids");
	return allocate_hashed(map, LEAST_BITS, error);
}

void dpmf_id_map_free(struct dpmf_id_map *map)
{
	free(map->slot);
	map->slot = NULL;
}

enum dpmf_status dpmf_id_map_widen(struct dpmf_id_map *map, struct dpmf_error *error)
{
	struct dpmf_id_map wide = { .count = map->count };
	const enum dpmf_status status = allocate_hashed(&wide, 64 - map->shift + 2, error);

	if (status)
		return status;
	memcpy(wide.key, map->key, sizeof wide.key);
	for (size_t i = 0; i < map->slots; i++)
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

void dpmf_id_map_rank(struct dpmf_id_map *map, uint32_t announced, uint32_t *ids, size_t *start)
{
	size_t next = 0;

	for (size_t i = 0; i < map->slots; i++)
		if (map->slot[i].number)
			ids[next++] = map->slot[i].id;
	if (next > 0)
		qsort(ids, next, sizeof *ids, compare);
	start[0] = 0;
	for (size_t rank = 0; rank < next; rank++) {
		struct dpmf_id_slot *slot = dpmf_id_map_slot(map, ids[rank]);

		start[rank + 1] = start[rank] + (slot->number - announced);
		slot->number = (uint32_t)rank + 1;
	}
}
