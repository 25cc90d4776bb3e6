/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samplers in integer arithmetic only: the law is exactly the one named, for
   uniformly random words. Canonne, Kamath, Steinke: The Discrete Gaussian for
   Differential Privacy (2020), Algorithms 1 to 3. Overflow is excluded by the
   contracts. Contracts in ACSL stand in front of each function. */
#ifndef DPMF_NOISE_EXACT_H
#define DPMF_NOISE_EXACT_H
#include <stdbool.h>
#include <stdint.h>
#include "core/stream.h"

/* Uniform on 0 .. limit - 1, by rejection; limit > 0. */
uint64_t dpmf_uniform_below(struct dpmf_stream *s, uint64_t limit);
/* True with probability p / q; p <= q, q > 0. */
bool dpmf_bernoulli(struct dpmf_stream *s, uint64_t p, uint64_t q);
/* True with probability exp(-p / q); q > 0. */
bool dpmf_bernoulli_exp(struct dpmf_stream *s, uint64_t p, uint64_t q);
/* P(k) = (1 - a) a^k with a = exp(-p / q), k >= 0. */
uint64_t dpmf_geometric(struct dpmf_stream *s, uint64_t p, uint64_t q);
/* P(x) proportional to exp(-|x| p / q). */
int64_t dpmf_discrete_laplace(struct dpmf_stream *s, uint64_t p, uint64_t q);
/* P(x) proportional to exp(-x^2 / (2 sigma^2)) with sigma^2 = p / q. */
int64_t dpmf_discrete_gaussian(struct dpmf_stream *s, uint64_t p, uint64_t q);

#endif
