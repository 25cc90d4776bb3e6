/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ids of a file, counted as they come, then ranked in ascending order. An open
   hash table: ids may be sparse. */
#ifndef DPMF_CORE_ID_MAP_H
#define DPMF_CORE_ID_MAP_H
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"

struct dpmf_id_slot {
	uint32_t id;
	uint32_t number; /* times seen; after ranking 1 + rank; 0: the slot is free */
};

struct dpmf_id_map {
	struct dpmf_id_slot *slot; /* 2^bits of them, at most half in use */
	unsigned bits;
	size_t count;
};

enum dpmf_status dpmf_id_map_start(struct dpmf_id_map *map, struct dpmf_error *error);
void dpmf_id_map_free(struct dpmf_id_map *map);
enum dpmf_status dpmf_id_map_widen(struct dpmf_id_map *map, struct dpmf_error *error);
/* Writes the `count` ids, ascending, and where the run of each begins when
   things are laid out by id; start has count + 1 places. */
void dpmf_id_map_rank(struct dpmf_id_map *map, uint32_t *ids, size_t *start);

/* The slot of an id, or the free one where it belongs. */
static inline struct dpmf_id_slot *dpmf_id_map_slot(const struct dpmf_id_map *map, uint32_t id)
{
	size_t at = (uint32_t)(id * UINT32_C(2654435769)) >> (32 - map->bits);

	while (map->slot[at].number && map->slot[at].id != id)
		at = (at + 1) & (((size_t)1 << map->bits) - 1);
	return map->slot + at;
}

static inline enum dpmf_status dpmf_id_map_count(struct dpmf_id_map *map, uint32_t id, struct dpmf_error *error)
{
	struct dpmf_id_slot *slot = dpmf_id_map_slot(map, id);

	slot->id = id;
	if (slot->number++ > 0 || 2 * ++map->count <= (size_t)1 << map->bits)
		return DPMF_OK;
	return dpmf_id_map_widen(map, error);
}

/* Of an id that was counted, after dpmf_id_map_rank. */
static inline uint32_t dpmf_id_map_find(const struct dpmf_id_map *map, uint32_t id)
{
	return dpmf_id_map_slot(map, id)->number - 1;
}

#endif
