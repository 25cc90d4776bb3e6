/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "check.h"
#include "inputs.h"
#include "noise/exact.h"
#include "noise/pbm.h"
#include "noise/shares.h"
#include "vectors/format/number.h"

struct call {
	const char *name;
	uint64_t with[4];
	size_t count;
};

/* Whether libdpmf may be asked: what the contracts of exact.h and shares.h require. */
static bool in_domain(const struct call *c)
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

static int64_t draw(const struct call *c, struct dpmf_stream *s)
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

/* Only the two signed samplers have results below 0; a uniform one may fill 64 bits. */
static json_t *value_of(const struct call *c, int64_t value)
{
	const bool is_signed = strcmp(c->name, "discrete_laplace") == 0 || strcmp(c->name, "discrete_gaussian") == 0 ||
	                       strcmp(c->name, "laplace_share") == 0;

	return is_signed ? number_i64(value) : number_u64((uint64_t)value);
}

static bool entry_call(const json_t *entry, struct call *c, uint64_t *at)
{
	const json_t *with = json_object_get(entry, "with");
	size_t i;
	json_t *one;

	memset(c, 0, sizeof *c);
	c->name = json_string_value(json_object_get(entry, "call"));
	json_array_foreach(with, i, one)
		if (c->count == 4 || !number_get_u64(one, &c->with[c->count++]))
			return false;
	return in_domain(c) && input_u64(entry, "at", at);
}

/* Each entry of the list once more, from the word at which it says that it begins. */
static enum checked replay(const json_t *draws, const struct tape_bytes *tape, json_t *got)
{
	json_t *list = json_array();
	size_t i;
	json_t *entry;

	json_array_foreach(draws, i, entry) {
		struct dpmf_stream s;
		struct call c;
		uint64_t at;
		if (!entry_call(entry, &c, &at) || at > tape->length / 8) {
			json_decref(list);
			return CHECK_MALFORMED;
		}
		dpmf_stream_tape(&s, tape->bytes + 8 * at, tape->length - 8 * at);
		json_t *value = value_of(&c, draw(&c, &s));
		json_t *copy = json_copy(entry);
		json_object_set_new(copy, "value", value);
		json_object_set_new(copy, "words", number_u64(s.words));
		json_array_append_new(list, copy);
	}
	return json_object_set_new(got, "draws", list) == 0 ? CHECKED : CHECK_MEMORY;
}

static enum checked check(struct call *c, const char *const names[], const json_t *inputs, const json_t *expected, json_t *got)
{
	struct tape_bytes tape;
	struct dpmf_stream s;
	const json_t *draws = json_object_get(json_object_get(expected, "draws"), "value");

	for (; c->count < 4 && names[c->count] != NULL; c->count++)
		if (!input_u64(inputs, names[c->count], &c->with[c->count]))
			return CHECK_MALFORMED;
	if (!input_tape(inputs, "tape", &tape))
		return CHECK_MALFORMED;
	if (!in_domain(c))
		return CHECK_REFUSES;
	dpmf_stream_tape(&s, tape.bytes, tape.length);
	const int64_t value = draw(c, &s);
	if (s.dry)
		return CHECK_MALFORMED;
	if (json_object_set_new(got, "value", value_of(c, value)) != 0 || json_object_set_new(got, "words", number_u64(s.words)) != 0)
		return CHECK_MEMORY;
	return draws == NULL ? CHECKED : replay(draws, &tape, got);
}

#define SAMPLER(name, ...) \
	CHECK(name) \
	{ \
		struct call c = { #name, { 0 }, 0 }; \
		return check(&c, (const char *const[5]){ __VA_ARGS__ }, inputs, expected, got); \
	}

SAMPLER(uniform_below, "limit")
SAMPLER(bernoulli, "p", "q")
SAMPLER(bernoulli_exp, "p", "q")
SAMPLER(geometric, "p", "q")
SAMPLER(discrete_laplace, "p", "q")
SAMPLER(discrete_gaussian, "p", "q")
SAMPLER(polya, "p", "q", "part", "whole")
SAMPLER(laplace_share, "p", "q", "part", "whole")
SAMPLER(pbm_draw, "quanta", "chance")
