/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of secure aggregation, conducted by hand: what secagg_see is made of. */
#ifndef DPMF_AUDIT_SECAGG_RUN_H
#define DPMF_AUDIT_SECAGG_RUN_H
#include "secagg/server.h"
#include "secagg/user.h"
#include "audit/secagg/runs.h"

enum { SECAGG_LENGTH = 2, SECAGG_USERS_MOST = 5, SECAGG_MOST = 255 };

struct secagg_run {
	const struct secagg_worlds *worlds;
	struct dpmf_secagg_setting setting;
	unsigned char verifying[32 * SECAGG_USERS_MOST];
	struct dpmf_secagg_user user[SECAGG_USERS_MOST];
	struct dpmf_secagg_server server;
	uint64_t masked[2][SECAGG_LENGTH]; /* of users 1 and 2, as they arrived */
	struct dpmf_secagg_message confirm[SECAGG_USERS_MOST], unmask[SECAGG_USERS_MOST]; /* of those that sent them */
	int world;
};

bool secagg_run_silent(const struct secagg_run *run, uint32_t number);
bool secagg_run_colludes(const struct secagg_run *run, uint32_t number);
/* lists.c: the survivors are named, to some without user 1 if the server lies, and masks are lifted: fills `unmask`. */
enum dpmf_status secagg_run_unmask(struct secagg_run *run, struct dpmf_error *error);
/* lift.c: user 1's vector less its self mask, if the server and the coalition can lift that; and less every
   mask that they can lift. */
void secagg_run_lift(const struct secagg_run *run, uint64_t selfless[SECAGG_LENGTH], uint64_t y[SECAGG_LENGTH]);

#endif
