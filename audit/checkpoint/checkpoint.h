/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of what is finished, from which a run goes on that was ended by anything: --checkpoint=FILE, --resume.

   It is text, one line a piece, which is only ever added to. Each line ends with the SHA-256 of the line before it, or rather
   of that line's sum, and of its own text. The first lines bind the file to the program and its
   options. They are written beside the name and get it together, so that no file without them exists. Each later line is on the disk
   before its piece counts as finished. A last line without its end is what a run left that was ended while it wrote:
   it is thrown away. Any other line that is not as it was written is refused. The sums find damage and thoughtless changes; whoever
   means to forge a result can also compute them. */
#ifndef DPMF_AUDIT_CHECKPOINT_CHECKPOINT_H
#define DPMF_AUDIT_CHECKPOINT_CHECKPOINT_H
#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/* What must be the same when the run goes on; one line each, without newlines. */
struct checkpoint_bind {
	const char *name, *value;
};
enum { CHECKPOINT_BINDS = 16 };

struct checkpoint;

/* A new file, which must not exist; with `resume`, the one that does, or else a new one. Held by one process at a time. `command`: whose run
   this is. DPMF_INPUT, and why, when it is another run's, was changed, or is no checkpoint. */
enum dpmf_status checkpoint_open(const char *path, bool resume, const char *command, const struct checkpoint_bind *bind, size_t binds,
                                 struct checkpoint **checkpoint, struct dpmf_error *error);
/* The next line that is kept, in order, until the one after it is asked for; NULL behind the last one. */
enum dpmf_status checkpoint_next(struct checkpoint *checkpoint, const char **line, struct dpmf_error *error);
/* When checkpoint_next has come to its end; from several threads, too. A text without newlines. DPMF_FAILED: it is not on the disk, and the file is as it was. */
enum dpmf_status checkpoint_add(struct checkpoint *checkpoint, const char *text, struct dpmf_error *error);
/* A new file to which nothing was added is removed. */
void checkpoint_close(struct checkpoint *checkpoint);

#endif
