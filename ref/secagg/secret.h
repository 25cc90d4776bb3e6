/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 32 bytes shared after Shamir: 11 limbs of three bytes, lowest first (the last
   of two), each the value at 0 of a polynomial of degree threshold - 1 mod
   2^31 - 1, whose other coefficients are drawn; user i's share is the
   11 values at i. */
#ifndef DPMF_SECAGG_SECRET_H
#define DPMF_SECAGG_SECRET_H
#include <stdbool.h>
#include "core/public.h"
#include "core/stream.h"

DPMF_BEGIN

enum { DPMF_SECRET_LIMBS = 11 };

struct dpmf_secret_share {
	uint32_t limb[DPMF_SECRET_LIMBS];
};

/* The coefficients, 11 * threshold: coefficient c of limb l at [l * threshold + c], drawn in that order
   (each uniform_below(2^31 - 1)), coefficient 0 the limb. For free(). */
enum dpmf_status dpmf_secret_polynomials(const unsigned char secret[32], uint32_t threshold, struct dpmf_stream *s,
                                         uint32_t **coefficients, struct dpmf_error *error);
/* The share of user `point`, from 1. */
void dpmf_secret_share(const uint32_t *coefficients, uint32_t threshold, uint32_t point, struct dpmf_secret_share *share);
/* Lagrange's weights of the points; false when two are equal. */
bool dpmf_secret_weights(const uint32_t *point, size_t count, uint32_t *weight);
/* The secret from `count` shares, limb l of share i at value[l * count + i].
   False when what comes out is no secret: the shares do not belong together. */
bool dpmf_secret_join(const uint32_t *weight, const uint32_t *value, size_t count, unsigned char secret[32]);

void dpmf_share_write(const struct dpmf_secret_share *share, unsigned char *bytes); /* 44 */
bool dpmf_share_read(const unsigned char *bytes, struct dpmf_secret_share *share);  /* false for a limb of 2^31 - 1 or more */

DPMF_END

#endif
