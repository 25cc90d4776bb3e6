/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "integers.h"
#include "oracle.h"
#include "vectors/format/number.h"

enum { ROOM = 512 };

static bool draw(struct tape *t, const char *name, uint64_t p, uint64_t q)
{
	mpz_t argument[SAMPLER_ARGUMENTS], value;
	bool yes;

	for (size_t i = 0; i < SAMPLER_ARGUMENTS; i++)
		mpz_init(argument[i]);
	mpz_import(argument[0], 1, -1, sizeof p, 0, 0, &p);
	mpz_import(argument[1], 1, -1, sizeof q, 0, 0, &q);
	mpz_init(value);
	sampler_named(name)->draw(t, value, (const mpz_t *)argument);
	yes = mpz_sgn(value) > 0;
	mpz_clear(value);
	for (size_t i = 0; i < SAMPLER_ARGUMENTS; i++)
		mpz_clear(argument[i]);
	return yes;
}

static bool flip(struct tape *t, uint64_t p, uint64_t q, size_t *coins)
{
	for (*coins = 1; draw(t, "bernoulli", 1, 2) && !t->dry; ++*coins)
		if (draw(t, "bernoulli_exp", p, q))
			return true;
	return false;
}

/* The tape of that number, or the first from it on that asks for two coins at least. */
static void one(struct book *b, const char *flags, uint64_t p, uint64_t q, uint64_t number, bool again)
{
	uint64_t word[ROOM];
	struct tape t;
	size_t coins = 0;
	bool value;

	for (;; number++) {
		tape_words("flip", number, word, ROOM);
		if (!tape_open(&t, word, ROOM)) {
			b->failed = true;
			return;
		}
		value = flip(&t, p, q, &coins);
		if (!again || coins > 1)
			break;
		tape_close(&t);
	}
	b->failed |= t.dry;
	book_test(b, flags, "%s", again ? "the coin is thrown more than once" : "words as they come");
	book_in_u64(b, "p", p);
	book_in_u64(b, "q", q);
	book_in(b, "tape", tape_bytes(word, t.at + 1));
	book_out(b, "value", "exact", number_u64(value));
	book_out(b, "words", "exact", number_u64(t.at));
	book_out(b, "draws", "exact", json_incref(t.calls));
	book_mistake(b, "it is never turned", "value", "exact", number_u64(0));
	book_mistake(b, "it is always turned", "value", "exact", number_u64(1));
	tape_close(&t);
}

static void refused(struct book *b, const char *comment, uint64_t p, uint64_t q)
{
	uint64_t word[2];

	tape_words("flip", 0, word, 2);
	book_refused(b, comment);
	book_in_u64(b, "p", p);
	book_in_u64(b, "q", q);
	book_in(b, "tape", tape_bytes(word, 2));
}

ORACLE(flip)
{
	static const uint64_t rates[][2] = { { 1, 1 }, { 1, 2 }, { 1, 100 }, { 11, 10 }, { 3, 1 }, { UINT64_C(123456789012345), UINT64_C(99999999999997) } };

	book_open(b, "flip");
	book_group(b, "ordinary", "Words as they come.");
	for (uint64_t i = 0; i < 6; i++)
		for (uint64_t j = 0; j < 4; j++)
			one(b, rates[i][1] > UINT32_MAX ? "Ordinary LargeParameter" : "Ordinary", rates[i][0], rates[i][1], 10 * i + j, false);
	book_group(b, "edges", "Equal chances, coins that are thrown again, large parameters.");
	for (uint64_t j = 0; j < 3; j++)
		one(b, "Boundary", 0, 1, 100 + j, false);
	for (uint64_t i = 0; i < 4; i++)
		one(b, "Restart", rates[i + 1][0], rates[i + 1][1], 200 + 10 * i, true);
	for (uint64_t j = 0; j < 3; j++)
		one(b, "LargeParameter", UINT64_MAX - 1, UINT64_MAX, 300 + j, false);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "q = 0", 1, 0);
	refused(b, "p = q = 0", 0, 0);
}
