/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes that share the work of `run` and `exec`, started by mpirun. Rank 0 deals numbered pieces of work, takes a share of them
   itself, and writes whatever is written; the others work and send what they found. What a piece is depends on its number
   alone, so that the results do not tell how many ranks there were.

   mpi.c is the only file that knows MPI. It belongs to dpmf-audit-mpi, into which dpmf-audit changes where mpirun has started it; dpmf-audit
   itself has alone.c in its place, and is one process. All functions are for the main thread. */
#ifndef DPMF_AUDIT_RANKS_RANKS_H
#define DPMF_AUDIT_RANKS_RANKS_H
#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/* First of all in main: where mpirun has started several of this process, becomes dpmf-audit-mpi, and, unless it is
   rank 0, falls silent. DPMF_INPUT: there is none. */
enum dpmf_status ranks_prepare(char **argv, struct dpmf_error *error);
/* Takes what mpirun says out of the environment: what this process starts is no rank. */
void ranks_forget_mpirun(void);

struct ranks;
enum dpmf_status ranks_open(struct ranks **ranks, struct dpmf_error *error);
unsigned ranks_count(const struct ranks *ranks);
unsigned ranks_own(const struct ranks *ranks);

/* A message: its kind and its bytes, behind which a 0 stands. Messages between two ranks arrive in their order. */
enum ranks_kind {
	RANKS_WANT,    /* a rank asks for work */
	RANKS_WORK,    /* a piece's number */
	RANKS_FOUND,   /* what came of it */
	RANKS_FAILED,  /* a status and why */
	RANKS_END,     /* from rank 0: all end */
	RANKS_BYE,     /* nothing comes from this rank any more */
};
struct ranks_message {
	unsigned from;
	enum ranks_kind kind;
	char *bytes;   /* free() it */
	size_t length;
};
enum { RANKS_ANY = -1 };
/* A copy goes its way; waits only while many are on theirs. */
enum dpmf_status ranks_send(struct ranks *ranks, unsigned to, enum ranks_kind kind, const char *bytes, size_t length, struct dpmf_error *error);
/* *there: whether one had come from this rank, or from any. */
enum dpmf_status ranks_take(struct ranks *ranks, int from, struct ranks_message *message, bool *there, struct dpmf_error *error);
/* The same, until one has come. */
enum dpmf_status ranks_wait(struct ranks *ranks, int from, struct ranks_message *message, struct dpmf_error *error);
/* For RANKS_FAILED, there and back. */
enum dpmf_status ranks_send_failure(struct ranks *ranks, enum dpmf_status status, const struct dpmf_error *why);
enum dpmf_status ranks_failure(const struct ranks_message *message, struct dpmf_error *error);

/* Ends all of them: the others wait until rank 0 does. Rank 0 returns the status, the others DPMF_OK: rank 0 speaks for all. `busy`: some rank still works on what nobody wants
   any more, and is ended at once. */
enum dpmf_status ranks_close(struct ranks *ranks, enum dpmf_status status, bool busy);
/* The same at the end of main, where they were not even opened: a help, a wrong option. */
enum dpmf_status ranks_finish(enum dpmf_status status);

#endif
