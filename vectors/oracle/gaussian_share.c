/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "integers.h"
#include "oracle.h"
#include "vectors/format/number.h"

enum { ROOM = 512 };

struct share {
	uint64_t p, q, of;
};

/* discrete_gaussian(p, q of) */
static void draw(struct tape *t, mpz_ptr value, const struct share *share)
{
	mpz_t argument[SAMPLER_ARGUMENTS], of;

	for (size_t i = 0; i < SAMPLER_ARGUMENTS; i++)
		mpz_init(argument[i]);
	mpz_init(of);
	mpz_import(argument[0], 1, -1, sizeof share->p, 0, 0, &share->p);
	mpz_import(argument[1], 1, -1, sizeof share->q, 0, 0, &share->q);
	mpz_import(of, 1, -1, sizeof share->of, 0, 0, &share->of);
	mpz_mul(argument[1], argument[1], of);
	sampler_named("discrete_gaussian")->draw(t, value, (const mpz_t *)argument);
	mpz_clear(of);
	for (size_t i = 0; i < SAMPLER_ARGUMENTS; i++)
		mpz_clear(argument[i]);
}

static void inputs(struct book *b, const struct share *share, const uint64_t *word, size_t words)
{
	book_in_u64(b, "p", share->p);
	book_in_u64(b, "q", share->q);
	book_in_u64(b, "of", share->of);
	book_in(b, "tape", tape_bytes(word, words));
}

static json_t *decimal(mpz_srcptr x)
{
	char text[64];

	return json_string(mpz_get_str(text, 10, x)); /* below 2^64 */
}

/* As if the deviation were divided among the shares. */
static void put_mistake(struct book *b, const struct share *share, const uint64_t *word, size_t words)
{
	const char *const name = "the deviation is divided among the shares, not the variance";
	struct tape t;
	mpz_t value;

	if (!tape_open(&t, word, words))
		return;
	mpz_init(value);
	draw(&t, value, &(struct share){ share->p, share->q * share->of, share->of });
	if (!t.dry) {
		book_mistake(b, name, "value", "exact", decimal(value));
		book_mistake(b, name, "words", "exact", number_u64(t.at));
	}
	mpz_clear(value);
	tape_close(&t);
}

static void one(struct book *b, const char *flags, struct share share, uint64_t number)
{
	uint64_t word[ROOM];
	struct tape t;
	mpz_t value;

	tape_words("gaussian_share", number, word, ROOM);
	if (!tape_open(&t, word, ROOM)) {
		b->failed = true;
		return;
	}
	mpz_init(value);
	draw(&t, value, &share);
	b->failed |= t.dry;
	book_test(b, flags, "words as they come");
	inputs(b, &share, word, t.at + 1);
	book_out(b, "value", "exact", decimal(value));
	book_out(b, "words", "exact", number_u64(t.at));
	book_out(b, "draws", "exact", json_incref(t.calls));
	put_mistake(b, &share, word, t.at + 1);
	mpz_clear(value);
	tape_close(&t);
}

static void refused(struct book *b, const char *comment, struct share share)
{
	uint64_t word[2];

	tape_words("gaussian_share", 0, word, 2);
	book_refused(b, comment);
	inputs(b, &share, word, 2);
}

ORACLE(gaussian_share)
{
	static const struct share ordinary[] = { { 1000, 1, 10 }, { 1000, 3, 20 }, { 4096, 7, 2 }, { 1 << 20, 1, 100 }, { 123457, 10, 77 } };
	const uint64_t large = UINT64_C(1) << 40;

	book_open(b, "gaussian_share");
	book_group(b, "ordinary", "Words as they come.");
	for (uint64_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++)
		for (uint64_t j = 0; j < 2; j++)
			one(b, "Ordinary", ordinary[i], 10 * i + j);
	book_group(b, "edges", "One share alone, shares as narrow as they may be, large parameters.");
	for (uint64_t j = 0; j < 2; j++)
		one(b, "Alone", (struct share){ 500, 3, 1 }, 100 + j);
	for (uint64_t j = 0; j < 2; j++)
		one(b, "Boundary", (struct share){ 160, 1, 10 }, 110 + j);
	for (uint64_t j = 0; j < 2; j++)
		one(b, "LargeParameter", (struct share){ large, 1, 3 }, 120 + j);
	for (uint64_t j = 0; j < 2; j++)
		one(b, "Boundary LargeParameter", (struct share){ large, UINT64_C(1) << 16, UINT64_C(1) << 20 }, 130 + j);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "p = 0", (struct share){ 0, 1, 1 });
	refused(b, "q = 0", (struct share){ 1000, 0, 1 });
	refused(b, "of = 0", (struct share){ 1000, 1, 0 });
	refused(b, "p > 2^40", (struct share){ large + 1, 1, 1 });
	refused(b, "a share of variance below 16", (struct share){ 159, 1, 10 });
	refused(b, "16 q of overflows 64 bits", (struct share){ 1000, UINT64_C(1) << 32, UINT64_C(1) << 32 });
}
