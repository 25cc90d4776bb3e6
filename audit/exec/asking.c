/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/asking.h"

#include <stdlib.h>

#include "audit/exec/target.h"
#include "audit/engine/words.h"
#include "core/stream.h"

/* Lines of a request: of many runs there are more at once, since each request costs both programs a turn. */
enum { AT_ONCE_MOST = 512, MANY_AT_ONCE = 4096, MANY = 1000000 };

/* Two answers of each world: the last one, and the one before. */
struct answer {
	double *rows;
	uint64_t room, count;
};

struct asking {
	const struct exec_setting *setting;
	struct exec_answers *answers;
	struct target *target;
	struct dpmf_stream order, seeds;
	uint64_t left[2];
	int world;       /* that was asked last */
	struct answer last[2], before[2];
};

/* The first line says how many fields there are, unless --dims did. */
static enum dpmf_status set_dims(struct exec_answers *answers, size_t dims, const char *line, struct dpmf_error *error)
{
	if (dims < 1 || dims > HONESTY_DIMS)
		return dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\": %zu fields, where 1 to %d are possible", line, dims, HONESTY_DIMS);
	answers->dims = dims;
	return DPMF_OK;
}

static enum dpmf_status make_room(struct answer *answer, uint64_t count, size_t dims, struct dpmf_error *error)
{
	const uint64_t room = count > AT_ONCE_MOST ? count : AT_ONCE_MOST;
	double *rows = count > answer->room ? realloc(answer->rows, room * dims * sizeof(double)) : answer->rows;

	if (!rows)
		return dpmf_fail(error, DPMF_FAILED, "no memory for an answer of %llu lines", (unsigned long long)count);
	answer->rows = rows;
	answer->room = count > answer->room ? room : answer->room;
	return DPMF_OK;
}

static enum dpmf_status take_lines(struct asking *a, struct answer *answer, uint64_t count, struct dpmf_error *error)
{
	struct exec_answers *answers = a->answers;
	enum dpmf_status status = DPMF_OK;

	for (uint64_t i = 0; i < count && status == DPMF_OK; i++) {
		char *line;
		uint64_t form;

		status = target_line(a->target, &line, error);
		if (status == DPMF_OK && !answers->dims)
			status = set_dims(answers, a->setting->dims ? a->setting->dims : fields_count(line), line, error);
		if (status == DPMF_OK && i == 0)
			status = make_room(answer, count, answers->dims, error);
		if (status == DPMF_OK)
			status = fields_read(&answers->dictionary, line, answers->dims, answer->rows + i * answers->dims, &form, error);
		if (status == DPMF_OK)
			spelling_take(&answers->spelling, a->world, form, line);
	}
	return status;
}

static enum dpmf_status take_doubles(struct asking *a, struct answer *answer, uint64_t count, struct dpmf_error *error)
{
	struct exec_answers *answers = a->answers;
	enum dpmf_status status = answers->dims ? DPMF_OK : set_dims(answers, a->setting->dims, "", error);

	if (status == DPMF_OK)
		status = make_room(answer, count, answers->dims, error);
	if (status == DPMF_OK)
		status = target_bytes(a->target, answer->rows, count * answers->dims * sizeof(double), error);
	return status == DPMF_OK ? fields_convert(&answers->dictionary, count * answers->dims, answer->rows, error) : status;
}

static enum dpmf_status take_answer(struct asking *a, int world, uint64_t count, const double **rows, struct dpmf_error *error)
{
	const struct answer spare = a->before[world];
	struct answer *last = &a->last[world], *before = &a->before[world];

	a->world = world;
	*before = *last;
	*last = spare;
	enum dpmf_status status = (a->setting->binary ? take_doubles : take_lines)(a, last, count, error);

	if (status == DPMF_OK)
		status = target_end_of_answer(a->target, error);
	if (status == DPMF_OK)
		status = honesty_take(&a->answers->honesty[world], last->rows, count, before->rows, before->count, a->answers->dims, error);
	if (status != DPMF_OK)
		return status;
	last->count = count;
	*rows = last->rows;
	if (a->setting->done)
		atomic_fetch_add(a->setting->done, count);
	return DPMF_OK;
}

/* A world with more runs left is likelier. */
bool exec_next(struct asking *a, int *world, uint64_t *count)
{
	const uint64_t all = a->left[0] + a->left[1];

	if (all == 0)
		return false;
	*world = dpmf_stream_word(&a->order) % all >= a->left[0];
	*count = 1 + dpmf_stream_word(&a->order) % (a->setting->trials > MANY ? MANY_AT_ONCE : AT_ONCE_MOST);
	if (*count > a->left[*world])
		*count = a->left[*world];
	a->left[*world] -= *count;
	return true;
}

enum dpmf_status exec_more(struct asking *a, int world, uint64_t count, const double **rows, struct dpmf_error *error)
{
	const enum dpmf_status status = target_ask(a->target, world, count, dpmf_stream_word(&a->seeds) >> 1, error);

	return status == DPMF_OK ? take_answer(a, world, count, rows, error) : status;
}

enum dpmf_status exec_open(const struct exec_setting *setting, struct exec_answers *answers, struct asking **asking, struct dpmf_error *error)
{
	struct asking *a = calloc(1, sizeof(*a));
	struct dpmf_key root, key;
	enum dpmf_status status;

	if (!a)
		return dpmf_fail(error, DPMF_FAILED, "no memory for asking a target");
	*answers = (struct exec_answers){ .spelling.learn = setting->trials / 10 };
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
	if (!a)
		return;
	target_stop(a->target);
	for (int world = 0; world < 2; world++) {
		free(a->last[world].rows);
		free(a->before[world].rows);
	}
	free(a);
}

enum dpmf_status exec_overlooked(const struct exec_answers *answers, double epsilon, double delta, struct dpmf_error *error)
{
	const uint64_t fields = (answers->honesty[0].runs + answers->honesty[1].runs) * answers->dims;
	const uint64_t single = answers->dictionary.lost + answers->dictionary.count;

	if (2 * single > fields)
		return dpmf_fail(error, DPMF_INPUT, "%llu of %llu answers were words that came for the first time, or after %d different ones. Nothing is learned "
		                 "from such words, so there is no verdict: answer numbers, or fewer words",
		                 (unsigned long long)single, (unsigned long long)fields, WORDS_MOST - 1);
	return spelling_found(&answers->spelling, epsilon, delta, error);
}

void exec_answers_free(struct exec_answers *answers)
{
	for (int world = 0; world < 2; world++)
		honesty_free(&answers->honesty[world]);
	dictionary_close(&answers->dictionary);
}
