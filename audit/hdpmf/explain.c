/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/hdpmf/explain.h"

#include <string.h>

#include "core/vector.h"
#include "mech/hdpmf/kernels.h"

/* The users as they would be in one world: user 0, and the others, who are all alike. */
struct users {
	double first[HDPMF_FACTORS_MOST], other[HDPMF_FACTORS_MOST];
};

static double rating_of(const struct hdpmf_worlds *worlds, int world, size_t user, size_t item)
{
	return worlds->ratings[world].value[user * worlds->setting->items + item];
}

static struct users users_at_start(const struct hdpmf_setting *s)
{
	struct users users;

	memcpy(users.first, s->u, sizeof(users.first));
	memcpy(users.other, s->u, sizeof(users.other));
	return users;
}

/* An item's sum before noise. */
static void sum_of(const struct hdpmf_worlds *worlds, int world, const struct users *users,
                   size_t item, const double *v, double *sum)
{
	const struct hdpmf_setting *s = worlds->setting;

	memset(sum, 0, s->factors * sizeof(double));
	dpmf_hdpmf_gradient_add(users->first, v, s->factors, dpmf_weight(&worlds->weights, 0, item),
	                        rating_of(worlds, world, 0, item), sum);
	for (size_t i = 1; i <= s->others; i++)
		dpmf_hdpmf_gradient_add(users->other, v, s->factors, dpmf_weight(&worlds->weights, i, item),
		                        rating_of(worlds, world, i, item), sum);
}

static void step_user(const struct hdpmf_worlds *worlds, int world, size_t user, const double *v, double rate, double *u)
{
	const struct hdpmf_setting *s = worlds->setting;
	double sum[HDPMF_FACTORS_MOST] = { 0 };

	for (size_t j = 0; j < s->items; j++)
		dpmf_hdpmf_gradient_add(v + j * s->factors, u, s->factors, dpmf_weight(&worlds->weights, user, j),
		                        rating_of(worlds, world, user, j), sum);
	dpmf_hdpmf_step(u, sum, s->factors, rate, s->lambda);
	dpmf_project_ball(u, s->factors, 1);
}

static void step_users(const struct hdpmf_worlds *worlds, int world, const double *v, double rate, struct users *users)
{
	if (worlds->setting->hold_users)
		return;
	step_user(worlds, world, 0, v, rate, users->first);
	if (worlds->setting->others > 0)
		step_user(worlds, world, 1, v, rate, users->other);
}

/* The noisy gradient that took one item from v to v_after: v_after = v - rate (g + 2 lambda v). */
static double gradient_between(const struct hdpmf_setting *s, double v, double v_after, double rate)
{
	return (v - v_after) / rate - 2 * s->lambda * v;
}

void hdpmf_explain_rounds(const struct hdpmf_worlds *worlds, int world, const double *v_after, struct hdpmf_noise *noise)
{
	const struct hdpmf_setting *s = worlds->setting;
	const size_t k = s->factors, cells = s->items * k;
	struct users users = users_at_start(s);
	double v[HDPMF_CELLS_MOST], sum[HDPMF_FACTORS_MOST];

	for (size_t j = 0; j < s->items; j++)
		memcpy(v + j * k, s->v, k * sizeof(double));
	*noise = (struct hdpmf_noise){ .rounds = s->epochs, .cells = cells };
	for (size_t t = 0; t < s->epochs; t++, v_after += cells) {
		const double rate = dpmf_descent_rate(s->rate, t, s->epochs);

		for (size_t j = 0; j < s->items; j++) {
			sum_of(worlds, world, &users, j, v + j * k, sum);
			for (size_t l = 0; l < k; l++)
				noise->cell[t][j * k + l] = gradient_between(s, v[j * k + l], v_after[j * k + l], rate) - sum[l];
		}
		memcpy(v, v_after, cells * sizeof(double));
		step_users(worlds, world, v, rate, &users);
	}
}

void hdpmf_explain_messages(const struct hdpmf_worlds *worlds, int world, const double *seen, struct hdpmf_noise *noise)
{
	const struct hdpmf_setting *s = worlds->setting;
	const size_t k = s->factors;
	struct users users = users_at_start(s);
	const double *v = s->v;
	double share[HDPMF_FACTORS_MOST];

	*noise = (struct hdpmf_noise){ .rounds = s->epochs, .cells = k };
	for (size_t t = 0; t < s->epochs; t++, seen += k + s->items * k) {
		dpmf_hdpmf_gradient_share(users.first, v, k, dpmf_weight(&worlds->weights, 0, 0),
		                          rating_of(worlds, world, 0, 0), share);
		for (size_t l = 0; l < k; l++)
			noise->cell[t][l] = seen[l] - share[l];
		v = seen + k;
		step_users(worlds, world, v, dpmf_descent_rate(s->rate, t, s->epochs), &users);
	}
}

void hdpmf_follow(const struct hdpmf_worlds *worlds, int world, const double *x, double *v)
{
	const struct hdpmf_setting *s = worlds->setting;
	struct users users = users_at_start(s);
	double sum[HDPMF_FACTORS_MOST];

	memcpy(v, s->v, s->factors * sizeof(double));
	for (size_t t = 0; t < s->epochs; t++) {
		const double rate = dpmf_descent_rate(s->rate, t, s->epochs);

		sum_of(worlds, world, &users, 0, v, sum);
		dpmf_add_scaled(1, x, s->factors, sum);
		dpmf_hdpmf_step(v, sum, s->factors, rate, s->lambda);
		step_users(worlds, world, v, rate, &users);
	}
}

struct hdpmf_path hdpmf_path_of(const struct hdpmf_worlds *worlds, int world)
{
	const size_t k = worlds->setting->factors;
	struct hdpmf_path path = { .move = { { 1, 0 }, { 0, 1 } } };

	hdpmf_follow(worlds, world, (const double[2]){ 0 }, path.origin);
	for (size_t l = 0; l < k; l++) {
		const double unit[2] = { l == 0, l == 1 };

		hdpmf_follow(worlds, world, unit, path.move[l]);
		dpmf_add_scaled(-1, path.origin, k, path.move[l]);
	}
	return path;
}

/* By Cramer's rule. */
void hdpmf_explain_last(const struct hdpmf_worlds *worlds, int world, const double *v_last, struct hdpmf_noise *noise)
{
	const struct hdpmf_path *path = &worlds->path[world];
	const size_t k = worlds->setting->factors;
	const double d0 = v_last[0] - path->origin[0], d1 = k > 1 ? v_last[1] - path->origin[1] : 0;
	const double det = path->move[0][0] * path->move[1][1] - path->move[0][1] * path->move[1][0];

	noise->rounds = 1;
	noise->cells = k;
	noise->cell[0][0] = (d0 * path->move[1][1] - d1 * path->move[1][0]) / det;
	if (k > 1)
		noise->cell[0][1] = (path->move[0][0] * d1 - path->move[0][1] * d0) / det;
}
