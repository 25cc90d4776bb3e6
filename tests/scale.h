/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of what is long by its count alone is run. Under valgrind (`make valgrind` says so) every step
   takes some forty times as long, and what it looks for (a read too far, a value
   that was never set, memory that is lost) shows in the first few. */
#ifndef TESTS_SCALE_H
#define TESTS_SCALE_H
#include <stdbool.h>
#include <stdlib.h>

static inline bool under_valgrind(void)
{
	return getenv("UNDER_VALGRIND") != NULL;
}

#define SCALED(all, few) (under_valgrind() ? (few) : (all))

/* For what means nothing at a smaller scale, and runs no code that others do not run. */
#define SKIP_UNDER_VALGRIND() \
	do { \
		if (under_valgrind()) \
			skip(); \
	} while (0)

#endif
