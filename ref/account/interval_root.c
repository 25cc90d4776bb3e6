/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/interval_root.h"

enum { FIRST_BITS = 96, LAST_BITS = 4096, STEPS = 600, DOUBLINGS = 4096 };

/* The bracket, with f at both ends to guess by. */
struct bracket {
	mpfr_t lo, hi, f_lo, f_hi, x, shift;
	int side; /* which end moved last */
};

/* The certain sign of f(x), 0 if no precision shows it; f(x) goes to `value`. */
static int sign_at(const struct dpmf_root *root, mpfr_srcptr x, mpfr_ptr value)
{
	int sign = 0;

	for (mpfr_prec_t bits = FIRST_BITS; bits <= LAST_BITS && sign == 0; bits *= 2) {
		struct dpmf_enclosure y;

		dpmf_interval_init(&y, 1, bits);
		root->value(root->context, x, &y);
		sign = dpmf_interval_sign(&y);
		mpfr_set(value, mpfr_inf_p(y.lo) ? y.hi : y.lo, MPFR_RNDN);
		dpmf_interval_clear(&y, 1);
	}
	return sign;
}

static bool narrow(const struct bracket *b, double width, mpfr_ptr scratch)
{
	mpfr_sub(scratch, b->hi, b->lo, MPFR_RNDU);
	mpfr_div(scratch, scratch, b->lo, MPFR_RNDU);
	return mpfr_cmp_d(scratch, width) <= 0;
}

/* The secant's guess, moved a little towards the farther end: once the guess is
   good, the two ends close in on it from both sides. */
static void guess(struct bracket *b, double width)
{
	bool nearer_lo;

	mpfr_sub(b->shift, b->f_lo, b->f_hi, MPFR_RNDN);
	mpfr_div(b->x, b->f_lo, b->shift, MPFR_RNDN);
	mpfr_sub(b->shift, b->hi, b->lo, MPFR_RNDN);
	mpfr_mul(b->shift, b->shift, b->x, MPFR_RNDN);
	mpfr_add(b->x, b->lo, b->shift, MPFR_RNDN);
	mpfr_sub(b->shift, b->hi, b->x, MPFR_RNDN);
	mpfr_add(b->shift, b->shift, b->lo, MPFR_RNDN);
	nearer_lo = mpfr_less_p(b->x, b->shift);
	mpfr_mul_d(b->shift, b->x, nearer_lo ? width / 3 : -width / 3, MPFR_RNDN);
	mpfr_add(b->x, b->x, b->shift, MPFR_RNDN);
}

/* Halves in the logarithm where the ends are far apart. */
static void bisect(struct bracket *b)
{
	mpfr_mul_2ui(b->shift, b->lo, 2, MPFR_RNDN);
	if (mpfr_sgn(b->lo) > 0 && mpfr_less_p(b->shift, b->hi)) {
		mpfr_mul(b->x, b->lo, b->hi, MPFR_RNDN);
		mpfr_sqrt(b->x, b->x, MPFR_RNDN);
	} else {
		mpfr_add(b->x, b->lo, b->hi, MPFR_RNDN);
		mpfr_div_2ui(b->x, b->x, mpfr_zero_p(b->lo) ? 4 : 1, MPFR_RNDN);
	}
}

static bool inside(const struct bracket *b)
{
	return mpfr_number_p(b->x) && mpfr_less_p(b->lo, b->x) && mpfr_less_p(b->x, b->hi);
}

/* Illinois: an end that has stayed for two steps counts half. */
static void move(struct bracket *b, int sign, mpfr_srcptr value)
{
	if (sign < 0) {
		mpfr_set(b->lo, b->x, MPFR_RNDN);
		mpfr_set(b->f_lo, value, MPFR_RNDN);
		if (b->side < 0)
			mpfr_div_2ui(b->f_hi, b->f_hi, 1, MPFR_RNDN);
	} else {
		mpfr_set(b->hi, b->x, MPFR_RNDN);
		mpfr_set(b->f_hi, value, MPFR_RNDN);
		if (b->side > 0)
			mpfr_div_2ui(b->f_lo, b->f_lo, 1, MPFR_RNDN);
	}
	b->side = sign;
}

static bool close_in(const struct dpmf_root *root, double width, struct bracket *b, mpfr_ptr value)
{
	for (int step = 0; step < STEPS; step++) {
		int sign;

		if (mpfr_sgn(b->lo) > 0 && narrow(b, width, value))
			return true;
		if (step % 16 == 15)
			bisect(b);
		else
			guess(b, width);
		if (!inside(b))
			bisect(b);
		sign = sign_at(root, b->x, value);
		if (sign == 0) { /* on the zero itself */
			bisect(b);
			sign = sign_at(root, b->x, value);
		}
		if (sign == 0)
			return false;
		move(b, sign, value);
	}
	return false;
}

enum dpmf_status dpmf_interval_root(const struct dpmf_root *root, double width, struct dpmf_enclosure *z,
                                    struct dpmf_error *error)
{
	struct bracket b = { .side = 0 };
	mpfr_t value;
	bool found;

	mpfr_inits2(dpmf_interval_bits(z), b.lo, b.hi, b.f_lo, b.f_hi, b.x, b.shift, value, (mpfr_ptr)0);
	mpfr_set(b.lo, z->lo, MPFR_RNDN);
	mpfr_set(b.hi, z->hi, MPFR_RNDN);
	found = sign_at(root, b.lo, b.f_lo) < 0 && sign_at(root, b.hi, b.f_hi) > 0 && close_in(root, width, &b, value);
	if (found) {
		mpfr_set(z->lo, b.lo, MPFR_RNDD);
		mpfr_set(z->hi, b.hi, MPFR_RNDU);
	}
	mpfr_clears(b.lo, b.hi, b.f_lo, b.f_hi, b.x, b.shift, value, (mpfr_ptr)0);
	return found ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "%s cannot be enclosed to a relative width of %g: "
	                                   "the arguments are too extreme", root->what, width);
}

enum dpmf_status dpmf_interval_root_above(const struct dpmf_root *root, struct dpmf_enclosure *z,
                                          struct dpmf_error *error)
{
	int doublings = 0;
	mpfr_t x, value;

	mpfr_inits2(dpmf_interval_bits(z), x, value, (mpfr_ptr)0);
	mpfr_set(x, z->hi, MPFR_RNDU);
	while (doublings < DOUBLINGS && sign_at(root, x, value) <= 0) {
		mpfr_mul_2ui(x, x, 1, MPFR_RNDN);
		doublings++;
	}
	if (doublings < DOUBLINGS)
		mpfr_set(z->hi, x, MPFR_RNDN);
	mpfr_clears(x, value, (mpfr_ptr)0);
	return doublings < DOUBLINGS ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "%s lies beyond every bound that was tried: "
	                                                   "the arguments are too extreme", root->what);
}
