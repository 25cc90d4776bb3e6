/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a checkpoint, each with its sum. */
#ifndef DPMF_AUDIT_CHECKPOINT_LINES_H
#define DPMF_AUDIT_CHECKPOINT_LINES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <sodium.h>

#include "core/status.h"

enum { SUM_BYTES = crypto_hash_sha256_BYTES, SUM_TEXT = 2 * SUM_BYTES + 1, SUMMED_LINE_MOST = 1 << 26 };

struct summed_lines {
	const char *path;
	int file;
	unsigned char sum[SUM_BYTES]; /* of the last line */
	uint64_t number;              /* of the last line, from 1 */
	off_t end;                    /* behind the last line */
	char *buffer;                 /* what was read and not yet taken: from `from` to `filled` */
	size_t from, filled, room;
};

/* The sum of a line that follows one with this sum. */
void summed_next(const unsigned char before[SUM_BYTES], const char *text, size_t length, unsigned char sum[SUM_BYTES]);
/* The next line without its sum, until the one after it is asked for; NULL behind the last whole one. DPMF_INPUT: it was changed. */
enum dpmf_status summed_read(struct summed_lines *lines, char **text, struct dpmf_error *error);
void summed_close(struct summed_lines *lines);

#endif
