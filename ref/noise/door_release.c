/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A release: everything is checked, the noise is drawn beside the value, and only what fits is written. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "noise/door_parts.h"
#include "noise/fixed_laplace.h"

static const double exact_most = 9007199254740992; /* 2^53: what a passage remembers of steps */

const struct dpmf_entry *dpmf_door_entry(const struct dpmf_door *door, size_t number, enum dpmf_unit unit, struct dpmf_error *error)
{
	const struct dpmf_entry *entry = NULL;
	const struct dpmf_noise_law *law;

	if (number < door->record.count)
		entry = &door->record.entry[number];
	law = entry ? dpmf_law_of(entry->law) : NULL;
	if (!law) {
		dpmf_fail(error, DPMF_FAILED, "entry %zu was never declared: the record has %zu", number, door->record.count);
		return NULL;
	}
	if (!dpmf_unit_fits(law->unit, unit)) {
		dpmf_fail(error, DPMF_FAILED, "\"%s\" was declared with the law \"%s\" in %s, and is released in %s", entry->statistic,
		          law->name, law->unit == DPMF_STEPS ? "steps" : "doubles", unit == DPMF_STEPS ? "steps" : "doubles");
		return NULL;
	}
	return entry;
}

static enum dpmf_status take_piece(struct dpmf_door *door, const struct dpmf_entry *entry, size_t number, uint64_t piece,
                                   struct dpmf_error *error)
{
	const struct dpmf_answers *answers = &door->answers[number % DPMF_OPEN_ENTRIES];

	if (answers->ids == 0 || answers->number != number)
		return dpmf_fail(error, DPMF_FAILED, "\"%s\": all pieces of entry %zu left, or %d entries were declared since; it is closed",
		                 entry->statistic, number, DPMF_OPEN_ENTRIES);
	if (dpmf_answer_once(answers->answered, answers->ids, piece))
		return DPMF_OK;
	if (piece < answers->ids)
		return dpmf_fail(error, DPMF_FAILED, "\"%s\": piece %llu left already, and a second answer would tell the difference",
		                 entry->statistic, (unsigned long long)piece);
	return dpmf_fail(error, DPMF_FAILED, "\"%s\" has pieces 0 to %zu and no piece %llu", entry->statistic, answers->ids - 1,
	                 (unsigned long long)piece);
}

/* The piece may be asked for again. */
static void give_back(struct dpmf_door *door, size_t number, uint64_t piece)
{
	__atomic_store_n(&door->answers[number % DPMF_OPEN_ENTRIES].answered[piece], (unsigned char)0, __ATOMIC_RELEASE);
}

static void count_out(struct dpmf_entry *entry)
{
	size_t withheld = __atomic_load_n(&entry->withheld, __ATOMIC_RELAXED);

	while (withheld > 0 && !__atomic_compare_exchange_n(&entry->withheld, &withheld, withheld - 1, true, __ATOMIC_RELAXED,
	                                                    __ATOMIC_RELAXED))
		;
}

static enum dpmf_status refuse(struct dpmf_door *door, const struct dpmf_error *reason, enum dpmf_status status,
                               struct dpmf_error *error)
{
	if (__atomic_exchange_n(&door->refusals, 1, __ATOMIC_ACQ_REL) == 0)
		door->refused = *reason;
	return dpmf_fail(error, status, "%s", reason->text);
}

/* Whether those who add noise suffice, and add that of this piece. */
static enum dpmf_status check_who(const struct dpmf_entry *entry, uint64_t piece, const struct dpmf_participants *who,
                                  struct dpmf_error *error)
{
	const struct dpmf_noise_law *law = dpmf_law_of(entry->law);

	if (dpmf_door_check_shares(entry, law, who, error) != DPMF_OK)
		return DPMF_FAILED;
	if (law->source == DPMF_BY_PARTICIPANTS && !entry->messages && (uint32_t)who->item != piece)
		return dpmf_fail(error, DPMF_FAILED, "\"%s\": piece %llu would have the noise of item %llu", entry->statistic,
		                 (unsigned long long)piece, (unsigned long long)who->item);
	return DPMF_OK;
}

/* The stream of noise that is drawn whole. */
static void open_whole(const struct dpmf_door *door, const struct dpmf_entry *entry, const struct dpmf_noise_law *law, uint64_t piece,
                       struct dpmf_stream *stream)
{
	if (law->source == DPMF_BY_PIECE)
		dpmf_stream_open(stream, &door->users, piece, law->stream, entry->draw);
	else
		dpmf_stream_open(stream, &door->server, law->stream, piece, entry->draw);
}

static void draw_shares(const struct dpmf_door *door, const struct dpmf_entry *entry, const struct dpmf_noise_law *law,
                        const struct dpmf_participants *who, double *noise)
{
	double common[DPMF_DOOR_ON_STACK], share[DPMF_DOOR_ON_STACK];

	dpmf_door_common(door, entry, law, who->item, common);
	for (size_t a = 0; a < who->count; a++) {
		dpmf_door_share(door, entry, law, who, a, common, share);
		for (size_t l = 0; l < entry->coordinates; l++)
			noise[l] += share[l];
	}
}

static void draw(const struct dpmf_door *door, const struct dpmf_entry *entry, uint64_t piece,
                 const struct dpmf_participants *who, double *noise)
{
	const struct dpmf_noise_law *law = dpmf_law_of(entry->law);
	const struct dpmf_drawing drawing = { .scale = entry->scale };
	struct dpmf_stream stream;

	memset(noise, 0, entry->coordinates * sizeof *noise);
	if (law->source == DPMF_BY_NOBODY)
		return;
	if (law->source == DPMF_BY_PARTICIPANTS) {
		draw_shares(door, entry, law, who, noise);
		return;
	}
	open_whole(door, entry, law, piece, &stream);
	for (size_t l = 0; l < entry->coordinates; l++)
		noise[l] = law->draw(&stream, &drawing);
}

/* The noise, from the bank where it is kept: then its shares were checked when they were drawn. */
static enum dpmf_status draw_or_keep(struct dpmf_door *door, const struct dpmf_entry *entry, uint64_t piece,
                                     const struct dpmf_participants *who, double *noise, struct dpmf_error *error)
{
	struct dpmf_bank *bank = entry->keep ? dpmf_door_bank(door, entry->statistic) : NULL;
	const size_t bytes = entry->coordinates * sizeof *noise;

	if (bank && bank->drawn[piece]) {
		memcpy(noise, bank->noise + piece * entry->coordinates, bytes);
		return DPMF_OK;
	}
	if (bank && check_who(entry, piece, who, error) != DPMF_OK)
		return DPMF_FAILED;
	draw(door, entry, piece, who, noise);
	if (bank) {
		memcpy(bank->noise + piece * entry->coordinates, noise, bytes);
		bank->drawn[piece] = 1;
	}
	return DPMF_OK;
}

static enum dpmf_status all_finite(const struct dpmf_entry *entry, const double *value, const char *what, struct dpmf_error *error)
{
	for (size_t l = 0; l < entry->coordinates; l++)
		if (!isfinite(value[l]))
			return dpmf_fail(error, DPMF_INPUT, "\"%s\": %s is %g in coordinate %zu, and only finite numbers leave",
			                 entry->statistic, what, value[l], l);
	return DPMF_OK;
}

/* value becomes what leaves; noise is where the noise goes meanwhile. */
static enum dpmf_status add_noise(struct dpmf_door *door, const struct dpmf_entry *entry, size_t number, uint64_t piece,
                                  const struct dpmf_participants *who, double *noise, double *value, struct dpmf_error *error)
{
	struct dpmf_passage *place = NULL;
	enum dpmf_status status = all_finite(entry, value, "what is to leave", error);

	if (status == DPMF_OK)
		status = draw_or_keep(door, entry, piece, who, noise, error);
	if (status != DPMF_OK)
		return status;
	for (size_t l = 0; l < entry->coordinates; l++)
		noise[l] = value[l] + noise[l];
	status = all_finite(entry, noise, "it with its noise", error);
	if (status == DPMF_OK && door->mode != DPMF_DOOR_PLAIN) {
		place = dpmf_door_place(door, number, piece, entry->coordinates, error);
		status = place ? DPMF_OK : DPMF_FAILED;
	}
	if (status != DPMF_OK)
		return status;
	if (place) {
		memcpy(place->before, value, entry->coordinates * sizeof *value);
		dpmf_door_pass(door, place, entry->coordinates, noise);
	}
	memcpy(value, noise, entry->coordinates * sizeof *value);
	return DPMF_OK;
}

static enum dpmf_status sum_shares(const struct dpmf_door *door, const struct dpmf_entry *entry, const struct dpmf_noise_law *law,
                                   const struct dpmf_participants *who, int64_t *share, int64_t *noise, struct dpmf_error *error)
{
	memset(noise, 0, entry->coordinates * sizeof *noise);
	for (size_t a = 0; a < who->count; a++) {
		dpmf_door_share_steps(door, entry, law, who, a, share);
		if (!dpmf_has_room(noise, share, entry->coordinates))
			return dpmf_fail(error, DPMF_INPUT, "\"%s\": the shares of the noise do not fit into 64 bits together", entry->statistic);
		dpmf_add_steps(share, entry->coordinates, noise);
	}
	return DPMF_OK;
}

static enum dpmf_status draw_steps(const struct dpmf_door *door, const struct dpmf_entry *entry, const struct dpmf_noise_law *law, uint64_t piece,
                                   const int64_t *steps, int64_t *noise, struct dpmf_error *error)
{
	struct dpmf_fixed_chances chances;
	struct dpmf_drawing drawing = { .p = entry->rate_p, .q = entry->rate_q, .chances = &chances };
	struct dpmf_stream stream;

	if (law->prepare && law->prepare(entry->rate_p, entry->rate_q, &chances, error) != DPMF_OK)
		return DPMF_FAILED;
	open_whole(door, entry, law, piece, &stream);
	for (size_t l = 0; l < entry->coordinates; l++) {
		drawing.statistic = steps[l];
		noise[l] = law->draw_steps(&stream, &drawing);
	}
	return DPMF_OK;
}

/* answer becomes the statistic with its noise; `work` is room for as many steps. Where the law replaces the statistic, answer may
   be the steps themselves: nothing is refused once the first is drawn. */
static enum dpmf_status answer_steps(const struct dpmf_door *door, const struct dpmf_entry *entry, uint64_t piece,
                                     const struct dpmf_participants *who, const int64_t *steps, int64_t *work, int64_t *answer,
                                     struct dpmf_error *error)
{
	const struct dpmf_noise_law *law = dpmf_law_of(entry->law);
	enum dpmf_status status = DPMF_OK;

	/* Where a law takes every number of steps there is nothing to look at. */
	if (law->replaces && (law->least > INT64_MIN || law->most < INT64_MAX) &&
	    !dpmf_steps_within(steps, entry->coordinates, law->least, law->most))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\": the law \"%s\" takes statistics from %lld to %lld, and one is not", entry->statistic,
		                 law->name, (long long)law->least, (long long)law->most);
	if (law->source == DPMF_BY_NOBODY)
		memset(answer, 0, entry->coordinates * sizeof *answer);
	else if (law->source == DPMF_BY_PARTICIPANTS)
		status = sum_shares(door, entry, law, who, work, answer, error);
	else
		status = draw_steps(door, entry, law, piece, steps, answer, error);
	if (status != DPMF_OK || law->replaces)
		return status;
	if (!dpmf_has_room(answer, steps, entry->coordinates))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\": the statistic and its noise do not fit into 64 bits together", entry->statistic);
	dpmf_add_steps(steps, entry->coordinates, answer);
	return DPMF_OK;
}

/* REMEMBER, REPLAY: passages are doubles. */
static enum dpmf_status pass_steps(struct dpmf_door *door, const struct dpmf_entry *entry, size_t number, uint64_t piece,
                                   const int64_t *steps, int64_t *answer, struct dpmf_error *error)
{
	const size_t k = entry->coordinates;
	const int64_t most = (int64_t)exact_most;
	struct dpmf_passage *place;
	double *after;

	if (!dpmf_steps_within(steps, k, -most, most) || !dpmf_steps_within(answer, k, -most, most))
		return dpmf_fail(error, DPMF_FAILED, "\"%s\": a replay remembers steps up to 2^53, and one is beyond", entry->statistic);
	place = dpmf_door_place(door, number, piece, k, error);
	if (!place)
		return DPMF_FAILED;
	after = place->after;
	for (size_t l = 0; l < k; l++) {
		place->before[l] = (double)steps[l];
		after[l] = (double)answer[l];
	}
	after = door->mode == DPMF_DOOR_REPLAY ? door->passage[door->next].after : after;
	for (size_t l = 0; l < k; l++)
		if (!(fabs(after[l]) <= exact_most)) {
			dpmf_door_unplace(place);
			return dpmf_fail(error, DPMF_FAILED, "\"%s\": the remembered answer %g is no whole number up to 2^53", entry->statistic,
			                 after[l]);
		}
	for (size_t l = 0; l < k; l++)
		answer[l] = (int64_t)after[l];
	dpmf_door_pass(door, place, k, NULL);
	return DPMF_OK;
}

static enum dpmf_status add_noise_steps(struct dpmf_door *door, const struct dpmf_entry *entry, size_t number, uint64_t piece,
                                        const struct dpmf_participants *who, int64_t *work, int64_t *steps,
                                        struct dpmf_error *error)
{
	int64_t *answer = work + entry->coordinates;
	enum dpmf_status status = answer_steps(door, entry, piece, who, steps, work, answer, error);

	if (status == DPMF_OK && door->mode != DPMF_DOOR_PLAIN)
		status = pass_steps(door, entry, number, piece, steps, answer, error);
	if (status == DPMF_OK)
		memcpy(steps, answer, entry->coordinates * sizeof *steps);
	return status;
}

/* What both units have in common before the noise: the entry's number and unit, who adds noise, and that the piece is there and new. */
static enum dpmf_status begin(struct dpmf_door *door, size_t number, enum dpmf_unit unit, uint64_t piece,
                              const struct dpmf_participants *who, const void *statistic, struct dpmf_error *error)
{
	const struct dpmf_entry *entry;

	error->text[0] = '\0';
	entry = dpmf_door_entry(door, number, unit, error);
	if (!entry)
		return DPMF_FAILED;
	if (!statistic)
		return dpmf_fail(error, DPMF_FAILED, "\"%s\": there is no statistic to release", entry->statistic);
	if (!entry->keep && check_who(entry, piece, who, error) != DPMF_OK)
		return DPMF_FAILED;
	return take_piece(door, entry, number, piece, error);
}

static enum dpmf_status end(struct dpmf_door *door, size_t number, uint64_t piece, enum dpmf_status status)
{
	if (status == DPMF_OK)
		count_out(&door->record.entry[number]);
	else
		give_back(door, number, piece);
	return status;
}

enum dpmf_status dpmf_door_release(struct dpmf_door *door, size_t number, uint64_t piece,
                                   const struct dpmf_participants *who, double *value, struct dpmf_error *error)
{
	double on_stack[DPMF_DOOR_ON_STACK], *noise = on_stack;
	struct dpmf_error reason; /* of 1 KB, which is not filled at every release */
	enum dpmf_status status = begin(door, number, DPMF_DOUBLES, piece, who, value, &reason);
	const struct dpmf_entry *entry;

	if (status != DPMF_OK)
		return refuse(door, &reason, status, error);
	entry = &door->record.entry[number];
	if (entry->coordinates > DPMF_DOOR_ON_STACK)
		noise = malloc(entry->coordinates * sizeof *noise);
	status = noise ? add_noise(door, entry, number, piece, who, noise, value, &reason)
	               : dpmf_fail(&reason, DPMF_FAILED, "no memory for the noise of %zu coordinates", entry->coordinates);
	if (noise != on_stack)
		free(noise);
	status = end(door, number, piece, status);
	return status == DPMF_OK ? DPMF_OK : refuse(door, &reason, status, error);
}

enum dpmf_status dpmf_door_release_steps(struct dpmf_door *door, size_t number, uint64_t piece,
                                         const struct dpmf_participants *who, int64_t *steps, struct dpmf_error *error)
{
	int64_t on_stack[2 * DPMF_DOOR_ON_STACK], *work = on_stack;
	bool in_place;
	struct dpmf_error reason; /* of 1 KB, which is not filled at every release */
	enum dpmf_status status = begin(door, number, DPMF_STEPS, piece, who, steps, &reason);
	const struct dpmf_entry *entry;

	if (status != DPMF_OK)
		return refuse(door, &reason, status, error);
	entry = &door->record.entry[number];
	in_place = dpmf_law_of(entry->law)->replaces && door->mode == DPMF_DOOR_PLAIN;
	if (entry->coordinates > DPMF_DOOR_ON_STACK && !in_place)
		work = malloc(2 * entry->coordinates * sizeof *work);
	status = in_place ? answer_steps(door, entry, piece, who, steps, NULL, steps, &reason)
	         : work   ? add_noise_steps(door, entry, number, piece, who, work, steps, &reason)
	              : dpmf_fail(&reason, DPMF_FAILED, "no memory for the noise of %zu coordinates", entry->coordinates);
	if (work != on_stack)
		free(work);
	status = end(door, number, piece, status);
	return status == DPMF_OK ? DPMF_OK : refuse(door, &reason, status, error);
}
