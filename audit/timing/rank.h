/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks of numbers, from 0; equal ones share the middle of theirs. */
#ifndef DPMF_AUDIT_TIMING_RANK_H
#define DPMF_AUDIT_TIMING_RANK_H
#include <stddef.h>

#include "audit/timing/statistic.h"

enum { RANKS_LEFT_OUT = 2 };

enum dpmf_status ranks_of(const double *value, size_t count, double *rank, struct dpmf_error *error);
/* Their correlation, leaving out runs of the class RANKS_LEFT_OUT (class may be NULL); 0 where one never varies. */
struct timing_rank ranks_compare(const double *a, const double *b, const unsigned char *class, size_t count);

#endif
