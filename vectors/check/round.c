/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "round.h"

#include <math.h>
#include <string.h>

#include "core/vector.h"
#include "mech/hdpmf/kernels.h"

static bool read_numbers(const json_t *inputs, struct rated_round *r)
{
	return input_double(inputs, "delta", &r->delta) && input_double(inputs, "epsilon", &r->epsilon) &&
	       input_double(inputs, "rate", &r->rate) && input_double(inputs, "lambda", &r->lambda) &&
	       input_double(inputs, "radius", &r->radius);
}

bool rated_round_read(const json_t *inputs, struct rated_round *r)
{
	size_t items, rows_h, rows_c;

	if (!input_rows(inputs, "u", &r->u, &r->users) || !input_rows(inputs, "v", &r->v, &r->items) ||
	    !input_rows(inputs, "h", &r->h, &rows_h) || !input_rows(inputs, "c", &r->c, &rows_c) ||
	    !input_i64s(inputs, "user", r->user, &r->count) || !input_i64s(inputs, "item", r->item, &items) ||
	    !input_vector(inputs, "rating", &r->rating) || !read_numbers(inputs, r))
		return false;
	r->k = r->users == 0 ? 0 : r->u.n / r->users;
	return r->k > 0 && r->v.n == r->items * r->k && r->h.n == r->v.n && rows_h == r->items && rows_c == r->count &&
	       r->c.n == r->count * r->k && items == r->count && r->rating.n == r->count;
}

bool none_negative(const struct vector *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (!(x->x[i] >= 0) || isinf(x->x[i]))
			return false;
	return true;
}

bool rated_round_in_domain(const struct rated_round *r)
{
	const double number[] = { r->delta, r->epsilon, r->rate, r->lambda, r->radius };

	return pairs_allowed(r->user, r->item, r->count, r->users, r->items) && all_finite(number, 5) && r->delta >= 0 &&
	       r->epsilon > 0 && r->rate > 0 && r->lambda >= 0 && r->radius >= 0 && none_negative(&r->h) &&
	       all_finite(r->u.x, r->u.n) && all_finite(r->v.x, r->v.n) && all_finite(r->rating.x, r->count) &&
	       all_finite(r->c.x, r->c.n);
}

void rated_round_step_items(struct rated_round *r)
{
	for (size_t j = 0; j < r->items; j++)
		dpmf_hdpmf_step(r->v.x + j * r->k, r->noisy + j * r->k, r->k, r->rate, r->lambda);
}

void rated_round_step_user(struct rated_round *r, size_t user)
{
	double *u = r->u.x + user * r->k;

	dpmf_hdpmf_step(u, r->gradient_u + user * r->k, r->k, r->rate, r->lambda);
	memcpy(r->stepped + user * r->k, u, r->k * sizeof *u);
	dpmf_project_ball(u, r->k, r->radius);
}
