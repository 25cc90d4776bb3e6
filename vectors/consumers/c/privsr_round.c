/* SPDX-License-Identifier: 0BSD */
/* One round of privsr, by the numbered steps of the notes. */
#include <math.h>
#include <string.h>

#include "algorithms.h"

struct round {
	size_t users, items, count, edges, k;
	int64_t user[MOST], item[MOST], group[MOST], truster[MOST], trustee[MOST];
	struct list u, v, h, c, h_friends, c_friends, rating, similarity;
	double delta, epsilon, beta, rate, lambda, radius, weight;
};

static void read_numbers(struct test *t, struct round *r)
{
	r->delta = in_double(t, "delta");
	r->epsilon = in_double(t, "epsilon");
	r->beta = in_double(t, "beta");
	r->rate = in_double(t, "rate");
	r->lambda = in_double(t, "lambda");
	r->radius = in_double(t, "radius");
	r->weight = in_double(t, "weight");
}

static void read_round(struct test *t, struct round *r)
{
	size_t items, count, users, edges;

	r->u = in_rows(t, "u", &r->users);
	r->v = in_rows(t, "v", &r->items);
	r->h = in_rows(t, "h", &items);
	r->c = in_rows(t, "c", &count);
	r->h_friends = in_rows(t, "h_friends", &users);
	r->c_friends = in_rows(t, "c_friends", &edges);
	r->rating = in_list(t, "rating");
	r->similarity = in_list(t, "similarity");
	r->count = in_i64s(t, "user", r->user);
	r->edges = in_i64s(t, "truster", r->truster);
	t->malformed |= in_i64s(t, "item", r->item) != r->count || in_i64s(t, "group", r->group) != r->count ||
	                in_i64s(t, "trustee", r->trustee) != r->edges || r->rating.n != r->count || r->similarity.n != r->edges ||
	                count != r->count || items != r->items || users != r->users || edges != r->edges || r->users == 0;
	read_numbers(t, r);
	r->k = r->users == 0 ? 0 : r->u.n / r->users;
	t->malformed |= r->v.n != r->items * r->k || r->h.n != r->v.n || r->c.n != r->count * r->k || r->h_friends.n != r->u.n ||
	                r->c_friends.n != r->edges * r->k;
}

static bool lists_refused(const struct round *r)
{
	for (size_t n = 0; n < r->count; n++)
		if (r->group[n] < 0 || r->group[n] > 1)
			return true;
	for (size_t e = 0; e < r->edges; e++)
		if (r->truster[e] == r->trustee[e] || !(r->similarity.x[e] >= 0 && r->similarity.x[e] <= 1))
			return true;
	return pairs_refused(r->user, r->item, r->count, r->users, r->items) ||
	       pairs_refused(r->truster, r->trustee, r->edges, r->users, r->users);
}

static bool none_negative(const struct list *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (!(x->x[i] >= 0) || isinf(x->x[i]))
			return false;
	return true;
}

static bool refuses(const struct round *r)
{
	const double number[] = { r->delta, r->epsilon, r->rate, r->lambda, r->radius, r->weight };

	return lists_refused(r) || !finite_all(number, 6) || r->delta < 0 || r->epsilon <= 0 || !(r->beta > 0 && r->beta <= 1) ||
	       r->rate <= 0 || r->lambda < 0 || r->radius < 0 || r->weight < 0 || !none_negative(&r->h) || !none_negative(&r->h_friends) ||
	       !finite_all(r->u.x, r->u.n) || !finite_all(r->v.x, r->v.n) || !finite_all(r->c.x, r->c.n) ||
	       !finite_all(r->c_friends.x, r->c_friends.n) || !finite_all(r->rating.x, r->count);
}

static void items_turn(struct test *t, struct round *r)
{
	const double range = 2 * r->delta * sqrt((double)r->k);
	const double scale[2] = { range / ((1 + r->beta) * r->epsilon), range / ((1 / r->beta + 1) * r->epsilon) };
	double noise[MOST] = { 0 }, noisy[MOST] = { 0 };
	size_t raters[MOST][2] = { { 0 } };

	for (size_t n = 0; n < r->count; n++)
		raters[r->item[n]][r->group[n]]++;
	for (size_t n = 0; n < r->count; n++) {
		const size_t j = (size_t)r->item[n] * r->k, g = (size_t)r->group[n];
		const double *u = r->u.x + (size_t)r->user[n] * r->k;
		const double error = dot(u, r->v.x + j, r->k) - r->rating.x[n];

		for (size_t l = 0; l < r->k; l++) {
			noise[n * r->k + l] = scale[g] * sqrt(2 * r->h.x[j + l] / (double)raters[r->item[n]][g]) * r->c.x[n * r->k + l];
			noisy[j + l] += 2 * error * u[l];
			noisy[j + l] += noise[n * r->k + l];
		}
	}
	step(r->v.x, noisy, r->v.n, r->rate, r->lambda);
	out_rows(t, "noise", noise, r->count, r->k);
	out_rows(t, "noisy", noisy, r->items, r->k);
	out_rows(t, "v", r->v.x, r->items, r->k);
}

/* What every user hears, and the sum of its S_if. */
static void hear_friends(struct test *t, const struct round *r, double *message, double *total)
{
	double noise[MOST] = { 0 };
	size_t friends[MOST] = { 0 };

	for (size_t e = 0; e < r->edges; e++)
		friends[r->truster[e]]++;
	for (size_t e = 0; e < r->edges; e++) {
		const size_t i = (size_t)r->truster[e], f = (size_t)r->trustee[e];

		total[i] += r->similarity.x[e];
		for (size_t l = 0; l < r->k; l++) {
			noise[e * r->k + l] = sqrt((double)r->k) / r->epsilon * sqrt(2 * r->h_friends.x[i * r->k + l] / (double)friends[i]) *
			                      r->c_friends.x[e * r->k + l];
			message[i * r->k + l] += noise[e * r->k + l] - 2 * r->similarity.x[e] * r->u.x[f * r->k + l];
		}
	}
	out_rows(t, "friend_noise", noise, r->edges, r->k);
	out_rows(t, "message", message, r->users, r->k);
}

static void users_turn(struct test *t, struct round *r)
{
	double gradient[MOST] = { 0 }, message[MOST] = { 0 }, total[MOST] = { 0 };

	hear_friends(t, r, message, total);
	for (size_t n = 0; n < r->count; n++) {
		const size_t i = (size_t)r->user[n] * r->k;
		const double *v = r->v.x + (size_t)r->item[n] * r->k;
		const double error = dot(r->u.x + i, v, r->k) - r->rating.x[n];

		for (size_t l = 0; l < r->k; l++)
			gradient[i + l] += 2 * error * v[l];
	}
	for (size_t x = 0; x < r->users * r->k; x++)
		gradient[x] += r->weight * (message[x] + 2 * total[x / r->k] * r->u.x[x]);
	step_and_project(t, &r->u, gradient, r->users, r->rate, r->lambda, r->radius);
}

RUN(privsr_round)
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
