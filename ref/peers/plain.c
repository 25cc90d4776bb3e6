/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers/plain.h"

enum dpmf_status dpmf_publish_plain(struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_entry entry = {
		.statistic = "item profiles", .neighbours = DPMF_ENTRY, .norm = DPMF_L1, .law = DPMF_NO_NOISE,
		.pieces = model->items, .touched = model->items, .coordinates = model->factors,
	};
	size_t number;
	enum dpmf_status status = dpmf_door_declare(door, &entry, &number, error);

	for (size_t j = 0; status == DPMF_OK && j < model->items; j++)
		status = dpmf_door_release(door, number, j, NULL, model->v + j * model->factors, error);
	return status;
}
