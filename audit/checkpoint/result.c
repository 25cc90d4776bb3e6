/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/checkpoint/result.h"

/* How many of a list there are: no more than there is room for, also where the writer's count is off. */
static size_t pack_count(struct pack *pack, size_t *count, size_t most)
{
	pack_size(pack, count, most);
	return *count < most ? *count : most;
}

static uint64_t pack_choice(struct pack *pack, uint64_t choice, uint64_t most)
{
	pack_number(pack, &choice, most);
	return choice;
}

static void pack_event(struct pack *pack, struct audit_event *event)
{
	event->toward = (enum audit_toward)pack_choice(pack, event->toward, AUDIT_TOWARD_BOTH);
	pack_real(pack, &event->high);
	pack_real(pack, &event->low);
}

static void pack_pair(struct pack *pack, struct audit_pair *pair)
{
	pack_flag(pack, &pair->guesses);
	for (int i = 0; i < 2; i++) {
		pack_number(pack, &pair->runs[i], UINT64_MAX);
		pack_number(pack, &pair->hits[i], UINT64_MAX);
	}
}

static void pack_stretches(struct pack *pack, struct stretches *stretches)
{
	const size_t count = pack_count(pack, &stretches->count, STRETCHES_MOST);

	pack_size(pack, &stretches->all, SIZE_MAX);
	for (size_t i = 0; i < count; i++) {
		pack_real(pack, &stretches->one[i].from);
		pack_real(pack, &stretches->one[i].to);
		pack_size(pack, &stretches->one[i].caught, SIZE_MAX);
	}
}

static void pack_band(struct pack *pack, struct audit_band *band)
{
	const size_t count = pack_count(pack, &band->count, AUDIT_BAND_MOST);

	for (size_t i = 0; i < count; i++)
		pack_real(pack, &band->at[i]);
	for (int world = 0; world < 2; world++) {
		pack_number(pack, &band->runs[world], UINT64_MAX);
		for (size_t i = 0; i < count; i++)
			pack_number(pack, &band->reached[world][i], UINT64_MAX);
	}
}

static void pack_picture(struct pack *pack, struct audit_picture *picture)
{
	picture->axis = (enum audit_axis)pack_choice(pack, picture->axis, AUDIT_AXIS_WORDS);
	pack_real(pack, &picture->low);
	pack_real(pack, &picture->high);
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < AUDIT_PICTURE_BINS; i++)
			pack_number(pack, &picture->count[world][i], UINT64_MAX);
	const size_t words = pack_count(pack, &picture->words, AUDIT_PICTURE_BINS);

	for (size_t i = 0; i < words; i++)
		pack_text(pack, picture->word[i], AUDIT_PICTURE_WORD);
}

static void pack_found(struct pack *pack, struct audit_result *result)
{
	pack_real(pack, &result->epsilon_lower);
	pack_real(pack, &result->mu_lower);
	result->finding = (enum audit_finding)pack_choice(pack, result->finding, AUDIT_VIOLATED);
	pack_real(pack, &result->could_epsilon);
	pack_real(pack, &result->could_share);
}

void pack_result(struct pack *pack, struct audit_result *result)
{
	pack_number(pack, &result->trials, UINT64_MAX);
	pack_number(pack, &result->seed, UINT64_MAX);
	pack_real(pack, &result->confidence);
	result->curve = (enum audit_curve)pack_choice(pack, result->curve, AUDIT_GAUSSIAN);
	pack_flag(pack, &result->sequential);
	pack_event(pack, &result->event);
	result->which = (enum audit_which)pack_choice(pack, result->which, AUDIT_EVENTS - 1);
	pack_pair(pack, &result->counts);
	for (int i = 0; i < 2; i++) {
		pack_text(pack, result->words[i], AUDIT_WORDS);
		pack_size(pack, &result->parts[i], SIZE_MAX);
		pack_stretches(pack, &result->stretch[i]);
	}
	pack_flag(pack, &result->by_bits);
	pack_flag(pack, &result->fine);
	pack_found(pack, result);
	pack_band(pack, &result->band);
	pack_picture(pack, &result->picture);
}
