/* SPDX-License-Identifier: 0BSD */
/* The Poisson binomial mechanism at one placement; one release or one entry many times; figures of papers. */
#include <math.h>

#include "algorithms.h"

enum { MOST_TRIALS = 256 };

struct placement {
	double p[MOST_TRIALS + 1], q[MOST_TRIALS + 1];
	size_t n;
};

static void fill(double *law, size_t n, size_t high, double theta)
{
	law[0] = 1;
	for (size_t i = 0; i < n; i++) {
		const double chance = i < high ? 0.5 + theta : 0.5 - theta;
		law[i + 1] = law[i] * chance;
		for (size_t s = i; s > 0; s--)
			law[s] = law[s] * (1 - chance) + law[s - 1] * chance;
		law[0] *= 1 - chance;
	}
}

static bool placed(struct test *t, struct placement *of, const char *name, double least, double most, double *argument)
{
	const double theta = in_double(t, "theta");
	const uint64_t quanta = in_u64(t, "quanta"), high = in_u64(t, "high"), low = in_u64(t, "low");

	*argument = in_double(t, name);
	t->refused = !(theta >= 0x1p-6 && theta <= 0.25) || quanta == 0 || quanta > MOST_TRIALS || high > MOST_TRIALS || low > MOST_TRIALS ||
	             high + low + quanta > MOST_TRIALS || !(*argument >= least && *argument <= most);
	if (t->malformed || t->refused)
		return false;
	of->n = high + low + quanta;
	fill(of->p, of->n, high + quanta, theta);
	fill(of->q, of->n, high, theta);
	return true;
}

RUN(pbm_delta)
{
	struct placement of;
	double epsilon, delta = 0;

	if (!placed(t, &of, "epsilon", 0, 100, &epsilon))
		return;
	for (size_t s = 0; s <= of.n; s++)
		delta += fmax(0, -of.p[s] * expm1(epsilon - log(of.p[s] / of.q[s])));
	out_double(t, "delta", delta);
}

RUN(pbm_epsilon)
{
	struct placement of;
	double delta, p = 0, q = 0, epsilon = 0;

	if (!placed(t, &of, "delta", 1e-100, 0.5, &delta))
		return;
	for (size_t s = of.n + 1; s-- > 0;) {
		p += of.p[s];
		q += of.q[s];
		if (p > delta)
			epsilon = fmax(epsilon, log((p - delta) / q));
	}
	out_double(t, "epsilon", epsilon);
}

RUN(pbm_renyi)
{
	struct placement of;
	double alpha, top = -INFINITY, sum = 0, excess = 0;

	if (!placed(t, &of, "alpha", 1.125, 256, &alpha))
		return;
	for (size_t s = 0; s <= of.n; s++)
		top = fmax(top, log(of.q[s]) + alpha * log(of.p[s] / of.q[s]));
	for (size_t s = 0; s <= of.n; s++) {
		const double loss = log(of.p[s] / of.q[s]);
		sum += exp(log(of.q[s]) + alpha * loss - top);
		excess += of.q[s] * (expm1(fmin(alpha * loss, 700)) - alpha * expm1(loss));
	}
	out_double(t, "renyi", (top < 0 && excess < 1 ? log1p(excess) : top + log(sum)) / (alpha - 1));
}

RUN(user_delta)
{
	const double epsilon = in_double(t, "epsilon"), delta = in_double(t, "delta");
	const uint64_t entries = in_u64(t, "entries");

	t->refused = !(epsilon >= 0 && epsilon <= 10) || !(delta >= 1e-300 && delta <= 1) || entries == 0 || entries > 1000 || epsilon * (double)entries > 600;
	if (!t->malformed && !t->refused)
		out_double(t, "delta", delta * (epsilon < 1e-200 ? (double)entries : expm1((double)entries * epsilon) / expm1(epsilon)));
}

RUN(optimal_delta)
{
	const double e0 = in_double(t, "e0"), delta0 = in_double(t, "delta0"), epsilon = in_double(t, "epsilon");
	const uint64_t times = in_u64(t, "times");
	const double k = (double)times, u = -expm1(k * log1p(-delta0));
	double log_mass = -k * log1p(exp(-e0)), delta = 0;

	t->refused = !(e0 >= 0x1p-10 && e0 <= 10) || !(delta0 >= 0 && delta0 <= 0.5) || times == 0 || times > 1000 || k * e0 > 600 ||
	             !(epsilon >= 0 && epsilon <= 600);
	if (t->malformed || t->refused)
		return;
	for (double i = 0; (k - 2 * i) * e0 > epsilon; i++) {
		delta -= exp(log_mass) * expm1(epsilon - (k - 2 * i) * e0);
		log_mass += log((k - i) / (i + 1)) - e0;
	}
	out_double(t, "delta", u + delta * (1 - u));
}

RUN(gaussian_published_order)
{
	const double mu = in_double(t, "mu"), delta = in_double(t, "delta");

	t->refused = !(mu >= 0x1p-20 && mu <= 0x1p20) || !(delta >= 1e-300 && delta <= 0.5);
	if (!t->malformed && !t->refused)
		out_double(t, "alpha", 1 + sqrt(-2 * log(delta)) / mu);
}

RUN(importance_published_loss)
{
	const double weight = in_double(t, "weight"), a = in_double(t, "a");

	t->refused = !(weight >= 1 && weight <= 0x1p20) || !(a >= 0x1p-20 && a <= 700);
	if (!t->malformed && !t->refused)
		out_double(t, "loss", log1p(expm1(a) / weight));
}

RUN(privsr_worth)
{
	const double epsilon = in_double(t, "epsilon"), beta = in_double(t, "beta");

	t->refused = !(epsilon >= 0x1p-20 && epsilon <= 1000) || !(beta >= 0x1p-20 && beta <= 1);
	if (!t->malformed && !t->refused)
		out_double(t, "both", epsilon * (1 + beta) / sqrt(1 + beta * beta));
}
