/* SPDX-License-Identifier: 0BSD */
/* The kernels of privsr; its round is in privsr_round.c. */
#include <math.h>
#include <string.h>

#include "algorithms.h"

RUN(privsr_scales)
{
	const double delta = in_double(t, "delta"), epsilon = in_double(t, "epsilon"), beta = in_double(t, "beta");
	const uint64_t k = in_u64(t, "k");
	const double range = 2 * delta * sqrt((double)k), sensitive = (1 + beta) * epsilon, other = (1 / beta + 1) * epsilon;

	t->refused = k == 0 || !(delta >= 0) || isinf(delta) || !(epsilon > 0) || isinf(epsilon) || !(beta > 0 && beta <= 1);
	if (t->malformed || t->refused)
		return;
	out_double(t, "epsilon_sensitive", sensitive);
	out_double(t, "epsilon_other", other);
	out_double(t, "scale_sensitive", range / sensitive);
	out_double(t, "scale_other", range / other);
	out_double(t, "combined", range * sqrt(1 + beta * beta) / sensitive);
	out_double(t, "friends", sqrt((double)k) / epsilon);
}

RUN(privsr_friend_add)
{
	const struct list u = in_list(t, "u");
	const double s = in_double(t, "similarity");
	struct list sum = in_list(t, "sum");

	t->malformed |= u.n != sum.n;
	t->refused = u.n == 0 || !(s >= 0 && s <= 1) || !finite_all(u.x, u.n) || !finite_all(sum.x, sum.n);
	if (t->malformed || t->refused)
		return;
	for (size_t l = 0; l < u.n; l++)
		sum.x[l] -= 2 * s * u.x[l];
	out_list(t, "sum", sum.x, sum.n);
}

RUN(privsr_friend_gradient)
{
	const struct list message = in_list(t, "message"), u = in_list(t, "u");
	const double s = in_double(t, "similarity"), weight = in_double(t, "weight");
	struct list sum = in_list(t, "sum");

	t->malformed |= u.n != sum.n || message.n != u.n;
	t->refused = u.n == 0 || !(s >= 0) || isinf(s) || !(weight >= 0) || isinf(weight) || !finite_all(u.x, u.n) ||
	             !finite_all(sum.x, sum.n) || !finite_all(message.x, message.n);
	if (t->malformed || t->refused)
		return;
	for (size_t l = 0; l < u.n; l++)
		sum.x[l] += weight * (message.x[l] + 2 * s * u.x[l]);
	out_list(t, "sum", sum.x, sum.n);
}

RUN(privsr_parts)
{
	const uint64_t beta = in_u64(t, "beta_steps"), most = UINT64_C(1) << 32;
	const uint64_t raters[2] = { in_u64(t, "sensitive"), in_u64(t, "others") };
	int64_t part[2], whole[2];

	t->refused = beta == 0 || beta > 4096 || raters[0] > most || raters[1] > most || raters[0] + raters[1] == 0;
	if (t->malformed || t->refused)
		return;
	if (raters[0] > 0 && raters[1] > 0) {
		part[0] = 4096 * 4096;
		part[1] = (int64_t)(beta * beta);
	} else {
		part[0] = raters[0] > 0;
		part[1] = raters[1] > 0;
	}
	for (int g = 0; g < 2; g++)
		whole[g] = raters[g] > 0 ? (part[0] + part[1]) * (int64_t)raters[g] : 1;
	out_i64s(t, "part", part, 2);
	out_i64s(t, "whole", whole, 2);
}

RUN(privsr_friend_contribute)
{
	const int64_t most = in_i64(t, "most"), room = INT64_C(1) << 62;
	int64_t vector[MOST], sum[MOST];
	const size_t k = in_i64s(t, "vector", vector);

	t->malformed |= in_i64s(t, "sum", sum) != k;
	t->refused = k == 0 || most < 0 || most > INT64_C(1) << 32;
	for (size_t l = 0; l < k && !t->malformed; l++)
		t->refused |= sum[l] < -room || sum[l] > room;
	if (t->malformed || t->refused)
		return;
	for (size_t l = 0; l < k; l++)
		sum[l] += vector[l] > most ? most : vector[l] < -most ? -most : vector[l];
	out_i64s(t, "sum", sum, k);
}
