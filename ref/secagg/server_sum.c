/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the server lifts the masks. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "secagg/expand.h"
#include "secagg/keys.h"
#include "secagg/secret.h"
#include "secagg/server.h"

struct lift {
	const struct dpmf_secagg_server *server;
	uint32_t *point, *weight; /* threshold: the users that answered, and Lagrange's weights */
	uint32_t *value;          /* their shares of one secret, limb by limb */
	uint64_t *sum;
};

static void lift_close(struct lift *lift)
{
	if (lift->value)
		sodium_memzero(lift->value, (size_t)DPMF_SECRET_LIMBS * lift->server->setting->threshold * sizeof *lift->value);
	free(lift->point);
	free(lift->weight);
	free(lift->value);
	free(lift->sum);
}

/* The first of those that answered; any would do. */
static enum dpmf_status lift_open(const struct dpmf_secagg_server *server, struct lift *lift, struct dpmf_error *error)
{
	const struct dpmf_secagg_setting *s = server->setting;
	size_t i = 0;

	lift->server = server;
	lift->point = malloc(s->threshold * sizeof *lift->point);
	lift->weight = malloc(s->threshold * sizeof *lift->weight);
	lift->value = malloc((size_t)DPMF_SECRET_LIMBS * s->threshold * sizeof *lift->value);
	lift->sum = malloc(s->length * sizeof *lift->sum);
	if (!lift->point || !lift->weight || !lift->value || !lift->sum)
		return dpmf_fail(error, DPMF_FAILED, "no memory to reconstruct from %u shares", s->threshold);
	memcpy(lift->sum, server->sum, s->length * sizeof *lift->sum);
	for (uint32_t user = 1; i < s->threshold; user++)
		if (dpmf_secagg_server_has(server, DPMF_SECAGG_UNMASK, user))
			lift->point[i++] = user;
	if (!dpmf_secret_weights(lift->point, s->threshold, lift->weight))
		return dpmf_fail(error, DPMF_FAILED, "secure aggregation: two users have one number");
	return DPMF_OK;
}

/* The secret of which every UNMASK has a share in its entry `place`. */
static bool reconstruct(struct lift *lift, size_t place, unsigned char secret[32])
{
	const size_t count = lift->server->setting->threshold;

	for (size_t i = 0; i < count; i++) {
		const struct dpmf_secagg_message *unmask = dpmf_secagg_server_message(lift->server, DPMF_SECAGG_UNMASK, lift->point[i]);
		struct dpmf_secret_share share;

		if (!dpmf_share_read(dpmf_secagg_entry(lift->server->setting, unmask, place) + 5, &share))
			return false;
		for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++)
			lift->value[l * count + i] = share.limb[l];
	}
	return dpmf_secret_join(lift->weight, lift->value, count, secret);
}

static const unsigned char *mask_key_of(const struct lift *lift, uint32_t user)
{
	return dpmf_secagg_server_message(lift->server, DPMF_SECAGG_ADVERTISE, user)->bytes + DPMF_SECAGG_HEAD + DPMF_SECAGG_KEY;
}

static void lift_self(struct lift *lift, uint32_t user, const unsigned char seed[32])
{
	const struct dpmf_secagg_setting *s = lift->server->setting;
	unsigned char key[32];

	dpmf_secagg_self_key(s, seed, user, key);
	dpmf_masks_expand(key, s->bits, true, lift->sum, s->length);
	sodium_memzero(key, sizeof key);
}

/* The masks of one that fell silent: what earlier survivors added is taken away, what later ones took away is added. */
static bool lift_pairs(struct lift *lift, uint32_t silent, const unsigned char secret[32])
{
	const struct dpmf_secagg_setting *s = lift->server->setting;
	struct dpmf_secagg_pair pair;
	unsigned char key[32];
	bool fits;

	dpmf_secagg_pair_of(secret, &pair);
	fits = memcmp(pair.open, mask_key_of(lift, silent), DPMF_SECAGG_KEY) == 0;
	for (uint32_t user = 1; fits && user <= s->users; user++) {
		const struct dpmf_secagg_party own = { silent, pair.open };
		struct dpmf_secagg_party theirs = { user, NULL };

		if (!dpmf_secagg_server_has(lift->server, DPMF_SECAGG_MASK, user))
			continue;
		theirs.open = mask_key_of(lift, user);
		fits = dpmf_secagg_mask_key(s, pair.secret, &own, &theirs, key);
		if (fits)
			dpmf_masks_expand(key, s->bits, user < silent, lift->sum, s->length);
	}
	sodium_memzero(&pair, sizeof pair);
	sodium_memzero(key, sizeof key);
	return fits;
}

static enum dpmf_status lift_all(struct lift *lift, struct dpmf_error *error)
{
	unsigned char secret[32];
	enum dpmf_status status = DPMF_OK;
	size_t place = 0;

	for (uint32_t user = 1; status == DPMF_OK && user <= lift->server->setting->users; user++) {
		bool fits;

		if (!dpmf_secagg_server_has(lift->server, DPMF_SECAGG_SHARE, user))
			continue;
		fits = reconstruct(lift, place++, secret);
		if (fits && dpmf_secagg_server_has(lift->server, DPMF_SECAGG_MASK, user))
			lift_self(lift, user, secret);
		else
			fits = fits && lift_pairs(lift, user, secret);
		if (!fits)
			status = dpmf_fail(error, DPMF_NO, "secure aggregation: the shares of a secret of user %u do not fit together", user);
	}
	sodium_memzero(secret, sizeof secret);
	return status;
}

enum dpmf_status dpmf_secagg_server_sum(struct dpmf_secagg_server *server, uint64_t *sum, struct dpmf_error *error)
{
	const size_t count = dpmf_secagg_server_count(server, DPMF_SECAGG_UNMASK);
	struct lift lift = { .server = NULL };
	enum dpmf_status status;

	if (server->step != DPMF_SECAGG_UNMASK)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation: the server is at step %d, the sum comes after %d", server->step,
		                 DPMF_SECAGG_UNMASK);
	if (count < server->setting->threshold)
		return dpmf_fail(error, DPMF_NO, "secure aggregation: %zu users answered the last step, the threshold is %u", count,
		                 server->setting->threshold);
	status = lift_open(server, &lift, error);
	if (status == DPMF_OK)
		status = lift_all(&lift, error);
	if (status == DPMF_OK) {
		memcpy(sum, lift.sum, server->setting->length * sizeof *sum);
		server->step = DPMF_SECAGG_STEPS;
	}
	lift_close(&lift);
	return status;
}
