/* SPDX-License-Identifier: 0BSD */
/* One round of hdpmf, by the numbered steps of the notes. */
#include <math.h>
#include <string.h>

#include "algorithms.h"

struct round {
	size_t users, items, count, k;
	int64_t user[MOST], item[MOST];
	struct list u, v, h, c, rating, weight;
	double delta, epsilon, rate, lambda, radius;
};

static void read_round(struct test *t, struct round *r)
{
	size_t items, count;

	r->u = in_rows(t, "u", &r->users);
	r->v = in_rows(t, "v", &r->items);
	r->h = in_rows(t, "h", &items);
	r->c = in_rows(t, "c", &count);
	r->rating = in_list(t, "rating");
	r->weight = in_list(t, "weight");
	r->count = in_i64s(t, "user", r->user);
	t->malformed |= in_i64s(t, "item", r->item) != r->count || r->rating.n != r->count || r->weight.n != r->count ||
	                count != r->count || items != r->items || r->users == 0;
	r->delta = in_double(t, "delta");
	r->epsilon = in_double(t, "epsilon");
	r->rate = in_double(t, "rate");
	r->lambda = in_double(t, "lambda");
	r->radius = in_double(t, "radius");
	r->k = r->users == 0 ? 0 : r->u.n / r->users;
	t->malformed |= r->v.n != r->items * r->k || r->h.n != r->v.n || r->c.n != r->count * r->k;
}

static bool refuses(const struct round *r)
{
	const double number[] = { r->delta, r->epsilon, r->rate, r->lambda, r->radius };

	for (size_t n = 0; n < r->count; n++)
		if (!(r->weight.x[n] > 0 && r->weight.x[n] <= 1))
			return true;
	for (size_t i = 0; i < r->h.n; i++)
		if (r->h.x[i] < 0)
			return true;
	return pairs_refused(r->user, r->item, r->count, r->users, r->items) || !finite_all(number, 5) || !finite_all(r->u.x, r->u.n) || !finite_all(r->v.x, r->v.n) || !finite_all(r->h.x, r->h.n) ||
	       !finite_all(r->c.x, r->c.n) || !finite_all(r->rating.x, r->count) || r->delta < 0 || r->epsilon <= 0 || r->rate <= 0 ||
	       r->lambda < 0 || r->radius < 0;
}

static void items_turn(struct test *t, struct round *r)
{
	const double scale = 2 * r->delta * sqrt((double)r->k) / r->epsilon;
	double noise[MOST] = { 0 }, gradient[MOST] = { 0 }, noisy[MOST];
	size_t raters[MOST] = { 0 };

	for (size_t n = 0; n < r->count; n++)
		raters[r->item[n]]++;
	for (size_t n = 0; n < r->count; n++) {
		const size_t j = (size_t)r->item[n] * r->k;
		const double *u = r->u.x + (size_t)r->user[n] * r->k;
		const double error = dot(u, r->v.x + j, r->k) - r->weight.x[n] * r->rating.x[n];
		for (size_t l = 0; l < r->k; l++) {
			noise[n * r->k + l] = scale * sqrt(2 * r->h.x[j + l] / (double)raters[r->item[n]]) * r->c.x[n * r->k + l];
			gradient[j + l] += 2 * error * u[l];
		}
	}
	memcpy(noisy, gradient, sizeof noisy);
	for (size_t n = 0; n < r->count; n++)
		for (size_t l = 0; l < r->k; l++)
			noisy[(size_t)r->item[n] * r->k + l] += noise[n * r->k + l];
	step(r->v.x, noisy, r->v.n, r->rate, r->lambda);
	out_double(t, "scale", scale);
	out_rows(t, "noise", noise, r->count, r->k);
	out_rows(t, "gradient", gradient, r->items, r->k);
	out_rows(t, "noisy", noisy, r->items, r->k);
	out_rows(t, "v", r->v.x, r->items, r->k);
}

static void users_turn(struct test *t, struct round *r)
{
	double gradient[MOST] = { 0 };

	for (size_t n = 0; n < r->count; n++) {
		const size_t i = (size_t)r->user[n] * r->k;
		const double *v = r->v.x + (size_t)r->item[n] * r->k;
		const double error = dot(r->u.x + i, v, r->k) - r->weight.x[n] * r->rating.x[n];
		for (size_t l = 0; l < r->k; l++)
			gradient[i + l] += 2 * error * v[l];
	}
	step_and_project(t, &r->u, gradient, r->users, r->rate, r->lambda, r->radius);
}

RUN(hdpmf_round)
{
	struct round r;

	read_round(t, &r);
	if (t->malformed)
		return;
	t->refused = refuses(&r);
	if (t->refused)
		return;
	items_turn(t, &r);
	users_turn(t, &r);
}
