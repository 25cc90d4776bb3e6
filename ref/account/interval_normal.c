/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/interval_normal.h"

/* erfc is asked for up to this x; beyond it the series has the precision. */
enum { FAR = 8192, GUARD_BITS = 32 };

/* x is narrow: the arithmetic that led to it is all that widened it. */
static bool narrow(const struct dpmf_enclosure *x)
{
	mpfr_t way;
	bool answer;

	mpfr_init2(way, 64);
	mpfr_sub(way, x->hi, x->lo, MPFR_RNDU);
	answer = mpfr_cmp_d(way, 0x1p-64) < 0;
	mpfr_clear(way);
	return answer;
}

/* The upper end from the lower one, because erfc is what costs: on the way from
   x.hi to x.lo the tail grows by no more than the way times the density at x.lo,
   or times 0.4. */
static void upper_from_lower(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	mpfr_t density, growth;

	mpfr_init2(density, 64);
	mpfr_init2(growth, 64);
	mpfr_set_d(growth, 0.4, MPFR_RNDU);
	if (mpfr_sgn(x->lo) > 0) {
		mpfr_sqr(density, x->lo, MPFR_RNDD);
		mpfr_div_si(density, density, -2, MPFR_RNDU);
		mpfr_exp(density, density, MPFR_RNDU);
		mpfr_mul(growth, growth, density, MPFR_RNDU);
	}
	mpfr_sub(density, x->hi, x->lo, MPFR_RNDU);
	mpfr_mul(growth, growth, density, MPFR_RNDU);
	mpfr_set(z->hi, z->lo, MPFR_RNDU);
	mpfr_nextabove(z->hi);
	mpfr_add(z->hi, z->hi, growth, MPFR_RNDU);
	mpfr_clear(density);
	mpfr_clear(growth);
}

void dpmf_normal_tail(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	struct dpmf_enclosure at, root;

	dpmf_interval_init(&at, 1, dpmf_interval_bits(z) + GUARD_BITS);
	dpmf_interval_init(&root, 1, dpmf_interval_bits(z) + GUARD_BITS);
	dpmf_interval_set(&at, x);
	dpmf_interval_set_ui(&root, 2);
	dpmf_interval_sqrt(&root, &root);
	dpmf_interval_div(&root, &at, &root);
	mpfr_erfc(z->lo, root.hi, MPFR_RNDD);
	mpfr_div_2ui(z->lo, z->lo, 1, MPFR_RNDD);
	if (narrow(&at)) {
		upper_from_lower(z, &at);
	} else {
		mpfr_erfc(z->hi, root.lo, MPFR_RNDU);
		mpfr_div_2ui(z->hi, z->hi, 1, MPFR_RNDU);
	}
	dpmf_interval_clear(&at, 1);
	dpmf_interval_clear(&root, 1);
}

void dpmf_normal_cdf(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	struct dpmf_enclosure minus;

	dpmf_interval_init(&minus, 1, mpfr_get_prec(x->lo));
	dpmf_interval_neg(&minus, x);
	dpmf_normal_tail(z, &minus);
	dpmf_interval_clear(&minus, 1);
}

/* sqrt(2 pi) */
static void root_two_pi(struct dpmf_enclosure *z)
{
	dpmf_interval_pi(z);
	dpmf_interval_scale(z, z, 1);
	dpmf_interval_sqrt(z, z);
}

void dpmf_normal_density(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	struct dpmf_enclosure t[2];

	dpmf_interval_init(t, 2, dpmf_interval_bits(z) + GUARD_BITS);
	dpmf_interval_sqr(&t[0], x);
	dpmf_interval_scale(&t[0], &t[0], -1);
	dpmf_interval_neg(&t[0], &t[0]);
	dpmf_interval_exp(&t[0], &t[0]);
	root_two_pi(&t[1]);
	dpmf_interval_div(z, &t[0], &t[1]);
	dpmf_interval_clear(t, 2);
}

/* P(Z > x) = density(x) / x (1 - 1/x^2 + 1 3/x^4 - 1 3 5/x^6 + ...). The partial
   sums lie above and below in turn, and here the terms fall by 2^-20 and more
   each for as many terms as any precision in use needs. */
static void series(struct dpmf_enclosure *sum, const struct dpmf_enclosure *x)
{
	const mpfr_prec_t bits = dpmf_interval_bits(sum);
	struct dpmf_enclosure ratio, term, next;
	unsigned long k = 1;

	dpmf_interval_init(&ratio, 1, bits);
	dpmf_interval_init(&term, 1, bits);
	dpmf_interval_init(&next, 1, bits);
	dpmf_interval_pow_si(&ratio, x, -2);
	dpmf_interval_neg(&ratio, &ratio);
	dpmf_interval_set_ui(&term, 1);
	dpmf_interval_set_ui(&next, 1);
	do {
		dpmf_interval_set(sum, &next);
		dpmf_interval_mul(&term, &term, &ratio);
		dpmf_interval_mul_ui(&term, &term, k);
		dpmf_interval_add(&next, sum, &term);
		k += 2;
	} while (k < FAR && mpfr_get_exp(term.lo) > -bits);
	dpmf_interval_hull(sum, sum, &next);
	dpmf_interval_clear(&ratio, 1);
	dpmf_interval_clear(&term, 1);
	dpmf_interval_clear(&next, 1);
}

/* -x^2 / 2 - log(x sqrt(2 pi)) + log(series) */
static void log_tail_far(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	struct dpmf_enclosure t[3];

	dpmf_interval_init(t, 3, dpmf_interval_bits(z) + GUARD_BITS);
	series(&t[0], x);
	root_two_pi(&t[1]);
	dpmf_interval_mul(&t[1], &t[1], x);
	dpmf_interval_div(&t[0], &t[0], &t[1]);
	dpmf_interval_log(&t[0], &t[0]);
	dpmf_interval_sqr(&t[2], x);
	dpmf_interval_scale(&t[2], &t[2], -1);
	dpmf_interval_sub(z, &t[0], &t[2]);
	dpmf_interval_clear(t, 3);
}

static void log_tail_near(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	struct dpmf_enclosure p;

	dpmf_interval_init(&p, 1, dpmf_interval_bits(z) + GUARD_BITS);
	dpmf_normal_tail(&p, x);
	dpmf_interval_log(z, &p);
	dpmf_interval_clear(&p, 1);
}

static void log_tail_below(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	struct dpmf_enclosure p;

	dpmf_interval_init(&p, 1, dpmf_interval_bits(z) + GUARD_BITS);
	dpmf_normal_cdf(&p, x);
	dpmf_interval_neg(&p, &p);
	dpmf_interval_log1p(z, &p);
	dpmf_interval_clear(&p, 1);
}

static void log_tail_point(struct dpmf_enclosure *z, mpfr_srcptr x)
{
	struct dpmf_enclosure at;

	dpmf_interval_init(&at, 1, mpfr_get_prec(x));
	dpmf_interval_set_fr(&at, x);
	dpmf_normal_log_tail(z, &at);
	dpmf_interval_clear(&at, 1);
}

/* It falls, so across the borders each end comes from one end of x. */
static void log_tail_across(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	struct dpmf_enclosure low, high;

	dpmf_interval_init(&low, 1, dpmf_interval_bits(z));
	dpmf_interval_init(&high, 1, dpmf_interval_bits(z));
	log_tail_point(&low, x->hi);
	log_tail_point(&high, x->lo);
	mpfr_swap(z->lo, low.lo);
	mpfr_swap(z->hi, high.hi);
	dpmf_interval_clear(&low, 1);
	dpmf_interval_clear(&high, 1);
}

void dpmf_normal_log_tail(struct dpmf_enclosure *z, const struct dpmf_enclosure *x)
{
	if (mpfr_inf_p(x->lo) && mpfr_sgn(x->lo) > 0) {
		mpfr_set_inf(z->lo, -1);
		mpfr_set_inf(z->hi, -1);
	} else if (mpfr_cmp_ui(x->lo, FAR) > 0 && mpfr_number_p(x->hi)) {
		log_tail_far(z, x);
	} else if (mpfr_cmp_ui(x->hi, FAR) <= 0 && mpfr_sgn(x->lo) >= 0) {
		log_tail_near(z, x);
	} else if (mpfr_sgn(x->hi) < 0) {
		log_tail_below(z, x);
	} else {
		log_tail_across(z, x);
	}
}
