/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a guarantee's delta owes to the samplers: each draws a law that is not quite the one named.

   A mechanism M would draw the laws named, M' draws what the samplers draw. One draw of M' differs from
   that of M by at most t in total variation (noise/law/law.h: 2^-1473 for a discrete Laplace or Gaussian
   draw, 2^-1476 for one party's share, 2^-2000 for a bit that is turned over or not, 2^-121 for
   a discrete Laplace draw by a fixed number of words; nothing for the Poisson binomial mechanism).

   Neighbours D and D' of the record's relation differ in the pieces that the entry says they touch. Given all that left
   before, what leaves of every other piece has one and the same distribution on D and on D', in M' as in
   any mechanism that draws these pieces as M' does. So let M draw the touched pieces by the laws named and the others
   as M' does: M is still (epsilon, delta)-private, because its untouched pieces are the same for both.
   M and M' then differ in the touched pieces' draws alone. Draw after draw the total variations add up, also where
   a draw is chosen in the light of those before: with n draws,
     |P(M'(D) in S) - P(M(D) in S)| <= n t =: eta, and the same for D'.
   Therefore
     P(M'(D) in S) <= P(M(D) in S) + eta <= e^epsilon P(M(D') in S) + delta + eta
                   <= e^epsilon P(M'(D') in S) + delta + (1 + e^epsilon) eta,
   and what is owed is (1 + e^epsilon) eta. Here epsilon is that of the whole composition.

   n counts, of each entry that draws, the coordinates of the touched pieces: `touched` pieces for the entry's own
   neighbours, all pieces where a row is asked for and the entry speaks of single ratings, and where it speaks of edges, as
   many as those who collude hear. A piece
   in shares has a draw for each participant, of whom there are at most 2^32, as users are numbered in 32
   bits: more than there are, and it hardly matters. */
#ifndef DPMF_ACCOUNT_LIMITS_H
#define DPMF_ACCOUNT_LIMITS_H
#include "account/enclosure.h"
#include "noise/entry.h"

/* [0, (1 + e^epsilon) eta], rounded up, of the entries that bear on these neighbours (budget_relation.h); epsilon.hi is
   used. DPMF_NO, with the entry's name, where noise was drawn in doubles: no bound is known of how far that is from
   the law named. What left without noise has no law, and owes nothing here. */
enum dpmf_status dpmf_record_limits(const struct dpmf_record *record, enum dpmf_relation neighbours,
                                    const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                    struct dpmf_error *error);

#endif
