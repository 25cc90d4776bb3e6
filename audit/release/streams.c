/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/release/streams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "noise/law/law.h"

static void see(void *context, const unsigned char key[32], const unsigned char nonce[24])
{
	struct streams *s = context;
	struct stream_seen *grown;

	if (!s->door || (memcmp(key, s->door->server.bytes, 32) != 0 && memcmp(key, s->door->users.bytes, 32) != 0)) {
		s->others++;
		return;
	}
	if (s->count == s->room) {
		grown = realloc(s->seen, 2 * (s->room + 32) * sizeof *grown);
		if (!grown) {
			s->lost = true;
			return;
		}
		s->seen = grown;
		s->room = 2 * (s->room + 32);
	}
	s->seen[s->count].mark = s->door->passages;
	memcpy(s->seen[s->count].key, key, 32);
	memcpy(s->seen[s->count++].nonce, nonce, 24);
}

void streams_start(struct streams *s)
{
	*s = (struct streams){ .log = { .seen = see, .context = s } };
}

void streams_of(struct streams *s, const struct dpmf_door *door)
{
	s->door = door;
}

void streams_free(struct streams *s)
{
	free(s->seen);
	s->seen = NULL;
	s->count = s->room = 0;
}

static int by_stream(const void *one, const void *other)
{
	const struct stream_seen *a = one, *b = other;
	const int key = memcmp(a->key, b->key, sizeof a->key), nonce = memcmp(a->nonce, b->nonce, sizeof a->nonce);

	return key ? key : nonce ? nonce : (a->mark > b->mark) - (a->mark < b->mark);
}

static bool same_stream(const struct stream_seen *a, const struct stream_seen *b)
{
	return memcmp(a->key, b->key, sizeof a->key) == 0 && memcmp(a->nonce, b->nonce, sizeof a->nonce) == 0;
}

/* Passage p in words. */
static void name_passage(const struct dpmf_door *door, size_t p, char *text, size_t room)
{
	const struct dpmf_passage *passage = p < door->passages ? &door->passage[p] : NULL;

	if (passage && passage->entry < door->record.count)
		snprintf(text, room, "piece %llu of entry %zu, \"%s\"", (unsigned long long)passage->piece, passage->entry,
		         door->record.entry[passage->entry].statistic);
	else
		snprintf(text, room, "no release");
}

/* A share's message under secure aggregation follows its release at once. */
static bool is_message(const struct streams *s, const struct dpmf_door *door, size_t i, bool aggregated)
{
	const size_t mark = s->seen[i - 1].mark;
	const bool first = i < 2 || !same_stream(&s->seen[i - 2], &s->seen[i]);

	return aggregated && first && s->seen[i].mark == mark + 1 && mark < door->passages &&
	       dpmf_law_of(door->record.entry[door->passage[mark].entry].law)->share_steps != NULL;
}

static bool drawn_twice(const struct streams *s, const struct dpmf_door *door, bool aggregated, char *why, size_t room)
{
	char one[120], other[120];

	for (size_t i = 1; i < s->count; i++) {
		if (!same_stream(&s->seen[i - 1], &s->seen[i]) || is_message(s, door, i, aggregated))
			continue;
		name_passage(door, s->seen[i - 1].mark, one, sizeof one);
		name_passage(door, s->seen[i].mark, other, sizeof other);
		snprintf(why, room, "one draw of noise is used twice: for %s, and for %s", one, other);
		return true;
	}
	return false;
}

/* Every release that declares noise opened a stream of the noise key; what is kept did when it was drawn. */
static bool not_drawn(const struct streams *s, const struct dpmf_door *door, char *why, size_t room)
{
	unsigned char *drew = calloc(door->passages + 1, 1);
	bool missing = false;
	char name[120];

	for (size_t i = 0; drew && i < s->count; i++)
		if (s->seen[i].mark < door->passages)
			drew[s->seen[i].mark] = 1;
	for (size_t p = 0; drew && !missing && p < door->passages; p++) {
		const struct dpmf_entry *entry = &door->record.entry[door->passage[p].entry];

		missing = !drew[p] && entry->law != DPMF_NO_NOISE && !entry->keep;
		if (missing) {
			name_passage(door, p, name, sizeof name);
			snprintf(why, room, "the noise of %s was not drawn from the noise key", name);
		}
	}
	free(drew);
	return missing;
}

bool streams_wrong(struct streams *s, const struct dpmf_door *door, bool aggregated, char *why, size_t room)
{
	if (s->lost) {
		snprintf(why, room, "no memory for the list of what was drawn");
		return true;
	}
	if (not_drawn(s, door, why, room))
		return true;
	if (aggregated && s->others == 0) {
		snprintf(why, room, "secure aggregation draws none of its keys from the secret noise key");
		return true;
	}
	if (s->count > 0)
		qsort(s->seen, s->count, sizeof *s->seen, by_stream);
	return drawn_twice(s, door, aggregated, why, room);
}
