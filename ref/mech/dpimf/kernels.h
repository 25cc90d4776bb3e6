/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of dpimf (Ran, Ye, Huang and Hu, Differentially Private Implicit
   Matrix Factorization). Plain arrays and sizes; the drivers that call them in
   the paper's order are pass.c, published.c and audit/dpimf/corrected.c.

   Everything is written for item profiles q_i, of the user profiles p_u of
   those who interacted; for user profiles the two change places.

   The loss of one item is a quadratic form, and one number says which:
     q'(keep G_i + alpha0 G + lambda (keep |U_i| + alpha0 |U|) E) q - q' 2 g_i
   with G_i and g_i the sums of p (x) p and of p over U_i, and G that over all users.
   keep = 1 is Eq. (7), the strawman's; keep = 1 - alpha0 is Eq. (14) with the
   regularizer of Eq. (13), since the sum over the others is G - G_i. At alpha0 = 1
   keep is 0, and what is quadratic does not look at U_i at all.

   The contracts are ACSL. `make prove` proves them of kernels.c as statements
   about real numbers (REAL). In them (proofs/logic/rows.h) start(d, d) is d^2,
   triangle(d, d) is d (d + 1) / 2, entry is the number in row j and column l of
   a d x d matrix, row after row, and upper_entry that of its upper triangle. */
#ifndef DPMF_MECH_DPIMF_H
#define DPMF_MECH_DPIMF_H
#include <stddef.h>
#include "core/public.h"

#ifdef __FRAMAC__
#include "proofs/logic/sums.h"
#include "proofs/logic/rows.h"
#endif

DPMF_BEGIN

/* Eq. (15) of one profile: how far it can move 2 g_i, 2 |p|_1. */
/*@ requires \valid_read(p + (0 .. d - 1));
    assigns  \nothing;
    ensures  eq15: \result == 2 * absolutes(p, d); */
double dpmf_dpimf_delta_first(const double *p, size_t d);

/* Eq. (16) of one profile: keep |p (x) p|_full = keep |p|_1^2. */
/*@ requires \valid_read(p + (0 .. d - 1));
    assigns  \nothing;
    ensures  eq16: \result == keep * absolutes(p, d) * absolutes(p, d); */
double dpmf_dpimf_delta_full(const double *p, size_t d, double keep);

/* Eq. (18) of one profile: keep |p (x) p|_triu = keep (|p|_1^2 + |p|_2^2) / 2. */
/*@ requires \valid_read(p + (0 .. d - 1));
    assigns  \nothing;
    ensures  eq18: \result == keep * (absolutes(p, d) * absolutes(p, d) + squares(p, d)) / 2; */
double dpmf_dpimf_delta_triu(const double *p, size_t d, double keep);

/* Eq. (9) of one profile: all the coefficients of Eq. (7) at once, 2 |p|_1 + |p (x) p|_full + 1. */
/*@ requires \valid_read(p + (0 .. d - 1));
    assigns  \nothing;
    ensures  eq9: \result == 2 * absolutes(p, d) + absolutes(p, d) * absolutes(p, d) + 1; */
double dpmf_dpimf_delta_loss(const double *p, size_t d);

/* The same for every p with |p|_2 <= c, whatever the data are: each is attained by
   p = (c, .., c) / sqrt(d). 2 c sqrt(d). */
/*@ requires c >= 0;
    assigns  \nothing;
    ensures  first: \result == 2 * c * \sqrt((real)d); */
double dpmf_dpimf_bound_first(double c, size_t d);

/* c^2 d */
/*@ requires c >= 0;
    assigns  \nothing;
    ensures  full: \result == c * c * d; */
double dpmf_dpimf_bound_full(double c, size_t d);

/* c^2 (d + 1) / 2 */
/*@ requires c >= 0;
    assigns  \nothing;
    ensures  triu: \result == c * c * (d + 1) / 2; */
double dpmf_dpimf_bound_triu(double c, size_t d);

/* One interaction's part of the first-order coefficients (Algorithm 2, line 9):
   first = first + 2 w p; w is 1 without importance sampling. */
/*@ requires \valid_read(p + (0 .. d - 1)) && \valid(first + (0 .. d - 1));
    requires \separated(first + (0 .. d - 1), p + (0 .. d - 1));
    assigns  first[0 .. d - 1];
    ensures  first: \forall integer l; 0 <= l < d ==> first[l] == \old(first[l]) + 2 * w * \old(p[l]); */
void dpmf_dpimf_add_first(const double *p, size_t d, double w, double *first);

/* Row j of one interaction's part of G_i (Algorithm 2, line 9): row = row + w p_j p. */
/*@ requires \valid_read(p + (0 .. d - 1)) && \valid(row + (0 .. d - 1)) && j < d;
    requires \separated(row + (0 .. d - 1), p + (0 .. d - 1));
    assigns  row[0 .. d - 1];
    ensures  row: \forall integer l; 0 <= l < d ==> row[l] == \old(row[l]) + w * \old(p[j]) * \old(p[l]); */
void dpmf_dpimf_add_row(const double *p, size_t d, double w, size_t j, double *row);

/* All of them: second = second + w p (x) p, d x d, row after row. */
/*@ requires \valid_read(p + (0 .. d - 1)) && \valid(second + (0 .. start(d, d) - 1));
    requires \separated(second + (0 .. start(d, d) - 1), p + (0 .. d - 1));
    assigns  second[0 .. start(d, d) - 1];
    ensures  second: \forall integer j, l; 0 <= j < d && 0 <= l < d ==>
               entry(second, d, j, l) == \old(entry(second, d, j, l)) + w * \old(p[j]) * \old(p[l]); */
void dpmf_dpimf_add_second(const double *p, size_t d, double w, double *second);

/* keep |U_i| + alpha0 |U|: what lambda |q_i|^2 is weighted with, Eqs. (6) and (13). */
/*@ assigns  \nothing;
    ensures  weight: \result == keep * of_item + alpha0 * of_all; */
double dpmf_dpimf_regularizer(double keep, double alpha0, double of_item, double of_all);

/* keep G_i + alpha0 G, n numbers each, in place of G_i: Eqs. (7) and (14), for any of their coefficients. */
/*@ requires \valid(of_item + (0 .. n - 1)) && \valid_read(of_all + (0 .. n - 1));
    requires \separated(of_item + (0 .. n - 1), of_all + (0 .. n - 1));
    assigns  of_item[0 .. n - 1];
    ensures  mixed: \forall integer l; 0 <= l < n ==>
               of_item[l] == keep * \old(of_item[l]) + alpha0 * \old(of_all[l]); */
void dpmf_dpimf_mix(double keep, double alpha0, const double *of_all, size_t n, double *of_item);

/* Eq. (19): the d x d symmetric matrix of the d (d + 1) / 2 numbers of its upper
   triangle, row after row; and those numbers of a d x d matrix. */
/*@ requires \valid_read(upper + (0 .. triangle(d, d) - 1)) && \valid(full + (0 .. start(d, d) - 1));
    requires \separated(full + (0 .. start(d, d) - 1), upper + (0 .. triangle(d, d) - 1));
    assigns  full[0 .. start(d, d) - 1];
    ensures  upper: \forall integer j, l; 0 <= j <= l < d ==>
               entry(full, d, j, l) == \old(upper_entry(upper, d, j, l));
    ensures  lower: \forall integer j, l; 0 <= l < j < d ==> entry(full, d, j, l) == entry(full, d, l, j); */
void dpmf_dpimf_symmetric(const double *upper, size_t d, double *full);

/*@ requires \valid_read(full + (0 .. start(d, d) - 1)) && \valid(upper + (0 .. triangle(d, d) - 1));
    requires \separated(full + (0 .. start(d, d) - 1), upper + (0 .. triangle(d, d) - 1));
    assigns  upper[0 .. triangle(d, d) - 1];
    ensures  upper: \forall integer j, l; 0 <= j <= l < d ==>
               upper_entry(upper, d, j, l) == \old(entry(full, d, j, l)); */
void dpmf_dpimf_upper(const double *full, size_t d, double *upper);

DPMF_END

#endif
