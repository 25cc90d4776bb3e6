/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress line of long work: on stderr where that is a terminal, once a
   second, after the first second. */
#ifndef DPMF_TOOL_TRAIN_PROGRESS_H
#define DPMF_TOOL_TRAIN_PROGRESS_H
#include <stdint.h>
#include <time.h>
#include "mech/model.h"

struct train_progress {
	time_t start, last;
	uint64_t rounds;
};

void train_progress_start(struct train_progress *progress, uint64_t rounds);
/* A listener's `round`; `context` is the struct train_progress. */
void train_progress_show(void *context, uint64_t round, const struct dpmf_model *model);

#endif
