/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By search instead of by formula: the least t at which no two lists of t participants each, whose honest members
   differ, can both be answered. */
#include "oracle.h"
#include "tape.h"
#include "vectors/format/number.h"

/* Whether t answers are safe. A curious server needs more than C of them. A lying one shows each honest participant one of
   two lists; colluders answer both, so two lists of t need 2 (t - C) honest ones, who must not exist among n - C. */
static bool is_safe(mpz_srcptr t, mpz_srcptr n, mpz_srcptr c, bool lying)
{
	mpz_t twice, honest;
	bool safe;

	mpz_inits(twice, honest, NULL);
	mpz_sub(twice, t, c);
	mpz_mul_ui(twice, twice, 2);
	mpz_sub(honest, n, c);
	safe = lying ? mpz_cmp(twice, honest) > 0 : mpz_cmp(t, c) > 0;
	mpz_clears(twice, honest, NULL);
	return safe;
}

static void set(mpz_ptr z, uint64_t x)
{
	mpz_import(z, 1, -1, sizeof x, 0, 0, &x);
}

static uint64_t get(mpz_srcptr z)
{
	uint64_t x = 0;

	mpz_export(&x, NULL, -1, sizeof x, 0, 0, z);
	return x;
}

/* The least safe t in [1, n], by bisection: safety grows with t. */
static void least(mpz_ptr t, mpz_srcptr n, mpz_srcptr c, bool lying)
{
	mpz_t low, high;

	mpz_init_set_ui(low, 0);
	mpz_init_set(high, n);
	while (mpz_add_ui(t, low, 1), mpz_cmp(t, high) < 0) {
		mpz_add(t, low, high);
		mpz_fdiv_q_ui(t, t, 2);
		mpz_set(is_safe(t, n, c, lying) ? high : low, t);
	}
	mpz_set(t, high);
	mpz_clears(low, high, NULL);
}

static void inputs(struct book *b, uint64_t n, uint64_t c, uint64_t stay, uint64_t lying)
{
	book_in_u64(b, "participants", n);
	book_in_u64(b, "colluders", c);
	book_in_u64(b, "stay", stay);
	book_in_u64(b, "lying", lying);
}

static void one(struct book *b, const char *flags, uint64_t participants, uint64_t colluders, uint64_t stay, bool lying)
{
	const uint64_t floor = participants < 2 ? 1 : 2;
	mpz_t n, c, t;

	mpz_inits(n, c, t, NULL);
	set(n, participants);
	set(c, colluders);
	least(t, n, c, lying);
	if (get(t) < stay)
		set(t, stay);
	if (get(t) < floor)
		set(t, floor);
	book_test(b, flags, "%s server", lying ? "a lying" : "a curious");
	inputs(b, participants, colluders, stay, lying);
	book_out(b, "threshold", "exact", number_u64(get(t)));
	mpz_sub(t, lying ? t : n, c);
	book_out(b, "honest", "exact", number_u64(get(t)));
	mpz_sub(t, n, c);
	book_mistake(b, "the honest whom a lying server leaves out are counted", "honest", "exact", number_u64(get(t)));
	mpz_clears(n, c, t, NULL);
}

static void refused(struct book *b, const char *comment, uint64_t n, uint64_t c, uint64_t stay, uint64_t lying)
{
	book_refused(b, comment);
	inputs(b, n, c, stay, lying);
}

ORACLE(honest_shares)
{
	static const uint64_t large = UINT64_C(1) << 32;
	uint64_t word[24];

	tape_words("honest_shares", 0, word, 24);
	book_open(b, "honest_shares");
	book_group(b, "ordinary", "Rounds of 10 to 1000 participants.");
	for (size_t i = 0; i < 24; i++) {
		const uint64_t n = 10 + word[i] % 991, c = (word[i] >> 16) % (n / 2), stay = (word[i] >> 40) % 3 == 0 ? (word[i] >> 44) % (n + 1) : 0;
		one(b, i % 2 == 1 && (n + c) % 2 == 1 ? "Ordinary Parity" : "Ordinary", n, c, stay, i % 2 == 1);
	}
	book_group(b, "edges", "Few participants, all numbers of colluders; and very many.");
	for (uint64_t n = 1; n <= 4; n++)
		for (uint64_t c = 0; c < n; c++)
			for (int lying = 0; lying < 2; lying++)
				one(b, "Boundary", n, c, 0, lying == 1);
	for (int lying = 0; lying < 2; lying++) {
		one(b, "LargeParameter", large, large - 1, 0, lying == 1);
		one(b, "LargeParameter", large, large / 2, large, lying == 1);
		one(b, "LargeParameter Parity", large - 1, large / 2, 0, lying == 1);
	}
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "nobody takes part", 0, 0, 0, 0);
	refused(b, "everybody colludes", 3, 3, 0, 0);
	refused(b, "more must stay than there are", 3, 1, 4, 1);
	refused(b, "more than 2^32 participants", large + 1, 1, 0, 1);
	refused(b, "lying is neither 0 nor 1", 3, 1, 0, 2);
}
