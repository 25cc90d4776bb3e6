/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/sampler/doubles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/sort.h"

/* Draws that are put back are rounded, which is seen in images of very many steps: they are not compared. */
#define STEPS_MOST 0x1p44
#define IMAGE_MOST 0.45 /* far out all images are the same */
enum { POWER_LEAST = 8, POWER_MOST = 62, POWER_BESIDE = 40, STEPS_LEAST = 8, SINGLE_ZEROS = 29, NO_EXPONENT = 2000, LUCK = 64 };

static unsigned zeros_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	bits &= (UINT64_C(1) << 52) - 1;
	return bits ? (unsigned)__builtin_ctzll(bits) : 52;
}

static struct doubles_row *row_of(struct doubles *d, double x)
{
	const int place = ilogb(x) - DOUBLES_EXPONENT_LEAST;

	return &d->row[place < 0 ? 0 : place >= DOUBLES_EXPONENTS ? DOUBLES_EXPONENTS - 1 : place];
}

/* The exponent of the last bit that is set. */
static int last_bit(double x)
{
	return ilogb(x) - 52 + (int)zeros_of(x);
}

/* Bits below 2^exponent that the draws have and do not use: by luck with a chance of 2^-bits. */
static double spare_bits(const double *x, size_t count, int exponent)
{
	double bits = 0;

	for (size_t i = 0; i < count; i++)
		bits += x[i] == 0 ? 0 : fmax(0, exponent - (ilogb(x[i]) - 52));
	return bits;
}

static void look_at_bits(const double *x, size_t count, struct doubles *d)
{
	unsigned zeros = 53;
	int last = NO_EXPONENT;

	for (size_t i = 0; i < count; i++) {
		if (x[i] == 0) {
			d->zeros++;
			d->negative_zeros += signbit(x[i]) != 0;
			continue;
		}
		struct doubles_row *row = row_of(d, x[i]);
		const unsigned own = zeros_of(x[i]);

		row->zeros = row->draws == 0 || own < row->zeros ? own : row->zeros;
		row->draws++;
		row->even += own > 0;
		zeros = own < zeros ? own : zeros;
		last = last_bit(x[i]) < last ? last_bit(x[i]) : last;
		d->least = d->least == 0 || fabs(x[i]) < d->least ? fabs(x[i]) : d->least;
		d->most = fmax(d->most, fabs(x[i]));
	}
	d->exponent = last;
	d->lattice = last < NO_EXPONENT && spare_bits(x, count, last) >= LUCK;
	d->single = zeros >= SINGLE_ZEROS && zeros < 53;
}

/* (1 - P(|X| > most))^draws */
static double chance_of_most(const struct masses *law, double most, uint64_t draws)
{
	mpfr_t upper, lower;

	mpfr_inits2(MASSES_PRECISION, upper, lower, (mpfr_ptr)0);
	masses_between(law, most, INFINITY, upper);
	masses_between(law, -INFINITY, -most, lower);
	mpfr_add(upper, upper, lower, MPFR_RNDN);
	const double beyond = mpfr_get_d(upper, MPFR_RNDN);

	mpfr_clears(upper, lower, (mpfr_ptr)0);
	return exp((double)draws * log1p(-beyond));
}

/* The chance between 0 and |x|. */
static long double image_of(const struct masses *law, double x)
{
	const long double size = fabsl((long double)x) / (long double)law->scale;

	switch (law->law) {
	case MASSES_LAPLACE: return -expm1l(-size) / 2;
	case MASSES_EXPONENTIAL: return -expm1l(-size);
	case MASSES_NORMAL: return erfl(size / sqrtl(2)) / 2;
	default: return 0;
	}
}

static double gap_of(const struct masses *law, double denominator)
{
	return law->scale / denominator * (law->law == MASSES_LAPLACE ? 2 : law->law == MASSES_NORMAL ? sqrt(2 * acos(-1)) : 1);
}

/* How many images lie on the multiples, where that says anything; 0 when one in fifty does not. */
static uint64_t on_multiples(const double *image, size_t count, double denominator)
{
	uint64_t looked = 0, on = 0;

	for (size_t i = 0; i < count; i++) {
		const double steps = image[i] * denominator;

		if (steps < STEPS_LEAST || steps > STEPS_MOST || image[i] > IMAGE_MOST)
			continue;
		looked++;
		on += fabs(steps - round(steps)) < 0.0625;
		if (looked == DOUBLES_IMAGES_LEAST && on < looked)
			return 0;
	}
	return looked >= DOUBLES_IMAGES_LEAST && 50 * (looked - on) <= looked ? on : 0;
}

/* The coarsest. Numbers of few bits are divided by 2^k, 2^k - 1 or 2^k + 1 to be uniform, and may be moved by a half; of many bits these
   are no longer told apart. */
static void find_images(const double *image, size_t count, struct doubles_images *found)
{
	*found = (struct doubles_images){ .denominator = 0 };
	for (int power = POWER_LEAST; power <= POWER_MOST; power++) {
		for (int beside = power <= POWER_BESIDE ? -2 : 0; beside <= (power <= POWER_BESIDE ? 2 : 0); beside++) {
			const double denominator = ldexp(1, power) + beside;

			found->draws = on_multiples(image, count, denominator);
			if (found->draws > 0) {
				found->denominator = denominator;
				return;
			}
		}
	}
}

/* 1 - exp(-(x^2 + y^2) / 2): what is uniform where two normal draws are made of one radius. */
static size_t radii_of(const struct masses *law, const double *x, size_t count, double *image)
{
	size_t pairs = 0;

	for (size_t i = 0; i + 1 < count; i += 2) {
		const long double a = (long double)x[i] / (long double)law->scale, b = (long double)x[i + 1] / (long double)law->scale;

		image[pairs++] = (double)-expm1l(-(a * a + b * b) / 2);
	}
	return pairs;
}

static void look_for_images(const struct masses *law, const double *x, size_t count, double *image, struct doubles *d)
{
	if (law->law == MASSES_UNIFORM)
		return; /* the lattice says it */
	for (size_t i = 0; i < count; i++)
		image[i] = (double)image_of(law, x[i]);
	find_images(image, count, &d->alone);
	if (d->alone.denominator > 0)
		d->alone.gap = gap_of(law, d->alone.denominator);
	if (law->law != MASSES_NORMAL)
		return;
	find_images(image, radii_of(law, x, count, image), &d->pairs);
	if (d->pairs.denominator > 0)
		d->pairs.gap = law->scale * sqrt(2 / d->pairs.denominator);
}

static uint64_t repeats_of(double *x, size_t count)
{
	uint64_t repeats = 0;

	audit_sort(x, count);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && x[end] == x[i]; end++) {
		}
		repeats += x[i] != 0 ? (uint64_t)(end - i) * (end - i - 1) / 2 : 0;
	}
	return repeats;
}

enum dpmf_status doubles_look(const struct masses *law, double *x, size_t count, struct doubles *doubles, struct dpmf_error *error)
{
	double *image = malloc((count + 1) * sizeof(double));

	if (!image)
		return dpmf_fail(error, DPMF_FAILED, "no memory to look at %zu doubles", count);
	*doubles = (struct doubles){ .looked = count };
	look_at_bits(x, count, doubles);
	doubles->most_chance = chance_of_most(law, doubles->most, count);
	look_for_images(law, x, count, image, doubles);
	doubles->repeats = repeats_of(x, count);
	free(image);
	return DPMF_OK;
}
