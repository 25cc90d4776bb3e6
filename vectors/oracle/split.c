/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which ratings are held out, by the definitions: each rating asks all others of its user. SipHash-2-4 from its paper. */
#include <math.h>
#include <string.h>

#include "cipher.h"
#include "oracle.h"
#include "tape.h"
#include "vectors/format/number.h"

enum { RATINGS = 48 };

struct rows {
	uint64_t user[RATINGS], item[RATINGS];
	size_t n;
};

enum slip {
	SLIP_NONE, SLIP_LARGEST, SLIP_ALL, SLIP_EVEN, SLIP_EXCHANGED, SLIP_KEY, SLIP_HIGH_FIRST, SLIP_ROUNDS, SLIP_KEPT, SLIP_HALF, SLIP_ONE_BYTE
};

static const struct {
	const char *name;
	enum slip slip;
} slips[] = {
	{ "the largest numbers are held out", SLIP_LARGEST }, { "every rating is a candidate", SLIP_ALL }, { "the even numbers are candidates", SLIP_EVEN },
	{ "user and item are exchanged", SLIP_EXCHANGED }, { "the key itself stands for the sub-key", SLIP_KEY }, { "ids are written highest byte first", SLIP_HIGH_FIRST },
	{ "SipHash-1-3 stands for SipHash-2-4", SLIP_ROUNDS }, { "held out and trained on are exchanged", SLIP_KEPT },
	{ "the key's second half is used", SLIP_HALF }, { "the result is read highest byte first", SLIP_ONE_BYTE },
};

static uint64_t left(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static void rounds(uint64_t v[4], int times)
{
	while (times-- > 0) {
		v[0] += v[1];
		v[2] += v[3];
		v[1] = left(v[1], 13) ^ v[0];
		v[3] = left(v[3], 16) ^ v[2];
		v[0] = left(v[0], 32);
		v[2] += v[1];
		v[0] += v[3];
		v[1] = left(v[1], 17) ^ v[2];
		v[3] = left(v[3], 21) ^ v[0];
		v[2] = left(v[2], 32);
	}
}

static uint64_t word_of(const unsigned char bytes[8], bool high_first)
{
	uint64_t x = 0;

	for (size_t i = 0; i < 8; i++)
		x = x << 8 | bytes[high_first ? i : 7 - i];
	return x;
}

static uint64_t siphash(const unsigned char key[16], const unsigned char text[8], enum slip slip)
{
	const uint64_t k0 = word_of(key, false), k1 = word_of(key + 8, false), m[2] = { word_of(text, false), UINT64_C(8) << 56 };
	const int less = slip == SLIP_ROUNDS;
	uint64_t v[4] = { k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d), k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573) }, x;
	unsigned char bytes[8];

	for (int i = 0; i < 2; i++) {
		v[3] ^= m[i];
		rounds(v, 2 - less);
		v[0] ^= m[i];
	}
	v[2] ^= 0xff;
	rounds(v, 4 - less);
	x = v[0] ^ v[1] ^ v[2] ^ v[3];
	for (size_t i = 0; i < 8; i++)
		bytes[i] = (unsigned char)(x >> 8 * i);
	return word_of(bytes, slip == SLIP_ONE_BYTE);
}

static uint64_t coin(const unsigned char key[32], uint64_t user, uint64_t item, enum slip slip)
{
	const uint64_t id[2] = { slip == SLIP_EXCHANGED ? item : user, slip == SLIP_EXCHANGED ? user : item };
	unsigned char child[32], text[8];

	cipher_blake2b_256(key, 32, (const unsigned char *)"split", 5, child);
	for (size_t i = 0; i < 8; i++)
		text[i] = (unsigned char)(id[i / 4] >> 8 * (slip == SLIP_HIGH_FIRST ? 3 - i % 4 : i % 4));
	return siphash((slip == SLIP_KEY ? key : child) + (slip == SLIP_HALF ? 16 : 0), text, slip);
}

static json_t *held_out(const struct rows *r, const unsigned char key[32], uint64_t per_user, enum slip slip)
{
	uint64_t x[RATINGS], out[RATINGS];
	bool candidate[RATINGS];

	for (size_t a = 0; a < r->n; a++) {
		x[a] = coin(key, r->user[a], r->item[a], slip);
		candidate[a] = slip == SLIP_ALL || x[a] % 2 == (slip != SLIP_EVEN);
	}
	for (size_t a = 0; a < r->n; a++) {
		uint64_t before = 0;
		for (size_t c = 0; c < r->n; c++)
			before += r->user[c] == r->user[a] && candidate[c] && (slip == SLIP_LARGEST ? x[c] > x[a] : x[c] < x[a]);
		out[a] = (candidate[a] && before < per_user) != (slip == SLIP_KEPT);
	}
	return book_u64s(out, r->n);
}

static void ratings(struct book *b, const struct rows *r)
{
	book_in(b, "user", book_u64s(r->user, r->n));
	book_in(b, "item", book_u64s(r->item, r->n));
}

static void split_test(struct book *b, const char *flags, const char *comment, const struct rows *r, uint64_t number, uint64_t per_user)
{
	unsigned char key[32];
	uint64_t word[4];

	tape_words("split_per_user", number, word, 4);
	memcpy(key, word, 32);
	book_test(b, flags, "%s", comment);
	book_in(b, "key", number_bytes(key, 32));
	book_in_u64(b, "per_user", per_user);
	ratings(b, r);
	book_out(b, "held_out", "exact", held_out(r, key, per_user, SLIP_NONE));
	for (size_t i = 0; i < sizeof slips / sizeof *slips; i++)
		book_mistake(b, slips[i].name, "held_out", "exact", held_out(r, key, per_user, slips[i].slip));
}

/* Ratings of a few users, ids ascending in steps up to `most`. */
static struct rows drawn(const char *name, uint64_t number, size_t n, uint64_t users, uint64_t most)
{
	uint64_t word[3 * RATINGS];
	struct rows r = { .n = n };

	tape_words(name, 1000 + number, word, 3 * RATINGS);
	for (size_t a = 0; a < n; a++) {
		const bool next = a == 0 || word[a] % n < users;
		r.user[a] = next ? (a > 0 ? r.user[a - 1] + 1 : 0) + word[RATINGS + a] % most : r.user[a - 1];
		r.item[a] = (next ? 0 : r.item[a - 1] + 1) + word[2 * RATINGS + a] % most;
	}
	return r;
}

/* The rating (user, item) more, in its place. */
static struct rows with(struct rows r, uint64_t user, uint64_t item)
{
	size_t a = r.n++;

	for (; a > 0 && (r.user[a - 1] > user || (r.user[a - 1] == user && r.item[a - 1] > item)); a--) {
		r.user[a] = r.user[a - 1];
		r.item[a] = r.item[a - 1];
	}
	r.user[a] = user;
	r.item[a] = item;
	return r;
}

ORACLE(split_per_user)
{
	const uint64_t top = UINT64_C(1) << 31;
	struct rows r = { .n = 0 };

	book_open(b, "split_per_user");
	book_group(b, "ordinary", "A few users.");
	for (uint64_t i = 0; i < 16; i++) {
		r = drawn("split_per_user", i, 12 + 2 * (size_t)i, 1 + i % 4, 5);
		split_test(b, "Ordinary", "some candidates are held out", &r, i, 1 + i % 3);
	}
	book_group(b, "edges", "All candidates, none, large ids, one rating more.");
	r = drawn("split_per_user", 20, 20, 3, 5);
	split_test(b, "EveryCandidate", "all candidates", &r, 20, 1000);
	split_test(b, "EveryCandidate", "all candidates: the largest number of them", &r, 20, UINT64_MAX);
	split_test(b, "Empty", "nobody gives a rating for testing", &r, 20, 0);
	split_test(b, "Ordinary", "one of each user", &r, 20, 1);
	for (uint64_t i = 0; i < 4; i++) {
		struct rows more = with(r, r.user[5 * i], 1000 + i);
		split_test(b, "OneMore", "one rating more", &more, 20, 2);
	}
	split_test(b, "OneMore", "the ratings before one more", &r, 20, 2);
	for (uint64_t i = 0; i < 4; i++) {
		struct rows large = drawn("split_per_user", 30 + i, 10, 2, UINT64_C(1) << 26);
		large = with(large, top, top - i);
		large = with(large, top, top - 70000 * (i + 1));
		split_test(b, "ByteOrder", "ids of all sizes", &large, 30 + i, 1);
	}
	r.n = 0;
	split_test(b, "Empty", "no rating", &r, 40, 1);
	book_group(b, "refused", "What an implementation must refuse.");
	book_refused(b, "a key of 31 bytes");
	book_in(b, "key", number_bytes((unsigned char[31]){ 0 }, 31));
	book_in_u64(b, "per_user", 1);
	ratings(b, &r);
}

struct moments {
	double time[RATINGS];
	uint64_t line[RATINGS];
};

enum latest { LATEST, LATEST_FIRST_LINE, LATEST_EARLIEST, LATEST_LAST_ITEM, LATEST_OF_ALL, LATEST_NOT_ALONE, LATEST_LINE };

static const struct {
	const char *name;
	enum latest rule;
} wrong_latest[] = {
	{ "of equal times the first line is held out", LATEST_FIRST_LINE }, { "the earliest is held out", LATEST_EARLIEST },
	{ "of equal times the last item is held out", LATEST_LAST_ITEM }, { "one rating of all is held out, not one a user", LATEST_OF_ALL },
	{ "a user's only rating is kept", LATEST_NOT_ALONE }, { "the last line is held out, whatever its time", LATEST_LINE },
};

static bool comes_later(const struct moments *m, size_t a, size_t c, enum latest rule)
{
	if (rule != LATEST_LINE && m->time[a] != m->time[c])
		return rule == LATEST_EARLIEST ? m->time[a] < m->time[c] : m->time[a] > m->time[c];
	if (rule == LATEST_LAST_ITEM)
		return a > c;
	return rule == LATEST_FIRST_LINE ? m->line[a] < m->line[c] : m->line[a] > m->line[c];
}

static json_t *latest(const struct rows *r, const struct moments *m, enum latest rule)
{
	uint64_t out[RATINGS];

	for (size_t a = 0; a < r->n; a++) {
		size_t others = 0;
		out[a] = 1;
		for (size_t c = 0; c < r->n; c++) {
			if (c == a || (r->user[c] != r->user[a] && rule != LATEST_OF_ALL))
				continue;
			others++;
			if (comes_later(m, c, a, rule))
				out[a] = 0;
		}
		if (rule == LATEST_NOT_ALONE && others == 0)
			out[a] = 0;
	}
	return book_u64s(out, r->n);
}

static void latest_test(struct book *b, const char *flags, const char *comment, const struct rows *r, const struct moments *m)
{
	book_test(b, flags, "%s", comment);
	ratings(b, r);
	book_in_doubles(b, "time", m->time, r->n);
	book_in(b, "line", book_u64s(m->line, r->n));
	book_out(b, "held_out", "exact", latest(r, m, LATEST));
	for (size_t i = 0; i < sizeof wrong_latest / sizeof *wrong_latest; i++)
		book_mistake(b, wrong_latest[i].name, "held_out", "exact", latest(r, m, wrong_latest[i].rule));
}

/* `times` different times; the lines in an order of their own. */
static struct moments moments_of(uint64_t number, size_t n, uint64_t times)
{
	uint64_t word[RATINGS];
	struct moments m = {0};

	tape_words("leave_one_out", number, word, RATINGS);
	for (size_t a = 0; a < n; a++) {
		m.time[a] = (double)(word[a] % times) * 86400.5 - 100000;
		m.line[a] = 1 + a * 31 % 97;
	}
	return m;
}

ORACLE(leave_one_out)
{
	struct rows r;
	struct moments m;

	book_open(b, "leave_one_out");
	book_group(b, "ordinary", "A few users.");
	for (uint64_t i = 0; i < 10; i++) {
		r = drawn("leave_one_out", i, 10 + 3 * (size_t)i, 1 + i % 5, 7);
		m = moments_of(i, r.n, i % 2 ? 3 : 1000000);
		latest_test(b, i % 2 ? "EqualTimes" : "Ordinary", i % 2 ? "few times, so that some are equal" : "times as they come", &r, &m);
	}
	book_group(b, "edges", "No times, zeros, one rating, none.");
	r = drawn("leave_one_out", 20, 16, 4, 7);
	m = moments_of(20, r.n, 1);
	latest_test(b, "EqualTimes", "a file without times: all are equal", &r, &m);
	for (size_t a = 0; a < r.n; a++)
		m.time[a] = a % 2 ? -0.0 : 0.0;
	latest_test(b, "EqualTimes Zero", "zeros of either sign are equal", &r, &m);
	for (size_t a = 0; a < r.n; a++)
		m.time[a] = a % 3 ? -1e300 : a % 2 ? -5e-324 : 5e-324;
	latest_test(b, "Zero EqualTimes", "times below zero, and next to it", &r, &m);
	r = (struct rows){ { 7, 8, UINT64_C(1) << 31 }, { 0, UINT64_C(1) << 31, 5 }, 3 };
	m = moments_of(21, r.n, 9);
	latest_test(b, "Alone", "each user has one rating", &r, &m);
	r.n = 1;
	latest_test(b, "Alone", "one rating", &r, &m);
	r.n = 0;
	latest_test(b, "Empty", "no rating", &r, &m);
}
