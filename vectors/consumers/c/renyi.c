/* SPDX-License-Identifier: 0BSD */
/* Renyi divergences: to (epsilon, delta), by the worst laws on two points, and of the sampled Gaussian mechanism. */
#include <math.h>

#include "algorithms.h"

static bool within(double x, double least, double most)
{
	return least <= x && x <= most;
}

static double log_add(double a, double b)
{
	const double high = fmax(a, b), low = fmin(a, b);

	return high == -HUGE_VAL ? high : high + log1p(exp(low - high));
}

/* D_alpha of P = (p, 1 - p), Q = (q, 1 - q), p = delta + e^epsilon q. */
static double divergence(double alpha, double epsilon, double delta, double log_q)
{
	const double q = exp(log_q), p = delta + exp(epsilon + log_q);
	const double first = alpha * log_add(log(delta) - log_q, epsilon) + log_q;
	const double second = p < 1 ? alpha * log1p(-p) - (alpha - 1) * log1p(-q) : -HUGE_VAL;

	return log_add(first, second) / (alpha - 1);
}

static double least_divergence(double alpha, double epsilon, double delta)
{
	const double golden = (sqrt(5) - 1) / 2;
	double low = log(delta) - epsilon - 40, high = log1p(-delta) - epsilon;

	for (int i = 0; i < 64; i++) {
		const double width = golden * (high - low);
		if (divergence(alpha, epsilon, delta, high - width) < divergence(alpha, epsilon, delta, low + width))
			high = low + width;
		else
			low = high - width;
	}
	return fmin(divergence(alpha, epsilon, delta, low), divergence(alpha, epsilon, delta, high));
}

static bool rdp_refused(double alpha, double rho)
{
	return !within(alpha, 1 + 0x1p-10, 256) || !within(rho, 0, 1000);
}

RUN(rdp_epsilon)
{
	const double alpha = in_double(t, "alpha"), rho = in_double(t, "rho"), delta = in_double(t, "delta");
	double low = 0, high;

	t->refused = rdp_refused(alpha, rho) || !within(delta, 1e-300, 0.5);
	if (t->refused)
		return;
	high = rho - log(delta) / (alpha - 1) + 1;
	for (int i = 0; i < 70; i++) {
		const double middle = (low + high) / 2;
		if (least_divergence(alpha, middle, delta) < rho)
			low = middle;
		else
			high = middle;
	}
	out_double(t, "epsilon", least_divergence(alpha, 0, delta) >= rho ? 0 : high);
}

RUN(rdp_delta)
{
	const double alpha = in_double(t, "alpha"), rho = in_double(t, "rho"), epsilon = in_double(t, "epsilon");
	double low = -700, high = 0;

	t->refused = rdp_refused(alpha, rho) || !within(epsilon, 0, 1000);
	if (t->refused)
		return;
	for (int i = 0; i < 70; i++) {
		const double middle = (low + high) / 2;
		if (least_divergence(alpha, epsilon, exp(middle)) < rho)
			low = middle;
		else
			high = middle;
	}
	out_double(t, "delta", exp(high));
}

RUN(rdp_published_epsilon)
{
	const double alpha = in_double(t, "alpha"), rho = in_double(t, "rho"), delta = in_double(t, "delta");

	t->refused = rdp_refused(alpha, rho) || !within(delta, 1e-300, 0.5);
	if (!t->refused)
		out_double(t, "epsilon", rho - log(delta) / (alpha - 1));
}

static double sampled_delta(double mu, double rate, double epsilon, bool removed)
{
	const double left = removed ? rate - expm1(epsilon) * (1 - rate) : rate;

	if (rate >= 1)
		return gaussian_curve(mu, epsilon);
	if (left <= 0)
		return 0;
	if (removed)
		return left * gaussian_curve(mu, epsilon + log(rate) - log(left));
	return rate * gaussian_curve(mu, epsilon < 600 ? log1p(expm1(epsilon) / rate) : epsilon - log(rate));
}

RUN(sampled_gaussian_delta)
{
	const double mu = in_double(t, "mu"), rate = in_double(t, "rate"), epsilon = in_double(t, "epsilon");
	const uint64_t removed = in_u64(t, "removed");

	t->refused = !within(mu, 0x1p-10, 64) || !within(rate, 0x1p-30, 1) || !within(epsilon, 0, 1000) || removed > 1;
	if (!t->refused)
		out_double(t, "delta", sampled_delta(mu, rate, epsilon, removed == 1));
}

static double log_expm1(double x)
{
	return x + log(-expm1(-x));
}

static double sampled_renyi(double mu, double rate, double alpha)
{
	double choose = log(alpha), sum = -HUGE_VAL;

	for (double j = 2; j <= alpha; j++) {
		choose += log((alpha - j + 1) / j);
		sum = log_add(sum, choose + j * log(rate) + (alpha - j) * log1p(-rate) + log_expm1(j * (j - 1) * mu * mu / 2));
	}
	return (sum < 700 ? log1p(exp(sum)) : sum) / (alpha - 1);
}

RUN(sampled_gaussian_renyi)
{
	const double mu = in_double(t, "mu"), rate = in_double(t, "rate"), alpha = (double)in_u64(t, "alpha");

	t->refused = !within(mu, 0x1p-10, 64) || !within(rate, 0x1p-30, 1) || !within(alpha, 2, 256);
	if (!t->refused)
		out_double(t, "renyi", rate >= 1 ? alpha * mu * mu / 2 : sampled_renyi(mu, rate, alpha));
}
