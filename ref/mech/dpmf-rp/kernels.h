/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of dpmf-rp (differentially private matrix factorization with the
   Poisson binomial mechanism, secure aggregation and random projection). Plain
   arrays and sizes; matrices row after row.

   A user's gradient passes through these, in this order: Eqs. (16) and (17)
   clip, S adds its m rows into p (Definition 3.5), signs and the Walsh-Hadamard
   transform spread them (Algorithm 3), every coordinate becomes an integer
   between 0 and q (Algorithm 1). Of the integers only the sum over the users
   is revealed; the server scales it, goes the way back (Algorithm 4) and steps
   down the gradient (Eq. (7)).

   Algorithm 1 itself is in noise/pbm.h.

   The contracts are ACSL. `make prove` proves them of kernels.c: those over double
   as statements about real numbers (REAL), those over integers in machine
   integers with overflow excluded (INT). */
#ifndef DPMF_MECH_DPMF_RP_H
#define DPMF_MECH_DPMF_RP_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"

#ifdef __FRAMAC__
#include "proofs/logic/hadamard.h"
#include "proofs/logic/sums.h"
#endif

DPMF_BEGIN

/* Eq. (16): the rating's error, cut to -e .. e. */
/*@ requires e >= 0;
    assigns  \nothing;
    ensures  inside: -e <= error <= e ==> \result == error;
    ensures  above: error > e ==> \result == e;
    ensures  below: error < -e ==> \result == -e; */
double dpmf_rp_clip_error(double error, double e);

/* Eq. (17): u min(1, B_1 / |u|_1). */
/*@ requires \valid(u + (0 .. k - 1)) && b1 > 0;
    assigns  u[0 .. k - 1];
    behavior inside:
      assumes absolutes(u, k) <= b1;
      ensures kept: \forall integer l; 0 <= l < k ==> u[l] == \old(u[l]);
    behavior outside:
      assumes absolutes(u, k) > b1;
      ensures cut: \forall integer l; 0 <= l < k ==> u[l] == b1 / \old(absolutes(u, k)) * \old(u[l]);
    complete behaviors;
    disjoint behaviors; */
void dpmf_rp_clip_profile(double *u, size_t k, double b1);

/* Delta_1 before its factor 2 / beta, which holds with u held: one rating moves one row of the
   gradient by no more (proofs/dpmf-rp/relational.c). */
/*@ assigns \nothing;
    ensures reach: \result == 2 * e * (1 + kappa) * b1; */
double dpmf_rp_reach(double e, double kappa, double b1);

/* S grad V, one item's row of it: row h(j) gains sigma(j) c_ij e_ij u_i. */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid(row + (0 .. k - 1));
    requires \separated(row + (0 .. k - 1), u + (0 .. k - 1));
    assigns  row[0 .. k - 1];
    ensures  added: \forall integer l; 0 <= l < k ==>
               row[l] == \old(row[l]) + sign * weight * error * \old(u[l]); */
void dpmf_rp_project_add(double sign, double weight, double error, const double *u, size_t k, double *row);

/* H of Algorithm 3 in O(p' log p' k): rows = p' = 2^s rows of k numbers, in place.
   That H is orthonormal and its own inverse is in proofs/theory/Hadamard.v. */
/*@ requires power_of_two(rows) && rows * k <= 18446744073709551615;
    requires \valid(x + (0 .. rows * k - 1));
    assigns  x[0 .. rows * k - 1];
    ensures  transformed: \forall integer s, i; 0 <= s && two_to(s) == rows && 0 <= i < rows * k ==>
               x[i] == hadamard{Pre}(x, 0, s, k, i) / \sqrt(rows); */
void dpmf_rp_hadamard(double *x, size_t rows, size_t k);

/* The least power of two that is at least p. */
/*@ requires 1 <= p <= 4294967296;
    assigns  \nothing;
    ensures  range: p <= \result < 2 * p;
    ensures  power: power_of_two(\result); */
size_t dpmf_rp_padded(size_t p);

/* x / c in steps of 2^-24, cut to -most .. most: 2^24 steps are c (noise/pbm.h). */
/*@ requires c > 0 && 0 <= most <= 1099511627776;
    assigns  \nothing;
    ensures  range: -most <= \result <= most;
    ensures  nearest: -most <= x / c * 16777216 <= most ==> \abs(\result - x / c * 16777216) <= 0.5;
    ensures  above: x / c * 16777216 >= most ==> \result == most;
    ensures  below: x / c * 16777216 <= -most ==> \result == -most; */
int64_t dpmf_rp_cut_steps(double x, double c, int64_t most);

/* What the server makes of a sum over `users` of the integers of one coordinate:
   (sum - users q / 2) c / (q theta), which estimates the sum of the x. */
/*@ requires q > 0 && theta > 0;
    assigns  \nothing;
    ensures  estimate: \result == (sum - users * q / 2) * c / (q * theta); */
double dpmf_rp_estimate(double sum, double users, double q, double theta, double c);

/* Eq. (7) for B, from the sum of f over the share of the users that take part: -2 / share of it, which
   stands for all users, plus 2 mu B. In place. */
/*@ requires share > 0 && \valid(sum + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    requires \separated(sum + (0 .. n - 1), b + (0 .. n - 1));
    assigns  sum[0 .. n - 1];
    ensures  descent: \forall integer l; 0 <= l < n ==> sum[l] == -2 / share * \old(sum[l]) + 2 * mu * b[l]; */
void dpmf_rp_descent(double *sum, const double *b, size_t n, double share, double mu);

DPMF_END

#endif
