/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "check.h"
#include "core/catalogue.h"
#include "core/ratings_make.h"
#include "core/ratings_parts.h"
#include "inputs.h"
#include "mech/means/kernels.h"
#include "mech/means/train.h"
#include "noise/door.h"
#include "vectors/format/number.h"

CHECK(means_effect)
{
	double sum, noise;
	int64_t n;

	(void)expected;
	if (!input_double(inputs, "sum", &sum) || !input_i64(inputs, "n", &n) || !input_double(inputs, "noise", &noise))
		return CHECK_MALFORMED;
	if (!isfinite(sum) || !(noise >= 0) || isinf(noise) || n < 0 || n > INT64_C(4294967296))
		return CHECK_REFUSES;
	return json_object_set_new(got, "effect", number_double(dpmf_means_effect(sum, (double)n, noise))) == 0 ? CHECKED : CHECK_FAILED;
}

enum { ROOM = INPUT_COORDINATES };

struct release {
	int64_t users, items, pure, p, q;
	int64_t user[ROOM], item[ROOM], noise_item[ROOM], noise_user[ROOM];
	size_t count, of_items, of_users;
	struct vector rating;
	struct dpmf_means_options options;
	struct dpmf_means_steps steps;
};

static bool read_release(const json_t *inputs, struct release *r)
{
	size_t n;

	memset(r, 0, sizeof *r);
	return input_i64(inputs, "users", &r->users) && input_i64(inputs, "items", &r->items) && input_i64s(inputs, "user", r->user, &r->count) &&
	       input_i64s(inputs, "item", r->item, &n) && n == r->count && input_vector(inputs, "rating", &r->rating) && r->rating.n == n &&
	       input_double(inputs, "low", &r->options.rating_min) && input_double(inputs, "high", &r->options.rating_max) &&
	       input_i64(inputs, "bound", &r->steps.bound) && input_i64(inputs, "pure", &r->pure) && input_i64(inputs, "p", &r->p) &&
	       input_i64(inputs, "q", &r->q) && input_i64s(inputs, "noise_item", r->noise_item, &r->of_items) &&
	       input_i64s(inputs, "noise_user", r->noise_user, &r->of_users);
}

static bool in_domain(const struct release *r)
{
	const int64_t most = INT64_C(1) << 40;

	return r->users >= 1 && r->users <= 8 && r->items >= 1 && r->items <= 8 && r->count > 0 && r->of_items == (size_t)r->items &&
	       (r->of_users == 0 || r->of_users == (size_t)r->users) &&
	       pairs_allowed(r->user, r->item, r->count, (size_t)r->users, (size_t)r->items) && all_finite(r->rating.x, r->count) &&
	       r->steps.bound >= 1 && r->steps.bound <= 1024 && (r->pure == 0 || r->pure == 1) && r->p >= 1 && r->p <= most && r->q >= 1 &&
	       r->q <= most;
}

static enum dpmf_status make_ratings(const struct release *r, struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[ROOM];
	const struct dpmf_triples part[2] = { { triple, r->count }, { NULL, 0 } };
	struct dpmf_catalogue users, items = { .count = 0 };
	size_t place[2];
	enum dpmf_status status;

	for (size_t a = 0; a < r->count; a++)
		triple[a] = (struct dpmf_triple){ (uint32_t)r->user[a] + 1, (uint32_t)r->item[a] + 1, r->rating.x[a] };
	status = dpmf_catalogue_first((size_t)r->users, &users, NULL);
	if (status != DPMF_OK)
		return status;
	status = dpmf_catalogue_first((size_t)r->items, &items, NULL);
	if (status == DPMF_OK)
		status = dpmf_ratings_build_parts(part, &(struct dpmf_universe){ .users = &users, .items = &items }, 0, place, ratings, NULL);
	dpmf_catalogue_free(&users);
	dpmf_catalogue_free(&items);
	return status;
}

/* Two runs of the driver: what the first hands to the door gets the noise of the test, and the second is answered with it. */
static enum dpmf_status play(const struct release *r, const struct dpmf_ratings *ratings, struct dpmf_door *door, struct dpmf_model *model)
{
	struct dpmf_key key;
	enum dpmf_status status;

	dpmf_key_from_seed(1, &key);
	status = dpmf_door_open(door, &key, NULL);
	if (status != DPMF_OK)
		return status;
	dpmf_door_remember(door);
	status = dpmf_means_train(ratings, &r->options, &key, door, model, NULL);
	if (status != DPMF_OK)
		return status;
	dpmf_model_free(model);
	for (size_t p = 0; p < door->passages; p++) {
		struct dpmf_passage *passage = &door->passage[p];

		passage->after[0] = passage->before[0] + (double)(passage->entry == 0 ? r->noise_item : r->noise_user)[passage->piece];
	}
	status = dpmf_door_replay(door, NULL);
	return status == DPMF_OK ? dpmf_means_train(ratings, &r->options, &key, door, model, NULL) : status;
}

/* The steps of one rating are what its item's sum is where no other is rated. */
static enum dpmf_status steps_of(struct release one, size_t a, int64_t *steps)
{
	struct dpmf_ratings ratings = { .count = 0 };
	struct dpmf_model model = { .u = NULL };
	struct dpmf_door door = { .passages = 0 };
	enum dpmf_status status;

	one.count = 1;
	one.user[0] = one.user[a];
	one.item[0] = one.item[a];
	one.rating.x[0] = one.rating.x[a];
	one.options.steps = &one.steps;
	status = make_ratings(&one, &ratings);
	if (status == DPMF_OK)
		status = play(&one, &ratings, &door, &model);
	if (status == DPMF_OK)
		*steps = (int64_t)door.passage[one.item[0]].before[0];
	dpmf_door_close(&door);
	dpmf_model_free(&model);
	dpmf_ratings_free(&ratings);
	return status;
}

static int put(const struct release *r, const struct dpmf_door *door, const struct dpmf_model *model, const int64_t *steps, json_t *got)
{
	int64_t item[ROOM], user[ROOM];
	double of_item[ROOM], of_user[ROOM];

	for (size_t j = 0; j < model->items; j++) {
		item[j] = (int64_t)door->passage[j].after[0];
		of_item[j] = model->v[2 * j + 1];
	}
	for (size_t i = 0; i < model->users; i++) {
		user[i] = r->of_users ? (int64_t)door->passage[model->items + i].after[0] : 0;
		of_user[i] = model->u[2 * i];
	}
	return json_object_set_new(got, "steps", book_i64s(steps, r->count)) |
	       json_object_set_new(got, "released_item", book_i64s(item, r->of_items)) |
	       json_object_set_new(got, "released_user", book_i64s(user, r->of_users)) |
	       json_object_set_new(got, "center", number_double(model->center)) |
	       json_object_set_new(got, "effect_item", book_doubles(of_item, model->items)) |
	       json_object_set_new(got, "effect_user", book_doubles(of_user, model->users));
}

CHECK(means_release)
{
	struct dpmf_ratings ratings = { .count = 0 };
	struct dpmf_model model = { .u = NULL };
	struct dpmf_door door = { .passages = 0 };
	int64_t steps[ROOM];
	struct release r;
	enum dpmf_status status;
	int failed = 0;

	(void)expected;
	if (!read_release(inputs, &r))
		return CHECK_MALFORMED;
	if (!in_domain(&r))
		return CHECK_REFUSES;
	r.steps.p = (uint64_t)r.p;
	r.steps.q = (uint64_t)r.q;
	r.options.epsilon = 1;
	r.options.delta = r.pure ? 0 : 0.5;
	r.options.items_only = r.of_users == 0;
	r.options.jobs = 1;
	r.options.steps = &r.steps;
	status = make_ratings(&r, &ratings);
	if (status == DPMF_OK)
		status = play(&r, &ratings, &door, &model);
	for (size_t a = 0; status == DPMF_OK && a < r.count; a++)
		status = steps_of(r, a, &steps[a]);
	if (status == DPMF_OK)
		failed = put(&r, &door, &model, steps, got);
	dpmf_door_close(&door);
	dpmf_model_free(&model);
	dpmf_ratings_free(&ratings);
	return status != DPMF_OK ? check_refused(status) : failed == 0 ? CHECKED : CHECK_FAILED;
}
