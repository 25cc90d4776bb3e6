/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Somebody's program, asked one line at a time. It runs in a process group of its own, which ends with us: at the end, on
   an error, and when we are told to stop (SIGINT, SIGTERM, SIGHUP). */
#ifndef VECTORS_TARGET_H
#define VECTORS_TARGET_H
#include <sys/types.h>

#include <stddef.h>

#include "core/status.h"

struct target {
	pid_t pid;       /* 0: none */
	int ask, answer; /* our ends */
	int stop;        /* signals that tell us to stop arrive here */
	unsigned timeout; /* seconds for one answer */
	char *buffer;
	size_t filled, room;
	size_t line; /* length of the line that was handed out last, newline included */
};

/* argv ends with NULL. */
enum dpmf_status target_start(struct target *t, char *const *argv, unsigned timeout, struct dpmf_error *error);
/* Sends the line (a newline is added), and waits for one: *answer is valid until the next call. DPMF_INPUT, and why, when
   the target died, hung, or wrote what nobody asked for. */
enum dpmf_status target_ask(struct target *t, const char *line, const char **answer, struct dpmf_error *error);
/* After the last answer: nothing more may come. */
enum dpmf_status target_finish(struct target *t, struct dpmf_error *error);
/* Ends it with its group. */
void target_stop(struct target *t);

#endif
