/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One training from its options to its output, without a process around it: `dpmf train` runs it, and the audit
   runs it twice, on neighbours. */
#ifndef DPMF_TOOL_TRAIN_RUN_H
#define DPMF_TOOL_TRAIN_RUN_H
#include <signal.h>
#include <stdio.h>
#include "noise/door.h"
#include "tool/train_options.h"

struct train_run {
	FILE *open_out;      /* what may be public */
	FILE *private_out;   /* the evaluation; the same as open_out for `dpmf train` */
	const volatile sig_atomic_t *stop;
	const struct dpmf_key *noise; /* NULL: of the operating system, or of --seed */
	void *context;
	/* NULL, or called before the training and after all that leaves has left; what the first refuses ends the run. */
	enum dpmf_status (*opened)(void *context, struct dpmf_door *door, struct dpmf_error *error);
	enum dpmf_status (*leaves)(void *context, struct dpmf_door *door, struct dpmf_error *error);
	/* NULL, or called before the door is closed, however the run ended; what it takes from the door is its own. */
	void (*closes)(void *context, struct dpmf_door *door);
};

enum dpmf_status train_run(struct train_options *options, const struct train_run *run, struct dpmf_error *error);

#endif
