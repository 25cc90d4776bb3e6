/* SPDX-License-Identifier: 0BSD */
/* key_of_seed, key_derive, stream_words: BLAKE2b (RFC 7693) and XChaCha20. */
#include <string.h>

#include "algorithms.h"

#define ROTATE64(x, n) ((x) >> (n) | (x) << (64 - (n)))
#define ROTATE32(x, n) ((x) << (n) | (x) >> (32 - (n)))

static const uint64_t iv[8] = { 0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179 };
static const char sigma[12][17] = { "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
	"2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0", "0123456789abcdef",
	"ea489fd61c02b753" };

static uint64_t load(const unsigned char *p, int bytes)
{
	uint64_t x = 0;

	while (bytes-- > 0)
		x = x << 8 | p[bytes];
	return x;
}

static void store(uint64_t x, unsigned char *p, int bytes)
{
	for (int i = 0; i < bytes; i++)
		p[i] = (unsigned char)(x >> 8 * i);
}

static int nibble(char c)
{
	return c <= '9' ? c - '0' : c - 'a' + 10;
}

static void mix(uint64_t v[16], const int at[4], uint64_t x, uint64_t y)
{
	uint64_t *a = &v[at[0]], *b = &v[at[1]], *c = &v[at[2]], *d = &v[at[3]];

	*a += *b + x;
	*d = ROTATE64(*d ^ *a, 32);
	*c += *d;
	*b = ROTATE64(*b ^ *c, 24);
	*a += *b + y;
	*d = ROTATE64(*d ^ *a, 16);
	*c += *d;
	*b = ROTATE64(*b ^ *c, 63);
}

static void compress(uint64_t h[8], const unsigned char block[128], uint64_t count, bool last)
{
	static const int place[8][4] = { { 0, 4, 8, 12 }, { 1, 5, 9, 13 }, { 2, 6, 10, 14 }, { 3, 7, 11, 15 },
		{ 0, 5, 10, 15 }, { 1, 6, 11, 12 }, { 2, 7, 8, 13 }, { 3, 4, 9, 14 } };
	uint64_t v[16];

	for (int i = 0; i < 8; i++) {
		v[i] = h[i];
		v[i + 8] = iv[i];
	}
	v[12] ^= count;
	v[14] ^= last ? UINT64_MAX : 0;
	for (int round = 0; round < 12; round++)
		for (int i = 0; i < 8; i++)
			mix(v, place[i], load(block + 8 * nibble(sigma[round][2 * i]), 8), load(block + 8 * nibble(sigma[round][2 * i + 1]), 8));
	for (int i = 0; i < 8; i++)
		h[i] ^= v[i] ^ v[i + 8];
}

/* BLAKE2b-256 of `text` keyed with `key`. */
static void keyed_hash(const unsigned char *key, size_t keys, const unsigned char *text, size_t n, unsigned char out[32])
{
	unsigned char block[128] = { 0 };
	uint64_t h[8], count = 128;

	memcpy(h, iv, sizeof h);
	h[0] ^= UINT64_C(0x01010020) ^ (uint64_t)keys << 8;
	memcpy(block, key, keys);
	while (n > 0) {
		const size_t part = n < 128 ? n : 128;
		compress(h, block, count, false);
		memset(block, 0, sizeof block);
		memcpy(block, text, part);
		count += part;
		text += part;
		n -= part;
	}
	compress(h, block, count, true);
	for (int i = 0; i < 4; i++)
		store(h[i], out + 8 * i, 8);
}

static void quarter(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
	*a += *b;
	*d = ROTATE32(*d ^ *a, 16);
	*c += *d;
	*b = ROTATE32(*b ^ *c, 12);
	*a += *b;
	*d = ROTATE32(*d ^ *a, 8);
	*c += *d;
	*b = ROTATE32(*b ^ *c, 7);
}

static void permute(uint32_t x[16])
{
	for (int round = 0; round < 20; round++)
		for (int i = 0; i < 4; i++) {
			const int by = round % 2; /* columns, then diagonals */
			quarter(&x[i], &x[4 + (i + by) % 4], &x[8 + (i + 2 * by) % 4], &x[12 + (i + 3 * by) % 4]);
		}
}

static void fill(uint32_t x[16], const unsigned char *key, const unsigned char *last)
{
	static const unsigned char constant[17] = "expand 32-byte k";

	for (int i = 0; i < 16; i++)
		x[i] = (uint32_t)load(i < 4 ? constant + 4 * i : i < 12 ? key + 4 * (i - 4) : last + 4 * (i - 12), 4);
}

void chacha20_block(const unsigned char key[32], const unsigned char last[16], unsigned char out[64])
{
	uint32_t x[16], start[16];

	fill(x, key, last);
	memcpy(start, x, sizeof x);
	permute(x);
	for (int i = 0; i < 16; i++)
		store(x[i] + start[i], out + 4 * i, 4);
}

static void xchacha_block(const unsigned char key[32], const unsigned char nonce[24], uint64_t number, unsigned char out[64])
{
	unsigned char sub[32], last[16];
	uint32_t x[16];

	fill(x, key, nonce);
	permute(x);
	for (int i = 0; i < 4; i++) {
		store(x[i], sub + 4 * i, 4);
		store(x[12 + i], sub + 16 + 4 * i, 4);
	}
	store(number, last, 8);
	memcpy(last + 8, nonce + 16, 8);
	chacha20_block(sub, last, out);
}

RUN(key_of_seed)
{
	unsigned char seed[8], key[32];

	store(in_u64(t, "seed"), seed, 8);
	keyed_hash((const unsigned char *)"dpmf seed", 9, seed, 8, key);
	out_bytes(t, "key", key, 32);
}

void derive(const unsigned char parent[32], const char *name, unsigned char child[32])
{
	keyed_hash(parent, 32, (const unsigned char *)name, strlen(name), child);
}

RUN(key_derive)
{
	unsigned char parent[32], child[32];
	const char *name = json_text(json_member(t->inputs, "name"));

	t->malformed |= in_bytes(t, "parent", parent, 32) != 32;
	if (t->malformed)
		return;
	derive(parent, name, child);
	out_bytes(t, "child", child, 32);
}

uint64_t stream_word(const unsigned char key[32], uint64_t user, uint64_t item, uint64_t round, uint64_t number)
{
	unsigned char nonce[24], block[64];

	store(user, nonce, 8);
	store(item, nonce + 8, 8);
	store(round, nonce + 16, 8);
	xchacha_block(key, nonce, number / 8, block);
	return load(block + 8 * (number % 8), 8);
}

RUN(stream_words)
{
	unsigned char key[32];
	uint64_t word[MOST];
	const uint64_t from = in_u64(t, "from"), count = in_u64(t, "count"), user = in_u64(t, "user"), item = in_u64(t, "item"),
		round = in_u64(t, "round");

	t->malformed |= in_bytes(t, "key", key, 32) != 32 || count > MOST;
	if (t->malformed)
		return;
	for (uint64_t i = 0; i < count; i++)
		word[i] = stream_word(key, user, item, round, from + i);
	out_u64s(t, "word", word, count);
}
