/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/fixed_laplace.h"

#include "check.h"
#include "core/stream.h"
#include "inputs.h"
#include "noise/fixed_chances.h"
#include "vectors/format/number.h"

/* In the order in which they are needed: the highest bit first, last the chance that a draw is not 0. */
static bool put_chances(const struct dpmf_fixed_chances *c, json_t *got)
{
	uint64_t high[DPMF_FIXED_BITS + 1], low[DPMF_FIXED_BITS + 1];

	for (uint32_t k = 0; k <= c->bits; k++) {
		const struct dpmf_chance one = k < c->bits ? c->bit[c->bits - 1 - k] : c->nonzero;
		high[k] = one.high;
		low[k] = one.low;
	}
	return json_object_set_new(got, "bits", number_u64(c->bits)) == 0 && json_object_set_new(got, "high", book_u64s(high, c->bits + 1)) == 0 &&
	       json_object_set_new(got, "low", book_u64s(low, c->bits + 1)) == 0;
}

CHECK(fixed_laplace)
{
	struct dpmf_fixed_chances chances;
	struct tape_bytes tape;
	struct dpmf_stream s;
	uint64_t p, q;

	(void)expected;
	if (!input_u64(inputs, "p", &p) || !input_u64(inputs, "q", &q) || !input_tape(inputs, "tape", &tape))
		return CHECK_MALFORMED;
	const enum dpmf_status status = dpmf_fixed_chances(p, q, &chances, NULL);
	if (status != DPMF_OK)
		return check_refused(status);
	dpmf_stream_tape(&s, tape.bytes, tape.length);
	const int64_t value = dpmf_fixed_laplace(&s, &chances);
	if (s.dry)
		return CHECK_MALFORMED;
	return put_chances(&chances, got) && json_object_set_new(got, "value", number_i64(value)) == 0 &&
	       json_object_set_new(got, "words", number_u64(s.words)) == 0 ? CHECKED : CHECK_FAILED;
}
