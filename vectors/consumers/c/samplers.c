/* SPDX-License-Identifier: 0BSD */
/* The integer samplers, written from the notes of their vector files. Every
   draw is compared with the list `draws` as it ends. */
#include <stdio.h>
#include <string.h>

#include "algorithms.h"
#include "samplers.h"

uint64_t tape_word(struct tape *s)
{
	uint64_t x = 0;

	if (s->at == s->words) {
		s->dry = true;
		return 0;
	}
	for (int i = 8; i-- > 0;)
		x = x << 8 | s->bytes[8 * s->at + (uint64_t)i];
	s->at++;
	return x;
}

void tape_of_stream(struct tape *s, const unsigned char key[32], const char *name, const uint64_t place[3], uint64_t words)
{
	unsigned char child[32];

	derive(key, name, child);
	memset(s, 0, sizeof *s);
	for (; s->words < words && s->words < WORDS; s->words++) {
		const uint64_t word = stream_word(child, place[0], place[1], place[2], s->words);
		for (int i = 0; i < 8; i++)
			s->bytes[8 * s->words + (uint64_t)i] = (unsigned char)(word >> 8 * i);
	}
}

static size_t begin_share(struct tape *s, const char *name, size_t count, uint64_t a, uint64_t b, uint64_t part, uint64_t whole)
{
	if (s->calls == CALLS)
		return CALLS;
	s->call[s->calls] = (struct call){ name, { a, b, part, whole }, s->at, 0, count, 0 };
	return s->calls++;
}

size_t begin_call(struct tape *s, const char *name, size_t count, uint64_t a, uint64_t b)
{
	return begin_share(s, name, count, a, b, 0, 0);
}

uint64_t end_call(struct tape *s, size_t place, uint64_t value)
{
	if (place < CALLS) {
		s->call[place].words = s->at - s->call[place].at;
		s->call[place].value = value;
	}
	return value;
}

uint64_t uniform_below(struct tape *s, uint64_t limit)
{
	const size_t place = begin_call(s, "uniform_below", 1, limit, 0);
	const uint64_t surplus = limit == 0 ? 0 : (UINT64_MAX % limit + 1) % limit; /* 2^64 mod limit */
	uint64_t x = 0;

	if (limit > 1)
		do
			x = tape_word(s);
		while (x > UINT64_MAX - surplus && !s->dry);
	return end_call(s, place, limit > 1 ? x % limit : 0);
}

bool bernoulli(struct tape *s, uint64_t p, uint64_t q)
{
	const size_t place = begin_call(s, "bernoulli", 2, p, q);

	return end_call(s, place, p == 0 ? 0 : p == q ? 1 : uniform_below(s, q) >= q - p);
}

static bool trial(struct tape *s, uint64_t a, uint64_t b)
{
	uint64_t k = 1;

	while (bernoulli(s, a, b) && bernoulli(s, 1, k))
		k++;
	return k % 2 == 1;
}

bool bernoulli_exp(struct tape *s, uint64_t p, uint64_t q)
{
	const size_t place = begin_call(s, "bernoulli_exp", 2, p, q);

	for (uint64_t i = 0; i < p / q; i++)
		if (!trial(s, 1, 1))
			return end_call(s, place, 0);
	return end_call(s, place, trial(s, p % q, q));
}

static uint64_t geometric(struct tape *s, uint64_t p, uint64_t q)
{
	const size_t place = begin_call(s, "geometric", 2, p, q);
	uint64_t u, v;

	do {
		do
			u = uniform_below(s, q);
		while (!bernoulli_exp(s, u, q) && !s->dry);
		for (v = 0; v < 1024 && bernoulli_exp(s, 1, 1); v++)
			;
	} while (v == 1024);
	return end_call(s, place, (u + q * v) / p);
}

static uint64_t discrete_laplace(struct tape *s, uint64_t p, uint64_t q)
{
	const size_t place = begin_call(s, "discrete_laplace", 2, p, q);
	uint64_t m, sign;

	do {
		m = geometric(s, p, q);
		const size_t at = begin_call(s, "sign", 0, 0, 0);
		sign = end_call(s, at, tape_word(s) & 1);
	} while (sign == 1 && m == 0 && !s->dry);
	return end_call(s, place, sign == 1 ? 0 - m : m);
}

static uint64_t root(uint64_t x)
{
	uint64_t r = 0;

	while ((r + 1) * (r + 1) <= x)
		r++;
	return r;
}

uint64_t discrete_gaussian(struct tape *s, uint64_t p, uint64_t q)
{
	const size_t place = begin_call(s, "discrete_gaussian", 2, p, q);
	const uint64_t a = p >= q ? root(p / q) : 1, m = p >= q ? 1 : 1 + root(q / p);
	uint64_t y, size, away;

	do {
		y = discrete_laplace(s, q * a, p * m);
		size = y >> 63 ? 0 - y : y;
		away = size * m > a ? size * m - a : a - size * m;
	} while (!bernoulli_exp(s, away * away * q, 2 * p * m * m) && !s->dry);
	return end_call(s, place, y);
}

static uint64_t polya(struct tape *s, uint64_t p, uint64_t q, uint64_t part, uint64_t whole)
{
	const size_t place = begin_share(s, "polya", 4, p, q, part, whole);
	uint64_t left = geometric(s, p, q), kept = 0;

	while (left > 0 && !s->dry) {
		const uint64_t cycle = left - uniform_below(s, left);
		if (bernoulli(s, part, whole))
			kept += cycle;
		left -= cycle;
	}
	return end_call(s, place, kept);
}

static uint64_t laplace_share(struct tape *s, uint64_t p, uint64_t q, uint64_t part, uint64_t whole)
{
	const size_t place = begin_share(s, "laplace_share", 4, p, q, part, whole);
	const uint64_t up = polya(s, p, q, part, whole), down = polya(s, p, q, part, whole);

	return end_call(s, place, up - down);
}

uint64_t pbm_draw(struct tape *s, uint64_t quanta, uint64_t chance)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < quanta; i++)
		sum += bernoulli(s, chance, UINT64_C(1) << 40);
	return sum;
}

static bool is_signed(const char *name)
{
	return strcmp(name, "discrete_laplace") == 0 || strcmp(name, "discrete_gaussian") == 0 || strcmp(name, "laplace_share") == 0;
}

static bool same_call(const struct json *j, const struct call *c)
{
	const struct json *with = json_member(j, "with");
	uint64_t x, at, words;
	int64_t y;

	if (strcmp(json_text(json_member(j, "call")), c->name) != 0 || json_count(with) != c->count)
		return false;
	with = with == NULL ? NULL : with->first;
	for (size_t i = 0; i < c->count; i++, with = with->next)
		if (!read_u64(with, &x) || x != c->with[i])
			return false;
	if (!read_u64(json_member(j, "at"), &at) || !read_u64(json_member(j, "words"), &words) || at != c->at || words != c->words)
		return false;
	if (is_signed(c->name))
		return read_i64(json_member(j, "value"), &y) && (uint64_t)y == c->value;
	return read_u64(json_member(j, "value"), &x) && x == c->value;
}

void compare_draws(struct test *t, const struct tape *s)
{
	const struct json *j = exact_value(t, "draws");
	char what[64];
	size_t i = 0;

	for (j = j == NULL ? NULL : j->first; j != NULL && i < s->calls; j = j->next, i++)
		if (!same_call(j, &s->call[i])) {
			snprintf(what, sizeof what, "draw %zu (%s) differs", i, s->call[i].name);
			wrong(t, "draws", what);
		}
	if (j != NULL || i != s->calls)
		wrong(t, "draws", "another number of draws");
}

static bool refuses(const char *name, uint64_t p, uint64_t q, uint64_t part, uint64_t whole)
{
	const uint64_t large = UINT64_C(1) << 40;

	if (strcmp(name, "uniform_below") == 0)
		return p == 0;
	if (strcmp(name, "bernoulli") == 0)
		return q == 0 || p > q;
	if (strcmp(name, "bernoulli_exp") == 0)
		return q == 0;
	if (strcmp(name, "pbm_draw") == 0)
		return p == 0 || p > UINT64_C(1) << 20 || q > large;
	if (strcmp(name, "discrete_gaussian") == 0)
		return p == 0 || q == 0 || p > large || q > large;
	return p == 0 || q == 0 || q > UINT64_C(1) << 53 || part == 0 || part > whole;
}

static uint64_t draw(const char *name, struct tape *s, uint64_t p, uint64_t q, uint64_t part, uint64_t whole)
{
	if (strcmp(name, "uniform_below") == 0)
		return uniform_below(s, p);
	if (strcmp(name, "bernoulli") == 0)
		return bernoulli(s, p, q);
	if (strcmp(name, "bernoulli_exp") == 0)
		return bernoulli_exp(s, p, q);
	if (strcmp(name, "geometric") == 0)
		return geometric(s, p, q);
	if (strcmp(name, "discrete_laplace") == 0)
		return discrete_laplace(s, p, q);
	if (strcmp(name, "discrete_gaussian") == 0)
		return discrete_gaussian(s, p, q);
	if (strcmp(name, "pbm_draw") == 0)
		return pbm_draw(s, p, q);
	return strcmp(name, "polya") == 0 ? polya(s, p, q, part, whole) : laplace_share(s, p, q, part, whole);
}

static void sample(const char *algorithm, struct test *t)
{
	const bool shared = strcmp(algorithm, "polya") == 0 || strcmp(algorithm, "laplace_share") == 0;
	const bool below = strcmp(algorithm, "uniform_below") == 0, binomial = strcmp(algorithm, "pbm_draw") == 0;
	struct tape s = { .at = 0 };
	const uint64_t p = in_u64(t, below ? "limit" : binomial ? "quanta" : "p");
	const uint64_t q = below ? 1 : in_u64(t, binomial ? "chance" : "q");
	const uint64_t part = shared ? in_u64(t, "part") : 1, whole = shared ? in_u64(t, "whole") : 1;

	s.words = in_bytes(t, "tape", s.bytes, sizeof s.bytes) / 8;
	if (t->malformed)
		return;
	t->refused = refuses(algorithm, p, q, part, whole);
	if (t->refused)
		return;
	const uint64_t value = draw(algorithm, &s, p, q, part, whole);
	if (s.dry)
		wrong(t, "tape", "too short");
	if (is_signed(algorithm))
		out_i64(t, "value", (int64_t)value);
	else
		out_u64(t, "value", value);
	out_u64(t, "words", s.at);
	if (json_member(t->outputs, "draws") != NULL)
		compare_draws(t, &s);
}

#define SAMPLER(name) RUN(name) { sample(#name, t); }

SAMPLER(uniform_below)
SAMPLER(bernoulli)
SAMPLER(bernoulli_exp)
SAMPLER(geometric)
SAMPLER(discrete_laplace)
SAMPLER(discrete_gaussian)
SAMPLER(polya)
SAMPLER(laplace_share)
SAMPLER(pbm_draw)
