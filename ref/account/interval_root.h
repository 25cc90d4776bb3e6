/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The zero of a function that grows, enclosed: an end of the bracket moves only
   to a point where an enclosure shows the sign. How the points are guessed
   decides the speed and nothing else. */
#ifndef DPMF_ACCOUNT_INTERVAL_ROOT_H
#define DPMF_ACCOUNT_INTERVAL_ROOT_H
#include "account/interval.h"

struct dpmf_root {
	/* An enclosure of f(x), at the precision of y. */
	void (*value)(const void *context, mpfr_srcptr x, struct dpmf_enclosure *y);
	const void *context;
	const char *what; /* the quantity, for messages */
};

/* On entry f(z.lo) < 0 < f(z.hi), which is checked; on return z holds every zero
   and its relative width is at most `width`. 0 <= z.lo. */
enum dpmf_status dpmf_interval_root(const struct dpmf_root *root, double width, struct dpmf_enclosure *z,
                                    struct dpmf_error *error);
/* Doubles z.hi until f is certainly positive there; z.hi > 0. */
enum dpmf_status dpmf_interval_root_above(const struct dpmf_root *root, struct dpmf_enclosure *z,
                                          struct dpmf_error *error);

#endif
