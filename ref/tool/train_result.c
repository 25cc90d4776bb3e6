/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "tool/train_report.h"

void train_result_init(struct train_result *result, const struct train_data *data)
{
	memset(result, 0, sizeof *result);
	if (data) {
		result->users = data->train.users;
		result->items = data->train.items;
		result->train = data->train.count;
		result->test = data->test.count;
		result->test_unknown = data->unknown;
		result->edges = data->social.count;
		result->edges_dropped = data->social.dropped;
	}
	dpmf_budget_init(&result->budget);
	dpmf_budget_init(&result->edge);
	dpmf_budget_init(&result->user);
	dpmf_gaussmf_spent_init(&result->spent);
	dpmf_pbm_budget_init(&result->pbm);
	dpmf_enclosure_init(&result->delta);
	for (size_t i = 0; i < TRAIN_UNITS; i++)
		dpmf_enclosure_init(&result->deltas[i]);
	dpmf_enclosure_set(&result->delta, 0);
}

void train_result_clear(struct train_result *result)
{
	free(result->curve.train);
	free(result->curve.test);
	dpmf_budget_clear(&result->budget);
	dpmf_budget_clear(&result->edge);
	dpmf_budget_clear(&result->user);
	dpmf_neighbours_free(&result->neighbours);
	dpmf_gaussmf_spent_clear(&result->spent);
	dpmf_pbm_budget_clear(&result->pbm);
	dpmf_enclosure_clear(&result->delta);
	for (size_t i = 0; i < TRAIN_UNITS; i++)
		dpmf_enclosure_clear(&result->deltas[i]);
}

static enum dpmf_status grow(double **number, size_t room, struct dpmf_error *error)
{
	double *grown = realloc(*number, room * sizeof *grown);

	if (!grown)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the errors of %zu rounds", room);
	*number = grown;
	return DPMF_OK;
}

enum dpmf_status train_curve_add(struct train_curve *curve, double train, double test, struct dpmf_error *error)
{
	if (curve->count == curve->room) {
		const size_t room = curve->room ? 2 * curve->room : 64;

		if (grow(&curve->train, room, error) != DPMF_OK || grow(&curve->test, room, error) != DPMF_OK)
			return DPMF_FAILED;
		curve->room = room;
	}
	curve->train[curve->count] = train;
	curve->test[curve->count++] = test;
	return DPMF_OK;
}
