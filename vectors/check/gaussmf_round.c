/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "check.h"
#include "core/vector.h"
#include "inputs.h"
#include "mech/gaussmf/kernels.h"
#include "mech/gaussmf/train.h"
#include "vectors/format/number.h"

enum { ROOM = INPUT_COORDINATES };

struct data {
	size_t users, items, n, count;
	int64_t user[ROOM], item[ROOM];
	struct vector x, theta, rating;
	double mu, lambda, clip;
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
	    n != d->count || d->rating.n != n || d->items == 0)
		return false;
	d->n = d->x.n / d->items;
	return d->n > 0 && d->theta.n == d->users * d->n;
}

static bool in_domain(const struct data *d)
{
	const double number[] = { d->mu, d->lambda, d->clip };

	return pairs_allowed(d->user, d->item, d->count, d->users, d->items) && all_finite(number, 3) &&
	       all_finite(d->x.x, d->x.n) && all_finite(d->theta.x, d->theta.n) && all_finite(d->rating.x, d->count) &&
	       d->mu > 0 && d->lambda >= 0 && d->clip > 0;
}

/* Lines 3 to 5. */
static void gradients(const struct data *d, struct rows *r)
{
	const size_t n = d->n;

	memset(r, 0, sizeof *r);
	for (size_t i = 0; i < d->items; i++)
		dpmf_gaussmf_clip(d->x.x + i * n, n, d->clip, r->outer_x + i * n);
	for (size_t j = 0; j < d->users; j++)
		dpmf_gaussmf_clip(d->theta.x + j * n, n, d->clip, r->outer_theta + j * n);
	for (size_t a = 0; a < d->count; a++) {
		const size_t i = (size_t)d->item[a] * n, j = (size_t)d->user[a] * n;

		r->residual[a] = dpmf_gaussmf_residual(d->x.x + i, d->theta.x + j, n, d->rating.x[a]);
		dpmf_gaussmf_accumulate(r->residual[a], r->outer_theta + j, n, r->gradient_x + i);
		dpmf_gaussmf_accumulate(r->residual[a], r->outer_x + i, n, r->gradient_theta + j);
	}
	dpmf_gaussmf_regularize(d->lambda, d->x.x, d->x.n, r->gradient_x);
	dpmf_gaussmf_regularize(d->lambda, d->theta.x, d->theta.n, r->gradient_theta);
}

CHECK(gaussmf_round)
{
	struct vector normal;
	struct data d;
	struct rows r;
	double tau, eps_i, delta, sigma, noisy[ROOM];
	size_t rows;
	int failed;

	(void)expected;
	if (!read_data(inputs, &d) || !input_rows(inputs, "normal", &normal, &rows) || !input_double(inputs, "eps_i", &eps_i) ||
	    !input_double(inputs, "delta", &delta) || !input_double(inputs, "tau", &tau) || rows != d.users || normal.n != d.theta.n)
		return CHECK_MALFORMED;
	if (!in_domain(&d) || !all_finite(normal.x, normal.n) || !(tau >= 0) || isinf(tau) ||
	    !(eps_i > 0 && eps_i < 1) || !(delta > 0 && delta < 1))
		return CHECK_REFUSES;
	gradients(&d, &r);
	sigma = dpmf_gaussmf_sigma(tau, d.clip, eps_i, delta);
	memcpy(noisy, r.gradient_theta, sizeof noisy);
	dpmf_add_scaled(sigma, normal.x, normal.n, noisy);
	failed = json_object_set_new(got, "sigma", number_double(sigma)) |
	         json_object_set_new(got, "residual", book_doubles(r.residual, d.count)) |
	         check_put_rows(got, "outer_x", r.outer_x, d.items, d.n) | check_put_rows(got, "outer_theta", r.outer_theta, d.users, d.n) |
	         check_put_rows(got, "gradient_x", r.gradient_x, d.items, d.n) | check_put_rows(got, "noisy", noisy, d.users, d.n) |
	         check_put_rows(got, "gradient_theta", r.gradient_theta, d.users, d.n);
	dpmf_gaussmf_step(d.x.x, r.gradient_x, d.x.n, d.mu);
	dpmf_gaussmf_step(d.theta.x, noisy, d.theta.n, d.mu);
	failed |= check_put_rows(got, "x", d.x.x, d.items, d.n) | check_put_rows(got, "theta", d.theta.x, d.users, d.n);
	return failed == 0 ? CHECKED : CHECK_FAILED;
}

/* X of round 1 goes to d->x; the gradient of Theta of round 2 at `released` to r. */
static void two_rounds(struct data *d, const struct vector *released, struct rows *r)
{
	gradients(d, r);
	dpmf_gaussmf_step(d->x.x, r->gradient_x, d->x.n, d->mu);
	d->theta = *released;
	gradients(d, r);
}

CHECK(gaussmf_excess)
{
	struct vector released;
	struct data first, second;
	struct rows r[2];
	double other, tau, difference[ROOM], distance;
	size_t rows;

	(void)expected;
	if (!read_data(inputs, &first) || !input_rows(inputs, "released", &released, &rows) || !input_double(inputs, "other", &other) ||
	    !input_double(inputs, "tau", &tau) || rows != first.users || released.n != first.theta.n)
		return CHECK_MALFORMED;
	if (!in_domain(&first) || first.count == 0 || !isfinite(other) || !all_finite(released.x, released.n) || !(tau > 0) || isinf(tau))
		return CHECK_REFUSES;
	second = first;
	second.rating.x[0] = other;
	two_rounds(&first, &released, &r[0]);
	two_rounds(&second, &released, &r[1]);
	for (size_t i = 0; i < released.n; i++)
		difference[i] = r[0].gradient_theta[i] - r[1].gradient_theta[i];
	distance = dpmf_l2(difference, released.n);
	return (check_put_rows(got, "x_first", first.x.x, first.items, first.n) |
	        check_put_rows(got, "x_second", second.x.x, first.items, first.n) |
	        check_put_rows(got, "gradient_first", r[0].gradient_theta, first.users, first.n) |
	        check_put_rows(got, "gradient_second", r[1].gradient_theta, first.users, first.n) |
	        json_object_set_new(got, "distance", number_double(distance)) |
	        json_object_set_new(got, "declared", number_double(tau * first.clip)) |
	        json_object_set_new(got, "ratio", number_double(distance / (tau * first.clip)))) == 0 ? CHECKED : CHECK_FAILED;
}

struct integers {
	struct dpmf_gaussmf_steps steps;
	int64_t noise_theta[ROOM], noise_x[ROOM];
	int64_t rating[ROOM], outer_x[ROOM], outer_theta[ROOM], released_theta[ROOM], released_x[ROOM];
};

static bool read_integers(const json_t *inputs, const struct data *d, struct integers *z)
{
	int64_t rating_bits, outer_bits;
	size_t of_theta, of_x;

	memset(z, 0, sizeof *z);
	if (!input_i64(inputs, "rating_bits", &rating_bits) || !input_i64(inputs, "outer_bits", &outer_bits) ||
	    !input_i64(inputs, "middle", &z->steps.middle) || !input_i64s(inputs, "noise_theta", z->noise_theta, &of_theta) ||
	    !input_i64s(inputs, "noise_x", z->noise_x, &of_x) || of_theta != d->theta.n || of_x != d->x.n)
		return false;
	z->steps.rating_bits = (int)fmax(-100, fmin(100, (double)rating_bits));
	z->steps.outer_bits = (int)fmax(-100, fmin(100, (double)outer_bits));
	return true;
}

static bool integers_allowed(const struct data *d, struct integers *z)
{
	const double most = 0x1p40, bound = floor(ldexp(d->clip, z->steps.outer_bits));

	if (!(bound >= 1 && bound <= 0x1p20) || abs(z->steps.rating_bits) > 60 || abs(z->steps.outer_bits) > 60 ||
	    !(fabs((double)z->steps.middle) <= most))
		return false;
	z->steps.bound = (int64_t)bound;
	for (size_t a = 0; a < d->count; a++)
		if (!(fabs(ldexp(d->rating.x[a], z->steps.rating_bits)) <= most))
			return false;
	return true;
}

/* The clipped profiles, cut, as steps and as numbers, and both releases. */
static void release(const struct data *d, struct integers *z, struct rows *r)
{
	const size_t n = d->n;

	for (size_t i = 0; i < d->items; i++)
		dpmf_gaussmf_outer_steps(&z->steps, d->x.x + i * n, n, d->clip, r->outer_x + i * n, z->outer_x + i * n);
	for (size_t j = 0; j < d->users; j++)
		dpmf_gaussmf_outer_steps(&z->steps, d->theta.x + j * n, n, d->clip, r->outer_theta + j * n, z->outer_theta + j * n);
	memcpy(z->released_theta, z->noise_theta, sizeof z->noise_theta);
	memcpy(z->released_x, z->noise_x, sizeof z->noise_x);
	for (size_t a = 0; a < d->count; a++) {
		const size_t i = (size_t)d->item[a] * n, j = (size_t)d->user[a] * n;

		z->rating[a] = dpmf_gaussmf_rating_steps(&z->steps, d->rating.x[a]);
		dpmf_gaussmf_contribute(z->rating[a], z->outer_x + i, n, z->released_theta + j);
		dpmf_gaussmf_contribute(z->rating[a], z->outer_theta + j, n, z->released_x + i);
	}
}

static void public_gradients(const struct data *d, const struct integers *z, struct rows *r)
{
	const int bits = z->steps.rating_bits + z->steps.outer_bits;
	const size_t n = d->n;

	for (size_t a = 0; a < d->count; a++) {
		const size_t i = (size_t)d->item[a] * n, j = (size_t)d->user[a] * n;

		r->residual[a] = dpmf_gaussmf_residual(d->x.x + i, d->theta.x + j, n, ldexp((double)z->steps.middle, -z->steps.rating_bits));
		dpmf_gaussmf_accumulate(r->residual[a], r->outer_theta + j, n, r->gradient_x + i);
		dpmf_gaussmf_accumulate(r->residual[a], r->outer_x + i, n, r->gradient_theta + j);
	}
	for (size_t l = 0; l < d->x.n; l++)
		r->gradient_x[l] -= ldexp((double)z->released_x[l], -bits);
	for (size_t l = 0; l < d->theta.n; l++)
		r->gradient_theta[l] -= ldexp((double)z->released_theta[l], -bits);
	dpmf_gaussmf_regularize(d->lambda, d->x.x, d->x.n, r->gradient_x);
	dpmf_gaussmf_regularize(d->lambda, d->theta.x, d->theta.n, r->gradient_theta);
}

CHECK(gaussmf_corrected_round)
{
	struct data d;
	struct integers z;
	struct rows r;
	int failed;

	(void)expected;
	if (!read_data(inputs, &d) || !read_integers(inputs, &d, &z))
		return CHECK_MALFORMED;
	if (!in_domain(&d) || !integers_allowed(&d, &z))
		return CHECK_REFUSES;
	memset(&r, 0, sizeof r);
	release(&d, &z, &r);
	public_gradients(&d, &z, &r);
	dpmf_gaussmf_step(d.x.x, r.gradient_x, d.x.n, d.mu);
	dpmf_gaussmf_step(d.theta.x, r.gradient_theta, d.theta.n, d.mu);
	failed = json_object_set_new(got, "bound", number_i64(z.steps.bound)) |
	         json_object_set_new(got, "rating_steps", book_i64s(z.rating, d.count)) |
	         json_object_set_new(got, "outer_x", book_i64s(z.outer_x, d.x.n)) |
	         json_object_set_new(got, "outer_theta", book_i64s(z.outer_theta, d.theta.n)) |
	         json_object_set_new(got, "released_theta", book_i64s(z.released_theta, d.theta.n)) |
	         json_object_set_new(got, "released_x", book_i64s(z.released_x, d.x.n)) |
	         json_object_set_new(got, "residual", book_doubles(r.residual, d.count)) |
	         check_put_rows(got, "gradient_theta", r.gradient_theta, d.users, d.n) |
	         check_put_rows(got, "gradient_x", r.gradient_x, d.items, d.n) |
	         check_put_rows(got, "theta", d.theta.x, d.users, d.n) | check_put_rows(got, "x", d.x.x, d.items, d.n);
	return failed == 0 ? CHECKED : CHECK_FAILED;
}
