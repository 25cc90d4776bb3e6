/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/privsr/mutants.h"

#include <math.h>
#include <stdlib.h>

#include "audit/hdpmf/corrected_views.h"
#include "audit/privsr/replay.h"
#include "mech/hdpmf/kernels.h"
#include "mech/privsr/kernels.h"
#include "mech/privsr/train.h"
#include "audit/twins.h"
#include "noise/door.h"

enum bug {
	SOUND,              /* nothing wrong: must not be caught */
	NOISE_HALVED,       /* twice the rate */
	GROUP_FORGOTTEN,    /* raters who are not sensitive take back what they add: the door lets nobody leave it out */
	SENSITIVITY_HALVED, /* the right noise, the wrong declaration */
	LOOP_BY_RATING,     /* who gave 2 or less adds no noise */
	EDGE_HALVED,        /* friends' sums, declared with less than they move by */
	PAST_THE_DOOR,      /* the sum before noise reaches V, too */
};

enum { RATERS_MOST = 32 };

static enum dpmf_status declare(enum bug bug, const struct dpmf_hdpmf_steps *steps, size_t items, struct dpmf_door *door,
                                size_t *number, struct dpmf_error *error)
{
	struct dpmf_entry entry = {
		.statistic = "sum of an item's ratings", .neighbours = DPMF_ENTRY, .norm = DPMF_L1,
		.sensitivity = ldexp((double)steps->span, DPMF_HDPMF_WEIGHT_BITS), .law = DPMF_LAPLACE_SHARES,
		.scale = (double)steps->q / (double)steps->p, .rate_p = steps->p, .rate_q = steps->q,
		.pieces = items, .touched = 1, .coordinates = 1, .round = 1, .draw = 1,
	};

	if (bug == NOISE_HALVED)
		entry.rate_p *= 2, entry.scale /= 2;
	if (bug == SENSITIVITY_HALVED)
		entry.sensitivity /= 2;
	return dpmf_door_declare(door, &entry, number, error);
}

/* The item's first rater is sensitive, the others are not; beta = 1. */
static enum dpmf_status release_item(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_hdpmf_steps *steps,
                                     struct dpmf_door *door, size_t number, size_t item, double *v)
{
	static const int64_t feature[1] = { 1 };
	static const unsigned char group[RATERS_MOST] = { 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
	const size_t begin = ratings->column[item], raters = ratings->column[item + 1] - begin;
	uint32_t user[RATERS_MOST];
	uint64_t part[2], whole[2];
	struct dpmf_share share[2];
	int64_t sum[1] = { 0 };
	size_t count = 0;

	for (size_t a = begin; a < begin + raters; a++) {
		const double rating = ratings->value[ratings->where[a]];

		dpmf_hdpmf_contribute(dpmf_hdpmf_rating_steps(steps, rating), dpmf_hdpmf_weight_steps(1), feature, 1, sum);
		if (bug != LOOP_BY_RATING || rating > 2 || a == begin)
			user[count++] = ratings->user[a];
	}
	dpmf_privsr_parts(dpmf_privsr_beta_steps(1), 1, count - 1, part, whole);
	for (int g = 0; g < 2; g++)
		share[g] = (struct dpmf_share){ .part = part[g], .whole = whole[g] };
	const struct dpmf_participants who = { .item = item, .user = user, .count = count, .of = count, .group = group, .share = share };

	*v = bug == PAST_THE_DOOR ? 1e-6 * (double)sum[0] : 0;
	if (dpmf_door_release_steps(door, number, item, &who, sum, NULL) != DPMF_OK)
		return DPMF_FAILED;
	for (size_t a = 1; bug == GROUP_FORGOTTEN && a < count; a++) {
		int64_t own[1] = { 0 };

		if (dpmf_door_show_steps(door, number, &who, a, own, NULL) != DPMF_OK)
			return DPMF_FAILED;
		sum[0] -= own[0];
	}
	*v += (double)sum[0];
	return DPMF_OK;
}

/* V is the noisy sums; U is nothing. */
static enum dpmf_status twin(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_options *options,
                             struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_model made = { .users = ratings->users, .items = ratings->items, .factors = 1 };
	struct dpmf_hdpmf_steps steps;
	size_t number;
	enum dpmf_status status = dpmf_hdpmf_steps_of(options->epsilon, options->rating_min, options->rating_max, &steps, error);

	if (status == DPMF_OK)
		status = declare(bug, &steps, ratings->items, door, &number, error);
	if (status != DPMF_OK)
		return status;
	made.u = calloc(ratings->users, sizeof(double));
	made.v = calloc(ratings->items, sizeof(double));
	if (!made.u || !made.v)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for the sums of %zu items", ratings->items);
	for (size_t j = 0; j < ratings->items && status == DPMF_OK; j++)
		if (ratings->column[j] < ratings->column[j + 1] &&
		    (status = release_item(bug, ratings, &steps, door, number, j, made.v + j)) != DPMF_OK)
			dpmf_fail(error, status, "the release of item %zu was refused", j);
	if (status == DPMF_OK)
		*model = made;
	else
		dpmf_model_free(&made);
	return status;
}

static enum dpmf_status see(enum bug bug, const struct hdpmf_worlds *worlds, int world, const struct dpmf_key *key,
                            double *seen, struct dpmf_error *error)
{
	const struct dpmf_options options = hdpmf_worlds_options(worlds);
	struct dpmf_model model;
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	status = twin(bug, &worlds->ratings[world], &options, &door, &model, error);
	dpmf_door_close_of_many(&door);
	if (status != DPMF_OK)
		return status;
	seen[0] = model.v[0];
	dpmf_model_free(&model);
	return DPMF_OK;
}

static enum dpmf_status train(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                              const struct dpmf_options *options, const struct dpmf_key *key, struct dpmf_door *door,
                              struct dpmf_model *model, struct dpmf_error *error)
{
	enum dpmf_status status;

	if (bug != EDGE_HALVED)
		return twin(bug, ratings, options, door, model, error);
	status = privsr_replay_corrected(ratings, weights, options, key, door, model, error);
	for (size_t i = 0; i < door->record.count; i++)
		if (door->record.entry[i].neighbours == DPMF_EDGE)
			door->record.entry[i].sensitivity /= 2;
	return status;
}

AUDIT_TWIN_SEEN(sound, SOUND)
AUDIT_TWIN_SEEN(noise_halved, NOISE_HALVED)
AUDIT_TWIN_SEEN(group_forgotten, GROUP_FORGOTTEN)
AUDIT_TWIN_TRAINED(sound, SOUND)
AUDIT_TWIN_TRAINED(sensitivity_halved, SENSITIVITY_HALVED)
AUDIT_TWIN_TRAINED(loop_by_rating, LOOP_BY_RATING)
AUDIT_TWIN_TRAINED(edge_halved, EDGE_HALVED)
AUDIT_TWIN_TRAINED(past_the_door, PAST_THE_DOOR)

static const struct hdpmf_setting two_raters = {
	.items = 1, .factors = 1, .epochs = 1, .others = 1, .weight = { 1 }, .epsilon = 1, .rate = 0.05, .lambda = 0.01,
};

#define CASE(name, text) \
	.id = "privsr/corrected/model/entry/" name, .claim = "privsr.thm1", .why = text, .epsilon = 1, \
	.trials = 50000, .dims = 1, .parameters = &two_raters, .setup = hdpmf_worlds_setup, \
	.teardown = hdpmf_worlds_teardown

const struct audit_case privsr_mutant_cases[PRIVSR_MUTANT_CASES] = {
	{ CASE("sound", "nothing is wrong here"), .exact = 1, .expected = AUDIT_CONSISTENT, .sample = see_sound,
	  .log_likelihood_ratio = hdpmf_corrected_ratio_sums },
	{ CASE("noise-halved", "twice the rate of the law"), .exact = 2, .expected = AUDIT_VIOLATED, .sample = see_noise_halved,
	  .log_likelihood_ratio = hdpmf_corrected_ratio_sums },
	{ CASE("group-forgotten", "raters who are not sensitive add no noise"), .exact = NAN, .expected = AUDIT_VIOLATED,
	  .sample = see_group_forgotten },
};

#define TARGET(name, text) { "privsr", text, "joint", .unweighted = true, .train = train_##name, .moved = privsr_moved_corrected }

const struct audit_replay_target privsr_mutant_targets[PRIVSR_MUTANT_TARGETS] = {
	TARGET(sound, "sound"),
	TARGET(sensitivity_halved, "sensitivity-halved"),
	TARGET(loop_by_rating, "loop-by-rating"),
	TARGET(past_the_door, "past-the-door"),
	{ "privsr", "edge-halved", "friends", .row = true, .edges = true, .unweighted = true, .train = train_edge_halved },
};
