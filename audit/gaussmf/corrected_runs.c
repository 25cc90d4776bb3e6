/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/gaussmf/corrected_runs.h"

#include <math.h>
#include <string.h>

#include "mech/gaussmf/kernels.h"
#include "noise/door.h"

/* Both profiles as a round found them, clipped, in steps and as numbers. */
struct outer {
	int64_t user_steps[GAUSSMF_ROWS_MOST], item_steps[GAUSSMF_ROWS_MOST];
	double user[GAUSSMF_ROWS_MOST], item[GAUSSMF_ROWS_MOST];
};

struct round {
	const struct gaussmf_worlds *worlds;
	int world;
	const double *theta, *x;
	struct outer outer;
	gaussmf_release *release;
	void *context;
	size_t number;
};

static void cut_outer(struct round *r)
{
	const struct gaussmf_setting *s = r->worlds->setting;
	const struct dpmf_gaussmf_steps *steps = &r->worlds->steps;

	for (size_t j = 0; j < s->users; j++)
		dpmf_gaussmf_outer_steps(steps, r->theta + j, 1, s->clip, &r->outer.user[j], &r->outer.user_steps[j]);
	for (size_t i = 0; i < s->items; i++)
		dpmf_gaussmf_outer_steps(steps, r->x + i, 1, s->clip, &r->outer.item[i], &r->outer.item_steps[i]);
}

/* One rating's parts of the sum and of the public rest of the gradient. */
static void add_rating(const struct round *r, size_t user, size_t item, const double *outer, const int64_t *outer_steps,
                       int64_t *sum, double *gradient)
{
	const struct dpmf_gaussmf_steps *steps = &r->worlds->steps;
	const double middle = ldexp((double)steps->middle, -steps->rating_bits);
	const double rating = r->worlds->ratings[r->world].value[user * r->worlds->setting->items + item];

	dpmf_gaussmf_contribute(dpmf_gaussmf_rating_steps(steps, rating), outer_steps, 1, sum);
	dpmf_gaussmf_accumulate(dpmf_gaussmf_residual(r->x + item, r->theta + user, 1, middle), outer, 1, gradient);
}

static enum dpmf_status gradient_of(const struct round *r, bool of_items, size_t piece, double *gradient)
{
	const struct gaussmf_setting *s = r->worlds->setting;
	const struct dpmf_gaussmf_steps *steps = &r->worlds->steps;
	int64_t sum = 0;

	*gradient = 0;
	for (size_t other = 0; other < (of_items ? s->users : s->items); other++) {
		if (of_items)
			add_rating(r, other, piece, &r->outer.user[other], &r->outer.user_steps[other], &sum, gradient);
		else
			add_rating(r, piece, other, &r->outer.item[other], &r->outer.item_steps[other], &sum, gradient);
	}
	if (r->release(r->context, r->number, of_items, piece, &sum) != DPMF_OK)
		return DPMF_FAILED;
	*gradient -= ldexp((double)sum, -(steps->rating_bits + steps->outer_bits));
	dpmf_gaussmf_regularize(s->lambda, of_items ? r->x + piece : r->theta + piece, 1, gradient);
	return DPMF_OK;
}

enum dpmf_status gaussmf_correct(const struct gaussmf_worlds *worlds, int world, gaussmf_release *release, void *context,
                                 double *theta, double *x, struct dpmf_error *error)
{
	const struct gaussmf_setting *s = worlds->setting;
	struct round r = { .worlds = worlds, .world = world, .theta = theta, .x = x, .release = release, .context = context };
	double of_users[GAUSSMF_ROWS_MOST], of_items[GAUSSMF_ROWS_MOST];
	enum dpmf_status status = DPMF_OK;

	memcpy(theta, worlds->theta, s->users * sizeof(double));
	memcpy(x, worlds->x, s->items * sizeof(double));
	for (r.number = 1; r.number <= s->steps && status == DPMF_OK; r.number++) {
		cut_outer(&r);
		for (size_t j = 0; j < s->users && status == DPMF_OK; j++)
			status = gradient_of(&r, false, j, &of_users[j]);
		for (size_t i = 0; i < s->items && status == DPMF_OK; i++)
			status = gradient_of(&r, true, i, &of_items[i]);
		for (size_t i = 0; i < s->items && status == DPMF_OK; i++)
			dpmf_gaussmf_step(x + i, &of_items[i], 1, s->rate);
		for (size_t j = 0; j < s->users && status == DPMF_OK; j++)
			dpmf_gaussmf_step(theta + j, &of_users[j], 1, s->rate);
	}
	return status == DPMF_OK ? status : dpmf_fail(error, status, "a release was refused");
}

struct through {
	const struct gaussmf_worlds *worlds;
	struct dpmf_door *door;
	size_t of_users, of_items; /* entries in the record */
	size_t declared;           /* rounds */
};

/* What the driver declares: the law and the draw matter here. */
static enum dpmf_status declare(struct through *t, size_t round)
{
	const struct dpmf_gaussmf_steps *steps = &t->worlds->steps;
	struct dpmf_entry entry = {
		.statistic = "sums", .neighbours = DPMF_ENTRY, .norm = DPMF_L2,
		.sensitivity = (double)((steps->high - steps->low) * steps->bound),
		.law = DPMF_DISCRETE_GAUSSIAN, .scale = sqrt((double)steps->p / (double)steps->q),
		.rate_p = steps->p, .rate_q = steps->q, .pieces = t->worlds->setting->users, .touched = 1, .coordinates = 1,
		.round = round, .draw = 2 * round - 1,
	};

	t->declared = round;
	if (dpmf_door_declare(t->door, &entry, &t->of_users, NULL) != DPMF_OK)
		return DPMF_FAILED;
	entry.pieces = t->worlds->setting->items;
	entry.draw = 2 * round;
	return dpmf_door_declare(t->door, &entry, &t->of_items, NULL);
}

static enum dpmf_status release_through(void *context, size_t round, bool of_items, size_t piece, int64_t *sum)
{
	struct through *t = context;

	if (t->declared != round && declare(t, round) != DPMF_OK)
		return DPMF_FAILED;
	return dpmf_door_release_steps(t->door, of_items ? t->of_items : t->of_users, piece, NULL, sum, NULL);
}

enum dpmf_status gaussmf_correct_through(const struct gaussmf_worlds *worlds, int world, struct dpmf_door *door,
                                         double *theta, double *x, struct dpmf_error *error)
{
	struct through through = { .worlds = worlds, .door = door };

	return gaussmf_correct(worlds, world, release_through, &through, theta, x, error);
}

/* What is sampled comes from the real driver. */
static enum dpmf_status train(const struct gaussmf_worlds *worlds, int world, struct dpmf_door *door, struct dpmf_model *model,
                              struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options options = gaussmf_worlds_options(worlds);

	return dpmf_gaussmf_train_corrected_with(&worlds->ratings[world], &options, &worlds->steps, &worlds->start, door, model, error);
}

enum dpmf_status gaussmf_corrected_see_rounds(const void *instance, int world, const struct dpmf_key *key,
                                              double *seen, struct dpmf_error *error)
{
	struct dpmf_model model = { .u = NULL };
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	dpmf_door_remember(&door);
	status = train(instance, world, &door, &model, error);
	for (size_t p = 0; status == DPMF_OK && p < door.passages; p++)
		seen[p] = door.passage[p].after[0];
	dpmf_model_free(&model);
	dpmf_door_close_of_many(&door);
	return status;
}

/* The door of a world that is asked whether it could have released what was seen. */
struct witness {
	const double *seen;
	double squares; /* of the noise that it takes */
};

static enum dpmf_status answer_with_seen(void *context, size_t round, bool of_items, size_t piece, int64_t *sum)
{
	struct witness *witness = context;
	const double noise = *witness->seen - (double)*sum;

	(void)round, (void)of_items, (void)piece;
	witness->squares += noise * noise;
	*sum = (int64_t)*witness->seen++;
	return DPMF_OK;
}

double gaussmf_corrected_ratio_rounds(const void *instance, const double *seen)
{
	const struct gaussmf_worlds *worlds = instance;
	double theta[GAUSSMF_ROWS_MOST], x[GAUSSMF_ROWS_MOST], squares[2];

	for (int world = 0; world < 2; world++) {
		struct witness witness = { seen, 0 };

		if (gaussmf_correct(worlds, world, answer_with_seen, &witness, theta, x, NULL) != DPMF_OK)
			return NAN;
		squares[world] = witness.squares;
	}
	/* P(x) ~ exp(-x^2 q / (2 p)). */
	return (squares[1] - squares[0]) * (double)worlds->steps.q / (2 * (double)worlds->steps.p);
}

static enum dpmf_status see(const struct gaussmf_worlds *worlds, int world, const struct dpmf_key *key, bool items,
                            double *seen, struct dpmf_error *error)
{
	struct dpmf_model model = { .u = NULL };
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status != DPMF_OK)
		return status;
	status = train(worlds, world, &door, &model, error);
	dpmf_door_close_of_many(&door);
	if (status != DPMF_OK)
		return status;
	memcpy(seen, model.u, worlds->setting->users * sizeof(double));
	if (items)
		memcpy(seen + worlds->setting->users, model.v, worlds->setting->items * sizeof(double));
	dpmf_model_free(&model);
	return DPMF_OK;
}

enum dpmf_status gaussmf_corrected_see_theta(const void *instance, int world, const struct dpmf_key *key,
                                             double *seen, struct dpmf_error *error)
{
	return see(instance, world, key, false, seen, error);
}

enum dpmf_status gaussmf_corrected_see_both(const void *instance, int world, const struct dpmf_key *key,
                                            double *seen, struct dpmf_error *error)
{
	return see(instance, world, key, true, seen, error);
}

static enum dpmf_status answer_without_noise(void *context, size_t round, bool of_items, size_t piece, int64_t *sum)
{
	(void)context, (void)round, (void)of_items, (void)piece, (void)sum;
	return DPMF_OK;
}

static double distance(const double *x, const double *y, size_t count)
{
	double sum = 0;

	for (size_t c = 0; c < count; c++)
		sum += (x[c] - y[c]) * (x[c] - y[c]);
	return sum;
}

/* After one round both profiles are the noiseless ones plus rate times noise. */
static double ratio_of(const struct gaussmf_worlds *worlds, bool items, const double *seen)
{
	const struct gaussmf_setting *s = worlds->setting;
	const struct dpmf_gaussmf_steps *steps = &worlds->steps;
	const double sigma = ldexp(sqrt((double)steps->p / (double)steps->q), -(steps->rating_bits + steps->outer_bits)) * s->rate;
	double theta[GAUSSMF_ROWS_MOST], x[GAUSSMF_ROWS_MOST], squares[2];

	for (int world = 0; world < 2; world++) {
		if (gaussmf_correct(worlds, world, answer_without_noise, NULL, theta, x, NULL) != DPMF_OK)
			return NAN;
		squares[world] = distance(seen, theta, s->users) + (items ? distance(seen + s->users, x, s->items) : 0);
	}
	return (squares[1] - squares[0]) / (2 * sigma * sigma);
}

double gaussmf_corrected_ratio_theta(const void *instance, const double *seen)
{
	return ratio_of(instance, false, seen);
}

double gaussmf_corrected_ratio_both(const void *instance, const double *seen)
{
	return ratio_of(instance, true, seen);
}
