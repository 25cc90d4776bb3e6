/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A progress line on stderr: only on a terminal, only after a second. */
#ifndef DPMF_AUDIT_PROGRESS_H
#define DPMF_AUDIT_PROGRESS_H
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct audit_progress {
	const char *_Atomic what;
	atomic_size_t done, all;
	bool running, shown;
	bool ended; /* under the lock */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
};

void audit_progress_start(struct audit_progress *progress);
/* From here on `done` of `all` belong to this work. */
void audit_progress_turn(struct audit_progress *progress, const char *what, size_t all);
void audit_progress_end(struct audit_progress *progress);

#endif
