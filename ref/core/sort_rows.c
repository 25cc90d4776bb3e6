/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In two stages, because scattering into as many places as there are users
   would miss the cache at every rating: first into blocks of neighbouring
   users, then within each block, which fits the cache. */
#include "core/sort_rows.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_RATINGS 32768 /* of an average block */
#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)

struct keyed {
	uint64_t key; /* user within the block, then item */
	double value;
};

struct blocks {
	unsigned shift;        /* 2^shift users make a block */
	size_t count, largest; /* blocks; ratings of the largest */
	size_t *start;         /* count + 1: the first rating of each */
	size_t *next;          /* where the next rating of each goes */
	struct keyed *a, *b;   /* `largest` places each */
};

static size_t first_of_block(const struct dpmf_ratings *r, unsigned shift, size_t block)
{
	const size_t user = block << shift;

	return r->row[user < r->users ? user : r->users];
}

static enum dpmf_status lay_out(const struct dpmf_ratings *r, struct blocks *blocks, struct dpmf_error *error)
{
	while (r->users >> blocks->shift > r->count / BLOCK_RATINGS && r->users >> blocks->shift > 1)
		blocks->shift++;
	blocks->count = (r->users >> blocks->shift) + 1;
	blocks->start = malloc((blocks->count + 1) * sizeof *blocks->start);
	blocks->next = malloc(blocks->count * sizeof *blocks->next);
	for (size_t i = 0; i <= blocks->count && blocks->start && blocks->next; i++) {
		blocks->start[i] = first_of_block(r, blocks->shift, i);
		if (i > 0 && blocks->start[i] - blocks->start[i - 1] > blocks->largest)
			blocks->largest = blocks->start[i] - blocks->start[i - 1];
	}
	blocks->a = malloc((blocks->largest + 1) * sizeof *blocks->a);
	blocks->b = malloc((blocks->largest + 1) * sizeof *blocks->b);
	if (!blocks->start || !blocks->next || !blocks->a || !blocks->b)
		return dpmf_fail(error, DPMF_FAILED, "no memory to sort %zu ratings: give fewer ratings or more memory", r->count);
	memcpy(blocks->next, blocks->start, blocks->count * sizeof *blocks->next);
	return DPMF_OK;
}

static void group(const struct dpmf_triples *triples, const struct dpmf_id_map *users, const struct dpmf_id_map *items,
                  struct blocks *blocks, struct dpmf_ratings *r)
{
	for (size_t t = 0; t < triples->count; t++) {
		const struct dpmf_triple *triple = &triples->triple[t];
		const uint32_t user = dpmf_id_map_find(users, triple->user);
		const size_t at = blocks->next[user >> blocks->shift]++;

		r->user[at] = user;
		r->item[at] = dpmf_id_map_find(items, triple->item);
		r->value[at] = triple->rating;
	}
}

static void sort_by_digit(const struct keyed *from, size_t count, unsigned shift, struct keyed *to)
{
	size_t next[DIGITS + 1] = { 0 };

	for (size_t i = 0; i < count; i++)
		next[(from[i].key >> shift) % DIGITS + 1]++;
	for (size_t d = 0; d < DIGITS; d++)
		next[d + 1] += next[d];
	for (size_t i = 0; i < count; i++)
		to[next[(from[i].key >> shift) % DIGITS]++] = from[i];
}

static unsigned bits_of(size_t items)
{
	unsigned bits = 0;

	while (items >> bits)
		bits++;
	return bits;
}

static void sort_block(size_t block, const struct blocks *blocks, struct dpmf_ratings *r)
{
	const size_t start = blocks->start[block], count = blocks->start[block + 1] - start;
	const unsigned item_bits = bits_of(r->items), bits = item_bits + blocks->shift;
	struct keyed *now = blocks->a, *then = blocks->b;

	for (size_t i = 0; i < count; i++) {
		const uint64_t user = r->user[start + i] - (block << blocks->shift);

		now[i] = (struct keyed){ user << item_bits | r->item[start + i], r->value[start + i] };
	}
	for (unsigned shift = 0; shift < bits; shift += DIGIT_BITS) {
		struct keyed *sorted = then;

		sort_by_digit(now, count, shift, sorted);
		then = now;
		now = sorted;
	}
	for (size_t i = 0; i < count; i++) {
		r->item[start + i] = (uint32_t)(now[i].key & ((UINT64_C(1) << item_bits) - 1));
		r->value[start + i] = now[i].value;
	}
}

enum dpmf_status dpmf_sort_rows(const struct dpmf_triples part[2], const struct dpmf_id_map *users,
                                const struct dpmf_id_map *items, struct dpmf_ratings *r, struct dpmf_error *error)
{
	struct blocks blocks = { .shift = 0 };
	const enum dpmf_status status = lay_out(r, &blocks, error);

	if (!status) {
		group(&part[0], users, items, &blocks, r);
		group(&part[1], users, items, &blocks, r);
		for (size_t i = 0; i < blocks.count; i++)
			sort_block(i, &blocks, r);
	}
	free(blocks.start);
	free(blocks.next);
	free(blocks.a);
	free(blocks.b);
	return status;
}
