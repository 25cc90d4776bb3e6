/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/search/door.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/exec/target.h"
#include "audit/search/answer.h"
#include "core/stream.h"

enum { AT_ONCE_MOST = 512, REQUEST_MOST = 60000, SEED_BITS = 53, SHOWN = 160 };

struct door {
	struct target *target;
	atomic_size_t *done;
	uint64_t runs;
	size_t dims;      /* of the first answer: all others must have as many */
};

/* One asking. */
struct turn {
	struct door *door;
	struct door_answers *answers;
	const char *data[2];
	char *refused;
	struct dpmf_stream order, seeds;
	uint64_t trials, left[2];
};

enum dpmf_status door_open(char *const *command, unsigned timeout, atomic_size_t *done, struct door **door, struct dpmf_error *error)
{
	struct door *made = calloc(1, sizeof(*made));

	if (!made)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a target");
	made->done = done;
	const enum dpmf_status status = target_start(command, timeout, &made->target, error);

	if (status == DPMF_OK)
		*door = made;
	else
		free(made);
	return status;
}

void door_close(struct door *door)
{
	if (door)
		target_stop(door->target);
	free(door);
}

uint64_t door_runs(const struct door *door)
{
	return door->runs;
}

static enum dpmf_status make_room(const struct turn *t, struct dpmf_error *error)
{
	struct door_answers *answers = t->answers;

	answers->dims = t->door->dims;
	for (int world = 0; world < 2; world++) {
		answers->seen[world] = malloc(t->trials * answers->dims * sizeof(double));
		answers->end[world] = malloc(t->trials * sizeof(size_t));
		if (!answers->seen[world] || !answers->end[world])
			return dpmf_fail(error, DPMF_FAILED, "no memory for %llu runs: use fewer --trials", (unsigned long long)t->trials);
	}
	return DPMF_OK;
}

static enum dpmf_status take_line(struct turn *t, int world, uint64_t i, bool first, struct dpmf_error *error)
{
	struct door_answers *answers = t->answers;
	uint64_t form;
	char *line;
	enum dpmf_status status = target_line(t->door->target, &line, error);

	if (status == DPMF_OK && first && answer_refuses(line, t->refused, DOOR_WHY))
		return DPMF_OK;
	if (status == DPMF_OK)
		status = answer_as_fields(line, error);
	if (status != DPMF_OK)
		return status;
	if (!t->door->dims) {
		t->door->dims = fields_count(line);
		if (t->door->dims > HONESTY_DIMS) {
			t->door->dims = 0;
			return dpmf_fail(error, DPMF_INPUT, "the target answered a list of %zu: %d are possible at most", fields_count(line), HONESTY_DIMS);
		}
	}
	if (!answers->dims && (status = make_room(t, error)) != DPMF_OK)
		return status;
	if (fields_count(line) != answers->dims)
		return dpmf_fail(error, DPMF_INPUT, "the target answered a list of %zu where its first answer had %zu: an answer has as many parts "
		                 "whatever the data (what is left away can be the word \"none\")", fields_count(line), answers->dims);
	return fields_read(&answers->dictionary, line, answers->dims, answers->seen[world] + i * answers->dims, &form, error);
}

/* Compares the answer with the one before. */
static enum dpmf_status compare(struct turn *t, int world, size_t first, size_t count, struct dpmf_error *error)
{
	struct door_answers *answers = t->answers;
	struct honesty *honesty = &answers->honesty[world];
	const size_t number = (size_t)honesty->requests, begin = number < 2 ? 0 : answers->end[world][number - 2];
	const double *before = number > 0 ? answers->seen[world] + begin * answers->dims : NULL;

	answers->end[world][number] = first + count;
	return honesty_take(honesty, answers->seen[world] + first * answers->dims, count, before, first - begin, answers->dims, error);
}

static enum dpmf_status take_answer(struct turn *t, int world, uint64_t count, struct dpmf_error *error)
{
	const size_t first = (size_t)(t->trials - t->left[world]);
	enum dpmf_status status = DPMF_OK;

	for (size_t i = first; i < first + count && status == DPMF_OK && !*t->refused; i++)
		status = take_line(t, world, i, i == first, error);
	if (status == DPMF_OK)
		status = target_end_of_answer(t->door->target, error);
	if (status != DPMF_OK || *t->refused)
		return status;
	status = compare(t, world, first, (size_t)count, error);
	t->left[world] -= count;
	t->door->runs += count;
	if (t->door->done)
		atomic_fetch_add(t->door->done, count);
	return status;
}

/* A data set with more runs left is likelier; counts from 1 to AT_ONCE_MOST. */
static enum dpmf_status ask_once(struct turn *t, int *world, struct dpmf_error *error)
{
	char request[REQUEST_MOST + 200];
	const uint64_t all = t->left[0] + t->left[1];

	*world = dpmf_stream_word(&t->order) % all >= t->left[0];
	uint64_t count = 1 + dpmf_stream_word(&t->order) % AT_ONCE_MOST;

	count = count > t->left[*world] ? t->left[*world] : count;
	const int length = snprintf(request, sizeof(request), "{\"do\":\"sample\",\"data\":%s,\"count\":%llu,\"seed\":%llu}\n", t->data[*world],
	                            (unsigned long long)count, (unsigned long long)(dpmf_stream_word(&t->seeds) >> (64 - SEED_BITS)));
	const enum dpmf_status status = target_request(t->door->target, request, (size_t)length, count, error);

	return status == DPMF_OK ? take_answer(t, *world, count, error) : status;
}

static enum dpmf_status ask_all(struct turn *t, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	struct dpmf_error why = { "" };
	int world = 0;

	while (status == DPMF_OK && t->left[0] + t->left[1] > 0 && !*t->refused)
		status = ask_once(t, &world, &why);
	if (status == DPMF_INPUT)
		return dpmf_fail(error, status, "%.300s; the data set was %.*s%s", why.text, SHOWN, t->data[world], strlen(t->data[world]) > SHOWN ? " ..." : "");
	if (status != DPMF_OK)
		*error = why;
	return status;
}

static void open_streams(struct turn *t, uint64_t seed)
{
	struct dpmf_key root, key;

	dpmf_key_from_seed(seed, &root);
	dpmf_key_derive(&root, "audit search order", &key);
	dpmf_stream_open(&t->order, &key, 0, 0, 0);
	dpmf_key_derive(&root, "audit search seeds", &key);
	dpmf_stream_open(&t->seeds, &key, 0, 0, 0);
}

enum dpmf_status door_ask(struct door *door, json_t *const data[2], uint64_t trials, uint64_t seed, struct door_answers *answers,
                          char refused[DOOR_WHY], struct dpmf_error *error)
{
	char *text[2] = { json_dumps(data[0], JSON_COMPACT | JSON_ENCODE_ANY), json_dumps(data[1], JSON_COMPACT | JSON_ENCODE_ANY) };
	struct door_answers made = { 0 };
	struct turn t = { .door = door, .answers = &made, .data = { text[0], text[1] }, .refused = refused, .trials = trials, .left = { trials, trials } };
	enum dpmf_status status = DPMF_OK;

	*refused = 0;
	open_streams(&t, seed);
	if (!text[0] || !text[1])
		status = dpmf_fail(error, DPMF_FAILED, "no memory for a data set");
	else if (strlen(text[0]) > REQUEST_MOST || strlen(text[1]) > REQUEST_MOST)
		status = dpmf_fail(error, DPMF_INPUT, "a data set takes more than %d bytes in a request: use shorter names, or a smaller \"size\"", REQUEST_MOST);
	if (status == DPMF_OK)
		status = dictionary_open(&made.dictionary, error);
	if (status == DPMF_OK)
		status = ask_all(&t, error);
	free(text[0]);
	free(text[1]);
	if (status == DPMF_OK && !*refused)
		*answers = made;
	else
		door_answers_free(&made);
	return status;
}

bool door_varied(const struct door_answers *answers)
{
	const struct honesty *h = answers->honesty;

	return h[0].varied || h[1].varied || memcmp(h[0].first, h[1].first, answers->dims * sizeof(double)) != 0;
}

void door_forget_runs(struct door_answers *answers)
{
	for (int world = 0; world < 2; world++) {
		free(answers->seen[world]);
		free(answers->end[world]);
		answers->seen[world] = NULL;
		answers->end[world] = NULL;
		honesty_free(&answers->honesty[world]);
	}
}

void door_answers_free(struct door_answers *answers)
{
	door_forget_runs(answers);
	dictionary_close(&answers->dictionary);
}
