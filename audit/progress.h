/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A progress line on stderr: only on a terminal, only after a second. It says how much is done, and, when it can be told from
   the time so far, how much time is left. */
#ifndef DPMF_AUDIT_PROGRESS_H
#define DPMF_AUDIT_PROGRESS_H
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct audit_progress {
	const char *_Atomic what;
	atomic_size_t done, all;
	atomic_size_t kept;     /* of `done`, what was there when this work began */
	_Atomic double began;   /* when, in seconds */
	bool running, shown;
	bool ended; /* under the lock */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
};

void audit_progress_start(struct audit_progress *progress);
/* From here on `done` of `all` belong to this work. */
void audit_progress_turn(struct audit_progress *progress, const char *what, size_t all);
/* The same of work of which so much is done already. */
void audit_progress_go_on(struct audit_progress *progress, const char *what, size_t done, size_t all);
/* "3 h 5 min left", "12 s left", or "": how long it takes at the speed so far. */
void audit_progress_left(size_t done, size_t left, double seconds, char *text, size_t room);
void audit_progress_end(struct audit_progress *progress);

#endif
