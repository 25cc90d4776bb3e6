/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "check.h"
#include "core/vector.h"
#include "inputs.h"
#include "mech/hdpmf/kernels.h"
#include "mech/privsr/kernels.h"
#include "noise/noise_share.h"
#include "vectors/format/number.h"

enum { ROOM = INPUT_COORDINATES };

struct round {
	size_t users, items, k, count, edges;
	int64_t user[ROOM], item[ROOM], group[ROOM], truster[ROOM], trustee[ROOM];
	struct vector u, v, rating, similarity, h, c, h_friends, c_friends;
	double delta, epsilon, beta, rate, lambda, radius, weight;
	double before[ROOM], noise[ROOM], noisy[ROOM], friend_noise[ROOM], message[ROOM], gradient_u[ROOM], stepped[ROOM];
};

static bool read_numbers(const json_t *inputs, struct round *r)
{
	return input_double(inputs, "delta", &r->delta) && input_double(inputs, "epsilon", &r->epsilon) &&
	       input_double(inputs, "beta", &r->beta) && input_double(inputs, "rate", &r->rate) &&
	       input_double(inputs, "lambda", &r->lambda) && input_double(inputs, "radius", &r->radius) &&
	       input_double(inputs, "weight", &r->weight);
}

static bool read_round(const json_t *inputs, struct round *r)
{
	size_t n[2], e, rows_h, rows_c, rows_hf, rows_cf;

	memset(r, 0, sizeof *r);
	if (!input_rows(inputs, "u", &r->u, &r->users) || !input_rows(inputs, "v", &r->v, &r->items) ||
	    !input_rows(inputs, "h", &r->h, &rows_h) || !input_rows(inputs, "c", &r->c, &rows_c) ||
	    !input_rows(inputs, "h_friends", &r->h_friends, &rows_hf) || !input_rows(inputs, "c_friends", &r->c_friends, &rows_cf) ||
	    !input_i64s(inputs, "user", r->user, &r->count) || !input_i64s(inputs, "item", r->item, &n[0]) ||
	    !input_i64s(inputs, "group", r->group, &n[1]) || !input_i64s(inputs, "truster", r->truster, &r->edges) ||
	    !input_i64s(inputs, "trustee", r->trustee, &e) || !input_vector(inputs, "rating", &r->rating) ||
	    !input_vector(inputs, "similarity", &r->similarity) || !read_numbers(inputs, r))
		return false;
	r->k = r->users == 0 ? 0 : r->u.n / r->users;
	return r->k > 0 && r->v.n == r->items * r->k && r->h.n == r->v.n && rows_h == r->items && rows_c == r->count &&
	       r->c.n == r->count * r->k && n[0] == r->count && n[1] == r->count && r->rating.n == r->count && e == r->edges &&
	       r->similarity.n == e && rows_cf == e && r->c_friends.n == e * r->k && rows_hf == r->users && r->h_friends.n == r->u.n;
}

static bool lists_allowed(const struct round *r)
{
	for (size_t n = 0; n < r->count; n++)
		if (r->group[n] < 0 || r->group[n] > 1)
			return false;
	for (size_t e = 0; e < r->edges; e++)
		if (r->truster[e] == r->trustee[e] || !(r->similarity.x[e] >= 0 && r->similarity.x[e] <= 1))
			return false;
	return pairs_allowed(r->user, r->item, r->count, r->users, r->items) &&
	       pairs_allowed(r->truster, r->trustee, r->edges, r->users, r->users);
}

static bool none_negative(const struct vector *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (!(x->x[i] >= 0) || isinf(x->x[i]))
			return false;
	return true;
}

static bool in_domain(const struct round *r)
{
	const double number[] = { r->delta, r->epsilon, r->rate, r->lambda, r->radius, r->weight };

	return lists_allowed(r) && all_finite(number, 6) && r->delta >= 0 && r->epsilon > 0 && r->beta > 0 && r->beta <= 1 &&
	       r->rate > 0 && r->lambda >= 0 && r->radius >= 0 && r->weight >= 0 && none_negative(&r->h) && none_negative(&r->h_friends) &&
	       all_finite(r->u.x, r->u.n) && all_finite(r->v.x, r->v.n) && all_finite(r->rating.x, r->count) &&
	       all_finite(r->c.x, r->c.n) && all_finite(r->c_friends.x, r->c_friends.n);
}

static void items_turn(struct round *r)
{
	const double scale[2] = { dpmf_hdpmf_noise_scale(r->delta, r->k, dpmf_privsr_epsilon_sensitive(r->epsilon, r->beta)),
	                          dpmf_hdpmf_noise_scale(r->delta, r->k, dpmf_privsr_epsilon_other(r->epsilon, r->beta)) };
	const size_t k = r->k;
	size_t raters[ROOM][2] = { { 0 } };

	for (size_t n = 0; n < r->count; n++)
		raters[r->item[n]][r->group[n]]++;
	for (size_t n = 0; n < r->count; n++) {
		const size_t i = (size_t)r->user[n], j = (size_t)r->item[n], g = (size_t)r->group[n];

		dpmf_hdpmf_noise_share(scale[g], r->h.x + j * k, r->c.x + n * k, k, raters[j][g], r->noise + n * k);
		dpmf_hdpmf_gradient_add(r->u.x + i * k, r->v.x + j * k, k, 1, r->rating.x[n], r->noisy + j * k);
		dpmf_add_scaled(1, r->noise + n * k, k, r->noisy + j * k);
	}
	for (size_t j = 0; j < r->items; j++)
		dpmf_hdpmf_step(r->v.x + j * k, r->noisy + j * k, k, r->rate, r->lambda);
}

static void hear_friends(struct round *r, double *total)
{
	const double scale = dpmf_privsr_friend_scale(r->k, r->epsilon);
	const size_t k = r->k;
	size_t friends[ROOM] = { 0 };

	for (size_t e = 0; e < r->edges; e++)
		friends[r->truster[e]]++;
	for (size_t e = 0; e < r->edges; e++) {
		const size_t i = (size_t)r->truster[e], f = (size_t)r->trustee[e];

		dpmf_hdpmf_noise_share(scale, r->h_friends.x + i * k, r->c_friends.x + e * k, k, friends[i], r->friend_noise + e * k);
		dpmf_privsr_friend_add(r->before + f * k, k, r->similarity.x[e], r->message + i * k);
		dpmf_add_scaled(1, r->friend_noise + e * k, k, r->message + i * k);
		total[i] += r->similarity.x[e];
	}
}

static void users_turn(struct round *r)
{
	const size_t k = r->k;
	double total[ROOM] = { 0 };

	memcpy(r->before, r->u.x, sizeof r->before);
	hear_friends(r, total);
	for (size_t n = 0; n < r->count; n++) {
		const size_t i = (size_t)r->user[n], j = (size_t)r->item[n];

		dpmf_hdpmf_gradient_add(r->v.x + j * k, r->before + i * k, k, 1, r->rating.x[n], r->gradient_u + i * k);
	}
	for (size_t i = 0; i < r->users; i++) {
		dpmf_privsr_friend_gradient(r->message + i * k, r->before + i * k, k, total[i], r->weight, r->gradient_u + i * k);
		dpmf_hdpmf_step(r->u.x + i * k, r->gradient_u + i * k, k, r->rate, r->lambda);
		memcpy(r->stepped + i * k, r->u.x + i * k, k * sizeof *r->stepped);
		dpmf_project_ball(r->u.x + i * k, k, r->radius);
	}
}

CHECK(privsr_round)
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
	failed = check_put_rows(got, "noise", r.noise, r.count, r.k) | check_put_rows(got, "noisy", r.noisy, r.items, r.k) |
	         check_put_rows(got, "v", r.v.x, r.items, r.k) | check_put_rows(got, "friend_noise", r.friend_noise, r.edges, r.k) |
	         check_put_rows(got, "message", r.message, r.users, r.k) | check_put_rows(got, "gradient_u", r.gradient_u, r.users, r.k) |
	         check_put_rows(got, "stepped", r.stepped, r.users, r.k) | check_put_rows(got, "u", r.u.x, r.users, r.k);
	return failed == 0 ? CHECKED : CHECK_FAILED;
}
