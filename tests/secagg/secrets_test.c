/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of this process, searched behind secure aggregation: no secret of a user is left in it, neither of one that
   stayed nor of one that fell silent and whose masks the server took away. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "secagg/simulate.h"
#include "secagg/user.h"
#include "tests/memory_search.h"
#include "tests/scale.h"

enum { USERS = 6, THRESHOLD = 4, VECTOR = 12, SILENT = 2 };

/* A user's vector, which is made anew whenever it is asked for. */
static void vector(void *context, uint32_t user, uint64_t *x)
{
	(void)context;
	for (uint64_t j = 0; j < VECTOR; j++)
		x[j] = (UINT64_C(0x9e3779b97f4a7c15) * (user * VECTOR + j + 1)) >> 34;
}

static void plan_make(struct dpmf_secagg_plan *plan, const uint8_t *silent, bool authenticated)
{
	const uint64_t most = (UINT64_C(1) << 30) - 1;

	*plan = (struct dpmf_secagg_plan){ .setting = { .users = USERS, .threshold = THRESHOLD, .length = VECTOR, .most = most,
		.bits = dpmf_secagg_bits(USERS, most), .authenticated = authenticated }, .silent = silent, .vector = vector };
	dpmf_key_from_seed(20, &plan->key);
}

/* The same user's secrets, from the same key. */
static void seek_user(const struct dpmf_secagg_plan *plan, uint32_t number)
{
	struct dpmf_secagg_user user;
	struct dpmf_error error;
	uint64_t x[VECTOR];

	assert_int_equal(dpmf_secagg_user_open(&plan->setting, number, NULL, &plan->key, plan->round, &user, &error), DPMF_OK);
	seek("a sealing key", user.seal.secret);
	seek("a mask key", user.mask.secret);
	seek("a self mask's seed", user.self);
	seek("a signing key", user.signer.secret);
	dpmf_secagg_user_close(&user);
	vector(NULL, number, x);
	seek("a user's vector", x);
	dpmf_wipe(x, sizeof x);
}

/* Sought are the key, and the secrets of a user that stays and of one that falls silent before it is unmasked. */
static void run(bool authenticated, enum dpmf_secagg_step until)
{
	uint8_t silent[USERS];
	struct dpmf_secagg_plan plan;
	struct dpmf_secagg_outcome outcome;
	struct dpmf_error error = { "" };

	memset(silent, DPMF_SECAGG_STEPS, sizeof silent);
	silent[SILENT - 1] = (uint8_t)until;
	plan_make(&plan, silent, authenticated);
	secrets = 0;
	seek("the key of all", plan.key.bytes);
	seek_user(&plan, 1);
	seek_user(&plan, SILENT);
	assert_int_equal(dpmf_secagg_simulate(&plan, &outcome, &error), DPMF_OK);
	assert_int_equal(outcome.survivors, until > DPMF_SECAGG_MASK ? USERS : USERS - 1);
	dpmf_wipe(&plan, sizeof plan);
	dpmf_wipe_stack();
	assert_int_equal(search_all(), 0);
	dpmf_secagg_outcome_free(&outcome);
}

static void nothing_is_left_of_secure_aggregation(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	for (int authenticated = 0; authenticated < 2; authenticated++) {
		run(authenticated, DPMF_SECAGG_MASK);
		run(authenticated, DPMF_SECAGG_UNMASK);
	}
}

/* The search is not blind to them. */
static void a_user_that_is_not_closed_is_found(void **state)
{
	struct dpmf_secagg_plan plan;
	struct dpmf_secagg_user user;
	struct dpmf_error error;

	(void)state;
	SKIP_WHEN_SHORT();
	plan_make(&plan, NULL, false);
	secrets = 0;
	seek_user(&plan, 1);
	assert_int_equal(search_all(), 0);
	assert_int_equal(dpmf_secagg_user_open(&plan.setting, 1, NULL, &plan.key, plan.round, &user, &error), DPMF_OK);
	assert_true(search_all() >= 4);
	dpmf_secagg_user_close(&user);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_left_of_secure_aggregation),
		cmocka_unit_test(a_user_that_is_not_closed_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
