/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transpose.h"

#include <string.h>

#include "core/ratings_make.h"

enum dpmf_status dpmf_ratings_transpose(const struct dpmf_ratings *ratings, struct dpmf_ratings *transposed,
                                        struct dpmf_error *error)
{
	struct dpmf_ratings made;
	enum dpmf_status status = dpmf_ratings_allocate(ratings->items, ratings->users, ratings->count, &made, error);

	if (status != DPMF_OK)
		return status;
	memcpy(made.user_id, ratings->item_id, ratings->items * sizeof *made.user_id);
	memcpy(made.item_id, ratings->user_id, ratings->users * sizeof *made.item_id);
	memcpy(made.row, ratings->column, (ratings->items + 1) * sizeof *made.row);
	memcpy(made.item, ratings->user, ratings->count * sizeof *made.item);
	for (size_t a = 0; a < ratings->count; a++)
		made.value[a] = ratings->value[ratings->where[a]];
	status = dpmf_ratings_fill_columns(&made, error);
	if (status == DPMF_OK)
		*transposed = made;
	else
		dpmf_ratings_free(&made);
	return status;
}
