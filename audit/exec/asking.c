/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/asking.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "audit/exec/target.h"
#include "core/stream.h"

enum { AT_ONCE_MOST = 512, DIMS_MOST = 64 };

struct asking {
	const struct exec_setting *setting;
	struct exec_answers *answers;
	struct target *target;
	struct dpmf_stream order, seeds;
	uint64_t left[2];
	/* Of each world the answer before: where it starts, and how many lines it has. */
	uint64_t before[2], lines_before[2];
};

/* The first line says how many fields there are, unless --dims did. */
static enum dpmf_status make_room(struct asking *a, size_t dims, const char *line, struct dpmf_error *error)
{
	struct exec_answers *answers = a->answers;

	if (dims < 1 || dims > DIMS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\": %zu fields, where 1 to %d are possible", line, dims, DIMS_MOST);
	answers->dims = dims;
	for (int world = 0; world < 2; world++) {
		answers->seen[world] = malloc(a->setting->trials * dims * sizeof(double));
		answers->request[world] = malloc(a->setting->trials * sizeof(uint32_t));
		if (!answers->seen[world] || !answers->request[world])
			return dpmf_fail(error, DPMF_FAILED, "no memory for %llu runs: use fewer --trials", (unsigned long long)a->setting->trials);
	}
	return DPMF_OK;
}

/* How many lines at the start of two answers were the same, bit by bit, if all were that the shorter one has. */
static uint64_t same_lines(const double *one, uint64_t lines, const double *other, uint64_t other_lines, size_t dims)
{
	const uint64_t shorter = lines < other_lines ? lines : other_lines;

	return memcmp(one, other, shorter * dims * sizeof(double)) == 0 ? shorter : 0;
}

static enum dpmf_status take_lines(struct asking *a, int world, uint64_t first, uint64_t count, struct dpmf_error *error)
{
	struct exec_answers *answers = a->answers;
	enum dpmf_status status = DPMF_OK;

	for (uint64_t i = first; i < first + count && status == DPMF_OK; i++) {
		char *line;

		status = target_line(a->target, &line, error);
		if (status == DPMF_OK && !answers->dims)
			status = make_room(a, a->setting->dims ? a->setting->dims : fields_count(line), line, error);
		if (status == DPMF_OK)
			status = fields_read(&answers->dictionary, line, answers->dims, answers->seen[world] + i * answers->dims, error);
	}
	return status;
}

static enum dpmf_status take_doubles(struct asking *a, int world, uint64_t first, uint64_t count, struct dpmf_error *error)
{
	struct exec_answers *answers = a->answers;
	enum dpmf_status status = answers->dims ? DPMF_OK : make_room(a, a->setting->dims, "", error);

	if (status != DPMF_OK)
		return status;
	double *field = answers->seen[world] + first * answers->dims;

	status = target_bytes(a->target, field, count * answers->dims * sizeof *field, error);
	return status == DPMF_OK ? fields_convert(&answers->dictionary, count * answers->dims, field, error) : status;
}

static enum dpmf_status take_answer(struct asking *a, int world, uint64_t count, struct dpmf_error *error)
{
	struct exec_answers *answers = a->answers;
	const uint64_t first = a->setting->trials - a->left[world];
	enum dpmf_status status = (a->setting->binary ? take_doubles : take_lines)(a, world, first, count, error);

	for (uint64_t i = first; i < first + count && status == DPMF_OK; i++)
		answers->request[world][i] = answers->requests[world];
	if (status == DPMF_OK)
		status = target_end_of_answer(a->target, error);
	if (status != DPMF_OK)
		return status;
	if (answers->requests[world] > 0) {
		const uint64_t same = same_lines(answers->seen[world] + first * answers->dims, count,
		                                 answers->seen[world] + a->before[world] * answers->dims, a->lines_before[world], answers->dims);

		if (same > answers->same[world])
			answers->same[world] = same;
	}
	answers->requests[world]++;
	a->before[world] = first;
	a->lines_before[world] = count;
	a->left[world] -= count;
	if (a->setting->done)
		atomic_fetch_add(a->setting->done, count);
	return DPMF_OK;
}

/* A world with more runs left is likelier; counts from 1 to AT_ONCE_MOST. */
static void choose(struct asking *a, int *world, uint64_t *count)
{
	const uint64_t all = a->left[0] + a->left[1];

	*world = dpmf_stream_word(&a->order) % all >= a->left[0];
	*count = 1 + dpmf_stream_word(&a->order) % AT_ONCE_MOST;
	if (*count > a->left[*world])
		*count = a->left[*world];
}

enum dpmf_status exec_more(struct asking *a, int world, uint64_t count, struct dpmf_error *error)
{
	const enum dpmf_status status = target_ask(a->target, world, count, dpmf_stream_word(&a->seeds) >> 1, error);

	return status == DPMF_OK ? take_answer(a, world, count, error) : status;
}

enum dpmf_status exec_open(const struct exec_setting *setting, struct exec_answers *answers, struct asking **asking, struct dpmf_error *error)
{
	struct asking *a = calloc(1, sizeof(*a));
	struct dpmf_key root, key;
	enum dpmf_status status;

	if (!a)
		return dpmf_fail(error, DPMF_FAILED, "no memory for asking a target");
	*answers = (struct exec_answers){ 0 };
	*a = (struct asking){ .setting = setting, .answers = answers, .left = { setting->trials, setting->trials } };
	dpmf_key_from_seed(setting->seed, &root);
	dpmf_key_derive(&root, "audit exec order", &key);
	dpmf_stream_open(&a->order, &key, 0, 0, 0);
	dpmf_key_derive(&root, "audit exec seeds", &key);
	dpmf_stream_open(&a->seeds, &key, 0, 0, 0);
	status = dictionary_open(&answers->dictionary, error);
	if (status == DPMF_OK)
		status = target_start(setting->argv, setting->timeout, &a->target, error);
	if (status == DPMF_OK)
		*asking = a;
	else
		exec_close(a);
	return status;
}

void exec_close(struct asking *a)
{
	if (a)
		target_stop(a->target);
	free(a);
}

enum dpmf_status exec_ask(const struct exec_setting *setting, struct exec_answers *answers, struct dpmf_error *error)
{
	struct exec_answers made;
	struct asking *a = NULL;
	enum dpmf_status status = exec_open(setting, &made, &a, error);

	while (status == DPMF_OK && a->left[0] + a->left[1] > 0) {
		uint64_t count;
		int world;

		choose(a, &world, &count);
		status = exec_more(a, world, count, error);
	}
	exec_close(a);
	if (status == DPMF_OK)
		*answers = made;
	else
		exec_answers_free(&made);
	return status;
}

void exec_answers_free(struct exec_answers *answers)
{
	for (int world = 0; world < 2; world++) {
		free(answers->seen[world]);
		free(answers->request[world]);
		answers->seen[world] = NULL;
		answers->request[world] = NULL;
	}
	dictionary_close(&answers->dictionary);
}
