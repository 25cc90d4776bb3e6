/* SPDX-License-Identifier: 0BSD */
/* Curves of the accounting that have a closed form. */
#include <math.h>

#include "algorithms.h"

static bool within(double x, double least, double most)
{
	return least <= x && x <= most;
}

static bool noise_allowed(double scale, double sensitivity)
{
	return within(scale, 0x1p-20, 0x1p20) && within(sensitivity, 0, 0x1p20);
}

/* 1 - e^log_ratio, 0 where that is negative. */
static double below_one(double log_ratio)
{
	return log_ratio < 0 ? -expm1(log_ratio) : 0;
}

RUN(laplace_delta)
{
	const double scale = in_double(t, "scale"), sensitivity = in_double(t, "sensitivity"), epsilon = in_double(t, "epsilon");

	t->refused = !noise_allowed(scale, sensitivity) || !within(epsilon, 0, 1000);
	if (!t->refused)
		out_double(t, "delta", below_one((epsilon - sensitivity / scale) / 2));
}

RUN(laplace_epsilon)
{
	const double scale = in_double(t, "scale"), sensitivity = in_double(t, "sensitivity"), delta = in_double(t, "delta");

	t->refused = !noise_allowed(scale, sensitivity) || !within(delta, 0, 0.5);
	if (!t->refused)
		out_double(t, "epsilon", fmax(0, sensitivity / scale + 2 * log1p(-delta)));
}

RUN(mixture_delta)
{
	const double scale = in_double(t, "scale"), sensitivity = in_double(t, "sensitivity"), epsilon = in_double(t, "epsilon");
	const double pure = sensitivity / scale;
	const uint64_t known = in_u64(t, "known_h");

	t->refused = !noise_allowed(scale, sensitivity) || !within(epsilon, 0, 1000) || known > 1;
	if (t->refused)
		return;
	if (known == 0)
		out_double(t, "delta", below_one((epsilon - pure) / 2));
	else
		out_double(t, "delta", pure == 0 ? 0 : below_one(-pure * pure / (epsilon + hypot(epsilon, pure)) / 2));
}

RUN(randomized_delta)
{
	const double k = (double)in_u64(t, "answers"), e0 = in_double(t, "e0"), epsilon = in_double(t, "epsilon");

	t->refused = !within(k, 2, 0x1p30) || !within(e0, 0, 1000) || !within(epsilon, 0, 1000);
	if (!t->refused)
		out_double(t, "delta", below_one(epsilon - e0) / (1 + (k - 1) * exp(-e0)));
}

RUN(randomized_renyi)
{
	const double k = (double)in_u64(t, "answers"), e0 = in_double(t, "e0"), alpha = in_double(t, "alpha"), less = (alpha - 1) * e0;
	double log;

	t->refused = !within(k, 2, 0x1p30) || !within(e0, 0, 1000) || !within(alpha, 1 + 0x1p-10, 256);
	if (t->refused)
		return;
	if (alpha * e0 < 700)
		log = log1p(expm1(alpha * e0) * -expm1(-less) / (exp(e0) + k - 1));
	else
		log = less + log1p(exp(-less - alpha * e0) + (k - 2) * exp(-alpha * e0)) - log1p((k - 1) * exp(-e0));
	out_double(t, "renyi", log / (alpha - 1));
}

/* log(1 + w (e^x - 1)) */
static double grown(double w, double x)
{
	return x < 600 ? log1p(w * expm1(x)) : x + log(w);
}

RUN(importance_loss)
{
	const double w = in_double(t, "weight"), a = in_double(t, "a");

	t->refused = !within(w, 1, 0x1p20) || !within(a, 0, 1000);
	if (!t->refused)
		out_double(t, "loss", a * w < 700 ? log1p(expm1(a * w) / w) : a * w - log(w));
}

RUN(importance_delta)
{
	const double w = in_double(t, "weight"), a = in_double(t, "a"), epsilon = in_double(t, "epsilon");

	t->refused = !within(w, 1, 0x1p20) || !within(a, 0, 1000) || !within(epsilon, 0, 1000);
	if (!t->refused)
		out_double(t, "delta", below_one(((w <= 1 ? epsilon : grown(w, epsilon)) - a * w) / 2) / w);
}

RUN(importance_scale)
{
	const double w = in_double(t, "weight"), epsilon = in_double(t, "epsilon");

	t->refused = !within(w, 1, 0x1p20) || !within(epsilon, 0, 1000);
	if (!t->refused)
		out_double(t, "a", grown(w, epsilon) / w);
}

RUN(gaussian_sigma)
{
	const double epsilon = in_double(t, "epsilon"), delta = in_double(t, "delta"), sensitivity = in_double(t, "sensitivity");
	const double releases = (double)in_u64(t, "releases");

	t->refused = !within(epsilon, 0x1p-10, 1000) || !within(delta, 1e-300, 0.5) || !within(sensitivity, 0x1p-20, 0x1p20) || !within(releases, 1, 0x1p32);
	if (!t->refused)
		out_double(t, "sigma", sqrt(releases) * sensitivity / largest_mu(epsilon, delta));
}

RUN(gaussian_classical_sigma)
{
	const double epsilon = in_double(t, "epsilon"), delta = in_double(t, "delta"), sensitivity = in_double(t, "sensitivity");

	t->refused = !within(epsilon, 0x1p-10, 1 - 0x1p-53) || !within(delta, 1e-300, 0.5) || !within(sensitivity, 0x1p-20, 0x1p20);
	if (!t->refused)
		out_double(t, "sigma", sqrt(2 * (log(1.25) - log(delta))) * sensitivity / epsilon);
}

RUN(gaussian_published_epsilon)
{
	const double mu = in_double(t, "mu"), delta = in_double(t, "delta");

	t->refused = !within(mu, 0x1p-10, 64) || !within(delta, 1e-300, 0.5);
	if (!t->refused)
		out_double(t, "epsilon", mu * mu / 2 + mu * sqrt(-2 * log(delta)));
}

RUN(gaussian_published_delta)
{
	const double mu = in_double(t, "mu"), epsilon = in_double(t, "epsilon"), deviations = fmax(0, epsilon - mu * mu / 2) / mu;

	t->refused = !within(mu, 0x1p-10, 64) || !within(epsilon, 0, 1000);
	if (!t->refused)
		out_double(t, "delta", exp(-deviations * deviations / 2));
}
