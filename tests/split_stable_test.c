/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one change in the input file changes in the training part: split.h's
   property, on every small row and on random files. */
#include "read_file.h"
#include "scale.h"

#include "core/ratings_make.h"
#include "eval/leave_one_out.h"
#include "eval/split.h"

enum { CELLS = 6, MOST_LINES = 64 };

struct line {
	uint32_t user, item;
	double rating, time;
};

struct file {
	struct line line[MOST_LINES];
	size_t count;
};

struct rule {
	bool latest, catalogue;
	enum dpmf_duplicates duplicates;
	size_t per_user;
	uint64_t seed;
};

/* The training part, as lines in the order of users and items. */
static struct file training(const struct file *in, const struct rule *rule)
{
	struct dpmf_catalogue users, items;
	const struct dpmf_universe universe = { .users = &users, .items = &items };
	struct dpmf_ratings all, train, test;
	struct dpmf_moment *moment;
	struct file out = { .count = 0 };
	struct dpmf_key key;
	char text[64 * MOST_LINES], *at = text;

	if (in->count == 0)
		return out;
	for (size_t l = 0; l < in->count; l++)
		at += sprintf(at, "%u %u %g %g\n", in->line[l].user, in->line[l].item, in->line[l].rating, in->line[l].time);
	write_bytes(text, (size_t)(at - text));
	assert_int_equal(dpmf_catalogue_first(CELLS, &users, NULL), DPMF_OK);
	assert_int_equal(dpmf_catalogue_first(CELLS, &items, NULL), DPMF_OK);
	assert_int_equal(dpmf_read_ratings_in(path, DPMF_AUTO, rule->duplicates, rule->catalogue ? &universe : NULL,
	                                      &all, &moment, NULL), DPMF_OK);
	dpmf_key_from_seed(rule->seed, &key);
	assert_int_equal(rule->latest ? dpmf_leave_one_out(&all, moment, &train, &test, NULL)
	                              : dpmf_split_per_user(&all, rule->per_user, &key, &train, &test, NULL), DPMF_OK);
	assert_int_equal(train.count + test.count, all.count);
	for (size_t i = 0; i < train.users; i++) {
		assert_true(test.row[i + 1] - test.row[i] <= (rule->latest ? 1 : rule->per_user));
		for (size_t p = train.row[i]; p < train.row[i + 1]; p++)
			out.line[out.count++] = (struct line){ train.user_id[i], train.item_id[train.item[p]], train.value[p], 0 };
	}
	dpmf_ratings_free(&all);
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
	dpmf_catalogue_free(&users);
	dpmf_catalogue_free(&items);
	free(moment);
	return out;
}

static bool has(const struct file *f, const struct line *line)
{
	for (size_t l = 0; l < f->count; l++)
		if (f->line[l].user == line->user && f->line[l].item == line->item && f->line[l].rating == line->rating)
			return true;
	return false;
}

/* Lines of one that the other lacks; all are of this user. */
static size_t lacking(const struct file *one, const struct file *other, uint32_t user)
{
	size_t count = 0;

	for (size_t l = 0; l < one->count; l++)
		if (!has(other, &one->line[l])) {
			assert_int_equal(one->line[l].user, user);
			count++;
		}
	return count;
}

/* With one interaction more: the training part has at most one more, and lacks none. */
static void one_more(const struct file *in, size_t left_out, const struct rule *rule)
{
	struct file fewer = *in, with, without;
	const uint32_t user = in->line[left_out].user;

	memmove(&fewer.line[left_out], &fewer.line[left_out + 1], (--fewer.count - left_out) * sizeof *fewer.line);
	with = training(in, rule);
	without = training(&fewer, rule);
	assert_int_equal(lacking(&without, &with, user), 0);
	assert_true(lacking(&with, &without, user) <= DPMF_SPLIT_MOVES);
}

/* With another value: that value, where it stands. */
static void another_value(const struct file *in, size_t changed, const struct rule *rule)
{
	struct file other = *in, before = training(in, rule), after;

	other.line[changed].rating += 10;
	after = training(&other, rule);
	assert_int_equal(before.count, after.count);
	for (size_t l = 0; l < before.count; l++) {
		const bool same = before.line[l].user == in->line[changed].user && before.line[l].item == in->line[changed].item;

		assert_int_equal(before.line[l].item, after.line[l].item);
		assert_int_equal(before.line[l].user, after.line[l].user);
		assert_float_equal(after.line[l].rating, before.line[l].rating + (same ? 10 : 0), 0);
	}
}

static const struct rule rules[] = {
	{ .per_user = 0 }, { .per_user = 1 }, { .per_user = 2 }, { .per_user = 3, .catalogue = true }, { .per_user = 10 },
	{ .latest = true }, { .latest = true, .catalogue = true },
};

/* Each set of up to CELLS items of one user, in whose file another user stands before and behind. */
static void every_small_row(void **state)
{
	(void)state;
	for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
		for (uint32_t set = 1; set < 1u << SCALED(CELLS, 2); set++) {
			struct rule rule = rules[r];
			struct file in = { .line = { { 1, 2, 3, 5 } }, .count = 1 };

			rule.seed = set % 5;
			for (uint32_t j = 0; j < CELLS; j++)
				if (set >> j & 1)
					in.line[in.count++] = (struct line){ 2, j + 1, 1 + j % 5, (7 * j + set) % 4 };
			in.line[in.count++] = (struct line){ 3, 4, 1, 2 };
			for (size_t l = 0; l < in.count; l++) {
				one_more(&in, l, &rule);
				another_value(&in, l, &rule);
			}
		}
}

/* Several users, lines in any order, equal times. */
static void random_files(void **state)
{
	struct dpmf_key key;
	struct dpmf_stream s;

	(void)state;
	dpmf_key_from_seed(77, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (int round = 0; round < SCALED(400, 8); round++) {
		struct rule rule = rules[(size_t)round % (sizeof rules / sizeof *rules)];
		struct file in = { .count = 0 };

		rule.seed = (uint64_t)round;
		for (int l = 0; l < 30; l++) {
			const struct line line = { 1 + (uint32_t)(dpmf_stream_word(&s) % 4), 1 + (uint32_t)(dpmf_stream_word(&s) % CELLS),
			                           (double)(dpmf_stream_word(&s) % 5), (double)(dpmf_stream_word(&s) % 6) };
			bool there = false;

			for (size_t k = 0; k < in.count; k++)
				there |= in.line[k].user == line.user && in.line[k].item == line.item;
			if (!there)
				in.line[in.count++] = line;
		}
		one_more(&in, (size_t)(dpmf_stream_word(&s) % in.count), &rule);
		another_value(&in, (size_t)(dpmf_stream_word(&s) % in.count), &rule);
	}
}

/* A line for a pair that is there already, anywhere in the file: one interaction is
   changed. At random, its value alone; by time, at most one for another one. */
static void a_line_twice(void **state)
{
	(void)state;
	for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
		for (uint32_t at = 0; at < (uint32_t)SCALED(5 * 6 * 3, 4); at++) {
			struct file in = { .line = { { 1, 1, 1, 2 }, { 1, 2, 2, 4 }, { 1, 3, 3, 1 }, { 1, 4, 4, 3 }, { 2, 1, 5, 9 } }, .count = 5 };
			struct rule rule = rules[r];
			struct file one, other;
			const size_t place = at % 6;
			struct line twice = in.line[at / 6 % 4];

			rule.duplicates = DPMF_DUPLICATES_LAST;
			rule.seed = r;
			one = training(&in, &rule);
			twice.rating += 10;
			twice.time = (double)(2 * (at / 24));
			memmove(&in.line[place + 1], &in.line[place], (5 - place) * sizeof *in.line);
			in.line[place] = twice;
			in.count++;
			other = training(&in, &rule);
			assert_true(lacking(&one, &other, 1) <= 1);
			assert_true(lacking(&other, &one, 1) <= 1);
			if (!rule.latest)
				assert_int_equal(one.count, other.count);
		}
}

/* Somebody or something new does not move what the others hold out, without a catalogue either. */
static void new_ids(void **state)
{
	const struct rule rule = { .per_user = 2, .seed = 3 };
	struct file in = { .count = 0 }, more, one, other;

	(void)state;
	for (uint32_t u = 0; u < 5; u++)
		for (uint32_t j = 0; j < 8; j++)
			in.line[in.count++] = (struct line){ 10 + u, 10 + j, 3, 0 };
	more = in;
	more.line[more.count++] = (struct line){ 1, 2, 3, 0 };
	one = training(&in, &rule);
	other = training(&more, &rule);
	assert_int_equal(one.count, 30);
	assert_int_equal(lacking(&one, &other, 0), 0);
	assert_true(lacking(&other, &one, 1) <= 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_small_row), cmocka_unit_test(random_files), cmocka_unit_test(a_line_twice),
		cmocka_unit_test(new_ids),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
