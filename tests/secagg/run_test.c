/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole runs of secure aggregation: the sum of those that stayed, or an end
   without one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/scale.h"
#include "tests/secagg/world.h"

/* Who is left at the end of each step, as the list of silences says. */
static uint32_t left_after(const struct world *w, enum dpmf_secagg_step step)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < w->plan.setting.users; i++)
		count += w->silent[i] > step;
	return count;
}

static void check(const struct world *w, unsigned *aborts)
{

	struct dpmf_secagg_outcome o;
	struct dpmf_error error = { "" };
	const enum dpmf_status status = dpmf_secagg_simulate(&w->plan, &o, &error);
	const bool enough = left_after(w, DPMF_SECAGG_UNMASK) >= w->plan.setting.threshold;

	assert_int_equal(status, enough ? DPMF_OK : DPMF_NO);
	assert_int_equal(o.refused, 0);
	if (status == DPMF_OK) {
		assert_int_equal(o.survivors, left_after(w, DPMF_SECAGG_MASK));
		for (size_t i = 0; i < o.survivors; i++)
			assert_true(w->silent[o.survivor[i] - 1] > DPMF_SECAGG_MASK);
		assert_true(world_sum_is(w, &o));
	} else {
		assert_null(o.sum);
		assert_int_equal(o.survivors, 0);
		assert_non_null(strstr(error.text, "threshold"));
		++*aborts;
	}

	dpmf_secagg_outcome_free(&o);
}

/* A quarter of the users falls silent, each at a step drawn for it. */
static void quarter_silent(struct world *w, uint64_t seed)
{
	struct dpmf_stream s;
	struct dpmf_key key;

	dpmf_key_from_seed(seed, &key);
	dpmf_stream_open(&s, &key, 9, 9, 9);
	for (uint32_t gone = 0; gone < w->plan.setting.users / 4;) {
		const uint64_t i = dpmf_uniform_below(&s, w->plan.setting.users);

		if (w->silent[i] == DPMF_SECAGG_STEPS) {
			w->silent[i] = (uint8_t)dpmf_uniform_below(&s, DPMF_SECAGG_STEPS);
			gone++;
		}
	}
}

static void a_thousand_runs(void **state)
{
	static struct world w;
	unsigned aborts = 0;

	(void)state;
	for (uint64_t seed = 0; seed < SCALED(1000, 2); seed++) {
		/* 15 stay: thresholds about that number, so that some of the runs end early */
		const uint32_t threshold = 11 + (uint32_t)(seed % 7);

		world_make(&w, seed, 20, threshold, 7, seed % 3 == 0 ? 1 : seed % 3 == 1 ? 1000 : UINT64_C(1) << 40, seed % 2);
		w.plan.round = seed;
		quarter_silent(&w, seed);
		check(&w, &aborts);
	}
	if (!short_run())
		assert_in_range(aborts, 250, 290); /* thresholds 16 and 17 */
}

static void any_step_may_lose_up_to_the_threshold(void **state)
{
	static struct world w;
	unsigned aborts = 0;

	(void)state;
	for (int step = 0; step < DPMF_SECAGG_STEPS; step++)
		for (int authenticated = 0; authenticated < 2; authenticated++) {
			world_make(&w, (uint64_t)step, 9, 5, 3, 100, authenticated);
			memset(w.silent, step, 4);
			aborts = 0;
			check(&w, &aborts);
			assert_int_equal(aborts, 0);
			memset(w.silent, step, 5); /* threshold - 1 are left */
			check(&w, &aborts);
			assert_int_equal(aborts, 1);
		}
}

static void two_hundred_users(void **state)
{
	static struct world w;
	unsigned aborts = 0;

	(void)state;
	SKIP_WHEN_SHORT();
	world_make(&w, 5, 200, 134, 40, 255, true);
	quarter_silent(&w, 5);
	check(&w, &aborts);
	assert_int_equal(aborts, 0);
}

/* The vectors of the last `dropped` users do not come through: the server says so. */
struct liar {
	const struct world *world;
	uint32_t dropped;
};

static void drop(void *context, struct dpmf_secagg_message *message)
{
	const struct liar *liar = context;
	const uint32_t users = liar->world->plan.setting.users, from = dpmf_secagg_load32(message->bytes + 8);

	if (dpmf_secagg_message_type(message) == DPMF_SECAGG_T_MASKED && from > users - liar->dropped)
		message->length--;
}

/* What signatures do not prevent: a server that lies names the threshold as survivors, floor(2 n / 3) + 1, of which
   ceil(n / 3) - 1 may collude with it: the sum is of a third of the users, whatever was accounted for. */
static void a_server_that_lies_leaves_a_third(void **state)
{
	const uint32_t all[] = { 10, 20, 40 };
	static struct world w;

	(void)state;
	for (size_t i = 0; i < SCALED(3, 1); i++) {
		const uint32_t users = all[i], threshold = 2 * users / 3 + 1, colluding = (users + 2) / 3 - 1;
		struct liar liar = { &w, users - threshold };
		struct dpmf_secagg_outcome o;
		uint64_t left[3] = { 0 };

		world_make(&w, users, users, threshold, 3, 255, true);
		w.plan.wire = drop;
		w.plan.wire_context = &liar;
		assert_int_equal(dpmf_secagg_simulate(&w.plan, &o, NULL), DPMF_OK);
		assert_int_equal(o.survivors, threshold);
		assert_true(world_sum_is(&w, &o));
		for (size_t j = 0; j < 3; j++) { /* the first users tell theirs */
			for (uint32_t other = colluding; other < threshold; other++)
				left[j] += w.x[other][j];
			for (uint32_t own = 0; own < colluding; own++)
				o.sum[j] -= w.x[own][j];
			assert_int_equal(o.sum[j], left[j]);
		}
		print_message("%u users: the vectors of %u others in the sum\n", users, threshold - colluding);
		assert_true(3 * (threshold - colluding) <= users + 6);
		dpmf_secagg_outcome_free(&o);
		liar.dropped++; /* one more, and there is no sum */
		assert_int_equal(dpmf_secagg_simulate(&w.plan, &o, NULL), DPMF_NO);
		dpmf_secagg_outcome_free(&o);
	}
}

static void every_width(void **state)
{
	static struct world w;
	unsigned aborts = 0;

	(void)state;
	for (unsigned bits = 8; bits <= 63; bits++) {
		world_make(&w, bits, 3, 2, 13, ((UINT64_C(1) << bits) - 1) / 3, false);
		w.plan.setting.bits = bits;
		memset(w.x[0], 0, sizeof w.x[0]);
		for (int i = 0; i < 3; i++)
			w.x[i][5] = w.plan.setting.most; /* the sum reaches 2^bits - 1 or just below */
		w.silent[2] = bits % 2 ? DPMF_SECAGG_MASK : DPMF_SECAGG_STEPS;
		check(&w, &aborts);
	}
	assert_int_equal(aborts, 0);
}

static void same_key_same_bytes(void **state)
{
	static struct world w;
	struct dpmf_secagg_outcome one, two;

	(void)state;
	world_make(&w, 3, 6, 4, 5, 10, true);
	assert_int_equal(dpmf_secagg_simulate(&w.plan, &one, NULL), DPMF_OK);
	assert_int_equal(dpmf_secagg_simulate(&w.plan, &two, NULL), DPMF_OK);
	assert_memory_equal(one.sum, two.sum, 5 * sizeof *one.sum);
	/* ADVERTISE 36 + 64 + 64; ROSTER 36 + 6 (4 + 64 + 64); SHARES 36 + 5 (4 + 104) + 64; MASKED 36 + 5 + 64 (5 times 8 bits);
	   CONFIRM 36 + 32 + 64; WITNESSES 36 + 6 (4 + 64); UNMASK 36 + 6 (4 + 1 + 44) + 64 */
	const size_t sent[] = { 164, 640, 105, 132, 394 }, received[] = { 0, 828, 576, 60, 444 };

	for (int user = 0; user < 6; user++) {
		assert_memory_equal(one.sent + user * DPMF_SECAGG_STEPS, sent, sizeof sent);
		assert_memory_equal(one.received + user * DPMF_SECAGG_STEPS, received, sizeof received);
	}
	dpmf_secagg_outcome_free(&one);
	dpmf_secagg_outcome_free(&two);
}

static void settings_are_checked(void **state)
{
	const struct dpmf_secagg_setting good = { .users = 10, .threshold = 6, .length = 4, .most = 100, .bits = 10, .authenticated = true };
	const struct { const char *what; struct dpmf_secagg_setting setting; } cases[] = {
		{ "users", { .users = 1, .threshold = 2, .length = 4, .most = 100, .bits = 10 } },
		{ "threshold", { .users = 10, .threshold = 1, .length = 4, .most = 100, .bits = 10 } },
		{ "threshold", { .users = 10, .threshold = 11, .length = 4, .most = 100, .bits = 10 } },
		{ "more than half", { .users = 10, .threshold = 5, .length = 4, .most = 100, .bits = 10, .authenticated = true } },
		{ "length", { .users = 10, .threshold = 6, .most = 100, .bits = 10 } },
		{ "could wrap", { .users = 10, .threshold = 6, .length = 4, .most = 103, .bits = 10 } },
		{ "could wrap", { .users = 10, .threshold = 6, .length = 4, .most = 100, .bits = 64 } },
		{ "do not fit", { .users = 10, .threshold = 6, .length = 4, .most = UINT64_MAX / 10, .bits = 63 } },
	};
	struct dpmf_error error;

	(void)state;
	assert_int_equal(dpmf_secagg_setting_check(&good, &error), DPMF_OK);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(dpmf_secagg_setting_check(&cases[i].setting, &error), DPMF_INPUT);
		assert_non_null(strstr(error.text, cases[i].what));
	}
}

static void a_coordinate_too_large_is_the_callers(void **state)
{
	static struct world w;
	struct dpmf_secagg_outcome o;
	struct dpmf_error error;

	(void)state;
	world_make(&w, 3, 4, 3, 5, 10, true);
	w.x[2][4] = 11;
	assert_int_equal(dpmf_secagg_simulate(&w.plan, &o, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "coordinate 4 of user 3 is 11"));
}

static int start(void **state)
{
	(void)state;
	return (int)dpmf_stream_start(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thousand_runs),
		cmocka_unit_test(any_step_may_lose_up_to_the_threshold),
		cmocka_unit_test(two_hundred_users),
		cmocka_unit_test(a_server_that_lies_leaves_a_third),
		cmocka_unit_test(every_width),
		cmocka_unit_test(same_key_same_bytes),
		cmocka_unit_test(settings_are_checked),
		cmocka_unit_test(a_coordinate_too_large_is_the_callers),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
