/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/friends.h"

#include "core/vector.h"
#include "mech/privsr.h"
#include "noise/mixture.h"

/* The messages to one user as that user sees them one by one. */
static void show_messages(const struct dpmf_friends *friends, size_t i)
{
	const struct dpmf_social *social = friends->how->social;
	const struct dpmf_listener *listener = &friends->how->listener;
	const struct dpmf_entry *entry = &friends->door->record.entry[friends->number];
	const size_t k = friends->factors, begin = social->row[i], count = social->row[i + 1] - begin;
	double h[DPMF_FACTORS_MOST] = { 0 }, noise[DPMF_FACTORS_MOST] = { 0 };

	dpmf_mixture_h(&friends->door->server, DPMF_FRIENDS_STREAM + i, friends->draw, k, h);
	if (listener->friends_drawn)
		listener->friends_drawn(listener->context, friends->round, i, h, k);
	for (size_t e = begin; listener->friend_message && e < begin + count; e++) {
		const size_t f = social->trustee[e];
		double message[DPMF_FACTORS_MOST] = { 0 };

		privsr_friend_add(friends->u + f * k, k, social->similarity[e], message);
		if (entry->law != DPMF_NO_NOISE) {
			dpmf_mixture_share(&friends->door->users, f, DPMF_FRIENDS_STREAM + i, friends->draw,
			                   entry->scale, h, k, count, noise);
			dpmf_add_scaled(1, noise, k, message);
		}
		listener->friend_message(listener->context, friends->round, f, i, message, k);
	}
}

enum dpmf_status dpmf_friends_pull(const struct dpmf_friends *friends, size_t i, const double *u, double *sum)
{
	const struct dpmf_social *social = friends->how->social;
	const size_t k = friends->factors, begin = social->row[i], count = social->row[i + 1] - begin;
	const struct dpmf_participants who = {
		.item = DPMF_FRIENDS_STREAM + i, .user = social->trustee + begin, .count = count, .of = count
	};
	double message[DPMF_FACTORS_MOST] = { 0 }, total = 0;

	if (count == 0)
		return DPMF_OK;
	if (friends->how->listener.friend_message || friends->how->listener.friends_drawn)
		show_messages(friends, i);
	for (size_t e = begin; e < begin + count; e++) {
		privsr_friend_add(friends->u + social->trustee[e] * k, k, social->similarity[e], message);
		total += social->similarity[e];
	}
	if (dpmf_door_release(friends->door, friends->number, i, &who, message) != DPMF_OK)
		return DPMF_FAILED;
	privsr_friend_gradient(message, u, k, total, friends->how->social_weight, sum);
	return DPMF_OK;
}
