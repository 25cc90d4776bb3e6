/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses and tails of binomial laws in doubles, to a relative error below
   10^-9: the first by Loader's form (Fast and accurate computation of binomial
   probabilities, 2000), the others from their neighbours, by products of
   positive terms. */
#ifndef DPMF_AUDIT_MASS_H
#define DPMF_AUDIT_MASS_H
#include <stdbool.h>
#include <stdint.h>

/* P(X = k), X ~ Bin(n, p). */
double mass_of(uint64_t n, uint64_t k, double p);
/* X is outside [from, to] with a probability of at most 10^-32. */
void mass_window(uint64_t n, double p, uint64_t *from, uint64_t *to);

/* The masses of a law from the upper end of its window downwards. */
struct mass {
	uint64_t n, first, k;
	double odds; /* (1 - p) / p */
	double p;    /* P(X = k) */
};
struct mass mass_at_end(uint64_t n, double p);
void mass_down(struct mass *mass);

/* P(X >= k), X ~ Bin(n, p), while n does not fall and k does not rise from one question to the next. */
struct tail {
	uint64_t n, k;
	double p, sum, next; /* P(X >= k), P(X = k - 1) */
	bool started;
};
struct tail tail_none(double p);
double tail_to(struct tail *tail, uint64_t n, uint64_t k);

#endif
