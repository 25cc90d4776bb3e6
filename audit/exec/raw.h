/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer as it came from a target, before anybody has read its numbers: to be kept in a file, or sent. */
#ifndef DPMF_AUDIT_EXEC_RAW_H
#define DPMF_AUDIT_EXEC_RAW_H
#include <stddef.h>
#include <stdint.h>

#include "audit/exec/target.h"

struct raw {
	char *bytes;    /* lines, each with a 0 at its end, or doubles */
	size_t length, room;
	size_t from;    /* what was not read yet */
};

/* The whole answer: `count` lines, or so many doubles. */
enum dpmf_status raw_lines(struct raw *raw, struct target *target, uint64_t count, struct dpmf_error *error);
enum dpmf_status raw_doubles(struct raw *raw, struct target *target, uint64_t count, struct dpmf_error *error);
/* What another one wrote: a copy. */
enum dpmf_status raw_set(struct raw *raw, const char *bytes, size_t length, struct dpmf_error *error);

/* Reading it; DPMF_INPUT where there is less. */
enum dpmf_status raw_line(struct raw *raw, char **line, struct dpmf_error *error);
enum dpmf_status raw_read(struct raw *raw, void *to, size_t bytes, struct dpmf_error *error);
enum dpmf_status raw_ended(const struct raw *raw, struct dpmf_error *error);
void raw_free(struct raw *raw);

#endif
