/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the server makes of the shares that it has. */
#include <string.h>

#include "secagg/expand.h"
#include "audit/secagg/run.h"

struct shares {
	uint32_t point[SECAGG_USERS_MOST];
	struct dpmf_secret_share share[SECAGG_USERS_MOST];
	size_t count;
};

/* Whether user `from` has given its share of that secret of user `number`: in UNMASK, or because it colludes. */
static bool given(const struct secagg_run *run, uint32_t from, uint32_t number, unsigned kind, struct dpmf_secret_share *share)
{
	const struct dpmf_secagg_peer *peer = &run->user[from - 1].peer[number - 1];
	const struct dpmf_secagg_message *unmask = &run->unmask[from - 1];
	const unsigned char *entry;

	if (secagg_run_colludes(run, from)) {
		*share = kind == DPMF_SECAGG_KIND_KEY ? peer->of_key : peer->of_self;
		return true;
	}
	if (!unmask->bytes)
		return false;
	entry = dpmf_secagg_entry(&run->setting, unmask, number - 1);
	return entry[4] == kind && dpmf_share_read(entry + 5, share);
}

/* From all shares given, however few they are; false where there is none, and zeros where they give no secret. */
static bool secret_of(const struct secagg_run *run, uint32_t number, unsigned kind, unsigned char secret[32])
{
	uint32_t weight[SECAGG_USERS_MOST], value[DPMF_SECRET_LIMBS * SECAGG_USERS_MOST];
	struct shares had = { .count = 0 };

	for (uint32_t from = 1; from <= run->setting.users; from++)
		if (given(run, from, number, kind, &had.share[had.count]))
			had.point[had.count++] = from;
	for (size_t i = 0; i < had.count; i++)
		for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++)
			value[l * had.count + i] = had.share[i].limb[l];
	if (had.count > 0 && (!dpmf_secret_weights(had.point, had.count, weight) ||
	                      !dpmf_secret_join(weight, value, had.count, secret)))
		memset(secret, 0, 32);
	return had.count > 0;
}

static struct dpmf_secagg_party party(const struct secagg_run *run, uint32_t number)
{
	return (struct dpmf_secagg_party){ number, run->user[number - 1].mask.open };
}

/* The key of the masks of users 1 and `other`, if the mask key of one of them is had or guessed. */
static bool pair_key(const struct secagg_run *run, uint32_t other, unsigned char key[32])
{
	const struct dpmf_secagg_party one = party(run, 1), two = party(run, other);
	unsigned char secret[32];

	if (secagg_run_colludes(run, other))
		return dpmf_secagg_mask_key(&run->setting, run->user[other - 1].mask.secret, &two, &one, key);
	if (secagg_run_silent(run, other) && secret_of(run, other, DPMF_SECAGG_KIND_KEY, secret))
		return dpmf_secagg_mask_key(&run->setting, secret, &two, &one, key);
	return secret_of(run, 1, DPMF_SECAGG_KIND_KEY, secret) && dpmf_secagg_mask_key(&run->setting, secret, &one, &two, key);
}

void secagg_run_lift(const struct secagg_run *run, uint64_t selfless[SECAGG_LENGTH], uint64_t y[SECAGG_LENGTH])
{
	unsigned char secret[32], key[32];

	memcpy(y, run->masked[0], sizeof run->masked[0]);
	if (secret_of(run, 1, DPMF_SECAGG_KIND_SELF, secret)) {
		dpmf_secagg_self_key(&run->setting, secret, 1, key);
		dpmf_masks_expand(key, run->setting.bits, true, y, SECAGG_LENGTH);
	}
	memcpy(selfless, y, sizeof run->masked[0]);
	for (uint32_t other = 2; other <= run->setting.users; other++)
		if (pair_key(run, other, key))
			dpmf_masks_expand(key, run->setting.bits, true, y, SECAGG_LENGTH);
}
