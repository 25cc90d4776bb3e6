/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The door fails closed: what is misused is refused with its reason, nothing is written, and nothing is
   recorded as having left. What is sound leaves, once. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/parallel.h"
#include "tests/door_world.h"

static void every_law_leaves_once(void **state)
{
	(void)state;
	for (enum dpmf_law law = 0; (int)law < DPMF_LAWS; law++) {
		const struct dpmf_entry entry = sound(law);
		const bool steps = dpmf_law_of(law)->unit == DPMF_STEPS;
		struct dpmf_error error = { "" };
		struct dpmf_door door;
		size_t number;

		open_door(&door);
		number = declared(&door, &entry);
		assert_int_equal(door.record.entry[number].withheld, PIECES);
		for (uint64_t piece = 0; piece < PIECES; piece++) {
			double value[COORDINATES] = { 0, 0 };
			int64_t whole[COORDINATES] = { 0, 0 };
			const struct dpmf_participants who = everybody(piece);
			const enum dpmf_status status = steps ? dpmf_door_release_steps(&door, number, piece, &who, whole, &error)
			                                      : dpmf_door_release(&door, number, piece, &who, value, &error);

			if (status != DPMF_OK)
				fail_msg("%s: %s", dpmf_law_of(law)->name, error.text);
			assert_int_equal(door.record.entry[number].withheld, PIECES - 1 - piece);
			if (steps)
				refuses_steps(&door, number, piece, &who, no_steps, DPMF_FAILED, "left already");
			else
				refuses(&door, number, piece, &who, zeros, DPMF_FAILED, "left already");
		}
		dpmf_door_close(&door);
	}
}

static void a_law_keeps_to_its_unit(void **state)
{
	(void)state;
	for (enum dpmf_law law = 0; (int)law < DPMF_LAWS; law++) {
		const struct dpmf_entry entry = sound(law);
		const struct dpmf_participants who = everybody(0);
		const enum dpmf_unit unit = dpmf_law_of(law)->unit;
		struct dpmf_door door;
		size_t number;

		open_door(&door);
		number = declared(&door, &entry);
		if (unit == DPMF_STEPS)
			refuses(&door, number, 0, &who, zeros, DPMF_FAILED, "in steps, and is released in doubles");
		if (unit == DPMF_DOUBLES)
			refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "in doubles, and is released in steps");
		dpmf_door_close(&door);
	}
}

static void an_unknown_law_is_none(void **state)
{
	(void)state;
	assert_null(dpmf_law_of((enum dpmf_law)99));
	assert_null(dpmf_law_of((enum dpmf_law)DPMF_LAWS)); /* else DPMF_LAWS counts one too few */
	assert_null(dpmf_law_of((enum dpmf_law)-1));
	for (enum dpmf_law law = 0; (int)law < DPMF_LAWS; law++) {
		const struct dpmf_noise_law *one = dpmf_law_of(law);

		assert_true(one && one->name && one->density && one->limits && one->check && one->coordinates > 0);
		assert_true((one->unit == DPMF_DOUBLES) == (one->draw != NULL) && (one->draw == NULL) == (one->draw_steps != NULL));
		assert_true((one->source == DPMF_BY_PARTICIPANTS) == (one->check_shares != NULL));
		assert_true((one->source == DPMF_BY_PARTICIPANTS) == (one->share != NULL || one->share_steps != NULL));
		assert_true((one->unit == DPMF_DOUBLES) == (one->distance == DPMF_NO_BOUND));
		for (enum dpmf_law other = 0; other < law; other++) {
			assert_string_not_equal(one->name, dpmf_law_of(other)->name);
			assert_true(one->stream == 0 || one->stream != dpmf_law_of(other)->stream);
		}
	}
}

/* One field wrong at a time, of a declaration that is sound. */

#define WRONG(law, field, value, reason) do { \
	struct dpmf_entry wrong = sound(law); \
	wrong.field = value; \
	refuses_to_declare(&wrong, reason); \
} while (0)

static void a_declaration_holds_together(void **state)
{
	(void)state;
	WRONG(DPMF_LAPLACE, law, (enum dpmf_law)99, "law number 99");
	WRONG(DPMF_LAPLACE, law, DPMF_DISCRETE_LAPLACE, "rate 0/0");
	WRONG(DPMF_DISCRETE_LAPLACE, law, DPMF_LAPLACE, "declares a rate, which a law in doubles does not have");
	WRONG(DPMF_DISCRETE_LAPLACE, law, DPMF_NORMAL, "declares a rate");
	WRONG(DPMF_DISCRETE_LAPLACE, law, DPMF_DISCRETE_GAUSSIAN, "variance 1/3");
	WRONG(DPMF_DISCRETE_LAPLACE, law, DPMF_POISSON_BINOMIAL, "scale of 3");
	WRONG(DPMF_LAPLACE, statistic, NULL, "without a name");
	WRONG(DPMF_LAPLACE, statistic, "", "without a name");
	WRONG(DPMF_LAPLACE, neighbours, (enum dpmf_relation)3, "neighbours number 3");
	WRONG(DPMF_LAPLACE, norm, (enum dpmf_norm)3, "norm number 3");
	WRONG(DPMF_LAPLACE, sensitivity, -1, "sensitivity of -1");
	WRONG(DPMF_LAPLACE, sensitivity, NAN, "sensitivity of");
	WRONG(DPMF_LAPLACE, sensitivity, INFINITY, "sensitivity of inf");
	WRONG(DPMF_LAPLACE, sensitivity_least, 2, "2 at least");
	WRONG(DPMF_LAPLACE, scale, 0, "scale 0");
	WRONG(DPMF_LAPLACE, scale, -2, "scale -2");
	WRONG(DPMF_LAPLACE, scale, INFINITY, "scale inf");
	WRONG(DPMF_NORMAL, scale, NAN, "scale");
	WRONG(DPMF_NORMAL, scale_most, 1, "of 1 at most");
	WRONG(DPMF_MIXTURE_SHARES, scale, 0, "scale 0");
	WRONG(DPMF_MIXTURE_SHARES, coordinates, 1025, "1 to 1024 coordinates");
	WRONG(DPMF_LAPLACE, coordinates, 0, "not 0");
	WRONG(DPMF_LAPLACE, coordinates, (1 << 20) + 1, "coordinates");
	WRONG(DPMF_LAPLACE, pieces, 0, "no pieces");
	WRONG(DPMF_LAPLACE, touched, 0, "it would cost nothing");
	WRONG(DPMF_DISCRETE_GAUSSIAN, touched, 0, "it would cost nothing");
	WRONG(DPMF_DISCRETE_LAPLACE, rate_p, 0, "rate 0/3");
	WRONG(DPMF_DISCRETE_LAPLACE, rate_q, 0, "rate 1/0");
	WRONG(DPMF_DISCRETE_LAPLACE, rate_q, (UINT64_C(1) << 53) + 1, "2^53");
	WRONG(DPMF_DISCRETE_LAPLACE, scale, 4, "whose scale is 3");
	WRONG(DPMF_LAPLACE_SHARES, scale, 0, "whose scale is 3");
	WRONG(DPMF_RANDOMIZED_RESPONSE, scale, 1, "whose scale is 3");
	WRONG(DPMF_DISCRETE_GAUSSIAN, rate_p, 0, "variance 0/1");
	WRONG(DPMF_DISCRETE_GAUSSIAN, rate_p, (UINT64_C(1) << 40) + 1, "2^40");
	WRONG(DPMF_DISCRETE_GAUSSIAN, scale, 4, "whose scale is 2");
	WRONG(DPMF_POISSON_BINOMIAL, rate_p, 0, "above 0");
	WRONG(DPMF_POISSON_BINOMIAL, rate_p, (1 << 14) + 1, "at most 1/4");
	WRONG(DPMF_POISSON_BINOMIAL, rate_q, UINT64_C(1) << 32, "trials");
	WRONG(DPMF_POISSON_BINOMIAL, least, PIECES + 1, "counts on 4 honest messages, where 3 are certain");
	WRONG(DPMF_POISSON_BINOMIAL, least, SIZE_MAX, "where 3 are certain");
	WRONG(DPMF_POISSON_BINOMIAL, colluding.count, 1, "counts on 3 honest messages, where 2 are certain"); /* none said: all */
	WRONG(DPMF_POISSON_BINOMIAL, colluding.lying, true, "honest messages, where 2 are certain");
	WRONG(DPMF_DISCRETE_LAPLACE, sampled_weight, NAN, "sampled weight");
	WRONG(DPMF_DISCRETE_LAPLACE, sampled_sensitivity, -1, "sampled weight");
	WRONG(DPMF_LAPLACE, colluding.count, 1, "has no shares");
	WRONG(DPMF_DISCRETE_LAPLACE, colluding.lying, true, "has no shares");
	WRONG(DPMF_DISCRETE_LAPLACE, keep, true, "keeps its noise");
}

/* Two statistics of one draw would have the same noise. */
static void a_draw_is_one_statistics(void **state)
{
	struct dpmf_entry entry = sound(DPMF_DISCRETE_LAPLACE);
	struct dpmf_error error = { "" };
	struct dpmf_door door;
	size_t number;

	(void)state;
	open_door(&door);
	declared(&door, &entry);
	entry.statistic = "other sums";
	assert_int_equal(dpmf_door_declare(&door, &entry, &number, &error), DPMF_INPUT);
	says(&error, "which \"sums\" has already");
	entry.draw = 2;
	declared(&door, &entry);
	entry = sound(DPMF_LAPLACE);
	entry.statistic = "another law";
	declared(&door, &entry);
	dpmf_door_close(&door);
}

static void a_release_names_what_there_is(void **state)
{
	const struct dpmf_entry entry = sound(DPMF_DISCRETE_LAPLACE);
	struct dpmf_error error = { "" };
	struct dpmf_door door;
	size_t number;

	(void)state;
	open_door(&door);
	refuses_steps(&door, 0, 0, NULL, no_steps, DPMF_FAILED, "entry 0 was never declared");
	number = declared(&door, &entry);
	refuses_steps(&door, number + 1, 0, NULL, no_steps, DPMF_FAILED, "entry 1 was never declared");
	refuses_steps(&door, SIZE_MAX, 0, NULL, no_steps, DPMF_FAILED, "was never declared");
	refuses_steps(&door, number, PIECES, NULL, no_steps, DPMF_FAILED, "no piece 3");
	refuses_steps(&door, number, UINT64_MAX, NULL, no_steps, DPMF_FAILED, "no piece");
	assert_int_equal(dpmf_door_release_steps(&door, number, 0, NULL, NULL, &error), DPMF_FAILED);
	says(&error, "no statistic");
	dpmf_door_close(&door);
}

/* Users of whom some take part are numbered beyond the pieces. */
static void ids_go_beyond_pieces(void **state)
{
	struct dpmf_entry entry = sound(DPMF_POISSON_BINOMIAL);
	int64_t steps[COORDINATES] = { 0, 0 };
	struct dpmf_door door;
	size_t number;

	(void)state;
	entry.ids = 50;
	open_door(&door);
	number = declared(&door, &entry);
	for (uint64_t user = 44; user < 50; user++)
		assert_int_equal(dpmf_door_release_steps(&door, number, user, NULL, steps, NULL), DPMF_OK);
	assert_int_equal(door.record.entry[number].withheld, 0);
	refuses_steps(&door, number, 50, NULL, no_steps, DPMF_FAILED, "no piece 50");
	refuses_steps(&door, number, 49, NULL, no_steps, DPMF_FAILED, "left already");
	dpmf_door_close(&door);
}

static void statistics_are_finite(void **state)
{
	const double wrong[][COORDINATES] = { { NAN, 0 }, { 0, INFINITY }, { -INFINITY, 0 }, { 0, NAN } };
	const enum dpmf_law laws[] = { DPMF_NO_NOISE, DPMF_MIXTURE_SHARES, DPMF_NORMAL, DPMF_LAPLACE };
	const struct dpmf_participants who = everybody(0);

	(void)state;
	for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
		const struct dpmf_entry entry = sound(laws[i]);
		double value[COORDINATES] = { 1, 2 };
		struct dpmf_door door;
		size_t number;

		open_door(&door);
		number = declared(&door, &entry);
		for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++)
			refuses(&door, number, 0, &who, wrong[w], DPMF_INPUT, "only finite numbers leave");
		/* What was refused may be asked again. */
		assert_int_equal(dpmf_door_release(&door, number, 0, &who, value, NULL), DPMF_OK);
		dpmf_door_close(&door);
	}
}

static void noise_that_overflows_is_refused(void **state)
{
	struct dpmf_entry entry = sound(DPMF_LAPLACE);
	const double most[COORDINATES] = { 1.7e308, -1.7e308 };
	struct dpmf_door door;
	size_t number;
	int refused = 0;

	(void)state;
	entry.scale = 1e308;
	entry.pieces = 64;
	open_door(&door);
	number = declared(&door, &entry);
	for (uint64_t piece = 0; piece < 64; piece++) {
		double value[COORDINATES] = { most[0], most[1] };

		if (dpmf_door_release(&door, number, piece, NULL, value, NULL) == DPMF_OK) {
			assert_true(isfinite(value[0]) && isfinite(value[1]));
			continue;
		}
		assert_memory_equal(value, most, sizeof value);
		refused++;
	}
	assert_true(refused > 0 && refused < 64);
	dpmf_door_close(&door);
}

/* At the ends of 64 bits noise of one sign fits, of the other it would wrap. */
static void steps_do_not_wrap(void **state)
{
	const enum dpmf_law laws[] = { DPMF_LAPLACE_SHARES, DPMF_DISCRETE_LAPLACE, DPMF_DISCRETE_GAUSSIAN };

	(void)state;
	for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
		for (int side = 0; side < 2; side++) {
			struct dpmf_entry entry = sound(laws[i]);
			const int64_t edge = side ? INT64_MAX : INT64_MIN, given[COORDINATES] = { edge, 0 };
			int refused = 0, fitted = 0;
			struct dpmf_door door;
			size_t number;

			entry.pieces = 64;
			open_door(&door);
			number = declared(&door, &entry);
			for (uint64_t piece = 0; piece < 64; piece++) {
				int64_t steps[COORDINATES] = { given[0], given[1] };
				const struct dpmf_participants who = everybody(piece);
				const enum dpmf_status status = dpmf_door_release_steps(&door, number, piece, &who, steps, NULL);

				if (status == DPMF_OK) {
					assert_true(side ? steps[0] > INT64_MAX - 1000 : steps[0] < INT64_MIN + 1000);
					fitted++;
					continue;
				}
				assert_int_equal(status, DPMF_INPUT);
				refuses_steps(&door, number, piece, &who, given, DPMF_INPUT, "do not fit into 64 bits");
				refused++;
			}
			if (refused <= 8 || fitted <= 8)
				fail_msg("%s: %d refused, %d fitted", dpmf_law_of(laws[i])->name, refused, fitted);
			assert_int_equal(door.record.entry[number].withheld, refused);
			dpmf_door_close(&door);
		}
}

static void a_bit_is_a_bit(void **state)
{
	const struct dpmf_entry entry = sound(DPMF_RANDOMIZED_RESPONSE);
	const int64_t wrong[][COORDINATES] = { { 2, 0 }, { 0, -1 }, { INT64_MIN, 1 } };
	struct dpmf_door door;
	size_t number;

	(void)state;
	open_door(&door);
	number = declared(&door, &entry);
	for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++)
		refuses_steps(&door, number, 0, NULL, wrong[w], DPMF_INPUT, "from 0 to 1");
	dpmf_door_close(&door);
}

static void old_entries_close(void **state)
{
	const struct dpmf_entry entry = sound(DPMF_LAPLACE);
	double value[COORDINATES] = { 0, 0 };
	struct dpmf_door door;

	(void)state;
	open_door(&door);
	for (size_t i = 0; i <= DPMF_OPEN_ENTRIES; i++)
		assert_int_equal(declared(&door, &entry), i);
	refuses(&door, 0, 0, NULL, zeros, DPMF_FAILED, "it is closed");
	for (uint64_t piece = 0; piece < PIECES; piece++)
		assert_int_equal(dpmf_door_release(&door, 1, piece, NULL, value, NULL), DPMF_OK);
	declared(&door, &entry);
	refuses(&door, 1, 0, NULL, zeros, DPMF_FAILED, "it is closed");
	dpmf_door_close(&door);
}

struct crowd {
	struct dpmf_door *door;
	size_t number;
	int answers;
};

/* Every piece is asked for by many at once, and answered once: threads take blocks of 32, of which eight in a row ask for
   the same pieces in the same order. */
static enum dpmf_status ask(void *context, size_t begin, size_t end)
{
	struct crowd *crowd = context;

	for (size_t i = begin; i < end; i++) {
		double value[COORDINATES] = { 0, 0 };

		if (dpmf_door_release(crowd->door, crowd->number, i / 256 * 32 + i % 32, NULL, value, NULL) == DPMF_OK)
			__atomic_fetch_add(&crowd->answers, 1, __ATOMIC_RELAXED);
	}
	return DPMF_OK;
}

static void threads_share_the_answers(void **state)
{
	struct dpmf_entry entry = sound(DPMF_LAPLACE);
	struct dpmf_door door;
	struct crowd crowd = { .door = &door };

	(void)state;
	entry.pieces = 65536;
	entry.coordinates = 1;
	open_door(&door);
	crowd.number = declared(&door, &entry);
	assert_int_equal(dpmf_parallel(8 * 65536, 8, ask, &crowd), DPMF_OK);
	assert_int_equal(crowd.answers, 65536);
	assert_int_equal(door.record.entry[crowd.number].withheld, 0);
	says(&door.refused, "left already");
	dpmf_door_close(&door);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_law_leaves_once),
		cmocka_unit_test(a_law_keeps_to_its_unit),
		cmocka_unit_test(an_unknown_law_is_none),
		cmocka_unit_test(a_declaration_holds_together),
		cmocka_unit_test(a_draw_is_one_statistics),
		cmocka_unit_test(a_release_names_what_there_is),
		cmocka_unit_test(ids_go_beyond_pieces),
		cmocka_unit_test(statistics_are_finite),
		cmocka_unit_test(noise_that_overflows_is_refused),
		cmocka_unit_test(steps_do_not_wrap),
		cmocka_unit_test(a_bit_is_a_bit),
		cmocka_unit_test(old_entries_close),
		cmocka_unit_test(threads_share_the_answers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
