/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/binomial.h"

#include <math.h>

#include <mpfr.h>

enum { PRECISION = 128 };

/* At least ln C(n, k). */
static void log_choose_up(mpfr_t result, uint64_t n, uint64_t k)
{
	const uint64_t below[2] = { k, n - k };
	mpfr_t part;

	mpfr_init2(part, PRECISION);
	mpfr_set_ui(part, n + 1, MPFR_RNDN);
	mpfr_lngamma(result, part, MPFR_RNDU);
	for (int i = 0; i < 2; i++) {
		mpfr_set_ui(part, below[i] + 1, MPFR_RNDN);
		mpfr_lngamma(part, part, MPFR_RNDD);
		mpfr_sub(result, result, part, MPFR_RNDU);
	}
	mpfr_clear(part);
}

/* At least P(X = k) = C(n, k) p^k (1 - p)^(n - k). */
static void mass_up(mpfr_t mass, const mpfr_t log_choose, uint64_t n, uint64_t k, double p)
{
	mpfr_t part;

	mpfr_init2(part, PRECISION);
	mpfr_set(mass, log_choose, MPFR_RNDU);
	mpfr_set_d(part, p, MPFR_RNDN);
	mpfr_log(part, part, MPFR_RNDU);
	mpfr_mul_ui(part, part, k, MPFR_RNDU);
	mpfr_add(mass, mass, part, MPFR_RNDU);
	mpfr_set_d(part, -p, MPFR_RNDN);
	mpfr_log1p(part, part, MPFR_RNDU);
	mpfr_mul_ui(part, part, n - k, MPFR_RNDU);
	mpfr_add(mass, mass, part, MPFR_RNDU);
	mpfr_exp(mass, mass, MPFR_RNDU);
	mpfr_clear(part);
}

/* Sums P(X = k), P(X = k + 1), ... The ratio of neighbouring masses,
   (n - j) / (j + 1) odds, falls with j and is below 1 from j = k on, so that
   the rest after j is at most mass ratio / (1 - ratio). *first: about P(X = k). */
static double tail_up(const mpfr_t log_choose, uint64_t n, uint64_t k, double p, double *first)
{
	mpfr_t mass, sum, odds, ratio, rest;

	mpfr_inits2(PRECISION, mass, sum, odds, ratio, rest, (mpfr_ptr)0);
	mass_up(mass, log_choose, n, k, p);
	*first = mpfr_get_d(mass, MPFR_RNDN);
	mpfr_set(sum, mass, MPFR_RNDU);
	mpfr_set_d(odds, p, MPFR_RNDN);
	mpfr_ui_sub(rest, 1, odds, MPFR_RNDD);
	mpfr_div(odds, odds, rest, MPFR_RNDU);
	for (uint64_t j = k; j < n; j++) {
		mpfr_mul_ui(ratio, odds, n - j, MPFR_RNDU);
		mpfr_div_ui(ratio, ratio, j + 1, MPFR_RNDU);
		mpfr_ui_sub(rest, 1, ratio, MPFR_RNDD);
		if (mpfr_sgn(rest) > 0) {
			mpfr_div(rest, ratio, rest, MPFR_RNDU);
			mpfr_mul(rest, rest, mass, MPFR_RNDU);
			if (mpfr_zero_p(rest) || mpfr_get_exp(rest) < mpfr_get_exp(sum) - 70) {
				mpfr_add(sum, sum, rest, MPFR_RNDU);
				break;
			}
		}
		mpfr_mul(mass, mass, ratio, MPFR_RNDU);
		mpfr_add(sum, sum, mass, MPFR_RNDU);
	}
	const double tail = mpfr_get_d(sum, MPFR_RNDU);

	mpfr_clears(mass, sum, odds, ratio, rest, (mpfr_ptr)0);
	return fmin(tail, 1);
}

double audit_binomial_tail(uint64_t n, uint64_t k, double p)
{
	mpfr_t log_choose;
	double first;

	if (k == 0 || p >= 1 || (double)k <= (double)n * p)
		return 1;
	if (k > n || p <= 0)
		return 0;
	mpfr_init2(log_choose, PRECISION);
	log_choose_up(log_choose, n, k);
	const double tail = tail_up(log_choose, n, k, p, &first);

	mpfr_clear(log_choose);
	return tail;
}

double audit_binomial_mass(uint64_t n, uint64_t k, double p)
{
	mpfr_t log_choose, mass;

	if (k > n)
		return 0;
	mpfr_inits2(PRECISION, log_choose, mass, (mpfr_ptr)0);
	log_choose_up(log_choose, n, k);
	mass_up(mass, log_choose, n, k, p);
	const double most = mpfr_get_d(mass, MPFR_RNDU);

	mpfr_clears(log_choose, mass, (mpfr_ptr)0);
	return fmin(most, 1);
}

/* A p of which the tail is known, with Newton's step from it on ln P(X >= k), whose derivative is
   P(X = k) k / p / P(X >= k). */
struct look {
	double p, tail, step;
};

static struct look look_at(const mpfr_t log_choose, uint64_t n, uint64_t k, double p, double alpha)
{
	double first;
	const double tail = tail_up(log_choose, n, k, p, &first);

	return (struct look){ p, tail, -log(tail / alpha) * tail / first * p / (double)k };
}

/* Newton's step and a little more, so that it falls on the other side, and both sides close in. */
static double past_the_root(const struct look *nearest, double holds, double fails)
{
	const double next = nearest->p + nearest->step + copysign(1e-3 * fabs(nearest->step) + 2e-14 * fails, nearest->step);

	return next > holds && next < fails ? next : holds + (fails - holds) / 2;
}

double audit_probability_lower(uint64_t n, uint64_t k, double alpha)
{
	mpfr_t log_choose;

	if (k == 0 || n == 0)
		return 0;
	mpfr_init2(log_choose, PRECISION);
	log_choose_up(log_choose, n, k);

	double holds = 0, fails = (double)k / (double)n;
	const double about = fails - fmin(fails / 2, sqrt(-2 * log(alpha) * fails * (1 - fails) / (double)n));
	struct look look = look_at(log_choose, n, k, about, alpha), nearest = look;

	/* P(X >= k) <= alpha at `holds` all along; alpha below 1/2 keeps p under k / n. */
	for (int i = 0; ; i++) {
		if (look.tail <= alpha)
			holds = look.p;
		else
			fails = look.p;
		if (fabs(look.step) < fabs(nearest.step) || !isfinite(nearest.step))
			nearest = look;
		if (fails - holds <= 1e-13 * fails)
			break;
		/* Every fourth look halves what is left, whatever Newton says. */
		const double next = i % 4 == 3 ? holds + (fails - holds) / 2 : past_the_root(&nearest, holds, fails);

		look = look_at(log_choose, n, k, next, alpha);
	}
	mpfr_clear(log_choose);
	return holds;
}

double audit_probability_upper(uint64_t n, uint64_t k, double alpha)
{
	if (k >= n)
		return 1;
	/* X <= k is n - X >= n - k, and n - X ~ Binomial(n, 1 - p). */
	const double lower = audit_probability_lower(n, n - k, alpha);
	const double upper = 1 - lower;

	return 1 - upper == lower ? upper : nextafter(upper, 2);
}

/* The roots p of (k / n - p)^2 = z^2 p (1 - p) / n. */
static double wilson(uint64_t n, uint64_t k, double z, double side)
{
	const double trials = (double)n, share = (double)k / trials;
	const double centre = share + z * z / (2 * trials);
	const double width = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials));

	return (centre + side * width) / (1 + z * z / trials);
}

double audit_probability_lower_about(uint64_t n, uint64_t k, double z)
{
	return k == 0 ? 0 : wilson(n, k, z, -1);
}

double audit_probability_upper_about(uint64_t n, uint64_t k, double z)
{
	return k >= n ? 1 : wilson(n, k, z, 1);
}
