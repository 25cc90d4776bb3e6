/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf-rp's sparse random projection (Definition 3.5) and the random signs of
   Algorithm 3, as tables that everybody draws from a public seed.

   S has one entry in each column: S_ij = sigma(j) if h(j) = i. Every h(j), sigma(j)
   and xi(i) is drawn from a stream of its own sub-key, so that as far as the
   generator goes all of them are independent: h uniform on the p rows, sigma and
   xi uniform signs. Pairs are what the error of Lemma 5.1 needs, and no more:
   E |S'S x - x|^2 = (m - 1) / p |x|^2 for pairwise independent h and sigma. */
#ifndef DPMF_MECH_PROJECTION_H
#define DPMF_MECH_PROJECTION_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"
#include "core/stream.h"

DPMF_BEGIN

struct dpmf_projection {
	size_t items, rows;  /* m, p */
	size_t padded;       /* p': the least power of two that is at least p */
	uint32_t *row;       /* h, m numbers */
	double *sign;        /* sigma, m numbers */
	double *flip;        /* xi, p' numbers */
};

/* 1 <= rows <= items. rows = items: no projection, h(j) = j and sigma(j) = 1. */
enum dpmf_status dpmf_projection_draw(size_t items, size_t rows, const struct dpmf_key *key,
                                      struct dpmf_projection *projection, struct dpmf_error *error);
void dpmf_projection_free(struct dpmf_projection *projection);

/* B = S V: row i of B is the sum of sigma(j) times row j of V over the j with h(j) = i. */
void dpmf_projection_compress(const struct dpmf_projection *projection, const double *v, size_t k, double *b);
/* V = S' B: row j of V is sigma(j) times row h(j) of B. */
void dpmf_projection_expand(const struct dpmf_projection *projection, const double *b, size_t k, double *v);
/* Algorithm 3: H D_xi of the p x k matrix with rows of zeros below; flat: p' x k, and its
   first p rows may be b itself. */
void dpmf_projection_flatten(const struct dpmf_projection *projection, const double *b, size_t k, double *flat);
/* Algorithm 4: D_xi H' of `flat`, in place; the first p rows are the answer. */
void dpmf_projection_reverse(const struct dpmf_projection *projection, double *flat, size_t k);

DPMF_END

#endif
