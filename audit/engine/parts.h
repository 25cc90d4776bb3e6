/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which runs serve what. Of n runs of each world the first `learn` choose score and
   event, and the last held[world] give the bound: no run does both, so that the
   choice costs nothing.

   Guesses are tested as if the world of each run were a fair coin (joint.h). So
   it is: of N = 2 (n - L) runs, held[0] ~ Bin(N, 1/2) is drawn from coins of
   the seed, held[1] = N - held[0], and L runs of each world, give or take the coins'
   excess, are left to learn from. Where the coins ask for more runs of a world than half of
   L more than its share, which hardly ever happens, those that are missing count as wrong guesses: that lowers the bound.
   L is a quarter of few runs and a tenth of many; a fifth where rare events tell most, which take many
   runs to be told apart: `rare`. It grows no further from a million runs on, so that what is learned from can be kept; then
   four deviations of the coins are spared, and serve nothing when the coins do not ask for them. */
#ifndef DPMF_AUDIT_PARTS_H
#define DPMF_AUDIT_PARTS_H
#include <stdbool.h>
#include <stddef.h>

#include "core/stream.h"

struct audit_parts {
	size_t learn;    /* [0, learn) of both worlds */
	size_t held[2];  /* the last so many */
	size_t lost;
	size_t expected; /* n - L */
};

struct audit_parts audit_parts_divide(size_t trials, bool rare, const struct dpmf_key *coins);

#endif
