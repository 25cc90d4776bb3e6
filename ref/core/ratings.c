/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/ratings.h"

#include <stdlib.h>
#include <string.h>

void dpmf_ratings_free(struct dpmf_ratings *ratings)
{
	free(ratings->user_id);
	free(ratings->item_id);
	free(ratings->row);
	free(ratings->item);
	free(ratings->value);
	free(ratings->column);
	free(ratings->user);
	free(ratings->where);
	memset(ratings, 0, sizeof *ratings);
}

double dpmf_ratings_min(const struct dpmf_ratings *ratings)
{
	double least = ratings->count ? ratings->value[0] : 0;

	for (size_t p = 1; p < ratings->count; p++)
		if (ratings->value[p] < least)
			least = ratings->value[p];
	return least;
}

double dpmf_ratings_max(const struct dpmf_ratings *ratings)
{
	double greatest = ratings->count ? ratings->value[0] : 0;

	for (size_t p = 1; p < ratings->count; p++)
		if (ratings->value[p] > greatest)
			greatest = ratings->value[p];
	return greatest;
}

static size_t find(const uint32_t *ids, size_t count, uint32_t id)
{
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (ids[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && ids[low] == id ? low : count;
}

size_t dpmf_ratings_find_user(const struct dpmf_ratings *ratings, uint32_t id)
{
	return find(ratings->user_id, ratings->users, id);
}

size_t dpmf_ratings_find_item(const struct dpmf_ratings *ratings, uint32_t id)
{
	return find(ratings->item_id, ratings->items, id);
}
