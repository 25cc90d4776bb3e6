/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "check.h"
#include "core/stream.h"
#include "draws.h"
#include "vectors/format/number.h"

static enum checked check(struct call *c, const char *const names[], const json_t *inputs, const json_t *expected, json_t *got)
{
	struct tape_bytes tape;
	struct dpmf_stream s;
	const bool listed = json_object_get(expected, "draws") != NULL;
	struct draws d;

	for (; c->count < 4 && names[c->count] != NULL; c->count++)
		if (!input_u64(inputs, names[c->count], &c->with[c->count]))
			return CHECK_MALFORMED;
	if (!input_tape(inputs, "tape", &tape))
		return CHECK_MALFORMED;
	if (!call_in_domain(c))
		return CHECK_REFUSES;
	dpmf_stream_tape(&s, tape.bytes, tape.length);
	const int64_t value = call_draw(c, &s);
	if (s.dry)
		return CHECK_MALFORMED;
	if (json_object_set_new(got, "value", call_value(c, value)) != 0 || json_object_set_new(got, "words", number_u64(s.words)) != 0)
		return CHECK_FAILED;
	if (!listed)
		return CHECKED;
	if (!draws_open(&d, &tape))
		return CHECK_FAILED;
	draws_of(&d, c);
	return draws_put(&d, got);
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
