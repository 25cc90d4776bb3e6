/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pld_convolve.h"

#include <assert.h>
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static_assert(GMP_NUMB_BITS == 64, "limbs of 64 bits");

enum { SPARE = 20, MOST_BITS = 1074, MANTISSA = 53 };

/* One digit: what part of a double it holds, and how long it is. */
struct digits {
	long bits;    /* a mass is a multiple of 2^-bits */
	size_t limbs; /* of each digit of either number and of the product */
	bool up;
};

/* The bits after the point that the masses have, at most. */
static long bits_of(const struct dpmf_pld *pld)
{
	int most = 0, exponent;

	for (size_t i = 0; i < pld->count; i++) {
		if (pld->mass[i] <= 0)
			continue;
		frexp(pld->mass[i], &exponent);
		if (MANTISSA - exponent > most)
			most = MANTISSA - exponent;
	}
	return most < MOST_BITS ? most : MOST_BITS;
}

/* Enough that rounding costs 2^-SPARE waste: each mass of one list, which the masses of the other,
   together at most 2 or so, carry on. */
static struct digits plan(const struct dpmf_pld *a, const struct dpmf_pld *b, double waste)
{
	const size_t points = a->count + b->count;
	const long exact = bits_of(a) > bits_of(b) ? bits_of(a) : bits_of(b);
	const double enough = waste > 0 ? ceil(log2((double)points) - log2(waste)) + SPARE + 2 : INFINITY;
	struct digits digits = { .bits = enough < (double)exact ? (long)enough : exact, .up = a->side == DPMF_PLD_UPPER };

	/* a product below 2^(2 bits + 2 SPARE), fewer than 2^64 of them */
	digits.limbs = (size_t)(2 * digits.bits + 2 * SPARE + 64) / 64 + 1;
	return digits;
}

/* mass 2^bits, rounded to a whole number, into the limbs at `to`, which are 0. */
static void write_digit(const struct digits *digits, double mass, mp_limb_t *to)
{
	int exponent;
	const uint64_t mantissa = (uint64_t)ldexp(frexp(mass, &exponent), MANTISSA);
	const long shift = exponent - MANTISSA + digits->bits;

	if (shift >= 0) {
		to[shift / 64] = mantissa << shift % 64;
		if (shift % 64 > 64 - MANTISSA)
			to[shift / 64 + 1] = mantissa >> (64 - shift % 64);
		return;
	}
	to[0] = shift > -64 ? mantissa >> -shift : 0;
	if (digits->up && (shift <= -64 || to[0] << -shift != mantissa))
		to[0]++;
}

/* The digit times 2^(-2 bits), rounded to a double. */
static double read_digit(const struct digits *digits, const mp_limb_t *from)
{
	size_t top = digits->limbs;
	uint64_t high;
	bool rest = false;
	long exponent;
	double x;

	while (top > 0 && from[top - 1] == 0)
		top--;
	if (top == 0)
		return 0;
	high = from[top - 1];
	exponent = 64 * (long)(top - 1) - 2 * digits->bits;
	const int zeros = __builtin_clzll(high);
	if (zeros > 0) {
		high <<= zeros;
		if (top > 1) {
			high |= from[top - 2] >> (64 - zeros);
			rest = from[top - 2] << zeros != 0;
		}
	} else if (top > 1) {
		rest = from[top - 2] != 0;
	}
	for (size_t i = 0; i + 2 < top && !rest; i++)
		rest = from[i] != 0;
	rest = rest || (high & 0x7ff) != 0;
	x = ldexp((double)(high >> 11), (int)(exponent - zeros + 11));
	if (x <= DBL_MIN) /* ldexp may have rounded it */
		return digits->up ? nextafter(x, INFINITY) : x > 0 ? nextafter(x, 0) : 0;
	return rest && digits->up ? nextafter(x, INFINITY) : x;
}

static mp_limb_t *write_all(const struct digits *digits, const struct dpmf_pld *pld)
{
	mp_limb_t *number = calloc(pld->count * digits->limbs, sizeof *number);

	for (size_t i = 0; number && i < pld->count; i++)
		if (pld->mass[i] > 0)
			write_digit(digits, pld->mass[i], number + i * digits->limbs);
	return number;
}

static void multiply(mp_limb_t *product, const mp_limb_t *x, size_t limbs_x, const mp_limb_t *y, size_t limbs_y)
{
	if (limbs_x >= limbs_y)
		mpn_mul(product, x, (mp_size_t)limbs_x, y, (mp_size_t)limbs_y);
	else
		mpn_mul(product, y, (mp_size_t)limbs_y, x, (mp_size_t)limbs_x);
}

enum dpmf_status dpmf_pld_convolve(const struct dpmf_pld *a, const struct dpmf_pld *b, double waste, double *sum,
                                   struct dpmf_error *error)
{
	const struct digits digits = plan(a, b, waste);
	const size_t limbs_a = a->count * digits.limbs, limbs_b = b->count * digits.limbs;
	mp_limb_t *x = write_all(&digits, a), *y = a == b ? x : write_all(&digits, b);
	mp_limb_t *product = malloc((limbs_a + limbs_b) * sizeof *product);
	enum dpmf_status status = DPMF_OK;

	if (x && y && product) {
		if (a == b)
			mpn_sqr(product, x, (mp_size_t)limbs_a);
		else
			multiply(product, x, limbs_a, y, limbs_b);
		for (size_t k = 0; k < a->count + b->count - 1; k++)
			sum[k] = read_digit(&digits, product + k * digits.limbs);
	} else {
		status = dpmf_fail(error, DPMF_FAILED, "no memory for a product of %zu masses", a->count + b->count);
	}
	free(product);
	if (y != x)
		free(y);
	free(x);
	return status;
}
