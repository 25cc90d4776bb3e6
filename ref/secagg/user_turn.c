/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/user_turn.h"

enum { OVER = -1 };

struct dpmf_secagg_peer *dpmf_secagg_peer_of(const struct dpmf_secagg_user *user, uint32_t number)
{
	return &user->peer[number - 1];
}

bool dpmf_secagg_enough(const struct dpmf_secagg_user *user, size_t count)
{
	return count >= user->setting->threshold;
}

enum dpmf_status dpmf_secagg_user_refuse(const struct dpmf_secagg_user *user, struct dpmf_error *error, const char *message,
                               uint32_t other, const char *what)
{
	return dpmf_fail(error, DPMF_INPUT, "secure aggregation: user %u refuses %s: user %u %s", user->number, message, other, what);
}

enum dpmf_status dpmf_secagg_user_too_few(const struct dpmf_secagg_user *user, struct dpmf_error *error, const char *message, size_t count)
{
	return dpmf_fail(error, DPMF_NO, "secure aggregation: user %u ends at %s: %zu users are left, the threshold is %u",
	                 user->number, message, count, user->setting->threshold);
}

/* Whose turn it is; from here on a call that fails leaves the user out of order. */
enum dpmf_status dpmf_secagg_user_begin(struct dpmf_secagg_user *user, enum dpmf_secagg_step step, struct dpmf_error *error)
{
	const int next = user->next;

	user->next = OVER;
	if (next != (int)step)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation: user %u is asked out of order, or after a refusal", user->number);
	return DPMF_OK;
}

enum dpmf_status dpmf_secagg_user_make(const struct dpmf_secagg_user *user, enum dpmf_secagg_type type, size_t count,
                             struct dpmf_secagg_message *message, struct dpmf_error *error)
{
	const struct dpmf_secagg_head head = { type, user->number, DPMF_SECAGG_SERVER, (uint32_t)count };

	return dpmf_secagg_message_make(user->setting, &head, message, error);
}

void dpmf_secagg_user_finish(struct dpmf_secagg_user *user, struct dpmf_secagg_message *message, enum dpmf_secagg_step next)
{
	if (user->setting->authenticated)
		dpmf_secagg_sign(&user->signer, message);
	user->next = (int)next;
}

bool dpmf_secagg_user_trusts(const struct dpmf_secagg_user *user, uint32_t other, const struct dpmf_secagg_message *message)
{
	return dpmf_secagg_signed_by(user->verifying + 32 * (size_t)(other - 1), message);
}
