/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "core/stream.h"
#include "draws.h"
#include "noise/gaussian_share.h"
#include "vectors/format/number.h"

CHECK(gaussian_share)
{
	struct call gaussian = { "discrete_gaussian", { 0 }, 2 };
	struct tape_bytes tape;
	struct dpmf_stream s;
	struct draws d;
	uint64_t p, q, of;
	int64_t value;

	if (!input_u64(inputs, "p", &p) || !input_u64(inputs, "q", &q) || !input_u64(inputs, "of", &of) || !input_tape(inputs, "tape", &tape))
		return CHECK_MALFORMED;
	if (q == 0 || of == 0 || p > UINT64_C(1) << 40 || !dpmf_gaussian_share_is_wide(p, q, of))
		return CHECK_REFUSES;
	dpmf_stream_tape(&s, tape.bytes, tape.length);
	value = dpmf_gaussian_share(&s, p, q, of);
	if (s.dry)
		return CHECK_MALFORMED;
	if (json_object_set_new(got, "value", call_value(&gaussian, value)) != 0 || json_object_set_new(got, "words", number_u64(s.words)) != 0)
		return CHECK_FAILED;
	if (json_object_get(expected, "draws") == NULL)
		return CHECKED;
	if (!draws_open(&d, &tape))
		return CHECK_FAILED;
	gaussian.with[0] = p;
	gaussian.with[1] = q * of;
	draws_of(&d, &gaussian);
	return draws_put(&d, got);
}
