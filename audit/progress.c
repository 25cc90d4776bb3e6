/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void show(struct audit_progress *progress)
{
	const size_t done = atomic_load(&progress->done), all = atomic_load(&progress->all);
	const char *what = atomic_load(&progress->what);

	if (!what || all == 0)
		return;
	progress->shown = true;
	fprintf(stderr, "\r\033[K%s %zu %%", what, done * 100 / all);
	fflush(stderr);
}

static void *watch(void *argument)
{
	struct audit_progress *progress = argument;
	struct timespec next;

	clock_gettime(CLOCK_REALTIME, &next);
	next.tv_sec++;
	pthread_mutex_lock(&progress->lock);
	while (!progress->ended) {
		if (pthread_cond_timedwait(&progress->wake, &progress->lock, &next) == 0)
			continue;
		show(progress);
		clock_gettime(CLOCK_REALTIME, &next);
		next.tv_nsec += 200000000;
		next.tv_sec += next.tv_nsec / 1000000000;
		next.tv_nsec %= 1000000000;
	}
	pthread_mutex_unlock(&progress->lock);
	return NULL;
}

void audit_progress_start(struct audit_progress *progress)
{
	*progress = (struct audit_progress){ .lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER };
	progress->running = isatty(STDERR_FILENO) && pthread_create(&progress->thread, NULL, watch, progress) == 0;
}

void audit_progress_turn(struct audit_progress *progress, const char *what, size_t all)
{
	atomic_store(&progress->all, 0);
	atomic_store(&progress->done, 0);
	atomic_store(&progress->what, what);
	atomic_store(&progress->all, all);
}

void audit_progress_end(struct audit_progress *progress)
{
	if (progress->running) {
		pthread_mutex_lock(&progress->lock);
		progress->ended = true;
		pthread_cond_signal(&progress->wake);
		pthread_mutex_unlock(&progress->lock);
		pthread_join(progress->thread, NULL);
		if (progress->shown)
			fputs("\r\033[K", stderr);
	}
	pthread_mutex_destroy(&progress->lock);
	pthread_cond_destroy(&progress->wake);
}
