/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/subset.h"

#include <string.h>

#include "core/ratings_make.h"

static size_t count_kept(const unsigned char *keep, size_t count)
{
	size_t kept = 0;

	for (size_t a = 0; a < count; a++)
		kept += keep[a] != 0;
	return kept;
}

static void copy_rows(const struct dpmf_ratings *all, const unsigned char *keep, struct dpmf_ratings *subset)
{
	size_t next = 0;

	for (size_t i = 0; i < all->users; i++) {
		subset->row[i] = next;
		for (size_t a = all->row[i]; a < all->row[i + 1]; a++)
			if (keep[a]) {
				subset->item[next] = all->item[a];
				subset->value[next++] = all->value[a];
			}
	}
	subset->row[all->users] = next;
}

enum dpmf_status dpmf_ratings_subset(const struct dpmf_ratings *all, const unsigned char *keep,
                                     struct dpmf_ratings *subset, struct dpmf_error *error)
{
	struct dpmf_ratings made;
	enum dpmf_status status = dpmf_ratings_allocate(all->users, all->items, count_kept(keep, all->count),
	                                                &made, error);

	if (status != DPMF_OK)
		return status;
	memcpy(made.user_id, all->user_id, all->users * sizeof *made.user_id);
	memcpy(made.item_id, all->item_id, all->items * sizeof *made.item_id);
	copy_rows(all, keep, &made);
	status = dpmf_ratings_fill_columns(&made, error);
	if (status == DPMF_OK)
		*subset = made;
	else
		dpmf_ratings_free(&made);
	return status;
}
