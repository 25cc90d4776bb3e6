/* SPDX-License-Identifier: 0BSD */
/* What noise on whole steps costs: the discrete Gaussian and the discrete Laplace law. */
#include <math.h>

#include "algorithms.h"

static const uint64_t wide = UINT64_C(1) << 40;

struct law {
	uint64_t p, q, steps;
	double t, total; /* t = p / q; the sum of all masses */
};

typedef double (*curve)(const struct law *law, double epsilon);

static struct law law_of(struct test *t)
{
	struct law law = { in_u64(t, "p"), in_u64(t, "q"), in_u64(t, "steps"), 0, 0 };

	law.t = (double)law.p / (double)law.q;
	return law;
}

static bool in_wide(uint64_t x)
{
	return 1 <= x && x <= wide;
}

static bool law_refused(const struct law *law)
{
	return !in_wide(law->p) || !in_wide(law->q) || !in_wide(law->steps);
}

static bool gaussian_refused(const struct law *law)
{
	const double k = (double)law->steps;

	return law_refused(law) || law->t > 0x1p20 || k * k > 4096 * law->t;
}

static bool laplace_refused(const struct law *law)
{
	return law_refused(law) || (double)law->steps * law->t > 1000;
}

static double mass(const struct law *law, double x)
{
	return exp(-x * x / (2 * law->t));
}

static double reach(const struct law *law)
{
	return ceil(40 * sqrt(law->t)) + 2;
}

static double total(const struct law *law)
{
	double sum = 1;

	for (double x = reach(law); x > 0; x--)
		sum += 2 * mass(law, x);
	return sum;
}

/* Every term is above 0. */
static double normal_curve(const struct law *law, double epsilon)
{
	const double k = (double)law->steps, first = ceil(epsilon * law->t / k - k / 2);
	double sum = 0;

	for (double x = fmax(first, 0) + reach(law); x >= fmax(first, -reach(law)); x--)
		sum += mass(law, x) * -expm1(epsilon - k * (2 * x + k) / (2 * law->t));
	return fmax(0, sum) / law->total;
}

static double laplace_curve(const struct law *law, double epsilon)
{
	const double k = (double)law->steps, t = law->t, m = fmax(0, ceil((k - epsilon / t) / 2) - 1);

	return epsilon >= k * t ? 0 : (-expm1(epsilon - t * (k - m)) - exp(-t) * expm1(-t * m)) / (1 + exp(-t));
}

static double least_epsilon(curve f, const struct law *law, double delta, double most)
{
	double low = 0, high = most;

	if (f(law, 0) <= delta)
		return 0;
	for (int i = 0; i < 70; i++) {
		const double middle = (low + high) / 2;
		if (f(law, middle) > delta)
			low = middle;
		else
			high = middle;
	}
	return high;
}

RUN(discrete_gaussian_delta)
{
	struct law law = law_of(t);
	const double epsilon = in_double(t, "epsilon");

	t->refused = gaussian_refused(&law) || !(epsilon >= 0 && epsilon <= 1000);
	if (t->refused)
		return;
	law.total = total(&law);
	out_double(t, "delta", normal_curve(&law, epsilon));
}

RUN(discrete_gaussian_epsilon)
{
	struct law law = law_of(t);
	const double delta = in_double(t, "delta");

	t->refused = gaussian_refused(&law) || !(delta >= 1e-300 && delta <= 0.5);
	if (t->refused)
		return;
	law.total = total(&law);
	out_double(t, "epsilon", least_epsilon(normal_curve, &law, delta, 8192));
}

RUN(discrete_laplace_delta)
{
	const struct law law = law_of(t);
	const double epsilon = in_double(t, "epsilon");

	t->refused = laplace_refused(&law) || !(epsilon >= 0 && epsilon <= 1000);
	if (!t->refused)
		out_double(t, "delta", laplace_curve(&law, epsilon));
}

RUN(discrete_laplace_epsilon)
{
	const struct law law = law_of(t);
	const double delta = in_double(t, "delta");

	t->refused = laplace_refused(&law) || !(delta >= 0 && delta <= 0.5);
	if (!t->refused)
		out_double(t, "epsilon", least_epsilon(laplace_curve, &law, delta, (double)law.steps * law.t));
}
