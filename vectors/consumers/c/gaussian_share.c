/* SPDX-License-Identifier: 0BSD */
/* A party's share of the discrete Gaussian law. */
#include "algorithms.h"
#include "samplers.h"

RUN(gaussian_share)
{
	struct tape s = { .at = 0 };
	const uint64_t p = in_u64(t, "p"), q = in_u64(t, "q"), of = in_u64(t, "of");

	s.words = in_bytes(t, "tape", s.bytes, sizeof s.bytes) / 8;
	t->refused = q == 0 || of == 0 || p > UINT64_C(1) << 40 || of > p / 16 / q;
	if (t->malformed || t->refused)
		return;
	out_i64(t, "value", (int64_t)discrete_gaussian(&s, p, q * of));
	out_u64(t, "words", s.at);
	if (s.dry)
		wrong(t, "tape", "too short");
	compare_draws(t, &s);
}
