/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What falls as x grows, enclosed over an interval: each end of y comes from one end of x. */
#ifndef DPMF_ACCOUNT_INTERVAL_FALLING_H
#define DPMF_ACCOUNT_INTERVAL_FALLING_H
#include "account/interval.h"

/* An enclosure of f(x), at the precision of y. */
typedef enum dpmf_status dpmf_falling(const void *context, mpfr_srcptr x, struct dpmf_enclosure *y, struct dpmf_error *error);

enum dpmf_status dpmf_interval_falling(dpmf_falling *f, const void *context, const struct dpmf_enclosure *x,
                                       struct dpmf_enclosure *y, struct dpmf_error *error);

#endif
