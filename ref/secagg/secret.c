/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/secret.h"

#include <stdlib.h>

#include "noise/exact.h"
#include "secagg/messages.h"
#include "secagg/shamir.h"

enum { SECRET = 32, LIMB = 3 };

static size_t limb_bytes(size_t l)
{
	return l == DPMF_SECRET_LIMBS - 1 ? SECRET - LIMB * l : LIMB;
}

static uint32_t limb_of(const unsigned char *secret, size_t l)
{
	uint32_t limb = 0;

	for (size_t i = 0; i < limb_bytes(l); i++)
		limb |= (uint32_t)secret[LIMB * l + i] << 8 * i;
	return limb;
}

enum dpmf_status dpmf_secret_polynomials(const unsigned char secret[32], uint32_t threshold, struct dpmf_stream *s,
                                         uint32_t **coefficients, struct dpmf_error *error)
{
	uint32_t *c = malloc((size_t)DPMF_SECRET_LIMBS * threshold * sizeof *c);

	if (!c)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %u coefficients", DPMF_SECRET_LIMBS * threshold);
	*coefficients = c;
	for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++, c += threshold) {
		c[0] = limb_of(secret, l);
		for (uint32_t i = 1; i < threshold; i++)
			c[i] = (uint32_t)dpmf_uniform_below(s, DPMF_FIELD_PRIME);
	}
	return DPMF_OK;
}

void dpmf_secret_share(const uint32_t *coefficients, uint32_t threshold, uint32_t point, struct dpmf_secret_share *share)
{
	for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++)
		share->limb[l] = dpmf_shamir_evaluate(coefficients + l * threshold, threshold, point);
}

bool dpmf_secret_weights(const uint32_t *point, size_t count, uint32_t *weight)
{
	for (size_t i = 0; i < count; i++) {
		weight[i] = dpmf_shamir_weight(point, count, i);
		if (weight[i] == 0)
			return false;
	}
	return true;
}

bool dpmf_secret_join(const uint32_t *weight, const uint32_t *value, size_t count, unsigned char secret[32])
{
	for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++) {
		const uint32_t limb = dpmf_shamir_combine(weight, value + l * count, count);

		if (limb >> 8 * limb_bytes(l) != 0)
			return false;
		for (size_t i = 0; i < limb_bytes(l); i++)
			secret[LIMB * l + i] = (unsigned char)(limb >> 8 * i);
	}
	return true;
}

void dpmf_share_write(const struct dpmf_secret_share *share, unsigned char *bytes)
{
	for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++)
		dpmf_secagg_store32(share->limb[l], bytes + 4 * l);
}

bool dpmf_share_read(const unsigned char *bytes, struct dpmf_secret_share *share)
{
	bool below = true;

	for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++) {
		share->limb[l] = dpmf_secagg_load32(bytes + 4 * l);
		below = below & (share->limb[l] < DPMF_FIELD_PRIME); /* without a branch on a secret */
	}
	return below;
}
