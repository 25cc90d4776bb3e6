/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samplers in a published order. As in draws.h, which call with which arguments at which word follows from the notes;
   how many words it takes and what it returns is libdpmf's own answer at that word. */
#include <string.h>

#include "check.h"
#include "core/stream.h"
#include "inputs.h"
#include "noise/exact.h"
#include "noise/order_paper.h"
#include "noise/order_program.h"
#include "vectors/format/number.h"

struct order {
	bool (*bernoulli_exp)(struct dpmf_stream *s, uint64_t p, uint64_t q);
	uint64_t (*geometric)(struct dpmf_stream *s, uint64_t p, uint64_t q);
	int64_t (*laplace)(struct dpmf_stream *s, uint64_t p, uint64_t q);
	int64_t (*gaussian)(struct dpmf_stream *s, uint64_t p, uint64_t q, uint64_t t);
	bool lowest;     /* fractions in lowest terms, and a whole exponent without a trial of 0 */
	bool sign_first;
};

static const struct order paper = { dpmf_paper_bernoulli_exp, dpmf_paper_geometric, dpmf_paper_discrete_laplace, dpmf_paper_discrete_gaussian,
                                    false, false };
static const struct order program = { dpmf_program_bernoulli_exp, dpmf_program_geometric, dpmf_program_discrete_laplace,
                                      dpmf_program_discrete_gaussian, true, true };

struct list {
	const struct order *order;
	const struct tape_bytes *tape;
	size_t at;
	json_t *calls;
	bool dry, failed;
};

static void bring_to_lowest(uint64_t *p, uint64_t *q)
{
	uint64_t a = *p, b = *q;

	while (b > 0) {
		const uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	*p /= a;
	*q /= a;
}

static int64_t answer(const struct order *order, const char *call, struct dpmf_stream *s, uint64_t p, uint64_t q)
{
	if (strcmp(call, "uniform_below") == 0)
		return (int64_t)dpmf_uniform_below(s, p);
	if (strcmp(call, "bernoulli") == 0)
		return dpmf_order_coin(s, p, q);
	if (strcmp(call, "bernoulli_exp") == 0)
		return order->bernoulli_exp(s, p, q);
	if (strcmp(call, "geometric") == 0)
		return (int64_t)order->geometric(s, p, q);
	return strcmp(call, "discrete_laplace") == 0 ? order->laplace(s, p, q) : order->gaussian(s, p, q, dpmf_order_scale(p, q));
}

static json_t *value_of(const char *call, int64_t value)
{
	return strncmp(call, "discrete", 8) == 0 ? number_i64(value) : number_u64((uint64_t)value);
}

/* Enters the call with libdpmf's words and value; the words that it took. */
static uint64_t enter(struct list *l, const char *call, uint64_t p, uint64_t q, int64_t *value)
{
	json_t *with = json_array();
	struct dpmf_stream s;

	dpmf_stream_tape(&s, l->tape->bytes + 8 * l->at, l->tape->length - 8 * l->at);
	*value = answer(l->order, call, &s, p, q);
	l->failed |= json_array_append_new(with, number_u64(p)) != 0;
	if (strcmp(call, "uniform_below") != 0)
		l->failed |= json_array_append_new(with, number_u64(q)) != 0;
	l->dry |= s.dry;
	l->failed |= json_array_append_new(l->calls, json_pack("{s:s, s:o, s:o, s:o, s:o}", "call", call, "with", with, "at", number_u64(l->at),
	                                                       "words", number_u64(s.words), "value", value_of(call, *value))) != 0;
	return s.words;
}

static uint64_t below(struct list *l, uint64_t limit)
{
	int64_t value;

	l->at += enter(l, "uniform_below", limit, 0, &value);
	return (uint64_t)value;
}

static bool coin(struct list *l, uint64_t n, uint64_t d)
{
	int64_t unused;

	enter(l, "bernoulli", n, d, &unused);
	return below(l, d) < n;
}

static bool trials(struct list *l, uint64_t n, uint64_t d)
{
	bool shows = true;
	uint64_t k = 1;

	while (k <= 2047 && !l->dry) {
		uint64_t x = n, y = d * k;
		if (l->order->lowest)
			bring_to_lowest(&x, &y);
		shows = coin(l, x, y);
		if (!shows)
			break;
		k++;
	}
	return !shows && k % 2 == 1;
}

static bool bernoulli_exp(struct list *l, uint64_t p, uint64_t q)
{
	uint64_t units = p > q ? p / q : 0;
	int64_t unused;

	if (l->order->lowest) {
		bring_to_lowest(&p, &q);
		units = p > q ? (p - 1) / q : 0;
	}
	enter(l, "bernoulli_exp", p, q, &unused);
	for (uint64_t unit = 0; unit < units && !l->dry; unit++)
		if (!trials(l, 1, 1))
			return false;
	return trials(l, p - units * q, q);
}

static uint64_t geometric(struct list *l, uint64_t p, uint64_t q)
{
	uint64_t u, v;
	int64_t unused;

	if (l->order->lowest)
		bring_to_lowest(&p, &q);
	enter(l, "geometric", p, q, &unused);
	do {
		do
			u = below(l, q);
		while (!bernoulli_exp(l, u, q) && !l->dry);
		for (v = 0; v < 1024 && bernoulli_exp(l, 1, 1) && !l->dry;)
			v++;
	} while (v == 1024 && !l->dry);
	return (uint64_t)(((unsigned __int128)q * v + u) / p);
}

static int64_t laplace(struct list *l, uint64_t p, uint64_t q)
{
	bool minus = false;
	int64_t unused, y;

	if (l->order->lowest)
		bring_to_lowest(&p, &q);
	enter(l, "discrete_laplace", p, q, &unused);
	do {
		if (l->order->sign_first)
			minus = coin(l, 1, 2);
		y = (int64_t)geometric(l, p, q);
		if (!l->order->sign_first)
			minus = coin(l, 1, 2);
	} while (minus && y == 0 && !l->dry);
	return minus ? -y : y;
}

static void gaussian(struct list *l, uint64_t p, uint64_t q)
{
	uint64_t t;
	int64_t unused, y;
	unsigned __int128 far, e;

	if (l->order->lowest)
		bring_to_lowest(&p, &q);
	t = dpmf_order_scale(p, q);
	enter(l, "discrete_gaussian", p, q, &unused);
	do {
		y = laplace(l, 1, t);
		far = (unsigned __int128)(y < 0 ? -y : y) * t * q;
		far = far > p ? far - p : p - far;
		e = far * far > UINT64_MAX ? UINT64_MAX : far * far;
	} while (!bernoulli_exp(l, (uint64_t)e, 2 * p * q * t * t) && !l->dry);
}

static bool in_domain(const char *call, uint64_t p, uint64_t q)
{
	if (strcmp(call, "discrete_gaussian") == 0)
		return dpmf_order_scale(p, q) > 0;
	return q > 0 && q <= UINT64_C(1) << 53 && (p > 0 || strcmp(call, "bernoulli_exp") == 0);
}

static enum checked put_list(const struct order *order, const char *call, const struct tape_bytes *tape, const uint64_t x[2], json_t *got)
{
	struct list l = { .order = order, .tape = tape, .calls = json_array() };

	if (strcmp(call, "bernoulli_exp") == 0)
		bernoulli_exp(&l, x[0], x[1]);
	else if (strcmp(call, "geometric") == 0)
		geometric(&l, x[0], x[1]);
	else if (strcmp(call, "discrete_laplace") == 0)
		laplace(&l, x[0], x[1]);
	else
		gaussian(&l, x[0], x[1]);
	if (!l.dry && !l.failed)
		return json_object_set_new(got, "draws", l.calls) == 0 ? CHECKED : CHECK_FAILED;
	json_decref(l.calls);
	return l.failed ? CHECK_FAILED : CHECK_MALFORMED;
}

static enum checked check(const struct order *order, const char *call, const json_t *inputs, const json_t *expected, json_t *got)
{
	struct tape_bytes tape;
	struct dpmf_stream s;
	uint64_t x[2];

	if (!input_u64(inputs, "p", &x[0]) || !input_u64(inputs, "q", &x[1]) || !input_tape(inputs, "tape", &tape))
		return CHECK_MALFORMED;
	if (!in_domain(call, x[0], x[1]))
		return CHECK_REFUSES;
	dpmf_stream_tape(&s, tape.bytes, tape.length);
	const int64_t value = answer(order, call, &s, x[0], x[1]);
	if (s.dry)
		return CHECK_REFUSES;
	if (json_object_set_new(got, "value", value_of(call, value)) != 0 || json_object_set_new(got, "words", number_u64(s.words)) != 0)
		return CHECK_FAILED;
	return json_object_get(expected, "draws") == NULL ? CHECKED : put_list(order, call, &tape, x, got);
}

#define SAMPLER(order, law) \
	CHECK(order##_##law) { return check(&order, #law, inputs, expected, got); }

SAMPLER(paper, bernoulli_exp)
SAMPLER(paper, geometric)
SAMPLER(paper, discrete_laplace)
SAMPLER(paper, discrete_gaussian)
SAMPLER(program, bernoulli_exp)
SAMPLER(program, geometric)
SAMPLER(program, discrete_laplace)
SAMPLER(program, discrete_gaussian)
