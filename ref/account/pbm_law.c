/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pbm_law.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdlib.h>

#include "account/interval.h"
#include "account/placement.h"

/* GAMMA_BITS: ln C(n, k) is at most 2^30 and is wanted to 2^-DPMF_PBM_BITS. */
enum { GAMMA_BITS = DPMF_PBM_BITS + 64, NEGLIGIBLE = DPMF_PBM_BITS + 12, FEW = 1 << 12 /* Bernoullis */ };

void dpmf_pbm_odds(const struct dpmf_enclosure *theta, struct dpmf_enclosure *odds)
{
	struct dpmf_enclosure low;

	dpmf_enclosure_init(&low);
	dpmf_interval_scale(&low, theta, 1);
	dpmf_interval_neg(&low, &low);
	dpmf_interval_add_si(&low, &low, 1);
	/* (1 + 2 theta) / (1 - 2 theta) = 2 / (1 - 2 theta) - 1, where theta stands once */
	dpmf_interval_set_ui(odds, 2);
	dpmf_interval_div(odds, odds, &low);
	dpmf_interval_add_si(odds, odds, -1);
	dpmf_enclosure_clear(&low);
}

/* ln n!. MPFR rounds correctly: what is rounded down is exact, or the next number is what is rounded up. */
static void log_factorial(unsigned long n, struct dpmf_enclosure *z)
{
	bool exact;

	dpmf_interval_set_ui(z, n + 1);
	exact = mpfr_lngamma(z->lo, z->lo, MPFR_RNDD) == 0;
	mpfr_set(z->hi, z->lo, MPFR_RNDU);
	if (!exact)
		mpfr_nextabove(z->hi);
}

/* z = ln C(n, k) */
static void log_choose(unsigned long n, unsigned long k, struct dpmf_enclosure *x, struct dpmf_enclosure *z)
{
	log_factorial(n, z);
	log_factorial(k, x);
	dpmf_interval_sub(z, z, x);
	log_factorial(n - k, x);
	dpmf_interval_sub(z, z, x);
}

/* z = C(n, k) */
static void choose(unsigned long n, unsigned long k, struct dpmf_enclosure *z)
{
	mpz_t whole;

	mpz_init(whole);
	mpz_bin_uiui(whole, n, k);
	mpfr_set_z(z->lo, whole, MPFR_RNDD);
	mpfr_set_z(z->hi, whole, MPFR_RNDU);
	mpz_clear(whole);
}

/* P[sum = s] is the sum over j of C(high, j) C(low, s - j) w^(low - s + 2 j) / (1 + w)^N. */
struct point {
	unsigned long high, low, s;
	const struct dpmf_enclosure *odds;
};

/* Where the numbers are small enough to multiply. */
static void term_of_few(const struct point *at, unsigned long j, struct dpmf_enclosure *x, struct dpmf_enclosure *z)
{
	choose(at->high, j, &x[0]);
	choose(at->low, at->s - j, &x[1]);
	dpmf_interval_mul(&x[0], &x[0], &x[1]);
	dpmf_interval_pow_si(&x[1], at->odds, (long)(at->low + 2 * j) - (long)at->s);
	dpmf_interval_mul(&x[0], &x[0], &x[1]);
	dpmf_interval_add_si(&x[1], at->odds, 1);
	dpmf_interval_pow_si(&x[1], &x[1], (long)(at->high + at->low));
	dpmf_interval_div(z, &x[0], &x[1]);
}

/* Where (1 + w)^N may be beyond what MPFR holds. */
static void term_of_many(const struct point *at, unsigned long j, struct dpmf_enclosure *x, struct dpmf_enclosure *z)
{
	const long power = (long)(at->low + 2 * j) - (long)at->s;

	log_choose(at->high, j, &x[2], &x[0]);
	log_choose(at->low, at->s - j, &x[2], &x[1]);
	dpmf_interval_add(&x[0], &x[0], &x[1]);
	dpmf_interval_log(&x[1], at->odds);
	dpmf_interval_mul_ui(&x[1], &x[1], (unsigned long)labs(power));
	(power < 0 ? dpmf_interval_sub : dpmf_interval_add)(&x[0], &x[0], &x[1]);
	dpmf_interval_add_si(&x[1], at->odds, 1);
	dpmf_interval_log(&x[1], &x[1]);
	dpmf_interval_mul_ui(&x[1], &x[1], at->high + at->low);
	dpmf_interval_sub(&x[0], &x[0], &x[1]);
	dpmf_interval_exp(z, &x[0]);
}

static void term(const struct point *at, unsigned long j, struct dpmf_enclosure *z)
{
	struct dpmf_enclosure x[3];

	dpmf_interval_init(x, 3, GAMMA_BITS);
	(at->high + at->low <= FEW ? term_of_few : term_of_many)(at, j, x, z);
	dpmf_interval_clear(x, 3);
}

/* The term j + 1 over the term j, or the other way round; the first falls with j. */
static void ratio(const struct point *at, unsigned long j, bool upward, struct dpmf_enclosure *z)
{
	unsigned long above, below;

	dpmf_pbm_ratio(at->high, at->low, at->s, j, &above, &below);
	dpmf_interval_sqr(z, at->odds);
	dpmf_interval_mul_ui(z, z, above);
	dpmf_interval_div_ui(z, z, below);
	if (!upward) {
		struct dpmf_enclosure one;

		dpmf_interval_init(&one, 1, 8);
		dpmf_interval_set_ui(&one, 1);
		dpmf_interval_div(z, &one, z);
		dpmf_interval_clear(&one, 1);
	}
}

static bool negligible(const struct dpmf_enclosure *x, const struct dpmf_enclosure *sum)
{
	return mpfr_zero_p(x->hi) || mpfr_get_exp(x->hi) < mpfr_get_exp(sum->lo) - NEGLIGIBLE;
}

/* Adds the terms from `j` to `end`; once they do not matter, the geometric
   series that they stay below. */
static void add_terms(const struct point *at, const struct dpmf_enclosure *first, unsigned long j, unsigned long end,
                      struct dpmf_enclosure *sum)
{
	const bool upward = end > j;
	struct dpmf_enclosure x[3];

	dpmf_interval_init(x, 3, DPMF_PBM_BITS);
	dpmf_interval_set(&x[0], first);
	while (j != end) {
		ratio(at, upward ? j : j - 1, upward, &x[1]);
		if (negligible(&x[0], sum) && mpfr_cmp_ui(x[1].hi, 1) < 0) {
			dpmf_interval_set_ui(&x[2], 1);
			dpmf_interval_sub(&x[2], &x[2], &x[1]);
			dpmf_interval_div(&x[0], &x[0], &x[2]);
			mpfr_add(sum->hi, sum->hi, x[0].hi, MPFR_RNDU);
			break;
		}
		dpmf_interval_mul(&x[0], &x[0], &x[1]);
		dpmf_interval_add(sum, sum, &x[0]);
		j = upward ? j + 1 : j - 1;
	}
	dpmf_interval_clear(x, 3);
}

static unsigned long largest_term(const struct point *at, unsigned long first, unsigned long last)
{
	const double odds = mpfr_get_d(at->odds->lo, MPFR_RNDN);

	while (first < last) {
		const unsigned long j = first + (last - first) / 2;
		unsigned long above, below;

		dpmf_pbm_ratio(at->high, at->low, at->s, j, &above, &below);
		if (odds * odds * (double)above > (double)below)
			first = j + 1;
		else
			last = j;
	}
	return first;
}

static void mass_of(const struct point *at, struct dpmf_enclosure *z)
{
	unsigned long first, last, j;
	struct dpmf_enclosure top;

	dpmf_pbm_terms(at->high, at->low, at->s, &first, &last);
	j = largest_term(at, first, last);
	dpmf_interval_init(&top, 1, DPMF_PBM_BITS);
	term(at, j, &top);
	dpmf_interval_set(z, &top);
	add_terms(at, &top, j, last, z);
	add_terms(at, &top, j, first, z);
	dpmf_interval_clear(&top, 1);
}

/* One end of the recurrence: seen from above, the two kinds change places. */
struct run {
	long high, low;
	const struct dpmf_enclosure *odds, *inverse;
};

static void bracket(const struct run *run, long s, mpfr_ptr x, struct dpmf_enclosure *z)
{
	const long a = run->high - s, b = run->low - s;

	mpfr_mul_si(z->lo, a < 0 ? run->odds->hi : run->odds->lo, a, MPFR_RNDD);
	mpfr_mul_si(x, b < 0 ? run->inverse->hi : run->inverse->lo, b, MPFR_RNDD);
	mpfr_add(z->lo, z->lo, x, MPFR_RNDD);
	mpfr_mul_si(z->hi, a < 0 ? run->odds->lo : run->odds->hi, a, MPFR_RNDU);
	mpfr_mul_si(x, b < 0 ? run->inverse->lo : run->inverse->hi, b, MPFR_RNDU);
	mpfr_add(z->hi, z->hi, x, MPFR_RNDU);
	if (mpfr_sgn(z->lo) < 0)
		mpfr_set_zero(z->lo, 1);
}

/* next = (bracket here + (N - s + 1) before) / (s + 1); `before` is NULL for s = 0. */
static void step(const struct run *run, long s, const struct dpmf_enclosure *before,
                 const struct dpmf_enclosure *here, mpfr_ptr x, struct dpmf_enclosure *next)
{
	const long rest = run->high + run->low - s + 1;

	bracket(run, s, x, next);
	mpfr_mul(next->lo, next->lo, here->lo, MPFR_RNDD);
	mpfr_mul(next->hi, next->hi, here->hi, MPFR_RNDU);
	if (before) {
		mpfr_mul_si(x, before->lo, rest, MPFR_RNDD);
		mpfr_add(next->lo, next->lo, x, MPFR_RNDD);
		mpfr_mul_si(x, before->hi, rest, MPFR_RNDU);
		mpfr_add(next->hi, next->hi, x, MPFR_RNDU);
	}
	mpfr_div_si(next->lo, next->lo, s + 1, MPFR_RNDD);
	mpfr_div_si(next->hi, next->hi, s + 1, MPFR_RNDU);
}

/* Fills `count` masses, mass[0], mass[way], mass[2 way], ..., of which the
   first is known, from the outcome s on (seen from this end). */
static void fill(const struct run *run, long s, const struct dpmf_enclosure *before, struct dpmf_enclosure *mass,
                 ptrdiff_t way, size_t count)
{
	mpfr_t x;

	mpfr_init2(x, DPMF_PBM_BITS);
	for (size_t i = 1; i < count; i++, s++, mass += way) {
		step(run, s, before, &mass[0], x, &mass[way]);
		before = &mass[0];
	}
	mpfr_clear(x);
}

/* What lies beyond the end of the window: the ratios of neighbouring masses
   fall (the law is log-concave), so a geometric series is above it. */
static void beyond(const struct dpmf_enclosure *outside, const struct dpmf_enclosure *end, struct dpmf_enclosure *z)
{
	struct dpmf_enclosure q;

	dpmf_interval_init(&q, 1, DPMF_PBM_BITS);
	dpmf_interval_set(z, outside);
	mpfr_div(q.hi, outside->hi, end->lo, MPFR_RNDU);
	mpfr_ui_sub(q.lo, 1, q.hi, MPFR_RNDD);
	if (mpfr_sgn(q.lo) > 0)
		mpfr_div(z->hi, outside->hi, q.lo, MPFR_RNDU);
	else
		mpfr_set_ui(z->hi, 1, MPFR_RNDU);
	dpmf_interval_clear(&q, 1);
}

/* The last outcome up to which the bracket of `run` is not negative, and one more. */
static unsigned long upward_end(const struct run *run)
{
	const double odds = mpfr_get_d(run->odds->lo, MPFR_RNDN);

	return (unsigned long)(((double)run->high * odds * odds + (double)run->low) / (odds * odds + 1)) + 1;
}

static void fill_all(struct dpmf_pbm_law *law, const struct dpmf_enclosure *odds, const struct dpmf_enclosure *inverse)
{
	const unsigned long all = law->high + law->low, to = law->from + law->count - 1;
	const struct run up = { (long)law->high, (long)law->low, odds, inverse };
	const struct run down = { (long)law->low, (long)law->high, odds, inverse };
	const size_t upward = dpmf_pbm_upward(upward_end(&up), law->from, law->count);
	struct dpmf_enclosure out;

	dpmf_interval_init(&out, 1, DPMF_PBM_BITS);
	mass_of(&(struct point){ law->high, law->low, law->from, odds }, &law->mass[0]);
	if (law->from > 0) {
		mass_of(&(struct point){ law->high, law->low, law->from - 1, odds }, &out);
		beyond(&out, &law->mass[0], &law->below);
	}
	fill(&up, (long)law->from, law->from > 0 ? &out : NULL, law->mass, 1, upward);
	mass_of(&(struct point){ law->high, law->low, to, odds }, &law->mass[law->count - 1]);
	if (to < all) {
		mass_of(&(struct point){ law->high, law->low, to + 1, odds }, &out);
		beyond(&out, &law->mass[law->count - 1], &law->above);
	}
	fill(&down, (long)(all - to), to < all ? &out : NULL, law->mass + law->count - 1, -1, law->count - upward);
	dpmf_interval_clear(&out, 1);
}

enum dpmf_status dpmf_pbm_law_init(struct dpmf_pbm_law *law, unsigned long high, unsigned long low,
                                   const struct dpmf_enclosure *odds, unsigned long from, unsigned long to,
                                   struct dpmf_error *error)
{
	struct dpmf_enclosure w[2];
	const size_t count = to - from + 1;
	struct dpmf_enclosure *mass = malloc(count * sizeof *mass);

	if (!mass)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the law of a sum of %lu Bernoullis", high + low);
	*law = (struct dpmf_pbm_law){ .high = high, .low = low, .from = from, .count = count, .mass = mass };
	dpmf_interval_init(mass, count, DPMF_PBM_BITS);
	dpmf_interval_init(&law->below, 1, DPMF_PBM_BITS);
	dpmf_interval_init(&law->above, 1, DPMF_PBM_BITS);
	dpmf_interval_set_ui(&law->below, 0);
	dpmf_interval_set_ui(&law->above, 0);
	dpmf_interval_init(w, 2, DPMF_PBM_BITS);
	dpmf_interval_set(&w[0], odds);
	dpmf_interval_set_ui(&w[1], 1);
	dpmf_interval_div(&w[1], &w[1], odds);
	fill_all(law, &w[0], &w[1]);
	dpmf_interval_clear(w, 2);
	return DPMF_OK;
}

void dpmf_pbm_law_clear(struct dpmf_pbm_law *law)
{
	dpmf_interval_clear(law->mass, law->count);
	dpmf_interval_clear(&law->below, 1);
	dpmf_interval_clear(&law->above, 1);
	free(law->mass);
}
