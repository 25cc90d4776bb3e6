/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/trials.h"

#include <endian.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <mpfr.h>

enum { AT_ONCE = 256 };

struct work {
	const struct audit_case *one;
	const void *instance;
	struct dpmf_key key;
	size_t first, end;
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

/* A run's key is the next of its part's stream: 16 keys for what one derivation from a name costs. */
struct dpmf_key audit_next_key(struct dpmf_stream *keys)
{
	struct dpmf_key key = { .log = NULL };

	for (size_t i = 0; i < sizeof(key.bytes); i += 8) {
		const uint64_t word = htole64(dpmf_stream_word(keys));

		memcpy(key.bytes + i, &word, sizeof word);
	}
	return key;
}

static enum dpmf_status one_part(struct work *work, int world, size_t start, size_t end, struct dpmf_error *error)
{
	const struct audit_case *one = work->one;
	enum dpmf_status status = DPMF_OK;
	struct dpmf_stream keys;

	dpmf_stream_open(&keys, &work->key, (uint64_t)world, start, 0);
	for (size_t trial = start; trial < end && status == DPMF_OK; trial++) {
		const struct dpmf_key key = audit_next_key(&keys);

		if (work->stop && atomic_load(work->stop))
			return dpmf_fail(error, DPMF_FAILED, "stopped");
		status = one->sample(work->instance, world, &key, work->seen[world] + (trial - work->first) * one->dims, error);
	}
	return status;
}

static void *labour(void *argument)
{
	struct work *work = argument;
	struct dpmf_error error = { "" };

	while (!atomic_load(&work->failed)) {
		const size_t start = atomic_fetch_add(&work->next, AT_ONCE);

		if (start >= work->end)
			break;
		const size_t end = start + AT_ONCE < work->end ? start + AT_ONCE : work->end;

		for (int world = 0; world < 2; world++) {
			const enum dpmf_status status = one_part(work, world, start, end, &error);

			if (status != DPMF_OK) {
				fail(work, status, &error);
				return NULL;
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
	struct dpmf_key root, audit, own;
	struct work work = {
		.one = one, .instance = instance, .first = trials->first, .end = trials->first + trials->count, .seen = seen, .next = trials->first,
		.done = trials->done, .stop = trials->stop, .lock = PTHREAD_MUTEX_INITIALIZER, .status = DPMF_OK,
	};

	dpmf_key_from_seed(trials->seed, &root);
	dpmf_key_derive(&root, "audit", &audit);
	dpmf_key_derive(&audit, one->id, &own);
	dpmf_key_derive(&own, "runs", &work.key);
	share_out(&work, trials->jobs);
	pthread_mutex_destroy(&work.lock);
	if (work.status != DPMF_OK)
		return dpmf_fail(error, work.status, "case %s: %s", one->id, work.error.text);
	return DPMF_OK;
}
