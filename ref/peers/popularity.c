/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers/popularity.h"

#include "peers/plain.h"

enum dpmf_status dpmf_popularity_train(const struct dpmf_ratings *ratings, struct dpmf_door *door, struct dpmf_model *model,
                                       struct dpmf_error *error)
{
	struct dpmf_model made;
	enum dpmf_status status = dpmf_model_blank(ratings, 1, &made, error);

	if (status != DPMF_OK)
		return status;
	for (size_t i = 0; i < made.users; i++)
		made.u[i] = 1;
	for (size_t j = 0; j < made.items; j++)
		made.v[j] = (double)(ratings->column[j + 1] - ratings->column[j]);
	status = dpmf_publish_plain(door, &made, error);
	if (status == DPMF_OK)
		*model = made;
	else
		dpmf_model_free(&made);
	return status;
}
