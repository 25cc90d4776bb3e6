/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function reports: a status, and a text that names what was wrong,
   where, and what to do about it. The values are the programs' exit codes. */
#ifndef DPMF_CORE_STATUS_H
#define DPMF_CORE_STATUS_H
#include "core/public.h"

DPMF_BEGIN

enum dpmf_status {
	DPMF_OK = 0,     /* done */
	DPMF_NO = 1,     /* the answer is "no": violated, mismatch */
	DPMF_INPUT = 2,  /* usage or input is wrong; the caller can mend it */
	DPMF_FAILED = 3, /* anything else: memory, disk, an internal limit */
};

struct dpmf_error {
	char text[1024]; /* one line without a newline; "" when nothing is wrong */
};

/* Writes the text (cut, never overrun) and returns `status`, so that a
   function can end with `return dpmf_fail(error, DPMF_INPUT, ...)`.
   `error` may be NULL: then only the status is reported. */
enum dpmf_status dpmf_fail(struct dpmf_error *error, enum dpmf_status status,
                           const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* What it amounts to that a file cannot be opened or made, by its errno: DPMF_FAILED where memory, room or descriptors
   ran out or the disk is broken, DPMF_INPUT for all that another name would mend. */
enum dpmf_status dpmf_status_of(int why);

DPMF_END

#endif
