/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/release/judge.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

static const double rounding = 1e-9; /* of sums in doubles, per unit of their size */

struct change {
	double moved, size; /* in the entry's norm, over all pieces; L1 norms of both statistics */
	size_t pieces;      /* that moved at all */
	bool elsewhere;     /* an edge: one of them is not of a truster of who changed */
	double most;
	uint64_t piece;
};

static void add_passage(const struct dpmf_entry *entry, const struct dpmf_passage *a, const struct dpmf_passage *b,
                        const struct world_neighbour *n, struct change *c)
{
	double moved = 0, size = 0;

	for (size_t l = 0; l < entry->coordinates; l++) {
		const double one = fabs(b->before[l] - a->before[l]);

		moved = entry->norm == DPMF_LARGEST ? fmax(moved, one) : moved + (entry->norm == DPMF_L2 ? one * one : one);
		size += fabs(a->before[l]) + fabs(b->before[l]);
	}
	c->moved = entry->norm == DPMF_LARGEST ? fmax(c->moved, moved) : c->moved + moved;
	c->size += size;
	if (moved > rounding * (1 + size)) {
		c->pieces++;
		c->elsewhere |= entry->neighbours == DPMF_EDGE && (a->piece >= WORLD_USERS || !n->world.trusts[a->piece][n->user]);
	}
	if (moved > c->most) {
		c->most = moved;
		c->piece = a->piece;
	}
}

/* How many times what one entry's neighbours move: an edge is one of each truster of who changed. */
static size_t times(const struct dpmf_entry *entry, const struct world_neighbour *n)
{
	size_t trusters = 0;

	if (entry->neighbours != DPMF_EDGE)
		return n->changes;
	for (size_t i = 0; i < WORLD_USERS; i++)
		trusters += n->world.trusts[i][n->user];
	return trusters;
}

/* What all pieces together may move by; of the largest coordinate, each piece. */
static double declared_of(const struct dpmf_entry *entry, double changes)
{
	const double touched = (double)entry->touched;

	switch (entry->norm) {
	case DPMF_L1: return changes * touched * entry->sensitivity;
	case DPMF_L2: return changes * sqrt(touched) * entry->sensitivity;
	case DPMF_LARGEST: return entry->sensitivity;
	}
	return 0;
}

static bool is_beyond(const struct dpmf_entry *entry, const struct world_neighbour *n, struct change *c, char *why, size_t room)
{
	const size_t changes = times(entry, n), pieces = changes * entry->touched;
	const double declared = declared_of(entry, (double)changes);

	if (entry->norm == DPMF_L2)
		c->moved = sqrt(c->moved);
	if (c->moved > declared + rounding * (1 + c->size)) {
		snprintf(why, room, "the statistic \"%s\" of round %" PRIu64 " moved by %.9g, most of it in piece %" PRIu64 ", where %.9g is "
		         "declared", entry->statistic, entry->round, c->moved, c->piece, declared);
		return true;
	}
	if (c->elsewhere) {
		snprintf(why, room, "the statistic \"%s\" of round %" PRIu64 " moved for a user who does not trust the one who changed",
		         entry->statistic, entry->round);
		return true;
	}
	if (entry->norm != DPMF_LARGEST || c->pieces <= pieces)
		return false;
	snprintf(why, room, "%zu pieces of the statistic \"%s\" of round %" PRIu64 " moved, where %zu are declared", c->pieces,
	         entry->statistic, entry->round, pieces);
	return true;
}

bool judge_moved(const struct dpmf_door *door, const struct world_neighbour *n, char *why, size_t room)
{
	struct change *change = calloc(door->record.count + 1, sizeof *change);
	bool beyond = false;

	for (size_t p = 0; change && p < door->next; p++)
		add_passage(&door->record.entry[door->passage[p].entry], &door->passage[p], &door->now[p], n,
		            &change[door->passage[p].entry]);
	for (size_t e = 0; change && !beyond && e < door->record.count; e++)
		beyond = is_beyond(&door->record.entry[e], n, &change[e], why, room);
	free(change);
	return beyond;
}

static bool check_epsilon(const json_t *guarantee, double asked, char *why, size_t room)
{
	const char *hi = json_string_value(json_object_get(json_object_get(guarantee, "epsilon"), "hi"));

	if (hi && (asked == 0 || strtod(hi, NULL) <= asked))
		return false;
	snprintf(why, room, "public/model.json says epsilon = %s, where %g was asked for", hi ? hi : "nothing", asked);
	return true;
}

/* Corrected variants and yardsticks promise something. */
static bool promises(const struct boundary_subject *s)
{
	return strcmp(s->variant, "published") != 0 && strcmp(s->variant, "as-run") != 0;
}

static bool check_guarantee(const struct once *once, const json_t *guarantee, char *why, size_t room)
{
	const struct boundary_subject *s = once->subject;
	const bool should = promises(s) && !once->seeded, holds = json_is_true(json_object_get(guarantee, "holds"));

	if (holds != should) {
		snprintf(why, room, "public/model.json says that the guarantee %s%s", holds ? "holds" : "does not hold",
		         once->seeded ? ", and the noise comes from a seed" : "");
		return true;
	}
	if (!holds && !json_is_null(json_object_get(guarantee, "epsilon"))) {
		snprintf(why, room, "public/model.json has an epsilon although the guarantee does not hold");
		return true;
	}
	return holds && check_epsilon(guarantee, once->asking || !s->asking[0] ? s->asked : 0, why, room);
}

bool judge_promise(const struct once *once, char *why, size_t room)
{
	const struct output_text *text = output_file_named(&once->output, "public/model.json");
	json_t *model = text ? json_loadb(text->bytes, text->length, 0, NULL) : NULL;
	const json_t *guarantee = json_object_get(model, "guarantee");
	bool wrong = true;

	if (json_is_object(guarantee))
		wrong = check_guarantee(once, guarantee, why, room);
	else
		snprintf(why, room, "public/model.json has no guarantee");
	json_decref(model);
	return wrong;
}

static bool tells(const struct once *once, const char *word, const char *what, char *why, size_t room)
{
	const char *where = output_tells(&once->output, word);

	if (where)
		snprintf(why, room, "%s tells %s", where, what);
	return where != NULL;
}

bool judge_seed(const struct once *once, char *why, size_t room)
{
	struct dpmf_key key;
	char decimal[32], hex[32], bytes[2 * sizeof key.bytes + 1];

	dpmf_key_from_seed(once->number, &key);
	snprintf(decimal, sizeof decimal, "%" PRIu64, once->number);
	snprintf(hex, sizeof hex, "%" PRIx64, once->number);
	for (size_t i = 0; i < sizeof key.bytes; i++)
		snprintf(bytes + 2 * i, 3, "%02x", key.bytes[i]);
	return tells(once, decimal, "the seed", why, room) || tells(once, hex, "the seed", why, room) ||
	       tells(once, bytes, "the key that the noise comes from", why, room);
}

static void turn_over(struct dpmf_passage *passage, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		double *after = passage[i].after;

		passage[i].after = passage[count - 1 - i].after;
		passage[count - 1 - i].after = after;
	}
}

void judge_shuffle(struct dpmf_door *door)
{
	size_t from = 0, to;

	for (; from < door->passages; from = to) {
		const struct dpmf_entry *entry = &door->record.entry[door->passage[from].entry];

		for (to = from; to < door->passages && door->passage[to].entry == door->passage[from].entry; to++)
			;
		if (entry->law == DPMF_POISSON_BINOMIAL && entry->pieces > 1)
			turn_over(door->passage + from, to - from);
	}
}
