/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval/ranking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/vector.h"
#include "noise/exact.h"

struct gain {
	double hit, dcg;
};

struct measuring {
	const struct dpmf_ranking_task *task;
	struct dpmf_key key;
	struct gain *full, *sampled; /* by place in the test ratings */
};

struct desk { /* of one thread */
	double *score;
	uint32_t *other;      /* items without an interaction */
	unsigned char *known; /* by item: has one */
	size_t others;
};

void dpmf_model_scores(const void *model, const struct dpmf_ratings *train, size_t user, double *score)
{
	const struct dpmf_model *m = model;

	(void)train;
	for (size_t j = 0; j < m->items; j++)
		score[j] = dpmf_dot(m->u + user * m->factors, m->v + j * m->factors, m->factors);
}

static void mark(const struct dpmf_ratings *ratings, size_t user, unsigned char *known)
{
	for (size_t a = ratings->row[user]; a < ratings->row[user + 1]; a++)
		known[ratings->item[a]] = 1;
}

static bool all_finite(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return false;
	return true;
}

static bool prepare(const struct measuring *m, size_t user, struct desk *desk)
{
	const struct dpmf_ranking_task *task = m->task;

	task->score(task->model, task->train, user, desk->score);
	memset(desk->known, 0, task->train->items);
	mark(task->train, user, desk->known);
	mark(task->test, user, desk->known);
	return all_finite(desk->score, task->train->items);
}

static void list_others(size_t items, struct desk *desk)
{
	desk->others = 0;
	for (size_t j = 0; j < items; j++)
		if (!desk->known[j])
			desk->other[desk->others++] = (uint32_t)j;
}

/* Behind `above` of them and level with `level`: every rank from above + 1 to above + level + 1 is as likely. */
static struct gain expected(size_t above, size_t level, size_t top)
{
	struct gain gain = { 0, 0 };

	for (size_t rank = above + 1; rank <= above + level + 1 && rank <= top; rank++) {
		gain.hit += 1;
		gain.dcg += 1 / log2((double)rank + 1);
	}
	gain.hit /= (double)level + 1;
	gain.dcg /= (double)level + 1;
	return gain;
}

static struct gain rank_among(const struct desk *desk, size_t count, size_t item, size_t top)
{
	const double own = desk->score[item];
	size_t above = 0, level = 0;

	for (size_t n = 0; n < count; n++) {
		above += desk->score[desk->other[n]] > own;
		level += desk->score[desk->other[n]] == own;
	}
	return expected(above, level, top);
}

/* The first steps of a Fisher-Yates shuffle. */
static size_t draw(const struct measuring *m, size_t user, size_t item, struct desk *desk)
{
	const size_t wanted = m->task->negatives < desk->others ? m->task->negatives : desk->others;
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &m->key, user, item, 0);
	for (size_t n = 0; n < wanted; n++) {
		const size_t chosen = n + (size_t)dpmf_uniform_below(&stream, desk->others - n);
		const uint32_t kept = desk->other[chosen];

		desk->other[chosen] = desk->other[n];
		desk->other[n] = kept;
	}
	return wanted;
}

static void rank_user(const struct measuring *m, size_t user, struct desk *desk)
{
	const struct dpmf_ratings *test = m->task->test;

	for (size_t a = test->row[user]; a < test->row[user + 1]; a++) {
		size_t drawn;

		list_others(test->items, desk);
		m->full[a] = rank_among(desk, desk->others, test->item[a], m->task->top);
		drawn = draw(m, user, test->item[a], desk);
		m->sampled[a] = rank_among(desk, drawn, test->item[a], m->task->top);
	}
}

static enum dpmf_status rank_users(void *context, size_t begin, size_t end)
{
	const struct measuring *m = context;
	const size_t items = m->task->train->items;
	struct desk desk = { malloc(items * sizeof(double)), malloc(items * sizeof(uint32_t)), malloc(items), 0 };
	enum dpmf_status status = desk.score && desk.other && desk.known ? DPMF_OK : DPMF_FAILED;

	for (size_t i = begin; status == DPMF_OK && i < end; i++) {
		if (m->task->test->row[i] == m->task->test->row[i + 1])
			continue;
		if (prepare(m, i, &desk))
			rank_user(m, i, &desk);
		else
			status = DPMF_INPUT;
	}
	free(desk.score);
	free(desk.other);
	free(desk.known);
	return status;
}

static struct dpmf_ranking mean_of(const struct gain *gain, size_t count)
{
	struct dpmf_ranking mean = { .count = count };

	for (size_t a = 0; a < count; a++) {
		mean.hr += gain[a].hit;
		mean.ndcg += gain[a].dcg;
	}
	mean.hr /= (double)count;
	mean.ndcg /= (double)count;
	return mean;
}

enum dpmf_status dpmf_ranking_measure(const struct dpmf_ranking_task *task, const struct dpmf_key *key,
                                      struct dpmf_ranking *full, struct dpmf_ranking *sampled,
                                      struct dpmf_error *error)
{
	const size_t count = task->test->count;
	struct measuring m = { .task = task };
	enum dpmf_status status = DPMF_OK;

	if (task->top < 1 || task->negatives < 1)
		return dpmf_fail(error, DPMF_INPUT, "a list of the top %zu among %zu negatives: ask for 1 or more of both",
		                 task->top, task->negatives);
	dpmf_key_derive(key, "negatives", &m.key);
	m.full = calloc(2 * count + 1, sizeof *m.full);
	m.sampled = m.full ? m.full + count : NULL;
	status = m.full ? dpmf_parallel(task->train->users, task->jobs, rank_users, &m) : DPMF_FAILED;
	if (status == DPMF_OK) {
		*full = mean_of(m.full, count);
		*sampled = mean_of(m.sampled, count);
	}
	free(m.full);
	if (status == DPMF_INPUT)
		return dpmf_fail(error, status, "training diverged: a score is not finite");
	return status == DPMF_OK ? status : dpmf_fail(error, status, "no memory to rank %zu interactions", count);
}
