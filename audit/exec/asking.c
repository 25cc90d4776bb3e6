/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/asking.h"

#include <stdlib.h>
#include <string.h>

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
	struct raw raw; /* the last answer, where answers are kept */
	bool live;      /* those that were kept are all read */
	uint64_t asked; /* how many requests there were */
	struct audit_progress *watched; /* once it was started */
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

/* Where the numbers of an answer are read from: what was kept or sent, or the target itself. */
static bool is_kept(const struct asking *a)
{
	return a->setting->tape || ranks_count(a->setting->ranks) > 1;
}

static enum dpmf_status take_lines(struct asking *a, struct answer *answer, uint64_t count, struct dpmf_error *error)
{
	struct exec_answers *answers = a->answers;
	enum dpmf_status status = DPMF_OK;

	for (uint64_t i = 0; i < count && status == DPMF_OK; i++) {
		char *line;
		uint64_t form;

		status = is_kept(a) ? raw_line(&a->raw, &line, error) : target_line(a->target, &line, error);
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
	const size_t bytes = count * answers->dims * sizeof(double);

	if (status == DPMF_OK)
		status = is_kept(a) ? raw_read(&a->raw, answer->rows, bytes, error) : target_bytes(a->target, answer->rows, bytes, error);
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
		status = is_kept(a) ? raw_ended(&a->raw, error) : target_end_of_answer(a->target, error);
	if (status == DPMF_OK)
		status = honesty_take(&a->answers->honesty[world], last->rows, count, before->rows, before->count, a->answers->dims, error);
	if (status != DPMF_OK)
		return status;
	last->count = count;
	*rows = last->rows;
	if (a->watched)
		atomic_fetch_add(&a->watched->done, count);
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

/* The answer as it comes. */
static enum dpmf_status ask_raw(struct asking *a, const struct tape_request *request, struct dpmf_error *error)
{
	const enum dpmf_status status = target_ask(a->target, request->world, request->count, request->seed, error);

	if (status != DPMF_OK)
		return status;
	return a->setting->binary ? raw_doubles(&a->raw, a->target, request->count * a->setting->dims, error)
	                          : raw_lines(&a->raw, a->target, request->count, error);
}

static enum dpmf_status hear_raw(struct asking *a, unsigned rank, struct dpmf_error *error)
{
	struct ranks_message message;
	enum dpmf_status status = ranks_wait(a->setting->ranks, (int)rank, &message, error);

	if (status != DPMF_OK)
		return status;
	if (message.kind == RANKS_FOUND)
		status = raw_set(&a->raw, message.bytes, message.length, error);
	else
		status = message.kind == RANKS_FAILED ? ranks_failure(&message, error) : dpmf_fail(error, DPMF_FAILED, "rank %u says what no rank says", rank);
	free(message.bytes);
	return status;
}

/* From here on nothing is kept already: the other ranks begin with this request. */
static enum dpmf_status go_live(struct asking *a, uint64_t number, struct dpmf_error *error)
{
	struct ranks *ranks = a->setting->ranks;
	enum dpmf_status status = DPMF_OK;

	if (a->watched)
		audit_progress_go_on(a->watched, "answers", atomic_load(&a->watched->done), 2 * (size_t)a->setting->trials);
	for (unsigned rank = 1; rank < ranks_count(ranks) && status == DPMF_OK; rank++)
		status = ranks_send(ranks, rank, RANKS_WORK, (const char *)&number, sizeof number, error);
	a->live = true;
	return status;
}

static enum dpmf_status fetch(struct asking *a, const struct tape_request *request, struct dpmf_error *error)
{
	const uint64_t number = a->asked++;
	struct tape *tape = a->setting->tape;
	bool there = false;
	enum dpmf_status status = tape && !a->live ? tape_play(tape, request, &a->raw, &there, error) : DPMF_OK;

	if (status != DPMF_OK || there)
		return status;
	if (!a->live)
		status = go_live(a, number, error);
	const unsigned rank = (unsigned)(number % ranks_count(a->setting->ranks));

	if (status == DPMF_OK)
		status = rank == 0 ? ask_raw(a, request, error) : hear_raw(a, rank, error);
	if (status == DPMF_INPUT && tape)
		tape_spoil(tape);
	return status == DPMF_OK && tape ? tape_record(tape, request, &a->raw, error) : status;
}

static enum dpmf_status send_answer(struct asking *a, const struct tape_request *request, struct dpmf_error *error)
{
	const enum dpmf_status status = ask_raw(a, request, error);

	return status == DPMF_OK ? ranks_send(a->setting->ranks, 0, RANKS_FOUND, a->raw.bytes, a->raw.length, error) : status;
}

enum dpmf_status exec_serve(struct asking *a, struct dpmf_error *error)
{
	struct ranks *ranks = a->setting->ranks;
	struct ranks_message message;
	struct tape_request request;
	uint64_t first = 0;
	enum dpmf_status status = ranks_wait(ranks, 0, &message, error);
	bool ended = status != DPMF_OK || message.kind != RANKS_WORK;

	if (status != DPMF_OK)
		return status;
	if (!ended)
		memcpy(&first, message.bytes, sizeof first);
	free(message.bytes);
	for (uint64_t number = 0; !ended && status == DPMF_OK && exec_next(a, &request.world, &request.count); number++) {
		request.seed = dpmf_stream_word(&a->seeds) >> 1;
		if (number < first || number % ranks_count(ranks) != ranks_own(ranks))
			continue;
		status = send_answer(a, &request, error);
		message.bytes = NULL;
		if (status == DPMF_OK)
			status = ranks_take(ranks, 0, &message, &ended, error);
		free(message.bytes);
	}
	return status;
}

enum dpmf_status exec_more(struct asking *a, int world, uint64_t count, const double **rows, struct dpmf_error *error)
{
	const struct tape_request request = { world, count, dpmf_stream_word(&a->seeds) >> 1 };

	if (!is_kept(a)) {
		const enum dpmf_status status = target_ask(a->target, world, count, request.seed, error);

		return status == DPMF_OK ? take_answer(a, world, count, rows, error) : status;
	}
	enum dpmf_status status = fetch(a, &request, error);

	if (status != DPMF_OK)
		return status;
	status = take_answer(a, world, count, rows, error);
	if (status == DPMF_INPUT && a->setting->tape)
		tape_spoil(a->setting->tape);
	return status;
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
	if (status != DPMF_OK) {
		exec_close(a);
		return status;
	}
	if (setting->progress) { /* a thread, and so after the target */
		a->watched = setting->progress;
		audit_progress_start(a->watched);
		audit_progress_turn(a->watched, "answers", 2 * (size_t)setting->trials);
	}
	*asking = a;
	return DPMF_OK;
}

void exec_close(struct asking *a)
{
	if (!a)
		return;
	if (a->watched)
		audit_progress_end(a->watched);
	target_stop(a->target);
	for (int world = 0; world < 2; world++) {
		free(a->last[world].rows);
		free(a->before[world].rows);
	}
	raw_free(&a->raw);
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
