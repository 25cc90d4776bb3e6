/* SPDX-License-Identifier: 0BSD */
/* gaussmf: the kernels, one published round, and the excess over its sensitivity. */
#include <math.h>
#include <string.h>

#include "gaussmf.h"

static bool budget_refused(double eps_i, double delta)
{
	return !(eps_i > 0 && eps_i < 1 && delta > 0 && delta < 1);
}

static double sigma_of(double tau, double clip, double eps_i, double delta)
{
	return tau * clip / eps_i * sqrt(2 * log(1.25 / delta));
}

RUN(gaussmf_clip)
{
	const struct list x = in_list(t, "x");
	const double clip = in_double(t, "clip");
	double clipped[MOST];

	t->refused = x.n == 0 || !(clip > 0) || isinf(clip) || !finite_all(x.x, x.n);
	if (t->malformed || t->refused)
		return;
	gaussmf_clip(x.x, x.n, clip, clipped);
	out_double(t, "norm", norm(x.x, x.n));
	out_list(t, "clipped", clipped, x.n);
}

RUN(gaussmf_sigma)
{
	const double tau = in_double(t, "tau"), clip = in_double(t, "clip"), eps_i = in_double(t, "eps_i"), delta = in_double(t, "delta");

	t->refused = !(tau >= 0) || isinf(tau) || !(clip > 0) || isinf(clip) || budget_refused(eps_i, delta);
	if (!t->malformed && !t->refused)
		out_double(t, "sigma", sigma_of(tau, clip, eps_i, delta));
}

RUN(gaussmf_row)
{
	struct list own = in_list(t, "own"), gradient = in_list(t, "gradient");
	const struct list other = in_list(t, "other"), outer = in_list(t, "outer");
	const double number[] = { in_double(t, "v"), in_double(t, "lambda"), in_double(t, "mu") };
	const size_t n = own.n;

	t->malformed |= other.n != n || outer.n != n || gradient.n != n;
	t->refused = n == 0 || !finite_all(number, 3) || number[1] < 0 || !(number[2] > 0) || !finite_all(own.x, n) ||
	             !finite_all(other.x, n) || !finite_all(outer.x, n) || !finite_all(gradient.x, n);
	if (t->malformed || t->refused)
		return;
	const double residual = dot(other.x, own.x, n) - number[0];
	out_double(t, "residual", residual);
	gaussmf_add(residual, outer.x, n, gradient.x);
	out_list(t, "accumulated", gradient.x, n);
	gaussmf_add(number[1], own.x, n, gradient.x);
	out_list(t, "regularized", gradient.x, n);
	gaussmf_add(-number[2], gradient.x, n, own.x);
	out_list(t, "stepped", own.x, n);
}

RUN(gaussmf_contribute)
{
	const int64_t rating = in_i64(t, "rating_steps");
	int64_t outer[MOST], sum[MOST], part = 0;
	const size_t n = in_i64s(t, "outer", outer);

	t->malformed |= in_i64s(t, "sum", sum) != n;
	t->refused = n == 0;
	for (size_t l = 0; l < n && !t->malformed && !t->refused; l++)
		t->refused = !product(rating, outer[l], &part) || !sum_of(sum[l], part, &sum[l]);
	if (!t->malformed && !t->refused)
		out_i64s(t, "sum", sum, n);
}

/* Lines 3 to 5 of Algorithm 1. */
static void gradients(const struct gaussmf_data *d, struct gaussmf_rows *r)
{
	const size_t n = d->n;

	memset(r, 0, sizeof *r);
	for (size_t i = 0; i < d->items; i++)
		gaussmf_clip(d->x.x + i * n, n, d->clip, r->outer_x + i * n);
	for (size_t j = 0; j < d->users; j++)
		gaussmf_clip(d->theta.x + j * n, n, d->clip, r->outer_theta + j * n);
	for (size_t a = 0; a < d->count; a++) {
		const size_t i = (size_t)d->item[a] * n, j = (size_t)d->user[a] * n;

		r->residual[a] = dot(d->x.x + i, d->theta.x + j, n) - d->rating.x[a];
		gaussmf_add(r->residual[a], r->outer_theta + j, n, r->gradient_x + i);
		gaussmf_add(r->residual[a], r->outer_x + i, n, r->gradient_theta + j);
	}
	gaussmf_add(d->lambda, d->x.x, d->x.n, r->gradient_x);
	gaussmf_add(d->lambda, d->theta.x, d->theta.n, r->gradient_theta);
}

RUN(gaussmf_round)
{
	struct gaussmf_data d;
	struct gaussmf_rows r;
	size_t rows;
	double noisy[MOST];

	gaussmf_read(t, &d);
	const struct list normal = in_rows(t, "normal", &rows);
	const double tau = in_double(t, "tau"), eps_i = in_double(t, "eps_i"), delta = in_double(t, "delta");
	t->malformed |= rows != d.users || normal.n != d.theta.n;
	t->refused = t->malformed || gaussmf_refused(&d) || !finite_all(normal.x, normal.n) || budget_refused(eps_i, delta) ||
	             !(tau >= 0) || isinf(tau);
	if (t->malformed || t->refused)
		return;
	gradients(&d, &r);
	memcpy(noisy, r.gradient_theta, sizeof noisy);
	gaussmf_add(sigma_of(tau, d.clip, eps_i, delta), normal.x, normal.n, noisy);
	out_double(t, "sigma", sigma_of(tau, d.clip, eps_i, delta));
	out_list(t, "residual", r.residual, d.count);
	out_rows(t, "outer_x", r.outer_x, d.items, d.n);
	out_rows(t, "outer_theta", r.outer_theta, d.users, d.n);
	out_rows(t, "gradient_x", r.gradient_x, d.items, d.n);
	out_rows(t, "gradient_theta", r.gradient_theta, d.users, d.n);
	out_rows(t, "noisy", noisy, d.users, d.n);
	gaussmf_add(-d.mu, r.gradient_x, d.x.n, d.x.x);
	gaussmf_add(-d.mu, noisy, d.theta.n, d.theta.x);
	out_rows(t, "x", d.x.x, d.items, d.n);
	out_rows(t, "theta", d.theta.x, d.users, d.n);
}

static void two_rounds(struct gaussmf_data *d, const struct list *released, struct gaussmf_rows *r)
{
	gradients(d, r);
	gaussmf_add(-d->mu, r->gradient_x, d->x.n, d->x.x);
	d->theta = *released;
	gradients(d, r);
}

RUN(gaussmf_excess)
{
	struct gaussmf_data first, second;
	struct gaussmf_rows r[2];
	size_t rows;

	gaussmf_read(t, &first);
	const struct list released = in_rows(t, "released", &rows);
	const double other = in_double(t, "other"), tau = in_double(t, "tau");
	t->malformed |= rows != first.users || released.n != first.theta.n;
	t->refused = t->malformed || gaussmf_refused(&first) || first.count == 0 || !(tau > 0) || isinf(tau) || !isfinite(other) ||
	             !finite_all(released.x, released.n);
	if (t->malformed || t->refused)
		return;
	second = first;
	second.rating.x[0] = other;
	two_rounds(&first, &released, &r[0]);
	two_rounds(&second, &released, &r[1]);
	out_rows(t, "x_first", first.x.x, first.items, first.n);
	out_rows(t, "x_second", second.x.x, first.items, first.n);
	out_rows(t, "gradient_first", r[0].gradient_theta, first.users, first.n);
	out_rows(t, "gradient_second", r[1].gradient_theta, first.users, first.n);
	gaussmf_add(-1, r[1].gradient_theta, released.n, r[0].gradient_theta);
	const double distance = norm(r[0].gradient_theta, released.n), declared = tau * first.clip;
	out_double(t, "distance", distance);
	out_double(t, "declared", declared);
	out_double(t, "ratio", distance / declared);
}
