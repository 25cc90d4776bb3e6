/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening, closing, and what is declared. */
#include "noise/door.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/wipe.h"
#include "noise/door_parts.h"
#include "noise/law/law.h"

void dpmf_door_open_under(struct dpmf_door *door, const struct dpmf_key *key, const struct dpmf_key *server, const struct dpmf_key *users)
{
	memset(door, 0, sizeof *door);
	door->server = *server;
	door->users = *users;
	door->key = *key;
}

enum dpmf_status dpmf_door_open(struct dpmf_door *door, const struct dpmf_key *key, struct dpmf_error *error)
{
	struct dpmf_key server, users;

	(void)error;
	dpmf_key_derive(key, "server", &server);
	dpmf_key_derive(key, "user", &users);
	dpmf_door_open_under(door, key, &server, &users);
	return DPMF_OK;
}

void dpmf_door_secret(const struct dpmf_door *door, const char *name, struct dpmf_key *key)
{
	struct dpmf_key secrets;

	dpmf_key_derive(&door->key, "secret", &secrets);
	dpmf_key_derive(&secrets, name, key);
	dpmf_wipe(&secrets, sizeof secrets);
}

void dpmf_door_close_of_many(struct dpmf_door *door)
{
	free(door->record.entry);
	free(door->first.entry);
	dpmf_door_close_answers(door);
	for (size_t b = 0; b < DPMF_BANKS; b++) {
		dpmf_wipe_free(door->bank[b].noise, door->bank[b].pieces * door->bank[b].coordinates * sizeof *door->bank[b].noise);
		free(door->bank[b].drawn);
	}
	dpmf_door_forget(door);
	dpmf_wipe(door, sizeof *door);
}

void dpmf_door_close(struct dpmf_door *door)
{
	dpmf_door_close_of_many(door);
	dpmf_wipe_stack(); /* streams and noise of the last draws */
}

const struct dpmf_entry *dpmf_door_declared(const struct dpmf_door *door, size_t number)
{
	return &door->record.entry[number];
}

bool dpmf_door_replays(const struct dpmf_door *door)
{
	return door->mode == DPMF_DOOR_REPLAY;
}

const char *dpmf_door_refusal(const struct dpmf_door *door)
{
	return door->refused.text;
}

struct dpmf_bank *dpmf_door_bank(struct dpmf_door *door, const char *statistic)
{
	for (size_t b = 0; b < DPMF_BANKS; b++)
		if (!door->bank[b].statistic || strcmp(door->bank[b].statistic, statistic) == 0)
			return &door->bank[b];
	return NULL;
}

/* Room for the noise that is drawn once; grows to the largest entry declared. */
static enum dpmf_status make_bank(struct dpmf_door *door, const struct dpmf_entry *entry, struct dpmf_error *error)
{
	struct dpmf_bank *bank = dpmf_door_bank(door, entry->statistic), made = { .statistic = entry->statistic };

	if (!bank)
		return dpmf_fail(error, DPMF_FAILED, "noise is kept for %d statistics at most, and \"%s\" is one more",
		                 DPMF_BANKS, entry->statistic);
	if (bank->noise && bank->pieces >= entry->pieces && bank->coordinates == entry->coordinates)
		return DPMF_OK;
	made.pieces = entry->pieces;
	made.coordinates = entry->coordinates;
	if (entry->pieces <= SIZE_MAX / sizeof *made.noise / entry->coordinates)
		made.noise = calloc(entry->pieces * entry->coordinates, sizeof *made.noise);
	made.drawn = calloc(entry->pieces, 1);
	if (!made.noise || !made.drawn) {
		free(made.noise);
		free(made.drawn);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the noise of %zu pieces", entry->pieces);
	}
	free(bank->noise);
	free(bank->drawn);
	*bank = made;
	return DPMF_OK;
}

void dpmf_door_close_answers(struct dpmf_door *door)
{
	for (size_t a = 0; a < DPMF_OPEN_ENTRIES; a++) {
		if (door->answers[a].ids == 0)
			continue;
		free(door->answers[a].answered);
		door->answers[a] = (struct dpmf_answers){ .ids = 0 };
	}
}

/* The entry that was declared DPMF_OPEN_ENTRIES ago closes; so do those of which everything left. */
static enum dpmf_status open_answers(struct dpmf_door *door, const struct dpmf_entry *entry, struct dpmf_error *error)
{
	const size_t number = door->record.count, ids = entry->ids ? entry->ids : entry->pieces;
	struct dpmf_answers *own = &door->answers[number % DPMF_OPEN_ENTRIES];
	unsigned char *made = calloc(ids, 1);

	if (!made)
		return dpmf_fail(error, DPMF_FAILED, "no memory to see which of %zu pieces left", ids);
	for (size_t a = 0; a < DPMF_OPEN_ENTRIES && a <= number; a++) {
		struct dpmf_answers *other = &door->answers[a];

		if (other != own && (!other->ids || other->number >= number || door->record.entry[other->number].ids ||
		                     door->record.entry[other->number].withheld))
			continue;
		free(other->answered);
		*other = (struct dpmf_answers){ .ids = 0 };
	}
	*own = (struct dpmf_answers){ number, ids, made };
	return DPMF_OK;
}

static enum dpmf_status check_meaning(const struct dpmf_entry *entry, struct dpmf_error *error)
{
	if (!entry->statistic || !entry->statistic[0])
		return dpmf_fail(error, DPMF_INPUT, "a statistic without a name is declared");
	if (entry->neighbours < DPMF_ENTRY || entry->neighbours > DPMF_EDGE)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" is declared for neighbours number %d, which there are not", entry->statistic,
		                 (int)entry->neighbours);
	if (entry->norm < DPMF_L1 || entry->norm > DPMF_LARGEST)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" is declared in norm number %d, which there is not", entry->statistic,
		                 (int)entry->norm);
	if (!(entry->sensitivity >= 0) || !isfinite(entry->sensitivity) || !(entry->sensitivity_least >= 0) ||
	    !(entry->sensitivity_least <= entry->sensitivity))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares a sensitivity of %g (%g at least): it is finite, 0 or more, and what it is "
		                 "at least is not above it", entry->statistic, entry->sensitivity, entry->sensitivity_least);
	if (!(entry->sampled_weight >= 0) || !isfinite(entry->sampled_weight) || !(entry->sampled_sensitivity >= 0) ||
	    !isfinite(entry->sampled_sensitivity))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares a sampled weight of %g that moves it by %g: both are finite, 0 or more",
		                 entry->statistic, entry->sampled_weight, entry->sampled_sensitivity);
	return DPMF_OK;
}

static enum dpmf_status check_sizes(const struct dpmf_entry *entry, const struct dpmf_noise_law *law, struct dpmf_error *error)
{
	if (entry->coordinates == 0 || entry->coordinates > law->coordinates)
		return dpmf_fail(error, DPMF_INPUT, "a released vector has 1 to %zu coordinates, not %zu", law->coordinates,
		                 entry->coordinates);
	if (entry->pieces == 0)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" has no pieces", entry->statistic);
	if (entry->touched == 0 && entry->law != DPMF_NO_NOISE)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" does not say how many of its pieces neighbours touch: it would cost nothing", entry->statistic);
	if (entry->keep && (entry->ids || law->unit != DPMF_DOUBLES))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" keeps its noise, which is for laws in doubles and pieces numbered below `pieces`",
		                 entry->statistic);
	return DPMF_OK;
}

static enum dpmf_status check_shares(const struct dpmf_entry *entry, const struct dpmf_noise_law *law, struct dpmf_error *error)
{
	if (law->source != DPMF_BY_PARTICIPANTS && (dpmf_anybody_colludes(&entry->colluding) || entry->colluding.lying || entry->messages) &&
	    law->source != DPMF_BY_NOBODY && entry->law != DPMF_POISSON_BINOMIAL)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares colluders or single messages, and its law \"%s\" has no "
		                 "shares", entry->statistic, law->name);
	if (dpmf_colluding_check(&entry->colluding, error) != DPMF_OK)
		return DPMF_INPUT;
	if (entry->one_common && !law->common)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares that its pieces have in common what the shares of a piece have in common, "
		                 "and those of its law \"%s\" have nothing", entry->statistic, law->name);
	if (entry->messages && (dpmf_anybody_colludes(&entry->colluding) || !entry->premise))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares single messages: they need the premise that only sums are seen, and "
		                 "say nothing of colluders", entry->statistic);
	if (entry->scale_most != 0 && !(entry->scale_most >= entry->scale && isfinite(entry->scale_most)))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares a scale of %g and of %g at most", entry->statistic, entry->scale,
		                 entry->scale_most);
	return DPMF_OK;
}

enum dpmf_status dpmf_entry_check(const struct dpmf_entry *entry, struct dpmf_error *error)
{
	const struct dpmf_noise_law *law = dpmf_law_of(entry->law);
	enum dpmf_status status = check_meaning(entry, error);

	if (status == DPMF_OK && !law)
		status = dpmf_fail(error, DPMF_INPUT, "\"%s\" is declared with law number %d, which there is not", entry->statistic,
		                   (int)entry->law);
	if (status == DPMF_OK)
		status = check_sizes(entry, law, error);
	if (status == DPMF_OK)
		status = check_shares(entry, law, error);
	return status == DPMF_OK ? law->check(entry, error) : status;
}

/* Two statistics under one draw would give their difference away. The budget knows of one statistic that uses a draw
   again, and of no more; the streams of shares are told apart by their items. */
static enum dpmf_status check_draw(const struct dpmf_door *door, const struct dpmf_entry *entry, struct dpmf_error *error)
{
	const struct dpmf_noise_law *law = dpmf_law_of(entry->law);

	const struct dpmf_record *record = &door->record;

	if ((law->source != DPMF_BY_SERVER && law->source != DPMF_BY_PIECE) || entry->draw > door->top_draw)
		return DPMF_OK;
	for (size_t i = 0; i < record->count; i++)
		if (record->entry[i].draw == entry->draw && record->entry[i].law == entry->law &&
		    strcmp(record->entry[i].statistic, entry->statistic) != 0)
			return dpmf_fail(error, DPMF_INPUT, "\"%s\" is declared with draw %llu of the law \"%s\", which \"%s\" has already",
			                 entry->statistic, (unsigned long long)entry->draw, law->name, record->entry[i].statistic);
	return DPMF_OK;
}

static enum dpmf_status make_room(struct dpmf_record *record, struct dpmf_error *error)
{
	const size_t room = record->room ? 2 * record->room : 4; /* many runs declare few */
	struct dpmf_entry *grown;

	if (record->count < record->room)
		return DPMF_OK;
	grown = realloc(record->entry, room * sizeof *grown);
	if (!grown)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a record of %zu entries", room);
	record->entry = grown;
	record->room = room;
	return DPMF_OK;
}

enum dpmf_status dpmf_door_declare(struct dpmf_door *door, const struct dpmf_entry *entry,
                                   size_t *number, struct dpmf_error *error)
{
	struct dpmf_record *record = &door->record;
	enum dpmf_status status = dpmf_entry_check(entry, error);

	if (status == DPMF_OK)
		status = check_draw(door, entry, error);
	if (status == DPMF_OK && entry->keep)
		status = make_bank(door, entry, error);
	if (status == DPMF_OK)
		status = make_room(record, error);
	if (status == DPMF_OK)
		status = open_answers(door, entry, error);
	if (status != DPMF_OK)
		return status;
	record->entry[record->count] = *entry;
	record->entry[record->count].withheld = entry->pieces;
	door->top_draw = entry->draw > door->top_draw ? entry->draw : door->top_draw;
	*number = record->count++;
	return DPMF_OK;
}
