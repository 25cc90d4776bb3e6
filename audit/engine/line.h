/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line through what a run showed: logistic regression on the numbers, their
   sizes, and products of two: of few numbers all, of many those that differ most between the worlds. A word (NaN, see case.h)
   counts as the log ratio of how often each world says it. */
#ifndef DPMF_AUDIT_LINE_H
#define DPMF_AUDIT_LINE_H
#include <stddef.h>

#include "audit/engine/words.h"
#include "core/status.h"

struct line;

enum dpmf_status line_learn(const double *const seen[2], size_t trials, size_t dims, const struct words *words,
                            struct line **line, struct dpmf_error *error);
double line_of(const struct line *line, const struct words *words, const double *seen);
/* Such as "S = 0.1 + 1.2 z1 - 0.4 |z2| + 7 smaller terms, z1 = (number 1 - 0.31) / 0.52, z2 = ...". */
void line_describe(const struct line *line, char *text, size_t room);
void line_free(struct line *line);

#endif
