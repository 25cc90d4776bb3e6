/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpimf/party.h"

#include <stdlib.h>
#include <string.h>

#include "core/ratings_make.h"
#include "noise/exact.h"

void dpmf_dpimf_parties_free(struct dpmf_dpimf_party *party, size_t parties)
{
	for (size_t k = 0; k < parties; k++) {
		dpmf_ratings_free(&party[k].ratings);
		free(party[k].member);
	}
	memset(party, 0, parties * sizeof *party);
}

/* Place[i]: row i's place in a random order. */
static void shuffle(const struct dpmf_key *key, uint32_t *place, size_t count)
{
	struct dpmf_key sub;
	struct dpmf_stream stream;

	dpmf_key_derive(key, "parties", &sub);
	dpmf_stream_open(&stream, &sub, 0, 0, 0);
	for (size_t i = 0; i < count; i++) {
		const size_t other = dpmf_uniform_below(&stream, i + 1);

		place[i] = place[other];
		place[other] = (uint32_t)i;
	}
}

static void copy_rows(const struct dpmf_ratings *all, const uint32_t *member, struct dpmf_ratings *part)
{
	size_t next = 0;

	for (size_t u = 0; u < part->users; u++) {
		const size_t begin = all->row[member[u]], count = all->row[member[u] + 1] - begin;

		part->row[u] = next;
		part->user_id[u] = all->user_id[member[u]];
		memcpy(part->item + next, all->item + begin, count * sizeof *part->item);
		memcpy(part->value + next, all->value + begin, count * sizeof *part->value);
		next += count;
	}
	part->row[part->users] = next;
	memcpy(part->item_id, all->item_id, all->items * sizeof *part->item_id);
}

static enum dpmf_status make_party(const struct dpmf_ratings *all, const uint32_t *place, size_t k, size_t parties,
                                   struct dpmf_dpimf_party *party, struct dpmf_error *error)
{
	size_t members = 0, count = 0;
	enum dpmf_status status;

	party->member = malloc((all->users / parties + 2) * sizeof *party->member);
	if (!party->member)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a party of %zu", all->users / parties);
	for (size_t i = 0; i < all->users; i++)
		if (place[i] % parties == k) {
			party->member[members++] = (uint32_t)i;
			count += all->row[i + 1] - all->row[i];
		}
	status = dpmf_ratings_allocate(members, all->items, count, &party->ratings, error);
	if (status != DPMF_OK)
		return status;
	copy_rows(all, party->member, &party->ratings);
	return dpmf_ratings_fill_columns(&party->ratings, error);
}

enum dpmf_status dpmf_dpimf_parties_draw(const struct dpmf_ratings *all, size_t parties, const struct dpmf_key *key,
                                         struct dpmf_dpimf_party *party, struct dpmf_error *error)
{
	uint32_t *place = malloc((all->users + 1) * sizeof *place);
	enum dpmf_status status = DPMF_OK;

	memset(party, 0, parties * sizeof *party);
	if (!place)
		return dpmf_fail(error, DPMF_FAILED, "no memory to divide %zu rows", all->users);
	shuffle(key, place, all->users);
	for (size_t k = 0; status == DPMF_OK && k < parties; k++)
		status = make_party(all, place, k, parties, &party[k], error);
	free(place);
	if (status != DPMF_OK)
		dpmf_dpimf_parties_free(party, parties);
	return status;
}
