/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval/leave_one_out.h"

#include <stdlib.h>

#include "eval/split.h"

static bool later(const struct dpmf_moment *a, const struct dpmf_moment *b)
{
	return a->time > b->time || (a->time == b->time && a->line > b->line);
}

enum dpmf_status dpmf_leave_one_out(const struct dpmf_ratings *all, const struct dpmf_moment *moment,
                                    struct dpmf_ratings *train, struct dpmf_ratings *test, struct dpmf_error *error)
{
	unsigned char *held_out = calloc(all->count + 1, 1);
	enum dpmf_status status;

	if (!held_out)
		return dpmf_fail(error, DPMF_FAILED, "no memory to split %zu ratings", all->count);
	for (size_t i = 0; i < all->users; i++) {
		size_t latest = all->row[i];

		if (all->row[i + 1] == all->row[i])
			continue;
		for (size_t a = latest + 1; a < all->row[i + 1]; a++)
			if (later(&moment[a], &moment[latest]))
				latest = a;
		held_out[latest] = 1;
	}
	status = dpmf_split_marked(all, held_out, train, test, error);
	free(held_out);
	return status;
}
