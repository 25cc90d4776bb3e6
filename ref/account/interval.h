/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic on enclosures. z = f(x, y) becomes an interval that holds f(s, t)
   for every s in x and t in y, rounded outward at the precision of z, which may
   be x or y itself. MPFR rounds each of the functions below correctly, so that
   an end that is attained is the nearest number outside it.

   Where f is not defined for all of x, what counts is the part where it is:
   sqrt of [-1e-70, 4] is [0, 2]. Where it is defined for none, or a division
   may be by zero, z is the whole line. So no end is ever a NaN. */
#ifndef DPMF_ACCOUNT_INTERVAL_H
#define DPMF_ACCOUNT_INTERVAL_H
#include <stdbool.h>
#include <stddef.h>
#include "account/enclosure.h"

/* With `bits` of precision; dpmf_enclosure_init has DPMF_ACCOUNT_BITS. */
void dpmf_interval_init(struct dpmf_enclosure *x, size_t count, mpfr_prec_t bits);
void dpmf_interval_clear(struct dpmf_enclosure *x, size_t count);
mpfr_prec_t dpmf_interval_bits(const struct dpmf_enclosure *x);

void dpmf_interval_set(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
void dpmf_interval_set_d(struct dpmf_enclosure *z, double x);
void dpmf_interval_set_ui(struct dpmf_enclosure *z, unsigned long x);
void dpmf_interval_set_fr(struct dpmf_enclosure *z, mpfr_srcptr x);
void dpmf_interval_set_whole(struct dpmf_enclosure *z);
void dpmf_interval_pi(struct dpmf_enclosure *z);
/* The smallest interval that holds both. */
void dpmf_interval_hull(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y);
void dpmf_interval_max(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y);
void dpmf_interval_min(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y);

void dpmf_interval_neg(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
void dpmf_interval_add(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y);
void dpmf_interval_sub(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y);
void dpmf_interval_mul(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y);
void dpmf_interval_div(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y);
void dpmf_interval_add_si(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, long y);
void dpmf_interval_mul_ui(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, unsigned long y);
void dpmf_interval_div_ui(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, unsigned long y); /* y > 0 */
/* x 2^power */
void dpmf_interval_scale(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, long power);
void dpmf_interval_sqr(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
void dpmf_interval_sqrt(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
/* x^n for a whole n of either sign */
void dpmf_interval_pow_si(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, long n);
/* x^y for x >= 0 */
void dpmf_interval_pow(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y);
void dpmf_interval_exp(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
void dpmf_interval_expm1(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
void dpmf_interval_log(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
void dpmf_interval_log1p(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);
void dpmf_interval_erfc(struct dpmf_enclosure *z, const struct dpmf_enclosure *x);

/* Certain, whatever numbers of x and y are meant. */
bool dpmf_interval_less(const struct dpmf_enclosure *x, const struct dpmf_enclosure *y);
bool dpmf_interval_at_most(const struct dpmf_enclosure *x, const struct dpmf_enclosure *y);
/* 1 or -1 when the sign is certain; 0 when it is not. */
int dpmf_interval_sign(const struct dpmf_enclosure *x);
bool dpmf_interval_holds(const struct dpmf_enclosure *x, mpfr_srcptr number);
/* (hi - lo) over the end nearer to zero, rounded up; infinite when x holds
   zero and is not [0, 0]. */
double dpmf_interval_width(const struct dpmf_enclosure *x);

/* Evaluates f(context, y) into a y of 128 bits, then of 256, and so on up to
   2^16, until the relative width is at most `width`; z gets y rounded outward.
   DPMF_FAILED, and z untouched, when that is not enough: `what` names the
   quantity. For a formula that cancels, and whose inputs are exact. */
typedef void (*dpmf_interval_function)(const void *context, struct dpmf_enclosure *y);
enum dpmf_status dpmf_interval_refine(dpmf_interval_function f, const void *context, double width, const char *what,
                                      struct dpmf_enclosure *z, struct dpmf_error *error);

#endif
