/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_data.h"

#include <math.h>
#include <stdlib.h>

#include "core/catalogue.h"
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

/* The public universe, as far as it was given. */
struct universe {
	struct dpmf_catalogue users, items;
	struct dpmf_universe all;
};

static enum dpmf_status open_universe(const struct train_options *o, struct universe *u, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	*u = (struct universe){ .all = { .ranged = o->range_given, .low = o->run.rating_min, .high = o->run.rating_max } };
	if (o->items) {
		status = dpmf_catalogue_given("items", o->items, &u->items, error);
		u->all.items = &u->items;
	}
	if (status == DPMF_OK && o->users) {
		status = dpmf_catalogue_given("users", o->users, &u->users, error);
		u->all.users = &u->users;
	}
	return status;
}

static void close_universe(struct universe *u)
{
	dpmf_catalogue_free(&u->users);
	dpmf_catalogue_free(&u->items);
}

static enum dpmf_status hold_out(const struct train_options *o, const struct universe *u, struct train_data *data,
                                 struct dpmf_error *error)
{
	struct dpmf_moment *moment = NULL;
	struct dpmf_ratings all;
	enum dpmf_status status = dpmf_read_ratings_in(o->ratings, o->format, (enum dpmf_duplicates)o->duplicates, &u->all, &all,
	                                               o->latest ? &moment : NULL, error);

	if (status != DPMF_OK)
		return status;
	status = o->latest ? dpmf_leave_one_out(&all, moment, &data->train, &data->test, error) :
	                     dpmf_split_per_user(&all, o->holdout, &data->facts.coins, &data->train, &data->test, error);
	dpmf_ratings_free(&all);
	free(moment);
	return status;
}

static enum dpmf_status split(const struct train_options *o, const struct universe *u, struct train_data *data,
                              struct dpmf_error *error)
{
	const struct dpmf_universe ranged = { .ranged = u->all.ranged, .low = u->all.low, .high = u->all.high };
	struct dpmf_ratings test;
	enum dpmf_status status;

	if (!o->test)
		return hold_out(o, u, data, error);
	status = dpmf_read_ratings_in(o->ratings, o->format, (enum dpmf_duplicates)o->duplicates, &u->all, &data->train, NULL, error);
	if (status == DPMF_OK)
		status = dpmf_read_ratings_in(o->test, o->format, (enum dpmf_duplicates)o->duplicates, &ranged, &test, NULL, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_split_given(&data->train, &test, &data->test, &data->unknown, error);
	dpmf_ratings_free(&test);
	return status;
}

static void take_range(struct train_options *o, const struct train_data *data)
{
	if (o->mech->ranking) { /* what stands there is a 1, what does not a 0 */
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
	enum dpmf_status status = dpmf_read_edges(o->social, (enum dpmf_duplicates)o->duplicates, &edges, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_social_build(&edges, &data->train, &data->social, error);
	dpmf_edges_free(&edges);
	return status;
}

static void learn_facts(const struct train_options *o, struct train_data *data)
{
	struct train_facts *facts = &data->facts;

	facts->items_given = o->items != NULL;
	facts->users_given = o->users != NULL;
	facts->items = data->train.items;
	facts->users = data->train.users;
	facts->moves = o->test ? 1 : DPMF_SPLIT_MOVES;
}

enum dpmf_status train_data_read(struct train_options *o, struct train_data *data, struct dpmf_error *error)
{
	struct universe universe;
	enum dpmf_status status = open_universe(o, &universe, error);

	if (status == DPMF_OK)
		status = split(o, &universe, data, error);
	close_universe(&universe);
	if (status == DPMF_OK && o->social)
		status = read_social(o, data, error);
	if (status != DPMF_OK)
		return status;
	take_range(o, data);
	learn_facts(o, data);
	if (!train_applies(o, OPT_USER_GROUPS))
		return DPMF_OK;
	return dpmf_weights_draw(data->train.users, data->train.items, &o->user_groups, &o->item_groups,
	                         &data->facts.coins, &data->weights, error);
}
