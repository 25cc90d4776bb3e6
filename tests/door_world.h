/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that are sound, and what a refusal must leave as it was; included by the tests of the door after cmocka. */
#ifndef DPMF_TESTS_DOOR_WORLD_H
#define DPMF_TESTS_DOOR_WORLD_H
#include <string.h>

#include "noise/door.h"
#include "noise/law/law.h"

enum { PIECES = 3, COORDINATES = 2, MANY = 10 };

static const uint32_t users[MANY] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };

static inline struct dpmf_entry sound(enum dpmf_law law)
{
	const struct dpmf_noise_law *one = dpmf_law_of(law);
	struct dpmf_entry entry = {
		.statistic = "sums", .premise = "held", .neighbours = DPMF_ENTRY, .norm = DPMF_L1, .sensitivity = 1, .law = law,
		.pieces = PIECES, .touched = 1, .coordinates = COORDINATES, .round = 1, .draw = 1,
	};

	if (one && one->unit == DPMF_DOUBLES)
		entry.scale = 2;
	else if (law == DPMF_POISSON_BINOMIAL)
		entry.rate_p = 1 << 14, entry.rate_q = 7;
	else if (law == DPMF_GAUSSIAN_SHARES) /* wide enough for MANY */
		entry.rate_p = 320, entry.rate_q = 1, entry.scale = one->scale_of(320, 1);
	else if (one && one->charged == DPMF_CHARGED_NORMAL)
		entry.rate_p = 4, entry.rate_q = 1, entry.scale = one->scale_of(4, 1);
	else if (one && one->scale_of)
		entry.rate_p = 1, entry.rate_q = 3, entry.scale = one->scale_of(1, 3);
	return entry;
}

static inline struct dpmf_participants everybody(uint64_t piece)
{
	return (struct dpmf_participants){ .item = piece, .user = users, .count = MANY, .of = MANY };
}

static inline void open_door(struct dpmf_door *door)
{
	struct dpmf_key key;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(1, &key);
	assert_int_equal(dpmf_door_open(door, &key, NULL), DPMF_OK);
}

static inline size_t declared(struct dpmf_door *door, const struct dpmf_entry *entry)
{
	struct dpmf_error error = { "" };
	size_t number = 99;

	if (dpmf_door_declare(door, entry, &number, &error) != DPMF_OK)
		fail_msg("%s", error.text);
	return number;
}

static inline void says(const struct dpmf_error *error, const char *reason)
{
	if (!strstr(error->text, reason))
		fail_msg("\"%s\" does not say \"%s\"", error->text, reason);
}

/* Refused in doubles: the value is what it was, the record has the piece still inside. */
static inline void refuses(struct dpmf_door *door, size_t number, uint64_t piece, const struct dpmf_participants *who,
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

static inline void refuses_steps(struct dpmf_door *door, size_t number, uint64_t piece, const struct dpmf_participants *who,
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

static inline void refuses_to_declare(const struct dpmf_entry *entry, const char *reason)
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

#endif
