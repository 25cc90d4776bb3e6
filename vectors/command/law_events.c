/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "law_events.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NEAR = 8, REACH = 16, MASSES = 4096 }; /* values of their own; how many sigma are summed: beyond are less than 2^-180 */

/* -log2 of the tails that are counted; the last must not be seen at all. */
static const int tails[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 40, 60 };
static const int64_t divisors[] = { 2, 16 };

static const char *const of_fraction[] = { "p", "q", NULL };
static const char *const of_share[] = { "p", "q", "part", "whole", NULL };
static const char *const of_draw[] = { "quanta", "chance", NULL };

struct parameters {
	uint64_t input[LAW_INPUTS];
};

static const struct parameters fractions[] = { { { 1, 3 } }, { { 2, 4 } }, { { 99, 100 } } };
static const struct parameters exponents[] = { { { 1, 3 } }, { { 1, 1 } }, { { 6, 4 } }, { { 7, 2 } }, { { 3, 1 } } };
static const struct parameters rates[] = { { { 1, 1 } }, { { 7, 3 } }, { { 4, 50 } }, { { 1, 1000 } }, { { 1, UINT64_C(1) << 53 } } };
static const struct parameters variances[] = { { { 1, 4 } }, { { 1, 1 } }, { { 10, 3 } }, { { 4, 1 } }, { { 12345, 7 } }, { { (1 << 26) - 1, 1 } } };

static const struct parameters shares[] = { { { 1, 1, 1, 2 } }, { { 1, 3, 1, 100 } }, { { 2, 25, 3, 7 } }, { { 1, 40, 1, 3 } }, { { 1, 5, 1, 1 } } };
static const struct parameters draws[] = { { { 1, UINT64_C(3) << 38 } }, { { 4, UINT64_C(1) << 38 } }, { { 16, UINT64_C(1) << 39 } },
	{ { 64, (UINT64_C(1) << 39) + (UINT64_C(1) << 36) } }, { { 1000, 12345678901 } } };

struct law {
	const char *name;
	const char *const *inputs;
	const struct parameters *at;
	size_t count;
	void (*make)(struct law_case *c);
};

static void add(struct law_case *c, enum law_event_kind kind, int64_t x, long double mass)
{
	bool known = c->events == LAW_EVENTS;

	for (size_t i = 0; i < c->events; i++)
		known |= c->event[i].kind == kind && c->event[i].x == x;
	if (!known)
		c->event[c->events++] = (struct law_event){ kind, x, (double)mass };
}

static long double ratio(const struct law_case *c)
{
	return (long double)c->input[0] / (long double)c->input[1];
}

static void make_truth(struct law_case *c, long double one)
{
	add(c, LAW_EQUALS, 1, one);
	add(c, LAW_EQUALS, 0, 1 - one);
	add(c, LAW_AT_MOST, -1, 0);
	add(c, LAW_AT_LEAST, 2, 0);
}

static void make_bernoulli(struct law_case *c)
{
	make_truth(c, ratio(c));
}

static void make_bernoulli_exp(struct law_case *c)
{
	make_truth(c, expl(-ratio(c)));
}

/* 1 - a^times, a = exp(-p / q) */
static long double less(const struct law_case *c, long double times)
{
	return -expm1l(-times * ratio(c));
}

static long double power(const struct law_case *c, long double times)
{
	return expl(-times * ratio(c));
}

static void make_geometric(struct law_case *c)
{
	for (int64_t x = 0; x <= 2 * NEAR; x++)
		add(c, LAW_EQUALS, x, less(c, 1) * power(c, (long double)x));
	add(c, LAW_AT_MOST, -1, 0);
	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		const int64_t k = (int64_t)ceill((long double)tails[i] * logl(2) / ratio(c));
		add(c, LAW_AT_LEAST, k, power(c, (long double)k));
	}
	for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
		add(c, LAW_MULTIPLE_OF, divisors[i], less(c, 1) / less(c, (long double)divisors[i]));
}

static void make_laplace(struct law_case *c)
{
	const long double both = 1 + power(c, 1);

	for (int64_t x = -NEAR; x <= NEAR; x++)
		add(c, LAW_EQUALS, x, less(c, 1) / both * power(c, fabsl((long double)x)));
	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		const long double least = ((long double)tails[i] * logl(2) - logl(both)) / ratio(c);
		const int64_t k = least < 1 ? 1 : (int64_t)ceill(least);
		add(c, LAW_AT_LEAST, k, power(c, (long double)k) / both);
		add(c, LAW_AT_MOST, -k, power(c, (long double)k) / both);
	}
	for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++) {
		const long double r = (long double)divisors[i];
		add(c, LAW_MULTIPLE_OF, divisors[i], less(c, 1) / both * (1 + power(c, r)) / less(c, r));
	}
}

static long double weight(const struct law_case *c, int64_t x)
{
	return expl(-(long double)x * (long double)x / (2 * ratio(c)));
}

/* The sum of the weights of every r-th x from `from` on. */
static long double sum_from(const struct law_case *c, int64_t from, int64_t r)
{
	const int64_t end = (int64_t)(REACH * sqrtl(ratio(c))) + 2;
	long double sum = 0;

	for (int64_t x = end / r * r + from % r; x >= from; x -= r)
		sum += weight(c, x);
	return sum;
}

static void make_gaussian(struct law_case *c)
{
	const long double all = 1 + 2 * sum_from(c, 1, 1);
	long double rest = sum_from(c, 1, 1) / all;
	int64_t k = 1;

	for (int64_t x = -NEAR; x <= NEAR; x++)
		add(c, LAW_EQUALS, x, weight(c, x) / all);
	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		for (; rest > ldexpl(1, -tails[i]); k++)
			rest -= weight(c, k) / all;
		rest = sum_from(c, k, 1) / all; /* anew, since what is left of a difference has lost digits */
		add(c, LAW_AT_LEAST, k, rest);
		add(c, LAW_AT_MOST, -k, rest);
	}
	for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
		add(c, LAW_MULTIPLE_OF, divisors[i], (1 + 2 * sum_from(c, divisors[i], divisors[i])) / all);
}

/* The counts 0, 1, ... have the masses `mass`, of which there are `count`: values from where one comes in 2^14 draws, tails, multiples. */
static void make_counts(struct law_case *c, const long double *mass, int64_t count)
{
	long double above = 0, multiple[sizeof divisors / sizeof *divisors] = { 0 };
	int64_t first = 0;
	size_t next = sizeof tails / sizeof *tails;

	while (first < count - 1 && mass[first] < 0x1p-14L)
		first++;
	for (int64_t x = first; x < count && x <= first + 2 * NEAR; x++)
		add(c, LAW_EQUALS, x, mass[x]);
	add(c, LAW_AT_MOST, -1, 0);
	for (int64_t x = count - 1; x > 0; x--) {
		above += mass[x];
		for (; next > 0 && above >= ldexpl(1, -tails[next - 1]); next--)
			add(c, LAW_AT_LEAST, x, above);
		for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
			multiple[i] += x % divisors[i] == 0 ? mass[x] : 0;
	}
	for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
		add(c, LAW_MULTIPLE_OF, divisors[i], multiple[i] + mass[0]);
}

/* Masses of NB(part / whole, exp(-p / q)); what is left behind the last is below 2^-62. */
static int64_t polya_masses(const struct law_case *c, long double *mass)
{
	const long double r = (long double)c->input[2] / (long double)c->input[3];

	mass[0] = powl(less(c, 1), r);
	for (int64_t x = 1; x < MASSES; x++)
		mass[x] = mass[x - 1] * ((long double)(x - 1) + r) / (long double)x * power(c, 1);
	return MASSES;
}

static void make_polya(struct law_case *c)
{
	static long double mass[MASSES];

	make_counts(c, mass, polya_masses(c, mass));
}

/* The difference of two Polya variables. */
static void make_laplace_share(struct law_case *c)
{
	static long double mass[MASSES];
	const int64_t count = polya_masses(c, mass);
	long double at = 0, above = 0;
	size_t next = sizeof tails / sizeof *tails;

	for (int64_t x = count - 1; x >= 0; x--) {
		at = 0;
		for (int64_t y = x; y < count; y++)
			at += mass[y] * mass[y - x];
		above += at;
		if (x <= NEAR) {
			add(c, LAW_EQUALS, x, at);
			add(c, LAW_EQUALS, -x, at);
		}
		for (; x > 0 && next > 0 && above >= ldexpl(1, -tails[next - 1]); next--) {
			add(c, LAW_AT_LEAST, x, above);
			add(c, LAW_AT_MOST, -x, above);
		}
	}
}

static void make_draw(struct law_case *c)
{
	static long double mass[MASSES];
	const int64_t n = (int64_t)c->input[0];
	const long double chance = ldexpl((long double)c->input[1], -40);

	mass[0] = powl(1 - chance, (long double)n);
	for (int64_t x = 0; x < n; x++)
		mass[x + 1] = mass[x] * (long double)(n - x) / (long double)(x + 1) * (chance / (1 - chance));
	make_counts(c, mass, n + 1);
	add(c, LAW_AT_LEAST, n + 1, 0);
}

#define LAW_WITH(name, inputs, list, function) { #name, inputs, list, sizeof(list) / sizeof *(list), function }
#define LAW(name, list, function) LAW_WITH(name, of_fraction, list, function)

static const struct law laws[] = {
	LAW(bernoulli, fractions, make_bernoulli),
	LAW(bernoulli_exp, exponents, make_bernoulli_exp),
	LAW(geometric, rates, make_geometric),
	LAW(discrete_laplace, rates, make_laplace),
	LAW(discrete_gaussian, variances, make_gaussian),
	LAW_WITH(polya, of_share, shares, make_polya),
	LAW_WITH(laplace_share, of_share, shares, make_laplace_share),
	LAW_WITH(pbm_draw, of_draw, draws, make_draw),
};

static const struct law *law_named(const char *name)
{
	for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
		if (strcmp(laws[i].name, name) == 0)
			return &laws[i];
	return NULL;
}

const char *law_of(const char *algorithm)
{
	static const char *const orders[] = { "paper_", "program_" };
	const struct law *law;

	for (size_t i = 0; i < 2; i++)
		if (strncmp(algorithm, orders[i], strlen(orders[i])) == 0)
			algorithm += strlen(orders[i]);
	law = law_named(algorithm);
	return law == NULL ? NULL : law->name;
}

const char *law_at(size_t i)
{
	return i < sizeof laws / sizeof *laws ? laws[i].name : NULL;
}

size_t law_cases(const char *law)
{
	return law_named(law)->count;
}

void law_case_at(const char *law, size_t i, struct law_case *c)
{
	const struct law *found = law_named(law);

	c->name = found->inputs;
	c->inputs = 0;
	while (c->name[c->inputs] != NULL)
		c->inputs++;
	memcpy(c->input, found->at[i].input, sizeof c->input);
	c->events = 0;
	found->make(c);
}

bool law_event_holds(const struct law_event *event, int64_t x)
{
	switch (event->kind) {
	case LAW_EQUALS:
		return x == event->x;
	case LAW_AT_LEAST:
		return x >= event->x;
	case LAW_AT_MOST:
		return x <= event->x;
	case LAW_MULTIPLE_OF:
		return x % event->x == 0;
	}
	return false;
}

void law_event_text(const struct law_event *event, char *text, size_t room)
{
	static const char *const form[] = { [LAW_EQUALS] = "x = ", [LAW_AT_LEAST] = "x >= ", [LAW_AT_MOST] = "x <= ", [LAW_MULTIPLE_OF] = "x is a multiple of " };

	snprintf(text, room, "%s%" PRId64, form[event->kind], event->x);
}
