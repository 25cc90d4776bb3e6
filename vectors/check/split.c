/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/ratings_build.h"
#include "eval/leave_one_out.h"
#include "eval/split.h"
#include "inputs.h"
#include "vectors/format/number.h"

struct task {
	struct dpmf_ratings all, train, test;
	int64_t user[INPUT_COORDINATES], item[INPUT_COORDINATES];
	size_t count;
};

static bool read_task(const json_t *inputs, struct task *t)
{
	size_t items;

	return input_i64s(inputs, "user", t->user, &t->count) && input_i64s(inputs, "item", t->item, &items) && items == t->count;
}

static bool ordered(const struct task *t)
{
	const int64_t most = INT64_C(1) << 31;

	for (size_t a = 0; a < t->count; a++)
		if (t->user[a] < 0 || t->item[a] < 0 || t->user[a] > most || t->item[a] > most ||
		    (a > 0 && (t->user[a - 1] > t->user[a] || (t->user[a - 1] == t->user[a] && t->item[a - 1] >= t->item[a]))))
			return false;
	return true;
}

static enum dpmf_status build(struct task *t)
{
	struct dpmf_triple triple[INPUT_COORDINATES];

	for (size_t a = 0; a < t->count; a++)
		triple[a] = (struct dpmf_triple){ (uint32_t)t->user[a], (uint32_t)t->item[a], 1 };
	return dpmf_ratings_build(triple, t->count, 0, NULL, NULL, &t->all, NULL);
}

/* The ratings of `all`, by row, stand in the order of the input. */
static json_t *held_out(const struct task *t)
{
	int64_t out[INPUT_COORDINATES] = { 0 };
	size_t place = 0;

	for (size_t i = 0; i < t->all.users; i++)
		for (size_t a = t->all.row[i]; a < t->all.row[i + 1]; a++, place++)
			for (size_t c = t->test.row[i]; c < t->test.row[i + 1]; c++)
				out[place] |= t->test.item[c] == t->all.item[a];
	for (size_t i = 0, at = 0; i < t->all.users; i++) /* what is trained on is all the rest */
		for (size_t a = t->all.row[i]; a < t->all.row[i + 1]; a++, at++)
			for (size_t c = t->train.row[i]; c < t->train.row[i + 1]; c++)
				if (t->train.item[c] == t->all.item[a] && out[at] == 1)
					out[at] = 2;
	return t->train.count + t->test.count == t->count ? book_i64s(out, t->count) : NULL;
}

static enum checked answer(struct task *t, enum dpmf_status status, json_t *got)
{
	enum checked done = status == DPMF_OK ? CHECKED : check_refused(status);

	if (status == DPMF_OK) {
		json_t *out = held_out(t);
		if (out == NULL || json_object_set_new(got, "held_out", out) != 0)
			done = CHECK_FAILED;
		dpmf_ratings_free(&t->train);
		dpmf_ratings_free(&t->test);
	}
	dpmf_ratings_free(&t->all);
	return done;
}

CHECK(split_per_user)
{
	struct task t;
	struct dpmf_key key = { .log = NULL };
	size_t length;
	uint64_t per_user;

	(void)expected;
	if (!read_task(inputs, &t) || !input_u64(inputs, "per_user", &per_user) ||
	    !number_get_bytes(json_object_get(inputs, "key"), key.bytes, sizeof key.bytes, &length))
		return CHECK_MALFORMED;
	if (length != sizeof key.bytes || !ordered(&t))
		return CHECK_REFUSES;
	if (build(&t) != DPMF_OK)
		return CHECK_FAILED;
	return answer(&t, dpmf_split_per_user(&t.all, per_user, &key, &t.train, &t.test, NULL), got);
}

CHECK(leave_one_out)
{
	struct dpmf_moment moment[INPUT_COORDINATES];
	struct task t;
	struct vector time;
	int64_t line[INPUT_COORDINATES];
	size_t lines;

	(void)expected;
	if (!read_task(inputs, &t) || !input_vector(inputs, "time", &time) || !input_i64s(inputs, "line", line, &lines) || time.n != t.count || lines != t.count)
		return CHECK_MALFORMED;
	if (!ordered(&t) || !all_finite(time.x, time.n))
		return CHECK_REFUSES;
	for (size_t a = 0; a < t.count; a++)
		moment[a] = (struct dpmf_moment){ time.x[a], (size_t)line[a] };
	if (build(&t) != DPMF_OK)
		return CHECK_FAILED;
	return answer(&t, dpmf_leave_one_out(&t.all, moment, &t.train, &t.test, NULL), got);
}
