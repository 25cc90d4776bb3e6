/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/batch.h"

#include <pthread.h>
#include <string.h>

#include <mpfr.h>

enum { THREADS_MOST = 64 };

struct crew {
	const struct audit_batch *batch;
	unsigned jobs; /* of each task */
	bool *done;
	atomic_size_t next;
	atomic_bool failed;
	pthread_mutex_t lock; /* of what follows */
	size_t first;         /* the first task that failed */
	enum dpmf_status status;
	struct dpmf_error *error;
};

static void fail(struct crew *crew, size_t i, enum dpmf_status status, const struct dpmf_error *error)
{
	pthread_mutex_lock(&crew->lock);
	if (crew->status == DPMF_OK || i < crew->first) {
		crew->first = i;
		crew->status = status;
		*crew->error = *error;
	}
	pthread_mutex_unlock(&crew->lock);
	atomic_store(&crew->failed, true);
}

static void *labour(void *argument)
{
	struct crew *crew = argument;
	const struct audit_batch *batch = crew->batch;

	while (!atomic_load(&crew->failed) && !(batch->stop && atomic_load(batch->stop))) {
		const size_t i = atomic_fetch_add(&crew->next, 1);
		struct dpmf_error error = { "" };

		if (i >= batch->count)
			break;
		const enum dpmf_status status = batch->task(batch->context, i, crew->jobs, &error);

		crew->done[i] = status == DPMF_OK;
		if (status != DPMF_OK)
			fail(crew, i, status, &error);
	}
	return NULL;
}

static void *help(void *argument)
{
	labour(argument);
	mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
	return NULL;
}

/* The caller's thread is one of them, so that a machine that gives no further thread only makes the work slower. */
enum dpmf_status audit_batch_run(const struct audit_batch *batch, bool *done, struct dpmf_error *error)
{
	const unsigned jobs = batch->jobs > 0 ? batch->jobs : 1, side_by_side = batch->count < jobs ? (unsigned)batch->count : jobs;
	struct crew crew = { .batch = batch, .done = done, .lock = PTHREAD_MUTEX_INITIALIZER, .status = DPMF_OK, .error = error };
	pthread_t helper[THREADS_MOST];
	unsigned helpers = 0;

	if (batch->count == 0)
		return DPMF_OK;
	memset(done, 0, batch->count * sizeof *done);
	crew.jobs = jobs / side_by_side;
	while (helpers < THREADS_MOST && helpers + 1 < side_by_side && pthread_create(&helper[helpers], NULL, help, &crew) == 0)
		helpers++;
	labour(&crew);
	for (unsigned i = 0; i < helpers; i++)
		pthread_join(helper[i], NULL);
	pthread_mutex_destroy(&crew.lock);
	return crew.status;
}
