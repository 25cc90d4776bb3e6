/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/privsr/friends.h"

#include "core/vector.h"
#include "mech/privsr/kernels.h"
#include "noise/release.h"

/* The messages to one user as that user sees them one by one. */
static enum dpmf_status show_messages(const struct dpmf_friends *friends, size_t i, const struct dpmf_participants *who)
{
	const struct dpmf_social *social = friends->how->social;
	const struct dpmf_listener *listener = &friends->how->run.listener;
	const size_t k = friends->factors, begin = social->row[i];
	double h[DPMF_FACTORS_MOST] = { 0 };
	enum dpmf_status status = DPMF_OK;

	if (!listener->friend_message && !listener->friends_drawn)
		return DPMF_OK;
	if (listener->friends_drawn) {
		status = dpmf_door_show_common(friends->door, friends->number, who->item, h, NULL);
		listener->friends_drawn(listener->context, friends->round, i, h, k);
	}
	for (size_t a = 0; listener->friend_message && a < who->count && status == DPMF_OK; a++) {
		double message[DPMF_FACTORS_MOST] = { 0 };

		dpmf_privsr_friend_add(friends->u + who->user[a] * k, k, social->similarity[begin + a], message);
		status = dpmf_door_show(friends->door, friends->number, who, a, message, NULL);
		listener->friend_message(listener->context, friends->round, who->user[a], i, message, k);
	}
	return status;
}

enum dpmf_status dpmf_friends_pull(const struct dpmf_friends *friends, size_t i, const double *u, double *sum)
{
	const struct dpmf_social *social = friends->how->social;
	const size_t k = friends->factors, begin = social->row[i], count = social->row[i + 1] - begin;
	const struct dpmf_participants who = {
		.item = DPMF_FRIENDS_STREAM + i, .user = social->trustee + begin, .count = count, .of = count
	};
	double message[DPMF_FACTORS_MOST] = { 0 }, total = 0;
	enum dpmf_status status;

	if (show_messages(friends, i, &who) != DPMF_OK)
		return DPMF_FAILED;
	for (size_t e = begin; e < begin + count; e++) {
		dpmf_privsr_friend_add(friends->u + social->trustee[e] * k, k, social->similarity[e], message);
		total += social->similarity[e];
	}
	status = dpmf_door_release(friends->door, friends->number, i, &who, message, NULL);
	if (status != DPMF_OK)
		return status;
	dpmf_privsr_friend_gradient(message, u, k, total, friends->how->social_weight, sum);
	return DPMF_OK;
}
