/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors are plain arrays with a length. */
#ifndef DPMF_CORE_VECTOR_H
#define DPMF_CORE_VECTOR_H
#include <stddef.h>

double dpmf_dot(const double *x, const double *y, size_t n);            /* sum x_i y_i */
void dpmf_scale(double a, const double *x, size_t n, double *y);        /* y = a x */
void dpmf_add_scaled(double a, const double *x, size_t n, double *y);   /* y = y + a x */
double dpmf_l1(const double *x, size_t n);                              /* sum |x_i| */
double dpmf_l2(const double *x, size_t n);                              /* sqrt(sum x_i^2) */
/* The nearest point of the ball |x|_2 <= radius: x times radius / |x|_2 when
   it lies outside, rounded so that the result does not lie outside again. */
void dpmf_project_ball(double *x, size_t n, double radius);

#endif
