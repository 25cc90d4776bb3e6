/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/fixed_chances.h"

#include <mpfr.h>

enum { PRECISION = 224, CHANCE_BITS = 128, RATE_BITS = 53, TAIL = 89 /* exp(-89) < 2^-128 */ };

_Static_assert(sizeof(unsigned long) == sizeof(uint64_t), "MPFR takes and gives a word of 64 bits as an unsigned long");

/* The least n with 2^n p >= 89 q. */
static uint32_t bits_of(uint64_t p, uint64_t q)
{
	uint32_t n = 0;

	for (uint64_t reach = p; reach < TAIL * q; reach *= 2)
		n++;
	return n;
}

/* times / (1 + exp(2^i p / q)), rounded in that direction. */
static void towards(mpfr_rnd_t direction, unsigned long times, const uint64_t rate[2], uint32_t i, mpfr_ptr y)
{
	const mpfr_rnd_t other = direction == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;

	mpfr_set_ui(y, rate[0], other);
	mpfr_mul_2ui(y, y, i, other);
	mpfr_div_ui(y, y, rate[1], other);
	mpfr_exp(y, y, other);
	mpfr_add_ui(y, y, 1, other);
	mpfr_ui_div(y, times, y, direction);
}

/* The whole part of y 2^64, which is left with the rest. */
static uint64_t next_word(mpfr_ptr y)
{
	mpfr_mul_2ui(y, y, 64, MPFR_RNDD);
	const unsigned long word = mpfr_get_ui(y, MPFR_RNDD);

	mpfr_sub_ui(y, y, word, MPFR_RNDD);
	return word;
}

/* False where the enclosure is wider than 2^-128. */
static bool one(unsigned long times, const uint64_t rate[2], uint32_t i, mpfr_t end[2], struct dpmf_chance *chance)
{
	towards(MPFR_RNDD, times, rate, i, end[0]);
	towards(MPFR_RNDU, times, rate, i, end[1]);
	mpfr_sub(end[1], end[1], end[0], MPFR_RNDU);
	chance->high = next_word(end[0]);
	chance->low = next_word(end[0]);
	return mpfr_cmp_ui_2exp(end[1], 1, -CHANCE_BITS) <= 0;
}

enum dpmf_status dpmf_fixed_chances(uint64_t p, uint64_t q, struct dpmf_fixed_chances *chances, struct dpmf_error *error)
{
	const uint64_t rate[2] = { p, q };
	struct dpmf_fixed_chances found = { .bits = 0 };
	mpfr_t end[2];
	bool narrow;

	if (p == 0 || q == 0 || q > UINT64_C(1) << RATE_BITS)
		return dpmf_fail(error, DPMF_INPUT, "the rate %llu/%llu has no chances: p is 1 or more, and q lies in 1 .. 2^%d",
		                 (unsigned long long)p, (unsigned long long)q, RATE_BITS);
	mpfr_init2(end[0], PRECISION);
	mpfr_init2(end[1], PRECISION);
	found.bits = bits_of(p, q);
	narrow = one(2, rate, 0, end, &found.nonzero);
	for (uint32_t i = 0; i < found.bits; i++)
		narrow = one(1, rate, i, end, &found.bit[i]) && narrow;
	mpfr_clear(end[0]);
	mpfr_clear(end[1]);
	if (!narrow)
		return dpmf_fail(error, DPMF_FAILED, "the chances of the rate %llu/%llu are not known to 2^-%d", (unsigned long long)p,
		                 (unsigned long long)q, CHANCE_BITS);
	*chances = found;
	return DPMF_OK;
}
