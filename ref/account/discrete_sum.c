/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/discrete_sum.h"
#include "account/interval.h"
#include "account/interval_normal.h"

enum { TERMS = 16, LONGEST = 1 << 20 };

/* B_2j / (2j)! = 2 (-1)^(j+1) zeta(2j) / (2 pi)^2j */
static void bernoulli(unsigned long j, struct dpmf_enclosure *z)
{
	struct dpmf_enclosure pi;

	dpmf_interval_init(&pi, 1, dpmf_interval_bits(z));
	dpmf_interval_pi(&pi);
	dpmf_interval_scale(&pi, &pi, 1);
	dpmf_interval_pow_si(&pi, &pi, (long)(2 * j));
	mpfr_zeta_ui(z->lo, 2 * j, MPFR_RNDD);
	mpfr_zeta_ui(z->hi, 2 * j, MPFR_RNDU);
	dpmf_interval_div(z, z, &pi);
	dpmf_interval_scale(z, z, 1);
	if (j % 2 == 0)
		dpmf_interval_neg(z, z);
	dpmf_interval_clear(&pi, 1);
}

/* exp(-n^2 / (2 sigma^2)) */
static void summand(mpfr_srcptr n, const struct dpmf_enclosure *variance, struct dpmf_enclosure *f)
{
	struct dpmf_enclosure x;

	dpmf_interval_init(&x, 1, dpmf_interval_bits(f));
	dpmf_interval_set_fr(&x, n);
	dpmf_interval_sqr(&x, &x);
	dpmf_interval_div(&x, &x, variance);
	dpmf_interval_scale(&x, &x, -1);
	dpmf_interval_neg(&x, &x);
	dpmf_interval_exp(f, &x);
	dpmf_interval_clear(&x, 1);
}

/* He_(n+1) = y He_n - n He_(n-1), two orders at a time: `odd` goes from He_(2j-1)
   to He_(2j+1), `even` from He_(2j-2) to He_2j. */
static void next_hermite(const struct dpmf_enclosure *y, unsigned long j, struct dpmf_enclosure *even,
                         struct dpmf_enclosure *odd)
{
	struct dpmf_enclosure t;

	dpmf_interval_init(&t, 1, dpmf_interval_bits(odd));
	dpmf_interval_mul(&t, y, odd);
	dpmf_interval_mul_ui(even, even, 2 * j - 1);
	dpmf_interval_sub(even, &t, even);
	dpmf_interval_mul(&t, y, even);
	dpmf_interval_mul_ui(odd, odd, 2 * j);
	dpmf_interval_sub(odd, &t, odd);
	dpmf_interval_clear(&t, 1);
}

/* |R|, from He_31(y) and f(n) */
static void remainder_bound(const struct dpmf_enclosure *y, const struct dpmf_enclosure *hermite,
                            const struct dpmf_enclosure *power, const struct dpmf_enclosure *f,
                            struct dpmf_enclosure *bound)
{
	struct dpmf_enclosure t;

	dpmf_interval_init(&t, 1, dpmf_interval_bits(bound));
	if (mpfr_cmp_d(y->lo, 11.5) > 0) {
		dpmf_interval_mul(&t, hermite, f);
	} else {
		mpfr_fac_ui(t.hi, 2 * TERMS, MPFR_RNDU);
		mpfr_mul_d(t.hi, t.hi, 6.2832, MPFR_RNDU);
		mpfr_sqrt(t.hi, t.hi, MPFR_RNDU);
	}
	bernoulli(TERMS, bound);
	mpfr_neg(bound->hi, bound->lo, MPFR_RNDU);
	mpfr_mul(bound->hi, bound->hi, t.hi, MPFR_RNDU);
	mpfr_mul(bound->hi, bound->hi, power->hi, MPFR_RNDU);
	mpfr_neg(bound->lo, bound->hi, MPFR_RNDD);
	dpmf_interval_clear(&t, 1);
}

static void by_euler(mpfr_srcptr n, const struct dpmf_enclosure *variance, const struct dpmf_enclosure *sigma,
                     struct dpmf_enclosure *sum)
{
	const mpfr_prec_t bits = dpmf_interval_bits(sum);
	struct dpmf_enclosure t[7];
	struct dpmf_enclosure *const y = &t[0], *const f = &t[1], *const even = &t[2], *const odd = &t[3];
	struct dpmf_enclosure *const power = &t[4], *const term = &t[5], *const series = &t[6];

	dpmf_interval_init(t, 7, bits);
	summand(n, variance, f);
	dpmf_interval_set_fr(y, n);
	dpmf_interval_div(y, y, sigma);
	dpmf_interval_set_ui(even, 1);
	dpmf_interval_set(odd, y);
	dpmf_interval_pow_si(power, sigma, -1);
	dpmf_interval_set_d(series, 0.5);
	for (unsigned long j = 1; j <= TERMS; j++) {
		bernoulli(j, term);
		dpmf_interval_mul(term, term, odd);
		dpmf_interval_mul(term, term, power);
		dpmf_interval_add(series, series, term);
		if (j == TERMS)
			break;
		next_hermite(y, j, even, odd);
		dpmf_interval_div(power, power, variance);
	}
	dpmf_interval_mul(series, series, f);
	remainder_bound(y, odd, power, f, term);
	dpmf_interval_add(series, series, term);
	dpmf_normal_tail(y, y);
	dpmf_interval_pi(term);
	dpmf_interval_scale(term, term, 1);
	dpmf_interval_sqrt(term, term);
	dpmf_interval_mul(term, term, sigma);
	dpmf_interval_mul(term, term, y);
	dpmf_interval_add(sum, series, term);
	dpmf_interval_clear(t, 7);
}

/* f(N) / (1 - ratio), with the ratio f(N + 1) / f(N) < 1 */
static void rest_of(const struct dpmf_enclosure *f, const struct dpmf_enclosure *ratio, struct dpmf_enclosure *rest)
{
	dpmf_interval_neg(rest, ratio);
	dpmf_interval_add_si(rest, rest, 1);
	dpmf_interval_div(rest, f, rest);
	mpfr_set_zero(rest->lo, 1);
}

static void by_terms(mpfr_srcptr n, const struct dpmf_enclosure *variance, struct dpmf_enclosure *sum)
{
	const mpfr_prec_t bits = dpmf_interval_bits(sum) + 32;
	struct dpmf_enclosure f, ratio, fall, all, rest;
	long terms = 0;

	dpmf_interval_init(&f, 1, bits);
	dpmf_interval_init(&ratio, 1, bits);
	dpmf_interval_init(&fall, 1, bits);
	dpmf_interval_init(&all, 1, bits);
	dpmf_interval_init(&rest, 1, bits);
	summand(n, variance, &f);
	/* f(n + 1) / f(n) = exp(-(2 n + 1) / (2 sigma^2)), and each next one is exp(-1 / sigma^2) of it */
	mpfr_mul_2ui(ratio.lo, n, 1, MPFR_RNDD);
	mpfr_mul_2ui(ratio.hi, n, 1, MPFR_RNDU);
	dpmf_interval_add_si(&ratio, &ratio, 1);
	dpmf_interval_div(&ratio, &ratio, variance);
	dpmf_interval_scale(&ratio, &ratio, -1);
	dpmf_interval_neg(&ratio, &ratio);
	dpmf_interval_exp(&ratio, &ratio);
	dpmf_interval_pow_si(&fall, variance, -1);
	dpmf_interval_neg(&fall, &fall);
	dpmf_interval_exp(&fall, &fall);
	dpmf_interval_set_ui(&all, 0);
	do {
		dpmf_interval_add(&all, &all, &f);
		dpmf_interval_mul(&f, &f, &ratio);
		dpmf_interval_mul(&ratio, &ratio, &fall);
		rest_of(&f, &ratio, &rest);
	} while (++terms < LONGEST && mpfr_sgn(all.lo) > 0 && mpfr_sgn(rest.hi) > 0 &&
	         mpfr_get_exp(rest.hi) > mpfr_get_exp(all.lo) - bits);
	dpmf_interval_add(sum, &all, &rest);
	dpmf_interval_clear(&f, 1);
	dpmf_interval_clear(&ratio, 1);
	dpmf_interval_clear(&fall, 1);
	dpmf_interval_clear(&all, 1);
	dpmf_interval_clear(&rest, 1);
}

/* The series needs y / (2 pi sigma) and 1 / (2 pi sigma) small. */
static bool fine(mpfr_srcptr n, const struct dpmf_enclosure *variance)
{
	mpfr_t bound;
	bool answer;

	mpfr_init2(bound, 64);
	mpfr_mul_d(bound, variance->lo, 0.39, MPFR_RNDD);
	answer = mpfr_cmp_ui(variance->lo, 41 * 41) >= 0 && mpfr_cmp(n, bound) <= 0;
	mpfr_clear(bound);
	return answer;
}

static void upwards(mpfr_srcptr n, const struct dpmf_enclosure *variance, struct dpmf_enclosure *sum)
{
	struct dpmf_enclosure sigma;

	if (!fine(n, variance)) {
		by_terms(n, variance, sum);
		return;
	}
	dpmf_interval_init(&sigma, 1, dpmf_interval_bits(sum));
	dpmf_interval_sqrt(&sigma, variance);
	by_euler(n, variance, &sigma, sum);
	dpmf_interval_clear(&sigma, 1);
}

/* S(n) = S(1) + 1 + S(1) - S(1 - n) for n <= 0, by symmetry. */
void dpmf_discrete_sum(mpfr_srcptr n, const struct dpmf_enclosure *variance, struct dpmf_enclosure *sum)
{
	struct dpmf_enclosure other;
	mpfr_t mirrored;

	if (mpfr_sgn(n) > 0) {
		upwards(n, variance, sum);
		return;
	}
	dpmf_interval_init(&other, 1, dpmf_interval_bits(sum));
	mpfr_init2(mirrored, mpfr_get_prec(n));
	mpfr_set_ui(mirrored, 1, MPFR_RNDN);
	upwards(mirrored, variance, &other);
	dpmf_interval_scale(&other, &other, 1);
	dpmf_interval_add_si(&other, &other, 1);
	mpfr_ui_sub(mirrored, 1, n, MPFR_RNDN);
	upwards(mirrored, variance, sum);
	dpmf_interval_sub(sum, &other, sum);
	dpmf_interval_clear(&other, 1);
	mpfr_clear(mirrored);
}
