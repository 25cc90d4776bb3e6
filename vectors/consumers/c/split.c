/* SPDX-License-Identifier: 0BSD */
/* Which ratings are held out for testing. */
#include "algorithms.h"

struct rows {
	int64_t user[MOST], item[MOST], held_out[MOST];
	size_t n;
};

static struct rows in_ratings(struct test *t)
{
	struct rows r = { .n = 0 };

	r.n = in_i64s(t, "user", r.user);
	t->malformed |= in_i64s(t, "item", r.item) != r.n;
	for (size_t a = 0; a < r.n; a++) {
		const bool behind = a == 0 || r.user[a] > r.user[a - 1] || (r.user[a] == r.user[a - 1] && r.item[a] > r.item[a - 1]);
		t->refused |= !behind || r.user[a] < 0 || r.item[a] < 0 || r.user[a] > INT64_C(1) << 31 || r.item[a] > INT64_C(1) << 31;
	}
	return r;
}

static uint64_t turned(uint64_t x, unsigned by)
{
	return x << by | x >> (64 - by);
}

static void sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[1] = turned(v[1], 13) ^ v[0];
	v[0] = turned(v[0], 32);
	v[2] += v[3];
	v[3] = turned(v[3], 16) ^ v[2];
	v[0] += v[3];
	v[3] = turned(v[3], 21) ^ v[0];
	v[2] += v[1];
	v[1] = turned(v[1], 17) ^ v[2];
	v[2] = turned(v[2], 32);
}

static uint64_t loaded(const unsigned char *bytes)
{
	uint64_t x = 0;

	for (size_t i = 0; i < 8; i++)
		x |= (uint64_t)bytes[i] << 8 * i;
	return x;
}

/* SipHash-2-4 of one word. */
static uint64_t siphash(const unsigned char key[16], uint64_t text)
{
	const uint64_t k0 = loaded(key), k1 = loaded(key + 8), m[2] = { text, UINT64_C(8) << 56 };
	uint64_t v[4] = { k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d), k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573) };

	for (size_t i = 0; i < 2; i++) {
		v[3] ^= m[i];
		sip_round(v);
		sip_round(v);
		v[0] ^= m[i];
	}
	v[2] ^= 0xff;
	for (size_t i = 0; i < 4; i++)
		sip_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

RUN(split_per_user)
{
	unsigned char key[32], child[32];
	const size_t length = in_bytes(t, "key", key, 32);
	const uint64_t per_user = in_u64(t, "per_user");
	struct rows r = in_ratings(t);
	uint64_t coin[MOST];

	t->refused |= length != 32;
	if (t->malformed || t->refused)
		return;
	derive(key, "split", child);
	for (size_t a = 0; a < r.n; a++)
		coin[a] = siphash(child, (uint64_t)r.user[a] | (uint64_t)r.item[a] << 32);
	for (size_t a = 0; a < r.n; a++) {
		uint64_t before = 0;
		for (size_t c = 0; c < r.n; c++)
			before += r.user[c] == r.user[a] && coin[c] % 2 == 1 && coin[c] < coin[a];
		r.held_out[a] = coin[a] % 2 == 1 && before < per_user;
	}
	out_i64s(t, "held_out", r.held_out, r.n);
}

RUN(leave_one_out)
{
	struct rows r = in_ratings(t);
	const struct list time = in_list(t, "time");
	int64_t line[MOST];

	t->malformed |= in_i64s(t, "line", line) != r.n || time.n != r.n;
	if (t->malformed)
		return;
	t->refused |= !finite_all(time.x, r.n);
	if (t->refused)
		return;
	for (size_t a = 0; a < r.n; a++) {
		r.held_out[a] = 1;
		for (size_t c = 0; c < r.n; c++)
			if (r.user[c] == r.user[a] && (time.x[c] > time.x[a] || (time.x[c] == time.x[a] && line[c] > line[a])))
				r.held_out[a] = 0;
	}
	out_i64s(t, "held_out", r.held_out, r.n);
}
