/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/run_share.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mpfr.h>

#include "audit/engine/batch.h"
#include "audit/progress.h"
#include "audit/run_checkpoint.h"

struct cases {
	struct run_share *share;
	struct audit_settings settings;
	struct audit_result *results;
	bool *done;
	size_t *left, lefts;    /* those that are not done at the start */
	atomic_size_t next;     /* the next one of them to be dealt */
	atomic_bool failed, here; /* nothing is dealt any more; this process still runs cases */
	size_t away;            /* cases that other ranks run */
	enum dpmf_status status; /* of the threads of this process */
	struct dpmf_error error;
};

static const struct audit_case *case_of(const struct cases *cases, size_t i)
{
	return cases->share->selection->chosen[i];
}

/* The next case; false where there is none, or no more are wanted. */
static bool deal(struct cases *cases, size_t *i)
{
	const atomic_bool *stop = cases->settings.stop;

	if (atomic_load(&cases->failed) || (stop && atomic_load(stop)))
		return false;
	const size_t next = atomic_fetch_add(&cases->next, 1);

	if (next >= cases->lefts)
		return false;
	*i = cases->left[next];
	return true;
}

static enum dpmf_status finish(struct cases *cases, size_t i, struct dpmf_error *error)
{
	struct checkpoint *checkpoint = cases->share->checkpoint;
	const enum dpmf_status status = checkpoint ? run_checkpoint_add(checkpoint, &cases->results[i], error) : DPMF_OK;

	cases->done[i] = status == DPMF_OK;
	return status;
}

static enum dpmf_status run_next(void *context, size_t turn, unsigned jobs, struct dpmf_error *error)
{
	struct cases *cases = context;
	struct audit_settings settings = cases->settings;
	size_t i;

	(void)turn;
	if (!deal(cases, &i))
		return DPMF_OK;
	settings.jobs = jobs;
	const enum dpmf_status status = audit_run(case_of(cases, i), &settings, &cases->results[i], error);

	return status == DPMF_OK ? finish(cases, i, error) : status;
}

/* Several cases at once: learning from the runs of one takes one thread. */
static void run_here(struct cases *cases)
{
	struct audit_batch batch = { cases->lefts, cases->settings.jobs, cases->settings.stop, run_next, cases };
	bool *begun = calloc(cases->lefts + 1, sizeof *begun);

	cases->status = begun ? audit_batch_run(&batch, begun, &cases->error) : dpmf_fail(&cases->error, DPMF_FAILED, "no memory for %zu cases", cases->lefts);
	if (cases->status != DPMF_OK)
		atomic_store(&cases->failed, true);
	free(begun);
	atomic_store(&cases->here, false);
}

static void *run_beside(void *context)
{
	run_here(context);
	mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
	return NULL;
}

static size_t runs_of(const struct cases *cases, size_t i)
{
	const uint64_t trials = cases->settings.trials;

	return 2 * (size_t)(trials ? trials : case_of(cases, i)->trials);
}

static enum dpmf_status give_work(struct cases *cases, unsigned rank, struct dpmf_error *error)
{
	size_t i;

	if (!deal(cases, &i))
		return DPMF_OK; /* it waits for the end */
	cases->away++;
	return ranks_send(cases->share->ranks, rank, RANKS_WORK, (const char *)&i, sizeof i, error);
}

static enum dpmf_status take_result(struct cases *cases, const struct ranks_message *message, struct dpmf_error *error)
{
	size_t i;
	enum dpmf_status status = run_checkpoint_read(message->bytes, cases->share->selection, &i, cases->results, error);

	cases->away--;
	if (status == DPMF_OK)
		status = finish(cases, i, error);
	if (status == DPMF_OK)
		atomic_fetch_add(cases->settings.done, runs_of(cases, i));
	return status;
}

static enum dpmf_status hear(struct cases *cases, const struct ranks_message *message, struct dpmf_error *error)
{
	switch (message->kind) {
	case RANKS_WANT: return give_work(cases, message->from, error);
	case RANKS_FOUND: return take_result(cases, message, error);
	case RANKS_FAILED: cases->away--; return ranks_failure(message, error);
	case RANKS_WORK: case RANKS_END: case RANKS_BYE: break;
	}
	return dpmf_fail(error, DPMF_FAILED, "rank %u says what no rank says", message->from);
}

static bool is_stopped(const struct cases *cases)
{
	return atomic_load(&cases->failed) || (cases->settings.stop && atomic_load(cases->settings.stop));
}

/* Until every case is back, or nothing is wanted any more. */
static enum dpmf_status serve(struct cases *cases, struct dpmf_error *error)
{
	const struct timespec pause = { 0, 1000000 };
	enum dpmf_status status = DPMF_OK;

	while (atomic_load(&cases->here) || (cases->away > 0 && !is_stopped(cases))) {
		struct ranks_message message = { .bytes = NULL };
		bool there = false;

		if (status == DPMF_OK)
			status = ranks_take(cases->share->ranks, RANKS_ANY, &message, &there, error);
		if (status == DPMF_OK && there)
			status = hear(cases, &message, error);
		if (status != DPMF_OK)
			atomic_store(&cases->failed, true);
		free(message.bytes);
		if (!there)
			nanosleep(&pause, NULL);
	}
	cases->share->busy = cases->away > 0;
	return status;
}

static enum dpmf_status run_with_ranks(struct cases *cases, struct dpmf_error *error)
{
	pthread_t beside;

	if (pthread_create(&beside, NULL, run_beside, cases) != 0)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a thread beside the ranks");
	const enum dpmf_status status = serve(cases, error);

	pthread_join(beside, NULL);
	return status;
}

static enum dpmf_status run_left(struct cases *cases, struct dpmf_error *error)
{
	struct audit_progress progress;
	size_t all = 0, done = 0;
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; i < cases->share->selection->count; i++) {
		all += runs_of(cases, i);
		done += cases->done[i] ? runs_of(cases, i) : 0;
	}
	audit_progress_start(&progress);
	audit_progress_go_on(&progress, cases->share->selection->count == 1 ? case_of(cases, 0)->id : "cases", done, all);
	cases->settings.done = &progress.done;
	atomic_store(&cases->here, true);
	if (ranks_count(cases->share->ranks) > 1)
		status = run_with_ranks(cases, error);
	else
		run_here(cases);
	audit_progress_end(&progress);
	if (status == DPMF_OK && cases->status != DPMF_OK) {
		*error = cases->error;
		status = cases->status;
	}
	return status;
}

enum dpmf_status run_share_deal(struct run_share *share, struct audit_result *results, size_t *finished, struct dpmf_error *error)
{
	const size_t count = share->selection->count;
	struct cases cases = { .share = share, .settings = share->settings, .results = results };
	enum dpmf_status status = DPMF_OK;

	*finished = 0;
	cases.done = calloc(count + 1, sizeof *cases.done);
	cases.left = calloc(count + 1, sizeof *cases.left);
	if (!cases.done || !cases.left)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for %zu cases", count);
	else if (share->checkpoint)
		status = run_checkpoint_kept(share->checkpoint, share->selection, results, cases.done, error);
	for (size_t i = 0; i < count && status == DPMF_OK; i++)
		if (!cases.done[i])
			cases.left[cases.lefts++] = i;
	if (status == DPMF_OK) {
		status = run_left(&cases, error);
		for (size_t i = 0; i < count; i++)
			if (cases.done[i])
				results[(*finished)++] = results[i];
	}
	free(cases.done);
	free(cases.left);
	return status;
}

/* One case that was dealt, and what came of it. */
static enum dpmf_status work_on(struct run_share *share, const struct ranks_message *message, struct dpmf_error *error)
{
	struct audit_result result;
	struct pack pack = { .at = NULL };
	size_t i;

	memcpy(&i, message->bytes, sizeof i);
	enum dpmf_status status = audit_run(share->selection->chosen[i], &share->settings, &result, error);

	if (status == DPMF_OK)
		status = run_checkpoint_write(&pack, &result, error);
	if (status == DPMF_OK)
		status = ranks_send(share->ranks, 0, RANKS_FOUND, pack.text, pack.length, error);
	pack_free(&pack);
	return status;
}

enum dpmf_status run_share_work(struct run_share *share)
{
	struct dpmf_error error = { "" };
	struct ranks_message message;
	enum dpmf_status status = DPMF_OK;
	bool on = true;

	while (on && status == DPMF_OK) {
		status = ranks_send(share->ranks, 0, RANKS_WANT, "", 0, &error);
		if (status == DPMF_OK)
			status = ranks_wait(share->ranks, 0, &message, &error);
		if (status != DPMF_OK)
			break;
		on = message.kind == RANKS_WORK;
		if (on)
			status = work_on(share, &message, &error);
		free(message.bytes);
	}
	if (status != DPMF_OK)
		(void)ranks_send_failure(share->ranks, status, &error);
	return ranks_close(share->ranks, status, false);
}
