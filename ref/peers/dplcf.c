/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers/dplcf.h"

#include <math.h>

#include "peers/flipped.h"

static double one(const struct dpmf_flipped *f, size_t i)
{
	return dpmf_unflip_one((double)f->users, f->flip, f->ones[i]);
}

static double both(const struct dpmf_flipped *f, size_t i, size_t j)
{
	return dpmf_unflip_both((double)f->users, f->flip, f->ones[i], f->ones[j], dpmf_flipped_both(f, i, j));
}

static double unbiased_cosine(const void *context, size_t i, size_t j)
{
	const struct dpmf_flipped *f = context;
	const double least = fmax(sqrt((double)f->users * f->flip * (1 - f->flip)) / (1 - 2 * f->flip), 1);

	return fmin(both(f, i, j) / sqrt(fmax(one(f, i), least) * fmax(one(f, j), least)), 1);
}

static double table_cosine(const void *context, size_t i, size_t j)
{
	const struct dpmf_flipped *f = context;
	const double n_i = one(f, i), n_j = one(f, j), n_ij = both(f, i, j);
	double table[4] = { (double)f->users - n_i - n_j + n_ij, n_j - n_ij, n_i - n_ij, n_ij };

	dpmf_nearest_table(table);
	return table[3] > 0 ? table[3] / sqrt((table[3] + table[2]) * (table[3] + table[1])) : 0;
}

static enum dpmf_status train(const struct dpmf_ratings *ratings, const struct dpmf_dplcf_options *options,
                              dpmf_similarity *similarity, struct dpmf_door *door,
                              struct dpmf_neighbours *neighbours, struct dpmf_error *error)
{
	struct dpmf_flipped flipped;
	enum dpmf_status status = dpmf_flipped_make(ratings, options->epsilon, options->jobs, door, &flipped, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_neighbours_find(ratings->items, options->neighbours, similarity, &flipped, options->jobs, neighbours, error);
	dpmf_flipped_free(&flipped);
	return status;
}

enum dpmf_status dpmf_dplcf_train(const struct dpmf_ratings *ratings, const struct dpmf_dplcf_options *options,
                                  struct dpmf_door *door, struct dpmf_neighbours *neighbours, struct dpmf_error *error)
{
	return train(ratings, options, unbiased_cosine, door, neighbours, error);
}

enum dpmf_status dpmf_ldpicf_train(const struct dpmf_ratings *ratings, const struct dpmf_dplcf_options *options,
                                   struct dpmf_door *door, struct dpmf_neighbours *neighbours, struct dpmf_error *error)
{
	return train(ratings, options, table_cosine, door, neighbours, error);
}
