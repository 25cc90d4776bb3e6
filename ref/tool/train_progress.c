/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_progress.h"

#include <stdio.h>
#include <unistd.h>

void train_progress_start(struct train_progress *progress, uint64_t rounds)
{
	*progress = (struct train_progress){ time(NULL), 0, rounds };
}

void train_progress_show(void *context, uint64_t round, const struct dpmf_model *model)
{
	struct train_progress *progress = context;
	const time_t now = time(NULL);

	(void)model;
	if (now - progress->start < 1 || (now == progress->last && round != progress->rounds) || !isatty(STDERR_FILENO))
		return;
	fprintf(stderr, "\repoch %llu of %llu%s", (unsigned long long)round, (unsigned long long)progress->rounds,
	        round == progress->rounds ? "\n" : "");
	progress->last = now;
}
