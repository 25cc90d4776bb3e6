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
#include "noise/door.h"
#include "noise/law/law.h"
#include "noise/pbm.h"
#include "noise/textbook.h"

enum { PIECES = 3, COORDINATES = 2, MANY = 10 };

static const uint32_t users[MANY] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };

static struct dpmf_entry sound(enum dpmf_law law)
{
	struct dpmf_entry entry = {
		.statistic = "sums", .premise = "held", .neighbours = DPMF_ENTRY, .norm = DPMF_L1, .sensitivity = 1, .law = law,
		.pieces = PIECES, .touched = 1, .coordinates = COORDINATES, .round = 1, .draw = 1,
	};

	switch (law) {
	case DPMF_NO_NOISE: break;
	case DPMF_MIXTURE_SHARES:
	case DPMF_NORMAL:
	case DPMF_LAPLACE: entry.scale = 2; break;
	case DPMF_LAPLACE_SHARES:
	case DPMF_DISCRETE_LAPLACE:
	case DPMF_RANDOMIZED_RESPONSE: entry.scale = 3, entry.rate_p = 1, entry.rate_q = 3; break;
	case DPMF_DISCRETE_GAUSSIAN: entry.scale = 2, entry.rate_p = 4, entry.rate_q = 1; break;
	case DPMF_POISSON_BINOMIAL: entry.rate_p = 1 << 14, entry.rate_q = 7; break;
	}
	return entry;
}

static struct dpmf_participants everybody(uint64_t piece)
{
	return (struct dpmf_participants){ .item = piece, .user = users, .count = MANY, .of = MANY };
}

static void open_door(struct dpmf_door *door)
{
	struct dpmf_key key;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(1, &key);
	assert_int_equal(dpmf_door_open(door, &key, NULL), DPMF_OK);
}

static size_t declared(struct dpmf_door *door, const struct dpmf_entry *entry)
{
	struct dpmf_error error = { "" };
	size_t number = 99;

	if (dpmf_door_declare(door, entry, &number, &error) != DPMF_OK)
		fail_msg("%s", error.text);
	return number;
}

static void says(const struct dpmf_error *error, const char *reason)
{
	if (!strstr(error->text, reason))
		fail_msg("\"%s\" does not say \"%s\"", error->text, reason);
}

/* Refused in doubles: the value is what it was, the record has the piece still inside. */
static void refuses(struct dpmf_door *door, size_t number, uint64_t piece, const struct dpmf_participants *who,
                    const double given[COORDINATES], enum dpmf_status status, const char *reason)
{
	double value[COORDINATES] = { given[0], given[1] };
	struct dpmf_error error = { "" };
	const size_t left = number < door->record.count ? door->record.entry[number].withheld : 0;

	assert_int_equal(dpmf_door_release(door, number, piece, who, value, &error), status);
	says(&error, reason);
	assert_memory_equal(value, given, sizeof value);
	if (number < door->record.count)
		assert_int_equal(door->record.entry[number].withheld, left);
	assert_true(strlen(dpmf_door_refusal(door)) > 0);
}

static void refuses_steps(struct dpmf_door *door, size_t number, uint64_t piece, const struct dpmf_participants *who,
                          const int64_t given[COORDINATES], enum dpmf_status status, const char *reason)
{
	int64_t steps[COORDINATES] = { given[0], given[1] };
	struct dpmf_error error = { "" };
	const size_t left = number < door->record.count ? door->record.entry[number].withheld : 0;

	assert_int_equal(dpmf_door_release_steps(door, number, piece, who, steps, &error), status);
	says(&error, reason);
	assert_memory_equal(steps, given, sizeof steps);
	if (number < door->record.count)
		assert_int_equal(door->record.entry[number].withheld, left);
}

static const double zeros[COORDINATES];
static const int64_t no_steps[COORDINATES];

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
		assert_true((one->source == DPMF_BY_PARTICIPANTS) == (one->suffices != NULL));
		assert_true((one->source == DPMF_BY_PARTICIPANTS) == (one->share != NULL || one->share_steps != NULL));
		assert_true((one->unit == DPMF_DOUBLES) == (one->distance == DPMF_NO_BOUND));
		for (enum dpmf_law other = 0; other < law; other++) {
			assert_string_not_equal(one->name, dpmf_law_of(other)->name);
			assert_true(one->stream == 0 || one->stream != dpmf_law_of(other)->stream);
		}
	}
}

/* One field wrong at a time, of a declaration that is sound. */
static void refuses_to_declare(const struct dpmf_entry *entry, const char *reason)
{
	struct dpmf_error error = { "" };
	struct dpmf_door door;
	size_t number = 99;

	open_door(&door);
	assert_int_equal(dpmf_door_declare(&door, entry, &number, &error), DPMF_INPUT);
	says(&error, reason);
	assert_int_equal(number, 99);
	assert_int_equal(door.record.count, 0);
	dpmf_door_close(&door);
}

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

static void single_messages_need_their_premise(void **state)
{
	struct dpmf_entry entry = sound(DPMF_MIXTURE_SHARES);
	struct dpmf_participants who = everybody(0);
	double value[COORDINATES] = { 0, 0 };
	struct dpmf_door door;
	size_t number;

	(void)state;
	entry.messages = true;
	entry.premise = NULL;
	refuses_to_declare(&entry, "they need the premise");
	entry.premise = "only sums are seen";
	entry.colluding.count = 1;
	refuses_to_declare(&entry, "say nothing of colluders");
	entry.colluding.count = 0;
	open_door(&door);
	number = declared(&door, &entry);
	refuses(&door, number, 0, &who, zeros, DPMF_FAILED, "do not make the whole law");
	who.count = 1;
	assert_int_equal(dpmf_door_release(&door, number, 0, &who, value, NULL), DPMF_OK);
	who.of = 0;
	refuses(&door, number, 1, &who, zeros, DPMF_FAILED, "do not make the whole law");
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

/* count, of, who must stay where the server lies (0: it is curious), colluders, and whether the honest shares make the whole law. */
static void honest_shares_make_the_whole_law(void **state)
{
	const struct { size_t count, of; double stay; size_t colluders; bool good; } cases[] = {
		{ 10, 10, 0, 0, true }, { 10, 11, 0, 0, false }, { 10, 9, 0, 0, true }, { 10, 0, 0, 0, false },
		{ 0, 10, 0, 0, false }, { 1, 1, 0, 0, true }, { 1, 1, 0, 5, true }, { 1, 2, 0, 0, false },
		{ 10, 10, 0, 1, false }, { 10, 9, 0, 1, true }, { 10, 1, 0, 9, true }, { 10, 2, 0, 9, false },
		{ 10, 1, 0, 1000, true }, { 10, 2, 0, 1000, false }, { 10, 7, 0.7, 0, true }, { 10, 8, 0.7, 0, false },
		{ 10, 5, 0.7, 2, true }, { 10, 6, 0.7, 2, false }, { 10, 6, 0.1, 0, true }, { 10, 7, 0.1, 0, false },
	};
	const enum dpmf_law laws[] = { DPMF_MIXTURE_SHARES, DPMF_LAPLACE_SHARES };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int l = 0; l < 2; l++) {
			struct dpmf_entry entry = sound(laws[l]);
			const struct dpmf_participants who = { .user = users, .count = cases[i].count, .of = cases[i].of };
			double value[COORDINATES] = { 0, 0 };
			int64_t steps[COORDINATES] = { 0, 0 };
			struct dpmf_door door;
			size_t number;

			entry.colluding = (struct dpmf_colluding){ .count = cases[i].colluders, .lying = cases[i].stay > 0, .stay = cases[i].stay };
			open_door(&door);
			number = declared(&door, &entry);
			if (!cases[i].good && l)
				refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "");
			else if (!cases[i].good)
				refuses(&door, number, 0, &who, zeros, DPMF_FAILED, "");
			else
				assert_int_equal(l ? dpmf_door_release_steps(&door, number, 0, &who, steps, NULL)
				                   : dpmf_door_release(&door, number, 0, &who, value, NULL), DPMF_OK);
			dpmf_door_close(&door);
		}
}

static void somebody_adds_the_shares(void **state)
{
	const struct dpmf_entry entry = sound(DPMF_LAPLACE_SHARES);
	struct dpmf_participants who = everybody(0);
	const unsigned char group[MANY] = { 0 }, third[MANY] = { 2 };
	struct dpmf_share share[DPMF_GROUPS] = { { .part = 1, .whole = 10 }, { .part = 1, .whole = 10 } };
	struct dpmf_door door;
	size_t number;

	(void)state;
	open_door(&door);
	number = declared(&door, &entry);
	refuses_steps(&door, number, 0, NULL, no_steps, DPMF_FAILED, "nobody is named");
	who.user = NULL;
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "nobody is named");
	who.user = users;
	who.group = group;
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "have no shares");
	who.share = share;
	who.group = third;
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "do not make the whole law");
	who.group = group;
	share[0].part = 11; /* 11/10 of the law from everybody: no sampler has such a share */
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "do not make the whole law");
	share[0].part = 0;
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "do not make the whole law");
	share[0] = (struct dpmf_share){ .part = 1, .whole = 0 };
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "do not make the whole law");
	share[0].whole = 10;
	refuses_steps(&door, number, 1, &who, no_steps, DPMF_FAILED, "piece 1 would have the noise of item 0");
	dpmf_door_close(&door);
}

/* Unequal parts: p0 / w0 from each of the first n0, p1 / w1 from the others, the `colluders` largest pooled. */
static bool releases(size_t n0, const struct dpmf_share share[DPMF_GROUPS], enum dpmf_law law, size_t colluders)
{
	struct dpmf_entry entry = sound(law);
	unsigned char group[MANY];
	const struct dpmf_participants who = { .user = users, .count = MANY, .of = MANY, .group = group, .share = share };
	int64_t steps[COORDINATES] = { 0, 0 };
	double value[COORDINATES] = { 0, 0 };
	enum dpmf_status status;
	struct dpmf_door door;
	size_t number;

	for (size_t a = 0; a < MANY; a++)
		group[a] = a >= n0;
	entry.colluding.count = colluders;
	open_door(&door);
	number = declared(&door, &entry);
	status = law == DPMF_LAPLACE_SHARES ? dpmf_door_release_steps(&door, number, 0, &who, steps, NULL)
	                                    : dpmf_door_release(&door, number, 0, &who, value, NULL);
	dpmf_door_close(&door);
	return status == DPMF_OK;
}

static void unequal_parts_are_added_exactly(void **state)
{
	/* 4 (1/5) + 6 (1/30) = 1 */
	struct dpmf_share share[DPMF_GROUPS] = { { .part = 1, .whole = 5 }, { .part = 1, .whole = 30 } };

	(void)state;
	assert_true(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	assert_false(releases(3, share, DPMF_LAPLACE_SHARES, 0));
	assert_true(releases(5, share, DPMF_LAPLACE_SHARES, 0));
	assert_false(releases(4, share, DPMF_LAPLACE_SHARES, 1)); /* the largest is a fifth */
	assert_true(releases(5, share, DPMF_LAPLACE_SHARES, 0));
	assert_false(releases(5, share, DPMF_LAPLACE_SHARES, 1)); /* 4/5 + 5/30 < 1 */
	assert_true(releases(6, share, DPMF_LAPLACE_SHARES, 1));  /* 5/5 */
	/* One part in 2^60 less than the whole, where products leave 64 bits. */
	share[0] = (struct dpmf_share){ .part = UINT64_C(1) << 58, .whole = UINT64_C(1) << 60 };
	share[1] = (struct dpmf_share){ .part = 1, .whole = 9 };
	assert_true(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	share[0].part--;
	assert_true(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	share[1] = (struct dpmf_share){ .part = 1, .whole = UINT64_MAX };
	assert_false(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	share[1].whole = UINT64_C(1) << 59; /* 4 (1/4 - 2^-60) + 6 2^-59 */
	assert_true(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	share[1].whole = UINT64_C(1) << 61; /* 4 (1/4 - 2^-60) + 6 2^-61 = 1 - 2^-60 */
	assert_false(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	/* No number of people times that part fits: refused, not wrapped. */
	share[0] = (struct dpmf_share){ .part = UINT64_C(1) << 63, .whole = UINT64_C(1) << 63 };
	assert_false(releases(4, share, DPMF_LAPLACE_SHARES, 0));
}

static void unequal_variances_are_added(void **state)
{
	/* 2^2 = 4 is declared: 9 / 3 each of three, and 1 / 7 each of seven. */
	struct dpmf_share share[DPMF_GROUPS] = { { .scale = 3, .of = 3 }, { .scale = 1, .of = 7 } };

	(void)state;
	assert_true(releases(3, share, DPMF_MIXTURE_SHARES, 0));
	assert_true(releases(3, share, DPMF_MIXTURE_SHARES, 1));  /* 9 2/3 + 1 = 7 */
	assert_false(releases(3, share, DPMF_MIXTURE_SHARES, 2)); /* 4 to the last bit, which rounding may have made */
	assert_false(releases(3, share, DPMF_MIXTURE_SHARES, 3));
	share[0].of = 0;
	assert_false(releases(3, share, DPMF_MIXTURE_SHARES, 0));
	share[0] = (struct dpmf_share){ .scale = NAN, .of = 3 };
	assert_false(releases(3, share, DPMF_MIXTURE_SHARES, 0));
	/* All in one group: exactly the scale declared. */
	share[0] = (struct dpmf_share){ .scale = 2, .of = 10 };
	assert_true(releases(10, share, DPMF_MIXTURE_SHARES, 0));
	assert_false(releases(10, share, DPMF_MIXTURE_SHARES, 1));
	share[0].scale = nextafter(2, 0);
	assert_false(releases(10, share, DPMF_MIXTURE_SHARES, 0));
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

/* Every piece is asked for by many at once, and answered once. */
static enum dpmf_status ask(void *context, size_t begin, size_t end)
{
	struct crowd *crowd = context;

	for (size_t i = begin; i < end; i++) {
		double value[COORDINATES] = { 0, 0 };

		if (dpmf_door_release(crowd->door, crowd->number, i % 1024, NULL, value, NULL) == DPMF_OK)
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
	entry.pieces = 1024;
	open_door(&door);
	crowd.number = declared(&door, &entry);
	assert_int_equal(dpmf_parallel(8 * 1024, 8, ask, &crowd), DPMF_OK);
	assert_int_equal(crowd.answers, 1024);
	assert_int_equal(door.record.entry[crowd.number].withheld, 0);
	says(&door.refused, "left already");
	dpmf_door_close(&door);
}

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

/* What single parties see adds up to what leaves. */
static void shown_messages_add_up(void **state)
{
	const enum dpmf_law laws[] = { DPMF_MIXTURE_SHARES, DPMF_LAPLACE_SHARES, DPMF_NO_NOISE };
	const struct dpmf_participants who = everybody(0);

	(void)state;
	for (int i = 0; i < 3; i++) {
		const struct dpmf_entry entry = sound(laws[i]);
		double value[COORDINATES] = { 0, 0 }, sum[COORDINATES] = { 0, 0 }, h[COORDINATES];
		int64_t steps[COORDINATES] = { 0, 0 }, total[COORDINATES] = { 0, 0 };
		const bool whole = laws[i] == DPMF_LAPLACE_SHARES;
		struct dpmf_door door;
		size_t number;

		open_door(&door);
		number = declared(&door, &entry);
		for (size_t a = 0; a < MANY; a++) {
			double own[COORDINATES] = { 0, 0 };
			int64_t own_steps[COORDINATES] = { 0, 0 };

			assert_int_equal(whole ? dpmf_door_show_steps(&door, number, &who, a, own_steps, NULL)
			                       : dpmf_door_show(&door, number, &who, a, own, NULL), DPMF_OK);
			for (int l = 0; l < COORDINATES; l++)
				sum[l] += own[l], total[l] += own_steps[l];
		}
		assert_int_equal(door.record.entry[number].withheld, PIECES);
		assert_int_equal(whole ? dpmf_door_release_steps(&door, number, 0, &who, steps, NULL)
		                       : dpmf_door_release(&door, number, 0, &who, value, NULL), DPMF_OK);
		assert_memory_equal(sum, value, sizeof sum);
		assert_memory_equal(total, steps, sizeof total);
		if (!whole) {
			assert_int_equal(dpmf_door_show_common(&door, number, 0, h, NULL), DPMF_OK);
			assert_true((h[0] > 0) == (laws[i] == DPMF_MIXTURE_SHARES));
		}
		assert_int_equal(dpmf_door_show(&door, number, &who, MANY, value, NULL), laws[i] == DPMF_NO_NOISE ? DPMF_OK : DPMF_FAILED);
		dpmf_door_close(&door);
	}
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
		cmocka_unit_test(every_law_leaves_once),
		cmocka_unit_test(a_law_keeps_to_its_unit),
		cmocka_unit_test(an_unknown_law_is_none),
		cmocka_unit_test(a_declaration_holds_together),
		cmocka_unit_test(a_draw_is_one_statistics),
		cmocka_unit_test(single_messages_need_their_premise),
		cmocka_unit_test(a_release_names_what_there_is),
		cmocka_unit_test(ids_go_beyond_pieces),
		cmocka_unit_test(statistics_are_finite),
		cmocka_unit_test(noise_that_overflows_is_refused),
		cmocka_unit_test(steps_do_not_wrap),
		cmocka_unit_test(a_bit_is_a_bit),
		cmocka_unit_test(honest_shares_make_the_whole_law),
		cmocka_unit_test(somebody_adds_the_shares),
		cmocka_unit_test(unequal_parts_are_added_exactly),
		cmocka_unit_test(unequal_variances_are_added),
		cmocka_unit_test(old_entries_close),
		cmocka_unit_test(threads_share_the_answers),
		cmocka_unit_test(the_streams_are_those_of_the_header),
		cmocka_unit_test(shown_messages_add_up),
		cmocka_unit_test(secrets_have_names),
		cmocka_unit_test(another_key_gets_the_same_answers),
		cmocka_unit_test(a_stray_is_named),
		cmocka_unit_test(a_run_that_ends_early_is_named),
		cmocka_unit_test(a_replay_is_exact_or_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
