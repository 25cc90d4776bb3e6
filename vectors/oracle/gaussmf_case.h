/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inputs that the oracles of gaussmf's rounds have in common. */
#ifndef VECTORS_GAUSSMF_CASE_H
#define VECTORS_GAUSSMF_CASE_H
#include "vectors/format/book.h"
#include "gaussmf_balls.h"

/* x, theta, user, item, rating */
void gaussmf_put_ratings(struct book *b, const struct gaussmf_case *g);
/* mu, lambda, clip */
void gaussmf_put_numbers(struct book *b, const struct gaussmf_case *g);

#endif
