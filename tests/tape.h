/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream of words that are written out, for draws that are worked out by hand. */
#ifndef TESTS_TAPE_H
#define TESTS_TAPE_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stream.h"

struct tape {
	unsigned char bytes[256];
	struct dpmf_stream s;
};

static inline void play(struct tape *tape, const uint64_t *word, size_t count)
{
	assert_true(8 * count <= sizeof tape->bytes);
	for (size_t i = 0; i < 8 * count; i++)
		tape->bytes[i] = (unsigned char)(word[i / 8] >> 8 * (i % 8));
	dpmf_stream_tape(&tape->s, tape->bytes, 8 * count);
}

static inline void assert_spent(const struct tape *tape)
{
	assert_int_equal(tape->s.tape_left, 0);
	assert_false(tape->s.dry);
}

#endif
