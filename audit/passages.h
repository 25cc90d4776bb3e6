/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What two runs handed to the door, side by side: door.passage[] is the first
   run, door.now[] the second. */
#ifndef DPMF_AUDIT_PASSAGES_H
#define DPMF_AUDIT_PASSAGES_H
#include <stddef.h>
#include <stdint.h>
#include "noise/door.h"

/* One release: all pieces of one entry. */
struct audit_release {
	const struct dpmf_entry *entry;
	double moved;    /* in the entry's norm, over all pieces */
	double size;     /* L1 norms of both statistics: what rounding is measured by */
	double most;     /* the largest change of one piece */
	uint64_t piece;  /* which piece that is */
};

/* The release whose first passage is `from`, and the passage behind its last. */
size_t audit_release_read(const struct dpmf_door *door, size_t from, struct audit_release *release);

#endif
