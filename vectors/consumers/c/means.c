/* SPDX-License-Identifier: 0BSD */
/* means: an effect from a sum with noise, and all that is released with the model made of it. */
#include <math.h>
#include <string.h>

#include "algorithms.h"

static double effect_of(double sum, double n, double noise)
{
	return n > 0 ? sum / (n + 5 * (1 + noise / n)) : 0;
}

RUN(means_effect)
{
	const double sum = in_double(t, "sum"), noise = in_double(t, "noise");
	const int64_t n = in_i64(t, "n");

	t->refused = !isfinite(sum) || !(noise >= 0) || isinf(noise) || n < 0 || n > INT64_C(4294967296);
	if (!t->malformed && !t->refused)
		out_double(t, "effect", effect_of(sum, (double)n, noise));
}

struct release {
	int64_t users, items, bound, pure, p, q, user[MOST], item[MOST], of_item[MOST], of_user[MOST], steps[MOST];
	size_t count, leave;
	struct list rating;
	double low, high, middle, step, noise, common, effect_item[MOST], effect_user[MOST], n_item[MOST], n_user[MOST];
};

static void read_release(struct test *t, struct release *r)
{
	memset(r, 0, sizeof *r);
	r->users = in_i64(t, "users");
	r->items = in_i64(t, "items");
	r->count = in_i64s(t, "user", r->user);
	t->malformed |= in_i64s(t, "item", r->item) != r->count;
	r->rating = in_list(t, "rating");
	t->malformed |= r->rating.n != r->count;
	r->low = in_double(t, "low");
	r->high = in_double(t, "high");
	r->bound = in_i64(t, "bound");
	r->pure = in_i64(t, "pure");
	r->p = in_i64(t, "p");
	r->q = in_i64(t, "q");
	t->malformed |= (int64_t)in_i64s(t, "noise_item", r->of_item) != r->items;
	r->leave = in_i64s(t, "noise_user", r->of_user);
	t->malformed |= r->leave != 0 && (int64_t)r->leave != r->users;
}

static bool release_refused(const struct release *r)
{
	const int64_t most = INT64_C(1) << 40;

	if (r->users < 1 || r->users > 8 || r->items < 1 || r->items > 8 || r->count == 0 || !finite_all(&r->low, 1) || !finite_all(&r->high, 1) ||
	    !(r->low < r->high) || r->bound < 1 || r->bound > 1024 || r->pure < 0 || r->pure > 1 || r->p < 1 || r->p > most || r->q < 1 || r->q > most)
		return true;
	for (size_t a = 0; a < r->count; a++)
		if (!(r->rating.x[a] >= r->low && r->rating.x[a] <= r->high))
			return true;
	return pairs_refused(r->user, r->item, r->count, (size_t)r->users, (size_t)r->items);
}

/* Steps 1 to 3. */
static void add_up(struct release *r)
{
	const double half = (r->high - r->low) / 2, bound = (double)r->bound, p = (double)r->p, q = (double)r->q;

	r->middle = r->low + half;
	r->step = half / bound;
	for (size_t a = 0; a < r->count; a++) {
		const int64_t steps = llround((r->rating.x[a] - r->middle) / r->step);

		r->steps[a] = steps > r->bound ? r->bound : steps < -r->bound ? -r->bound : steps;
		r->of_item[r->item[a]] += r->steps[a];
		r->of_user[r->user[a]] += r->steps[a];
		r->n_item[r->item[a]]++;
		r->n_user[r->user[a]]++;
	}
	r->noise = 4 * (r->pure ? 2 * (q / p) * (q / p) : p / q) / (bound * bound);
}

/* Steps 4 to 6. */
static void find_effects(struct release *r)
{
	double left[MOST] = { 0 }, sum = 0, rated = 0;

	for (int64_t j = 0; j < r->items; j++)
		if (r->n_item[j] > 0) {
			sum += r->step * (double)r->of_item[j];
			rated++;
		}
	r->common = effect_of(sum, (double)r->count, rated * r->noise);
	for (int64_t j = 0; j < r->items; j++)
		r->effect_item[j] = effect_of(r->step * (double)r->of_item[j] - r->n_item[j] * r->common, r->n_item[j], r->noise);
	for (size_t a = 0; a < r->count; a++)
		left[r->user[a]] += (r->leave ? 0 : r->rating.x[a] - r->middle) - (r->common + r->effect_item[r->item[a]]);
	for (int64_t i = 0; i < r->users; i++)
		r->effect_user[i] = effect_of(left[i] + (r->leave ? r->step * (double)r->of_user[i] : 0), r->n_user[i], r->leave ? r->noise : 0);
}

RUN(means_release)
{
	struct release r;

	read_release(t, &r);
	t->refused = !t->malformed && release_refused(&r);
	if (t->malformed || t->refused)
		return;
	add_up(&r);
	find_effects(&r);
	out_i64s(t, "steps", r.steps, r.count);
	out_i64s(t, "released_item", r.of_item, (size_t)r.items);
	out_i64s(t, "released_user", r.of_user, r.leave);
	out_double(t, "center", r.middle + r.common);
	out_list(t, "effect_item", r.effect_item, (size_t)r.items);
	out_list(t, "effect_user", r.effect_user, (size_t)r.users);
}
