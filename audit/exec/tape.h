/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checkpoint of `dpmf-audit exec`: every answer of the target, as it came. A run that goes on reads them again, so that whatever
   is learned and counted from them is what it was, and asks on behind the last one. About once a second, what has come
   since becomes a line of the file. */
#ifndef DPMF_AUDIT_EXEC_TAPE_H
#define DPMF_AUDIT_EXEC_TAPE_H
#include <stdbool.h>

#include "audit/exec/raw.h"

struct tape;

struct tape_request {
	int world;
	uint64_t count, seed;
};

/* `line` is the command that repeats the audit; its answers belong to nothing else. */
enum dpmf_status tape_open(const char *path, bool resume, const char *line, char *const *argv, struct tape **tape, struct dpmf_error *error);
/* The next answer that was kept, which must be of this request; *there is false behind the last. */
enum dpmf_status tape_play(struct tape *tape, const struct tape_request *request, struct raw *raw, bool *there, struct dpmf_error *error);
/* Behind the last one. */
enum dpmf_status tape_record(struct tape *tape, const struct tape_request *request, struct raw *raw, struct dpmf_error *error);
/* The target failed: nobody goes on from here, since what comes to an end by what it says would be left out of the counts. */
void tape_spoil(struct tape *tape);
/* All that was recorded is on the disk. */
enum dpmf_status tape_finish(struct tape *tape, struct dpmf_error *error);
void tape_close(struct tape *tape);

#endif
