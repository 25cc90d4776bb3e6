/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "checks.h"
#include "core/vector.h"
#include "inputs.h"
#include "mech/gaussmf.h"
#include "number.h"

enum { ROOM = INPUT_COORDINATES };

struct data {
	size_t users, items, n, count;
	int64_t user[ROOM], item[ROOM];
	struct vector x, theta, rating;
	double mu, lambda, clip, tau;
};

struct rows {
	double residual[ROOM], outer_x[ROOM], outer_theta[ROOM], gradient_x[ROOM], gradient_theta[ROOM];
};

static bool read_data(const json_t *inputs, struct data *d)
{
	size_t n;

	memset(d, 0, sizeof *d);
	if (!input_rows(inputs, "x", &d->x, &d->items) || !input_rows(inputs, "theta", &d->theta, &d->users) ||
	    !input_i64s(inputs, "user", d->user, &d->count) || !input_i64s(inputs, "item", d->item, &n) ||
	    !input_vector(inputs, "rating", &d->rating) || !input_double(inputs, "mu", &d->mu) ||
	    !input_double(inputs, "lambda", &d->lambda) || !input_double(inputs, "clip", &d->clip) ||
	    !input_double(inputs, "tau", &d->tau) || n != d->count || d->rating.n != n || d->items == 0)
		return false;
	d->n = d->x.n / d->items;
	return d->n > 0 && d->theta.n == d->users * d->n;
}

static bool in_domain(const struct data *d)
{
	const double number[] = { d->mu, d->lambda, d->clip, d->tau };

	for (size_t a = 0; a < d->count; a++) {
		if (d->user[a] < 0 || (uint64_t)d->user[a] >= d->users || d->item[a] < 0 || (uint64_t)d->item[a] >= d->items)
			return false;
		for (size_t b = 0; b < a; b++)
			if (d->user[a] == d->user[b] && d->item[a] == d->item[b])
				return false;
	}
	return all_finite(number, 4) && all_finite(d->x.x, d->x.n) && all_finite(d->theta.x, d->theta.n) &&
	       all_finite(d->rating.x, d->count) && d->mu > 0 && d->lambda >= 0 && d->clip > 0 && d->tau >= 0;
}

/* Lines 3 to 5. */
static void gradients(const struct data *d, struct rows *r)
{
	const size_t n = d->n;

	memset(r, 0, sizeof *r);
	for (size_t i = 0; i < d->items; i++)
		gaussmf_clip(d->x.x + i * n, n, d->clip, r->outer_x + i * n);
	for (size_t j = 0; j < d->users; j++)
		gaussmf_clip(d->theta.x + j * n, n, d->clip, r->outer_theta + j * n);
	for (size_t a = 0; a < d->count; a++) {
		const size_t i = (size_t)d->item[a] * n, j = (size_t)d->user[a] * n;

		r->residual[a] = gaussmf_residual(d->x.x + i, d->theta.x + j, n, d->rating.x[a]);
		gaussmf_accumulate(r->residual[a], r->outer_theta + j, n, r->gradient_x + i);
		gaussmf_accumulate(r->residual[a], r->outer_x + i, n, r->gradient_theta + j);
	}
	gaussmf_regularize(d->lambda, d->x.x, d->x.n, r->gradient_x);
	gaussmf_regularize(d->lambda, d->theta.x, d->theta.n, r->gradient_theta);
}

static int put_rows(json_t *got, const char *name, const double *x, size_t rows, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < rows; i++)
		json_array_append_new(list, book_doubles(x + i * n, n));
	return json_object_set_new(got, name, list);
}

CHECK(gaussmf_round)
{
	struct vector normal;
	struct data d;
	struct rows r;
	double eps_i, delta, sigma, noisy[ROOM];
	size_t rows;
	int failed;

	(void)expected;
	if (!read_data(inputs, &d) || !input_rows(inputs, "normal", &normal, &rows) || !input_double(inputs, "eps_i", &eps_i) ||
	    !input_double(inputs, "delta", &delta) || rows != d.users || normal.n != d.theta.n)
		return CHECK_MALFORMED;
	if (!in_domain(&d) || !all_finite(normal.x, normal.n) || !(eps_i > 0 && eps_i < 1) || !(delta > 0 && delta < 1))
		return CHECK_REFUSES;
	gradients(&d, &r);
	sigma = gaussmf_sigma(d.tau, d.clip, eps_i, delta);
	memcpy(noisy, r.gradient_theta, sizeof noisy);
	dpmf_add_scaled(sigma, normal.x, normal.n, noisy);
	failed = json_object_set_new(got, "sigma", number_double(sigma)) |
	         json_object_set_new(got, "residual", book_doubles(r.residual, d.count)) |
	         put_rows(got, "outer_x", r.outer_x, d.items, d.n) | put_rows(got, "outer_theta", r.outer_theta, d.users, d.n) |
	         put_rows(got, "gradient_x", r.gradient_x, d.items, d.n) | put_rows(got, "noisy", noisy, d.users, d.n) |
	         put_rows(got, "gradient_theta", r.gradient_theta, d.users, d.n);
	gaussmf_step(d.x.x, r.gradient_x, d.x.n, d.mu);
	gaussmf_step(d.theta.x, noisy, d.theta.n, d.mu);
	failed |= put_rows(got, "x", d.x.x, d.items, d.n) | put_rows(got, "theta", d.theta.x, d.users, d.n);
	return failed == 0 ? CHECKED : CHECK_MEMORY;
}

/* X of round 1 goes to d->x; the gradient of Theta of round 2 at `released` to r. */
static void two_rounds(struct data *d, const struct vector *released, struct rows *r)
{
	gradients(d, r);
	gaussmf_step(d->x.x, r->gradient_x, d->x.n, d->mu);
	d->theta = *released;
	gradients(d, r);
}

CHECK(gaussmf_excess)
{
	struct vector released;
	struct data first, second;
	struct rows r[2];
	double other, difference[ROOM], distance;
	size_t rows;

	(void)expected;
	if (!read_data(inputs, &first) || !input_rows(inputs, "released", &released, &rows) || !input_double(inputs, "other", &other) ||
	    rows != first.users || released.n != first.theta.n)
		return CHECK_MALFORMED;
	if (!in_domain(&first) || first.count == 0 || !isfinite(other) || !all_finite(released.x, released.n) || !(first.tau > 0))
		return CHECK_REFUSES;
	second = first;
	second.rating.x[0] = other;
	two_rounds(&first, &released, &r[0]);
	two_rounds(&second, &released, &r[1]);
	for (size_t i = 0; i < released.n; i++)
		difference[i] = r[0].gradient_theta[i] - r[1].gradient_theta[i];
	distance = dpmf_l2(difference, released.n);
	return (put_rows(got, "x_first", first.x.x, first.items, first.n) | put_rows(got, "x_second", second.x.x, first.items, first.n) |
	        put_rows(got, "gradient_first", r[0].gradient_theta, first.users, first.n) |
	        put_rows(got, "gradient_second", r[1].gradient_theta, first.users, first.n) |
	        json_object_set_new(got, "distance", number_double(distance)) |
	        json_object_set_new(got, "declared", number_double(first.tau * first.clip)) |
	        json_object_set_new(got, "ratio", number_double(distance / (first.tau * first.clip)))) == 0 ? CHECKED : CHECK_MEMORY;
}
