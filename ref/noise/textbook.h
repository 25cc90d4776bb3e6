/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samplers in double precision, as textbooks have them: needed to reproduce
   the papers. Their output leaks through the floating-point grid (Mironov
   2012); nothing that is released in earnest should use them. */
#ifndef DPMF_NOISE_TEXTBOOK_H
#define DPMF_NOISE_TEXTBOOK_H
#include "core/stream.h"

double dpmf_uniform(struct dpmf_stream *s);      /* (k + 1/2) 2^-53, k uniform on 53 bits: inside (0, 1) */
double dpmf_exponential(struct dpmf_stream *s);  /* -log(uniform): Exp(1) */
double dpmf_normal(struct dpmf_stream *s);       /* N(0, 1): Box-Muller, the cosine branch, two words a draw */
double dpmf_laplace(struct dpmf_stream *s, double scale); /* inverse CDF, one word a draw */
/* hdpmf Theorem 3: scale sqrt(2 h) c with h ~ Exp(1), c ~ N(0, 1) is Laplace(scale). */
double dpmf_mixture(struct dpmf_stream *s, double scale);

#endif
