/* SPDX-License-Identifier: 0BSD */
/* dppop: what a row adds to the counts, and which items are contributed and released. */
#include "algorithms.h"

RUN(dppop_count)
{
	int64_t item[MOST], count[MOST];
	const size_t n = in_i64s(t, "item", item), items = in_i64s(t, "count", count);

	for (size_t j = 0; j < items && !t->malformed; j++)
		t->refused |= count[j] < 0 || count[j] > INT64_C(1) << 62;
	for (size_t a = 0; a < n && !t->malformed; a++)
		t->refused |= item[a] < 0 || item[a] >= (int64_t)items || (a > 0 && item[a] <= item[a - 1]);
	if (t->malformed || t->refused)
		return;
	for (size_t a = 0; a < n; a++)
		count[item[a]]++;
	out_i64s(t, "count", count, items);
}

struct release {
	unsigned char coins[32];
	size_t length, count;
	int64_t users, items, most, user[MOST], item[MOST], noise[MOST], contributed[MOST];
	uint64_t hash[MOST];
};

static bool release_refused(const struct release *r)
{
	return r->length != 32 || r->users < 1 || r->users > 8 || r->items < 1 || r->items > 8 || r->most < 1 || r->most > 1000000 ||
	       pairs_refused(r->user, r->item, r->count, (size_t)r->users, (size_t)r->items);
}

/* Steps 1 to 3. */
static void choose(struct release *r)
{
	unsigned char child[32];

	derive(r->coins, "contributed", child);
	for (size_t a = 0; a < r->count; a++)
		r->hash[a] = stream_word(child, (uint64_t)r->user[a], (uint64_t)r->item[a], 0, 0);
	for (size_t a = 0; a < r->count; a++) {
		int64_t before = 0;

		for (size_t b = 0; b < r->count; b++)
			before += r->user[b] == r->user[a] && r->hash[b] < r->hash[a];
		r->contributed[a] = before < r->most;
		r->noise[r->item[a]] += r->contributed[a];
	}
}

RUN(dppop_release)
{
	struct release r;

	r.length = in_bytes(t, "coins", r.coins, 32);
	r.users = in_i64(t, "users");
	r.items = in_i64(t, "items");
	r.count = in_i64s(t, "user", r.user);
	t->malformed |= in_i64s(t, "item", r.item) != r.count;
	r.most = in_i64(t, "most");
	t->malformed |= (int64_t)in_i64s(t, "noise", r.noise) != r.items;
	t->refused = !t->malformed && release_refused(&r);
	if (t->malformed || t->refused)
		return;
	choose(&r);
	out_i64s(t, "contributed", r.contributed, r.count);
	out_i64s(t, "released", r.noise, (size_t)r.items);
}
