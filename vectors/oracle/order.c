/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "order.h"

#include <string.h>

enum { TRIALS = 2047, UNITS = 1024 };

/* word mod limit, for the first word below floor(2^64 / limit) limit */
static void below(struct tape *t, mpz_ptr value, mpz_srcptr limit)
{
	const size_t place = tape_enter(t, "uniform_below", limit, NULL);
	uint64_t word = 0;
	mpz_t end;

	mpz_init(end);
	mpz_setbit(end, 64);
	mpz_fdiv_q(end, end, limit);
	mpz_mul(end, end, limit);
	mpz_set_ui(value, 0);
	while (mpz_cmp_ui(limit, 1) > 0) {
		word = tape_next(t);
		mpz_import(value, 1, -1, sizeof word, 0, 0, &word);
		if (mpz_cmp(value, end) < 0 || t->dry)
			break;
	}
	mpz_mod(value, value, limit);
	tape_leave(t, place, value);
	mpz_clear(end);
}

static bool coin(struct tape *t, mpz_srcptr n, mpz_srcptr d)
{
	const size_t place = tape_enter(t, "bernoulli", n, d);
	bool shows;
	mpz_t m;

	mpz_init(m);
	below(t, m, d);
	shows = mpz_cmp(m, n) < 0;
	mpz_clear(m);
	tape_leave_bool(t, place, shows);
	return shows;
}

/* x / y in lowest terms, as Python's Fraction keeps them. */
static void lowest(mpz_ptr x, mpz_ptr y)
{
	mpz_t g;

	mpz_init(g);
	mpz_gcd(g, x, y);
	mpz_divexact(x, x, g);
	mpz_divexact(y, y, g);
	mpz_clear(g);
}

/* The first K whose coin of n / (d K) shows 0 is odd. */
static bool trials(struct tape *t, mpz_srcptr n, mpz_srcptr d, bool reduced)
{
	unsigned long k = 0;
	bool shows = true;
	mpz_t x, y;

	mpz_inits(x, y, NULL);
	while (shows && k < TRIALS) {
		k++;
		mpz_set(x, n);
		mpz_mul_ui(y, d, k);
		if (reduced)
			lowest(x, y);
		shows = coin(t, x, y);
	}
	mpz_clears(x, y, NULL);
	return !shows && k % 2 == 1;
}

static bool one_unit(struct tape *t)
{
	bool holds;
	mpz_t one;

	mpz_init_set_ui(one, 1);
	holds = trials(t, one, one, true);
	mpz_clear(one);
	return holds;
}

static bool paper_exp(struct tape *t, mpz_srcptr p, mpz_srcptr q)
{
	const size_t place = tape_enter(t, "bernoulli_exp", p, q);
	bool holds = true;
	mpz_t rest;

	mpz_init_set(rest, p);
	if (mpz_cmp(rest, q) > 0)
		while (holds && mpz_cmp(rest, q) >= 0) {
			holds = one_unit(t);
			mpz_sub(rest, rest, q);
		}
	holds = holds && trials(t, rest, q, false);
	tape_leave_bool(t, place, holds);
	mpz_clear(rest);
	return holds;
}

static bool program_exp(struct tape *t, mpz_srcptr p, mpz_srcptr q)
{
	bool holds = true;
	size_t place;
	mpz_t x, d;

	mpz_init_set(x, p);
	mpz_init_set(d, q);
	lowest(x, d);
	place = tape_enter(t, "bernoulli_exp", x, d);
	while (holds && mpz_cmp(x, d) > 0) {
		holds = one_unit(t);
		mpz_sub(x, x, d);
	}
	holds = holds && trials(t, x, d, true);
	tape_leave_bool(t, place, holds);
	mpz_clears(x, d, NULL);
	return holds;
}

typedef bool (*exponential)(struct tape *t, mpz_srcptr p, mpz_srcptr q);

static void magnitude(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q, exponential f)
{
	const size_t place = tape_enter(t, "geometric", p, q);
	unsigned long v;
	mpz_t u, one;

	mpz_init(u);
	mpz_init_set_ui(one, 1);
	do {
		do
			below(t, u, q);
		while (!f(t, u, q) && !t->dry);
		for (v = 0; v < UNITS && f(t, one, one); v++)
			;
	} while (v == UNITS);
	mpz_addmul_ui(u, q, v);
	mpz_fdiv_q(value, u, p);
	tape_leave(t, place, value);
	mpz_clears(u, one, NULL);
}

static void paper_geometric(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q)
{
	magnitude(t, value, p, q, paper_exp);
}

static void program_geometric(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q)
{
	mpz_t x, y;

	mpz_init_set(x, p);
	mpz_init_set(y, q);
	lowest(x, y);
	magnitude(t, value, x, y, program_exp);
	mpz_clears(x, y, NULL);
}

static bool minus(struct tape *t)
{
	bool shows;
	mpz_t one, two;

	mpz_init_set_ui(one, 1);
	mpz_init_set_ui(two, 2);
	shows = coin(t, one, two);
	mpz_clears(one, two, NULL);
	return shows;
}

static void paper_laplace(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q)
{
	const size_t place = tape_enter(t, "discrete_laplace", p, q);
	bool negative;

	do {
		paper_geometric(t, value, p, q);
		negative = minus(t);
	} while (negative && mpz_sgn(value) == 0 && !t->dry);
	if (negative)
		mpz_neg(value, value);
	tape_leave(t, place, value);
}

static void program_laplace(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q)
{
	bool negative;
	size_t place;
	mpz_t x, y;

	mpz_init_set(x, p);
	mpz_init_set(y, q);
	lowest(x, y);
	place = tape_enter(t, "discrete_laplace", x, y);
	do {
		negative = minus(t);
		program_geometric(t, value, x, y);
	} while (negative && mpz_sgn(value) == 0 && !t->dry);
	if (negative)
		mpz_neg(value, value);
	tape_leave(t, place, value);
	mpz_clears(x, y, NULL);
}

struct order {
	void (*laplace)(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q);
	exponential exp;
};

/* (|y| t q - p)^2, or 2^64 - 1 where that is more */
static void square_of(mpz_ptr e, mpz_srcptr y, mpz_srcptr step, mpz_srcptr p)
{
	mpz_abs(e, y);
	mpz_mul(e, e, step);
	mpz_sub(e, e, p);
	mpz_mul(e, e, e);
	if (mpz_sizeinbase(e, 2) > 64) {
		mpz_set_ui(e, 0);
		mpz_setbit(e, 64);
		mpz_sub_ui(e, e, 1);
	}
}

static void gaussian(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q, const struct order *order)
{
	const size_t place = tape_enter(t, "discrete_gaussian", p, q);
	mpz_t scale, one, step, e, whole;

	mpz_inits(scale, step, e, whole, NULL);
	mpz_init_set_ui(one, 1);
	mpz_fdiv_q(scale, p, q);
	mpz_sqrt(scale, scale);
	mpz_add_ui(scale, scale, 1);
	mpz_mul(step, scale, q);
	mpz_mul(whole, step, scale);
	mpz_mul(whole, whole, p);
	mpz_mul_ui(whole, whole, 2);
	do {
		order->laplace(t, value, one, scale);
		square_of(e, value, step, p);
	} while (!order->exp(t, e, whole) && !t->dry);
	tape_leave(t, place, value);
	mpz_clears(scale, one, step, e, whole, NULL);
}

static void paper_gaussian(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q)
{
	gaussian(t, value, p, q, &(const struct order){ paper_laplace, paper_exp });
}

static void program_gaussian(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q)
{
	mpz_t x, y;

	mpz_init_set(x, p);
	mpz_init_set(y, q);
	lowest(x, y);
	gaussian(t, value, x, y, &(const struct order){ program_laplace, program_exp });
	mpz_clears(x, y, NULL);
}

#define NUMBER(function) \
	static void draw_##function(struct tape *t, mpz_ptr value, const mpz_t *a) { function(t, value, a[0], a[1]); }
#define TRUTH(function) \
	static void draw_##function(struct tape *t, mpz_ptr value, const mpz_t *a) { mpz_set_ui(value, function(t, a[0], a[1])); }

TRUTH(paper_exp)
TRUTH(program_exp)
NUMBER(paper_geometric)
NUMBER(program_geometric)
NUMBER(paper_laplace)
NUMBER(program_laplace)
NUMBER(paper_gaussian)
NUMBER(program_gaussian)

static const struct sampler *named(const struct sampler *all, size_t prefix, const char *law)
{
	for (size_t i = 0; i < 4; i++)
		if (strcmp(all[i].name + prefix, law) == 0)
			return &all[i];
	return NULL;
}

const struct sampler *paper_sampler(const char *law)
{
	static const struct sampler all[] = {
		{ "paper_bernoulli_exp", 2, { "p", "q" }, draw_paper_exp },
		{ "paper_geometric", 2, { "p", "q" }, draw_paper_geometric },
		{ "paper_discrete_laplace", 2, { "p", "q" }, draw_paper_laplace },
		{ "paper_discrete_gaussian", 2, { "p", "q" }, draw_paper_gaussian },
	};

	return named(all, strlen("paper_"), law);
}

const struct sampler *program_sampler(const char *law)
{
	static const struct sampler all[] = {
		{ "program_bernoulli_exp", 2, { "p", "q" }, draw_program_exp },
		{ "program_geometric", 2, { "p", "q" }, draw_program_geometric },
		{ "program_discrete_laplace", 2, { "p", "q" }, draw_program_laplace },
		{ "program_discrete_gaussian", 2, { "p", "q" }, draw_program_gaussian },
	};

	return named(all, strlen("program_"), law);
}
