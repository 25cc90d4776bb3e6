/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One instance through the real door, in both worlds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/passages.h"
#include "audit/sensitivity.h"
#include "core/ratings_build.h"

static enum dpmf_status build(const struct audit_instance *one, int world, struct dpmf_ratings *ratings,
                              struct dpmf_error *error)
{
	struct dpmf_triple triple[AUDIT_SIDE_MOST * AUDIT_SIDE_MOST];
	size_t n = 0;

	for (uint32_t i = 0; i < one->shape->users; i++)
		for (uint32_t j = 0; j < one->shape->items; j++, n++)
			triple[n] = (struct dpmf_triple){ i, j, one->rating[world][n] };
	return dpmf_ratings_build(triple, n, 0, NULL, NULL, ratings, error);
}

static enum dpmf_status run(const struct audit_search_target *target, const struct audit_instance *one, int world,
                            struct dpmf_door *door, struct dpmf_error *error)
{
	struct dpmf_ratings ratings;
	struct dpmf_key key;
	enum dpmf_status status = build(one, world, &ratings, error);

	if (status != DPMF_OK)
		return status;
	dpmf_key_from_seed(0, &key);
	status = target->train(one, world, &ratings, &key, door, error);
	dpmf_ratings_free(&ratings);
	return status;
}

/* From here on the door answers with the instance's trajectory. */
static void lay_trajectory(struct dpmf_door *door, const struct audit_instance *one)
{
	const size_t k = one->shape->factors;

	for (size_t p = 0, round = 0, piece = 0; p < door->passages; p++) {
		struct dpmf_passage *passage = &door->passage[p];
		const size_t coordinates = door->record.entry[passage->entry].coordinates;

		if (p > 0 && passage->entry != door->passage[p - 1].entry) {
			round++;
			piece = 0;
		}
		for (size_t l = 0; l < coordinates && l < k; l++)
			passage->after[l] = round < one->shape->rounds && piece < one->shape->pieces
			                    ? one->answer[round][piece * k + l] : 0;
		piece++;
	}
}

/* World 0's statistics on the trajectory become what the first run remembers. */
static void take_as_first(struct dpmf_door *door)
{
	for (size_t p = 0; p < door->passages; p++) {
		double *before = door->passage[p].before;

		door->passage[p].before = door->now[p].before;
		door->now[p].before = before;
		free(door->now[p].before);
		free(door->now[p].after);
	}
	free(door->now);
	door->now = NULL;
}

static enum dpmf_status run_both(const struct audit_search_target *target, const struct audit_instance *one,
                                 struct dpmf_door *door, struct dpmf_error *error)
{
	enum dpmf_status status;

	dpmf_door_remember(door);
	status = run(target, one, 0, door, error);
	if (status != DPMF_OK)
		return status;
	lay_trajectory(door, one);
	status = dpmf_door_replay(door, error);
	if (status == DPMF_OK)
		status = run(target, one, 0, door, error);
	if (status != DPMF_OK)
		return status;
	take_as_first(door);
	status = dpmf_door_replay(door, error);
	if (status != DPMF_OK)
		return status;
	status = run(target, one, 1, door, error);
	return door->strayed ? DPMF_OK : status;
}

enum dpmf_status audit_sensitivity_measure(const struct audit_search_target *target, const struct audit_instance *one,
                                           struct audit_change *change, struct dpmf_error *error)
{
	struct audit_change found = { .ratio = -1 };
	struct dpmf_door door;
	struct dpmf_key key;
	enum dpmf_status status;

	dpmf_key_from_seed(0, &key);
	status = dpmf_door_open(&door, &key, error);
	if (status == DPMF_OK)
		status = run_both(target, one, &door, error);
	double last = 0;

	for (size_t p = 0, round = 0; status == DPMF_OK && p < door.next; round++) {
		struct audit_release release;

		p = audit_release_read(&door, p, &release);
		const double declared = (double)release.entry->touched * one->weight * release.entry->sensitivity;
		const double ratio = release.moved / declared;

		last = ratio;
		if (round < one->shape->first || release.entry->neighbours != one->shape->neighbours)
			continue;
		/* Of rounds that are alike but for rounding, the first. */
		if (ratio > found.ratio * (1 + 1e-12) || found.ratio < 0)
			found = (struct audit_change){ .moved = release.moved, .declared = declared, .ratio = ratio, .round = round,
			                               .piece = release.piece, .norm = release.entry->norm };
	}
	found.last = last;
	found.strayed = door.strayed || door.next != door.passages;
	dpmf_door_close(&door);
	if (status == DPMF_OK)
		*change = found;
	return status;
}
