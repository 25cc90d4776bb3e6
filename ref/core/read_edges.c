/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/read.h"

#include <stdlib.h>

#include "core/table.h"

/* The order by user of a rating matrix is the order of the edges by (from, to). */
static enum dpmf_status list_edges(const struct dpmf_ratings *matrix, struct dpmf_edges *edges, struct dpmf_error *error)
{
	struct dpmf_edge *edge = malloc((matrix->count ? matrix->count : 1) * sizeof *edge);

	if (!edge)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu edges", matrix->count);
	for (size_t i = 0; i < matrix->users; i++)
		for (size_t p = matrix->row[i]; p < matrix->row[i + 1]; p++)
			edge[p] = (struct dpmf_edge){ matrix->user_id[i], matrix->item_id[matrix->item[p]], matrix->value[p] };
	edges->count = matrix->count;
	edges->edge = edge;
	return DPMF_OK;
}

enum dpmf_status dpmf_read_edges(const char *path, enum dpmf_duplicates duplicates,
                                 struct dpmf_edges *edges, struct dpmf_error *error)
{
	struct dpmf_row_shape shape = { .fewest = 2, .most = 3, .field = { "truster", "trustee", "weight" } };
	struct dpmf_ratings matrix;
	enum dpmf_status status = dpmf_read_shaped(path, DPMF_AUTO, duplicates, &shape, NULL, &matrix, NULL, error);

	if (status)
		return status;
	status = list_edges(&matrix, edges, error);
	dpmf_ratings_free(&matrix);
	return status;
}

void dpmf_edges_free(struct dpmf_edges *edges)
{
	free(edges->edge);
	edges->edge = NULL;
	edges->count = 0;
}
