/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "check.h"
#include "core/catalogue.h"
#include "core/ratings_make.h"
#include "core/ratings_parts.h"
#include "inputs.h"
#include "mech/contributed.h"
#include "mech/dppop/kernels.h"
#include "mech/dppop/train.h"
#include "noise/door.h"
#include "vectors/format/number.h"

enum { ROOM = INPUT_COORDINATES };

CHECK(dppop_count)
{
	int64_t listed[ROOM], count[ROOM];
	uint32_t item[ROOM];
	size_t n, items;

	(void)expected;
	if (!input_i64s(inputs, "item", listed, &n) || !input_i64s(inputs, "count", count, &items))
		return CHECK_MALFORMED;
	for (size_t j = 0; j < items; j++)
		if (count[j] < 0 || count[j] > INT64_C(1) << 62)
			return CHECK_REFUSES;
	for (size_t a = 0; a < n; a++) {
		if (listed[a] < 0 || (size_t)listed[a] >= items || (a > 0 && listed[a] <= listed[a - 1]))
			return CHECK_REFUSES;
		item[a] = (uint32_t)listed[a];
	}
	dpmf_dppop_count(item, n, items, count);
	return json_object_set_new(got, "count", book_i64s(count, items)) == 0 ? CHECKED : CHECK_FAILED;
}

struct release {
	struct dpmf_key coins;
	int64_t users, items, most, user[ROOM], item[ROOM], noise[ROOM];
	size_t length, count, of_items;
	struct dpmf_ratings ratings, chosen;
	struct dpmf_door door;
};

static bool read_release(const json_t *inputs, struct release *r)
{
	size_t n;

	return number_get_bytes(json_object_get(inputs, "coins"), r->coins.bytes, sizeof r->coins.bytes, &r->length) &&
	       input_i64(inputs, "users", &r->users) && input_i64(inputs, "items", &r->items) && input_i64s(inputs, "user", r->user, &r->count) &&
	       input_i64s(inputs, "item", r->item, &n) && n == r->count && input_i64(inputs, "most", &r->most) &&
	       input_i64s(inputs, "noise", r->noise, &r->of_items);
}

static bool in_domain(const struct release *r)
{
	return r->length == 32 && r->users >= 1 && r->users <= 8 && r->items >= 1 && r->items <= 8 && r->of_items == (size_t)r->items &&
	       r->most >= 1 && r->most <= 1000000 && pairs_allowed(r->user, r->item, r->count, (size_t)r->users, (size_t)r->items);
}

static enum dpmf_status make_ratings(struct release *r)
{
	struct dpmf_triple triple[ROOM];
	const struct dpmf_triples part[2] = { { triple, r->count }, { NULL, 0 } };
	struct dpmf_catalogue users, items = { .count = 0 };
	size_t place[2];
	enum dpmf_status status;

	for (size_t a = 0; a < r->count; a++)
		triple[a] = (struct dpmf_triple){ (uint32_t)r->user[a] + 1, (uint32_t)r->item[a] + 1, 1 };
	status = dpmf_catalogue_first((size_t)r->users, &users, NULL);
	if (status != DPMF_OK)
		return status;
	status = dpmf_catalogue_first((size_t)r->items, &items, NULL);
	if (status == DPMF_OK)
		status = dpmf_ratings_build_parts(part, &(struct dpmf_universe){ .users = &users, .items = &items }, 0, place, &r->ratings, NULL);
	dpmf_catalogue_free(&users);
	dpmf_catalogue_free(&items);
	return status;
}

/* The driver hands its counts to a door that remembers them before noise. */
static enum dpmf_status play(struct release *r)
{
	static const struct dpmf_dppop_steps steps = { .p = 1, .q = 1 };
	const struct dpmf_dppop_options options = { .epsilon = 1, .most = (size_t)r->most, .steps = &steps, .jobs = 1 };
	struct dpmf_model model;
	enum dpmf_status status = dpmf_contributed(&r->ratings, options.most, &r->coins, &r->chosen, NULL);

	if (status == DPMF_OK)
		status = dpmf_door_open(&r->door, &r->coins, NULL);
	if (status != DPMF_OK)
		return status;
	dpmf_door_remember(&r->door);
	status = dpmf_dppop_train(&r->ratings, &options, &r->coins, &r->door, &model, NULL);
	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

static bool is_chosen(const struct release *r, size_t a)
{
	const struct dpmf_ratings *chosen = &r->chosen;

	for (size_t b = chosen->row[r->user[a]]; b < chosen->row[r->user[a] + 1]; b++)
		if (chosen->item[b] == (uint32_t)r->item[a])
			return true;
	return false;
}

static int put(const struct release *r, json_t *got)
{
	int64_t contributed[ROOM], released[ROOM];

	for (size_t a = 0; a < r->count; a++)
		contributed[a] = is_chosen(r, a);
	for (size_t p = 0; p < r->door.passages; p++)
		released[p] = (int64_t)r->door.passage[p].before[0] + r->noise[p];
	return json_object_set_new(got, "contributed", book_i64s(contributed, r->count)) |
	       json_object_set_new(got, "released", book_i64s(released, r->door.passages));
}

CHECK(dppop_release)
{
	struct release r;
	enum dpmf_status status;
	int failed = 0;

	(void)expected;
	memset(&r, 0, sizeof r);
	if (!read_release(inputs, &r))
		return CHECK_MALFORMED;
	if (!in_domain(&r))
		return CHECK_REFUSES;
	status = make_ratings(&r);
	if (status == DPMF_OK)
		status = play(&r);
	if (status == DPMF_OK)
		failed = put(&r, got);
	dpmf_door_close(&r.door);
	dpmf_ratings_free(&r.ratings);
	dpmf_ratings_free(&r.chosen);
	return status != DPMF_OK ? check_refused(status) : failed == 0 ? CHECKED : CHECK_FAILED;
}
