/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/table.h"

/* The place of a rating that is there. */
static size_t place_of(const struct dpmf_ratings *ratings, const struct dpmf_triple *triple)
{
	const size_t user = dpmf_ratings_find_user(ratings, triple->user);
	const size_t item = dpmf_ratings_find_item(ratings, triple->item);
	size_t low = ratings->row[user], high = ratings->row[user + 1] - 1;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (ratings->item[middle] < item)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Later lines overwrite, as their ratings did. False where some lines have a time and others have none. */
static bool fill(const struct dpmf_table *table, const struct dpmf_ratings *ratings, struct dpmf_moment *moment)
{
	size_t line = 0, timeless = 0;

	for (int part = 0; part < 2; part++)
		for (size_t t = 0; t < table->part[part].count; t++, line++) {
			const double time = table->time[part][t];

			timeless += isnan(time) ? 1 : 0;
			moment[place_of(ratings, &table->part[part].triple[t])] =
				(struct dpmf_moment){ isnan(time) ? 0 : time, line };
		}
	return timeless == 0 || timeless == line;
}

enum dpmf_status dpmf_table_moments(const struct dpmf_table *table, const char *path, const struct dpmf_ratings *ratings,
                                    struct dpmf_moment **moment, struct dpmf_error *error)
{
	struct dpmf_moment *made = malloc((ratings->count + 1) * sizeof *made);

	if (!made)
		return dpmf_fail(error, DPMF_FAILED, "%s: no memory for the times of %zu ratings", path, ratings->count);
	if (!fill(table, ratings, made)) {
		free(made);
		return dpmf_fail(error, DPMF_INPUT, "%s: some lines have a fourth column, a time, and others have none: give all of "
		                 "them one, or hold out at random (--holdout=random)", path);
	}
	*moment = made;
	return DPMF_OK;
}
