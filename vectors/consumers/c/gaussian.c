/* SPDX-License-Identifier: 0BSD */
/* The Gaussian mechanism's curve: delta, epsilon, and the calibration. */
#include <math.h>

#include "algorithms.h"

static double density(double x)
{
	return exp(-x * x / 2) / sqrt(2 * acos(-1));
}

/* Q(x) / density(x) for x >= 0. */
static double mills(double x)
{
	double term = x, total = x, fraction = x;

	if (x < 1.5) {
		for (int k = 1; k < 60; k++) {
			term *= x * x / (2 * k + 1);
			total += term;
		}
		return 0.5 / density(x) - total;
	}
	for (int k = 500; k > 0; k--)
		fraction = x + k / fraction;
	return 1 / fraction;
}

double gaussian_curve(double mu, double epsilon)
{
	const double a = epsilon / mu - mu / 2, b = epsilon / mu + mu / 2;

	return a >= 0 ? density(a) * (mills(a) - mills(b)) : 1 - density(a) * (mills(-a) + mills(b));
}

static bool within(double x, double least, double most)
{
	return least <= x && x <= most;
}

RUN(gaussian_delta)
{
	const double mu = in_double(t, "mu"), epsilon = in_double(t, "epsilon");

	t->refused = !within(mu, 0x1p-10, 64) || !within(epsilon, 0, 1000);
	if (!t->refused)
		out_double(t, "delta", gaussian_curve(mu, epsilon));
}

RUN(gaussian_epsilon)
{
	const double mu = in_double(t, "mu"), delta = in_double(t, "delta");
	double low = 0, high = 8192;

	t->refused = !within(mu, 0x1p-10, 64) || !within(delta, 1e-300, 0.5);
	if (t->refused)
		return;
	for (int i = 0; i < 200; i++) {
		const double middle = (low + high) / 2;
		if (gaussian_curve(mu, middle) > delta)
			low = middle;
		else
			high = middle;
	}
	out_double(t, "epsilon", gaussian_curve(mu, 0) <= delta ? 0 : high);
}

double largest_mu(double epsilon, double delta)
{
	double low = 0, high = 128;

	for (int i = 0; i < 200; i++) {
		const double middle = (low + high) / 2;
		if (gaussian_curve(middle, epsilon) <= delta)
			low = middle;
		else
			high = middle;
	}
	return low;
}

RUN(gaussian_mu)
{
	const double epsilon = in_double(t, "epsilon"), delta = in_double(t, "delta");

	t->refused = !within(epsilon, 0x1p-10, 1000) || !within(delta, 1e-300, 0.5);
	if (!t->refused)
		out_double(t, "mu", largest_mu(epsilon, delta));
}
