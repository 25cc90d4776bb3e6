/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process between us and the target that ends with either. When we end, by whatever
   signal, the kernel tells the keeper (PR_SET_PDEATHSIG); when the target
   ends, the keeper hears of it; in both cases it kills the target's process group and all
   descendants, which become its own children where they had left the group (PR_SET_CHILD_SUBREAPER). */
#ifndef DPMF_AUDIT_EXEC_KEEPER_H
#define DPMF_AUDIT_EXEC_KEEPER_H
#include <sys/types.h>

#include "core/status.h"

struct keeper {
	pid_t pid;   /* of the keeper; 0: none */
	int ask;     /* the target's standard input: a socket */
	int answer;  /* its standard output */
	int news;    /* how it ended */
};

enum keeper_end { KEEPER_RUNS, KEEPER_EXITED, KEEPER_KILLED, KEEPER_NOT_STARTED };

struct keeper_news {
	enum keeper_end end;
	int value;   /* exit status, signal, errno */
};

/* Before any thread is started. DPMF_INPUT when there is no such program. */
enum dpmf_status keeper_start(char *const *argv, struct keeper *keeper, struct dpmf_error *error);
/* What has become of the target, waiting for so many milliseconds at most. */
struct keeper_news keeper_hear(const struct keeper *keeper, int milliseconds);
/* Closes both ends, gives the target a second to end by itself, and ends what is left. */
void keeper_stop(struct keeper *keeper);

#endif
