/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of privsr (personalized private social recommendation; of the paper
   only the appendix is at hand). Plain arrays and sizes. The kernels that it
   shares with hdpmf, the gradient's share and the step, are in mech/hdpmf/kernels.h,
   the normal share of the noise in noise/noise_share.h.

   The contracts are ACSL. `make prove` proves them of kernels.c: those over
   double as statements about real numbers (REAL), dpmf_privsr_parts in machine
   integers with overflow excluded (INT). */
#ifndef DPMF_MECH_PRIVSR_H
#define DPMF_MECH_PRIVSR_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"

DPMF_BEGIN

/* eps_s = (1 + beta) eps. */
/*@ assigns  \nothing;
    ensures  theorem_1: \result == (1 + beta) * epsilon; */
double dpmf_privsr_epsilon_sensitive(double epsilon, double beta);

/* eps_n = (1 / beta + 1) eps, so that eps_s = beta eps_n. */
/*@ requires beta > 0;
    assigns  \nothing;
    ensures  theorem_1: \result == (1 / beta + 1) * epsilon;
    ensures  ratio: (1 + beta) * epsilon == beta * \result; */
double dpmf_privsr_epsilon_other(double epsilon, double beta);

/* The scale of an item's noise when both groups rated it. Theorem 1 adds the
   standard deviations, 1 / eps_s + 1 / eps_n = 1 / eps; independent normals
   add their variances, and what comes out is
   2 Delta sqrt(K) sqrt(1 / eps_s^2 + 1 / eps_n^2)
     = 2 Delta sqrt(K) sqrt(1 + beta^2) / ((1 + beta) eps). */
/*@ requires epsilon > 0 && beta > 0;
    assigns  \nothing;
    ensures  combined: \result == 2 * delta * \sqrt((real)k) * \sqrt(1 + beta * beta) / ((1 + beta) * epsilon); */
double dpmf_privsr_combined_scale(double delta, size_t k, double epsilon, double beta);

/* Theorem 2: 2 sum q ~ Lap(2 sqrt(K) / eps), so that sum q has scale sqrt(K) / eps. */
/*@ requires epsilon > 0;
    assigns  \nothing;
    ensures  theorem_2: \result == \sqrt((real)k) / epsilon; */
double dpmf_privsr_friend_scale(size_t k, double epsilon);

/* What a friend sends before noise is -2 S_if u_f; sum = sum - 2 s u. */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid(sum + (0 .. k - 1));
    requires \separated(sum + (0 .. k - 1), u + (0 .. k - 1));
    assigns  sum[0 .. k - 1];
    ensures  message: \forall integer l; 0 <= l < k ==> sum[l] == \old(sum[l]) - 2 * s * \old(u[l]); */
void dpmf_privsr_friend_add(const double *u, size_t k, double s, double *sum);

/* dJ/du_i, what user i adds on its own: sum = sum + weight (message + 2 s u),
   where s is the sum of S_if and message that of the friends' messages:
   together weight (2 sum S_if (u_i - u_f) + sum q). */
/*@ requires \valid_read(message + (0 .. k - 1)) && \valid_read(u + (0 .. k - 1)) && \valid(sum + (0 .. k - 1));
    requires \separated(sum + (0 .. k - 1), u + (0 .. k - 1));
    requires \separated(sum + (0 .. k - 1), message + (0 .. k - 1));
    assigns  sum[0 .. k - 1];
    ensures  gradient: \forall integer l; 0 <= l < k ==>
               sum[l] == \old(sum[l]) + weight * (\old(message[l]) + 2 * s * \old(u[l])); */
void dpmf_privsr_friend_gradient(const double *message, const double *u, size_t k, double s, double weight, double *sum);

/* corrected: how an item's noise is divided. Of the variance that published
   gives the two groups the sensitive one has 1 / (1 + beta^2), the other
   beta^2 / (1 + beta^2); with beta = beta_steps 2^-12 a sensitive rater takes
   part[0] / whole[0] of the noise, another part[1] / whole[1], and
     sensitive part[0] / whole[0] + others part[1] / whole[1] = 1 exactly:
   whole[0] = D sensitive, whole[1] = D others and part[0] + part[1] = D. A group
   without raters leaves its part to the other. */
/*@ requires 0 < beta_steps <= 4096;
    requires sensitive <= 4294967296 && others <= 4294967296 && 0 < sensitive + others;
    requires \valid(part + (0 .. 1)) && \valid(whole + (0 .. 1));
    requires \separated(part + (0 .. 1), whole + (0 .. 1));
    assigns  part[0 .. 1], whole[0 .. 1];
    behavior both:
      assumes sensitive > 0 && others > 0;
      ensures whole_sensitive: whole[0] == (part[0] + part[1]) * sensitive;
      ensures whole_others: whole[1] == (part[0] + part[1]) * others;
      ensures published: part[0] * beta_steps * beta_steps == part[1] * 16777216;
      ensures some: 0 < part[0] && 0 < part[1];
    behavior only_sensitive:
      assumes others == 0;
      ensures one: part[0] == 1 && whole[0] == sensitive && part[1] == 0 && whole[1] == 1;
    behavior only_others:
      assumes sensitive == 0;
      ensures one: part[1] == 1 && whole[1] == others && part[0] == 0 && whole[0] == 1;
    complete behaviors;
    disjoint behaviors; */
void dpmf_privsr_parts(uint64_t beta_steps, uint64_t sensitive, uint64_t others, uint64_t *part, uint64_t *whole);

/* corrected: what a friend adds to a sum, each coordinate cut to -most .. most:
   another vector moves the sum by at most 2 most in each coordinate. */
/*@ requires \valid_read(vector + (0 .. k - 1)) && \valid(sum + (0 .. k - 1));
    requires \separated(sum + (0 .. k - 1), vector + (0 .. k - 1));
    requires 0 <= most <= 4294967296;
    requires sum_fits: \forall integer l; 0 <= l < k ==> -4611686018427387904 <= sum[l] <= 4611686018427387904;
    assigns  sum[0 .. k - 1];
    ensures  inside: \forall integer l; 0 <= l < k && -most <= \old(vector[l]) <= most ==>
               sum[l] == \old(sum[l]) + \old(vector[l]);
    ensures  above: \forall integer l; 0 <= l < k && most < \old(vector[l]) ==> sum[l] == \old(sum[l]) + most;
    ensures  below: \forall integer l; 0 <= l < k && \old(vector[l]) < -most ==> sum[l] == \old(sum[l]) - most; */
void dpmf_privsr_friend_contribute(const int64_t *vector, size_t k, int64_t most, int64_t *sum);

DPMF_END

#endif
