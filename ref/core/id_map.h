/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ids of a file, counted as they come, then ranked in ascending order. A plain
   table, indexed by id, where the ids are dense; else an open hash table. Whoever
   writes the file chooses the ids, so the hash (SipHash) has a random key of its
   own for every table: nobody can choose ids that fall into one place. Nothing
   that leaves the table depends on the key: ids leave it sorted. */
#ifndef DPMF_CORE_ID_MAP_H
#define DPMF_CORE_ID_MAP_H
#include <sodium/crypto_shorthash.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "core/status.h"

struct dpmf_id_slot {
	uint32_t id;
	uint32_t number; /* times seen; after ranking 1 + rank; 0: the slot is free */
};

struct dpmf_id_map {
	struct dpmf_id_slot *slot;
	size_t slots;        /* a power of two */
	bool hashed;         /* an id's place is its hash >> shift, else the id itself; or the next free one */
	unsigned shift;
	unsigned char key[crypto_shorthash_KEYBYTES];
	size_t count, most;  /* ids in the table; it is widened when they are more */
};

/* For `count` ids, of which none exceeds `largest`. */
enum dpmf_status dpmf_id_map_start(struct dpmf_id_map *map, size_t count, uint32_t largest, struct dpmf_error *error);
void dpmf_id_map_free(struct dpmf_id_map *map);
enum dpmf_status dpmf_id_map_widen(struct dpmf_id_map *map, struct dpmf_error *error);
/* Writes the `count` ids, ascending, and where the run of each begins when
   things are laid out by id; start has count + 1 places. Of what was counted of
   each id, `announced` are no things: a catalogue was counted beforehand. */
void dpmf_id_map_rank(struct dpmf_id_map *map, uint32_t announced, uint32_t *ids, size_t *start);

static inline size_t dpmf_id_map_place(const struct dpmf_id_map *map, uint32_t id)
{
	unsigned char bytes[sizeof id], hash[crypto_shorthash_BYTES];
	uint64_t place;

	if (!map->hashed)
		return id;
	memcpy(bytes, &id, sizeof bytes);
	crypto_shorthash(hash, bytes, sizeof bytes, map->key);
	memcpy(&place, hash, sizeof place);
	return (size_t)(place >> map->shift);
}

/* The slot of an id, or the free one where it belongs. */
static inline struct dpmf_id_slot *dpmf_id_map_slot(const struct dpmf_id_map *map, uint32_t id)
{
	size_t at = dpmf_id_map_place(map, id);

	while (map->slot[at].number && map->slot[at].id != id)
		at = (at + 1) & (map->slots - 1);
	return map->slot + at;
}

static inline enum dpmf_status dpmf_id_map_count(struct dpmf_id_map *map, uint32_t id, struct dpmf_error *error)
{
	struct dpmf_id_slot *slot = dpmf_id_map_slot(map, id);

	slot->id = id;
	if (slot->number++ > 0 || ++map->count <= map->most)
		return DPMF_OK;
	return dpmf_id_map_widen(map, error);
}

/* Of an id that was counted, after dpmf_id_map_rank. */
static inline uint32_t dpmf_id_map_find(const struct dpmf_id_map *map, uint32_t id)
{
	return dpmf_id_map_slot(map, id)->number - 1;
}

#endif
