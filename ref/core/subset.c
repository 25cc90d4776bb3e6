/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/subset.h"

#include <stdlib.h>
#include <string.h>

static size_t count_kept(const unsigned char *keep, size_t count)
{
	size_t kept = 0;

	for (size_t a = 0; a < count; a++)
		kept += keep[a] != 0;
	return kept;
}

static enum dpmf_status allocate(const struct dpmf_ratings *all, size_t count, struct dpmf_ratings *subset,
                                 struct dpmf_error *error)
{
	const size_t room = count ? count : 1;

	*subset = (struct dpmf_ratings){ .users = all->users, .items = all->items, .count = count };
	subset->user_id = malloc((all->users + 1) * sizeof *subset->user_id);
	subset->item_id = malloc((all->items + 1) * sizeof *subset->item_id);
	subset->row = malloc((all->users + 1) * sizeof *subset->row);
	subset->column = malloc((all->items + 1) * sizeof *subset->column);
	subset->item = malloc(room * sizeof *subset->item);
	subset->value = malloc(room * sizeof *subset->value);
	subset->user = malloc(room * sizeof *subset->user);
	subset->where = malloc(room * sizeof *subset->where);
	if (subset->user_id && subset->item_id && subset->row && subset->column &&
	    subset->item && subset->value && subset->user && subset->where)
		return DPMF_OK;
	dpmf_ratings_free(subset);
	return dpmf_fail(error, DPMF_FAILED, "no memory for a part of %zu ratings", count);
}

/* By row; place[a] is where rating a of `all` went. */
static void copy_rows(const struct dpmf_ratings *all, const unsigned char *keep, struct dpmf_ratings *subset,
                      uint32_t *place)
{
	size_t next = 0;

	for (size_t i = 0; i < all->users; i++) {
		subset->row[i] = next;
		for (size_t a = all->row[i]; a < all->row[i + 1]; a++) {
			place[a] = (uint32_t)next;
			if (!keep[a])
				continue;
			subset->item[next] = all->item[a];
			subset->value[next] = all->value[a];
			next++;
		}
	}
	subset->row[all->users] = next;
}

static void copy_columns(const struct dpmf_ratings *all, const unsigned char *keep, struct dpmf_ratings *subset,
                         const uint32_t *place)
{
	size_t next = 0;

	for (size_t j = 0; j < all->items; j++) {
		subset->column[j] = next;
		for (size_t a = all->column[j]; a < all->column[j + 1]; a++) {
			if (!keep[all->where[a]])
				continue;
			subset->user[next] = all->user[a];
			subset->where[next] = place[all->where[a]];
			next++;
		}
	}
	subset->column[all->items] = next;
}

enum dpmf_status dpmf_ratings_subset(const struct dpmf_ratings *all, const unsigned char *keep,
                                     struct dpmf_ratings *subset, struct dpmf_error *error)
{
	uint32_t *place = malloc((all->count ? all->count : 1) * sizeof *place);
	struct dpmf_ratings made;

	if (!place || allocate(all, count_kept(keep, all->count), &made, error) != DPMF_OK) {
		free(place);
		return dpmf_fail(error, DPMF_FAILED, "no memory for a part of %zu ratings", all->count);
	}
	memcpy(made.user_id, all->user_id, all->users * sizeof *made.user_id);
	memcpy(made.item_id, all->item_id, all->items * sizeof *made.item_id);
	copy_rows(all, keep, &made, place);
	copy_columns(all, keep, &made, place);
	free(place);
	*subset = made;
	return DPMF_OK;
}
