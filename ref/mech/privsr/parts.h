/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr corrected: how an item's noise is divided between the two groups when
   any `least` of the shares must make the whole law. dpmf_privsr_parts (mech/privsr/kernels.h) is
   that for all of them. */
#ifndef DPMF_MECH_PRIVSR_PARTS_H
#define DPMF_MECH_PRIVSR_PARTS_H
#include <stdint.h>

/* Of each group at most so many, or a product could leave 64 bits. */
#define DPMF_PRIVSR_RATERS_MOST UINT64_C(524288)

/*@ logic integer few(integer a, integer b) = a < b ? a : b;
    logic integer sensitive_size(integer others) = 16777216 * others;
    logic integer other_size(integer beta_steps, integer sensitive) = beta_steps * beta_steps * sensitive;
    logic integer smallest_others(integer beta_steps, integer sensitive, integer others, integer least) =
      other_size(beta_steps, sensitive) <= sensitive_size(others) ? few(least, others) : least - few(least, sensitive);
    logic integer smallest_sum(integer beta_steps, integer sensitive, integer others, integer least) =
      (least - smallest_others(beta_steps, sensitive, others, least)) * sensitive_size(others) +
      smallest_others(beta_steps, sensitive, others, least) * other_size(beta_steps, sensitive); */

/* A sensitive rater's share stands to another's as 2^24 / sensitive to beta_steps^2 / others
   (dpmf_privsr_parts), so as 2^24 others to beta_steps^2 sensitive. The least smallest shares add up to
   smallest_sum, and that is the whole. A share larger than that is the whole law.
   Both groups have raters; a group alone divides the whole into `least` parts. */
/*@ requires 0 < beta_steps <= 4096;
    requires 0 < sensitive <= DPMF_PRIVSR_RATERS_MOST && 0 < others <= DPMF_PRIVSR_RATERS_MOST;
    requires 0 < least <= sensitive + others;
    requires \valid(part + (0 .. 1)) && \valid(whole);
    requires \separated(part + (0 .. 1), whole);
    assigns  part[0 .. 1], *whole;
    ensures  whole: *whole == smallest_sum(beta_steps, sensitive, others, least);
    ensures  sensitive: part[0] == few(sensitive_size(others), *whole);
    ensures  others: part[1] == few(other_size(beta_steps, sensitive), *whole);
    ensures  shares: 0 < part[0] <= *whole && 0 < part[1] <= *whole; */
void dpmf_privsr_parts_of(uint64_t beta_steps, uint64_t sensitive, uint64_t others, uint64_t least,
                          uint64_t part[2], uint64_t *whole);

#endif
