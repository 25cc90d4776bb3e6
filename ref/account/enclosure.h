/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A real number that is known to lie between two: [lo, hi], rounded outward
   at every step. */
#ifndef DPMF_ACCOUNT_ENCLOSURE_H
#define DPMF_ACCOUNT_ENCLOSURE_H
#include <mpfr.h>
#include "account/decimals.h"
#include "core/status.h"

enum { DPMF_ACCOUNT_BITS = 256 };

struct dpmf_enclosure {
	mpfr_t lo, hi;
};

void dpmf_enclosure_init(struct dpmf_enclosure *x);
void dpmf_enclosure_clear(struct dpmf_enclosure *x);
void dpmf_enclosure_set(struct dpmf_enclosure *x, double value);
/* The decimal number as written (0.1 is a tenth, not the nearest double);
   DPMF_INPUT names `what` when it is not a finite number. */
enum dpmf_status dpmf_enclosure_read(struct dpmf_enclosure *x, const char *what, const char *text,
                                     struct dpmf_error *error);

void dpmf_enclosure_print(const struct dpmf_enclosure *x, struct dpmf_decimals *text);

#endif
