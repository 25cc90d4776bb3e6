/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One exact test of a whole claim, inverted for a lower bound.

   What is counted: U outcomes that point to the right world, and V that point
   to the wrong one. The claim says that u = E U / runs is at most g(v):
   - (epsilon, delta)-privacy: g(v) = e^epsilon v + delta,
   - mu-Gaussian privacy (Dong, Roth, Su 2022): g(v) = Phi(Phi^-1(v) + mu).
   Two designs give such counts:
   - apart: U ~ Bin(n, u) counts an event in the world that it points to,
     V ~ Bin(m, v) the same event in the other world, independently;
   - guesses: the world of each of n runs is a fair coin. From what the run
     shows, one world or the other is guessed, or none. (U, V, rest) is
     multinomial, with u = (P0(A) + P1(B)) / 2, v = (P1(A) + P0(B)) / 2 when A
     is where 0 is guessed and B where 1 is. Both halves of the claim (A seen
     from 0, B seen from 1) add up to u <= g(v), because g is concave.

   The test. Outcomes are ordered by an approximate lower bound L(U, V), which
   grows with U and falls with V and does not depend on the claim. The p-value is
   beta + sup over v in C of P(L(U, V) >= what was seen), at u = g(v): the
   probability grows with u and falls with v, so that the sup over the whole claim
   stands on that curve. C is an interval that misses the true v with
   probability beta at most (Berger and Boos 1994). The p-value grows with
   epsilon, so that the largest epsilon with p <= alpha is a lower bound with
   confidence 1 - alpha (Buehler 1957).

   Its size is computed. Each probability is a sum over the two laws in doubles;
   all terms are positive, their relative error is below 10^-9, and that much is
   added. Between the points of v that are computed, one of two bounds holds: by
   monotony, the value at the larger u and the smaller v; or the larger of both
   ends and w^2 / 8 max |f''| with |f''| <= sqrt(2 f) I + sqrt(f I_u) |g''|, I the Fisher
   information along the curve (Cauchy and Schwarz on L'' / L = the sum of products of
   two runs' scores). An interval where neither suffices is halved; one that
   cannot be settled counts against rejection. */
#ifndef DPMF_AUDIT_JOINT_H
#define DPMF_AUDIT_JOINT_H
#include <stdbool.h>
#include <stdint.h>

enum audit_curve { AUDIT_DP, AUDIT_GAUSSIAN };

struct audit_pair {
	bool guesses;         /* else apart */
	uint64_t runs[2];     /* apart: of the likely world, of the other; guesses: both the same number */
	uint64_t hits[2];     /* U, V */
};

/* L: quick and not guaranteed; -INFINITY when the counts show nothing. `z`: how many deviations out. */
double audit_level_about(const struct audit_pair *seen, enum audit_curve curve, double delta, double z);

/* The largest level found (epsilon, or mu) whose claim the test rejects with p <= alpha; 0
   when there is none. `delta` is of AUDIT_DP only. NAN: no memory. */
double audit_level_lower(const struct audit_pair *seen, enum audit_curve curve, double delta, double alpha);

/* At least the probability of {(U, V): L(U, V) >= L(seen)} with these u and v: for tests. */
double audit_joint_tail(const struct audit_pair *seen, enum audit_curve curve, double delta, double alpha, double u, double v);

#endif
