/* SPDX-License-Identifier: 0BSD */
/* A quadratic over a ball: Jacobi's rotations, then bisection for the multiplier. */
#include <math.h>
#include <string.h>

#include "algorithms.h"

enum { SWEEPS = 60, HALVINGS = 2200 };

struct eigen {
	size_t d;
	double a[MOST], v[MOST]; /* a becomes diagonal; the columns of v are the eigenvectors */
};

static void rotate(double *x, double *y, double c, double s)
{
	const double turned = c * *x - s * *y;

	*y = s * *x + c * *y;
	*x = turned;
}

static void annihilate(struct eigen *e, size_t p, size_t q)
{
	const size_t d = e->d;
	const double apart = (e->a[q * d + q] - e->a[p * d + p]) / (2 * e->a[p * d + q]);
	const double t = (apart < 0 ? -1 : 1) / (fabs(apart) + hypot(apart, 1)), c = 1 / sqrt(1 + t * t);

	for (size_t k = 0; k < d; k++)
		rotate(&e->a[k * d + p], &e->a[k * d + q], c, t * c);
	for (size_t k = 0; k < d; k++) {
		rotate(&e->a[p * d + k], &e->a[q * d + k], c, t * c);
		rotate(&e->v[k * d + p], &e->v[k * d + q], c, t * c);
	}
	e->a[p * d + q] = e->a[q * d + p] = 0;
}

static void decompose(struct eigen *e)
{
	for (size_t i = 0; i < e->d * e->d; i++)
		e->v[i] = i % (e->d + 1) == 0;
	for (int sweep = 0; sweep < SWEEPS; sweep++)
		for (size_t p = 0; p < e->d; p++)
			for (size_t q = p + 1; q < e->d; q++)
				if (e->a[p * e->d + q] != 0)
					annihilate(e, p, q);
}

/* p_i = beta_i / (2 (gap_i + t)); its norm. */
static double point(const double *beta, const double *gap, size_t d, double t, double *p)
{
	for (size_t i = 0; i < d; i++)
		p[i] = beta[i] == 0 ? 0 : beta[i] / (2 * (gap[i] + t));
	return norm(p, d);
}

/* t = mu + least, the norm at which is r. */
static double distance_to_pole(const double *beta, const double *gap, size_t d, double least, double r, double *p)
{
	double lo = least > 0 ? least : 0, hi = norm(beta, d) / r;

	if (least > 0 && point(beta, gap, d, lo, p) <= r)
		return lo;
	hi = hi > lo ? hi : 2 * lo;
	for (int i = 0; i < HALVINGS; i++) {
		const double middle = lo + (hi - lo) / 2;

		if (point(beta, gap, d, middle, p) > r)
			lo = middle;
		else
			hi = middle;
	}
	return hi;
}

double minimise_over_ball(const double *a, const double *b, size_t d, double r, double *q)
{
	struct eigen e = { .d = d };
	double beta[MOST] = { 0 }, gap[MOST], p[MOST];
	size_t at = 0;

	for (size_t i = 0; i < d * d; i++)
		e.a[i] = (a[i] + a[i % d * d + i / d]) / 2;
	decompose(&e);
	for (size_t i = 0; i < d; i++) {
		at = e.a[i * d + i] < e.a[at * d + at] ? i : at;
		for (size_t k = 0; k < d; k++)
			beta[i] += e.v[k * d + i] * b[k];
	}
	const double least = e.a[at * d + at];
	for (size_t i = 0; i < d; i++)
		gap[i] = e.a[i * d + i] - least;
	const double t = distance_to_pole(beta, gap, d, least, r, p), mu = t > least ? t - least : 0;
	const double length = point(beta, gap, d, t, p);
	/* The hard case: what is missing lies along the eigenvector. */
	if (mu > 0 && length < r * (1 - 1e-6))
		p[at] += sqrt((r - length) * (r + length));
	for (size_t k = 0; k < d; k++) {
		q[k] = 0;
		for (size_t i = 0; i < d; i++)
			q[k] += e.v[k * d + i] * p[i];
	}
	return mu;
}

static void minimise(struct test *t)
{
	size_t d;
	const struct list a = in_rows(t, "a", &d), b = in_list(t, "b");
	const double r = in_double(t, "radius");
	double q[MOST], value = 0;

	t->malformed |= b.n != d || a.n != d * d;
	t->refused = d == 0 || !(r > 0) || isinf(r) || !finite_all(a.x, a.n) || !finite_all(b.x, b.n);
	if (t->malformed || t->refused)
		return;
	out_double(t, "multiplier", minimise_over_ball(a.x, b.x, d, r, q));
	for (size_t i = 0; i < d; i++)
		value += q[i] * (dot(a.x + i * d, q, d) - b.x[i]);
	out_double(t, "value", value);
	if (json_member(t->outputs, "q") != NULL)
		out_list(t, "q", q, d);
}

RUN(ball_qp)
{
	minimise(t);
}
