/* SPDX-License-Identifier: 0BSD */
/* What a held-out item is worth in a list, and a step of Adam. */
#include <math.h>

#include "algorithms.h"

RUN(ranking_gain)
{
	const struct list scores = in_list(t, "scores");
	const double own = in_double(t, "own");
	const uint64_t top = in_u64(t, "top");
	uint64_t above = 0, level = 0;
	double hits = 0, gain = 0;

	t->refused = top < 1 || !isfinite(own) || !finite_all(scores.x, scores.n);
	if (t->malformed || t->refused)
		return;
	for (size_t i = 0; i < scores.n; i++) {
		above += scores.x[i] > own;
		level += scores.x[i] == own;
	}
	for (uint64_t rank = above + 1; rank <= above + level + 1 && rank <= top; rank++) {
		hits += 1;
		gain += 1 / log2((double)rank + 1);
	}
	out_double(t, "hr", hits / ((double)level + 1));
	out_double(t, "ndcg", gain / ((double)level + 1));
}

static bool is_beta(double beta)
{
	return beta >= 0 && beta < 1;
}

RUN(adam_step)
{
	const struct list gradient = in_list(t, "gradient");
	const double rate = in_double(t, "rate"), beta1 = in_double(t, "beta1"), beta2 = in_double(t, "beta2");
	const uint64_t step = in_u64(t, "step");
	const double first = 1 - pow(beta1, (double)step), second = 1 - pow(beta2, (double)step);
	struct list x = in_list(t, "x"), mean = in_list(t, "mean"), square = in_list(t, "square");

	t->malformed |= gradient.n != x.n || mean.n != x.n || square.n != x.n;
	t->refused = x.n == 0 || !(rate > 0) || isinf(rate) || !is_beta(beta1) || !is_beta(beta2) || step < 1 || step > 1 << 20 || !finite_all(x.x, x.n) ||
	             !finite_all(gradient.x, gradient.n) || !finite_all(mean.x, mean.n) || !finite_all(square.x, square.n);
	for (size_t l = 0; l < square.n; l++)
		t->refused |= square.x[l] < 0;
	if (t->malformed || t->refused)
		return;
	for (size_t l = 0; l < x.n; l++) {
		mean.x[l] = beta1 * mean.x[l] + (1 - beta1) * gradient.x[l];
		square.x[l] = beta2 * square.x[l] + (1 - beta2) * gradient.x[l] * gradient.x[l];
		x.x[l] -= rate * (mean.x[l] / first) / (sqrt(square.x[l] / second) + 1e-8);
	}
	out_list(t, "mean", mean.x, mean.n);
	out_list(t, "square", square.x, square.n);
	out_list(t, "x", x.x, x.n);
}
