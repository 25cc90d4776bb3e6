/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/pack.h"

size_t dpmf_pack_length(size_t n, unsigned bits)
{
	return (n * bits + 7) / 8;
}

/* Bits from place `at` on that fit into its byte, of `left` that are to go. */
static unsigned in_byte(size_t at, unsigned left)
{
	const unsigned room = 8 - (unsigned)(at % 8);

	return left < room ? left : room;
}

void dpmf_pack(const uint64_t *x, size_t n, unsigned bits, unsigned char *bytes)
{
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t rest = x[i];

		for (unsigned left = bits, now; left > 0; left -= now, at += now, rest >>= now) {
			now = in_byte(at, left);
			bytes[at / 8] = (unsigned char)(bytes[at / 8] | (rest & ((1U << now) - 1)) << at % 8);
		}
	}
}

bool dpmf_unpack(const unsigned char *bytes, size_t n, unsigned bits, uint64_t *x)
{
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		x[i] = 0;
		for (unsigned done = 0, now; done < bits; done += now, at += now) {
			now = in_byte(at, bits - done);
			x[i] |= (uint64_t)((unsigned)bytes[at / 8] >> at % 8 & ((1U << now) - 1)) << done;
		}
	}
	return at % 8 == 0 || bytes[at / 8] >> at % 8 == 0;
}
