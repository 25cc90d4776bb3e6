/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "core/stream.h"
#include "draws.h"
#include "noise/flip.h"
#include "vectors/format/number.h"

static void list(struct draws *d, uint64_t p, uint64_t q)
{
	while (!d->dry && draws_bernoulli(d, 1, 2))
		if (draws_bernoulli_exp(d, p, q))
			return;
}

CHECK(flip)
{
	struct tape_bytes tape;
	struct dpmf_stream s;
	struct draws d;
	uint64_t p, q;

	if (!input_u64(inputs, "p", &p) || !input_u64(inputs, "q", &q) || !input_tape(inputs, "tape", &tape))
		return CHECK_MALFORMED;
	if (q == 0)
		return CHECK_REFUSES;
	dpmf_stream_tape(&s, tape.bytes, tape.length);
	const bool value = dpmf_flip(&s, p, q);
	if (s.dry)
		return CHECK_MALFORMED;
	if (json_object_set_new(got, "value", number_u64(value)) != 0 || json_object_set_new(got, "words", number_u64(s.words)) != 0)
		return CHECK_FAILED;
	if (json_object_get(expected, "draws") == NULL)
		return CHECKED;
	if (!draws_open(&d, &tape))
		return CHECK_FAILED;
	list(&d, p, q);
	return draws_put(&d, got);
}
