/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/bracket.h"
#include "check.h"
#include "inputs.h"
#include "vectors/format/number.h"

CHECK(bracket_search)
{
	struct dpmf_bracket bracket;
	uint64_t tried[INPUT_COORDINATES], most, last, from_above;
	size_t count = 0;

	(void)expected;
	if (!input_u64(inputs, "most", &most) || !input_u64(inputs, "last", &last) || !input_u64(inputs, "from_above", &from_above))
		return CHECK_MALFORMED;
	if (most >> 62 != 0 || last > most || from_above > 1)
		return CHECK_REFUSES;
	for (dpmf_bracket_open(&bracket, most); bracket.bad - bracket.good > 1;) {
		if (count == INPUT_COORDINATES)
			return CHECK_MALFORMED;
		tried[count] = dpmf_bracket_next(&bracket, most, from_above == 1);
		dpmf_bracket_move(&bracket, most, tried[count], tried[count] <= last);
		count++;
	}
	return (json_object_set_new(got, "tried", book_u64s(tried, count)) | json_object_set_new(got, "found", number_u64(bracket.good))) == 0
		? CHECKED : CHECK_FAILED;
}
