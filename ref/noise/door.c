/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/door.h"

#include <stdlib.h>
#include <string.h>

#include "noise/exact.h"
#include "noise/flip.h"
#include "noise/mixture.h"
#include "noise/pbm.h"
#include "noise/shares.h"
#include "noise/textbook.h"

enum { FACTORS_ON_STACK = 1024 };
enum { /* where the mixture has 0: its h */
	NORMAL_STREAM = 1, DISCRETE_GAUSSIAN_STREAM = 2, LAPLACE_STREAM = 3, DISCRETE_LAPLACE_STREAM = 4,
	POISSON_BINOMIAL_STREAM = 5, RANDOMIZED_RESPONSE_STREAM = 6
};
enum { MOST_COORDINATES = 1 << 20 };

enum dpmf_status dpmf_door_open(struct dpmf_door *door, const struct dpmf_key *key, struct dpmf_error *error)
{
	(void)error;
	memset(door, 0, sizeof *door);
	dpmf_key_derive(key, "server", &door->server);
	dpmf_key_derive(key, "user", &door->users);
	dpmf_key_derive(key, "secret", &door->secrets);
	return DPMF_OK;
}

void dpmf_door_secret(const struct dpmf_door *door, const char *name, struct dpmf_key *key)
{
	dpmf_key_derive(&door->secrets, name, key);
}

static void forget(struct dpmf_passage *passage, size_t count)
{
	for (size_t i = 0; passage && i < count; i++) {
		free(passage[i].before);
		free(passage[i].after);
	}
	free(passage);
}

void dpmf_door_close(struct dpmf_door *door)
{
	free(door->record.entry);
	for (size_t b = 0; b < DPMF_BANKS; b++) {
		free(door->bank[b].noise);
		free(door->bank[b].drawn);
	}
	forget(door->passage, door->passages);
	forget(door->now, door->now ? door->passages : 0);
	memset(door, 0, sizeof *door);
}

void dpmf_door_remember(struct dpmf_door *door)
{
	door->mode = DPMF_DOOR_REMEMBER;
}

enum dpmf_status dpmf_door_replay(struct dpmf_door *door, struct dpmf_error *error)
{
	door->now = calloc(door->passages ? door->passages : 1, sizeof *door->now);
	if (!door->now)
		return dpmf_fail(error, DPMF_FAILED, "no memory to replay %zu releases", door->passages);
	door->mode = DPMF_DOOR_REPLAY;
	door->next = 0;
	door->strayed = false;
	door->record.count = 0;
	for (size_t b = 0; b < DPMF_BANKS && door->bank[b].drawn; b++)
		memset(door->bank[b].drawn, 0, door->bank[b].pieces);
	return DPMF_OK;
}

/* The statistic's bank, else the first that is free, else NULL. */
static struct dpmf_bank *bank_of(struct dpmf_door *door, const char *statistic)
{
	for (size_t b = 0; b < DPMF_BANKS; b++)
		if (!door->bank[b].statistic || strcmp(door->bank[b].statistic, statistic) == 0)
			return &door->bank[b];
	return NULL;
}

/* Room for the noise that is drawn once; grows to the largest entry declared. */
static enum dpmf_status make_bank(struct dpmf_door *door, const struct dpmf_entry *entry, struct dpmf_error *error)
{
	struct dpmf_bank *bank = bank_of(door, entry->statistic), made = { .statistic = entry->statistic };

	if (!bank)
		return dpmf_fail(error, DPMF_FAILED, "noise is kept for %d statistics at most, and \"%s\" is one more",
		                 DPMF_BANKS, entry->statistic);
	if (bank->noise && bank->pieces >= entry->pieces && bank->coordinates == entry->coordinates)
		return DPMF_OK;
	made.noise = calloc(entry->pieces * entry->coordinates, sizeof *made.noise);
	made.drawn = calloc(entry->pieces, 1);
	made.pieces = entry->pieces;
	made.coordinates = entry->coordinates;
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

enum dpmf_status dpmf_door_declare(struct dpmf_door *door, const struct dpmf_entry *entry,
                                   size_t *number, struct dpmf_error *error)
{
	struct dpmf_record *record = &door->record;
	const size_t most = entry->law == DPMF_MIXTURE_SHARES ? FACTORS_ON_STACK : MOST_COORDINATES;

	if (entry->coordinates == 0 || entry->coordinates > most)
		return dpmf_fail(error, DPMF_INPUT, "a released vector has 1 to %zu coordinates, not %zu",
		                 most, entry->coordinates);
	if (entry->keep && make_bank(door, entry, error) != DPMF_OK)
		return DPMF_FAILED;
	if (record->count == record->room) {
		const size_t room = record->room ? 2 * record->room : 64;
		struct dpmf_entry *grown = realloc(record->entry, room * sizeof *grown);

		if (!grown)
			return dpmf_fail(error, DPMF_FAILED, "no memory for a record of %zu entries", room);
		record->entry = grown;
		record->room = room;
	}
	record->entry[record->count] = *entry;
	*number = record->count++;
	return DPMF_OK;
}

static void draw_mixture(const struct dpmf_door *door, const struct dpmf_entry *entry,
                         const struct dpmf_participants *who, double *noise)
{
	double h[FACTORS_ON_STACK], share[FACTORS_ON_STACK];
	const size_t k = entry->coordinates;

	dpmf_mixture_h(&door->server, who->item, entry->draw, k, h);
	memset(noise, 0, k * sizeof *noise);
	for (size_t i = 0; i < who->count; i++) {
		const struct dpmf_share *own = who->group ? &who->share[who->group[i]] : NULL;

		dpmf_mixture_share(&door->users, who->user[i], who->item, entry->draw,
		                   own ? own->scale : entry->scale, h, k, own ? own->of : who->of, share);
		for (size_t l = 0; l < k; l++)
			noise[l] += share[l];
	}
}

static void add_mixture(struct dpmf_door *door, const struct dpmf_entry *entry, uint64_t piece,
                        const struct dpmf_participants *who, double *value)
{
	double drawn[FACTORS_ON_STACK];
	struct dpmf_bank *bank = entry->keep ? bank_of(door, entry->statistic) : NULL;
	double *noise = bank ? bank->noise + piece * entry->coordinates : drawn;

	if (!bank || !bank->drawn[piece])
		draw_mixture(door, entry, who, noise);
	if (bank)
		bank->drawn[piece] = 1;
	for (size_t l = 0; l < entry->coordinates; l++)
		value[l] += noise[l];
}

static void add_laplace_shares(const struct dpmf_door *door, const struct dpmf_entry *entry,
                               const struct dpmf_participants *who, int64_t *steps)
{
	struct dpmf_stream stream;

	for (size_t i = 0; i < who->count; i++) {
		const struct dpmf_share *own = who->group ? &who->share[who->group[i]] : NULL;

		dpmf_stream_open(&stream, &door->users, who->user[i], who->item, entry->draw);
		for (size_t l = 0; l < entry->coordinates; l++)
			steps[l] += dpmf_laplace_share(&stream, entry->rate_p, entry->rate_q,
			                               own ? own->part : 1, own ? own->whole : who->of);
	}
}

static void add_normal(const struct dpmf_door *door, const struct dpmf_entry *entry, uint64_t piece, double *value)
{
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &door->server, NORMAL_STREAM, piece, entry->draw);
	for (size_t l = 0; l < entry->coordinates; l++)
		value[l] += entry->scale * dpmf_normal(&stream);
}

static void add_laplace(const struct dpmf_door *door, const struct dpmf_entry *entry, uint64_t piece, double *value)
{
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &door->server, LAPLACE_STREAM, piece, entry->draw);
	for (size_t l = 0; l < entry->coordinates; l++)
		value[l] += dpmf_laplace(&stream, entry->scale);
}

static void add_discrete_laplace(const struct dpmf_door *door, const struct dpmf_entry *entry, uint64_t piece,
                                 int64_t *steps)
{
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &door->server, DISCRETE_LAPLACE_STREAM, piece, entry->draw);
	for (size_t l = 0; l < entry->coordinates; l++)
		steps[l] += dpmf_discrete_laplace(&stream, entry->rate_p, entry->rate_q);
}

static void add_discrete_gaussian(const struct dpmf_door *door, const struct dpmf_entry *entry, uint64_t piece,
                                  int64_t *steps)
{
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &door->server, DISCRETE_GAUSSIAN_STREAM, piece, entry->draw);
	for (size_t l = 0; l < entry->coordinates; l++)
		steps[l] += dpmf_discrete_gaussian(&stream, entry->rate_p, entry->rate_q);
}

/* Beyond c a chance may leave 1/2 - theta .. 1/2 + theta, but never 0 .. 1. */
static int64_t within_chance(int64_t steps, int64_t theta_steps)
{
	const int64_t half = (int64_t)1 << (DPMF_PBM_WHOLE_BITS - 1), most = theta_steps ? half / theta_steps : half;

	if (steps > most)
		return most;
	return steps < -most ? -most : steps;
}

static void draw_binomial(const struct dpmf_door *door, const struct dpmf_entry *entry, uint64_t piece, int64_t *steps)
{
	const int64_t theta_steps = (int64_t)entry->rate_p;
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &door->users, piece, POISSON_BINOMIAL_STREAM, entry->draw);
	for (size_t l = 0; l < entry->coordinates; l++)
		steps[l] = dpmf_pbm_draw(&stream, (uint32_t)entry->rate_q,
		                         dpmf_pbm_chance(within_chance(steps[l], theta_steps), theta_steps));
}

static void turn_bits(const struct dpmf_door *door, const struct dpmf_entry *entry, uint64_t piece, int64_t *steps)
{
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &door->users, piece, RANDOMIZED_RESPONSE_STREAM, entry->draw);
	for (size_t l = 0; l < entry->coordinates; l++)
		if (dpmf_flip(&stream, entry->rate_p, entry->rate_q))
			steps[l] = 1 - steps[l];
}

/* REMEMBER: a place for one more passage. REPLAY: the place of the one that
   the first run had here, or NULL when it had another. */
static struct dpmf_passage *passage_for(struct dpmf_door *door, size_t number, uint64_t piece, size_t k)
{
	struct dpmf_passage *place;

	if (door->mode == DPMF_DOOR_REPLAY) {
		if (door->next == door->passages || door->passage[door->next].entry != number ||
		    door->passage[door->next].piece != piece) {
			door->strayed = true;
			return NULL;
		}
		place = &door->now[door->next];
	} else {
		if (door->passages == door->room) {
			const size_t room = door->room ? 2 * door->room : 64;
			struct dpmf_passage *grown = realloc(door->passage, room * sizeof *grown);

			if (!grown)
				return NULL;
			door->passage = grown;
			door->room = room;
		}
		place = &door->passage[door->passages];
	}
	place->entry = number;
	place->piece = piece;
	place->before = malloc(k * sizeof *place->before);
	place->after = malloc(k * sizeof *place->after);
	if (!place->before || !place->after) {
		free(place->before);
		free(place->after);
		place->before = place->after = NULL;
		return NULL;
	}
	return place;
}

enum dpmf_status dpmf_door_release(struct dpmf_door *door, size_t number, uint64_t piece,
                                   const struct dpmf_participants *who, double *value)
{
	const struct dpmf_entry *entry = &door->record.entry[number];
	const size_t bytes = entry->coordinates * sizeof *value;
	struct dpmf_passage *place = NULL;

	if (door->mode != DPMF_DOOR_PLAIN) {
		place = passage_for(door, number, piece, entry->coordinates);
		if (!place)
			return DPMF_FAILED;
		memcpy(place->before, value, bytes);
	}
	if (entry->law == DPMF_MIXTURE_SHARES)
		add_mixture(door, entry, piece, who, value);
	else if (entry->law == DPMF_NORMAL)
		add_normal(door, entry, piece, value);
	else if (entry->law == DPMF_LAPLACE)
		add_laplace(door, entry, piece, value);
	if (!place)
		return DPMF_OK;
	memcpy(place->after, value, bytes);
	if (door->mode == DPMF_DOOR_REPLAY)
		memcpy(value, door->passage[door->next++].after, bytes);
	else
		door->passages++;
	return DPMF_OK;
}

enum dpmf_status dpmf_door_release_steps(struct dpmf_door *door, size_t number, uint64_t piece,
                                         const struct dpmf_participants *who, int64_t *steps)
{
	const struct dpmf_entry *entry = &door->record.entry[number];
	struct dpmf_passage *place = NULL;

	if (door->mode != DPMF_DOOR_PLAIN) {
		place = passage_for(door, number, piece, entry->coordinates);
		if (!place)
			return DPMF_FAILED;
		for (size_t l = 0; l < entry->coordinates; l++)
			place->before[l] = (double)steps[l];
	}
	if (entry->law == DPMF_LAPLACE_SHARES)
		add_laplace_shares(door, entry, who, steps);
	else if (entry->law == DPMF_DISCRETE_GAUSSIAN)
		add_discrete_gaussian(door, entry, piece, steps);
	else if (entry->law == DPMF_DISCRETE_LAPLACE)
		add_discrete_laplace(door, entry, piece, steps);
	else if (entry->law == DPMF_POISSON_BINOMIAL)
		draw_binomial(door, entry, piece, steps);
	else if (entry->law == DPMF_RANDOMIZED_RESPONSE)
		turn_bits(door, entry, piece, steps);
	if (!place)
		return DPMF_OK;
	for (size_t l = 0; l < entry->coordinates; l++)
		place->after[l] = (double)steps[l];
	if (door->mode == DPMF_DOOR_REPLAY) {
		const struct dpmf_passage *first = &door->passage[door->next++];

		for (size_t l = 0; l < entry->coordinates; l++)
			steps[l] = (int64_t)first->after[l];
	} else {
		door->passages++;
	}
	return DPMF_OK;
}
