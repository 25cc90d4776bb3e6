/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samplers of this project, timed inside the process: the words that each draw takes from the stream, which are the same on every
   machine, and the cycles of this one. */
#ifndef DPMF_AUDIT_TIMING_OWN_H
#define DPMF_AUDIT_TIMING_OWN_H
#include "audit/noise_fit.h"
#include "audit/timing/statistic.h"

struct timing_own {
	const struct noise_row *row;
	struct timing_result words, time;
};

const char *timing_own_unit(void); /* of time */
enum dpmf_status timing_own(const struct noise_row *row, uint64_t draws, uint64_t seed, struct timing_own *own, struct dpmf_error *error);
/* What is said of the row in the table is so, and the controls are sound. */
bool timing_own_as_expected(const struct timing_own *own);

#endif
