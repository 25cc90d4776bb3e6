/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/vector.h"
#include "mech/hdpmf/kernels.h"
#include "mech/privsr/kernels.h"
#include "noise/noise_share.h"
#include "round.h"

enum { ROOM = ROUND_ROOM };

struct round {
	struct rated_round with; /* the ratings */
	size_t edges;
	int64_t group[ROOM], truster[ROOM], trustee[ROOM];
	struct vector similarity, h_friends, c_friends;
	double beta, weight;
	double before[ROOM], friend_noise[ROOM], message[ROOM];
};

static bool read_round(const json_t *inputs, struct round *round)
{
	const struct rated_round *r = &round->with;
	size_t groups, edges, rows_h, rows_c;

	if (!rated_round_read(inputs, &round->with) || !input_double(inputs, "beta", &round->beta) ||
	    !input_double(inputs, "weight", &round->weight) || !input_rows(inputs, "h_friends", &round->h_friends, &rows_h) ||
	    !input_rows(inputs, "c_friends", &round->c_friends, &rows_c) || !input_i64s(inputs, "group", round->group, &groups) ||
	    !input_i64s(inputs, "truster", round->truster, &round->edges) ||
	    !input_i64s(inputs, "trustee", round->trustee, &edges) || !input_vector(inputs, "similarity", &round->similarity))
		return false;
	return groups == r->count && edges == round->edges && round->similarity.n == edges && rows_c == edges &&
	       round->c_friends.n == edges * r->k && rows_h == r->users && round->h_friends.n == r->u.n;
}

static bool lists_allowed(const struct round *round)
{
	const size_t users = round->with.users;

	for (size_t n = 0; n < round->with.count; n++)
		if (round->group[n] < 0 || round->group[n] > 1)
			return false;
	for (size_t e = 0; e < round->edges; e++)
		if (round->truster[e] == round->trustee[e] || !(round->similarity.x[e] >= 0 && round->similarity.x[e] <= 1))
			return false;
	return pairs_allowed(round->truster, round->trustee, round->edges, users, users);
}

static bool in_domain(const struct round *round)
{
	return rated_round_in_domain(&round->with) && lists_allowed(round) && round->beta > 0 && round->beta <= 1 &&
	       all_finite(&round->weight, 1) && round->weight >= 0 && none_negative(&round->h_friends) &&
	       all_finite(round->c_friends.x, round->c_friends.n);
}

static void items_turn(struct round *round)
{
	struct rated_round *r = &round->with;
	const size_t k = r->k;
	const double scale[2] = { dpmf_hdpmf_noise_scale(r->delta, k, dpmf_privsr_epsilon_sensitive(r->epsilon, round->beta)),
	                          dpmf_hdpmf_noise_scale(r->delta, k, dpmf_privsr_epsilon_other(r->epsilon, round->beta)) };
	size_t raters[ROOM][2] = { { 0 } };

	for (size_t n = 0; n < r->count; n++)
		raters[r->item[n]][round->group[n]]++;
	for (size_t n = 0; n < r->count; n++) {
		const size_t i = (size_t)r->user[n], j = (size_t)r->item[n], g = (size_t)round->group[n];

		dpmf_hdpmf_noise_share(scale[g], r->h.x + j * k, r->c.x + n * k, k, raters[j][g], r->noise + n * k);
		dpmf_hdpmf_gradient_add(r->u.x + i * k, r->v.x + j * k, k, 1, r->rating.x[n], r->noisy + j * k);
		dpmf_add_scaled(1, r->noise + n * k, k, r->noisy + j * k);
	}
	rated_round_step_items(r);
}

static void hear_friends(struct round *round, double *total)
{
	const size_t k = round->with.k;
	const double scale = dpmf_privsr_friend_scale(k, round->with.epsilon);
	size_t friends[ROOM] = { 0 };

	for (size_t e = 0; e < round->edges; e++)
		friends[round->truster[e]]++;
	for (size_t e = 0; e < round->edges; e++) {
		const size_t i = (size_t)round->truster[e], f = (size_t)round->trustee[e];
		const double *h = round->h_friends.x + i * k, *c = round->c_friends.x + e * k;

		dpmf_hdpmf_noise_share(scale, h, c, k, friends[i], round->friend_noise + e * k);
		dpmf_privsr_friend_add(round->before + f * k, k, round->similarity.x[e], round->message + i * k);
		dpmf_add_scaled(1, round->friend_noise + e * k, k, round->message + i * k);
		total[i] += round->similarity.x[e];
	}
}

static void users_turn(struct round *round)
{
	struct rated_round *r = &round->with;
	const size_t k = r->k;
	double total[ROOM] = { 0 };

	memcpy(round->before, r->u.x, sizeof round->before);
	hear_friends(round, total);
	for (size_t n = 0; n < r->count; n++) {
		const size_t i = (size_t)r->user[n], j = (size_t)r->item[n];

		dpmf_hdpmf_gradient_add(r->v.x + j * k, round->before + i * k, k, 1, r->rating.x[n], r->gradient_u + i * k);
	}
	for (size_t i = 0; i < r->users; i++) {
		dpmf_privsr_friend_gradient(round->message + i * k, round->before + i * k, k, total[i], round->weight,
		                            r->gradient_u + i * k);
		rated_round_step_user(r, i);
	}
}

CHECK(privsr_round)
{
	struct round round = { 0 };
	const struct rated_round *r = &round.with;
	int failed;

	(void)expected;
	if (!read_round(inputs, &round))
		return CHECK_MALFORMED;
	if (!in_domain(&round))
		return CHECK_REFUSES;
	items_turn(&round);
	users_turn(&round);
	failed = check_put_rows(got, "noise", r->noise, r->count, r->k) | check_put_rows(got, "noisy", r->noisy, r->items, r->k) |
	         check_put_rows(got, "v", r->v.x, r->items, r->k) |
	         check_put_rows(got, "friend_noise", round.friend_noise, round.edges, r->k) |
	         check_put_rows(got, "message", round.message, r->users, r->k) |
	         check_put_rows(got, "gradient_u", r->gradient_u, r->users, r->k) |
	         check_put_rows(got, "stepped", r->stepped, r->users, r->k) | check_put_rows(got, "u", r->u.x, r->users, r->k);
	return failed == 0 ? CHECKED : CHECK_FAILED;
}
