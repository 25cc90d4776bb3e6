/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An event about one number, as stretches of the number line: read off what was seen,
   for a reader. Nothing is decided by them. */
#ifndef DPMF_AUDIT_STRETCH_H
#define DPMF_AUDIT_STRETCH_H
#include <stdbool.h>
#include <stddef.h>

enum { STRETCHES_MOST = 4 };

struct stretch {
	double from, to; /* both belong to it; -INFINITY, INFINITY where it has no end */
	size_t caught;   /* how many of the points */
};

struct stretches {
	struct stretch one[STRETCHES_MOST]; /* ascending; where there are more, those that caught most */
	size_t count, all;                  /* of all there are, so many stand here */
};

/* A number that was seen, and what the event guesses from it. */
struct stretch_point {
	double x;
	signed char guess;
};

/* The event itself, to find its ends between the points. */
struct stretch_teller {
	int (*guess)(const void *context, double x);
	const void *context;
};

/* Where `guess` is guessed. Numbers that repeat (counts, steps of a grid) give ends that were seen. */
struct stretches stretch_find(const struct stretch_point *sorted, size_t count, int guess, const struct stretch_teller *teller);
/* " at least 0.3, or from -2 to -1"; "" where there are none. */
void stretch_describe(const struct stretches *stretches, char *text, size_t room);

#endif
