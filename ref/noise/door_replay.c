/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a first run released is remembered, and handed out to a second one. */
#include <stdlib.h>
#include <string.h>

#include "noise/door_parts.h"

static void free_passages(struct dpmf_passage *passage, size_t count)
{
	for (size_t i = 0; passage && i < count; i++)
		dpmf_door_unplace(&passage[i]);
	free(passage);
}

void dpmf_door_forget(struct dpmf_door *door)
{
	free_passages(door->passage, door->passages);
	free_passages(door->now, door->now ? door->passages : 0);
}

void dpmf_door_remember(struct dpmf_door *door)
{
	door->mode = DPMF_DOOR_REMEMBER;
}

enum dpmf_status dpmf_door_replay(struct dpmf_door *door, struct dpmf_error *error)
{
	struct dpmf_passage *now = calloc(door->passages ? door->passages : 1, sizeof *now);

	if (!now)
		return dpmf_fail(error, DPMF_FAILED, "no memory to replay %zu releases", door->passages);
	free_passages(door->now, door->now ? door->passages : 0);
	door->now = now;
	door->mode = DPMF_DOOR_REPLAY;
	door->next = 0;
	door->strayed = false;
	door->stray.text[0] = '\0';
	free(door->first.entry);
	door->first = door->record;
	door->record = (struct dpmf_record){ .count = 0 };
	door->top_draw = 0;
	dpmf_door_close_answers(door);
	for (size_t b = 0; b < DPMF_BANKS && door->bank[b].drawn; b++)
		memset(door->bank[b].drawn, 0, door->bank[b].pieces);
	return DPMF_OK;
}

enum dpmf_status dpmf_door_hand_over(struct dpmf_door *first, struct dpmf_door *second, struct dpmf_error *error)
{
	enum dpmf_status status;

	if (first == second || first->mode != DPMF_DOOR_REMEMBER || second->mode != DPMF_DOOR_PLAIN || second->record.count > 0)
		return dpmf_fail(error, DPMF_FAILED, "a door that remembers hands over to another that was just opened, and no other way");
	second->passage = first->passage;
	second->passages = first->passages;
	second->room = first->room;
	second->record = first->record;
	status = dpmf_door_replay(second, error);
	if (status != DPMF_OK) {
		second->passage = NULL;
		second->passages = second->room = 0;
		second->record = (struct dpmf_record){ .count = 0 };
		return status;
	}
	first->passage = NULL;
	first->passages = first->room = 0;
	first->record = (struct dpmf_record){ .count = 0 };
	dpmf_door_close_answers(first);
	first->mode = DPMF_DOOR_PLAIN;
	return DPMF_OK;
}

/* REPLAY: whether this is what the first run released here; else the door has strayed. */
static bool follows(struct dpmf_door *door, size_t number, uint64_t piece, struct dpmf_error *error)
{
	const struct dpmf_passage *first = &door->passage[door->next];
	const bool over = door->next == door->passages;

	if (!door->strayed && !over && first->entry == number && first->piece == piece)
		return true;
	if (!door->strayed && over)
		dpmf_fail(&door->stray, DPMF_NO, "the first run ended after %zu releases; this one asks for piece %llu of entry %zu",
		          door->passages, (unsigned long long)piece, number);
	else if (!door->strayed)
		dpmf_fail(&door->stray, DPMF_NO, "release %zu was piece %llu of entry %zu in the first run; this one asks for piece %llu of "
		          "entry %zu", door->next, (unsigned long long)first->piece, first->entry, (unsigned long long)piece, number);
	door->strayed = true;
	dpmf_fail(error, DPMF_FAILED, "%s", door->stray.text);
	return false;
}

/* Coordinates that another declaration has would be handed out from beyond what is remembered. */
static bool as_long(struct dpmf_door *door, size_t number, size_t coordinates, struct dpmf_error *error)
{
	const bool known = number < door->first.count;

	if (known && door->first.entry[number].coordinates == coordinates)
		return true;
	dpmf_fail(&door->stray, DPMF_NO, "entry %zu has %zu coordinates; in the first run it had %zu", number, coordinates,
	          known ? door->first.entry[number].coordinates : (size_t)0);
	door->strayed = true;
	dpmf_fail(error, DPMF_FAILED, "%s", door->stray.text);
	return false;
}

static struct dpmf_passage *grow(struct dpmf_door *door, struct dpmf_error *error)
{
	const size_t room = door->room ? 2 * door->room : 64;
	struct dpmf_passage *grown;

	if (door->passages < door->room)
		return &door->passage[door->passages];
	grown = realloc(door->passage, room * sizeof *grown);
	if (!grown) {
		dpmf_fail(error, DPMF_FAILED, "no memory to remember %zu releases", room);
		return NULL;
	}
	door->passage = grown;
	door->room = room;
	return &door->passage[door->passages];
}

struct dpmf_passage *dpmf_door_place(struct dpmf_door *door, size_t number, uint64_t piece, size_t coordinates, struct dpmf_error *error)
{
	struct dpmf_passage *place;

	if (door->mode == DPMF_DOOR_REPLAY) {
		if (!follows(door, number, piece, error) || !as_long(door, number, coordinates, error))
			return NULL;
		place = &door->now[door->next];
	} else {
		place = grow(door, error);
		if (!place)
			return NULL;
	}
	place->entry = number;
	place->piece = piece;
	place->before = malloc(coordinates * sizeof *place->before);
	place->after = malloc(coordinates * sizeof *place->after);
	if (place->before && place->after)
		return place;
	dpmf_door_unplace(place);
	dpmf_fail(error, DPMF_FAILED, "no memory to remember %zu coordinates", coordinates);
	return NULL;
}

void dpmf_door_unplace(struct dpmf_passage *place)
{
	free(place->before);
	free(place->after);
	place->before = place->after = NULL;
}

void dpmf_door_pass(struct dpmf_door *door, const struct dpmf_passage *place, size_t coordinates, double *after)
{
	const size_t bytes = coordinates * sizeof *after;

	if (after)
		memcpy(place->after, after, bytes);
	if (door->mode != DPMF_DOOR_REPLAY) {
		door->passages++;
		return;
	}
	if (after)
		memcpy(after, door->passage[door->next].after, bytes);
	door->next++;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Which field the two declare differently; NULL: none. */
static const char *difference(const struct dpmf_entry *a, const struct dpmf_entry *b)
{
#define ALIKE(field) if (a->field != b->field) return #field
	if (!same_text(a->statistic, b->statistic))
		return "statistic";
	if (!same_text(a->premise, b->premise))
		return "premise";
	ALIKE(neighbours);
	ALIKE(norm);
	ALIKE(sensitivity);
	ALIKE(sensitivity_least);
	ALIKE(law);
	ALIKE(scale);
	ALIKE(scale_most);
	ALIKE(rate_p);
	ALIKE(rate_q);
	ALIKE(pieces);
	ALIKE(touched);
	ALIKE(coordinates);
	ALIKE(ids);
	ALIKE(touched_by_user);
	ALIKE(sampled_weight);
	ALIKE(sampled_sensitivity);
	ALIKE(part);
	ALIKE(spread);
	ALIKE(colluding.of_all);
	ALIKE(colluding.share);
	ALIKE(colluding.count);
	ALIKE(colluding.lying);
	ALIKE(colluding.stay);
	ALIKE(least);
	ALIKE(heard);
	ALIKE(messages);
	ALIKE(round);
	ALIKE(draw);
	ALIKE(keep);
	return NULL;
#undef ALIKE
}

enum dpmf_status dpmf_door_same(const struct dpmf_door *door, struct dpmf_error *error)
{
	const struct dpmf_record *first = &door->first, *second = &door->record;

	if (door->mode != DPMF_DOOR_REPLAY)
		return dpmf_fail(error, DPMF_FAILED, "the door replays nothing, so that there is nothing to compare");
	if (door->strayed)
		return dpmf_fail(error, DPMF_NO, "%s", door->stray.text);
	for (size_t i = 0; i < first->count && i < second->count; i++) {
		const char *field = difference(&first->entry[i], &second->entry[i]);

		if (field)
			return dpmf_fail(error, DPMF_NO, "entry %zu, \"%s\", is declared with another `%s` than in the first run", i,
			                 second->entry[i].statistic, field);
	}
	if (first->count != second->count)
		return dpmf_fail(error, DPMF_NO, "the first run declared %zu entries, this one %zu", first->count, second->count);
	if (door->next != door->passages)
		return dpmf_fail(error, DPMF_NO, "the first run released %zu pieces, this one %zu", door->passages, door->next);
	return DPMF_OK;
}
