/* SPDX-License-Identifier: 0BSD */
/* The discrete Laplace law by a fixed number of words. Chances are computed in fixed point. */
#include "algorithms.h"
#include "samplers.h"

enum { PLACES = 12, HALVINGS = 8, TERMS = 64, BITS = 60 };

/* A number below 2^32: 32 bits a place, the lowest first, the last before the point. */
struct fixed {
	uint32_t place[PLACES];
};

static const struct fixed one = { .place[PLACES - 1] = 1 };

static struct fixed sum(const struct fixed *x, const struct fixed *y)
{
	struct fixed z;
	uint64_t carry = 0;

	for (int i = 0; i < PLACES; i++) {
		carry += (uint64_t)x->place[i] + y->place[i];
		z.place[i] = (uint32_t)carry;
		carry >>= 32;
	}
	return z;
}

/* x - y, and whether that is below 0. */
static struct fixed difference(const struct fixed *x, const struct fixed *y, bool *below)
{
	struct fixed z;

	*below = false;
	for (int i = 0; i < PLACES; i++) {
		const uint64_t d = (uint64_t)x->place[i] - y->place[i] - *below;
		z.place[i] = (uint32_t)d;
		*below = d >> 63;
	}
	return z;
}

/* x y, rounded down. */
static struct fixed times(const struct fixed *x, const struct fixed *y)
{
	uint32_t wide[2 * PLACES] = { 0 };
	struct fixed z;

	for (int i = 0; i < PLACES; i++) {
		uint64_t carry = 0;
		for (int j = 0; j < PLACES; j++) {
			carry += (uint64_t)x->place[i] * y->place[j] + wide[i + j];
			wide[i + j] = (uint32_t)carry;
			carry >>= 32;
		}
		wide[i + PLACES] = (uint32_t)carry;
	}
	for (int i = 0; i < PLACES; i++)
		z.place[i] = wide[i + PLACES - 1];
	return z;
}

/* x / k, rounded down. */
static struct fixed quotient(const struct fixed *x, uint64_t k)
{
	struct fixed z;
	uint64_t rest = 0;

	for (int i = PLACES; i-- > 0;) {
		rest = rest << 32 | x->place[i];
		z.place[i] = (uint32_t)(rest / k);
		rest %= k;
	}
	return z;
}

/* p / q, bit by bit; p < q < 2^63. */
static struct fixed ratio(uint64_t p, uint64_t q)
{
	struct fixed z = { { 0 } };

	for (int i = 32 * (PLACES - 1); i-- > 0;) {
		p *= 2;
		if (p >= q) {
			p -= q;
			z.place[i / 32] |= (uint32_t)1 << i % 32;
		}
	}
	return z;
}

/* exp(-p / q): the series of p / (2^HALVINGS q), then squares. Where p is 128 q or more it is below 2^-129, and is taken for 0. */
static struct fixed decay(uint64_t p, uint64_t q)
{
	struct fixed x, term = one, y = one;
	bool below;

	if (p >= 128 * q)
		return (struct fixed){ { 0 } };
	x = ratio(p, q << HALVINGS);
	for (uint64_t k = 1; k < TERMS; k++) {
		term = times(&term, &x);
		term = quotient(&term, k);
		y = k % 2 == 1 ? difference(&y, &term, &below) : sum(&y, &term);
	}
	for (int i = 0; i < HALVINGS; i++)
		y = times(&y, &y);
	return y;
}

struct chance {
	uint64_t high, low;
};

/* 2^128 x / y rounded down, bit by bit; x < y. */
static struct chance chance_of(struct fixed x, const struct fixed *y)
{
	struct chance c = { 0, 0 };
	bool below;

	for (int i = 0; i < 128; i++) {
		x = sum(&x, &x);
		const struct fixed rest = difference(&x, y, &below);
		c.high = c.high << 1 | c.low >> 63;
		c.low = c.low << 1 | !below;
		x = below ? x : rest;
	}
	return c;
}

/* In the order in which they are needed. */
static void chances_of(uint64_t p, uint64_t q, uint64_t n, struct chance *c)
{
	struct fixed a = decay(p, q), whole = sum(&one, &a);

	c[n] = chance_of(sum(&a, &a), &whole);
	for (uint64_t i = n; i-- > 0;) {
		c[i] = chance_of(a, &whole);
		a = times(&a, &a);
		whole = sum(&one, &a);
	}
}

static uint64_t trial(struct tape *s, const struct chance *c)
{
	const uint64_t first = tape_word(s), second = tape_word(s);

	return first < c->high || (first == c->high && second < c->low);
}

static int64_t draw(struct tape *s, uint64_t n, const struct chance *c)
{
	int64_t size = 0;

	for (uint64_t i = 0; i < n; i++)
		size = 2 * size + (int64_t)trial(s, &c[i]);
	size = trial(s, &c[n]) ? size + 1 : 0;
	return tape_word(s) % 2 == 1 ? -size : size;
}

static void put(struct test *t, uint64_t n, const struct chance *c)
{
	uint64_t high[BITS + 1], low[BITS + 1];

	for (uint64_t i = 0; i <= n; i++) {
		high[i] = c[i].high;
		low[i] = c[i].low;
	}
	out_u64(t, "bits", n);
	out_u64s(t, "high", high, n + 1);
	out_u64s(t, "low", low, n + 1);
}

RUN(fixed_laplace)
{
	struct tape s = { .at = 0 };
	struct chance c[BITS + 1];
	const uint64_t p = in_u64(t, "p"), q = in_u64(t, "q");
	uint64_t n = 0;

	s.words = in_bytes(t, "tape", s.bytes, sizeof s.bytes) / 8;
	t->refused = p == 0 || q == 0 || q > UINT64_C(1) << 53;
	if (t->malformed || t->refused)
		return;
	for (uint64_t reach = p; reach < 89 * q; reach *= 2)
		n++;
	chances_of(p, q, n, c);
	put(t, n, c);
	out_i64(t, "value", draw(&s, n, c));
	out_u64(t, "words", s.at);
	if (s.dry)
		wrong(t, "tape", "too short");
}
