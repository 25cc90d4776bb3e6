/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/timing/asking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/sort.h"
#include "audit/exec/fields.h"
#include "audit/exec/honesty.h"
#include "audit/exec/target.h"
#include "audit/progress.h"
#include "audit/timing/order.h"

enum { LINE_MOST = 2048, POOL = 1024, POOL_LEAST = 8, PAIRS_MOST = 1 << 20 };

/* Of one answer; of all those of a request less than TIMING_COST_MOST. */
#define COST_MOST 1e12

struct request {
	int world;
	uint64_t count, seed;
	double cost, first; /* of the first time */
};

struct conversation {
	const struct timing_setting *setting;
	struct target *target;
	struct timing *timing;
	struct dpmf_stream order, seeds, coins;
	struct dictionary dictionary;
	size_t dims;
	char *text;    /* the lines of an answer, LINE_MOST bytes for each */
	double *rows, *costs;
	struct request pool[POOL]; /* requests that may come again */
	size_t pooled;
	double *pair[2];
	uint64_t pairs, alike;
	struct honesty honesty[2];
	double *before[2]; /* the last answer of each data set */
	uint64_t before_count[2];
};

static double nanoseconds(const struct timespec *from, const struct timespec *to)
{
	return (double)(to->tv_sec - from->tv_sec) * 1e9 + (double)(to->tv_nsec - from->tv_nsec);
}

static enum dpmf_status too_long(struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_INPUT, "the target answered with a line of more than %d bytes", LINE_MOST - 1);
}

/* Nothing is read in the lines while time is taken: it would depend on what stands there. */
static enum dpmf_status take_lines(struct conversation *c, const struct request *request, double *cost, struct dpmf_error *error)
{
	struct timespec from, to;
	char *line;

	clock_gettime(CLOCK_MONOTONIC, &from);
	enum dpmf_status status = target_ask(c->target, request->world, request->count, request->seed, error);

	for (uint64_t i = 0; i < request->count && status == DPMF_OK; i++) {
		status = target_line(c->target, &line, error);
		if (status == DPMF_OK && strnlen(line, LINE_MOST) == LINE_MOST)
			status = too_long(error);
		if (status == DPMF_OK)
			memcpy(c->text + i * LINE_MOST, line, strlen(line) + 1);
	}
	clock_gettime(CLOCK_MONOTONIC, &to);
	*cost = nanoseconds(&from, &to);
	return status == DPMF_OK ? target_end_of_answer(c->target, error) : status;
}

/* From the first line: how many numbers, the cost aside. */
static enum dpmf_status open_rows(struct conversation *c, struct dpmf_error *error)
{
	const size_t fields = fields_count(c->text), own = c->setting->field;

	if (fields < 1 + own || fields > TIMING_DIMS + own)
		return dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\": %zu field%s, where %s", c->text, fields, fields == 1 ? "" : "s",
		                 own ? "1 to 64 and their cost are possible (--cost=field)" : "1 to 64 are possible");
	c->dims = fields - own;
	c->costs = malloc(TIMING_COUNT_MOST * sizeof(double));
	c->rows = malloc(TIMING_COUNT_MOST * fields * sizeof(double));
	c->before[0] = malloc(TIMING_COUNT_MOST * fields * sizeof(double));
	c->before[1] = malloc(TIMING_COUNT_MOST * fields * sizeof(double));
	if (!c->rows || !c->costs || !c->before[0] || !c->before[1])
		return dpmf_fail(error, DPMF_FAILED, "no memory for an answer");
	return timing_open(c->setting->trials, c->dims, &c->timing, error);
}

/* The numbers of a line, without its cost. */
static enum dpmf_status read_line(struct conversation *c, uint64_t i, struct dpmf_error *error)
{
	double field[TIMING_DIMS + 1];
	char shown[81];
	char *line = c->text + i * LINE_MOST;
	const size_t fields = c->dims + c->setting->field;
	uint64_t form;

	snprintf(shown, sizeof shown, "%.80s", line);
	const enum dpmf_status status = fields_read(&c->dictionary, line, fields, field, &form, error);

	if (status != DPMF_OK)
		return status;
	for (size_t d = 0; d < fields; d++)
		if (!isfinite(field[d]))
			return dpmf_fail(error, DPMF_INPUT, "the target answered \"%s\": field %zu is no finite number", shown, d + 1);
	if (c->setting->field && !(field[c->dims] >= 0 && field[c->dims] <= COST_MOST))
		return dpmf_fail(error, DPMF_INPUT, "the target answered \"%s\": its last field is a cost (--cost=field), a number from 0 to 1e12", shown);
	memcpy(c->rows + i * c->dims, field, c->dims * sizeof(double));
	c->costs[i] = field[c->dims];
	return DPMF_OK;
}

/* The answer, its numbers and its cost: the sum where each line has its own. */
static enum dpmf_status ask(struct conversation *c, struct request *request, double *cost, struct dpmf_error *error)
{
	enum dpmf_status status = take_lines(c, request, cost, error);

	if (status == DPMF_OK && !c->timing)
		status = open_rows(c, error);
	for (uint64_t i = 0; i < request->count && status == DPMF_OK; i++)
		status = read_line(c, i, error);
	if (c->setting->field)
		*cost = 0;
	for (uint64_t i = 0; i < request->count && status == DPMF_OK && c->setting->field; i++)
		*cost += c->costs[i];
	return status;
}

static enum dpmf_status take(struct conversation *c, const struct request *request, double cost, struct dpmf_error *error)
{
	const int w = request->world;
	enum dpmf_status status = honesty_take(&c->honesty[w], c->rows, request->count, c->before_count[w] > 0 ? c->before[w] : NULL, c->before_count[w], c->dims, error);

	memcpy(c->before[w], c->rows, request->count * c->dims * sizeof(double));
	c->before_count[w] = request->count;
	return status == DPMF_OK ? timing_take(c->timing, w, c->rows, (size_t)request->count, cost, error) : status;
}

/* One of the pool, a second time. It is compared with its first time, and not counted as a run. */
static enum dpmf_status ask_again(struct conversation *c, struct dpmf_error *error)
{
	const size_t place = (size_t)(dpmf_stream_word(&c->coins) % c->pooled);
	struct request request = c->pool[place];
	double cost;

	c->pool[place] = c->pool[--c->pooled];
	const enum dpmf_status status = ask(c, &request, &cost, error);

	if (status != DPMF_OK)
		return status;
	c->pair[0][c->pairs] = request.cost;
	c->pair[1][c->pairs] = cost;
	c->pairs++;
	c->alike += memcmp(&request.first, c->rows, sizeof(double)) == 0;
	return DPMF_OK;
}

static enum dpmf_status converse(struct conversation *c, struct dpmf_error *error)
{
	const struct timing_setting *s = c->setting;
	struct audit_progress progress;
	enum dpmf_status status = DPMF_OK;

	audit_progress_start(&progress); /* once the program is started: no thread before that */
	audit_progress_turn(&progress, "timing", s->trials);
	for (uint64_t i = 0; i < s->trials && status == DPMF_OK; i++) {
		struct request request = { .world = (int)(dpmf_stream_word(&c->order) >> 63), .count = s->count, .seed = dpmf_stream_word(&c->seeds) >> 1 };
		double cost;

		status = ask(c, &request, &cost, error);
		const bool compared = status == DPMF_OK && timing_is_compared(c->timing);

		if (status == DPMF_OK)
			status = take(c, &request, cost, error);
		request.cost = cost;
		if (compared && c->pooled < POOL && dpmf_stream_word(&c->coins) % 4 == 0) {
			request.first = c->rows[0];
			c->pool[c->pooled++] = request;
		}
		if (status == DPMF_OK && c->pooled >= POOL_LEAST && c->pairs < PAIRS_MOST && dpmf_stream_word(&c->coins) % 4 == 0)
			status = ask_again(c, error);
		atomic_fetch_add(&progress.done, 1);
	}
	audit_progress_end(&progress);
	return status;
}

static enum dpmf_status compare_repeats(struct conversation *c, struct timing_repeats *repeats, struct dpmf_error *error)
{
	*repeats = (struct timing_repeats){ .pairs = c->pairs, .alike = c->alike };
	if (c->pairs < 2)
		return DPMF_OK;
	const enum dpmf_status status = timing_rank_of(c->pair[0], c->pair[1], (size_t)c->pairs, &repeats->rank, error);

	for (uint64_t i = 0; i < c->pairs; i++)
		c->pair[0][i] = fabs(c->pair[0][i] - c->pair[1][i]);
	audit_sort(c->pair[0], (size_t)c->pairs);
	repeats->between = c->pair[0][c->pairs / 2];
	return status;
}

static void open_stream(const struct timing_setting *setting, const char *name, struct dpmf_stream *s)
{
	struct dpmf_key root, key;

	dpmf_key_from_seed(setting->seed, &root);
	dpmf_key_derive(&root, name, &key);
	dpmf_stream_open(s, &key, 0, 0, 0);
}

static enum dpmf_status open_conversation(struct conversation *c, struct dpmf_error *error)
{
	const struct timing_setting *s = c->setting;

	open_stream(s, "audit timing order", &c->order);
	open_stream(s, "audit timing seeds", &c->seeds);
	open_stream(s, "audit timing coins", &c->coins);
	c->text = malloc(s->count * LINE_MOST);
	c->pair[0] = malloc(PAIRS_MOST * sizeof(double));
	c->pair[1] = malloc(PAIRS_MOST * sizeof(double));
	if (!c->text || !c->pair[0] || !c->pair[1])
		return dpmf_fail(error, DPMF_FAILED, "no memory for asking a target");
	const enum dpmf_status status = dictionary_open(&c->dictionary, error);

	return status == DPMF_OK ? target_start(s->argv, s->timeout, &c->target, error) : status;
}

static void close_conversation(struct conversation *c)
{
	target_stop(c->target);
	timing_close(c->timing);
	dictionary_close(&c->dictionary);
	free(c->text);
	free(c->rows);
	free(c->costs);
	for (int i = 0; i < 2; i++) {
		free(c->pair[i]);
		free(c->before[i]);
		honesty_free(&c->honesty[i]);
	}
	free(c);
}

enum dpmf_status timing_ask(const struct timing_setting *setting, struct timing_seen *seen, struct dpmf_error *error)
{
	struct conversation *c = calloc(1, sizeof(*c));

	if (!c)
		return dpmf_fail(error, DPMF_FAILED, "no memory for asking a target");
	c->setting = setting;
	enum dpmf_status status = open_conversation(c, error);

	if (status == DPMF_OK)
		status = converse(c, error);
	target_stop(c->target);
	c->target = NULL;
	if (status == DPMF_OK)
		status = honesty_of_answers(c->honesty, c->dims, error);
	if (status == DPMF_OK && !c->honesty[0].varied && !c->honesty[1].varied)
		status = dpmf_fail(error, DPMF_INPUT, "the target gave one and the same answer in all runs of a data set: there is no noise that its %s could tell of. "
		                   "Does it read SEED?", setting->field ? "cost" : "time");
	if (status == DPMF_OK) {
		const struct timing_columns columns = timing_columns_of(c->timing);

		status = timing_order(&columns, error);
	}
	if (status == DPMF_OK)
		status = timing_end(c->timing, &c->coins, &seen->result, error);
	if (status == DPMF_OK)
		status = compare_repeats(c, &seen->repeats, error);
	seen->dims = c->dims;
	close_conversation(c);
	return status;
}
