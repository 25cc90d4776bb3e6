/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cipher.h"
#include "oracle.h"
#include "tape.h"
#include "vectors/format/number.h"

enum { USERS = 3, ITEMS = 5, PAIRS = USERS * ITEMS, MOST = 8 };

static void count(struct book *b, const char *flags, const char *comment, const int64_t *item, size_t n, const int64_t *before)
{
	int64_t after[ITEMS];

	for (size_t j = 0; j < ITEMS - 1; j++) {
		after[j] = before[j];
		for (size_t a = 0; a < n; a++)
			after[j] += item[a] == (int64_t)j;
	}
	book_test(b, flags, "%s", comment);
	book_in(b, "item", book_i64s(item, n));
	book_in(b, "count", book_i64s(before, ITEMS - 1));
	book_out(b, "count", "exact", book_i64s(after, ITEMS - 1));
}

static void count_refused(struct book *b, const char *comment, const int64_t *item, size_t n, const int64_t *before)
{
	book_refused(b, comment);
	book_in(b, "item", book_i64s(item, n));
	book_in(b, "count", book_i64s(before, ITEMS - 1));
}

#define LIST(...) ((const int64_t[]){ __VA_ARGS__ })

ORACLE(dppop_count)
{
	const int64_t most = INT64_C(1) << 62;

	book_open(b, "dppop_count");
	book_group(b, "rows", "One row each, four items.");
	count(b, "Ordinary", "two items of four", LIST(1, 3), 2, LIST(5, 0, 12, 7));
	count(b, "Ordinary", "all items", LIST(0, 1, 2, 3), 4, LIST(0, 0, 0, 0));
	count(b, "Ordinary", "the first item alone", LIST(0), 1, LIST(3, 4, 5, 6));
	count(b, "Ordinary", "the last item alone", LIST(3), 1, LIST(3, 4, 5, 6));
	count(b, "Empty", "no item", LIST(0), 0, LIST(9, 8, 7, 6));
	count(b, "Boundary", "2^62 others", LIST(2), 1, LIST(0, most, most, 1));
	book_group(b, "refused", "What an implementation must refuse.");
	count_refused(b, "there is no item 4", LIST(1, 4), 2, LIST(0, 0, 0, 0));
	count_refused(b, "an item twice", LIST(1, 1), 2, LIST(0, 0, 0, 0));
	count_refused(b, "a count below 0", LIST(1), 1, LIST(0, 0, 0, -1));
}

struct release {
	unsigned char coins[32];
	size_t length, users, items, count, user[PAIRS], item[PAIRS];
	uint64_t most;
	int64_t noise[MOST + 1];
};

static uint64_t hash_of(const struct release *r, size_t a)
{
	static const char name[] = "contributed";
	const uint64_t place[3] = { r->user[a], r->item[a], 0 };
	unsigned char child[32];

	cipher_blake2b_256(r->coins, 32, (const unsigned char *)name, sizeof name - 1, child);
	return cipher_stream_word(child, place, 0);
}

/* Whether fewer than `most` of the user's pairs come before it. */
static bool is_contributed(const struct release *r, size_t a)
{
	uint64_t before = 0;

	for (size_t b = 0; b < r->count; b++)
		before += r->user[b] == r->user[a] && hash_of(r, b) < hash_of(r, a);
	return before < r->most;
}

static void put_inputs(struct book *b, const struct release *r)
{
	book_in(b, "coins", number_bytes(r->coins, r->length));
	book_in_u64(b, "users", r->users);
	book_in_u64(b, "items", r->items);
	book_in_sizes(b, "user", r->user, r->count);
	book_in_sizes(b, "item", r->item, r->count);
	book_in_u64(b, "most", r->most);
	book_in(b, "noise", book_i64s(r->noise, r->items));
}

static void release(struct book *b, const char *flags, const char *comment, const struct release *r)
{
	int64_t contributed[PAIRS], released[MOST + 1];

	memcpy(released, r->noise, sizeof released);
	for (size_t a = 0; a < r->count; a++) {
		contributed[a] = is_contributed(r, a);
		released[r->item[a]] += contributed[a];
	}
	book_test(b, flags, "%s", comment);
	put_inputs(b, r);
	book_out(b, "contributed", "exact", book_i64s(contributed, r->count));
	book_out(b, "released", "exact", book_i64s(released, r->items));
}

static void release_refused(struct book *b, const char *comment, const struct release *r)
{
	book_refused(b, comment);
	put_inputs(b, r);
}

/* All pairs of all users. */
static void all_pairs(uint64_t number, struct release *r)
{
	uint64_t word[4];

	memset(r, 0, sizeof *r);
	tape_words("dppop_release", number, word, 4);
	memcpy(r->coins, word, 32);
	r->length = 32;
	r->users = USERS;
	r->items = ITEMS;
	r->most = 2;
	for (size_t a = 0; a < PAIRS; a++) {
		r->user[a] = a / ITEMS;
		r->item[a] = a % ITEMS;
	}
	r->count = PAIRS;
	for (size_t j = 0; j < ITEMS; j++)
		r->noise[j] = (int64_t)(j * 37 % 11) - 5;
}

ORACLE(dppop_release)
{
	struct release r;

	book_open(b, "dppop_release");
	book_group(b, "releases", "Three users and five items.");
	for (uint64_t most = 1; most <= 4; most++) {
		all_pairs(most, &r);
		r.most = most;
		release(b, "Ordinary", "everybody has everything", &r);
	}
	all_pairs(5, &r);
	r.most = 5;
	release(b, "Inside", "as many as may be contributed", &r);
	r.most = 1000000;
	release(b, "Inside", "a cap that caps nobody", &r);
	all_pairs(6, &r);
	r.count = 4;
	r.most = 3;
	release(b, "Sparse", "user 0 has four items, the others none", &r);
	r.count = 0;
	release(b, "Sparse", "nobody has anything: the noise alone", &r);
	book_group(b, "refused", "What an implementation must refuse.");
	all_pairs(7, &r);
	r.most = 0;
	release_refused(b, "most 0", &r);
	all_pairs(7, &r);
	r.length = 31;
	release_refused(b, "31 bytes of coins", &r);
	r.length = 32;
	r.item[3] = 5;
	release_refused(b, "there is no item 5", &r);
	r.item[3] = 0;
	release_refused(b, "the same pair twice", &r);
	book_group(b, "sizes", "The smallest and the largest releases.");
	all_pairs(8, &r);
	r.users = r.items = r.count = r.most = 1;
	release(b, "Inside", "one user, one item", &r);
	all_pairs(9, &r);
	r.users = r.items = MOST;
	for (size_t a = 0; a < PAIRS; a++) {
		r.user[a] = (MOST - 1) * (a % 2);
		r.item[a] = a / 2;
	}
	for (size_t j = ITEMS; j < MOST; j++)
		r.noise[j] = -(INT64_C(1) << 40) * (int64_t)(j % 2);
	r.most = 3;
	release(b, "Ordinary", "eight users, eight items, two users have something", &r);
	r.items = MOST + 1;
	release_refused(b, "nine items", &r);
}
