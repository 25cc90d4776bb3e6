/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dpimf/mutants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/dpimf/replay.h"
#include "audit/dpimf/worlds.h"
#include "audit/twins.h"
#include "mech/dpimf/kernels.h"
#include "noise/door.h"
#include "solve/ball_qp.h"

enum bug {
	SOUND,              /* nothing wrong: must not be caught */
	KEEP_FORGOTTEN,     /* |U_i| + alpha0 |U| in the regularizer, with the noise of Eq. (17) */
	WEIGHT_OUTSIDE,     /* every interaction counts three times, with the noise of one */
	ONE_TRIANGLE,       /* Eq. (19) without the mirror: the lower triangle has no noise */
	PAST_THE_DOOR,      /* the regularizer's weight before noise is what is used */
	SENSITIVITY_HALVED, /* the right noise, the wrong declaration */
	LOOP_BY_DATA,       /* items that nobody interacted with are left out */
	NOISE_HALVED,
};

enum { D_MOST = 3, UPPER_MOST = D_MOST * (D_MOST + 1) / 2, SEEN = 7 };
enum statistic { SECOND, WEIGHT, FIRST, STATISTICS };

struct twin {
	enum bug bug;
	const struct dpmf_ratings *ratings;
	const struct dpmf_dpimf_options *options;
	struct dpmf_door *door;
	size_t number[STATISTICS];
	double profile[D_MOST], keep; /* everybody's */
};

static enum dpmf_status declare(struct twin *t, struct dpmf_error *error)
{
	const size_t d = t->options->factors;
	const double delta[STATISTICS] = { t->keep * dpmf_dpimf_bound_triu(t->options->bound, d), t->keep,
		dpmf_dpimf_bound_first(t->options->bound, d) };
	const double share[STATISTICS] = { t->options->share[1], t->options->share[2], t->options->share[0] };
	const size_t count[STATISTICS] = { d * (d + 1) / 2, 1, d };

	for (uint64_t s = 0; s < STATISTICS; s++) {
		struct dpmf_entry entry = {
			.statistic = "coefficients", .neighbours = DPMF_ENTRY, .norm = DPMF_L1, .sensitivity = delta[s],
			.law = DPMF_LAPLACE, .scale = delta[s] / (t->options->epsilon * share[s]), .pieces = t->ratings->items, .touched = 1,
			.coordinates = count[s], .round = 1, .draw = s,
		};

		if (t->bug == NOISE_HALVED)
			entry.scale /= 2;
		if (t->bug == SENSITIVITY_HALVED)
			entry.sensitivity /= 2;
		if (dpmf_door_declare(t->door, &entry, &t->number[s], error) != DPMF_OK)
			return DPMF_FAILED;
	}
	return DPMF_OK;
}

/* Line 9 for one item. */
static void collect(const struct twin *t, size_t i, double *matrix, double *first, double *weight)
{
	const size_t d = t->options->factors, raters = t->ratings->column[i + 1] - t->ratings->column[i];
	const double alpha0 = t->options->alpha0, w = t->bug == WEIGHT_OUTSIDE ? 3 : 1;
	double all[D_MOST * D_MOST] = { 0 };

	memset(matrix, 0, d * d * sizeof(double));
	memset(first, 0, d * sizeof(double));
	for (size_t u = 0; u < t->ratings->users; u++)
		dpmf_dpimf_add_second(t->profile, d, 1, all);
	for (size_t a = 0; a < raters; a++) {
		dpmf_dpimf_add_second(t->profile, d, w, matrix);
		dpmf_dpimf_add_first(t->profile, d, w, first);
	}
	dpmf_dpimf_mix(t->keep, alpha0, all, d * d, matrix);
	*weight = dpmf_dpimf_regularizer(t->bug == KEEP_FORGOTTEN ? 1 : t->keep, alpha0, (double)raters, (double)t->ratings->users);
}

/* Lines 10 to 12; matrix and first become what is solved. */
static enum dpmf_status release_item(const struct twin *t, size_t i, double *matrix, double *first, double *weight)
{
	const size_t d = t->options->factors;
	double upper[UPPER_MOST], raw[D_MOST * D_MOST], raw_weight;

	collect(t, i, matrix, first, weight);
	memcpy(raw, matrix, d * d * sizeof(double));
	raw_weight = *weight;
	dpmf_dpimf_upper(matrix, d, upper);
	if (dpmf_door_release(t->door, t->number[SECOND], i, NULL, upper, NULL) != DPMF_OK ||
	    dpmf_door_release(t->door, t->number[WEIGHT], i, NULL, weight, NULL) != DPMF_OK ||
	    dpmf_door_release(t->door, t->number[FIRST], i, NULL, first, NULL) != DPMF_OK)
		return DPMF_FAILED;
	dpmf_dpimf_symmetric(upper, d, matrix);
	for (size_t j = 0; t->bug == ONE_TRIANGLE && j < d; j++)
		memcpy(matrix + j * d, raw + j * d, j * sizeof(double));
	if (t->bug == PAST_THE_DOOR)
		*weight = raw_weight;
	return DPMF_OK;
}

static enum dpmf_status solve_item(const struct twin *t, size_t i, struct dpmf_ball_qp *qp, double *q)
{
	const size_t d = t->options->factors;
	double matrix[D_MOST * D_MOST], first[D_MOST], weight;

	if (t->bug == LOOP_BY_DATA && t->ratings->column[i + 1] == t->ratings->column[i])
		return DPMF_OK;
	if (release_item(t, i, matrix, first, &weight) != DPMF_OK)
		return DPMF_FAILED;
	for (size_t j = 0; j < d; j++)
		matrix[j * d + j] += t->options->lambda * weight;
	return dpmf_ball_qp_solve(qp, matrix, first, sqrt(1 / t->options->lambda), q, NULL, NULL);
}

static enum dpmf_status open_twin(struct twin *t, struct dpmf_error *error)
{
	const size_t d = t->options->factors;

	if (d > D_MOST)
		return dpmf_fail(error, DPMF_INPUT, "the twin has at most %d factors", D_MOST);
	t->keep = 1 - t->options->alpha0;
	for (size_t l = 0; l < d; l++)
		t->profile[l] = t->options->bound / sqrt((double)d);
	return declare(t, error);
}

static enum dpmf_status solve_items(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                    struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_model made = { .users = ratings->users, .items = ratings->items, .factors = options->factors };
	struct twin t = { .bug = bug, .ratings = ratings, .options = options, .door = door };
	struct dpmf_ball_qp qp = { 0 };
	enum dpmf_status status = open_twin(&t, error);

	if (status != DPMF_OK)
		return status;
	made.u = calloc(made.users * made.factors, sizeof(double));
	made.v = calloc(made.items * made.factors, sizeof(double));
	if (!made.u || !made.v)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for the profiles");
	if (status == DPMF_OK)
		status = dpmf_ball_qp_open(&qp, made.factors, error);
	for (size_t i = 0; status == DPMF_OK && i < made.items; i++)
		if ((status = solve_item(&t, i, &qp, made.v + i * made.factors)) != DPMF_OK)
			dpmf_fail(error, status, "the release of item %zu was refused", i);
	dpmf_ball_qp_close(&qp);
	if (status == DPMF_OK)
		*model = made;
	else
		dpmf_model_free(&made);
	return status;
}

/* One item, two factors: the first order, the matrix with both triangles, the regularizer's weight. */
static enum dpmf_status see(enum bug bug, const struct dpimf_worlds *worlds, int world, const struct dpmf_key *key,
                            double *seen, struct dpmf_error *error)
{
	struct twin t = { .bug = bug, .ratings = &worlds->ratings[world], .options = &worlds->setting->options };
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	t.door = &door;
	status = open_twin(&t, error);
	if (status == DPMF_OK && release_item(&t, 0, seen, seen + 4, seen + 6) != DPMF_OK)
		status = dpmf_fail(error, DPMF_FAILED, "the release was refused");
	dpmf_door_close_of_many(&door);
	return status;
}

static double distance(double seen, double mean, double scale)
{
	return fabs(seen - mean) / scale;
}

/* Of the sound twin, whatever the bug; a lower triangle of its own is compared as it is. */
static double ratio(const void *instance, const double *seen)
{
	const struct dpimf_worlds *worlds = instance;
	double sum[2] = { 0, 0 };

	for (int world = 0; world < 2; world++) {
		struct twin t = { .ratings = &worlds->ratings[world], .options = &worlds->setting->options };
		const struct dpmf_dpimf_options *o = t.options;
		double matrix[4], first[2], weight;

		t.keep = 1 - o->alpha0;
		t.profile[0] = t.profile[1] = o->bound / sqrt(2);
		collect(&t, 0, matrix, first, &weight);
		for (size_t l = 0; l < 2; l++)
			sum[world] -= distance(seen[4 + l], first[l], dpmf_dpimf_bound_first(o->bound, 2) / (o->epsilon * o->share[0]));
		for (size_t l = 0; l < 4; l++)
			if (l != 2)
				sum[world] -= distance(seen[l], matrix[l], t.keep * dpmf_dpimf_bound_triu(o->bound, 2) / (o->epsilon * o->share[1]));
		sum[world] -= distance(seen[6], weight, t.keep / (o->epsilon * o->share[2]));
		if (seen[2] != seen[1])
			sum[world] -= 1e6 * fabs(seen[2] - matrix[2]);
	}
	return sum[0] - sum[1];
}

static enum dpmf_status train(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                              const struct dpmf_options *options, const struct dpmf_key *key, struct dpmf_door *door,
                              struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_dpimf_options own = dpimf_replay_options(options, DPMF_DPIMF_SYM, 1);
	struct dpmf_ratings interactions;
	enum dpmf_status status = dpimf_replay_interactions(ratings, &interactions, error);

	(void)weights, (void)key;
	if (status != DPMF_OK)
		return status;
	status = solve_items(bug, &interactions, &own, door, model, error);
	dpmf_ratings_free(&interactions);
	return status;
}

AUDIT_TWIN_SEEN(sound, SOUND)
AUDIT_TWIN_SEEN(noise_halved, NOISE_HALVED)
AUDIT_TWIN_SEEN(keep_forgotten, KEEP_FORGOTTEN)
AUDIT_TWIN_SEEN(weight_outside, WEIGHT_OUTSIDE)
AUDIT_TWIN_SEEN(one_triangle, ONE_TRIANGLE)
AUDIT_TWIN_SEEN(past_the_door, PAST_THE_DOOR)
AUDIT_TWIN_TRAINED(sound, SOUND)
AUDIT_TWIN_TRAINED(keep_forgotten, KEEP_FORGOTTEN)
AUDIT_TWIN_TRAINED(weight_outside, WEIGHT_OUTSIDE)
AUDIT_TWIN_TRAINED(one_triangle, ONE_TRIANGLE)
AUDIT_TWIN_TRAINED(past_the_door, PAST_THE_DOOR)
AUDIT_TWIN_TRAINED(sensitivity_halved, SENSITIVITY_HALVED)
AUDIT_TWIN_TRAINED(loop_by_data, LOOP_BY_DATA)

static const struct dpimf_setting one_item = {
	.options = { .scheme = DPMF_DPIMF_SYM, .epsilon = 1, .factors = 2, .lambda = 0.1, .alpha0 = 0.95, .share = { 0.9, 0.05, 0.05 },
	             .bound = 1 },
	.users = 1, .items = 1, .touched = 1, .passes = 1,
};

/* Exact: the shares of the budget, each times what the bug multiplies its statistic's shift by. */
#define CASE(name, text) \
	.id = "dpimf/published/model/entry/" name, .claim = "dpimf.thm3", .why = text, .epsilon = 1, .trials = 50000, .dims = SEEN, \
	.parameters = &one_item, .setup = dpimf_worlds_setup, .teardown = dpimf_worlds_teardown, .log_likelihood_ratio = ratio

const struct audit_case dpimf_mutant_cases[DPIMF_MUTANT_CASES] = {
	{ CASE("sound", "nothing is wrong here"), .exact = 1, .expected = AUDIT_CONSISTENT, .sample = see_sound },
	{ CASE("noise-halved", "half of every scale"), .exact = 2, .expected = AUDIT_VIOLATED, .sample = see_noise_halved },
	{ CASE("keep-forgotten", "|U_i| in the regularizer without 1 - alpha0"), .exact = 1.95, .expected = AUDIT_VIOLATED,
	  .sample = see_keep_forgotten },
	{ CASE("weight-outside", "interactions weighted 3 times, noise for 1"), .exact = 2.9, .expected = AUDIT_VIOLATED,
	  .sample = see_weight_outside },
	{ CASE("one-triangle", "the lower triangle without noise"), .exact = INFINITY, .expected = AUDIT_VIOLATED,
	  .sample = see_one_triangle },
	{ CASE("past-the-door", "the weight of the regularizer before noise"), .exact = INFINITY, .expected = AUDIT_VIOLATED,
	  .sample = see_past_the_door },
};

#define TARGET(name, text) { "dpimf", text, "model", .unweighted = true, .train = train_##name }

const struct audit_replay_target dpimf_mutant_targets[DPIMF_MUTANT_TARGETS] = {
	TARGET(sound, "sound"),
	TARGET(keep_forgotten, "keep-forgotten"),
	TARGET(weight_outside, "weight-outside"),
	TARGET(one_triangle, "one-triangle"),
	TARGET(past_the_door, "weight-bare"),
	TARGET(sensitivity_halved, "sensitivity-halved"),
	TARGET(loop_by_data, "loop-by-rating"),
};
