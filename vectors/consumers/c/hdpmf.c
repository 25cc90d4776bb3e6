/* SPDX-License-Identifier: 0BSD */
/* The kernels of hdpmf, and the projection. */
#include <math.h>
#include <string.h>

#include "algorithms.h"

double dot(const double *u, const double *v, size_t k)
{
	double sum = 0;

	for (size_t l = 0; l < k; l++)
		sum += u[l] * v[l];
	return sum;
}

double norm(const double *x, size_t k)
{
	return sqrt(dot(x, x, k));
}

void step(double *x, const double *gradient, size_t n, double rate, double lambda)
{
	for (size_t l = 0; l < n; l++)
		x[l] -= rate * (gradient[l] + 2 * lambda * x[l]);
}

void step_and_project(struct test *t, struct list *u, const double *gradient, size_t users, double rate, double lambda, double radius)
{
	const size_t k = u->n / users;

	step(u->x, gradient, u->n, rate, lambda);
	out_rows(t, "gradient_u", gradient, users, k);
	out_rows(t, "stepped", u->x, users, k);
	for (size_t i = 0; i < users; i++)
		project(u->x + i * k, k, radius);
	out_rows(t, "u", u->x, users, k);
}

static bool named(int64_t x, size_t count)
{
	return x >= 0 && (uint64_t)x < count;
}

bool pairs_refused(const int64_t *user, const int64_t *item, size_t count, size_t users, size_t items)
{
	for (size_t a = 0; a < count; a++) {
		if (!named(user[a], users) || !named(item[a], items))
			return true;
		for (size_t b = 0; b < a; b++)
			if (user[a] == user[b] && item[a] == item[b])
				return true;
	}
	return false;
}

bool finite_all(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return false;
	return true;
}

void project(double *x, size_t k, double radius)
{
	const double size = norm(x, k);
	double factor = radius / size, down = 0x1p-53, y[MOST];

	if (size <= radius)
		return;
	for (;; factor *= 1 - down, down *= 2) {
		for (size_t l = 0; l < k; l++)
			y[l] = factor * x[l];
		if (norm(y, k) <= radius)
			break;
	}
	memcpy(x, y, k * sizeof *x);
}

static bool weight_refused(double w)
{
	return !(w > 0 && w <= 1);
}

static void gradient(struct test *t, bool add)
{
	const struct list u = in_list(t, "u"), v = in_list(t, "v");
	const double w = in_double(t, "w"), r = in_double(t, "r");
	struct list out = { .n = u.n };

	if (add)
		out = in_list(t, "sum");
	t->malformed |= u.n != v.n || u.n != out.n;
	t->refused = u.n == 0 || weight_refused(w) || !isfinite(r) || !finite_all(u.x, u.n) || !finite_all(v.x, v.n) ||
	             !finite_all(out.x, out.n);
	if (t->malformed || t->refused)
		return;
	const double uv = dot(u.x, v.x, u.n), error = uv - w * r;
	for (size_t l = 0; l < u.n; l++)
		out.x[l] += 2 * error * u.x[l];
	out_double(t, "dot", uv);
	out_double(t, "error", error);
	out_list(t, add ? "sum" : "share", out.x, out.n);
}

RUN(hdpmf_step)
{
	struct list v = in_list(t, "v");
	const struct list g = in_list(t, "gradient");
	const double rate = in_double(t, "rate"), lambda = in_double(t, "lambda");

	t->malformed |= v.n != g.n;
	t->refused = v.n == 0 || !(rate > 0) || isinf(rate) || !(lambda >= 0) || isinf(lambda) || !finite_all(v.x, v.n) ||
	             !finite_all(g.x, g.n);
	if (t->malformed || t->refused)
		return;
	step(v.x, g.x, v.n, rate, lambda);
	out_list(t, "v", v.x, v.n);
}

RUN(hdpmf_noise_scale)
{
	const double delta = in_double(t, "delta"), epsilon = in_double(t, "epsilon");
	const uint64_t k = in_u64(t, "k");

	t->refused = k == 0 || !(delta >= 0) || isinf(delta) || !(epsilon > 0) || isinf(epsilon);
	if (!t->refused)
		out_double(t, "scale", 2 * delta * sqrt((double)k) / epsilon);
}

RUN(hdpmf_noise_share)
{
	struct list h = in_list(t, "h");
	const struct list c = in_list(t, "c");
	const double scale = in_double(t, "scale");
	const uint64_t raters = in_u64(t, "raters");

	t->malformed |= h.n != c.n;
	t->refused = h.n == 0 || raters == 0 || !(scale >= 0) || isinf(scale) || !finite_all(h.x, h.n) || !finite_all(c.x, c.n);
	for (size_t l = 0; l < h.n; l++)
		t->refused |= h.x[l] < 0;
	if (t->malformed || t->refused)
		return;
	for (size_t l = 0; l < h.n; l++)
		h.x[l] = scale * sqrt(2 * h.x[l] / (double)raters) * c.x[l];
	out_list(t, "x", h.x, h.n);
}

RUN(hdpmf_predict)
{
	const struct list u = in_list(t, "u"), v = in_list(t, "v");
	const double w = in_double(t, "w");

	t->malformed |= u.n != v.n;
	t->refused = u.n == 0 || weight_refused(w) || !finite_all(u.x, u.n) || !finite_all(v.x, v.n);
	if (t->malformed || t->refused)
		return;
	out_double(t, "dot", dot(u.x, v.x, u.n));
	out_double(t, "rating", dot(u.x, v.x, u.n) / w);
}

RUN(project_ball)
{
	struct list x = in_list(t, "x");
	const double radius = in_double(t, "radius");

	t->refused = x.n == 0 || !(radius >= 0) || isinf(radius) || !finite_all(x.x, x.n);
	if (t->malformed || t->refused)
		return;
	out_double(t, "norm", norm(x.x, x.n));
	project(x.x, x.n, radius);
	out_list(t, "x", x.x, x.n);
	out_double(t, "norm_after", norm(x.x, x.n));
}

/* The product, or false when it leaves 64 bits. */
bool product(int64_t a, int64_t b, int64_t *c)
{
	const uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
	const bool negative = (a < 0) != (b < 0);

	if (y > 0 && x > ((uint64_t)INT64_MAX + negative) / y)
		return false;
	*c = negative && x * y > 0 ? -1 - (int64_t)(x * y - 1) : (int64_t)(x * y);
	return true;
}

bool sum_of(int64_t a, int64_t b, int64_t *c)
{
	if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
		return false;
	*c = a + b;
	return true;
}

RUN(hdpmf_contribute)
{
	const int64_t rating = in_i64(t, "rating_steps"), weight = in_i64(t, "weight_steps");
	int64_t feature[MOST], sum[MOST], stretched = 0, part = 0;
	const size_t k = in_i64s(t, "feature", feature);

	t->malformed |= in_i64s(t, "sum", sum) != k;
	t->refused = k == 0 || !product(rating, weight, &stretched);
	for (size_t l = 0; l < k && !t->refused; l++)
		t->refused = !product(stretched, feature[l], &part) || !sum_of(sum[l], part, &sum[l]);
	if (t->malformed || t->refused)
		return;
	out_i64(t, "stretched", stretched);
	out_i64s(t, "sum", sum, k);
}

RUN(hdpmf_gradient_share)
{
	gradient(t, false);
}

RUN(hdpmf_gradient_add)
{
	gradient(t, true);
}
