/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/hdpmf/twin.h"

#include <string.h>

#include "mech/hdpmf/kernels.h"
#include "noise/door.h"

enum { FACTORS_MOST = 16, RATERS_MOST = 64 };

struct twin {
	enum hdpmf_bug bug;
	const struct dpmf_ratings *ratings;
	const struct dpmf_weights *weights;
	struct dpmf_door *door;
	struct dpmf_model *model;
	size_t number;
	double rate, lambda;
};

static double rating_at(const struct dpmf_ratings *ratings, size_t place)
{
	return ratings->value[ratings->where[place]];
}

static void sum_messages(const struct twin *twin, size_t j, double *sum)
{
	const struct dpmf_ratings *ratings = twin->ratings;
	const size_t k = twin->model->factors;

	memset(sum, 0, k * sizeof(double));
	for (size_t a = ratings->column[j]; a < ratings->column[j + 1]; a++) {
		const size_t i = ratings->user[a];
		const double weight = dpmf_weight(twin->weights, i, j);

		dpmf_hdpmf_gradient_add(twin->model->u + i * k, twin->model->v + j * k, k,
		                        twin->bug == TWIN_WEIGHT_FORGOTTEN ? 1 : weight, rating_at(ratings, a), sum);
	}
}

/* Never nobody, whom the door would refuse. */
static size_t who_sends_noise(const struct twin *twin, size_t j, uint32_t *user)
{
	const struct dpmf_ratings *ratings = twin->ratings;
	size_t count = 0;

	for (size_t a = ratings->column[j]; a < ratings->column[j + 1] && count < RATERS_MOST; a++)
		if (twin->bug != TWIN_LOOP_BY_RATING || rating_at(ratings, a) > 2 || a == ratings->column[j])
			user[count++] = ratings->user[a];
	return count;
}

static enum dpmf_status step_item(const struct twin *twin, size_t j)
{
	uint32_t user[RATERS_MOST];
	double sum[FACTORS_MOST], *v = twin->model->v + j * twin->model->factors;
	const size_t senders = who_sends_noise(twin, j, user);
	const struct dpmf_participants who = { .item = j, .user = user, .count = senders, .of = senders };

	sum_messages(twin, j, sum);
	if (twin->bug == TWIN_PAST_THE_DOOR)
		v[0] -= 1e-6 * twin->rate * sum[0];
	if (dpmf_door_release(twin->door, twin->number, j, &who, sum, NULL) != DPMF_OK)
		return DPMF_FAILED;
	dpmf_hdpmf_step(v, sum, twin->model->factors, twin->rate, twin->lambda);
	return DPMF_OK;
}

static enum dpmf_status declare(struct twin *twin, const struct dpmf_options *options, size_t round, struct dpmf_error *error)
{
	struct dpmf_entry entry = dpmf_options_noisy_descent(options, options->epsilon).entry;

	entry.round = round;
	entry.draw = options->noise_per_epoch ? round : 1;
	entry.coordinates = twin->model->factors;
	entry.pieces = twin->ratings->items;
	if (twin->bug == TWIN_NOISE_HALVED)
		entry.scale /= 2;
	if (twin->bug == TWIN_SENSITIVITY_HALVED)
		entry.sensitivity /= 2, entry.sensitivity_least /= 2;
	if (twin->bug == TWIN_COORDINATE_BARE && entry.coordinates > 1)
		entry.coordinates--;
	return dpmf_door_declare(twin->door, &entry, &twin->number, error);
}

enum dpmf_status hdpmf_twin_descend(enum hdpmf_bug bug, const struct dpmf_ratings *ratings,
                                    const struct dpmf_weights *weights, const struct dpmf_options *options,
                                    struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	struct twin twin = { .bug = bug, .ratings = ratings, .weights = weights, .door = door, .model = model,
	                     .lambda = options->lambda };

	if (model->factors > FACTORS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "the twin has at most %d factors", FACTORS_MOST);
	for (size_t t = 0; t < options->epochs; t++) {
		twin.rate = dpmf_descent_rate(options->rate, t, options->epochs);
		if (declare(&twin, options, t + 1, error) != DPMF_OK)
			return DPMF_FAILED;
		for (size_t j = 0; j < ratings->items; j++)
			if (ratings->column[j] < ratings->column[j + 1] && step_item(&twin, j) != DPMF_OK)
				return dpmf_fail(error, DPMF_FAILED, "the release of item %zu in round %zu was refused", j, t + 1);
	}
	return DPMF_OK;
}
