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
		if (mpz_cmp(value, end) < 0 || t->dry || t->flaw == FLAW_NO_REJECTION)
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
	if (t->flaw == FLAW_HIGH_END) {
		mpz_sub(m, d, m); /* m >= d - n */
		shows = mpz_cmp(m, n) <= 0;
	} else {
		shows = mpz_cmp(m, n) < (t->flaw == FLAW_LOW_END_CLOSED ? 1 : 0);
	}
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
		if (reduced != (t->flaw == FLAW_OTHER_FRACTIONS))
			lowest(x, y);
		shows = coin(t, x, y);
	}
	mpz_clears(x, y, NULL);
	return !shows && k % 2 == (t->flaw == FLAW_EVEN ? 0 : 1);
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
	if (t->flaw == FLAW_UNIT_MORE)
		holds = one_unit(t);
	else if (t->flaw == FLAW_UNIT_LESS && mpz_cmp(rest, q) >= 0)
		mpz_sub(rest, rest, q);
	if (mpz_cmp(rest, q) > 0)
		while (holds && mpz_cmp(rest, q) >= 0 && t->flaw != FLAW_ONE_COIN) {
			holds = one_unit(t);
			mpz_sub(rest, rest, q);
		}
	if (t->flaw == FLAW_ONE_COIN)
		mpz_mod(rest, rest, q);
	holds = holds && (t->flaw == FLAW_NO_FRACTION || trials(t, rest, q, false));
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
	holds = holds && (t->flaw == FLAW_NO_FRACTION || trials(t, x, d, true));
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
		while (!f(t, u, q) && t->flaw != FLAW_NO_FIRST_COIN && !t->dry);
		for (v = 0; v < UNITS && f(t, one, one); v++)
			;
	} while (v == UNITS);
	if (t->flaw == FLAW_NO_U)
		mpz_set_ui(u, 0);
	mpz_addmul_ui(u, q, t->flaw == FLAW_FROM_ONE ? v + 1 : v);
	mpz_fdiv_q(value, u, t->flaw == FLAW_BY_Q ? q : p);
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
		if (t->flaw == FLAW_OTHER_TURN) {
			negative = minus(t);
			paper_geometric(t, value, p, q);
			continue;
		}
		paper_geometric(t, value, p, q);
		negative = minus(t);
	} while (negative && mpz_sgn(value) == 0 && t->flaw != FLAW_NEGATIVE_ZERO && !t->dry);
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
		if (t->flaw == FLAW_OTHER_TURN) {
			program_geometric(t, value, x, y);
			negative = minus(t);
			continue;
		}
		negative = minus(t);
		program_geometric(t, value, x, y);
	} while (negative && mpz_sgn(value) == 0 && t->flaw != FLAW_NEGATIVE_ZERO && !t->dry);
	if (negative)
		mpz_neg(value, value);
	tape_leave(t, place, value);
	mpz_clears(x, y, NULL);
}

struct order {
	void (*laplace)(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q);
	exponential exp;
};

/* (|y| t q - p)^2, or 2^64 - 1 where that is more; p NULL: 0 */
static void square_of(mpz_ptr e, mpz_srcptr y, mpz_srcptr step, mpz_srcptr p)
{
	mpz_abs(e, y);
	mpz_mul(e, e, step);
	if (p != NULL)
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
	if (t->flaw != FLAW_FLOOR || mpz_sgn(scale) == 0)
		mpz_add_ui(scale, scale, 1);
	mpz_mul(step, scale, q);
	mpz_mul(whole, step, scale);
	mpz_mul(whole, whole, p);
	mpz_mul_ui(whole, whole, t->flaw == FLAW_HALF_VARIANCE ? 1 : 2);
	do {
		order->laplace(t, value, one, scale);
		square_of(e, value, step, t->flaw == FLAW_UNCENTRED ? NULL : p);
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

/* What is drawn where another order is taken. */
static bool elsewhere(struct tape *t, mpz_ptr value, const mpz_t *a, const char *reference, void (*other)(struct tape *, mpz_ptr, const mpz_t *))
{
	const enum flaw flaw = t->flaw;

	if (flaw != FLAW_REFERENCE && flaw != FLAW_OTHER_PROFILE)
		return false;
	t->flaw = FLAW_NONE;
	(flaw == FLAW_REFERENCE ? sampler_named(reference)->draw : other)(t, value, a);
	t->flaw = flaw;
	return true;
}

#define NUMBER(function, other, reference)                                                    \
	static void draw_##other(struct tape *t, mpz_ptr value, const mpz_t *a);              \
	static void draw_##function(struct tape *t, mpz_ptr value, const mpz_t *a)            \
	{                                                                                     \
		if (!elsewhere(t, value, a, reference, draw_##other))                         \
			function(t, value, a[0], a[1]);                                       \
	}
#define TRUTH(function, other, reference)                                                     \
	static void draw_##other(struct tape *t, mpz_ptr value, const mpz_t *a);              \
	static void draw_##function(struct tape *t, mpz_ptr value, const mpz_t *a)            \
	{                                                                                     \
		if (!elsewhere(t, value, a, reference, draw_##other))                         \
			mpz_set_ui(value, function(t, a[0], a[1]));                           \
	}

TRUTH(paper_exp, program_exp, "bernoulli_exp")
TRUTH(program_exp, paper_exp, "bernoulli_exp")
NUMBER(paper_geometric, program_geometric, "geometric")
NUMBER(program_geometric, paper_geometric, "geometric")
NUMBER(paper_laplace, program_laplace, "discrete_laplace")
NUMBER(program_laplace, paper_laplace, "discrete_laplace")
NUMBER(paper_gaussian, program_gaussian, "discrete_gaussian")
NUMBER(program_gaussian, paper_gaussian, "discrete_gaussian")

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
