/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_data.h"

#include <math.h>

#include <stdlib.h>

#include "eval/leave_one_out.h"
#include "eval/split.h"
#include "tool/train_mech.h"

void train_data_free(struct train_data *data)
{
	dpmf_ratings_free(&data->train);
	dpmf_ratings_free(&data->test);
	dpmf_weights_free(&data->weights);
	dpmf_social_free(&data->social);
}

static enum dpmf_status read_file(const struct train_options *o, const char *path, struct dpmf_ratings *ratings,
                                  struct dpmf_error *error)
{
	if (o->range_given)
		return dpmf_read_ratings_within(path, o->format, o->duplicates, o->run.rating_min, o->run.rating_max,
		                                ratings, error);
	return dpmf_read_ratings(path, o->format, o->duplicates, ratings, error);
}

static enum dpmf_status hold_out_latest(const struct train_options *o, struct train_data *data, struct dpmf_error *error)
{
	struct dpmf_ratings all;
	struct dpmf_moment *moment;
	enum dpmf_status status;

	if (o->range_given)
		return dpmf_fail(error, DPMF_INPUT, "--range: no range is checked with --holdout=latest: leave it out");
	status = dpmf_read_ratings_timed(o->ratings, o->format, o->duplicates, &all, &moment, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_leave_one_out(&all, moment, &data->train, &data->test, error);
	dpmf_ratings_free(&all);
	free(moment);
	return status;
}

static enum dpmf_status split(const struct train_options *o, const struct dpmf_key *key, struct train_data *data,
                              struct dpmf_error *error)
{
	struct dpmf_ratings all, test;
	enum dpmf_status status;

	if (!o->test && o->latest)
		return hold_out_latest(o, data, error);
	if (!o->test) {
		status = read_file(o, o->ratings, &all, error);
		if (status != DPMF_OK)
			return status;
		status = dpmf_split_per_user(&all, o->holdout, key, &data->train, &data->test, error);
		dpmf_ratings_free(&all);
		return status;
	}
	status = read_file(o, o->ratings, &data->train, error);
	if (status != DPMF_OK)
		return status;
	status = read_file(o, o->test, &test, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_split_given(&data->train, &test, &data->test, &data->unknown, error);
	dpmf_ratings_free(&test);
	return status;
}

static void take_range(struct train_options *o, const struct train_data *data)
{
	if (o->mech->own[TRAIN_RANKING]) { /* what stands there is a 1, what does not a 0 */
		o->run.rating_min = 0;
		o->run.rating_max = 1;
		return;
	}
	if (o->range_given)
		return;
	o->run.rating_min = dpmf_ratings_min(&data->train);
	o->run.rating_max = dpmf_ratings_max(&data->train);
	if (data->test.count > 0) {
		o->run.rating_min = fmin(o->run.rating_min, dpmf_ratings_min(&data->test));
		o->run.rating_max = fmax(o->run.rating_max, dpmf_ratings_max(&data->test));
	}
}

static enum dpmf_status read_social(const struct train_options *o, struct train_data *data, struct dpmf_error *error)
{
	struct dpmf_edges edges;
	enum dpmf_status status = dpmf_read_edges(o->social, o->duplicates, &edges, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_social_build(&edges, &data->train, &data->social, error);
	dpmf_edges_free(&edges);
	return status;
}

enum dpmf_status train_data_read(struct train_options *o, const struct dpmf_key *key, struct train_data *data,
                                 struct dpmf_error *error)
{
	enum dpmf_status status = split(o, key, data, error);

	if (status == DPMF_OK && o->social)
		status = read_social(o, data, error);
	if (status != DPMF_OK)
		return status;
	take_range(o, data);
	return dpmf_weights_draw(data->train.users, data->train.items, &o->user_groups, &o->item_groups,
	                         key, &data->weights, error);
}
