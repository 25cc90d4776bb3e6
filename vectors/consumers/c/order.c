/* SPDX-License-Identifier: 0BSD */
/* The samplers in the order of the paper and in that of its program, written from the notes of their vector files. */
#include <string.h>

#include "algorithms.h"
#include "samplers.h"

struct order {
	bool lowest;     /* fractions in lowest terms */
	bool sign_first;
};

static const struct order paper = { false, false }, program = { true, true };

static void terms(const struct order *o, uint64_t *p, uint64_t *q)
{
	uint64_t a = *p, b = *q;

	while (o->lowest && b > 0) {
		const uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	*p /= o->lowest ? a : 1;
	*q /= o->lowest ? a : 1;
}

static bool coin(struct tape *s, uint64_t n, uint64_t d)
{
	const size_t place = begin_call(s, "bernoulli", 2, n, d);

	return end_call(s, place, uniform_below(s, d) < n);
}

static bool trials(struct tape *s, const struct order *o, uint64_t n, uint64_t d)
{
	uint64_t k = 1;

	for (; k <= 2047 && !s->dry; k++) {
		uint64_t x = n, y = d * k;
		terms(o, &x, &y);
		if (!coin(s, x, y))
			break;
	}
	return k % 2 == 1;
}

static bool exponential(struct tape *s, const struct order *o, uint64_t p, uint64_t q)
{
	terms(o, &p, &q);
	const size_t place = begin_call(s, "bernoulli_exp", 2, p, q);
	const uint64_t units = p > q ? (o->lowest ? (p - 1) / q : p / q) : 0;

	for (uint64_t i = 0; i < units && !s->dry; i++)
		if (!trials(s, o, 1, 1))
			return end_call(s, place, 0);
	return end_call(s, place, trials(s, o, p - units * q, q));
}

static uint64_t geometric(struct tape *s, const struct order *o, uint64_t p, uint64_t q)
{
	uint64_t u, v;

	terms(o, &p, &q);
	const size_t place = begin_call(s, "geometric", 2, p, q);
	do {
		do
			u = uniform_below(s, q);
		while (!exponential(s, o, u, q) && !s->dry);
		for (v = 0; v < 1024 && exponential(s, o, 1, 1) && !s->dry; v++)
			;
	} while (v == 1024);
	return end_call(s, place, (u + q * v) / p);
}

static uint64_t laplace(struct tape *s, const struct order *o, uint64_t p, uint64_t q)
{
	bool minus = false;
	uint64_t y;

	terms(o, &p, &q);
	const size_t place = begin_call(s, "discrete_laplace", 2, p, q);
	do {
		if (o->sign_first)
			minus = coin(s, 1, 2);
		y = geometric(s, o, p, q);
		if (!o->sign_first)
			minus = coin(s, 1, 2);
	} while (minus && y == 0 && !s->dry);
	return end_call(s, place, minus ? 0 - y : y);
}

/* floor(sqrt(p / q)) + 1; 0 where 2 p q t^2 is above 2^53 */
static uint64_t scale(uint64_t p, uint64_t q)
{
	const uint64_t most = UINT64_C(1) << 52;
	uint64_t t = 1;

	if (p == 0 || q == 0 || q > most / p)
		return 0;
	while (t * t <= p / q && t * t <= most / (p * q))
		t++;
	return t * t <= most / (p * q) ? t : 0;
}

static uint64_t gaussian(struct tape *s, const struct order *o, uint64_t p, uint64_t q)
{
	uint64_t y, size, far;

	terms(o, &p, &q);
	const uint64_t t = scale(p, q);
	const size_t place = begin_call(s, "discrete_gaussian", 2, p, q);
	do {
		y = laplace(s, o, 1, t);
		size = (y >> 63 ? 0 - y : y) * t * q;
		far = size > p ? size - p : p - size;
	} while (!exponential(s, o, far >> 32 ? UINT64_MAX : far * far, 2 * p * q * t * t) && !s->dry);
	return end_call(s, place, y);
}

static void sample(const char *law, const struct order *o, struct test *t)
{
	struct tape s = { .at = 0 };
	const uint64_t p = in_u64(t, "p"), q = in_u64(t, "q");
	const bool normal = strcmp(law, "discrete_gaussian") == 0, truth = strcmp(law, "bernoulli_exp") == 0;
	uint64_t value;

	s.words = in_bytes(t, "tape", s.bytes, sizeof s.bytes) / 8;
	t->refused = normal ? scale(p, q) == 0 : q == 0 || q > UINT64_C(1) << 53 || (p == 0 && !truth);
	if (t->malformed || t->refused)
		return;
	value = normal ? gaussian(&s, o, p, q) : truth ? exponential(&s, o, p, q) : strcmp(law, "geometric") == 0 ? geometric(&s, o, p, q) : laplace(&s, o, p, q);
	t->refused = s.dry;
	if (s.dry)
		return;
	if (strncmp(law, "discrete", 8) == 0)
		out_i64(t, "value", (int64_t)value);
	else
		out_u64(t, "value", value);
	out_u64(t, "words", s.at);
	if (json_member(t->outputs, "draws") != NULL)
		compare_draws(t, &s);
}

#define SAMPLER(order, law) RUN(order##_##law) { sample(#law, &order, t); }

SAMPLER(paper, bernoulli_exp)
SAMPLER(paper, geometric)
SAMPLER(paper, discrete_laplace)
SAMPLER(paper, discrete_gaussian)
SAMPLER(program, bernoulli_exp)
SAMPLER(program, geometric)
SAMPLER(program, discrete_laplace)
SAMPLER(program, discrete_gaussian)
