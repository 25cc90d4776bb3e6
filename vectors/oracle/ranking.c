/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By the definition: every order of the equals is as likely, so each rank is tried in turn, in 320 bits. */
#include <math.h>
#include <mpfr.h>

#include "oracle.h"
#include "tape.h"

enum { BITS = 320, MOST = 40 };

struct list {
	double score[MOST], own;
	size_t n;
	uint64_t top;
};

struct ranks { /* first .. last, each as likely */
	size_t first, last;
};

static json_t *around(mpfr_srcptr x)
{
	const double y = mpfr_get_d(x, MPFR_RNDN);

	return book_interval(y * (1 - 0x1p-40), y * (1 + 0x1p-40));
}

static struct ranks of(const struct list *l)
{
	struct ranks r = { 1, 1 };

	for (size_t i = 0; i < l->n; i++) {
		r.first += l->score[i] > l->own;
		r.last += l->score[i] >= l->own;
	}
	return r;
}

/* The mean over the ranks of 1 (hr) or 1 / log(rank + 1) to the base (ndcg; base 0: e), where rank is at most top. */
static json_t *gain(struct ranks r, uint64_t top, bool ndcg, unsigned long base)
{
	mpfr_t sum, term, unit;
	json_t *value;

	mpfr_inits2(BITS, sum, term, unit, (mpfr_ptr)0);
	mpfr_set_zero(sum, 1);
	mpfr_set_ui(unit, 1, MPFR_RNDN);
	if (base > 0)
		mpfr_log_ui(unit, base, MPFR_RNDN);
	for (size_t rank = r.first; rank <= r.last && rank <= top; rank++) {
		mpfr_set_ui(term, 1, MPFR_RNDN);
		if (ndcg) {
			mpfr_log_ui(term, rank + 1, MPFR_RNDN);
			mpfr_div(term, unit, term, MPFR_RNDN);
		}
		mpfr_add(sum, sum, term, MPFR_RNDN);
	}
	mpfr_div_ui(sum, sum, r.last - r.first + 1, MPFR_RNDN);
	value = around(sum);
	mpfr_clears(sum, term, unit, (mpfr_ptr)0);
	return value;
}

static void inputs(struct book *b, const struct list *l)
{
	book_in_doubles(b, "scores", l->score, l->n);
	book_in_double(b, "own", l->own);
	book_in_u64(b, "top", l->top);
}

static void test(struct book *b, const char *flags, const char *comment, const struct list *l)
{
	const struct ranks r = of(l);
	const struct {
		const char *name;
		struct ranks ranks;
		uint64_t top;
		unsigned long base;
	} wrong[] = {
		{ "equal scores are counted as worse: the best rank", { r.first, r.first }, l->top, 2 },
		{ "equal scores are counted as better: the worst rank", { r.last, r.last }, l->top, 2 },
		{ "rank < top stands for rank <= top", r, l->top - 1, 2 },
		{ "ranks count from 0, and one more than top counts", r, l->top + 1, 2 },
		{ "ln where log to base 2 is meant", r, l->top, 0 },
	};

	book_test(b, flags, "%s", comment);
	inputs(b, l);
	book_out(b, "hr", "enclosure", gain(r, l->top, false, 2));
	book_out(b, "ndcg", "enclosure", gain(r, l->top, true, 2));
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		book_mistake(b, wrong[i].name, "hr", "enclosure", gain(wrong[i].ranks, wrong[i].top, false, 2));
		book_mistake(b, wrong[i].name, "ndcg", "enclosure", gain(wrong[i].ranks, wrong[i].top, true, wrong[i].base));
	}
}

/* Scores in quarters, so that some are equal. */
static struct list drawn(uint64_t number, size_t n, uint64_t top)
{
	uint64_t word[MOST];
	struct list l = { .n = n, .top = top };

	tape_words("ranking_gain", number, word, n + 1);
	for (size_t i = 0; i < n; i++)
		l.score[i] = (double)(word[i] % 16) / 4 - 2;
	l.own = (double)(word[n] % 16) / 4 - 2;
	return l;
}

static void edges(struct book *b)
{
	struct list l = { .own = 0.5, .top = 10 };

	book_group(b, "edges", "No other item, zeros, the last rank that counts.");
	test(b, "Zero", "no other item", &l);
	l = (struct list){ .score = { 0.0, -0.0, 0.0 }, .own = -0.0, .n = 3, .top = 2 };
	test(b, "Zero Tie", "zeros of either sign are equal", &l);
	l = (struct list){ .score = { 3, 2, 1 }, .own = 0, .n = 3, .top = 3 };
	test(b, "Zero Boundary", "rank 4 of top 3", &l);
	l.top = 4;
	test(b, "Boundary", "rank 4 of top 4", &l);
	l.top = 1;
	l.own = 4;
	test(b, "Boundary", "rank 1 of top 1", &l);
	l.own = 3;
	test(b, "Tie Boundary", "rank 1 or 2 of top 1", &l);
	l = (struct list){ .score = { 7, 7, 7, 7, 7, 7, 7, 7, 7 }, .own = 7, .n = 9, .top = 10 };
	test(b, "Tie", "all are equal, and all count", &l);
	l.top = 3;
	test(b, "Tie", "all are equal: what guessing has", &l);
	l.top = UINT64_C(1) << 40;
	test(b, "Tie", "a top beyond every list", &l);
	l = (struct list){ .score = { 1, 0x1.fffffffffffffp-1, 0x1.0000000000001p0 }, .own = 1, .n = 3, .top = 2 };
	test(b, "Tie Boundary", "the neighbours of a score are not equal to it", &l);
	l = (struct list){ .score = { 1e308, -1e308, 5e-324 }, .own = 0, .n = 3, .top = 5 };
	test(b, "Ordinary", "scores far apart", &l);
}

static void refused(struct book *b, const char *comment, double score, double own, uint64_t top)
{
	const struct list l = { .score = { 1, score }, .own = own, .n = 2, .top = top };

	book_refused(b, comment);
	inputs(b, &l);
}

ORACLE(ranking_gain)
{
	static const size_t sizes[] = { 1, 5, 12, 30 };
	static const uint64_t tops[] = { 1, 3, 10 };

	book_open(b, "ranking_gain");
	book_group(b, "ordinary", "Up to thirty others.");
	for (uint64_t i = 0; i < 24; i++) {
		const struct list l = drawn(i, sizes[i % 4], tops[i % 3]);
		const struct ranks r = of(&l);
		test(b, r.first < r.last ? "Tie" : "Ordinary", "scores in quarters", &l);
	}
	edges(b);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "top 0", 1, 1, 0);
	refused(b, "a score is not a number", NAN, 1, 1);
	refused(b, "a score is infinite", INFINITY, 1, 1);
	refused(b, "own is not a number", 1, NAN, 1);
	refused(b, "own is infinite", 1, -INFINITY, 1);
}
