/* SPDX-License-Identifier: 0BSD */
/* Randomized response's coin. */
#include "algorithms.h"
#include "samplers.h"

static bool flipped(struct tape *s, uint64_t p, uint64_t q)
{
	while (!s->dry && bernoulli(s, 1, 2))
		if (bernoulli_exp(s, p, q))
			return true;
	return false;
}

RUN(flip)
{
	struct tape s = { .at = 0 };
	const uint64_t p = in_u64(t, "p"), q = in_u64(t, "q");

	s.words = in_bytes(t, "tape", s.bytes, sizeof s.bytes) / 8;
	t->refused = q == 0;
	if (t->malformed || t->refused)
		return;
	out_u64(t, "value", flipped(&s, p, q));
	out_u64(t, "words", s.at);
	if (s.dry)
		wrong(t, "tape", "too short");
	compare_draws(t, &s);
}
