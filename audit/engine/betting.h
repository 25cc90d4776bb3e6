/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test of a claim that may be looked at, and stopped, at any time: betting
   against it (Shafer 2021; Waudby-Smith and Ramdas 2024; for privacy: arXiv 2509.07055).

   Before each run a fair coin chooses its world, and an event is fixed that has been learned from the past
   alone. The run is then guessed right, guessed wrong, or not guessed. If the claim is true, P(right) <=
   e^epsilon P(wrong) + delta, whatever went before (joint.h); so the stake
   1 + lambda (1{right} - e^epsilon 1{wrong} - delta) is 1 at most on average, and positive for 0 <= lambda < 1 /
   (e^epsilon + delta). The product of the stakes, and the mean of such products over several lambda, is a
   supermartingale that starts at 1: it reaches 1 / alpha at any time with probability alpha at most (Ville). Runs
   need not be independent of one another: it is the coin that must be. */
#ifndef DPMF_AUDIT_BETTING_H
#define DPMF_AUDIT_BETTING_H
#include <stdint.h>

struct audit_bets {
	uint64_t right, wrong, none;
};

/* ln of the mean product for this claim, rounded down. */
double audit_evidence(const struct audit_bets *bets, double epsilon, double delta);

/* All claims below it are refuted: their evidence is at least ln(1 / alpha). A multiple of 0.001; 0 when none is. With several
   looks the largest answer may be kept. */
double audit_bets_epsilon(const struct audit_bets *bets, double delta, double alpha);

#endif
