/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search by halving, on GMP's integers. */
#include <gmp.h>

#include "oracle.h"
#include "tape.h"

enum { TRIED = 64 };

enum slip { SLIP_NONE, SLIP_UP, SLIP_SINGLE, SLIP_BELOW, SLIP_MOST };

static const struct {
	const char *name;
	enum slip slip;
} slips[] = {
	{ "the middle is rounded up", SLIP_UP }, { "the steps from above do not double", SLIP_SINGLE },
	{ "the search begins in the middle", SLIP_BELOW }, { "most is taken not to keep the target, and is never asked for", SLIP_MOST },
};

struct search {
	mpz_t good, bad, reach, here;
	uint64_t most, last, tried[TRIED];
	bool from_above;
	enum slip slip;
	size_t count;
};

static void choose(struct search *s)
{
	if (s->from_above && s->slip != SLIP_BELOW && mpz_sgn(s->good) == 0) {
		mpz_sub(s->here, s->bad, s->reach);
		if (mpz_sgn(s->here) <= 0)
			mpz_set_ui(s->here, 1);
		return;
	}
	mpz_add(s->here, s->good, s->bad);
	if (s->slip == SLIP_UP)
		mpz_cdiv_q_2exp(s->here, s->here, 1);
	else
		mpz_fdiv_q_2exp(s->here, s->here, 1);
}

/* false: it asks for more than there is room for. */
static bool run(struct search *s)
{
	mpz_set_ui(s->good, 0);
	mpz_set_ui(s->bad, s->most);
	mpz_add_ui(s->bad, s->bad, s->slip != SLIP_MOST || s->most == 0);
	mpz_set_ui(s->reach, 1);
	for (s->count = 0; mpz_sub(s->here, s->bad, s->good), mpz_cmp_ui(s->here, 1) > 0;) {
		if (s->count == TRIED)
			return false;
		choose(s);
		s->tried[s->count++] = mpz_get_ui(s->here);
		mpz_set(mpz_cmp_ui(s->here, s->last) <= 0 ? s->good : s->bad, s->here);
		if (s->slip != SLIP_SINGLE && mpz_cmp_ui(s->reach, s->most) <= 0)
			mpz_mul_2exp(s->reach, s->reach, 1);
	}
	return true;
}

static void inputs(struct book *b, uint64_t most, uint64_t last, uint64_t from_above)
{
	book_in_u64(b, "most", most);
	book_in_u64(b, "last", last);
	book_in_u64(b, "from_above", from_above);
}

static void test(struct book *b, const char *flags, const char *comment, uint64_t most, uint64_t last, bool from_above)
{
	struct search s = { .most = most, .last = last, .from_above = from_above };

	mpz_inits(s.good, s.bad, s.reach, s.here, (mpz_ptr)0);
	b->failed |= !run(&s);
	book_test(b, flags, "%s", comment);
	inputs(b, most, last, from_above);
	book_out(b, "tried", "exact", book_u64s(s.tried, s.count));
	book_out(b, "found", "exact", json_sprintf("%lu", mpz_get_ui(s.good)));
	for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
		s.slip = slips[i].slip;
		if (!run(&s))
			continue;
		book_mistake(b, slips[i].name, "tried", "exact", book_u64s(s.tried, s.count));
		book_mistake(b, slips[i].name, "found", "exact", json_sprintf("%lu", mpz_get_ui(s.good)));
	}
	mpz_clears(s.good, s.bad, s.reach, s.here, (mpz_ptr)0);
}

static void refused(struct book *b, const char *comment, uint64_t most, uint64_t last, uint64_t from_above)
{
	book_refused(b, comment);
	inputs(b, most, last, from_above);
}

ORACLE(bracket_search)
{
	static const uint64_t mosts[] = { 10, 100, 16384, UINT64_C(1000000007) };
	const uint64_t top = (UINT64_C(1) << 62) - 1;
	uint64_t word[32];

	book_open(b, "bracket_search");
	book_group(b, "ordinary", "Targets as they come.");
	tape_words("bracket_search", 0, word, 32);
	for (size_t i = 0; i < 24; i++)
		test(b, i % 2 ? "Ordinary FromAbove" : "Ordinary", "a target anywhere", mosts[i % 4], word[i] % (mosts[i % 4] + 1), i % 2);
	book_group(b, "edges", "Nothing, all, one number, and the largest.");
	for (uint64_t above = 0; above < 2; above++) {
		for (uint64_t most = 0; most < 5; most++)
			for (uint64_t last = 0; last <= most; last++)
				test(b, above ? "Boundary FromAbove" : "Boundary", "few numbers", most, last, above);
		test(b, above ? "Boundary FromAbove" : "Boundary", "only 1 keeps it", 16384, 1, above);
		test(b, above ? "Boundary FromAbove" : "Boundary", "all but the largest", 16384, 16383, above);
		test(b, above ? "Boundary FromAbove" : "Boundary", "nothing of 16384", 16384, 0, above);
		test(b, above ? "Boundary FromAbove" : "Boundary", "all of 16384", 16384, 16384, above);
		test(b, above ? "LargeParameter FromAbove" : "LargeParameter", "all of 2^62 - 1", top, top, above);
		test(b, above ? "LargeParameter FromAbove" : "LargeParameter", "nothing of 2^62 - 1", top, 0, above);
	}
	test(b, "LargeParameter", "anywhere below 2^62", top, word[31] >> 2, false);
	test(b, "LargeParameter FromAbove", "near the top of 2^62 - 1", top, top - 1000, true);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "from_above 2", 10, 5, 2);
	refused(b, "more than can be", 10, 11, 0);
	refused(b, "most is 2^62", top + 1, 5, 0);
}
