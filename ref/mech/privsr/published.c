/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr as published. Of the paper only the appendix is at hand, so that its equations and not the lines
   of its Algorithm 1 stand in the margin: (11) is an item's gradient with the noise p_j of both groups, (12)
   what the friends add to a user's, each with the terms that the proof of Theorem 3 adds. */
#include "mech/privsr/train.h"

#include <stdlib.h>
#include <string.h>

#include "core/vector.h"
#include "mech/descent_rounds.h"
#include "mech/hdpmf/kernels.h"
#include "mech/messages.h"
#include "mech/privsr/declared.h"
#include "mech/privsr/friends.h"

struct training {
	struct dpmf_rounds rounds;
	const struct dpmf_privsr_descent *how;
	struct dpmf_friends friends;
	double *before; /* U as the round found it: what friends speak of */
};

/* R_s,j and R_n,j: the raters of item j, and how large a share of the noise those of each group add. */
static struct dpmf_participants raters_of(const struct training *p, size_t j, struct dpmf_share share[2])
{
	const struct dpmf_ratings *ratings = p->rounds.ratings;
	const size_t begin = ratings->column[j], raters = ratings->column[j + 1] - begin;
	const unsigned char *group = p->how->group ? p->how->group + begin : NULL;

	for (int g = 0; g < 2; g++)
		share[g] = (struct dpmf_share){ .scale = p->how->group_scale[g] };
	for (size_t a = 0; group && a < raters; a++)
		share[group[a]].of++;
	return (struct dpmf_participants){ .item = j, .user = ratings->user + begin, .count = raters, .of = raters,
	                                   .group = group, .share = share };
}

static enum dpmf_status update_item(const void *context, size_t j)
{
	const struct training *p = context;
	const struct dpmf_rounds *r = &p->rounds;
	struct dpmf_share share[2];
	const struct dpmf_participants raters = raters_of(p, j, share);
	const size_t k = r->model->factors, begin = r->ratings->column[j];
	double *u = r->model->u, *v = r->model->v + j * k, sum[DPMF_FACTORS_MOST] = { 0 };
	enum dpmf_status status;

	if (raters.count == 0)
		return DPMF_OK;
	status = dpmf_messages_show(r, j, &raters);
	if (status != DPMF_OK)
		return status;
	if (r->how->step == DPMF_STEP_MESSAGE)
		return dpmf_messages_step_item(r, j, &raters);
	for (size_t a = 0; a < raters.count; a++)
/*(11)*/	dpmf_hdpmf_gradient_add(u + raters.user[a] * k, v, k, 1, r->rating[begin + a], sum);
/*(11)*/status = dpmf_door_release(r->door, r->number, j, &raters, sum, NULL); /* which adds p_j */
	if (status == DPMF_OK)
		dpmf_hdpmf_step(v, sum, k, dpmf_rounds_rate(r, (double)raters.count), r->how->lambda);
	return status;
}

static size_t friends_of(const struct training *p, size_t i)
{
	return p->how->social ? p->how->social->row[i + 1] - p->how->social->row[i] : 0;
}

static enum dpmf_status update_user(const void *context, size_t i)
{
	const struct training *p = context;
	const struct dpmf_rounds *r = &p->rounds;
	const struct dpmf_ratings *ratings = r->ratings;
	const size_t k = r->model->factors, begin = ratings->row[i], end = ratings->row[i + 1], friends = friends_of(p, i);
	const double terms = (double)(end - begin) + p->how->social_weight * (double)friends;
	double *u = r->model->u + i * k, *v = r->model->v, sum[DPMF_FACTORS_MOST] = { 0 };
	enum dpmf_status status = DPMF_OK;

	if (begin == end && friends == 0)
		return DPMF_OK;
	if (r->how->step == DPMF_STEP_MESSAGE)
		dpmf_messages_step_user(r, i);
	else
		for (size_t a = begin; a < end; a++)
			dpmf_hdpmf_gradient_add(v + ratings->item[a] * k, u, k, 1, ratings->value[a], sum);
	if (friends > 0)
/*(12)*/	status = dpmf_friends_pull(&p->friends, i, u, sum);
	if (status != DPMF_OK)
		return status;
	if (r->how->step != DPMF_STEP_MESSAGE || friends > 0)
		dpmf_hdpmf_step(u, sum, k, dpmf_rounds_rate(r, terms), r->how->lambda);
	dpmf_project_ball(u, k, 1); /* as the proofs take it to be */
	return DPMF_OK;
}

/* What friends send in this round, they send of their vectors as they are now. */
static enum dpmf_status declare_friends(struct training *p, struct dpmf_error *error)
{
	const struct dpmf_model *model = p->rounds.model;

	if (!p->how->social)
		return DPMF_OK;
	memcpy(p->before, model->u, model->users * model->factors * sizeof *p->before);
	p->friends = (struct dpmf_friends){ p->how, p->rounds.door, p->before, model->factors, 0, p->rounds.round };
	return dpmf_rounds_declare(&p->rounds, &p->how->friends, model->users, &p->friends.number, error);
}

static enum dpmf_status run_round(struct training *p, size_t t, struct dpmf_error *error)
{
	struct dpmf_rounds *r = &p->rounds;
	enum dpmf_status status;

	dpmf_rounds_begin(r, t);
	status = dpmf_rounds_declare_items(r, error);
	if (status == DPMF_OK)
		status = dpmf_rounds_each(r, r->ratings->items, update_item, p, error);
	if (status == DPMF_OK && !r->how->hold_users)
		status = declare_friends(p, error);
	if (status == DPMF_OK && !r->how->hold_users)
		status = dpmf_rounds_each(r, r->ratings->users, update_user, p, error);
	return status == DPMF_OK ? dpmf_rounds_end(r, error) : status;
}

enum dpmf_status dpmf_privsr_descend(const struct dpmf_ratings *ratings, const struct dpmf_privsr_descent *how,
                                     struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	struct training p = { .rounds = { .ratings = ratings, .how = &how->run, .door = door, .model = model }, .how = how };
	enum dpmf_status status = dpmf_rounds_open(&p.rounds, error);

	if (status == DPMF_OK && how->social) {
		p.before = malloc((model->users ? model->users : 1) * model->factors * sizeof *p.before);
		if (!p.before)
			status = dpmf_fail(error, DPMF_FAILED, "no memory for the vectors of %zu users", model->users);
	}
	for (size_t t = 0; t < how->run.epochs && status == DPMF_OK; t++)
		status = run_round(&p, t, error);
	dpmf_rounds_close(&p.rounds);
	free(p.before);
	return status;
}

enum dpmf_status dpmf_privsr_factorize(const struct dpmf_ratings *ratings, size_t factors, const struct dpmf_privsr_descent *how,
                                       const struct dpmf_key *key, struct dpmf_door *door,
                                       struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_model trained;
	enum dpmf_status status = dpmf_model_start(ratings, factors, key, &trained, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_privsr_descend(ratings, how, door, &trained, error);
	if (status == DPMF_OK)
		*model = trained;
	else
		dpmf_model_free(&trained);
	return status;
}

enum dpmf_status dpmf_privsr_train(const struct dpmf_ratings *ratings, const struct dpmf_social *social,
                                   const struct dpmf_privsr_options *options, const struct dpmf_key *key,
                                   struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_privsr_options_check(options, ratings, error);
	struct dpmf_privsr_descent descent;
	unsigned char *group;

	if (status == DPMF_OK)
		status = dpmf_privsr_groups_draw(ratings, options->sensitive_share, key, &group, error);
	if (status != DPMF_OK)
		return status;
	descent = dpmf_privsr_descent_of(options, social, ratings, group);
	status = dpmf_privsr_factorize(ratings, options->run.factors, &descent, key, door, model, error);
	free(group);
	return status;
}
