/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "vectors/format/number.h"
#include "oracle.h"
#include "qp_book.h"

enum { BITS = 320, HALVINGS = 300 };

/* (e^(a w) - 1) / w, and with `printed` e^(a w) / w, less e^target - 1. */
static void constraint(mpfr_t g, double a, double target, const mpfr_t w, bool printed)
{
	mpfr_t t;

	mpfr_init2(t, BITS);
	mpfr_mul_d(g, w, a, MPFR_RNDN);
	if (printed)
		mpfr_exp(g, g, MPFR_RNDN);
	else
		mpfr_expm1(g, g, MPFR_RNDN);
	mpfr_div(g, g, w, MPFR_RNDN);
	mpfr_set_d(t, target, MPFR_RNDN);
	mpfr_expm1(t, t, MPFR_RNDN);
	mpfr_sub(g, g, t, MPFR_RNDN);
	mpfr_clear(t);
}

/* The largest w >= 1 at which the constraint holds; false: there is none. Both
   forms grow from their least point on, 1 and max(1, 1 / a). */
static bool root(mpfr_t w, double a, double target, bool printed)
{
	mpfr_t lo, hi, g;
	bool there;

	mpfr_inits2(BITS, lo, hi, g, (mpfr_ptr)0);
	mpfr_set_d(lo, printed ? fmax(1, 1 / a) : 1, MPFR_RNDN);
	constraint(g, a, target, lo, printed);
	there = mpfr_sgn(g) <= 0;
	mpfr_mul_2ui(hi, lo, 1, MPFR_RNDN);
	for (constraint(g, a, target, hi, printed); mpfr_sgn(g) <= 0; constraint(g, a, target, hi, printed))
		mpfr_mul_2ui(hi, hi, 1, MPFR_RNDN);
	for (int i = 0; there && i < HALVINGS; i++) {
		mpfr_add(w, lo, hi, MPFR_RNDN);
		mpfr_div_2ui(w, w, 1, MPFR_RNDN);
		constraint(g, a, target, w, printed);
		mpfr_set(mpfr_sgn(g) <= 0 ? lo : hi, w, MPFR_RNDN);
	}
	mpfr_set(w, lo, MPFR_RNDN);
	mpfr_clears(lo, hi, g, (mpfr_ptr)0);
	return there;
}

/* ln(1 + (e^(a w) - 1) / w) */
static void loss_of(mpfr_t loss, double a, const mpfr_t w)
{
	constraint(loss, a, 0, w, false);
	mpfr_log1p(loss, loss, MPFR_RNDN);
}

/* g's first term is off by 2^-48 (a w + 8) of itself in doubles, and it rises by
   `rise` of itself for each unit of ln w. */
static void put(struct book *b, const char *weight, const char *loss, double a, const mpfr_t w, bool printed)
{
	const double x = a * mpfr_get_d(w, MPFR_RNDN), rise = printed ? x - 1 : x / -expm1(-x) - 1;
	const double relative = 0x1p-48 * (x + 8) / rise;
	mpfr_t l, least, most;

	mpfr_inits2(BITS, l, least, most, (mpfr_ptr)0);
	loss_of(l, a, w);
	mpfr_mul_d(least, w, relative, MPFR_RNDU);
	mpfr_add(most, w, least, MPFR_RNDU);
	mpfr_sub(least, w, least, MPFR_RNDD);
	if (mpfr_cmp_ui(least, 1) < 0)
		mpfr_set_ui(least, 1, MPFR_RNDN);
	book_out(b, weight, "enclosure", qp_interval(least, most, 0));
	book_out(b, loss, "enclosure", qp_interval(l, l, 0x1p-46 * (x + 8) * (1 + mpfr_get_d(l, MPFR_RNDU))));
	mpfr_clears(l, least, most, (mpfr_ptr)0);
}

static void test(struct book *b, const char *flags, const char *comment, double a, double target)
{
	mpfr_t w;

	mpfr_init2(w, BITS);
	book_test(b, flags, "%s", comment);
	book_in_double(b, "a", a);
	book_in_double(b, "target", target);
	root(w, a, target, false);
	put(b, "weight", "loss", a, w, false);
	if (root(w, a, target, true))
		put(b, "printed", "printed_loss", a, w, true);
	mpfr_clear(w);
}

static void refused(struct book *b, const char *comment, double a, double target)
{
	book_refused(b, comment);
	book_in_double(b, "a", a);
	book_in_double(b, "target", target);
}

ORACLE(dpimf_weights)
{
	static const double costs[] = { 1, 0.5, 0.1, 0.01, 2 };

	book_open(b, "dpimf_weights");
	book_group(b, "weights", "Targets of 1 to 64 times the cost.");
	for (size_t i = 0; i < 5; i++) {
		const double a = costs[i];

		test(b, "PrintedHasNone NoSampling", "target = a", a, a);
		test(b, expm1(1.25 * a) < exp(1) * a ? "PrintedHasNone" : "Ordinary", "target = 1.25 a", a, 1.25 * a);
		test(b, expm1(2 * a) < exp(1) * a ? "PrintedHasNone" : "Ordinary", "target = 2 a", a, 2 * a);
		test(b, expm1(8 * a) < exp(1) * a ? "PrintedHasNone" : "Ordinary", "target = 8 a", a, 8 * a);
	}
	test(b, "Ordinary", "a small cost, a large target", 0.001, 5);
	test(b, "Ordinary", "large numbers", 3, 60);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "a target below the cost", 1, 0.5);
	refused(b, "a negative cost", -1, 1);
	refused(b, "no number", NAN, 1);
	refused(b, "an infinite target", 1, INFINITY);
}

LATER(dpimf_weights)
{
	test(b, "Ordinary", "the largest target", 4, 100);
	test(b, "Ordinary", "a weight near 2^39", 0x1p-34, 2.5);
	test(b, "PrintedHasNone NoSampling", "the largest target and cost", 100, 100);
}
