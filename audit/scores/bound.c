/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/scores/bound.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "audit/engine/binomial.h"

#define MU_MOST 64.0

double scores_chance(const struct scores_counts *counts, double q, double delta)
{
	const double guesses = (double)counts->guesses, right = (double)counts->right, m = (double)counts->canaries;
	const double tail = audit_binomial_tail(counts->guesses, counts->right, q);

	if (!(delta > 0) || tail >= 1)
		return tail;
	const double mass = audit_binomial_mass(counts->guesses, counts->right, q), below = 1 - tail;
	const double rho = q / (1 - q) * (guesses - right) / right;

	if (m * delta >= (1 - rho) * right)
		return 1;
	return fmin(1, (mass + m * delta * below / right) / (mass + (1 - rho) * below) * (1 + 1e-9));
}

/* ln(q / (1 - q)), rounded down. */
static double epsilon_of(double q)
{
	return q > 0.5 ? fmax(0, (log(q) - log1p(-q)) * (1 - 1e-14) - 1e-15) : 0;
}

double scores_epsilon_lower(const struct scores_counts *counts, double delta, double alpha)
{
	/* Without a delta all is rejected up to here; with one, no more. */
	double high = audit_probability_lower(counts->guesses, counts->right, alpha), low = 0.5;

	if (!(delta > 0))
		return epsilon_of(high);
	if (!(high > low) || scores_chance(counts, low, delta) > alpha)
		return 0;
	while (high - low > 1e-12 * (1 - low)) {
		const double middle = low + (high - low) / 2;

		if (!(middle > low && middle < high))
			break;
		if (scores_chance(counts, middle, delta) <= alpha)
			low = middle;
		else
			high = middle;
	}
	return epsilon_of(low);
}

/* h(z) of mu, with its tangent at z: slope, and intercept from below. */
struct tangent {
	double value, slope, intercept;
};

static struct tangent tangent_at(double z, double mu)
{
	const double y = gsl_cdf_ugaussian_Pinv(z), value = gsl_cdf_ugaussian_P(y - mu), slope = exp(mu * y - mu * mu / 2);

	/* The intercept is largest where the line touches: what y is off by counts twice, the rest is in the slack. */
	return (struct tangent){ value, slope, value - slope * z - 1e-12 * (value + slope * z) };
}

/* The greedy p_t for x = alpha, until they add up to more than needed or come to nothing: the tangents on their way. *from: the last t. */
static void greedy(const struct scores_counts *counts, double mu, double x, struct tangent *at, uint64_t *from)
{
	const double guesses = (double)counts->guesses, m = (double)counts->canaries;
	double sum = x, weighted = (double)counts->right * x, rest = (guesses - (double)counts->right) * x;

	*from = counts->right;
	for (uint64_t t = counts->right; t-- > 0; ) {
		const double z = weighted / m;

		if (!(z > 0 && z < 1) || sum > 2)
			break;
		at[t] = tangent_at(z, mu);
		const double p = (m * at[t].value - rest) / (guesses - (double)t);

		if (!(p > 1e-15 * sum))
			break;
		*from = t;
		rest = m * at[t].value;
		sum += p;
		weighted += (double)t * p;
	}
}

/* The dual solution on the same tangents: whether there would have to be more probability than 1. */
static bool more_than_one(const struct scores_counts *counts, double x, const struct tangent *at, uint64_t from)
{
	const double guesses = (double)counts->guesses, m = (double)counts->canaries, v = (double)counts->right;
	double sum = 0, sloped = 0, constant = 0; /* of lambda, lambda (1 + a), lambda b */

	for (uint64_t t = from; t < counts->right; t++) {
		const double c = (double)t, taken = guesses * sum - c * sloped, slack = 1e-11 * (1 + guesses * sum + c * sloped);
		const double lambda = fmax(0, (1 - taken - slack) / (guesses - c));

		sum += lambda;
		sloped += lambda * (1 + at[t].slope);
		constant += lambda * at[t].intercept;
	}
	const double least = x * (1 - guesses * sum + v * sloped) + m * constant;

	return least - 1e-11 * (x * (1 + guesses * sum + v * sloped) - m * constant) > 1;
}

static bool rejects(const struct scores_counts *counts, double mu, double alpha, struct tangent *at)
{
	uint64_t from;

	greedy(counts, mu, alpha, at, &from);
	return more_than_one(counts, alpha, at, from);
}

double scores_mu_lower(const struct scores_counts *counts, double alpha)
{
	struct tangent *at = malloc((counts->right + 1) * sizeof(*at));
	double low = 0, high = MU_MOST;

	if (!at)
		return NAN;
	while (high - low > 1e-9 * (1 + low)) {
		const double middle = low + (high - low) / 2;

		if (rejects(counts, middle, alpha, at))
			low = middle;
		else
			high = middle;
	}
	free(at);
	return low;
}
