/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ids that were chosen against the table of ids: they are found as fast as random ones, and in the same order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/id_map.h"
#include "scale.h"

/* inv(2654435769) k mod 2^32: multiplied with 2654435769 they are 1, 2, 3, ... and their upper bits are 0. */
static uint32_t chosen(uint32_t k)
{
	return UINT32_C(340573321) * k;
}

static void count_all(struct dpmf_id_map *map, size_t count)
{
	assert_int_equal(dpmf_id_map_start(map, count, UINT32_MAX, NULL), DPMF_OK);
	for (size_t k = 1; k <= count; k++)
		assert_int_equal(dpmf_id_map_count(map, chosen((uint32_t)k), NULL), DPMF_OK);
}

/* How many slots are looked at for all ids together. */
static size_t looks(const struct dpmf_id_map *map, size_t count)
{
	size_t all = 0;

	for (size_t k = 1; k <= count; k++) {
		const uint32_t id = chosen((uint32_t)k);

		all += 1 + (((size_t)(dpmf_id_map_slot(map, id) - map->slot) - dpmf_id_map_place(map, id)) & (map->slots - 1));
	}
	return all;
}

static void chosen_ids_are_found_as_fast_as_random_ones(void **state)
{
	const size_t count = SCALED(200000, 20000);
	struct dpmf_id_map map;

	(void)state;
	assert_int_equal((uint32_t)(chosen(77) * UINT32_C(2654435769)), 77);
	count_all(&map, count);
	assert_true(map.hashed);
	assert_true(looks(&map, count) < 2 * count); /* 1.5 each, were the table half full with random ones */
	dpmf_id_map_free(&map);
}

static void two_keys_give_one_order(void **state)
{
	enum { COUNT = 3000 };
	static uint32_t ids[2][COUNT];
	static size_t start[2][COUNT + 1];
	struct dpmf_id_map map[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		count_all(&map[i], COUNT);
		dpmf_id_map_rank(&map[i], 0, ids[i], start[i]);
	}
	assert_memory_not_equal(map[0].key, map[1].key, sizeof map[0].key);
	assert_memory_equal(ids[0], ids[1], sizeof ids[0]);
	assert_memory_equal(start[0], start[1], sizeof start[0]);
	for (uint32_t k = 1; k <= COUNT; k++)
		assert_int_equal(dpmf_id_map_find(&map[0], chosen(k)), dpmf_id_map_find(&map[1], chosen(k)));
	dpmf_id_map_free(&map[0]);
	dpmf_id_map_free(&map[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chosen_ids_are_found_as_fast_as_random_ones),
		cmocka_unit_test(two_keys_give_one_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
