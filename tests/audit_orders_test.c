/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of the integer samplers by enumeration: ref/noise/exact.c and the two published orders, every way in which
   their draws can go. The sources are compiled here once more, with their coins and uniform numbers answered from a
   path; all paths are walked but those whose probability falls below a limit. What these would have given is the
   undecided mass. Of each value the mass that is decided is a lower bound on its probability, and with the undecided mass
   an upper bound; the law's own mass (MPFR) must lie between. A Gaussian draw is walked to its second proposal only: it
   starts over there with nothing in hand, so that the masses are those of one round over the mass that ends in it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "audit/masses.h"
#include "noise/exact.h"
#include "noise/order_paper.h"
#include "noise/order_program.h"
#include "tests/scale.h"
#include "tests/tape.h"

enum { DEPTH = 4096, REACH = 64 };
enum { TOO_RARE = 1, STARTS_OVER };

static struct {
	uint64_t answer[DEPTH], answers[DEPTH];
	long double share[DEPTH]; /* of the answer 1 of a coin; 0: all answers are equally likely */
	size_t known, at;
	long double mass;
	double least;
	unsigned proposals;
	jmp_buf abandoned;
} path;

/* The answer that the path has here; a new one is 0. */
static uint64_t next(uint64_t answers, long double share)
{
	if (path.at == path.known) {
		if (path.mass < path.least || path.known == DEPTH)
			longjmp(path.abandoned, TOO_RARE);
		path.answer[path.known] = 0;
		path.answers[path.known] = answers;
		path.share[path.known++] = share;
	}
	const uint64_t answer = path.answer[path.at++];

	path.mass *= share == 0 ? 1 / (long double)answers : answer == 1 ? share : 1 - share;
	return answer;
}

static uint64_t number(struct dpmf_stream *s, uint64_t limit)
{
	(void)s;
	return limit == 1 ? 0 : next(limit, 0);
}

static bool coin(struct dpmf_stream *s, uint64_t n, uint64_t d)
{
	(void)s;
	assert_true(d > 0 && n <= d);
	return n == d || (n > 0 && next(2, (long double)n / (long double)d) == 1);
}

/* To the next path; false: this was the last. */
static bool advance(void)
{
	while (path.known > 0 && path.answer[path.known - 1] + 1 == path.answers[path.known - 1])
		path.known--;
	if (path.known == 0)
		return false;
	path.answer[path.known - 1]++;
	return true;
}

#define PROPOSED(name) \
	static int64_t walked_##name(struct dpmf_stream *s, uint64_t p, uint64_t q); \
	static int64_t proposed_##name(struct dpmf_stream *s, uint64_t p, uint64_t q) \
	{ \
		if (++path.proposals > 1) \
			longjmp(path.abandoned, STARTS_OVER); \
		return walked_##name(s, p, q); \
	}

PROPOSED(discrete_laplace)
PROPOSED(paper_discrete_laplace)
PROPOSED(program_discrete_laplace)

/* In the sources a name is followed by `struct` where a function is defined and by s where it is called: what is defined
   gets another name, and what is called is answered from the path. */
#define ANSWERED_BELOW_struct below_defined(struct
#define ANSWERED_BELOW_s number(s
#define ANSWERED_BERNOULLI_struct bernoulli_defined(struct
#define ANSWERED_BERNOULLI_s coin(s
#define ANSWERED_COIN_struct coin_defined(struct
#define ANSWERED_COIN_s coin(s
#define LAPLACE_struct walked_discrete_laplace(struct
#define LAPLACE_s proposed_discrete_laplace(s
#define PAPER_LAPLACE_struct walked_paper_discrete_laplace(struct
#define PAPER_LAPLACE_s proposed_paper_discrete_laplace(s
#define PROGRAM_LAPLACE_struct walked_program_discrete_laplace(struct
#define PROGRAM_LAPLACE_s proposed_program_discrete_laplace(s
#define dpmf_uniform_below(a, b) ANSWERED_BELOW_##a, b)
#define dpmf_bernoulli(a, b, c) ANSWERED_BERNOULLI_##a, b, c)
#define dpmf_order_coin(a, b, c) ANSWERED_COIN_##a, b, c)
#define dpmf_stream_word(a) (coin(a, 1, 2) ? UINT64_C(1) : UINT64_C(0)) /* for the sign, of which the lowest bit is taken */
#define dpmf_bernoulli_exp walked_bernoulli_exp
#define dpmf_geometric walked_geometric
#define dpmf_discrete_laplace(a, b, c) LAPLACE_##a, b, c)
#define dpmf_discrete_gaussian walked_discrete_gaussian
#define dpmf_order_unit walked_unit
#define dpmf_order_units walked_units
#define dpmf_order_quotient walked_quotient
#define dpmf_order_signed walked_signed
#define dpmf_order_scale walked_scale
#define dpmf_order_distance walked_distance
#define dpmf_order_whole walked_whole
#define dpmf_paper_bernoulli_exp walked_paper_bernoulli_exp
#define dpmf_paper_geometric walked_paper_geometric
#define dpmf_paper_discrete_laplace(a, b, c) PAPER_LAPLACE_##a, b, c)
#define dpmf_paper_discrete_gaussian walked_paper_discrete_gaussian
#define dpmf_program_bernoulli_exp walked_program_bernoulli_exp
#define dpmf_program_geometric walked_program_geometric
#define dpmf_program_discrete_laplace(a, b, c) PROGRAM_LAPLACE_##a, b, c)
#define dpmf_program_discrete_gaussian walked_program_discrete_gaussian
#define root_floor root_floor_of_exact
#define absolute absolute_of_exact
#include "ref/noise/exact.c" // NOLINT(bugprone-suspicious-include)
#undef root_floor
#undef absolute
#include "ref/noise/order.c" // NOLINT(bugprone-suspicious-include)
#include "ref/noise/order_paper.c" // NOLINT(bugprone-suspicious-include)
#include "ref/noise/order_program.c" // NOLINT(bugprone-suspicious-include)
#undef dpmf_uniform_below
#undef dpmf_order_coin

typedef int64_t sampler(struct dpmf_stream *s, uint64_t p, uint64_t q);

#define AS_NUMBER(name) \
	static int64_t draw_##name(struct dpmf_stream *s, uint64_t p, uint64_t q) { return (int64_t)walked_##name(s, p, q); }
#define AS_SCALED(name) \
	static int64_t draw_##name(struct dpmf_stream *s, uint64_t p, uint64_t q) { return walked_##name(s, p, q, walked_scale(p, q)); }

AS_NUMBER(bernoulli_exp)
AS_NUMBER(paper_bernoulli_exp)
AS_NUMBER(program_bernoulli_exp)
AS_NUMBER(geometric)
AS_NUMBER(paper_geometric)
AS_NUMBER(program_geometric)
AS_NUMBER(discrete_laplace)
AS_NUMBER(paper_discrete_laplace)
AS_NUMBER(program_discrete_laplace)
AS_NUMBER(discrete_gaussian)
AS_SCALED(paper_discrete_gaussian)
AS_SCALED(program_discrete_gaussian)

struct walk {
	long double decided[2 * REACH + 1], beyond, again, undecided;
};

static struct walk walked(sampler *draw, uint64_t p, uint64_t q, double least)
{
	static struct walk w; /* survives longjmp */
	static struct dpmf_stream s;

	w = (struct walk){ .undecided = 0 };
	path.known = 0;
	path.least = least;
	do {
		path.at = path.proposals = 0;
		path.mass = 1;
		switch (setjmp(path.abandoned)) {
		case 0: {
			const int64_t x = draw(&s, p, q);

			*(x < -REACH || x > REACH ? &w.beyond : &w.decided[x + REACH]) += path.mass;
			break;
		}
		case STARTS_OVER:
			w.again += path.mass;
			break;
		default:
			w.undecided += path.mass;
		}
	} while (advance());
	return w;
}

/* Sums of long doubles are off by less than this. */
static const double rounding = 0x1p-40;

/* Whether every mass lies between the bounds, and all of them together are 1. */
static bool bounds(const struct walk *w, enum masses_law law, uint64_t p, uint64_t q)
{
	const struct masses given = { .law = law, .p = p, .q = q };
	const long double ends = 1 - w->again;
	long double sum = w->beyond + w->again + w->undecided;
	struct masses m;
	bool within = true;
	mpfr_t exact;

	assert_int_equal(masses_open(&given, &m, NULL), DPMF_OK);
	mpfr_init2(exact, MASSES_PRECISION);
	for (int x = -REACH; x <= REACH; x++) {
		masses_between(&m, x - 1, x, exact);
		const long double mass = mpfr_get_ld(exact, MPFR_RNDN), low = w->decided[x + REACH];

		within &= low / ends <= mass + rounding && mass <= (low + w->undecided) / (ends - w->undecided) + rounding;
		sum += low;
	}
	mpfr_clear(exact);
	masses_close(&m);
	return within && fabsl(sum - 1) < rounding;
}

struct tree {
	sampler *draw;
	enum masses_law law;
	uint64_t p, q;
	double least, undecided;
};

/* p, q, the paths that are not walked, and the mass that they have at most. */
static const struct tree trees[] = {
#define THREE(name, ...) { draw_##name, __VA_ARGS__ }, { draw_paper_##name, __VA_ARGS__ }, { draw_program_##name, __VA_ARGS__ }
	THREE(bernoulli_exp, MASSES_BERNOULLI_EXP, 1, 1, 1e-12, 1e-12),
	THREE(bernoulli_exp, MASSES_BERNOULLI_EXP, 2, 3, 1e-12, 1e-12),
	THREE(bernoulli_exp, MASSES_BERNOULLI_EXP, 2, 4, 1e-12, 1e-12),
	THREE(bernoulli_exp, MASSES_BERNOULLI_EXP, 7, 2, 1e-12, 1e-10),
	THREE(bernoulli_exp, MASSES_BERNOULLI_EXP, 3, 1, 1e-12, 1e-10),
	THREE(geometric, MASSES_GEOMETRIC, 1, 1, 1e-7, 2e-2),
	THREE(geometric, MASSES_GEOMETRIC, 1, 2, 1e-7, 2e-2),
	THREE(geometric, MASSES_GEOMETRIC, 4, 6, 1e-7, 2e-2),
	THREE(geometric, MASSES_GEOMETRIC, 5, 3, 1e-7, 2e-2),
	THREE(discrete_laplace, MASSES_DISCRETE_LAPLACE, 1, 1, 1e-7, 1e-1),
	THREE(discrete_laplace, MASSES_DISCRETE_LAPLACE, 1, 2, 1e-7, 1e-1),
	THREE(discrete_laplace, MASSES_DISCRETE_LAPLACE, 4, 6, 1e-7, 1e-1),
	THREE(discrete_gaussian, MASSES_DISCRETE_GAUSSIAN, 1, 4, 1e-7, 15e-2),
	THREE(discrete_gaussian, MASSES_DISCRETE_GAUSSIAN, 1, 1, 1e-7, 15e-2),
	THREE(discrete_gaussian, MASSES_DISCRETE_GAUSSIAN, 6, 4, 1e-7, 15e-2),
};

static void every_tree_has_the_masses_of_its_law(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i += SCALED(1, 4)) { /* 4: of every order some */
		const struct tree *t = &trees[i];
		const struct walk w = walked(t->draw, t->p, t->q, t->least);

		assert_true(w.undecided < t->undecided);
		assert_true(bounds(&w, t->law, t->p, t->q));
		assert_false(bounds(&w, t->law, 3 * t->p, 2 * t->q)); /* the law of another parameter is none */
	}
}

/* A coin is a function of one number below d: each of them, where d is small. */
static void a_coin_shows_one_for_n_numbers(void **state)
{
	struct tape tape;

	(void)state;
	for (uint64_t d = 1; d <= 40; d++)
		for (uint64_t n = 0; n <= d; n++)
			for (uint64_t word = 0; word < d; word++) {
				play(&tape, &word, 1);
				assert_true(dpmf_order_coin(&tape.s, n, d) == (word < n));
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_tree_has_the_masses_of_its_law),
		cmocka_unit_test(a_coin_shows_one_for_n_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
