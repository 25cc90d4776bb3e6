/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "core/vector.h"
#include "mech/hdpmf/kernels.h"
#include "mech/privsr/kernels.h"
#include "audit/privsr/friends.h"

struct notes {
	double *next;
	double sum; /* of what user 0 was sent in this round */
};

static void note_message(void *context, uint64_t round, size_t from, size_t user, const double *message, size_t k)
{
	struct notes *notes = context;

	(void)k;
	if (user != 0)
		return;
	notes->sum += message[0];
	if (from == 1 && round == 1)
		*notes->next = message[0];
}

static void note_h(void *context, uint64_t round, size_t user, const double *h, size_t k)
{
	struct notes *notes = context;

	(void)round, (void)k;
	if (user == 0)
		notes->next[1] = h[0];
}

static void note_round(void *context, uint64_t round, const struct dpmf_model *model)
{
	struct notes *notes = context;

	(void)round;
	notes->next[0] = notes->sum;
	notes->next[1] = model->v[1];
	notes->next += 2;
	notes->sum = 0;
}

static enum dpmf_status run(const void *instance, int world, const struct dpmf_key *key,
                            const struct dpmf_listener *listener, struct dpmf_error *error)
{
	struct dpmf_model model;
	const enum dpmf_status status = friends_worlds_publish(instance, world, key, listener, &model, error);

	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

enum dpmf_status friends_see_vector(const void *instance, int world, const struct dpmf_key *key,
                                    double *seen, struct dpmf_error *error)
{
	const struct friends_worlds *worlds = instance;
	struct dpmf_model model;
	const enum dpmf_status status = friends_worlds_publish(instance, world, key, NULL, &model, error);

	if (status != DPMF_OK)
		return status;
	memcpy(seen, model.u, worlds->setting->factors * sizeof(double));
	seen[worlds->setting->factors] = model.v[0];
	if (worlds->setting->factors > 1)
		seen[worlds->setting->factors + 1] = model.v[1];
	dpmf_model_free(&model);
	return DPMF_OK;
}

enum dpmf_status friends_see_message(const void *instance, int world, const struct dpmf_key *key,
                                     double *seen, struct dpmf_error *error)
{
	struct notes notes = { seen, 0 };

	return run(instance, world, key, &(struct dpmf_listener){ .context = &notes, .friend_message = note_message }, error);
}

enum dpmf_status friends_see_sum_and_h(const void *instance, int world, const struct dpmf_key *key,
                                       double *seen, struct dpmf_error *error)
{
	double ignored[2];
	struct notes notes = { ignored, 0 };
	const struct dpmf_listener listener = { .context = &notes, .friend_message = note_message, .friends_drawn = note_h };
	const enum dpmf_status status = run(instance, world, key, &listener, error);

	seen[0] = notes.sum;
	seen[1] = ignored[1];
	return status;
}

enum dpmf_status friends_see_rounds(const void *instance, int world, const struct dpmf_key *key,
                                    double *seen, struct dpmf_error *error)
{
	struct notes notes = { seen, 0 };
	const struct dpmf_listener listener = { .context = &notes, .friend_message = note_message, .round = note_round };

	return run(instance, world, key, &listener, error);
}

/* What the friends send to user 0 before noise, at these vectors. */
static void messages_of(const struct friends_worlds *worlds, const double *u, double *sum)
{
	const size_t k = worlds->setting->factors;

	memset(sum, 0, k * sizeof(double));
	for (size_t f = 1; f <= worlds->setting->friends; f++)
		dpmf_privsr_friend_add(u + f * k, k, worlds->social.similarity[f - 1], sum);
}

/* User 0's step, inside the ball, is affine in what it was sent: u' = u - rate
   (g + sum + 2 s u + 2 lambda u). */
double friends_ratio_vector(const void *instance, const double *seen)
{
	const struct friends_worlds *worlds = instance;
	const struct friends_setting *s = worlds->setting;
	const size_t k = s->factors;
	double own[FRIENDS_FACTORS_MOST] = { 0 }, sum[2][FRIENDS_FACTORS_MOST], ratio = 0;
	const double *u = worlds->u[0], rate = dpmf_descent_rate(s->rate, 0, s->epochs);

	dpmf_hdpmf_gradient_add(seen + k, u, k, 1, worlds->ratings.value[0], own);
	for (int world = 0; world < 2; world++)
		messages_of(worlds, worlds->u[world], sum[world]);
	for (size_t l = 0; l < k; l++) {
		const double sent = (u[l] - seen[l]) / rate - own[l] - 2 * ((double)s->friends + s->lambda) * u[l];

		ratio += (fabs(sent - sum[1][l]) - fabs(sent - sum[0][l])) / worlds->entry[1].scale;
	}
	return ratio;
}

double friends_ratio_message(const void *instance, const double *seen)
{
	const struct friends_worlds *worlds = instance;
	const double scale = worlds->entry[1].scale / sqrt((double)worlds->setting->friends);

	return (fabs(seen[0] + 2 * worlds->u[1][1]) - fabs(seen[0] + 2 * worlds->u[0][1])) / scale;
}

/* Given h the noise is N(0, 2 b^2 h). */
double friends_ratio_sum_and_h(const void *instance, const double *seen)
{
	const struct friends_worlds *worlds = instance;
	const double b = worlds->entry[1].scale;
	double sum[2], noise[2];

	for (int world = 0; world < 2; world++) {
		messages_of(worlds, worlds->u[world], &sum[world]);
		noise[world] = seen[0] - sum[world];
	}
	return (noise[1] * noise[1] - noise[0] * noise[0]) / (4 * b * b * seen[1]);
}

/* A friend's step: item 1 only, no friends of its own. */
static void step_friends(const struct friends_worlds *worlds, double v, double rate, double *u)
{
	for (size_t f = 1; f <= worlds->setting->friends; f++) {
		double sum = 0;

		dpmf_hdpmf_gradient_add(&v, u + f, 1, 1, worlds->ratings.value[f], &sum);
		dpmf_hdpmf_step(u + f, &sum, 1, rate, worlds->setting->lambda);
		dpmf_project_ball(u + f, 1, 1);
	}
}

/* How much the noise that a world needs changes from round to round, and its
   first value. A round's messages speak of the vectors as the round found them. */
static double unrest(const struct friends_worlds *worlds, int world, const double *seen, double *first)
{
	const struct friends_setting *s = worlds->setting;
	double u[1 + FRIENDS_MOST], unrest = 0;

	memcpy(u, worlds->u[world], sizeof(u));
	for (size_t t = 0; t < s->epochs; t++) {
		double sum;

		messages_of(worlds, u, &sum);
		if (t == 0)
			*first = seen[0] - sum;
		unrest += fabs(seen[2 * t] - sum - *first);
		step_friends(worlds, seen[2 * t + 1], dpmf_descent_rate(s->rate, t, s->epochs), u);
	}
	return unrest;
}

double friends_ratio_rounds(const void *instance, const double *seen)
{
	const struct friends_worlds *worlds = instance;
	const double rounding = 1e-9 * worlds->entry[1].scale, certain = 1000;
	double first[2];
	const double doubt[2] = { unrest(worlds, 0, seen, &first[0]), unrest(worlds, 1, seen, &first[1]) };

	if ((doubt[0] < rounding) != (doubt[1] < rounding))
		return doubt[0] < rounding ? certain : -certain;
	return (fabs(first[1]) - fabs(first[0])) / worlds->entry[1].scale;
}
