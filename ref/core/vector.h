/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors are plain arrays with a length. The contracts speak of real numbers;
   in doubles, sums are rounded after every step, from index 0 upwards. The
   2-norm squares plainly: entries beyond 2^500 in size overflow, and what lies
   below 2^-500 may vanish. */
#ifndef DPMF_CORE_VECTOR_H
#define DPMF_CORE_VECTOR_H
#include <stddef.h>
#include "core/public.h"
#ifdef __FRAMAC__
#include "proofs/logic/sums.h"
#endif

DPMF_BEGIN

/* sum x_i y_i */
/*@ requires \valid_read(x + (0 .. n - 1)) && \valid_read(y + (0 .. n - 1));
    assigns  \nothing;
    ensures  sum: \result == dot(x, y, n);
*/
double dpmf_dot(const double *x, const double *y, size_t n);

/* y = a x */
/*@ requires \valid_read(x + (0 .. n - 1)) && \valid(y + (0 .. n - 1));
    requires \separated(x + (0 .. n - 1), y + (0 .. n - 1));
    assigns  y[0 .. n - 1];
    ensures  scaled: \forall integer i; 0 <= i < n ==> y[i] == a * \old(x[i]);
*/
void dpmf_scale(double a, const double *x, size_t n, double *y);

/* y = y + a x */
/*@ requires \valid_read(x + (0 .. n - 1)) && \valid(y + (0 .. n - 1));
    requires \separated(x + (0 .. n - 1), y + (0 .. n - 1));
    assigns  y[0 .. n - 1];
    ensures  added: \forall integer i; 0 <= i < n ==> y[i] == \old(y[i]) + a * \old(x[i]);
*/
void dpmf_add_scaled(double a, const double *x, size_t n, double *y);

/* sum |x_i| */
/*@ requires \valid_read(x + (0 .. n - 1));
    assigns  \nothing;
    ensures  sum: \result == absolutes(x, n);
*/
double dpmf_l1(const double *x, size_t n);

/* sqrt(sum x_i^2) */
/*@ requires \valid_read(x + (0 .. n - 1));
    assigns  \nothing;
    ensures  sign: squares(x, n) >= 0;
    ensures  root: \result == \sqrt(squares(x, n));
*/
double dpmf_l2(const double *x, size_t n);

/* The nearest point of the ball |x|_2 <= radius: x itself, or x times
   radius / |x|_2 when it lies outside. In doubles the factor is rounded towards
   zero until dpmf_l2 of the result is at most radius. In doubles no square may
   overflow or underflow: entries within 2^-500 to 2^500, or zero. */
/*@ requires \valid(x + (0 .. n - 1));
    requires radius >= 0;
    assigns  x[0 .. n - 1];
    behavior inside:
      assumes \sqrt(squares(x, n)) <= radius;
      ensures kept: \forall integer i; 0 <= i < n ==> x[i] == \old(x[i]);
    behavior outside:
      assumes \sqrt(squares(x, n)) > radius;
      ensures nearest: \forall integer i; 0 <= i < n ==>
                x[i] == radius / \old(\sqrt(squares(x, n))) * \old(x[i]);
    complete behaviors;
    disjoint behaviors;
*/
void dpmf_project_ball(double *x, size_t n, double radius);

DPMF_END

#endif
