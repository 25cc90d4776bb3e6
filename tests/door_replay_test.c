/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which streams the door draws from; a first run's answers handed out to a second one, of the same key or another, and what of it is said to differ. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "noise/textbook.h"
#include "tests/door_world.h"

/* The noise of the door is that of the streams that its header names. */
static void the_streams_are_those_of_the_header(void **state)
{
	const struct dpmf_entry entry = sound(DPMF_LAPLACE);
	double value[COORDINATES] = { 5, 6 };
	struct dpmf_stream stream;
	struct dpmf_key key, server;
	struct dpmf_door door;

	(void)state;
	open_door(&door);
	assert_int_equal(dpmf_door_release(&door, declared(&door, &entry), 2, NULL, value, NULL), DPMF_OK);
	dpmf_key_from_seed(1, &key);
	dpmf_key_derive(&key, "server", &server);
	dpmf_stream_open(&stream, &server, 3, 2, 1);
	assert_true(value[0] == 5 + dpmf_laplace(&stream, 2));
	assert_true(value[1] == 6 + dpmf_laplace(&stream, 2));
	dpmf_door_close(&door);
}

static void secrets_have_names(void **state)
{
	struct dpmf_key one, again, other, server;
	struct dpmf_door door;

	(void)state;
	open_door(&door);
	dpmf_door_secret(&door, "sample", &one);
	dpmf_door_secret(&door, "sample", &again);
	dpmf_door_secret(&door, "masks", &other);
	dpmf_door_secret(&door, "server", &server);
	assert_memory_equal(one.bytes, again.bytes, sizeof one.bytes);
	assert_memory_not_equal(one.bytes, other.bytes, sizeof one.bytes);
	assert_memory_not_equal(server.bytes, door.server.bytes, sizeof one.bytes);
	dpmf_door_close(&door);
}

/* A small run: two entries, the first with a piece more where `more` says so. */
static enum dpmf_status run(struct dpmf_door *door, double scale, uint64_t piece, bool more, double answer[COORDINATES],
                            int64_t steps[COORDINATES], struct dpmf_error *error)
{
	struct dpmf_entry entry = sound(DPMF_LAPLACE);
	const struct dpmf_entry second = sound(DPMF_DISCRETE_LAPLACE);
	size_t number;

	entry.scale = scale;
	number = declared(door, &entry);
	answer[0] = answer[1] = 0;
	steps[0] = steps[1] = 0;
	if (dpmf_door_release(door, number, piece, NULL, answer, error) != DPMF_OK)
		return DPMF_FAILED;
	number = declared(door, &second);
	if (dpmf_door_release_steps(door, number, 1, NULL, steps, error) != DPMF_OK)
		return DPMF_FAILED;
	return more ? dpmf_door_release_steps(door, number, 2, NULL, (int64_t[COORDINATES]){ 0 }, error) : DPMF_OK;
}

static void remember_and_hand_over(struct dpmf_door *first, struct dpmf_door *second, double answer[COORDINATES],
                                   int64_t steps[COORDINATES])
{
	struct dpmf_key key;

	open_door(first);
	dpmf_door_remember(first);
	assert_int_equal(run(first, 2, 0, false, answer, steps, NULL), DPMF_OK);
	dpmf_key_from_seed(2, &key);
	assert_int_equal(dpmf_door_open(second, &key, NULL), DPMF_OK);
	assert_int_equal(dpmf_door_hand_over(first, second, NULL), DPMF_OK);
	assert_int_equal(first->record.count + first->passages, 0);
}

static void another_key_gets_the_same_answers(void **state)
{
	double answer[COORDINATES], again[COORDINATES];
	int64_t steps[COORDINATES], steps_again[COORDINATES];
	struct dpmf_error error = { "" };
	struct dpmf_door first, second;

	(void)state;
	remember_and_hand_over(&first, &second, answer, steps);
	assert_int_equal(dpmf_door_same(&second, &error), DPMF_NO);
	assert_int_equal(run(&second, 2, 0, false, again, steps_again, NULL), DPMF_OK);
	assert_memory_equal(answer, again, sizeof answer);
	assert_memory_equal(steps, steps_again, sizeof steps);
	assert_int_equal(dpmf_door_same(&second, &error), DPMF_OK);
	assert_int_equal(dpmf_door_same(&first, &error), DPMF_FAILED);
	assert_int_equal(dpmf_door_hand_over(&second, &first, NULL), DPMF_FAILED);
	dpmf_door_close(&first);
	dpmf_door_close(&second);
}

static void a_stray_is_named(void **state)
{
	const struct { double scale; uint64_t piece; bool more; const char *what; } cases[] = {
		{ 2, 1, false, "release 0 was piece 0 of entry 0 in the first run; this one asks for piece 1 of entry 0" },
		{ 2, 0, true, "the first run ended after 2 releases; this one asks for piece 2 of entry 1" },
		{ 3, 0, false, "entry 0, \"sums\", is declared with another `scale` than in the first run" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		double answer[COORDINATES];
		int64_t steps[COORDINATES];
		struct dpmf_error error = { "" };
		struct dpmf_door first, second;

		remember_and_hand_over(&first, &second, answer, steps);
		run(&second, cases[i].scale, cases[i].piece, cases[i].more, answer, steps, NULL);
		assert_int_equal(dpmf_door_same(&second, &error), DPMF_NO);
		says(&error, cases[i].what);
		assert_true(second.strayed == (i < 2));
		dpmf_door_close(&first);
		dpmf_door_close(&second);
	}
}

static void a_run_that_ends_early_is_named(void **state)
{
	const struct dpmf_entry entry = sound(DPMF_LAPLACE);
	double answer[COORDINATES];
	int64_t steps[COORDINATES];
	struct dpmf_error error = { "" };
	struct dpmf_door first, second;

	(void)state;
	remember_and_hand_over(&first, &second, answer, steps);
	assert_int_equal(dpmf_door_release(&second, declared(&second, &entry), 0, NULL, answer, NULL), DPMF_OK);
	assert_int_equal(dpmf_door_same(&second, &error), DPMF_NO);
	says(&error, "declared 2 entries, this one 1");
	dpmf_door_close(&first);
	dpmf_door_close(&second);
}

static void a_replay_is_exact_or_refused(void **state)
{
	struct dpmf_entry entry = sound(DPMF_DISCRETE_LAPLACE);
	const int64_t beyond[COORDINATES] = { (INT64_C(1) << 53) + 1000, 0 };
	struct dpmf_door door;

	(void)state;
	open_door(&door);
	dpmf_door_remember(&door);
	refuses_steps(&door, declared(&door, &entry), 0, NULL, beyond, DPMF_FAILED, "up to 2^53");
	assert_int_equal(door.passages, 0);
	dpmf_door_close(&door);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_streams_are_those_of_the_header),
		cmocka_unit_test(secrets_have_names),
		cmocka_unit_test(another_key_gets_the_same_answers),
		cmocka_unit_test(a_stray_is_named),
		cmocka_unit_test(a_run_that_ends_early_is_named),
		cmocka_unit_test(a_replay_is_exact_or_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
