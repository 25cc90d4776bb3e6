/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/parallel.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MOST_JOBS = 64, BLOCK = 32 };

struct pool {
	atomic_size_t next;
	atomic_int worst;
	size_t count;
	dpmf_work *work;
	void *context;
};

static void *take_blocks(void *argument)
{
	struct pool *pool = argument;
	size_t begin;

	while ((begin = atomic_fetch_add(&pool->next, BLOCK)) < pool->count) {
		const size_t end = pool->count - begin < BLOCK ? pool->count : begin + BLOCK;
		const int status = (int)pool->work(pool->context, begin, end);
		int worst = atomic_load(&pool->worst);

		while (status > worst && !atomic_compare_exchange_weak(&pool->worst, &worst, status))
			;
	}
	return NULL;
}

enum dpmf_status dpmf_parallel(size_t count, unsigned jobs, dpmf_work *work, void *context)
{
	struct pool pool = { .count = count, .work = work, .context = context };
	pthread_t thread[MOST_JOBS];
	unsigned started = 0;

	if (jobs <= 1)
		return work(context, 0, count);
	while (started + 1 < jobs && started < MOST_JOBS &&
	       pthread_create(&thread[started], NULL, take_blocks, &pool) == 0)
		started++;
	take_blocks(&pool);
	for (unsigned i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
	return (enum dpmf_status)atomic_load(&pool.worst);
}
