/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/vector.h"
#include "mech/hdpmf/kernels.h"
#include "noise/noise_share.h"
#include "round.h"
#include "vectors/format/number.h"

struct round {
	struct rated_round with; /* the ratings */
	struct vector weight;
	size_t raters[ROUND_ROOM];
	double scale, gradient[ROUND_ROOM];
};

static bool in_domain(const struct round *r)
{
	for (size_t n = 0; n < r->weight.n; n++)
		if (!(r->weight.x[n] > 0 && r->weight.x[n] <= 1))
			return false;
	return rated_round_in_domain(&r->with);
}

static void items_turn(struct round *round)
{
	struct rated_round *r = &round->with;
	const size_t k = r->k;

	round->scale = dpmf_hdpmf_noise_scale(r->delta, k, r->epsilon);
	for (size_t n = 0; n < r->count; n++)
		round->raters[r->item[n]]++;
	for (size_t n = 0; n < r->count; n++) {
		const size_t i = (size_t)r->user[n], j = (size_t)r->item[n];
		const double *h = r->h.x + j * k;

		dpmf_hdpmf_noise_share(round->scale, h, r->c.x + n * k, k, round->raters[j], r->noise + n * k);
		dpmf_hdpmf_gradient_add(r->u.x + i * k, r->v.x + j * k, k, round->weight.x[n], r->rating.x[n],
		                        round->gradient + j * k);
	}
	memcpy(r->noisy, round->gradient, sizeof r->noisy);
	for (size_t n = 0; n < r->count; n++)
		dpmf_add_scaled(1, r->noise + n * k, k, r->noisy + (size_t)r->item[n] * k);
	rated_round_step_items(r);
}

static void users_turn(struct round *round)
{
	struct rated_round *r = &round->with;
	const size_t k = r->k;

	for (size_t n = 0; n < r->count; n++) {
		const size_t i = (size_t)r->user[n], j = (size_t)r->item[n];

		dpmf_hdpmf_gradient_add(r->v.x + j * k, r->u.x + i * k, k, round->weight.x[n], r->rating.x[n],
		                        r->gradient_u + i * k);
	}
	for (size_t i = 0; i < r->users; i++)
		rated_round_step_user(r, i);
}

CHECK(hdpmf_round)
{
	struct round round = { 0 };
	const struct rated_round *r = &round.with;
	int failed;

	(void)expected;
	if (!rated_round_read(inputs, &round.with) || !input_vector(inputs, "weight", &round.weight) ||
	    round.weight.n != r->count)
		return CHECK_MALFORMED;
	if (!in_domain(&round))
		return CHECK_REFUSES;
	items_turn(&round);
	users_turn(&round);
	failed = json_object_set_new(got, "scale", number_double(round.scale));
	failed |= check_put_rows(got, "noise", r->noise, r->count, r->k) |
	          check_put_rows(got, "gradient", round.gradient, r->items, r->k) |
	          check_put_rows(got, "noisy", r->noisy, r->items, r->k) | check_put_rows(got, "v", r->v.x, r->items, r->k) |
	          check_put_rows(got, "gradient_u", r->gradient_u, r->users, r->k) |
	          check_put_rows(got, "stepped", r->stepped, r->users, r->k) | check_put_rows(got, "u", r->u.x, r->users, r->k);
	return failed == 0 ? CHECKED : CHECK_FAILED;
}
