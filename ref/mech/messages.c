/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/messages.h"

#include <string.h>

#include "core/vector.h"
#include "mech/hdpmf/kernels.h"

enum dpmf_status dpmf_messages_show(const struct dpmf_rounds *r, size_t j, const struct dpmf_participants *raters)
{
	const struct dpmf_listener *listener = &r->how->listener;
	const size_t k = r->model->factors, begin = r->ratings->column[j];
	double h[DPMF_FACTORS_MOST], message[DPMF_FACTORS_MOST];
	enum dpmf_status status = DPMF_OK;

	if (listener->drawn) {
		memset(h, 0, k * sizeof *h);
		status = dpmf_door_show_common(r->door, r->number, j, h, NULL);
		listener->drawn(listener->context, r->round, j, h, k);
	}
	for (size_t a = 0; listener->message && a < raters->count && status == DPMF_OK; a++) {
		const size_t i = raters->user[a];

		dpmf_hdpmf_gradient_share(r->model->u + i * k, r->model->v + j * k, k,
		                          dpmf_weight(r->how->weights, i, j), r->rating[begin + a], message);
		status = dpmf_door_show(r->door, r->number, raters, a, message, NULL);
		listener->message(listener->context, r->round, i, j, message, k);
	}
	return status;
}

enum dpmf_status dpmf_messages_step_item(const struct dpmf_rounds *r, size_t j, const struct dpmf_participants *raters)
{
	const size_t k = r->model->factors, begin = r->ratings->column[j];
	struct dpmf_participants who = *raters;
	double *v = r->model->v + j * k, message[DPMF_FACTORS_MOST];
	enum dpmf_status status;

	who.count = 1;
	for (size_t a = 0; a < raters->count; a++) {
		const size_t i = raters->user[a];

		who.user = raters->user + a;
		who.group = raters->group ? raters->group + a : NULL;
		dpmf_hdpmf_gradient_share(r->model->u + i * k, v, k, dpmf_weight(r->how->weights, i, j),
		                          r->rating[begin + a], message);
		status = dpmf_door_release(r->door, r->number, begin + a, &who, message, NULL);
		if (status != DPMF_OK)
			return status;
		dpmf_hdpmf_step(v, message, k, r->rate, r->how->lambda);
	}
	return DPMF_OK;
}

void dpmf_messages_step_user(const struct dpmf_rounds *r, size_t i)
{
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t k = r->model->factors;
	double *u = r->model->u + i * k;

	for (size_t a = ratings->row[i]; a < ratings->row[i + 1]; a++) {
		const size_t j = ratings->item[a];
		double gradient[DPMF_FACTORS_MOST] = { 0 };

		dpmf_hdpmf_gradient_add(r->model->v + j * k, u, k, dpmf_weight(r->how->weights, i, j), ratings->value[a], gradient);
		dpmf_hdpmf_step(u, gradient, k, r->rate, r->how->lambda);
		if (r->how->project_each)
			dpmf_project_ball(u, k, 1);
	}
}
