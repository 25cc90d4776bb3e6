/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers that change when the event has been learned are told, and answers that do not are left in peace. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "audit/engine/words.h"
#include "audit/exec/drift.h"
#include "core/stream.h"
#include "tests/scale.h"

enum { LEARN = 8000, TRIALS = 32000 };

enum change { NONE, SHIFTED, NEW_WORD, OTHER_WORDS };

/* Field 1 is a number (of 64, or of nearly all doubles), field 2 a word. */
static void draw(struct dpmf_stream *stream, int fine, enum change change, double row[2])
{
	const uint64_t word = dpmf_stream_word(stream);

	row[0] = fine ? ldexp((double)(word >> 20), -44) : (double)(word >> 58);
	row[1] = word_number((uint32_t)(word & 7));
	if (change == SHIFTED)
		row[0] += fine ? 0.3 : 20;
	if (change == NEW_WORD && (word >> 8 & 31) == 0)
		row[1] = word_number(8);
	if (change == OTHER_WORDS && (word & 6) == 0)
		row[1] = word_number(7);
}

/* World 1 changes after `after` runs. */
static enum dpmf_status played(uint64_t seed, int fine, enum change change, uint64_t after, struct dpmf_error *error)
{
	struct dpmf_stream stream;
	struct dpmf_key key;
	struct drift drift;
	double rows[16];

	dpmf_key_from_seed(seed, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	assert_int_equal(drift_open(&drift, LEARN, 2, error), DPMF_OK);
	for (uint64_t i = 0; i < 2 * TRIALS; i += 8) {
		for (uint64_t k = 0; k < 8; k++)
			draw(&stream, fine, i % 16 && i / 2 >= after ? change : NONE, rows + 2 * k);
		drift_take(&drift, i % 16 ? 1 : 0, rows, 8);
	}
	const enum dpmf_status status = drift_found(&drift, error);

	drift_close(&drift);
	return status;
}

static void what_does_not_change_is_left_in_peace(void **state)
{
	(void)state;
	struct dpmf_error error = { "" };

	for (uint64_t seed = 0; seed < SCALED(100, 10); seed++)
		assert_int_equal(played(seed, seed % 2 == 0, NONE, 0, &error), DPMF_OK);
	/* What changes from the beginning on is what the target does. */
	assert_int_equal(played(1, 0, SHIFTED, 0, &error), DPMF_OK);
}

static void what_changes_late_is_told(void **state)
{
	(void)state;
	const uint64_t after[] = { LEARN, LEARN + 1000, TRIALS / 2 };

	for (int fine = 0; fine < 2; fine++)
		for (size_t i = 0; i < 3; i++)
			for (int change = SHIFTED; change <= OTHER_WORDS; change++) {
				struct dpmf_error error = { "" };

				assert_int_equal(played(7, fine, (enum change)change, after[i], &error), DPMF_INPUT);
				assert_non_null(strstr(error.text, change == SHIFTED ? "data set 1, field 1" : "data set 1, field 2"));
			}
}

/* Too few runs, or none: nothing is said. */
static void where_nothing_can_be_compared(void **state)
{
	(void)state;
	struct dpmf_error error = { "" };
	struct drift drift;

	assert_int_equal(drift_open(&drift, 100, 1, &error), DPMF_OK);
	assert_int_equal(drift_found(&drift, &error), DPMF_OK);
	for (int i = 0; i < 60; i++)
		drift_take(&drift, 1, &(double){ i }, 1);
	assert_int_equal(drift_found(&drift, &error), DPMF_OK);
	drift_close(&drift);
	drift_close(&drift);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_does_not_change_is_left_in_peace),
		cmocka_unit_test(what_changes_late_is_told),
		cmocka_unit_test(where_nothing_can_be_compared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
