/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The discrete Laplace law by a fixed number of words: two words are one whole number, and a trial is whether it is below the chance. */
#include "fixed_chances.h"
#include "oracle.h"
#include "tape.h"
#include "vectors/format/number.h"

enum { SPARE = 5, MOST = 2 * FIXED_BITS + 3 + SPARE, SWEPT = 28 };

static const uint64_t top = UINT64_MAX, all = UINT64_MAX, large = UINT64_C(1) << 53;

static bool trial(struct tape *t, mpz_srcptr chance, enum fixed_slip slip)
{
	uint64_t word[2] = { tape_next(t), top };
	mpz_t number;
	int side;

	if (slip != FIXED_ONE_WORD)
		word[1] = tape_next(t);
	if (slip == FIXED_FIRST_ALONE)
		word[1] = top; /* so the number is below the chance just where the first word is below the chance's */
	mpz_init(number);
	mpz_import(number, 2, slip == FIXED_LOW_FIRST ? -1 : 1, sizeof *word, 0, 0, word);
	side = mpz_cmp(number, chance);
	mpz_clear(number);
	return slip == FIXED_CLOSED ? side <= 0 : side < 0;
}

static bool negative(struct tape *t, enum fixed_slip slip)
{
	const uint64_t word = tape_next(t);

	return slip == FIXED_HIGHEST_SIGN ? word >> 63 : word & 1;
}

static bool kept(struct tape *t, const struct fixed_chances *c, enum fixed_slip slip)
{
	return slip == FIXED_TWO_ZEROS || trial(t, c->chance[c->bits], slip) == (slip != FIXED_TURNED);
}

static uint64_t magnitude(struct tape *t, const struct fixed_chances *c, enum fixed_slip slip)
{
	uint64_t g = 0;

	for (size_t k = 0; k < c->bits; k++) {
		const size_t i = slip == FIXED_LOWEST_FIRST ? k : c->bits - 1 - k;
		g |= (uint64_t)trial(t, c->chance[i], slip) << i;
	}
	return g;
}

static int64_t draw(struct tape *t, const struct fixed_chances *c, enum fixed_slip slip)
{
	const bool sign_first = slip == FIXED_SIGN_FIRST, kept_first = slip == FIXED_KEPT_FIRST || slip == FIXED_KEPT_ENDS;
	const int64_t one = slip == FIXED_TWO_ZEROS || slip == FIXED_FROM_ZERO ? 0 : 1;
	bool minus = sign_first && negative(t, slip), stays = !kept_first || kept(t, c, slip);

	if (!stays && slip == FIXED_KEPT_ENDS)
		return 0;
	const int64_t size = one + (int64_t)magnitude(t, c, slip);
	if (!kept_first)
		stays = kept(t, c, slip);
	if (!sign_first && (stays || slip != FIXED_NO_SIGN_OF_ZERO))
		minus = negative(t, slip);
	return !stays ? 0 : minus ? -size : size;
}

static const struct {
	enum fixed_slip slip;
	const char *name;
} slips[] = {
	{ FIXED_POWERS, "bit i has the chance a^(2^i), not a^(2^i) / (1 + a^(2^i))" },
	{ FIXED_NEXT_BITS, "bit i has the chance of bit i + 1" },
	{ FIXED_COMPLEMENTS, "1 / (1 + exp(-2^i p/q)) stands for 1 / (1 + exp(2^i p/q))" },
	{ FIXED_HALVED, "the 2 is missing in the chance that a draw is not 0" },
	{ FIXED_OF_ZERO, "the chance that a draw is 0 stands for the chance that it is not" },
	{ FIXED_BASE_TWO, "powers of 2 stand for powers of e" },
	{ FIXED_NEAREST, "chances are rounded to nearest, not down" },
	{ FIXED_DOUBLES, "chances are computed in binary64" },
	{ FIXED_EXCHANGED, "p and q are exchanged" },
	{ FIXED_OF_64, "the bits end at 2^n p >= 64 q, not at 2^n p >= 89 q" },
	{ FIXED_ABOVE, "the bits end at 2^n p > 89 q, not at 2^n p >= 89 q" },
	{ FIXED_ONE_FEWER, "one bit too few is drawn" },
	{ FIXED_ONE_MORE, "one bit too many is drawn" },
	{ FIXED_LOWEST_FIRST, "the lowest bit is drawn first" },
	{ FIXED_KEPT_FIRST, "whether the draw is 0 is asked before the bits are drawn" },
	{ FIXED_SIGN_FIRST, "the sign is drawn first" },
	{ FIXED_KEPT_ENDS, "whether the draw is 0 is asked first, and ends it: the number of words tells which draw is 0" },
	{ FIXED_NO_SIGN_OF_ZERO, "a draw of 0 takes no word for its sign: the number of words tells which draw is 0" },
	{ FIXED_TURNED_BYTES, "words are read highest byte first" },
	{ FIXED_LOW_FIRST, "the second word is the high one" },
	{ FIXED_ONE_WORD, "chances have 64 bits, and a trial takes one word" },
	{ FIXED_FIRST_ALONE, "chances have 64 bits: where the first word is high, the second is not asked" },
	{ FIXED_CLOSED, "<= stands for <, or chances are rounded up" },
	{ FIXED_HIGHEST_SIGN, "the sign is the highest bit of its word" },
	{ FIXED_TURNED, "a draw is 0 where the trial gives 1" },
	{ FIXED_TWO_ZEROS, "zero is twice as likely: the sign is put to g, and nothing is asked for 0" },
	{ FIXED_FROM_ZERO, "1 is not added to the magnitude" },
};

/* A mistake that takes more words than there are answers nothing. */
static void put_slip(struct book *b, const struct fixed_chances *c, enum fixed_slip slip, const char *name, const struct tape *right)
{
	struct tape t;

	if (!c->certain || !tape_open(&t, right->word, right->words))
		return;
	t.flaw = slip == FIXED_TURNED_BYTES ? FLAW_HIGH_FIRST : FLAW_NONE;
	const int64_t value = draw(&t, c, slip);
	if (!t.dry) {
		book_mistake(b, name, "value", "exact", number_i64(value));
		if (t.at != right->at)
			book_mistake(b, name, "words", "exact", number_u64(t.at));
	}
	tape_close(&t);
}

static void put_slips(struct book *b, struct fixed_rate rate, const struct fixed_chances *exact, const struct tape *right)
{
	for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
		struct fixed_chances c;

		if (slips[i].slip >= FIXED_LOWEST_FIRST) {
			put_slip(b, exact, slips[i].slip, slips[i].name, right);
			continue;
		}
		fixed_chances_open(&c, rate, slips[i].slip);
		put_slip(b, &c, slips[i].slip, slips[i].name, right);
		fixed_chances_clear(&c);
	}
}

static void split(mpz_srcptr chance, uint64_t word[2])
{
	size_t count;

	word[0] = word[1] = 0;
	mpz_export(word, &count, -1, sizeof *word, 0, 0, chance);
	const uint64_t low = word[0];
	word[0] = word[1];
	word[1] = low;
}

/* In the order in which they are needed. */
static void put_chances(struct book *b, const struct fixed_chances *c)
{
	uint64_t word[2], half[2][FIXED_BITS + 1];

	for (size_t k = 0; k <= c->bits; k++) {
		split(c->chance[k < c->bits ? c->bits - 1 - k : k], word);
		half[0][k] = word[0];
		half[1][k] = word[1];
	}
	book_out(b, "bits", "exact", number_u64(c->bits));
	book_out(b, "high", "exact", book_u64s(half[0], c->bits + 1));
	book_out(b, "low", "exact", book_u64s(half[1], c->bits + 1));
}

static void put_inputs(struct book *b, struct fixed_rate rate, const uint64_t *word, size_t words)
{
	book_in_u64(b, "p", rate.p);
	book_in_u64(b, "q", rate.q);
	book_in(b, "tape", tape_bytes(word, words));
}

/* The tape has some words more than are needed, for mistakes that take more. */
static void on_words(struct book *b, const char *flags, const char *comment, struct fixed_rate rate, const struct fixed_chances *c, const uint64_t *word)
{
	const size_t words = 2 * c->bits + 3 + SPARE;
	struct tape t;

	if (!tape_open(&t, word, words)) {
		b->failed = true;
		return;
	}
	const int64_t value = draw(&t, c, FIXED_RIGHT);
	b->failed |= !c->certain || t.at + SPARE != words;
	book_test(b, flags, "%s", comment);
	put_inputs(b, rate, word, words);
	put_chances(b, c);
	book_out(b, "value", "exact", number_i64(value));
	book_out(b, "words", "exact", number_u64(t.at));
	put_slips(b, rate, c, &t);
	tape_close(&t);
}

static void as_they_come(struct book *b, const char *flags, struct fixed_rate rate, uint64_t number)
{
	uint64_t word[MOST];
	struct fixed_chances c;

	fixed_chances_open(&c, rate, FIXED_RIGHT);
	tape_words(b->algorithm, number, word, MOST);
	on_words(b, flags, "words as they come", rate, &c, word);
	fixed_chances_clear(&c);
}

/* Words made by hand: which trials give 1, how far their words are from the chance, the last word. */
struct made {
	uint64_t ones; /* the bits of g that are 1 */
	bool kept, far;
	uint64_t sign;
};

/* Near: the chance itself, or one less. Far: the first word next to the chance's, the second as far on the other side as it can be. */
static void beside(mpz_srcptr chance, bool one, bool far, uint64_t word[2])
{
	mpz_t number;

	mpz_init_set(number, chance);
	if (far)
		mpz_tdiv_q_2exp(number, number, 64);
	if (far && !one)
		mpz_add_ui(number, number, 1);
	if (far)
		mpz_mul_2exp(number, number, 64);
	if (one && mpz_sgn(number) > 0)
		mpz_sub_ui(number, number, 1);
	split(number, word);
	mpz_clear(number);
}

static void by_hand(struct book *b, const char *flags, const char *comment, struct fixed_rate rate, const struct made *made, uint64_t number)
{
	uint64_t word[MOST];
	struct fixed_chances c;

	fixed_chances_open(&c, rate, FIXED_RIGHT);
	tape_words(b->algorithm, number, word, MOST);
	for (size_t i = 0; i < c.bits; i++)
		beside(c.chance[i], made->ones >> i & 1, made->far, word + 2 * (c.bits - 1 - i));
	beside(c.chance[c.bits], made->kept, made->far, word + 2 * c.bits);
	word[2 * c.bits + 2] = made->sign;
	on_words(b, flags, comment, rate, &c, word);
	fixed_chances_clear(&c);
}

/* The same word over and over. */
static void constant(struct book *b, const char *flags, const char *comment, struct fixed_rate rate, uint64_t of)
{
	uint64_t word[MOST];
	struct fixed_chances c;

	fixed_chances_open(&c, rate, FIXED_RIGHT);
	for (size_t i = 0; i < MOST; i++)
		word[i] = of;
	on_words(b, flags, comment, rate, &c, word);
	fixed_chances_clear(&c);
}

static void refused(struct book *b, const char *comment, struct fixed_rate rate)
{
	uint64_t word[MOST];

	tape_words(b->algorithm, 0, word, MOST);
	book_refused(b, comment);
	put_inputs(b, rate, word, MOST); /* as many as whoever does not refuse it takes */
}

/* Bits of g that come from a tape. */
static uint64_t pattern(const struct book *b, uint64_t number)
{
	uint64_t word[1];

	tape_words(b->algorithm, 500000 + number, word, 1);
	return *word;
}

static const struct fixed_rate usual[] = { { 1, 1 }, { 1, 2 }, { 1, 10 }, { 7, 3 }, { 1, 1000 }, { 3, 50 }, { 22, 7 }, { 355, 11300 } };
static const struct fixed_rate high[] = {
	{ 1, UINT64_C(1) << 53 }, { 3, (UINT64_C(1) << 53) - 1 }, { (UINT64_C(1) << 53) - 1, UINT64_C(1) << 53 }, { UINT64_C(1) << 53, UINT64_C(1) << 53 },
	{ UINT64_C(123456789012345), UINT64_C(9007199254740881) }, { UINT64_C(1) << 53, 1 }, { UINT64_MAX, UINT64_C(1) << 53 }, { UINT64_MAX, 1 },
	{ UINT64_C(1) << 63, 3 }, { (UINT64_C(1) << 57) + 1, UINT64_C(1) << 53 },
};
/* 2^n p is 89 q, or misses it by little. */
static const struct fixed_rate turns[] = {
	{ 89, 1 }, { 88, 1 }, { 90, 1 }, { 89, 1 << 10 }, { 88, 1 << 10 }, { 90, 1 << 10 }, { 64, 1 << 20 }, { 63, 1 << 20 }, { 65, 1 << 20 },
	{ 89, UINT64_C(1) << 53 }, { 89 * (UINT64_C(1) << 53), UINT64_C(1) << 53 }, { 89 * (UINT64_C(1) << 53) - 1, UINT64_C(1) << 53 },
	{ 178, UINT64_C(1) << 53 }, { 177, UINT64_C(1) << 53 },
};
static const struct fixed_rate chosen[] = {
	{ 1, 1 }, { 1, 2 }, { 1, 10 }, { 7, 3 }, { 1, 1000 }, { 1, 1 << 20 }, { 1, UINT64_C(1) << 53 }, { 5, (UINT64_C(1) << 53) - 1 }, { 40, 3 }, { 88, 1 }, { 89, 1 },
};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static void at_chances(struct book *b)
{
	book_group(b, "at the chances", "Words that are a chance, or one less; or that are next to its first word and as far as can be from its second.");
	for (uint64_t i = 0; i < COUNT(chosen); i++) {
		by_hand(b, "Boundary", "one below each chance: the greatest draw", chosen[i], &(struct made){ all, true, false, 2 * i }, 100 + i);
		by_hand(b, "Boundary", "at the chance of each bit: the least draw that is not 0", chosen[i], &(struct made){ 0, true, false, 2 * i + 1 }, 120 + i);
		by_hand(b, "Boundary Zero", "at the chance that a draw is not 0", chosen[i], &(struct made){ all, false, false, i }, 140 + i);
		by_hand(b, "Boundary", "the first words decide", chosen[i], &(struct made){ pattern(b, i), true, true, ~i }, 160 + i);
	}
}

static void numbers_of_bits(struct book *b)
{
	book_group(b, "numbers of bits", "2^n p is 89 q, or misses it by little.");
	for (uint64_t i = 0; i < COUNT(turns); i++)
		by_hand(b, i < 9 ? "Boundary" : "Boundary LargeParameter", "words at the chances, or one less", turns[i],
		        &(struct made){ pattern(b, 100 + i), true, false, i % 2 }, 200 + i);
}

static void signs(struct book *b)
{
	static const uint64_t last[] = { 0, 1, 2, 3, UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1, UINT64_MAX - 1, UINT64_MAX };
	static const struct fixed_rate tenth = { 1, 10 };

	book_group(b, "signs", "The last word, of which the lowest bit is the sign; 0 has none.");
	for (uint64_t i = 0; i < COUNT(last); i++)
		by_hand(b, "Boundary", "a magnitude with a sign", tenth, &(struct made){ pattern(b, 200), true, true, last[i] }, 300);
	by_hand(b, "Zero", "0 with an even last word", tenth, &(struct made){ pattern(b, 201), false, true, 0 }, 301);
	by_hand(b, "Zero", "0 with an odd last word", tenth, &(struct made){ pattern(b, 201), false, true, 1 }, 301);
	constant(b, "Boundary", "all words are 0: every trial gives 1", tenth, 0);
	constant(b, "Boundary Zero", "all words are 2^64 - 1: no trial gives 1", tenth, top);
	constant(b, "Boundary Zero", "a chance below 2^-128 is 0: not even 0 is below it", (struct fixed_rate){ 90, 1 }, 0);
	constant(b, "Boundary Zero LargeParameter", "exp(p/q) has no double: a chance of 0", (struct fixed_rate){ top, 1 }, 0);
	constant(b, "Boundary", "the least chance: 2^-128", (struct fixed_rate){ 89, 1 }, 0);
}

/* q of 1 to 53 bits, p of up to 7 bits more. */
static struct fixed_rate anywhere(const uint64_t word[4])
{
	const uint64_t bits = 1 + word[0] % 53, more = 1 + word[1] % (bits + 7);

	return (struct fixed_rate){ UINT64_C(1) << (more - 1) | (word[3] & ((UINT64_C(1) << (more - 1)) - 1)),
		                    UINT64_C(1) << (bits - 1) | (word[2] & ((UINT64_C(1) << (bits - 1)) - 1)) };
}

static void sweep(struct book *b)
{
	uint64_t word[4];

	book_group(b, "across the domain", "Rates of every size: words as they come, then words at the chances.");
	for (uint64_t i = 0; i < SWEPT; i++) {
		tape_words(b->algorithm, 1000000 + i, word, 4);
		as_they_come(b, "Sweep", anywhere(word), 1001000 + i);
		by_hand(b, "Sweep Boundary", "words at the chances, or one less", anywhere(word), &(struct made){ pattern(b, 300 + i), true, false, i % 2 }, 1002000 + i);
	}
}

ORACLE(fixed_laplace)
{
	book_open(b, "fixed_laplace");
	book_group(b, "ordinary", "Words as they come.");
	for (uint64_t i = 0; i < COUNT(usual); i++)
		for (uint64_t j = 0; j < 3; j++)
			as_they_come(b, "Ordinary", usual[i], 10 * i + j);
	book_group(b, "large parameters", "The least rates, which need most bits, and the greatest, which need none.");
	for (uint64_t i = 0; i < COUNT(high); i++)
		as_they_come(b, i < 2 ? "Long LargeParameter" : "LargeParameter", high[i], 80 + i);
	at_chances(b);
	numbers_of_bits(b);
	signs(b);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "p = 0", (struct fixed_rate){ 0, 1 });
	refused(b, "p = 0", (struct fixed_rate){ 0, 0 });
	refused(b, "q = 0", (struct fixed_rate){ 1, 0 });
	refused(b, "q > 2^53", (struct fixed_rate){ 1, large + 1 });
	refused(b, "q > 2^53", (struct fixed_rate){ top, top });
	sweep(b);
}
