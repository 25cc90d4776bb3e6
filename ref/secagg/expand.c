/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/expand.h"

#include <endian.h>
#include <sodium.h>
#include <string.h>

#include "secagg/masks.h"

enum { PIECE = 2048 }; /* coordinates at a time: what is made of them stays in the first cache */

static void key_stream(const unsigned char key[32], uint64_t block, void *bytes, size_t length)
{
	static const unsigned char nonce[crypto_stream_chacha20_NONCEBYTES];

	memset(bytes, 0, length);
	crypto_stream_chacha20_xor_ic(bytes, bytes, length, nonce, block, key);
}

static void piece32(const unsigned char key[32], size_t from, size_t n, uint64_t low, uint64_t *mask)
{
	uint32_t word[PIECE];

	key_stream(key, from / 16, word, n * sizeof *word);
	for (size_t i = 0; i < n && htole32(1) != 1; i++)
		word[i] = le32toh(word[i]);
	dpmf_masks_take32(word, n, low, mask);
}

static void piece64(const unsigned char key[32], size_t from, size_t n, uint64_t low, uint64_t *mask)
{
	key_stream(key, from / 8, mask, n * sizeof *mask);
	for (size_t i = 0; i < n && htole64(1) != 1; i++)
		mask[i] = le64toh(mask[i]);
	dpmf_masks_take64(mask, n, low);
}

void dpmf_masks_expand(const unsigned char key[32], unsigned bits, bool away, uint64_t *y, size_t n)
{
	const uint64_t modulus = UINT64_C(1) << bits;
	uint64_t mask[PIECE];

	for (size_t from = 0; from < n; from += PIECE) {
		const size_t count = n - from < PIECE ? n - from : PIECE;

		(bits <= 32 ? piece32 : piece64)(key, from, count, modulus - 1, mask);
		(away ? dpmf_masks_subtract : dpmf_masks_add)(y + from, mask, count, modulus);
	}
}
