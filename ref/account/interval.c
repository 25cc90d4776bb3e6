/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/interval.h"

#include <math.h>

enum { FIRST_BITS = 128, LAST_BITS = 1 << 16 };

typedef int (*unary)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef int (*binary)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

void dpmf_interval_init(struct dpmf_enclosure *x, size_t count, mpfr_prec_t bits)
{
	for (size_t i = 0; i < count; i++) {
		mpfr_init2(x[i].lo, bits);
		mpfr_init2(x[i].hi, bits);
	}
}

void dpmf_interval_clear(struct dpmf_enclosure *x, size_t count)
{
	for (size_t i = 0; i < count; i++)
		dpmf_enclosure_clear(&x[i]);
}

mpfr_prec_t dpmf_interval_bits(const struct dpmf_enclosure *x)
{
	return mpfr_get_prec(x->lo);
}

void dpmf_interval_set(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	mpfr_set(z->lo, x->lo, MPFR_RNDD);
	mpfr_set(z->hi, x->hi, MPFR_RNDU);
}

void dpmf_interval_set_d(struct dpmf_enclosure *z, double x)
{
	mpfr_set_d(z->lo, x, MPFR_RNDD);
	mpfr_set_d(z->hi, x, MPFR_RNDU);
}

void dpmf_interval_set_ui(struct dpmf_enclosure *z, unsigned long x)
{
	mpfr_set_ui(z->lo, x, MPFR_RNDD);
	mpfr_set_ui(z->hi, x, MPFR_RNDU);
}

void dpmf_interval_set_fr(struct dpmf_enclosure *z, mpfr_srcptr x)
{
	mpfr_set(z->lo, x, MPFR_RNDD);
	mpfr_set(z->hi, x, MPFR_RNDU);
}

void dpmf_interval_set_whole(struct dpmf_enclosure *z)
{
	mpfr_set_inf(z->lo, -1);
	mpfr_set_inf(z->hi, 1);
}

void dpmf_interval_pi(struct dpmf_enclosure *z)
{
	mpfr_const_pi(z->lo, MPFR_RNDD);
	mpfr_const_pi(z->hi, MPFR_RNDU);
}

void dpmf_interval_hull(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	mpfr_min(z->lo, x->lo, y->lo, MPFR_RNDD);
	mpfr_max(z->hi, x->hi, y->hi, MPFR_RNDU);
}

void dpmf_interval_max(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	mpfr_max(z->lo, x->lo, y->lo, MPFR_RNDD);
	mpfr_max(z->hi, x->hi, y->hi, MPFR_RNDU);
}

void dpmf_interval_min(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	mpfr_min(z->lo, x->lo, y->lo, MPFR_RNDD);
	mpfr_min(z->hi, x->hi, y->hi, MPFR_RNDU);
}

void dpmf_interval_neg(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	mpfr_t lo;

	mpfr_init2(lo, dpmf_interval_bits(z));
	mpfr_neg(lo, x->hi, MPFR_RNDD);
	mpfr_neg(z->hi, x->lo, MPFR_RNDU);
	mpfr_swap(z->lo, lo);
	mpfr_clear(lo);
}

/* inf - inf says nothing about that end. */
static void mend(struct dpmf_enclosure *z)
{
	if (mpfr_nan_p(z->lo))
		mpfr_set_inf(z->lo, -1);
	if (mpfr_nan_p(z->hi))
		mpfr_set_inf(z->hi, 1);
}

void dpmf_interval_add(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	mpfr_add(z->lo, x->lo, y->lo, MPFR_RNDD);
	mpfr_add(z->hi, x->hi, y->hi, MPFR_RNDU);
	mend(z);
}

void dpmf_interval_sub(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	mpfr_t lo;

	mpfr_init2(lo, dpmf_interval_bits(z));
	mpfr_sub(lo, x->lo, y->hi, MPFR_RNDD);
	mpfr_sub(z->hi, x->hi, y->lo, MPFR_RNDU);
	mpfr_swap(z->lo, lo);
	mpfr_clear(lo);
	mend(z);
}

/* The least and the greatest of f at the four corners of x times y. A NaN
   is 0 times infinity in a product, where an end at infinity stands for numbers
   however large, and 0 times those is 0; otherwise it says nothing. */
static void corners(binary f, bool product, struct dpmf_enclosure *z, const struct dpmf_enclosure *x,
                    const struct dpmf_enclosure *y)
{
	const mpfr_srcptr s[2] = { x->lo, x->hi }, t[2] = { y->lo, y->hi };
	struct dpmf_enclosure all, one;

	dpmf_interval_init(&all, 1, dpmf_interval_bits(z));
	dpmf_interval_init(&one, 1, dpmf_interval_bits(z));
	for (int i = 0; i < 4; i++) {
		f(one.lo, s[i / 2], t[i % 2], MPFR_RNDD);
		f(one.hi, s[i / 2], t[i % 2], MPFR_RNDU);
		if (mpfr_nan_p(one.lo) && product)
			dpmf_interval_set_ui(&one, 0);
		mend(&one);
		if (i == 0)
			dpmf_interval_set(&all, &one);
		else
			dpmf_interval_hull(&all, &all, &one);
	}
	mpfr_swap(z->lo, all.lo);
	mpfr_swap(z->hi, all.hi);
	dpmf_interval_clear(&all, 1);
	dpmf_interval_clear(&one, 1);
}

static bool positive(const struct dpmf_enclosure *x)
{
	return mpfr_sgn(x->lo) > 0 && !mpfr_inf_p(x->hi);
}

void dpmf_interval_mul(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	if (positive(x) && positive(y)) {
		mpfr_mul(z->lo, x->lo, y->lo, MPFR_RNDD);
		mpfr_mul(z->hi, x->hi, y->hi, MPFR_RNDU);
	} else {
		corners(mpfr_mul, true, z, x, y);
	}
}

void dpmf_interval_div(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	mpfr_t lo;

	if (mpfr_sgn(y->lo) <= 0 && mpfr_sgn(y->hi) >= 0) {
		dpmf_interval_set_whole(z);
	} else if (positive(x) && positive(y)) {
		mpfr_init2(lo, dpmf_interval_bits(z));
		mpfr_div(lo, x->lo, y->hi, MPFR_RNDD);
		mpfr_div(z->hi, x->hi, y->lo, MPFR_RNDU);
		mpfr_swap(z->lo, lo);
		mpfr_clear(lo);
	} else {
		corners(mpfr_div, false, z, x, y);
	}
}

void dpmf_interval_add_si(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, long y)
{
	mpfr_add_si(z->lo, x->lo, y, MPFR_RNDD);
	mpfr_add_si(z->hi, x->hi, y, MPFR_RNDU);
}

void dpmf_interval_mul_ui(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, unsigned long y)
{
	if (y == 0) {
		dpmf_interval_set_ui(z, 0);
		return;
	}
	mpfr_mul_ui(z->lo, x->lo, y, MPFR_RNDD);
	mpfr_mul_ui(z->hi, x->hi, y, MPFR_RNDU);
}

void dpmf_interval_div_ui(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, unsigned long y)
{
	if (y == 0) {
		dpmf_interval_set_whole(z);
		return;
	}
	mpfr_div_ui(z->lo, x->lo, y, MPFR_RNDD);
	mpfr_div_ui(z->hi, x->hi, y, MPFR_RNDU);
}

void dpmf_interval_scale(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, long power)
{
	mpfr_mul_2si(z->lo, x->lo, power, MPFR_RNDD);
	mpfr_mul_2si(z->hi, x->hi, power, MPFR_RNDU);
}

void dpmf_interval_sqr(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	dpmf_interval_pow_si(z, x, 2);
}

static void increasing(unary f, struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	f(z->lo, x->lo, MPFR_RNDD);
	f(z->hi, x->hi, MPFR_RNDU);
}

void dpmf_interval_sqrt(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	increasing(mpfr_sqrt, z, x);
	if (mpfr_nan_p(z->hi))
		dpmf_interval_set_whole(z);
	else if (mpfr_nan_p(z->lo))
		mpfr_set_zero(z->lo, 1);
}

/* x^n is monotone on either side of 0; across it an even power has its least
   value, 0, at 0, and an odd one is monotone. */
void dpmf_interval_pow_si(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, long n)
{
	const bool across = mpfr_sgn(x->lo) <= 0 && mpfr_sgn(x->hi) >= 0;
	struct dpmf_enclosure a, b;

	if (n < 0 && across) {
		dpmf_interval_set_whole(z);
		return;
	}
	dpmf_interval_init(&a, 1, dpmf_interval_bits(z));
	dpmf_interval_init(&b, 1, dpmf_interval_bits(z));
	mpfr_pow_si(a.lo, x->lo, n, MPFR_RNDD);
	mpfr_pow_si(a.hi, x->lo, n, MPFR_RNDU);
	mpfr_pow_si(b.lo, x->hi, n, MPFR_RNDD);
	mpfr_pow_si(b.hi, x->hi, n, MPFR_RNDU);
	dpmf_interval_hull(z, &a, &b);
	if (n > 0 && n % 2 == 0 && across)
		mpfr_set_zero(z->lo, 1);
	dpmf_interval_clear(&a, 1);
	dpmf_interval_clear(&b, 1);
}

/* In each of x and y alone x^y is monotone, so that its extremes over a box are
   at corners. */
void dpmf_interval_pow(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	if (mpfr_sgn(x->lo) < 0 || (mpfr_zero_p(x->lo) && mpfr_sgn(y->lo) <= 0))
		dpmf_interval_set_whole(z);
	else
		corners(mpfr_pow, false, z, x, y);
}

void dpmf_interval_exp(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	increasing(mpfr_exp, z, x);
}

void dpmf_interval_expm1(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	increasing(mpfr_expm1, z, x);
}

/* The logarithm of 0 is -inf at the lower end; nothing is known at the upper. */
static void mend_log(struct dpmf_enclosure *z)
{
	mend(z);
	if (mpfr_inf_p(z->hi))
		mpfr_set_inf(z->hi, 1);
}

void dpmf_interval_log(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	increasing(mpfr_log, z, x);
	mend_log(z);
}

void dpmf_interval_log1p(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	increasing(mpfr_log1p, z, x);
	mend_log(z);
}

void dpmf_interval_erfc(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	mpfr_t lo;

	mpfr_init2(lo, dpmf_interval_bits(z));
	mpfr_erfc(lo, x->hi, MPFR_RNDD);
	mpfr_erfc(z->hi, x->lo, MPFR_RNDU);
	mpfr_swap(z->lo, lo);
	mpfr_clear(lo);
}

bool dpmf_interval_less(const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	return mpfr_less_p(x->hi, y->lo);
}

bool dpmf_interval_at_most(const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	return mpfr_lessequal_p(x->hi, y->lo);
}

int dpmf_interval_sign(const struct dpmf_enclosure *x)
{
	return mpfr_sgn(x->lo) > 0 ? 1 : mpfr_sgn(x->hi) < 0 ? -1 : 0;
}

bool dpmf_interval_holds(const struct dpmf_enclosure *x, mpfr_srcptr number)
{
	return mpfr_lessequal_p(x->lo, number) && mpfr_lessequal_p(number, x->hi);
}

double dpmf_interval_width(const struct dpmf_enclosure *x)
{
	mpfr_t width;
	double answer;

	if (mpfr_equal_p(x->lo, x->hi) && !mpfr_inf_p(x->lo))
		return 0;
	if (dpmf_interval_sign(x) == 0 || mpfr_inf_p(x->lo) || mpfr_inf_p(x->hi))
		return HUGE_VAL;
	mpfr_init2(width, 64);
	mpfr_sub(width, x->hi, x->lo, MPFR_RNDU);
	mpfr_div(width, width, mpfr_sgn(x->lo) > 0 ? x->lo : x->hi, mpfr_sgn(x->lo) > 0 ? MPFR_RNDU : MPFR_RNDD);
	mpfr_abs(width, width, MPFR_RNDU);
	answer = mpfr_get_d(width, MPFR_RNDU);
	mpfr_clear(width);
	return answer;
}

enum dpmf_status dpmf_interval_refine(dpmf_interval_function f, const void *context, double width, const char *what,
                                      struct dpmf_enclosure *z, struct dpmf_error *error)
{
	for (mpfr_prec_t bits = FIRST_BITS; bits <= LAST_BITS; bits *= 2) {
		struct dpmf_enclosure y;
		bool narrow;

		dpmf_interval_init(&y, 1, bits);
		f(context, &y);
		narrow = dpmf_interval_width(&y) <= width;
		if (narrow)
			dpmf_interval_set(z, &y);
		dpmf_interval_clear(&y, 1);
		if (narrow)
			return DPMF_OK;
	}
	return dpmf_fail(error, DPMF_FAILED, "%s cannot be enclosed to a relative width of %g with %d bits: "
	                 "the arguments are too extreme", what, width, (int)LAST_BITS);
}
