/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithm 1 of the paper, whose line numbers stand in the margin. Lines 13 to 18 are the
   prediction, dpmf_hdpmf_predict. A step along the sum of an item's messages is
   line 7 as it is written; where a step follows every message, mech/messages.h has it. */
#include "mech/hdpmf/train.h"

#include <string.h>

#include "core/vector.h"
#include "mech/descent_rounds.h"
#include "mech/hdpmf/kernels.h"
#include "mech/messages.h"
#include "noise/textbook.h"

/* R_j. Each of them adds the same share of the noise. */
static struct dpmf_participants raters_of(const struct dpmf_ratings *ratings, size_t j)
{
	const size_t begin = ratings->column[j], raters = ratings->column[j + 1] - begin;

	return (struct dpmf_participants){ .item = j, .user = ratings->user + begin, .count = raters, .of = raters };
}

static enum dpmf_status update_item(const void *rounds, size_t j)
{
	const struct dpmf_rounds *r = rounds;
	const struct dpmf_participants raters = raters_of(r->ratings, j);
	const size_t k = r->model->factors, begin = r->ratings->column[j];
	double *u = r->model->u, *v = r->model->v + j * k, sum[DPMF_FACTORS_MOST];
	enum dpmf_status status;

	if (raters.count == 0)
		return DPMF_OK;
	status = dpmf_messages_show(r, j, &raters);
	if (status != DPMF_OK)
		return status;
	if (r->how->step == DPMF_STEP_MESSAGE)
		return dpmf_messages_step_item(r, j, &raters);
	memset(sum, 0, k * sizeof *sum);
/* 4*/	for (size_t a = 0; a < raters.count; a++) {
		const size_t i = raters.user[a];

/* 5*/		dpmf_hdpmf_gradient_add(u + i * k, v, k, dpmf_weight(r->how->weights, i, j), r->rating[begin + a], sum);
/* 6*/	}
/* 5*/	status = dpmf_door_release(r->door, r->number, j, &raters, sum, NULL); /* which adds the sum of the x_j^i */
	if (status == DPMF_OK)
/* 7*/		dpmf_hdpmf_step(v, sum, k, dpmf_rounds_rate(r, (double)raters.count), r->how->lambda);
	return status;
}

static enum dpmf_status update_user(const void *rounds, size_t i)
{
	const struct dpmf_rounds *r = rounds;
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t k = r->model->factors, begin = ratings->row[i], end = ratings->row[i + 1];
	double *u = r->model->u + i * k, *v = r->model->v, sum[DPMF_FACTORS_MOST] = { 0 };

	if (begin == end)
		return DPMF_OK;
	if (r->how->step == DPMF_STEP_MESSAGE)
		dpmf_messages_step_user(r, i);
	else {
		for (size_t a = begin; a < end; a++) {
			const size_t j = ratings->item[a];

/*10*/			dpmf_hdpmf_gradient_add(v + j * k, u, k, dpmf_weight(r->how->weights, i, j), ratings->value[a], sum);
		}
/*10*/		dpmf_hdpmf_step(u, sum, k, dpmf_rounds_rate(r, (double)(end - begin)), r->how->lambda);
	}
	dpmf_project_ball(u, k, 1); /* which Theorem 2 needs */
	return DPMF_OK;
}

enum dpmf_status dpmf_hdpmf_descend(const struct dpmf_ratings *ratings, const struct dpmf_descent *how,
                                    struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_rounds r = { .ratings = ratings, .how = how, .door = door, .model = model };
	enum dpmf_status status = dpmf_rounds_open(&r, error);

/* 2*/	for (size_t t = 0; t < how->epochs && status == DPMF_OK; t++) {
		dpmf_rounds_begin(&r, t);
		status = dpmf_rounds_declare_items(&r, error);
		if (status == DPMF_OK)
/* 3*/			status = dpmf_rounds_each(&r, ratings->items, update_item, &r, error);
		if (status == DPMF_OK && !how->hold_users)
/* 9*/			status = dpmf_rounds_each(&r, ratings->users, update_user, &r, error);
		if (status == DPMF_OK)
			status = dpmf_rounds_end(&r, error);
/*12*/	}
	dpmf_rounds_close(&r);
	return status;
}

static void draw_normal(double deviation, const struct dpmf_key *key, const char *name, size_t count, double *x)
{
	struct dpmf_key sub;
	struct dpmf_stream stream;

	dpmf_key_derive(key, name, &sub);
	dpmf_stream_open(&stream, &sub, 0, 0, 0);
	for (size_t n = 0; n < count; n++)
		x[n] = deviation * dpmf_normal(&stream);
}

/* As the authors' program starts, in place of the start that was drawn. */
static void start_normal(double deviation, const struct dpmf_key *key, struct dpmf_model *model)
{
	draw_normal(deviation, key, "normal user factors", model->users * model->factors, model->u);
	draw_normal(deviation, key, "normal item factors", model->items * model->factors, model->v);
	for (size_t i = 0; i < model->users; i++)
		dpmf_project_ball(model->u + i * model->factors, model->factors, 1);
}

enum dpmf_status dpmf_hdpmf_factorize(const struct dpmf_ratings *ratings, size_t factors, const struct dpmf_descent *how,
                                      const struct dpmf_key *key, struct dpmf_door *door,
                                      struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_model trained;
	enum dpmf_status status;

/* 1*/	status = dpmf_model_start(ratings, factors, key, &trained, error);
	if (status == DPMF_OK && how->start_deviation > 0)
		start_normal(how->start_deviation, key, &trained);
	if (status != DPMF_OK)
		return status;
/* 2*/	status = dpmf_hdpmf_descend(ratings, how, door, &trained, error);
	if (status == DPMF_OK)
		*model = trained;
	else
		dpmf_model_free(&trained);
	return status;
}

enum dpmf_status dpmf_hdpmf_train(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                  const struct dpmf_options *options, const struct dpmf_key *key,
                                  struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_options_check(options, ratings, error);
	struct dpmf_descent descent;

	if (status != DPMF_OK)
		return status;
	descent = dpmf_options_noisy_descent(options, options->epsilon);
	descent.weights = weights;
	return dpmf_hdpmf_factorize(ratings, options->factors, &descent, key, door, model, error);
}
