/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "check.h"
#include "core/vector.h"
#include "inputs.h"
#include "mech/hdpmf/kernels.h"
#include "noise/noise_share.h"
#include "vectors/format/number.h"

enum { ROOM = INPUT_COORDINATES };

struct round {
	size_t users, items, k, count;
	int64_t user[ROOM], item[ROOM];
	size_t raters[ROOM];
	struct vector u, v, rating, weight, h, c;
	double delta, epsilon, rate, lambda, radius;
	double scale, noise[ROOM], gradient[ROOM], noisy[ROOM], gradient_u[ROOM], stepped[ROOM];
};

static bool read_round(const json_t *inputs, struct round *r)
{
	size_t n, rows_h, rows_c;

	memset(r, 0, sizeof *r);
	if (!input_rows(inputs, "u", &r->u, &r->users) || !input_rows(inputs, "v", &r->v, &r->items) ||
	    !input_rows(inputs, "h", &r->h, &rows_h) || !input_rows(inputs, "c", &r->c, &rows_c) ||
	    !input_i64s(inputs, "user", r->user, &r->count) || !input_i64s(inputs, "item", r->item, &n) ||
	    !input_vector(inputs, "rating", &r->rating) || !input_vector(inputs, "weight", &r->weight) ||
	    !input_double(inputs, "delta", &r->delta) || !input_double(inputs, "epsilon", &r->epsilon) ||
	    !input_double(inputs, "rate", &r->rate) || !input_double(inputs, "lambda", &r->lambda) ||
	    !input_double(inputs, "radius", &r->radius))
		return false;
	r->k = r->users == 0 ? 0 : r->u.n / r->users;
	return r->k > 0 && r->v.n == r->items * r->k && r->h.n == r->v.n && rows_h == r->items && rows_c == r->count &&
	       r->c.n == r->count * r->k && n == r->count && r->rating.n == n && r->weight.n == n;
}

static bool in_domain(const struct round *r)
{
	const double number[] = { r->delta, r->epsilon, r->rate, r->lambda, r->radius };

	for (size_t i = 0; i < r->h.n; i++)
		if (!(r->h.x[i] >= 0))
			return false;
	for (size_t n = 0; n < r->count; n++)
		if (!(r->weight.x[n] > 0 && r->weight.x[n] <= 1))
			return false;
	return pairs_allowed(r->user, r->item, r->count, r->users, r->items) && all_finite(number, 5) && r->delta >= 0 && r->epsilon > 0 && r->rate > 0 && r->lambda >= 0 &&
	       r->radius >= 0 && all_finite(r->u.x, r->u.n) && all_finite(r->v.x, r->v.n) && all_finite(r->rating.x, r->count) &&
	       all_finite(r->h.x, r->h.n) && all_finite(r->c.x, r->c.n);
}

static void items_turn(struct round *r)
{
	const size_t k = r->k;

	r->scale = dpmf_hdpmf_noise_scale(r->delta, k, r->epsilon);
	for (size_t n = 0; n < r->count; n++)
		r->raters[r->item[n]]++;
	for (size_t n = 0; n < r->count; n++) {
		const size_t i = (size_t)r->user[n], j = (size_t)r->item[n];
		dpmf_hdpmf_noise_share(r->scale, r->h.x + j * k, r->c.x + n * k, k, r->raters[j], r->noise + n * k);
		dpmf_hdpmf_gradient_add(r->u.x + i * k, r->v.x + j * k, k, r->weight.x[n], r->rating.x[n], r->gradient + j * k);
	}
	memcpy(r->noisy, r->gradient, sizeof r->noisy);
	for (size_t n = 0; n < r->count; n++)
		dpmf_add_scaled(1, r->noise + n * k, k, r->noisy + (size_t)r->item[n] * k);
	for (size_t j = 0; j < r->items; j++)
		dpmf_hdpmf_step(r->v.x + j * k, r->noisy + j * k, k, r->rate, r->lambda);
}

static void users_turn(struct round *r)
{
	const size_t k = r->k;

	for (size_t n = 0; n < r->count; n++) {
		const size_t i = (size_t)r->user[n], j = (size_t)r->item[n];
		dpmf_hdpmf_gradient_add(r->v.x + j * k, r->u.x + i * k, k, r->weight.x[n], r->rating.x[n], r->gradient_u + i * k);
	}
	for (size_t i = 0; i < r->users; i++) {
		dpmf_hdpmf_step(r->u.x + i * k, r->gradient_u + i * k, k, r->rate, r->lambda);
		memcpy(r->stepped + i * k, r->u.x + i * k, k * sizeof *r->stepped);
		dpmf_project_ball(r->u.x + i * k, k, r->radius);
	}
}

CHECK(hdpmf_round)
{
	struct round r;
	int failed;

	(void)expected;
	if (!read_round(inputs, &r))
		return CHECK_MALFORMED;
	if (!in_domain(&r))
		return CHECK_REFUSES;
	items_turn(&r);
	users_turn(&r);
	failed = json_object_set_new(got, "scale", number_double(r.scale));
	failed |= check_put_rows(got, "noise", r.noise, r.count, r.k) | check_put_rows(got, "gradient", r.gradient, r.items, r.k) |
	          check_put_rows(got, "noisy", r.noisy, r.items, r.k) | check_put_rows(got, "v", r.v.x, r.items, r.k) |
	          check_put_rows(got, "gradient_u", r.gradient_u, r.users, r.k) | check_put_rows(got, "stepped", r.stepped, r.users, r.k) |
	          check_put_rows(got, "u", r.u.x, r.users, r.k);
	return failed == 0 ? CHECKED : CHECK_FAILED;
}
