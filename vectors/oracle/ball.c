/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ball.h"

#include <stdlib.h>

#include "vectors/format/book.h"

enum { MID = 320, RAD = 64 };

/* A little above 2^-53, so that the rounding of mid at MID bits is covered. */
static const double unit = 0x1.00001p-53, tiny = 0x1p-1074;

void ball_init(struct ball *x, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		mpfr_init2(x[i].mid, MID);
		mpfr_init2(x[i].rad, RAD);
		ball_set(&x[i], 0);
	}
}

void ball_clear(struct ball *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		mpfr_clears(x[i].mid, x[i].rad, (mpfr_ptr)0);
}

void ball_set(struct ball *z, double x)
{
	mpfr_set_d(z->mid, x, MPFR_RNDN);
	mpfr_set_zero(z->rad, 1);
}

void ball_set_all(struct ball *z, const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		ball_set(&z[i], x[i]);
}

void ball_copy(struct ball *z, const struct ball *x)
{
	mpfr_set(z->mid, x->mid, MPFR_RNDN);
	mpfr_set(z->rad, x->rad, MPFR_RNDU);
}

/* rad = rad + (|mid| + rad) factor + tiny; what is certainly 0 is not rounded. */
static void round_off(struct ball *z, double factor)
{
	mpfr_t t;

	if (mpfr_zero_p(z->mid) && mpfr_zero_p(z->rad))
		return;
	mpfr_init2(t, RAD);
	mpfr_abs(t, z->mid, MPFR_RNDU);
	mpfr_add(t, t, z->rad, MPFR_RNDU);
	mpfr_mul_d(t, t, factor, MPFR_RNDU);
	mpfr_add_d(t, t, tiny, MPFR_RNDU);
	mpfr_add(z->rad, z->rad, t, MPFR_RNDU);
	mpfr_clear(t);
}

void ball_widen(struct ball *z, double relative)
{
	round_off(z, relative);
}

void ball_add(struct ball *z, const struct ball *x, const struct ball *y)
{
	mpfr_add(z->mid, x->mid, y->mid, MPFR_RNDN);
	mpfr_add(z->rad, x->rad, y->rad, MPFR_RNDU);
	round_off(z, unit);
}

void ball_sub(struct ball *z, const struct ball *x, const struct ball *y)
{
	mpfr_sub(z->mid, x->mid, y->mid, MPFR_RNDN);
	mpfr_add(z->rad, x->rad, y->rad, MPFR_RNDU);
	round_off(z, unit);
}

void ball_mul(struct ball *z, const struct ball *x, const struct ball *y)
{
	mpfr_t a, b, r;

	mpfr_inits2(RAD, a, b, r, (mpfr_ptr)0);
	mpfr_abs(a, x->mid, MPFR_RNDU);
	mpfr_abs(b, y->mid, MPFR_RNDU);
	mpfr_add(b, b, y->rad, MPFR_RNDU);
	mpfr_mul(r, a, y->rad, MPFR_RNDU);
	mpfr_mul(b, b, x->rad, MPFR_RNDU);
	mpfr_mul(z->mid, x->mid, y->mid, MPFR_RNDN);
	mpfr_add(z->rad, r, b, MPFR_RNDU);
	mpfr_clears(a, b, r, (mpfr_ptr)0);
	round_off(z, unit);
}

/* |x/y - x'/y'| <= (rx + |x/y| ry) / (|y| - ry) */
void ball_div(struct ball *z, const struct ball *x, const struct ball *y)
{
	mpfr_t q, r, low;

	mpfr_inits2(RAD, q, r, low, (mpfr_ptr)0);
	mpfr_abs(low, y->mid, MPFR_RNDD);
	mpfr_sub(low, low, y->rad, MPFR_RNDD);
	mpfr_div(q, x->mid, y->mid, MPFR_RNDA);
	mpfr_abs(q, q, MPFR_RNDU);
	mpfr_mul(r, q, y->rad, MPFR_RNDU);
	mpfr_add(r, r, x->rad, MPFR_RNDU);
	mpfr_div(z->mid, x->mid, y->mid, MPFR_RNDN);
	mpfr_div(z->rad, r, low, MPFR_RNDU);
	mpfr_clears(q, r, low, (mpfr_ptr)0);
	round_off(z, unit);
}

void ball_sqrt(struct ball *z, const struct ball *x)
{
	mpfr_t r;

	mpfr_init2(r, RAD);
	if (mpfr_zero_p(x->mid)) {
		mpfr_sqrt(r, x->rad, MPFR_RNDU);
	} else {
		mpfr_sqrt(r, x->mid, MPFR_RNDD);
		mpfr_div(r, x->rad, r, MPFR_RNDU);
	}
	mpfr_sqrt(z->mid, x->mid, MPFR_RNDN);
	mpfr_set(z->rad, r, MPFR_RNDU);
	mpfr_clear(r);
	round_off(z, unit);
}

void ball_log(struct ball *z, const struct ball *x)
{
	mpfr_t low;

	mpfr_init2(low, RAD);
	mpfr_sub(low, x->mid, x->rad, MPFR_RNDD);
	mpfr_div(z->rad, x->rad, low, MPFR_RNDU);
	mpfr_log(z->mid, x->mid, MPFR_RNDN);
	mpfr_clear(low);
	round_off(z, 2 * unit);
}

void ball_cos_turn(struct ball *z, const struct ball *x)
{
	struct ball two_pi;

	ball_init(&two_pi, 1);
	mpfr_const_pi(two_pi.mid, MPFR_RNDN);
	mpfr_mul_2ui(two_pi.mid, two_pi.mid, 1, MPFR_RNDN);
	mpfr_set_d(two_pi.rad, 0x1.1a7p-52, MPFR_RNDU); /* the double nearest to 2 pi is that far off */
	ball_mul(z, x, &two_pi);
	mpfr_cos(z->mid, z->mid, MPFR_RNDN);
	round_off(z, 2 * unit);
	ball_clear(&two_pi, 1);
}

void ball_twice(struct ball *z, const struct ball *x)
{
	mpfr_mul_2ui(z->mid, x->mid, 1, MPFR_RNDN);
	mpfr_mul_2ui(z->rad, x->rad, 1, MPFR_RNDU);
}

/* Higham, Accuracy and Stability, (4.4): |error| <= gamma_(n-1) sum |x_i|. */
void ball_sum(struct ball *z, const struct ball *x, size_t n)
{
	mpfr_t mid, rad, all, t;

	mpfr_init2(mid, MID);
	mpfr_inits2(RAD, rad, all, t, (mpfr_ptr)0);
	mpfr_set_zero(mid, 1);
	mpfr_set_zero(rad, 1);
	mpfr_set_zero(all, 1);
	for (size_t i = 0; i < n; i++) {
		mpfr_abs(t, x[i].mid, MPFR_RNDU);
		mpfr_add(all, all, t, MPFR_RNDU);
		mpfr_add(all, all, x[i].rad, MPFR_RNDU);
		mpfr_add(mid, mid, x[i].mid, MPFR_RNDN);
		mpfr_add(rad, rad, x[i].rad, MPFR_RNDU);
	}
	mpfr_mul_d(all, all, (double)(n > 0 ? n - 1 : 0) * unit, MPFR_RNDU);
	mpfr_set(z->mid, mid, MPFR_RNDN);
	mpfr_add(z->rad, rad, all, MPFR_RNDU);
	mpfr_clears(mid, rad, all, t, (mpfr_ptr)0);
}

void ball_dot(struct ball *z, const struct ball *x, const struct ball *y, size_t n)
{
	struct ball *term = calloc(n + 1, sizeof *term);

	if (term == NULL) {
		/* No number: the enclosure comes out as NaN, which verify refuses. */
		mpfr_set_nan(z->mid);
		return;
	}
	ball_init(term, n);
	for (size_t i = 0; i < n; i++)
		ball_mul(&term[i], &x[i], &y[i]);
	ball_sum(z, term, n);
	ball_clear(term, n);
	free(term);
}

int ball_against(const struct ball *x, double y)
{
	mpfr_t end;
	int above, below;

	mpfr_init2(end, MID);
	mpfr_sub(end, x->mid, x->rad, MPFR_RNDD);
	above = mpfr_cmp_d(end, y) > 0;
	mpfr_add(end, x->mid, x->rad, MPFR_RNDU);
	below = mpfr_cmp_d(end, y) <= 0;
	mpfr_clear(end);
	return above - below;
}

double ball_relative(const struct ball *x)
{
	mpfr_t t;
	double relative;

	mpfr_init2(t, RAD);
	mpfr_abs(t, x->mid, MPFR_RNDD);
	mpfr_div(t, x->rad, t, MPFR_RNDU);
	relative = mpfr_get_d(t, MPFR_RNDU);
	mpfr_clear(t);
	return relative;
}

double ball_radius(const struct ball *x)
{
	return mpfr_get_d(x->rad, MPFR_RNDU);
}

bool ball_nearest(const struct ball *x, int bits, int64_t *nearest)
{
	mpfr_t end;

	mpfr_init2(end, MID);
	mpfr_sub(end, x->mid, x->rad, MPFR_RNDD);
	mpfr_mul_2si(end, end, bits, MPFR_RNDN);
	mpfr_round(end, end);
	*nearest = mpfr_get_sj(end, MPFR_RNDN);
	mpfr_add(end, x->mid, x->rad, MPFR_RNDU);
	mpfr_mul_2si(end, end, bits, MPFR_RNDN);
	mpfr_round(end, end);
	const bool same = mpfr_get_sj(end, MPFR_RNDN) == *nearest;
	mpfr_clear(end);
	return same;
}

json_t *ball_interval(const struct ball *x)
{
	mpfr_t end;
	double lo, hi;

	mpfr_init2(end, MID);
	mpfr_sub(end, x->mid, x->rad, MPFR_RNDD);
	lo = mpfr_get_d(end, MPFR_RNDD);
	mpfr_add(end, x->mid, x->rad, MPFR_RNDU);
	hi = mpfr_get_d(end, MPFR_RNDU);
	mpfr_clear(end);
	return book_interval(lo, hi);
}

json_t *ball_intervals(const struct ball *x, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		if (json_array_append_new(list, ball_interval(&x[i])) != 0) {
			json_decref(list);
			return NULL;
		}
	return list;
}

json_t *ball_interval_rows(const struct ball *x, size_t rows, size_t columns)
{
	json_t *list = json_array();

	for (size_t i = 0; i < rows; i++)
		if (json_array_append_new(list, ball_intervals(x + i * columns, columns)) != 0) {
			json_decref(list);
			return NULL;
		}
	return list;
}
