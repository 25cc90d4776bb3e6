/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of what is long by its count alone is run. Under valgrind and with sanitizers (`make valgrind` and
   `make check SANITIZE=1` set SHORT_RUN) every step takes many times as long, and what they look for (a read too far, a value
   that was never set, memory that is lost) shows in the first few. */
#ifndef TESTS_SCALE_H
#define TESTS_SCALE_H
#include <stdbool.h>
#include <stdlib.h>

static inline bool short_run(void)
{
	return getenv("SHORT_RUN") != NULL;
}

#define SCALED(all, few) (short_run() ? (few) : (all))

/* For what means nothing at a smaller scale, and runs no code that others do not run. */
#define SKIP_WHEN_SHORT() \
	do { \
		if (short_run()) \
			skip(); \
	} while (0)

#endif
