/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cipher.h"
#include "vectors/format/number.h"
#include "oracle.h"

static void store64(uint64_t x, unsigned char *bytes)
{
	for (int i = 0; i < 8; i++)
		bytes[i] = (unsigned char)(x >> 8 * i);
}

static void key_of_seed(uint64_t seed, unsigned char key[32])
{
	static const unsigned char domain[] = "dpmf seed";
	unsigned char bytes[8];

	store64(seed, bytes);
	cipher_blake2b_256(domain, sizeof domain - 1, bytes, sizeof bytes, key);
}

/* Another key of the hash, and a seed of 32 bits. */
static void put_other_keys(struct book *b, uint64_t seed)
{
	static const char *const names[] = { "", "dpmf-seed", "dpmf_seed", "dpmf", "seed" };
	unsigned char key[32], bytes[8];
	char said[96];

	store64(seed, bytes);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(said, sizeof said, "the name of the key is %s, not `dpmf seed`", names[i][0] == '\0' ? "empty" : names[i]);
		cipher_blake2b_256((const unsigned char *)names[i], strlen(names[i]), bytes, sizeof bytes, key);
		book_mistake(b, said, "key", "exact", number_bytes(key, sizeof key));
	}
	cipher_blake2b_256((const unsigned char *)"dpmf seed", 9, bytes, 4, key);
	book_mistake(b, "the seed has 32 bits", "key", "exact", number_bytes(key, sizeof key));
	cipher_blake2b_256(bytes, sizeof bytes, (const unsigned char *)"dpmf seed", 9, key);
	book_mistake(b, "key and message are exchanged", "key", "exact", number_bytes(key, sizeof key));
}

ORACLE(key_of_seed)
{
	static const uint64_t seeds[] = { 0, 1, 2, 7, 42, 255, 256, 65535, 1234567890123, UINT64_C(1) << 63, UINT64_MAX - 1,
		UINT64_MAX, 0x0102030405060708 };
	unsigned char key[32];

	book_open(b, "key_of_seed");
	book_group(b, "seeds", "Small seeds, edges, and one with eight different bytes.");
	for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
		book_test(b, seeds[i] == 0x0102030405060708 ? "ByteOrder" : "Ordinary", "seed %llu", (unsigned long long)seeds[i]);
		book_in_u64(b, "seed", seeds[i]);
		key_of_seed(seeds[i], key);
		book_out(b, "key", "exact", number_bytes(key, sizeof key));
		key_of_seed(__builtin_bswap64(seeds[i]), key);
		book_mistake(b, "the seed is written highest byte first", "key", "exact", number_bytes(key, sizeof key));
		put_other_keys(b, seeds[i]);
	}
}

/* The name as the key, the parent as the text; a key has at most 64 bytes. */
static void put_exchanged(struct book *b, const unsigned char parent[32], const char *name)
{
	unsigned char child[32];

	if (strlen(name) > 64)
		return;
	cipher_blake2b_256((const unsigned char *)name, strlen(name), parent, 32, child);
	book_mistake(b, "key and message are exchanged", "child", "exact", number_bytes(child, sizeof child));
}

ORACLE(key_derive)
{
	static const char *const names[] = { "hdpmf", "server", "user", "noise", "a", "", "round 1", "m\xc3\xbcller",
		"a name of exactly 128 bytes, which fills one block of BLAKE2b to the last byte: 0123456789012345678901234567890123456789"
		"012345678", "a name that is longer than one block of BLAKE2b, which has 128 bytes: 01234567890123456789012345678901234567"
		"89012345678901234567890123456789" };
	unsigned char parent[32], child[32];

	book_open(b, "key_derive");
	book_group(b, "names", "Sub-keys of the key of seed 1.");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const size_t n = strlen(names[i]);
		book_test(b, n == 0 || n > 100 ? "Length" : names[i][1] == '\xc3' ? "Utf8" : "Ordinary", "%zu bytes", n);
		key_of_seed(1, parent);
		book_in(b, "parent", number_bytes(parent, sizeof parent));
		book_in(b, "name", json_string(names[i]));
		cipher_blake2b_256(parent, sizeof parent, (const unsigned char *)names[i], n, child);
		book_out(b, "child", "exact", number_bytes(child, sizeof child));
		put_exchanged(b, parent, names[i]);
	}
	book_group(b, "chain", "hdpmf of seed 7, then user, server of that.");
	for (int i = 0; i < 2; i++) {
		const char *name = i == 0 ? "user" : "server";
		key_of_seed(7, parent);
		cipher_blake2b_256(parent, sizeof parent, (const unsigned char *)"hdpmf", 5, child);
		book_test(b, "Chain", "%s", name);
		book_in(b, "parent", number_bytes(child, sizeof child));
		book_in(b, "name", json_string(name));
		cipher_blake2b_256(child, sizeof child, (const unsigned char *)name, strlen(name), parent);
		book_out(b, "child", "exact", number_bytes(parent, sizeof parent));
		put_exchanged(b, child, name);
	}
}

struct misread {
	const char *name;
	size_t order[3];  /* which of user, item, round stands first, second, third */
	uint64_t numbers; /* of words, from which the count begins again; 0: 2^64 */
	bool high_first;
};

static void put_misread(struct book *b, const unsigned char key[32], const uint64_t place[3], uint64_t from, size_t count, const struct misread *m)
{
	const uint64_t other[3] = { place[m->order[0]], place[m->order[1]], place[m->order[2]] };
	uint64_t word[32];

	for (size_t i = 0; i < count; i++) {
		word[i] = cipher_stream_word(key, other, m->numbers > 0 ? (from + i) % m->numbers : from + i);
		word[i] = m->high_first ? __builtin_bswap64(word[i]) : word[i];
	}
	book_mistake(b, m->name, "word", "exact", book_u64s(word, count));
}

static void words_test(struct book *b, const char *flag, const char *comment, uint64_t seed, const uint64_t place[3],
                       uint64_t from, size_t count)
{
	static const struct misread misreads[] = {
		{ "user and item are exchanged", { 1, 0, 2 }, 0, false }, { "item and round are exchanged", { 0, 2, 1 }, 0, false },
		{ "user, item and round stand in reverse order", { 2, 1, 0 }, 0, false },
		{ "the block counter has 32 bits", { 0, 1, 2 }, UINT64_C(8) << 32, false },
		{ "the block counter has 16 bits", { 0, 1, 2 }, UINT64_C(8) << 16, false },
		{ "words are read highest byte first", { 0, 1, 2 }, 0, true },
	};
	static const char *const names[] = { "user", "item", "round" };
	unsigned char key[32];
	uint64_t word[32];

	key_of_seed(seed, key);
	book_test(b, flag, "%s", comment);
	book_in(b, "key", number_bytes(key, sizeof key));
	for (int i = 0; i < 3; i++)
		book_in_u64(b, names[i], place[i]);
	book_in_u64(b, "from", from);
	book_in_u64(b, "count", count);
	for (size_t i = 0; i < count; i++)
		word[i] = cipher_stream_word(key, place, from + i);
	book_out(b, "word", "exact", book_u64s(word, count));
	for (size_t i = 0; i < sizeof misreads / sizeof *misreads; i++)
		put_misread(b, key, place, from, count, &misreads[i]);
}

ORACLE(stream_words)
{
	static const uint64_t places[][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 2, 3 }, { 943, 1682, 100 },
		{ UINT64_MAX, UINT64_MAX, UINT64_MAX }, { 0x0102030405060708, 0x1112131415161718, 0x2122232425262728 } };

	book_open(b, "stream_words");
	book_group(b, "places", "One (user, item, round) after the other.");
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		words_test(b, i == 7 ? "ByteOrder" : "Ordinary", "the first ten words", i + 1, places[i], 0, 10);
	book_group(b, "further on", "Words from the middle of a stream.");
	words_test(b, "Boundary", "the second block", 7, places[4], 6, 4);
	words_test(b, "Boundary", "blocks 8 and 9", 7, places[4], 62, 20);
	words_test(b, "Boundary", "blocks 9 and 10", 7, places[4], 70, 4);
	words_test(b, "Boundary", "far on", 7, places[5], 8190, 4);
	book_group(b, "long streams", "Blocks beyond 2^8, 2^16 and 2^32, and the block before each; a block has 8 words.");
	for (int bits = 8; bits <= 32; bits *= 2)
		words_test(b, "LongStream", "across the block of that number", 7, places[5], (UINT64_C(8) << bits) - 4, 12);
	words_test(b, "LongStream", "a block of more than 32 bits", 7, places[7], UINT64_C(8) * 0x123456789, 8);
}
