/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/trials.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <mpfr.h>

enum { AT_ONCE = 256 };

struct work {
	const struct audit_case *one;
	const void *instance;
	struct dpmf_key key;
	size_t trials;
	double *const *seen;
	atomic_size_t next;       /* the first run of each world that nobody has taken */
	atomic_bool failed;
	atomic_size_t *done;
	const atomic_bool *stop;
	pthread_mutex_t lock;     /* of the two below */
	enum dpmf_status status;
	struct dpmf_error error;
};

static void fail(struct work *work, enum dpmf_status status, const struct dpmf_error *error)
{
	pthread_mutex_lock(&work->lock);
	if (work->status == DPMF_OK) {
		work->status = status;
		work->error = *error;
	}
	pthread_mutex_unlock(&work->lock);
	atomic_store(&work->failed, true);
}

static enum dpmf_status one_run(struct work *work, int world, size_t trial, struct dpmf_error *error)
{
	char name[64];
	struct dpmf_key key;

	snprintf(name, sizeof(name), "world %d run %zu", world, trial);
	dpmf_key_derive(&work->key, name, &key);
	return work->one->sample(work->instance, world, &key, work->seen[world] + trial * work->one->dims, error);
}

static void *labour(void *argument)
{
	struct work *work = argument;
	struct dpmf_error error = { "" };

	while (!atomic_load(&work->failed)) {
		const size_t start = atomic_fetch_add(&work->next, AT_ONCE);

		if (start >= work->trials)
			break;
		const size_t end = start + AT_ONCE < work->trials ? start + AT_ONCE : work->trials;

		for (int world = 0; world < 2; world++) {
			for (size_t trial = start; trial < end; trial++) {
				const bool ended = work->stop && atomic_load(work->stop);
				const enum dpmf_status status = ended ? dpmf_fail(&error, DPMF_FAILED, "stopped") : one_run(work, world, trial, &error);

				if (status != DPMF_OK) {
					fail(work, status, &error);
					return NULL;
				}
			}
		}
		if (work->done)
			atomic_fetch_add(work->done, 2 * (end - start));
	}
	return NULL;
}

/* A mechanism that calibrates its noise computes with MPFR, which keeps caches for each thread. */
static void *help(void *argument)
{
	labour(argument);
	mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
	return NULL;
}

/* The caller's thread is one of the jobs, so that a machine that gives no
   further thread only makes the work slower. */
static void share_out(struct work *work, unsigned jobs)
{
	pthread_t *helper = jobs > 1 ? calloc(jobs - 1, sizeof(*helper)) : NULL;
	unsigned helpers = 0;

	while (helper && helpers + 1 < jobs && pthread_create(&helper[helpers], NULL, help, work) == 0)
		helpers++;
	labour(work);
	for (unsigned i = 0; i < helpers; i++)
		pthread_join(helper[i], NULL);
	free(helper);
}

enum dpmf_status audit_trials_run(const struct audit_case *one, const void *instance, const struct audit_trials *trials,
                                  double *const seen[2], struct dpmf_error *error)
{
	struct dpmf_key root, audit;
	struct work work = {
		.one = one, .instance = instance, .trials = trials->count, .seen = seen,
		.done = trials->done, .stop = trials->stop, .lock = PTHREAD_MUTEX_INITIALIZER, .status = DPMF_OK,
	};

	dpmf_key_from_seed(trials->seed, &root);
	dpmf_key_derive(&root, "audit", &audit);
	dpmf_key_derive(&audit, one->id, &work.key);
	share_out(&work, trials->jobs);
	pthread_mutex_destroy(&work.lock);
	if (work.status != DPMF_OK)
		return dpmf_fail(error, work.status, "case %s: %s", one->id, work.error.text);
	return DPMF_OK;
}
