/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samplers in double precision, as textbooks have them: needed to reproduce
   the papers. Their output leaks through the floating-point grid (Mironov
   2012); nothing that is released in earnest should use them. */
#ifndef DPMF_NOISE_TEXTBOOK_H
#define DPMF_NOISE_TEXTBOOK_H
#include "core/public.h"
#include "core/stream.h"

DPMF_BEGIN

/* (k + 1/2) 2^-52, k the upper 52 bits of a word: inside (0, 1), symmetric about 1/2, never rounded
   (with 53 bits k + 1/2 would need 54, and the largest would round to 1). */
double dpmf_uniform(struct dpmf_stream *s);
double dpmf_exponential(struct dpmf_stream *s);  /* -log(uniform): Exp(1) */
/* N(0, 1): Box-Muller, sqrt(-2 log u) cos(2 pi v), u drawn before v. */
double dpmf_normal(struct dpmf_stream *s);
/* Inverse CDF, one word a draw: scale log(2 u) for u < 1/2, else -scale log(2 (1 - u)). */
double dpmf_laplace(struct dpmf_stream *s, double scale);
/* hdpmf Theorem 3: scale sqrt(2 h) c with h ~ Exp(1), c ~ N(0, 1) is Laplace(scale); h is drawn before c. */
double dpmf_mixture(struct dpmf_stream *s, double scale);

DPMF_END

#endif
