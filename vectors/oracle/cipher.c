/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cipher.h"

#include <string.h>

static const uint64_t blake_start[8] = {
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

static const unsigned char blake_order[10][16] = {
	{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }, { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
	{ 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 }, { 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
	{ 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 }, { 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
	{ 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 }, { 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
	{ 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 }, { 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 },
};

static uint64_t right64(uint64_t x, int by)
{
	return x >> by | x << (64 - by);
}

static void blake_mix(uint64_t *v, size_t a, size_t b, size_t c, size_t d, uint64_t x, uint64_t y)
{
	v[a] += v[b] + x;
	v[d] = right64(v[d] ^ v[a], 32);
	v[c] += v[d];
	v[b] = right64(v[b] ^ v[c], 24);
	v[a] += v[b] + y;
	v[d] = right64(v[d] ^ v[a], 16);
	v[c] += v[d];
	v[b] = right64(v[b] ^ v[c], 63);
}

static void blake_block(uint64_t h[8], const unsigned char block[128], uint64_t count, int last)
{
	uint64_t v[16], m[16];

	memcpy(v, h, 64);
	memcpy(v + 8, blake_start, 64);
	v[12] ^= count;
	if (last)
		v[14] = ~v[14];
	for (size_t i = 0; i < 16; i++) {
		m[i] = 0;
		for (size_t j = 8; j-- > 0;)
			m[i] = m[i] << 8 | block[8 * i + j];
	}
	for (size_t round = 0; round < 12; round++) {
		const unsigned char *s = blake_order[round % 10];
		for (size_t i = 0; i < 4; i++)
			blake_mix(v, i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
		for (size_t i = 0; i < 4; i++)
			blake_mix(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
	}
	for (size_t i = 0; i < 8; i++)
		h[i] ^= v[i] ^ v[i + 8];
}

void cipher_blake2b_256(const unsigned char *key, size_t key_length, const unsigned char *text, size_t length,
                        unsigned char result[32])
{
	const size_t ahead = key_length > 0 ? 128 : 0; /* the key fills a block of its own */
	unsigned char block[128];
	uint64_t h[8];
	size_t done = 0;

	memcpy(h, blake_start, sizeof h);
	h[0] ^= 0x01010000 ^ key_length << 8 ^ 32;
	do {
		const size_t end = done + 128 < ahead + length ? done + 128 : ahead + length;
		memset(block, 0, sizeof block);
		if (done < ahead)
			memcpy(block, key, key_length);
		else
			memcpy(block, text + (done - ahead), end - done);
		done += 128;
		blake_block(h, block, end, end == ahead + length);
	} while (done < ahead + length);
	for (size_t i = 0; i < 32; i++)
		result[i] = (unsigned char)(h[i / 8] >> 8 * (i % 8));
}

static uint32_t load32(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void store32(uint32_t x, unsigned char *bytes)
{
	for (int i = 0; i < 4; i++)
		bytes[i] = (unsigned char)(x >> 8 * i);
}

static uint32_t left32(uint32_t x, int by)
{
	return x << by | x >> (32 - by);
}

static void quarter(uint32_t *x, size_t a, size_t b, size_t c, size_t d)
{
	x[a] += x[b];
	x[d] = left32(x[d] ^ x[a], 16);
	x[c] += x[d];
	x[b] = left32(x[b] ^ x[c], 12);
	x[a] += x[b];
	x[d] = left32(x[d] ^ x[a], 8);
	x[c] += x[d];
	x[b] = left32(x[b] ^ x[c], 7);
}

static void twenty_rounds(uint32_t x[16])
{
	for (int i = 0; i < 10; i++) {
		for (size_t j = 0; j < 4; j++)
			quarter(x, j, j + 4, j + 8, j + 12);
		for (size_t j = 0; j < 4; j++)
			quarter(x, j, (j + 1) % 4 + 4, (j + 2) % 4 + 8, (j + 3) % 4 + 12);
	}
}

static void state(uint32_t x[16], const unsigned char key[32], const unsigned char last[16])
{
	static const unsigned char text[] = "expand 32-byte k";

	for (size_t i = 0; i < 4; i++)
		x[i] = load32(text + 4 * i);
	for (size_t i = 0; i < 8; i++)
		x[4 + i] = load32(key + 4 * i);
	for (size_t i = 0; i < 4; i++)
		x[12 + i] = load32(last + 4 * i);
}

void cipher_xchacha20_block(const unsigned char key[32], const unsigned char nonce[24], uint64_t block,
                            unsigned char result[64])
{
	unsigned char sub_key[32], last[16];
	uint32_t x[16], before[16];

	state(x, key, nonce);
	twenty_rounds(x);
	for (size_t i = 0; i < 4; i++) {
		store32(x[i], sub_key + 4 * i);
		store32(x[12 + i], sub_key + 16 + 4 * i);
	}
	store32((uint32_t)block, last);
	store32((uint32_t)(block >> 32), last + 4);
	memcpy(last + 8, nonce + 16, 8);
	state(x, sub_key, last);
	memcpy(before, x, sizeof x);
	twenty_rounds(x);
	for (size_t i = 0; i < 16; i++)
		store32(x[i] + before[i], result + 4 * i);
}

uint64_t cipher_stream_word(const unsigned char key[32], const uint64_t place[3], uint64_t number)
{
	unsigned char nonce[24], block[64];
	uint64_t word = 0;

	for (size_t i = 0; i < 24; i++)
		nonce[i] = (unsigned char)(place[i / 8] >> 8 * (i % 8));
	cipher_xchacha20_block(key, nonce, number / 8, block);
	for (size_t j = 8; j-- > 0;)
		word = word << 8 | block[8 * (number % 8) + j];
	return word;
}
