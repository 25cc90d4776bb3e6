/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In two stages, because scattering into as many places as there are users
   would miss the cache at every rating: first into blocks of neighbouring
   users, then within each block, which fits the cache. */
#include "core/sort_rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/halves.h"

#define BLOCK_RATINGS 32768 /* of an average block, at most */
#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)

struct keyed {
	uint64_t key; /* user within the block, then item */
	double value;
};

struct blocks {
	unsigned shift; /* 2^shift users make a block */
	size_t count;
	size_t *start;  /* count + 1: the first rating of each */
};

/* Each half groups one part of the triples, then sorts half of the blocks. */
struct half {
	const struct dpmf_triples *part;
	const struct dpmf_id_map *users, *items;
	const struct blocks *blocks;
	struct dpmf_ratings *r;
	size_t *next;        /* where the next rating of each block goes */
	size_t from, to;     /* blocks */
	struct keyed *a, *b; /* places for the largest of them */
};

static size_t first_of_block(const struct dpmf_ratings *r, unsigned shift, size_t block)
{
	const size_t user = block << shift;

	return r->row[user < r->users ? user : r->users];
}

static enum dpmf_status no_memory(const struct dpmf_ratings *r, struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_FAILED, "no memory to sort %zu ratings: give fewer ratings or more memory", r->count);
}

/* Small beside the ratings, so that the two copies of a block are, too. */
static size_t average_block(size_t count)
{
	return count / 64 < BLOCK_RATINGS ? count / 64 + 1 : BLOCK_RATINGS;
}

static enum dpmf_status lay_out(const struct dpmf_ratings *r, struct blocks *blocks, struct dpmf_error *error)
{
	while (r->users >> blocks->shift > r->count / average_block(r->count) && r->users >> blocks->shift > 1)
		blocks->shift++;
	blocks->count = (r->users >> blocks->shift) + 1;
	blocks->start = malloc((blocks->count + 1) * sizeof *blocks->start);
	if (!blocks->start)
		return no_memory(r, error);
	for (size_t i = 0; i <= blocks->count; i++)
		blocks->start[i] = first_of_block(r, blocks->shift, i);
	return DPMF_OK;
}

static enum dpmf_status allocate_half(struct half *half, struct dpmf_error *error)
{
	const struct blocks *blocks = half->blocks;
	size_t largest = 1;

	for (size_t i = half->from; i < half->to; i++)
		if (blocks->start[i + 1] - blocks->start[i] > largest)
			largest = blocks->start[i + 1] - blocks->start[i];
	half->next = malloc(blocks->count * sizeof *half->next);
	half->a = malloc(largest * sizeof *half->a);
	half->b = malloc(largest * sizeof *half->b);
	if (!half->next || !half->a || !half->b)
		return no_memory(half->r, error);
	memcpy(half->next, blocks->start, blocks->count * sizeof *half->next);
	return DPMF_OK;
}

/* Part 1 comes behind part 0 within each block. */
static void pass_over(const struct half *before, struct half *half)
{
	for (size_t t = 0; half->part->count > 0 && t < before->part->count; t++)
		half->next[dpmf_id_map_find(half->users, before->part->triple[t].user) >> half->blocks->shift]++;
}

static void *group(void *argument)
{
	const struct half *half = argument;
	struct dpmf_ratings *r = half->r;

	for (size_t t = 0; t < half->part->count; t++) {
		const struct dpmf_triple *triple = &half->part->triple[t];
		const uint32_t user = dpmf_id_map_find(half->users, triple->user);
		const size_t at = half->next[user >> half->blocks->shift]++;

		r->user[at] = user;
		r->item[at] = dpmf_id_map_find(half->items, triple->item);
		r->value[at] = triple->rating;
	}
	return NULL;
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

static void sort_block(size_t block, const struct half *half)
{
	struct dpmf_ratings *r = half->r;
	const unsigned shift_of_user = half->blocks->shift;
	const size_t start = half->blocks->start[block], count = half->blocks->start[block + 1] - start;
	const unsigned item_bits = bits_of(r->items), bits = item_bits + shift_of_user;
	struct keyed *now = half->a, *then = half->b;

	for (size_t i = 0; i < count; i++) {
		const uint64_t user = r->user[start + i] - (block << shift_of_user);

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

static void *sort_blocks(void *argument)
{
	const struct half *half = argument;

	for (size_t i = half->from; i < half->to; i++)
		sort_block(i, half);
	return NULL;
}

static enum dpmf_status sort_in_halves(struct half half[2], struct dpmf_error *error)
{
	enum dpmf_status status = allocate_half(&half[0], error);

	if (!status)
		status = allocate_half(&half[1], error);
	if (!status) {
		pass_over(&half[0], &half[1]);
		dpmf_halves(group, &half[0], &half[1], half[0].r->count);
		dpmf_halves(sort_blocks, &half[0], &half[1], half[0].r->count);
	}
	for (int i = 0; i < 2; i++) {
		free(half[i].next);
		free(half[i].a);
		free(half[i].b);
	}
	return status;
}

enum dpmf_status dpmf_sort_rows(const struct dpmf_triples part[2], const struct dpmf_id_map *users,
                                const struct dpmf_id_map *items, struct dpmf_ratings *r, struct dpmf_error *error)
{
	struct blocks blocks = { .shift = 0 };
	enum dpmf_status status = lay_out(r, &blocks, error);

	if (!status) {
		const size_t cut = dpmf_halves_cut(blocks.start, blocks.count);
		struct half half[2] = {
			{ .part = &part[0], .users = users, .items = items, .blocks = &blocks, .r = r, .from = 0, .to = cut },
			{ .part = &part[1], .users = users, .items = items, .blocks = &blocks, .r = r, .from = cut, .to = blocks.count },
		};

		status = sort_in_halves(half, error);
	}
	free(blocks.start);
	return status;
}
