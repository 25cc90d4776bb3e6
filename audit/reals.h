/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of enclosures: the few steps of which the papers' updates consist,
   in interval arithmetic. */
#ifndef DPMF_AUDIT_REALS_H
#define DPMF_AUDIT_REALS_H
#include "account/interval.h"

enum { AUDIT_REAL_BITS = 256 };

void reals_init(struct dpmf_enclosure *x, size_t count);
/* The exact doubles. */
void reals_set(struct dpmf_enclosure *x, const double *value, size_t count);
void reals_clear(struct dpmf_enclosure *x, size_t count);

/* z = x . y */
void reals_dot(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y, size_t count);
/* y = y + a x */
void reals_add_scaled(const struct dpmf_enclosure *a, const struct dpmf_enclosure *x, size_t count, struct dpmf_enclosure *y);
/* y = a y */
void reals_scale(const struct dpmf_enclosure *a, struct dpmf_enclosure *y, size_t count);
/* x = x / max(1, |x|_2 / radius) */
void reals_clip(struct dpmf_enclosure *x, size_t count, double radius);
/* z = |x|_1, z = |x|_2, z = the largest |x_i| */
void reals_l1(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, size_t count);
void reals_l2(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, size_t count);
void reals_largest(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, size_t count);
/* x between -most and most */
void reals_cut(struct dpmf_enclosure *x, size_t count, const struct dpmf_enclosure *most);

#endif
