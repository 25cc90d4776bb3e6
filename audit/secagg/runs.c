/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/secagg/runs.h"

#include <string.h>

#include "secagg/expand.h"
#include "secagg/pack.h"
#include "audit/secagg/run.h"

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

bool secagg_run_silent(const struct secagg_run *run, uint32_t number)
{
	return number == run->worlds->silent;
}

bool secagg_run_colludes(const struct secagg_run *run, uint32_t number)
{
	return number > run->setting.users - run->worlds->coalition;
}

static void vector_of(const struct secagg_run *run, uint32_t number, uint64_t x[SECAGG_LENGTH])
{
	const bool high = (number == 1) == (run->world == 1), kept = number > 2 || (run->worlds->late && number == 2);

	for (size_t i = 0; i < SECAGG_LENGTH; i++)
		x[i] = kept ? 9 : high ? SECAGG_MOST - 55 * i : 0;
}

/* Sends a user's message to the server, and forgets it. */
static enum dpmf_status send(struct secagg_run *run, enum dpmf_status status, struct dpmf_secagg_message *message,
                             struct dpmf_error *error)
{
	if (status == DPMF_OK)
		status = dpmf_secagg_server_take(&run->server, message, error);
	dpmf_secagg_message_free(message);
	return status;
}

static enum dpmf_status exchange_keys(struct secagg_run *run, struct dpmf_error *error)
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

static void take_pair_masks(const struct secagg_run *run, uint64_t *y)
{
	const struct dpmf_secagg_party own = { 1, run->user[0].mask.open };
	unsigned char key[32];

	for (uint32_t other = 2; other <= run->setting.users; other++) {
		const struct dpmf_secagg_party theirs = { other, run->user[other - 1].mask.open };

		if (dpmf_secagg_mask_key(&run->setting, run->user[0].mask.secret, &own, &theirs, key))
			dpmf_masks_expand(key, run->setting.bits, true, y, SECAGG_LENGTH);
	}
}

/* Leaks that are planted: the last coordinate as it is, or all of them without the self mask, or those of pairs. */
static void leave_bare(const struct secagg_run *run, uint64_t own, struct dpmf_secagg_message *masked)
{
	const struct dpmf_secagg_user *one = &run->user[0];
	unsigned char key[32], *bytes = masked->bytes + DPMF_SECAGG_HEAD;
	uint64_t y[SECAGG_LENGTH];

	dpmf_unpack(bytes, SECAGG_LENGTH, run->setting.bits, y);
	if (run->worlds->unmasked)
		y[SECAGG_LENGTH - 1] = own;
	if (run->worlds->self_forgotten) {
		dpmf_secagg_self_key(&run->setting, one->self, 1, key);
		dpmf_masks_expand(key, run->setting.bits, true, y, SECAGG_LENGTH);
	}
	if (run->worlds->pairs_forgotten)
		take_pair_masks(run, y);
	memset(bytes, 0, dpmf_pack_length(SECAGG_LENGTH, run->setting.bits));
	dpmf_pack(y, SECAGG_LENGTH, run->setting.bits, bytes);
	if (run->setting.authenticated)
		dpmf_secagg_sign(&one->signer, masked);
}

static enum dpmf_status mask(struct secagg_run *run, uint32_t number, struct dpmf_error *error)
{
	struct dpmf_secagg_message delivery = { NULL, 0 }, masked = { NULL, 0 };
	uint64_t x[SECAGG_LENGTH], own;
	enum dpmf_status status = dpmf_secagg_server_delivery(&run->server, number, &delivery, error);

	vector_of(run, number, x);
	own = x[SECAGG_LENGTH - 1];
	if (status == DPMF_OK)
		status = dpmf_secagg_user_mask(&run->user[number - 1], &delivery, x, &masked, error);
	dpmf_secagg_message_free(&delivery);
	if (status != DPMF_OK)
		return status;
	if (number == 1 && (run->worlds->unmasked || run->worlds->self_forgotten || run->worlds->pairs_forgotten))
		leave_bare(run, own, &masked);
	if (number <= 2)
		dpmf_unpack(masked.bytes + DPMF_SECAGG_HEAD, SECAGG_LENGTH, run->setting.bits, run->masked[number - 1]);
	return send(run, DPMF_OK, &masked, error);
}

static enum dpmf_status upload(struct secagg_run *run, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (uint32_t i = 1; status == DPMF_OK && i <= run->setting.users; i++)
		if (!secagg_run_silent(run, i))
			status = mask(run, i, error);
	return status;
}

/* A limb of what user 2 answered; 0 where it refused. */
static double limb_of(const struct secagg_run *run)
{
	const struct dpmf_secagg_message *m = &run->unmask[1];

	return m->bytes ? dpmf_secagg_load32(dpmf_secagg_entry(&run->setting, m, 0) + 5) : 0;
}

static void note(const struct secagg_run *run, double *seen)
{
	const struct dpmf_secagg_message *shares = dpmf_secagg_server_message(&run->server, DPMF_SECAGG_SHARE, 1);
	uint64_t selfless[SECAGG_LENGTH], y[SECAGG_LENGTH];

	secagg_run_lift(run, selfless, y);
	for (size_t i = 0; i < SECAGG_LENGTH; i++) {
		seen[i] = (double)run->masked[0][i];
		seen[SECAGG_LENGTH + i] = (double)run->masked[1][i];
		seen[2 * SECAGG_LENGTH + i] = (double)y[i];
		seen[9 + i] = (double)selfless[i];
	}
	seen[6] = run->user[0].mask.open[7];
	seen[7] = dpmf_secagg_entry(&run->setting, shares, 0)[20];
	seen[8] = limb_of(run);
}

static enum dpmf_status open_run(struct secagg_run *run, const struct dpmf_key *key, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_secagg_setting_check(&run->setting, error);

	for (uint32_t i = 0; status == DPMF_OK && i < run->setting.users; i++) {
		status = dpmf_secagg_user_open(&run->setting, i + 1, run->verifying, key, 0, &run->user[i], error);
		memcpy(run->verifying + 32 * i, run->user[i].signer.open, 32);
	}
	return status == DPMF_OK ? dpmf_secagg_server_open(&run->setting, run->verifying, &run->server, error) : status;
}

static void close_run(struct secagg_run *run)
{
	for (uint32_t i = 0; i < run->setting.users; i++) {
		if (run->user[i].setting)
			dpmf_secagg_user_close(&run->user[i]);
		dpmf_secagg_message_free(&run->confirm[i]);
		dpmf_secagg_message_free(&run->unmask[i]);
	}
	if (run->server.setting)
		dpmf_secagg_server_close(&run->server);
}

enum dpmf_status secagg_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error)
{
	const struct secagg_worlds *worlds = instance;
	struct secagg_run run = { .worlds = worlds, .world = world, .setting = { .users = worlds->users, .threshold = worlds->threshold,
		.length = SECAGG_LENGTH, .most = SECAGG_MOST, .bits = dpmf_secagg_bits(worlds->users, SECAGG_MOST),
		.authenticated = worlds->authenticated } };
	enum dpmf_status status = open_run(&run, key, error);

	if (status == DPMF_OK)
		status = exchange_keys(&run, error);
	if (status == DPMF_OK)
		status = upload(&run, error);
	if (status == DPMF_OK)
		status = secagg_run_unmask(&run, error);
	if (status == DPMF_OK)
		note(&run, seen);
	close_run(&run);
	return status;
}
