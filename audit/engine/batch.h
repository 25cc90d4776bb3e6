/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several tasks, such as cases, side by side. */
#ifndef DPMF_AUDIT_BATCH_H
#define DPMF_AUDIT_BATCH_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include "core/status.h"

struct audit_batch {
	size_t count;
	unsigned jobs;           /* threads in all */
	const atomic_bool *stop; /* NULL, or: no task is begun any more when it becomes true */
	/* Task i, with so many threads. What it does depends on neither them nor the other tasks. */
	enum dpmf_status (*task)(void *context, size_t i, unsigned jobs, struct dpmf_error *error);
	void *context;
};

/* Every task, begun in their order. done[i]: it ended with DPMF_OK. After a task that did not, none is begun any
   more; the status and the error are those of the first of them in the tasks' order. */
enum dpmf_status audit_batch_run(const struct audit_batch *batch, bool *done, struct dpmf_error *error);

#endif
