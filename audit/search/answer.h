/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One answer of a target that speaks JSON lines: a number, a word in quotes, true, false, null, or a list of these, in a line. What
   Python and JavaScript write beside JSON (NaN, Infinity) is taken, too. */
#ifndef DPMF_AUDIT_SEARCH_ANSWER_H
#define DPMF_AUDIT_SEARCH_ANSWER_H
#include <stddef.h>

#include "core/status.h"

/* Writes the line over as fields between blanks, as exec/fields.h reads them: a blank in a word becomes an underscore, the
   empty word a dash. DPMF_INPUT when it is no such line. */
enum dpmf_status answer_as_fields(char *line, struct dpmf_error *error);
/* Whether it is {"refuse": "why"}; `why` is then filled in. */
int answer_refuses(const char *line, char *why, size_t room);

#endif
