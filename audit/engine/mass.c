/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/mass.h"

#include <math.h>

#define FAR 75.0 /* exp(-75) < 10^-32 */

/* ln(n!) - Stirling's formula. */
static double stirling_error(double n)
{
	static const double small[] = { 0, 0.08106146679532726, 0.04134069595540929, 0.02767792568499834, 0.02079067210376509,
	                                0.01664469118982119, 0.01387612882307075, 0.01189670994589177, 0.01041126526197209,
	                                0.009255462182712733, 0.008330563433362871, 0.007573675487951841, 0.00694284010720953,
	                                0.006408994188004207, 0.00595137011275885, 0.005554733551962801 };
	const double s = 1 / (n * n);

	if (n < 16)
		return small[(int)n];
	return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - s / 1680) * s) * s) / n;
}

/* x ln(x / mean) + mean - x, for x > 0. */
static double deviance(double x, double mean)
{
	const double d = (x - mean) / mean;

	return fabs(d) < 0.5 ? mean * ((1 + d) * log1p(d) - d) : x * log(x / mean) + mean - x;
}

double mass_of(uint64_t n, uint64_t k, double p)
{
	const double all = (double)n, hits = (double)k, misses = (double)(n - k);

	if (p <= 0 || p >= 1)
		return k == (p <= 0 ? 0 : n) ? 1 : 0;
	if (k == 0)
		return exp(all * log1p(-p));
	if (k == n)
		return exp(all * log(p));
	return exp(stirling_error(all) - stirling_error(hits) - stirling_error(misses) - deviance(hits, all * p) -
	           deviance(misses, all * (1 - p))) * sqrt(all / (2 * M_PI * hits * misses));
}

/* Chernoff: k is beyond the mean, and P(X is at k or beyond) <= exp(-FAR). */
static bool is_far(uint64_t n, uint64_t k, double p)
{
	const double all = (double)n, hits = (double)k, misses = (double)(n - k);

	if (p <= 0 || p >= 1)
		return k != (p <= 0 ? 0 : n);
	return (k > 0 ? deviance(hits, all * p) : all * p) + (k < n ? deviance(misses, all * (1 - p)) : all * (1 - p)) >= FAR;
}

void mass_window(uint64_t n, double p, uint64_t *from, uint64_t *to)
{
	const uint64_t mean = (uint64_t)fmin((double)n, (double)n * p);
	uint64_t near = mean, far = n + 1;

	while (far - near > 1) {
		const uint64_t middle = near + (far - near) / 2;

		if (is_far(n, middle, p))
			far = middle;
		else
			near = middle;
	}
	*to = near;
	far = 0;
	near = mean;
	while (near > far) {
		const uint64_t middle = far + (near - far) / 2;

		if (is_far(n, middle, p))
			far = middle + 1;
		else
			near = middle;
	}
	*from = near;
}

struct mass mass_at_end(uint64_t n, double p)
{
	struct mass mass = { .n = n, .odds = (1 - p) / p };

	mass_window(n, p, &mass.first, &mass.k);
	mass.p = mass_of(n, mass.k, p);
	return mass;
}

void mass_down(struct mass *mass)
{
	mass->p *= (double)mass->k * mass->odds / (double)(mass->n - mass->k + 1);
	mass->k--;
}

struct tail tail_none(double p)
{
	return (struct tail){ .p = p };
}

static void start(struct tail *tail, uint64_t n, uint64_t k)
{
	const double odds = tail->p / (1 - tail->p);
	double term = mass_of(n, k, tail->p);

	tail->n = n;
	tail->k = k;
	tail->sum = 0;
	for (uint64_t j = k; j <= n; j++) {
		tail->sum += term;
		term *= (double)(n - j) * odds / (double)(j + 1);
		if (term < 1e-17 * tail->sum && (double)j > (double)n * tail->p)
			break;
	}
	tail->next = k > 0 ? mass_of(n, k - 1, tail->p) : 0;
	tail->started = true;
}

/* n -> n + 1: one more run, and the one that was missing was k - 1. */
static void wider(struct tail *tail)
{
	tail->sum += tail->p * tail->next;
	tail->n++;
	tail->next *= (double)tail->n * (1 - tail->p) / (double)(tail->n - tail->k + 1);
}

/* k -> k - 1 */
static void lower(struct tail *tail)
{
	tail->sum += tail->next;
	tail->k--;
	tail->next *= (double)tail->k * (1 - tail->p) / ((double)(tail->n - tail->k + 1) * tail->p);
}

double tail_to(struct tail *tail, uint64_t n, uint64_t k)
{
	if (k == 0)
		return 1;
	if (k > n || tail->p <= 0)
		return 0;
	if (tail->p >= 1)
		return 1;
	if (!tail->started) {
		/* Within 10^-32, and then it need not be followed. */
		if (is_far(n, k, tail->p))
			return (double)k > (double)n * tail->p ? 1e-32 : 1;
		start(tail, n, k);
	}
	while (tail->n < n)
		wider(tail);
	while (tail->k > k)
		lower(tail);
	return fmin(1, tail->sum);
}
