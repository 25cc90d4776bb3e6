/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mironov (2012): a textbook sampler maps 2^52 uniform numbers to doubles, and
   most doubles are hit from one of two neighbours only. Whoever sees such an
   output knows which neighbour it was, whatever epsilon says. */
#ifndef DPMF_AUDIT_NOISE_LEAK_H
#define DPMF_AUDIT_NOISE_LEAK_H
#include <stdbool.h>
#include <stdint.h>

#include "core/stream.h"

/* Can dpmf_laplace(scale), added to `value`, give `output`? Inverts the
   distribution function and tries the words around; "yes" when there are more
   than a few, so that "no" is certain and "yes" may be wrong. */
bool noise_leak_textbook_reaches(double scale, double value, double output);

/* Adds textbook noise to `value`, and counts the outputs that the same noise
   added to `other` cannot give. */
uint64_t noise_leak_textbook(struct dpmf_stream *s, double scale, double value, double other, uint64_t draws);

/* The same for values on the grid 2^exponent and discrete Laplace noise of
   exp(-|steps| p / q). */
uint64_t noise_leak_grid(struct dpmf_stream *s, int exponent, uint64_t p, uint64_t q,
                         double value, double other, uint64_t draws);

#endif
