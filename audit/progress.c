/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Of less than a second's work nothing can be told. */
void audit_progress_left(size_t done, size_t left, double seconds, char *text, size_t room)
{
	const double rest = done > 0 && seconds >= 1 ? ceil(seconds * (double)left / (double)done) : INFINITY;

	if (rest < 100)
		snprintf(text, room, "%.0f s left", rest);
	else if (rest < 6000)
		snprintf(text, room, "%.0f min left", ceil(rest / 60));
	else if (rest < 3600 * 10000.0)
		snprintf(text, room, "%.0f h %.0f min left", floor(rest / 3600), floor(fmod(rest, 3600) / 60));
	else
		*text = 0;
}

static void show(struct audit_progress *progress)
{
	const size_t done = atomic_load(&progress->done), all = atomic_load(&progress->all);
	const size_t kept = atomic_load(&progress->kept);
	const char *what = atomic_load(&progress->what);
	char left[64] = "";

	if (!what || all == 0)
		return;
	if (done > kept && done < all)
		audit_progress_left(done - kept, all - done, now() - atomic_load(&progress->began), left, sizeof left);
	progress->shown = true;
	fprintf(stderr, "\r\033[K%s %zu %%%s%s", what, done * 100 / all, *left ? ", " : "", left);
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
	audit_progress_go_on(progress, what, 0, all);
}

void audit_progress_go_on(struct audit_progress *progress, const char *what, size_t done, size_t all)
{
	atomic_store(&progress->all, 0);
	atomic_store(&progress->done, done);
	atomic_store(&progress->kept, done);
	atomic_store(&progress->began, now());
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
