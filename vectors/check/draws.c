/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"

#include <string.h>

#include "core/stream.h"
#include "draws.h"
#include "noise/exact.h"
#include "noise/pbm.h"
#include "noise/shares.h"
#include "vectors/format/number.h"

bool call_in_domain(const struct call *c)
{
	const uint64_t p = c->with[0], q = c->with[1], most = UINT64_C(1) << 53, large = UINT64_C(1) << 40;

	if (strcmp(c->name, "uniform_below") == 0)
		return p > 0;
	if (strcmp(c->name, "sign") == 0)
		return true;
	if (strcmp(c->name, "bernoulli") == 0)
		return q > 0 && p <= q;
	if (strcmp(c->name, "bernoulli_exp") == 0)
		return q > 0;
	if (strcmp(c->name, "pbm_draw") == 0)
		return p > 0 && p <= UINT64_C(1) << 20 && q <= large;
	if (strcmp(c->name, "discrete_gaussian") == 0)
		return p > 0 && q > 0 && p <= large && q <= large;
	return p > 0 && q > 0 && q <= most && (c->count < 4 || (c->with[2] > 0 && c->with[2] <= c->with[3]));
}

int64_t call_draw(const struct call *c, struct dpmf_stream *s)
{
	const uint64_t p = c->with[0], q = c->with[1];

	if (strcmp(c->name, "uniform_below") == 0)
		return (int64_t)dpmf_uniform_below(s, p);
	if (strcmp(c->name, "sign") == 0)
		return (int64_t)(dpmf_stream_word(s) & 1);
	if (strcmp(c->name, "bernoulli") == 0)
		return dpmf_bernoulli(s, p, q);
	if (strcmp(c->name, "bernoulli_exp") == 0)
		return dpmf_bernoulli_exp(s, p, q);
	if (strcmp(c->name, "geometric") == 0)
		return (int64_t)dpmf_geometric(s, p, q);
	if (strcmp(c->name, "discrete_laplace") == 0)
		return dpmf_discrete_laplace(s, p, q);
	if (strcmp(c->name, "discrete_gaussian") == 0)
		return dpmf_discrete_gaussian(s, p, q);
	if (strcmp(c->name, "polya") == 0)
		return (int64_t)dpmf_polya(s, p, q, c->with[2], c->with[3]);
	if (strcmp(c->name, "pbm_draw") == 0)
		return dpmf_pbm_draw(s, (uint32_t)p, q);
	return dpmf_laplace_share(s, p, q, c->with[2], c->with[3]);
}

json_t *call_value(const struct call *c, int64_t value)
{
	const bool is_signed = strcmp(c->name, "discrete_laplace") == 0 || strcmp(c->name, "discrete_gaussian") == 0 ||
	                       strcmp(c->name, "laplace_share") == 0;

	return is_signed ? number_i64(value) : number_u64((uint64_t)value);
}

bool draws_open(struct draws *d, const struct tape_bytes *tape)
{
	*d = (struct draws){ .tape = tape, .list = json_array() };
	return d->list != NULL;
}

/* Enters the call with libdpmf's words and value; the words that it took. */
static uint64_t enter(struct draws *d, const struct call *c, int64_t *value)
{
	json_t *with = json_array();
	struct dpmf_stream s;

	dpmf_stream_tape(&s, d->tape->bytes + 8 * d->at, d->tape->length - 8 * d->at);
	*value = call_draw(c, &s);
	for (size_t i = 0; i < c->count; i++)
		d->failed |= json_array_append_new(with, number_u64(c->with[i])) != 0;
	d->dry |= s.dry;
	d->failed |= json_array_append_new(d->list, json_pack("{s:s, s:o, s:o, s:o, s:o}", "call", c->name, "with", with, "at",
	                                                             number_u64(d->at), "words", number_u64(s.words), "value",
	                                                             call_value(c, *value))) != 0;
	return s.words;
}

#define CALL(name, ...) (&(const struct call){ name, { __VA_ARGS__ }, sizeof (const uint64_t[]){ __VA_ARGS__ } / sizeof(uint64_t) })

static uint64_t below(struct draws *d, uint64_t limit)
{
	int64_t value;

	d->at += enter(d, CALL("uniform_below", limit), &value);
	return (uint64_t)value;
}

static bool sign(struct draws *d)
{
	int64_t value;

	d->at += enter(d, &(const struct call){ "sign", { 0 }, 0 }, &value);
	return value == 1;
}

bool draws_bernoulli(struct draws *d, uint64_t p, uint64_t q)
{
	int64_t unused;

	enter(d, CALL("bernoulli", p, q), &unused);
	return p == q || (p > 0 && below(d, q) >= q - p);
}

static bool trial(struct draws *d, uint64_t p, uint64_t q)
{
	uint64_t k = 1;

	while (!d->dry && draws_bernoulli(d, p, q) && draws_bernoulli(d, 1, k))
		k++;
	return k % 2 == 1;
}

bool draws_bernoulli_exp(struct draws *d, uint64_t p, uint64_t q)
{
	int64_t unused;

	enter(d, CALL("bernoulli_exp", p, q), &unused);
	for (uint64_t unit = p / q; unit > 0 && !d->dry; unit--)
		if (!trial(d, 1, 1))
			return false;
	return trial(d, p % q, q);
}

static uint64_t geometric(struct draws *d, uint64_t p, uint64_t q)
{
	uint64_t u, v;
	int64_t unused;

	enter(d, CALL("geometric", p, q), &unused);
	do {
		do
			u = below(d, q);
		while (!draws_bernoulli_exp(d, u, q) && !d->dry);
		for (v = 0; v < 1024 && draws_bernoulli_exp(d, 1, 1) && !d->dry;)
			v++;
	} while (v == 1024 && !d->dry);
	return (uint64_t)(((unsigned __int128)q * v + u) / p);
}

static int64_t laplace(struct draws *d, uint64_t p, uint64_t q)
{
	int64_t unused, m;
	bool negative;

	enter(d, CALL("discrete_laplace", p, q), &unused);
	do {
		m = (int64_t)geometric(d, p, q);
		negative = sign(d);
	} while (negative && m == 0 && !d->dry);
	return negative ? -m : m;
}

static uint64_t root(uint64_t x)
{
	uint64_t r = 0;

	for (uint64_t bit = UINT64_C(1) << 31; bit > 0; bit /= 2)
		if ((r + bit) * (r + bit) <= x)
			r += bit;
	return r;
}

static void gaussian(struct draws *d, uint64_t p, uint64_t q)
{
	const uint64_t a = p >= q ? root(p / q) : 1, m = p >= q ? 1 : 1 + root(q / p);
	int64_t unused, y;
	uint64_t away;

	enter(d, CALL("discrete_gaussian", p, q), &unused);
	do {
		y = laplace(d, q * a, p * m);
		away = (y < 0 ? 0 - (uint64_t)y : (uint64_t)y) * m - a;
	} while (!d->dry && !draws_bernoulli_exp(d, away * away * q, 2 * p * m * m));
}

static void polya(struct draws *d, const struct call *c)
{
	uint64_t left;
	int64_t unused;

	enter(d, CALL("polya", c->with[0], c->with[1], c->with[2], c->with[3]), &unused);
	left = geometric(d, c->with[0], c->with[1]);
	while (left > 0 && !d->dry) {
		const uint64_t cycle = left - below(d, left);
		draws_bernoulli(d, c->with[2], c->with[3]);
		left -= cycle;
	}
}

void draws_of(struct draws *d, const struct call *c)
{
	const uint64_t p = c->with[0], q = c->with[1];
	int64_t unused;

	if (strcmp(c->name, "uniform_below") == 0)
		below(d, p);
	else if (strcmp(c->name, "bernoulli") == 0)
		draws_bernoulli(d, p, q);
	else if (strcmp(c->name, "bernoulli_exp") == 0)
		draws_bernoulli_exp(d, p, q);
	else if (strcmp(c->name, "geometric") == 0)
		geometric(d, p, q);
	else if (strcmp(c->name, "discrete_laplace") == 0)
		laplace(d, p, q);
	else if (strcmp(c->name, "discrete_gaussian") == 0)
		gaussian(d, p, q);
	else if (strcmp(c->name, "polya") == 0)
		polya(d, c);
	else if (strcmp(c->name, "pbm_draw") == 0)
		for (uint64_t i = 0; i < p && !d->dry; i++)
			draws_bernoulli(d, q, UINT64_C(1) << 40);
	else {
		enter(d, c, &unused);
		polya(d, c);
		polya(d, c);
	}
}

enum checked draws_put(struct draws *d, json_t *got)
{
	if (!d->dry && !d->failed)
		return json_object_set_new(got, "draws", d->list) == 0 ? CHECKED : CHECK_FAILED;
	json_decref(d->list);
	return d->failed ? CHECK_FAILED : CHECK_MALFORMED;
}
