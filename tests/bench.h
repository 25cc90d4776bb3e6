/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What benches of a mechanism share: uneven synthetic ratings, and a process of
   its own for every line, so that each line's peak of memory is its own. */
#ifndef TESTS_BENCH_H
#define TESTS_BENCH_H
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/read.h"
#include "eval/synth.h"

static inline enum dpmf_status bench_ratings(size_t users, size_t items, size_t count, bool implicit,
                                             struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	char name[] = "/tmp/dpmf-bench-XXXXXX";
	const int descriptor = mkstemp(name);
	FILE *out = descriptor < 0 ? NULL : fdopen(descriptor, "w");
	enum dpmf_status status;

	if (!out)
		return dpmf_fail(error, DPMF_FAILED, "cannot create %s", name);
	status = dpmf_synth_long_tail(users, items, count, implicit, 1, out, error);
	if (fclose(out) != 0 && status == DPMF_OK)
		status = dpmf_fail(error, DPMF_FAILED, "cannot write %s", name);
	if (status == DPMF_OK)
		status = dpmf_read_ratings(name, DPMF_ML100K, DPMF_DUPLICATES_REFUSED, ratings, error);
	unlink(name);
	return status;
}

/* line(0) .. line(count - 1); 1 when one of them did not return 0. */
static inline int bench_lines(int (*line)(size_t), size_t count)
{
	int failed = 0;

	for (size_t i = 0; i < count; i++) {
		pid_t child;
		int status = 1;

		fflush(stdout);
		child = fork();
		if (child == 0) {
			const int code = line(i);

			fflush(stdout);
			_exit(code);
		}
		if (child > 0)
			waitpid(child, &status, 0);
		failed |= status != 0;
	}
	return failed;
}

#endif
