/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law that the fixed-budget sampler draws, mass by mass from its chances with 700 bits, against the law that it names: as close as
   fixed_laplace.h says, and no closer than its argument says. The draws themselves, from words made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <mpfr.h>

#include "account/account.h"
#include "door_world.h"
#include "noise/exact.h"
#include "noise/fixed_chances.h"

enum { BITS = 700, BYTES = 8 * (2 * DPMF_FIXED_BITS + 3) };

static void chance(const struct dpmf_chance *c, mpfr_ptr y)
{
	mpfr_set_ui(y, c->high, MPFR_RNDN);
	mpfr_mul_2ui(y, y, 64, MPFR_RNDN);
	mpfr_add_ui(y, y, c->low, MPFR_RNDN);
	mpfr_div_2ui(y, y, 128, MPFR_RNDN);
}

/* a^x with a = exp(-p / q). */
static void power(uint64_t p, uint64_t q, uint64_t x, mpfr_ptr y)
{
	mpfr_set_ui(y, p, MPFR_RNDN);
	mpfr_mul_ui(y, y, x, MPFR_RNDN);
	mpfr_div_ui(y, y, q, MPFR_RNDN);
	mpfr_neg(y, y, MPFR_RNDN);
	mpfr_exp(y, y, MPFR_RNDN);
}

/* P(|X| = x) of the sampler: x = 1 + g is not 0, and each bit of g is what it is. */
static void drawn_mass(const struct dpmf_fixed_chances *c, uint64_t x, mpfr_ptr mass)
{
	mpfr_t one;

	mpfr_init2(one, BITS);
	chance(&c->nonzero, mass);
	if (x == 0)
		mpfr_ui_sub(mass, 1, mass, MPFR_RNDN);
	for (uint32_t i = 0; x > 0 && i < c->bits; i++) {
		chance(&c->bit[i], one);
		if (!((x - 1) >> i & 1))
			mpfr_ui_sub(one, 1, one, MPFR_RNDN);
		mpfr_mul(mass, mass, one, MPFR_RNDN);
	}
	mpfr_clear(one);
}

/* P(|X| = x) of the law. */
static void named_mass(uint64_t p, uint64_t q, uint64_t x, mpfr_ptr mass)
{
	mpfr_t a;

	mpfr_init2(a, BITS);
	power(p, q, x, mass);
	if (x > 0)
		mpfr_mul_ui(mass, mass, 2, MPFR_RNDN);
	power(p, q, 1, a);
	mpfr_ui_sub(a, 1, a, MPFR_RNDN);
	mpfr_mul(mass, mass, a, MPFR_RNDN);
	mpfr_ui_sub(a, 2, a, MPFR_RNDN);
	mpfr_div(mass, mass, a, MPFR_RNDN);
	mpfr_clear(a);
}

/* The total variation, and log2 of it: half the sum over all values, and half of what the law has beyond the sampler's. */
static double distance(uint64_t p, uint64_t q, const struct dpmf_fixed_chances *c)
{
	const uint64_t most = UINT64_C(1) << c->bits;
	double answer;
	mpfr_t sum, drawn, named, left;

	mpfr_inits2(BITS, sum, drawn, named, left, (mpfr_ptr)0);
	mpfr_set_zero(sum, 1);
	mpfr_set_ui(left, 1, MPFR_RNDN);
	for (uint64_t x = 0; x <= most; x++) {
		drawn_mass(c, x, drawn);
		named_mass(p, q, x, named);
		mpfr_sub(left, left, named, MPFR_RNDN);
		mpfr_sub(drawn, drawn, named, MPFR_RNDN);
		mpfr_abs(drawn, drawn, MPFR_RNDN);
		mpfr_add(sum, sum, drawn, MPFR_RNDN);
	}
	mpfr_add(sum, sum, left, MPFR_RNDN);
	mpfr_div_2ui(sum, sum, 1, MPFR_RNDN);
	mpfr_log2(sum, sum, MPFR_RNDN);
	answer = mpfr_get_d(sum, MPFR_RNDN);
	mpfr_clears(sum, drawn, named, left, (mpfr_ptr)0);
	return answer;
}

enum { NOT_ALL_ZERO = 4 }; /* the rates of which most draws are not 0 */
static const uint64_t rates[][2] = {
	{ 1, 20 }, { 7, 3 }, { 1, 1 }, { 2, 25 }, { 89, 1 }, { 88, 1 }, { 100, 1 }, { UINT64_MAX, 1 }, { UINT64_MAX, UINT64_C(1) << 53 },
	{ 3, 1000 }, { 123456789, 987654321 },
};

static void the_law_is_as_close_as_said(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
		struct dpmf_fixed_chances c;

		assert_int_equal(dpmf_fixed_chances(rates[i][0], rates[i][1], &c, NULL), DPMF_OK);
		assert_true(distance(rates[i][0], rates[i][1], &c) < dpmf_law_of(DPMF_FIXED_LAPLACE)->distance);
		if (i >= NOT_ALL_ZERO)
			continue;
		c.bits--; /* a bit fewer */
		assert_true(distance(rates[i][0], rates[i][1], &c) > -119);
		c.bits++;
		c.bit[0].high ^= 1 << 4; /* a chance that is off by 2^-60 */
		assert_true(distance(rates[i][0], rates[i][1], &c) > -66);
	}
}

static void what_is_no_rate_is_refused(void **state)
{
	static const uint64_t none[][2] = { { 0, 1 }, { 1, 0 }, { 0, 0 }, { 1, (UINT64_C(1) << 53) + 1 }, { 1, UINT64_MAX } };
	struct dpmf_fixed_chances c, before;

	(void)state;
	memset(&c, 7, sizeof c);
	before = c;
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		struct dpmf_error error = { "" };

		assert_int_equal(dpmf_fixed_chances(none[i][0], none[i][1], &c, &error), DPMF_INPUT);
		says(&error, "has no chances");
		assert_memory_equal(&c, &before, sizeof c);
	}
}

/* Where masses cannot be counted: each chance by itself, which is 2^-127 below the exact one at most. */
static void each_chance_is_rounded_down(void **state)
{
	static const uint64_t wide[][2] = { { 1, UINT64_C(1) << 53 }, { 3, (UINT64_C(1) << 53) - 1 }, { 1, 1 << 20 }, { 1, 20 }, { 89, 1 }, { UINT64_MAX, 7 } };
	mpfr_t exact, off;

	(void)state;
	mpfr_inits2(BITS, exact, off, (mpfr_ptr)0);
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
		const uint64_t p = wide[i][0], q = wide[i][1];
		struct dpmf_fixed_chances c;

		assert_int_equal(dpmf_fixed_chances(p, q, &c, NULL), DPMF_OK);
		assert_true(c.bits <= DPMF_FIXED_BITS);
		for (uint32_t b = 0; b <= c.bits; b++) { /* x / (1 + x), and 2 x / (1 + x) for the last */
			power(p, q, b < c.bits ? UINT64_C(1) << b : 1, exact);
			mpfr_add_ui(off, exact, 1, MPFR_RNDN);
			mpfr_div(exact, exact, off, MPFR_RNDN);
			mpfr_mul_ui(exact, exact, b < c.bits ? 1 : 2, MPFR_RNDN);
			chance(b < c.bits ? &c.bit[b] : &c.nonzero, off);
			mpfr_sub(off, exact, off, MPFR_RNDN);
			assert_true(mpfr_sgn(off) >= 0 && mpfr_cmp_ui_2exp(off, 1, -127) < 0);
		}
		power(p, q, UINT64_C(1) << c.bits, exact);
		assert_true(mpfr_cmp_ui_2exp(exact, 1, -128) < 0);
	}
	mpfr_clears(exact, off, (mpfr_ptr)0);
}

static void put(unsigned char *tape, size_t place, uint64_t word)
{
	for (size_t b = 0; b < 8; b++)
		tape[8 * place + b] = (unsigned char)(word >> 8 * b);
}

static int64_t drawn(const unsigned char *tape, const struct dpmf_fixed_chances *c, uint64_t *words)
{
	struct dpmf_stream s;

	dpmf_stream_tape(&s, tape, BYTES);
	const int64_t x = dpmf_fixed_laplace(&s, c);

	assert_false(s.dry);
	*words = s.words;
	return x;
}

static void words_decide(void **state)
{
	struct dpmf_fixed_chances c;
	unsigned char tape[BYTES];
	uint64_t words;

	(void)state;
	assert_int_equal(dpmf_fixed_chances(1, 20, &c, NULL), DPMF_OK);
	assert_int_equal(c.bits, 11);
	memset(tape, 255, sizeof tape);
	assert_int_equal(drawn(tape, &c, &words), 0);
	assert_int_equal(words, 2 * 11 + 3);
	memset(tape, 0, sizeof tape); /* every chance holds */
	assert_int_equal(drawn(tape, &c, &words), 1 << 11);
	put(tape, 24, 1);
	assert_int_equal(drawn(tape, &c, &words), -(1 << 11));
	put(tape, 24, 2); /* the lowest bit alone is the sign */
	put(tape, 0, c.bit[10].high); /* the highest bit comes first */
	put(tape, 1, c.bit[10].low - 1);
	assert_int_equal(drawn(tape, &c, &words), 1 << 11);
	put(tape, 1, c.bit[10].low);
	assert_int_equal(drawn(tape, &c, &words), 1 << 10);
	put(tape, 1, c.bit[10].low - 1);
	put(tape, 20, c.bit[0].high + 1); /* the lowest one last */
	assert_int_equal(drawn(tape, &c, &words), (1 << 11) - 1);
	put(tape, 22, c.nonzero.high);
	put(tape, 23, c.nonzero.low);
	assert_int_equal(drawn(tape, &c, &words), 0);
	assert_int_equal(words, 2 * 11 + 3);
	put(tape, 23, c.nonzero.low - 1);
	assert_int_equal(drawn(tape, &c, &words), (1 << 11) - 1);
}

/* The same rate, the same seed: how many words a draw takes, of what is far and of what is near. */
static void the_plain_sampler_tells(void **state)
{
	enum { DRAWS = 20000, SCALE = 20 };
	double sum[2][2] = { { 0 } }, count[2][2] = { { 0 } };
	struct dpmf_fixed_chances c;
	struct dpmf_stream s;
	struct dpmf_key key;

	(void)state;
	assert_int_equal(dpmf_fixed_chances(1, SCALE, &c, NULL), DPMF_OK);
	dpmf_key_from_seed(1, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (int i = 0; i < 2 * DRAWS; i++) {
		const uint64_t before = s.words;
		const int64_t x = i % 2 ? dpmf_fixed_laplace(&s, &c) : dpmf_discrete_laplace(&s, 1, SCALE);
		const int far = x > SCALE || x < -SCALE;

		sum[i % 2][far] += (double)(s.words - before);
		count[i % 2][far]++;
		assert_true(i % 2 == 0 || s.words - before == 2 * 11 + 3);
	}
	assert_true(count[0][1] > DRAWS / 4 && count[1][1] > DRAWS / 4);
	assert_true(sum[0][1] / count[0][1] > 1.3 * sum[0][0] / count[0][0]);
	assert_true(sum[1][1] / count[1][1] == sum[1][0] / count[1][0]);
}

/* What the door releases, and that its record has a delta: (1 + e^(1/3)) 2^-121 for each coordinate that a neighbour touches. */
static void the_door_draws_and_charges(void **state)
{
	struct dpmf_entry entry = sound(DPMF_FIXED_LAPLACE);
	struct dpmf_record_cost cost;
	struct dpmf_fixed_chances c;
	struct dpmf_error error = { "" };
	struct dpmf_stream s;
	struct dpmf_door door;
	int64_t steps[COORDINATES] = { 5, -5 };

	(void)state;
	open_door(&door);
	const size_t number = declared(&door, &entry);

	assert_int_equal(dpmf_door_release_steps(&door, number, 2, NULL, steps, &error), DPMF_OK);
	assert_int_equal(dpmf_fixed_chances(1, 3, &c, NULL), DPMF_OK);
	dpmf_stream_open(&s, &door.server, 7, 2, 1);
	assert_int_equal(steps[0], 5 + dpmf_fixed_laplace(&s, &c));
	assert_int_equal(steps[1], -5 + dpmf_fixed_laplace(&s, &c));
	assert_int_equal(dpmf_account_record(&door.record, DPMF_ENTRY, NULL, &cost, &error), DPMF_OK);
	assert_memory_equal(cost.epsilon.hi, "3.33", 4);
	assert_memory_equal(cost.delta.hi, "1.80", 4);
	assert_non_null(strstr(cost.delta.hi, "e-36"));
	dpmf_door_close(&door);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_law_is_as_close_as_said),
		cmocka_unit_test(what_is_no_rate_is_refused),
		cmocka_unit_test(each_chance_is_rounded_down),
		cmocka_unit_test(words_decide),
		cmocka_unit_test(the_plain_sampler_tells),
		cmocka_unit_test(the_door_draws_and_charges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
