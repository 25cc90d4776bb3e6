/* SPDX-License-Identifier: 0BSD */
/* secagg_transcript from its coefficients, mask keys and signatures. */
#include <string.h>

#include "algorithms.h"

enum { USERS = 8, LENGTH = 8, LIMBS = 11, ROOM = 16384 };

static const uint64_t prime = 2147483647;

struct bytes {
	unsigned char b[ROOM];
	size_t n;
};

struct run {
	int64_t silent[MOST], vector[MOST];
	size_t users, length, used; /* used: signatures */
	uint64_t threshold, bits, most, authenticated;
	unsigned char session[16];
	struct bytes coefficients, keys, signatures;
	uint64_t masked[USERS][LENGTH], mask[USERS * (USERS + 1) / 2 * LENGTH];
	size_t masks;
};

static void put(struct bytes *to, const void *bytes, size_t n)
{
	if (n > ROOM - to->n)
		return;
	memcpy(to->b + to->n, bytes, n);
	to->n += n;
}

static void put_u32(struct bytes *to, uint64_t x)
{
	unsigned char b[4];

	for (int i = 0; i < 4; i++)
		b[i] = (unsigned char)(x >> 8 * i);
	put(to, b, 4);
}

static uint64_t load32(const unsigned char *b)
{
	return b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24;
}

/* Users count from 0 here, from 1 in messages. */
static bool to_step(const struct run *r, size_t user, int step)
{
	return r->silent[user] > step;
}

static size_t count(const struct run *r, int step)
{
	size_t n = 0;

	for (size_t u = 0; u < r->users; u++)
		n += to_step(r, u, step);
	return n;
}

static bool in_domain(const struct run *r)
{
	const uint64_t n = r->users;

	for (size_t i = 0; i < n * r->length; i++)
		if (r->vector[i] < 0 || (uint64_t)r->vector[i] > r->most)
			return false;
	return r->bits >= 8 && r->bits <= 63 && r->most <= ((UINT64_C(1) << r->bits) - 1) / n && r->threshold <= n &&
	       r->threshold >= (r->authenticated ? n / 2 + 1 : 2) && count(r, 4) >= r->threshold;
}

static void read_inputs(struct test *t, struct run *r)
{
	size_t n;

	r->threshold = in_u64(t, "threshold");
	r->bits = in_u64(t, "bits");
	r->most = in_u64(t, "most");
	r->authenticated = in_u64(t, "authenticated");
	r->users = in_i64s(t, "silent", r->silent);
	n = in_i64s(t, "vector", r->vector);
	t->malformed |= r->users < 1 || r->users > USERS || n == 0 || n % r->users != 0 || n / r->users > LENGTH;
	if (t->malformed)
		return;
	r->length = n / r->users;
	t->malformed |= in_bytes(t, "session", r->session, 16) != 16;
	r->coefficients.n = in_bytes(t, "coefficients", r->coefficients.b, ROOM);
	r->keys.n = in_bytes(t, "mask_keys", r->keys.b, ROOM);
	r->signatures.n = in_bytes(t, "signatures", r->signatures.b, ROOM);
}

/* Whether there is as much of everything as users and threshold ask for. */
static bool complete(const struct run *r)
{
	const size_t s = count(r, 1);

	return r->coefficients.n == s * 2 * LIMBS * 4 * r->threshold && r->keys.n == 32 * (s + s * (s - 1) / 2) &&
	       r->signatures.n == (r->authenticated ? 64 * (count(r, 2) + count(r, 4)) : 0);
}

/* By Horner's rule; `place` is the sender's among those that share. */
static void put_share(const struct run *r, size_t place, int which, size_t user, struct bytes *to)
{
	for (size_t l = 0; l < LIMBS; l++) {
		const unsigned char *c = r->coefficients.b + 4 * r->threshold * ((2 * place + (size_t)which) * LIMBS + l);
		uint64_t value = 0;

		for (size_t i = r->threshold; i > 0; i--)
			value = (value * (user + 1) + load32(c + 4 * (i - 1))) % prime;
		put_u32(to, value);
	}
}

static void share_all(struct test *t, const struct run *r)
{
	struct bytes share = { .n = 0 };
	size_t place = 0;

	for (size_t u = 0; u < r->users; u++) {
		if (!to_step(r, u, 1))
			continue;
		for (size_t v = 0; v < r->users; v++)
			for (int which = 0; to_step(r, v, 0) && which < 2; which++)
				put_share(r, place, which, v, &share);
		place++;
	}
	out_bytes(t, "share", share.b, share.n);
}

/* The next mask: to the earlier user's vector, and from the later one's, if there is one. */
static void apply(struct run *r, size_t early, size_t late)
{
	const uint64_t low = (UINT64_C(1) << r->bits) - 1;
	const size_t width = r->bits <= 32 ? 4 : 8;
	const unsigned char *key = r->keys.b + 32 * (r->masks / r->length);
	unsigned char last[16] = { 0 }, block[64];

	for (size_t i = 0; i < r->length; i++) {
		uint64_t word;

		last[0] = (unsigned char)(i * width / 64);
		chacha20_block(key, last, block);
		word = load32(block + i * width % 64);
		if (width == 8)
			word |= load32(block + i * width % 64 + 4) << 32;
		word &= low;
		r->mask[r->masks++] = word;
		r->masked[early][i] += word;
		if (late < r->users)
			r->masked[late][i] -= word;
	}
}

static void mask_all(struct test *t, struct run *r)
{
	for (size_t u = 0; u < r->users; u++) {
		for (size_t i = 0; i < r->length; i++)
			r->masked[u][i] = (uint64_t)r->vector[u * r->length + i];
		if (to_step(r, u, 1))
			apply(r, u, r->users);
	}
	for (size_t u = 0; u < r->users; u++)
		for (size_t v = u + 1; v < r->users; v++)
			if (to_step(r, u, 1) && to_step(r, v, 1))
				apply(r, u, v);
	out_u64s(t, "mask", r->mask, r->masks);
}

static void put_head(const struct run *r, uint64_t type, uint64_t from, uint64_t to, uint64_t entries, struct bytes *m)
{
	put(m, "DSA1", 4);
	put_u32(m, type);
	put_u32(m, from);
	put_u32(m, to);
	put(m, r->session, 16);
	put_u32(m, entries);
}

static void put_signature(struct run *r, struct bytes *m)
{
	if (r->authenticated)
		put(m, r->signatures.b + 64 * r->used++, 64);
}

static void upload(struct test *t, struct run *r)
{
	struct bytes m = { .n = 0 }, survivors = { .n = 0 };
	uint64_t sum[LENGTH] = { 0 };

	put_head(r, 6, 0, UINT32_MAX, count(r, 2), &survivors);
	for (size_t u = 0; u < r->users; u++) {
		unsigned char packed[8 * LENGTH] = { 0 };

		if (!to_step(r, u, 2))
			continue;
		for (size_t at = 0; at < r->length * r->bits; at++)
			packed[at / 8] = (unsigned char)(packed[at / 8] | (r->masked[u][at / r->bits] >> at % r->bits & 1) << at % 8);
		put_head(r, 5, u + 1, 0, r->length, &m);
		put(&m, packed, (r->length * r->bits + 7) / 8);
		put_signature(r, &m);
		put_u32(&survivors, u + 1);
		for (size_t i = 0; i < r->length; i++)
			sum[i] += (uint64_t)r->vector[u * r->length + i];
	}
	out_bytes(t, "masked", m.b, m.n);
	out_bytes(t, "survivors", survivors.b, survivors.n);
	out_u64s(t, "sum", sum, r->length);
}

static void unmask(struct test *t, struct run *r)
{
	struct bytes m = { .n = 0 };

	for (size_t u = 0; u < r->users; u++) {
		size_t place = 0;

		if (!to_step(r, u, 4))
			continue;
		put_head(r, 9, u + 1, 0, count(r, 1), &m);
		for (size_t v = 0; v < r->users; v++) {
			const bool stays = to_step(r, v, 2);

			if (!to_step(r, v, 1))
				continue;
			put_u32(&m, v + 1);
			put(&m, stays ? "\1" : "\2", 1);
			put_share(r, place++, stays, u, &m);
		}
		put_signature(r, &m);
	}
	out_bytes(t, "unmask", m.b, m.n);
}

RUN(secagg_transcript)
{
	struct run r = { .users = 0 };

	read_inputs(t, &r);
	if (t->malformed)
		return;
	t->refused = !in_domain(&r);
	t->malformed = !t->refused && !complete(&r);
	if (t->malformed || t->refused)
		return;
	share_all(t, &r);
	mask_all(t, &r);
	upload(t, &r);
	unmask(t, &r);
}
