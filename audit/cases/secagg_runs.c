/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg_runs.h"

#include <string.h>

#include "secagg/expand.h"
#include "secagg/pack.h"
#include "secagg/server.h"
#include "secagg/user.h"

enum { LENGTH = 2, USERS_MOST = 4, MOST = 255, BITS = 10 };

struct run {
	const struct secagg_worlds *worlds;
	struct dpmf_secagg_setting setting;
	struct dpmf_secagg_user user[USERS_MOST];
	struct dpmf_secagg_server server;
	uint64_t masked[2][LENGTH]; /* of users 1 and 2, as they arrived */
	int world;
};

enum dpmf_status secagg_setup(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	(void)error;
	*instance = (void *)(uintptr_t)one->parameters; /* only read */
	return DPMF_OK;
}

void secagg_teardown(void *instance)
{
	(void)instance;
}

static void vector_of(const struct run *run, uint32_t number, uint64_t x[LENGTH])
{
	const bool high = (number == 1) == (run->world == 1);

	for (size_t i = 0; i < LENGTH; i++)
		x[i] = number > 2 ? 9 : high ? MOST - 55 * i : 0;
}

/* Sends a user's message to the server, and forgets it. */
static enum dpmf_status send(struct run *run, enum dpmf_status status, struct dpmf_secagg_message *message, struct dpmf_error *error)
{
	if (status == DPMF_OK)
		status = dpmf_secagg_server_take(&run->server, message, error);
	dpmf_secagg_message_free(message);
	return status;
}

static bool silent(const struct run *run, uint32_t number)
{
	return number == run->worlds->silent;
}

static enum dpmf_status exchange_keys(struct run *run, struct dpmf_error *error)
{
	struct dpmf_secagg_message all = { NULL, 0 }, message = { NULL, 0 };
	enum dpmf_status status = DPMF_OK;

	for (uint32_t i = 0; status == DPMF_OK && i < run->setting.users; i++)
		status = send(run, dpmf_secagg_user_advertise(&run->user[i], &message, error), &message, error);
	if (status == DPMF_OK)
		status = dpmf_secagg_server_roster(&run->server, &all, error);
	for (uint32_t i = 0; status == DPMF_OK && i < run->setting.users; i++)
		status = send(run, dpmf_secagg_user_share(&run->user[i], &all, &message, error), &message, error);
	dpmf_secagg_message_free(&all);
	return status == DPMF_OK ? dpmf_secagg_server_end_sharing(&run->server, error) : status;
}

/* The planted leak: after masking, the last coordinate is the vector's own. */
static void leave_unmasked(const struct run *run, uint32_t number, uint64_t own, struct dpmf_secagg_message *masked)
{
	uint64_t y[LENGTH];

	if (!run->worlds->unmasked || number != 1)
		return;
	dpmf_unpack(masked->bytes + DPMF_SECAGG_HEAD, LENGTH, BITS, y);
	y[LENGTH - 1] = own;
	memset(masked->bytes + DPMF_SECAGG_HEAD, 0, dpmf_pack_length(LENGTH, BITS));
	dpmf_pack(y, LENGTH, BITS, masked->bytes + DPMF_SECAGG_HEAD);
}

static enum dpmf_status mask(struct run *run, uint32_t number, struct dpmf_error *error)
{
	struct dpmf_secagg_message delivery = { NULL, 0 }, masked = { NULL, 0 };
	uint64_t x[LENGTH], own;
	enum dpmf_status status = dpmf_secagg_server_delivery(&run->server, number, &delivery, error);

	vector_of(run, number, x);
	own = x[LENGTH - 1];
	if (status == DPMF_OK)
		status = dpmf_secagg_user_mask(&run->user[number - 1], &delivery, x, &masked, error);
	dpmf_secagg_message_free(&delivery);
	if (status != DPMF_OK)
		return status;
	leave_unmasked(run, number, own, &masked);
	if (number <= 2)
		dpmf_unpack(masked.bytes + DPMF_SECAGG_HEAD, LENGTH, BITS, run->masked[number - 1]);
	return send(run, DPMF_OK, &masked, error);
}

static enum dpmf_status upload_and_unmask(struct run *run, struct dpmf_error *error)
{
	struct dpmf_secagg_message all = { NULL, 0 }, message = { NULL, 0 };
	enum dpmf_status status = DPMF_OK;

	for (uint32_t i = 1; status == DPMF_OK && i <= run->setting.users; i++)
		if (!silent(run, i))
			status = mask(run, i, error);
	if (status == DPMF_OK)
		status = dpmf_secagg_server_survivors(&run->server, &all, error);
	for (uint32_t i = 1; status == DPMF_OK && i <= run->setting.users; i++)
		if (!silent(run, i))
			status = send(run, dpmf_secagg_user_unmask(&run->user[i - 1], &all, &message, error), &message, error);
	dpmf_secagg_message_free(&all);
	return status;
}

/* A secret from the `count` shares given; zeros where they give none. */
static void join(const uint32_t *point, const struct dpmf_secret_share *share, size_t count, unsigned char secret[32])
{
	uint32_t weight[USERS_MOST], value[DPMF_SECRET_LIMBS * USERS_MOST];

	for (size_t i = 0; i < count; i++)
		for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++)
			value[l * count + i] = share[i].limb[l];
	if (!dpmf_secret_weights(point, count, weight) || !dpmf_secret_join(weight, value, count, secret))
		memset(secret, 0, 32);
}

/* Of the secret of `number` that UNMASK lifts: the first threshold users that answered. */
static void join_unmasked(const struct run *run, uint32_t number, unsigned char secret[32])
{
	struct dpmf_secret_share share[USERS_MOST];
	uint32_t point[USERS_MOST];
	size_t count = 0;

	for (uint32_t i = 1; count < run->setting.threshold; i++) {
		const struct dpmf_secagg_message *m = dpmf_secagg_server_message(&run->server, DPMF_SECAGG_UNMASK, i);

		if (!m->bytes)
			continue;
		point[count] = i;
		dpmf_share_read(dpmf_secagg_entry(&run->setting, m, number - 1) + 5, &share[count++]);
	}
	join(point, share, count, secret);
}

/* Of the mask key of user 1: what the coalition holds, however much that is. */
static void join_coalition(const struct run *run, unsigned char secret[32])
{
	struct dpmf_secret_share share[USERS_MOST];
	uint32_t point[USERS_MOST];

	for (uint32_t i = 0; i < run->worlds->coalition; i++) {
		point[i] = run->setting.users - i;
		share[i] = run->user[point[i] - 1].peer[0].of_key;
	}
	join(point, share, run->worlds->coalition, secret);
}

static struct dpmf_secagg_party party(const struct run *run, uint32_t number)
{
	const struct dpmf_secagg_message *m = dpmf_secagg_server_message(&run->server, DPMF_SECAGG_ADVERTISE, number);

	return (struct dpmf_secagg_party){ number, m->bytes + DPMF_SECAGG_HEAD + DPMF_SECAGG_KEY };
}

/* Takes the mask of users 1 and `other`, which user 1 added, from y, if the secret of one of them is known or guessed. */
static void lift_pair(const struct run *run, uint32_t other, const unsigned char *of_one, uint64_t *y)
{
	const struct dpmf_secagg_party one = party(run, 1), two = party(run, other);
	unsigned char secret[32], key[32];
	bool known = true;

	if (silent(run, other)) {
		join_unmasked(run, other, secret);
		known = dpmf_secagg_mask_key(&run->setting, secret, &two, &one, key);
	} else if (other > run->setting.users - run->worlds->coalition) {
		known = dpmf_secagg_mask_key(&run->setting, run->user[other - 1].mask.secret, &two, &one, key);
	} else {
		known = of_one && dpmf_secagg_mask_key(&run->setting, of_one, &one, &two, key);
	}
	if (known)
		dpmf_masks_expand(key, BITS, true, y, LENGTH);
}

static void lift_known(const struct run *run, uint64_t *y)
{
	unsigned char secret[32], key[32];

	join_unmasked(run, 1, secret);
	dpmf_secagg_self_key(&run->setting, secret, 1, key);
	dpmf_masks_expand(key, BITS, true, y, LENGTH);
	if (run->worlds->coalition)
		join_coalition(run, secret);
	for (uint32_t other = 2; other <= run->setting.users; other++)
		lift_pair(run, other, run->worlds->coalition ? secret : NULL, y);
}

static void note(const struct run *run, double *seen)
{
	uint64_t y[LENGTH];

	memcpy(y, run->masked[0], sizeof y);
	lift_known(run, y);
	for (size_t i = 0; i < LENGTH; i++) {
		seen[i] = (double)run->masked[0][i];
		seen[LENGTH + i] = (double)run->masked[1][i];
		seen[2 * LENGTH + i] = (double)y[i];
	}
	seen[6] = party(run, 1).open[7];
	seen[7] = dpmf_secagg_entry(&run->setting, dpmf_secagg_server_message(&run->server, DPMF_SECAGG_SHARE, 1), 0)[20];
	seen[8] = dpmf_secagg_load32(dpmf_secagg_entry(&run->setting, dpmf_secagg_server_message(&run->server, DPMF_SECAGG_UNMASK, 2), 0) + 5);
}

static enum dpmf_status open_run(struct run *run, const struct dpmf_key *key, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_secagg_setting_check(&run->setting, error);

	if (status == DPMF_OK)
		status = dpmf_secagg_server_open(&run->setting, NULL, &run->server, error);
	for (uint32_t i = 0; status == DPMF_OK && i < run->setting.users; i++)
		status = dpmf_secagg_user_open(&run->setting, i + 1, NULL, key, 0, &run->user[i], error);
	return status;
}

enum dpmf_status secagg_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct secagg_worlds *worlds = instance;
	struct run run = { .worlds = worlds, .world = world, .setting = { .users = worlds->users, .threshold = worlds->threshold,
		.length = LENGTH, .most = MOST, .bits = BITS } };
	enum dpmf_status status = open_run(&run, key, error);

	if (status == DPMF_OK)
		status = exchange_keys(&run, error);
	if (status == DPMF_OK)
		status = upload_and_unmask(&run, error);
	if (status == DPMF_OK)
		note(&run, seen);
	for (uint32_t i = 0; i < worlds->users; i++)
		if (run.user[i].setting)
			dpmf_secagg_user_close(&run.user[i]);
	if (run.server.setting)
		dpmf_secagg_server_close(&run.server);
	return status;
}
