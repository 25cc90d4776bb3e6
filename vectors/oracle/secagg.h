/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run of secure aggregation, as the oracle conducts it. Includes nothing of ref/. */
#ifndef VECTORS_ORACLE_SECAGG_H
#define VECTORS_ORACLE_SECAGG_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SECAGG_USERS = 5, SECAGG_LENGTH = 4, SECAGG_THRESHOLD = 5, SECAGG_MASKS = 15 };

struct secagg_bytes {
	unsigned char bytes[8192];
	size_t n;
	bool full;
};

struct secagg_person {
	unsigned char signing[32], seal[32], mask[32], self[32];
	unsigned char signing_key[64], signing_open[32], seal_open[32], mask_open[32];
	unsigned char advertised[64]; /* signature of ADVERTISE */
	uint32_t coefficient[2][11][SECAGG_THRESHOLD]; /* of the mask key, of the self-mask seed */
};

struct secagg_script {
	uint64_t seed, round, most;
	uint32_t users, threshold;
	unsigned bits;
	size_t length;
	bool authenticated;
	const uint64_t *silent, *vector;

	unsigned char key[32], child[32], session[16];
	struct secagg_person person[SECAGG_USERS + 1]; /* from 1 */
	uint64_t mask[SECAGG_MASKS][SECAGG_LENGTH], masked_vector[SECAGG_USERS + 1][SECAGG_LENGTH], sum[SECAGG_LENGTH];
	size_t masks;
	struct secagg_bytes opening, sharing, confirming, signatures, mask_keys, share, masked, survivors, unmask;
};

/* Fills the rest from seed to vector; false: it must be refused, or comes to no sum. */
bool secagg_script_run(struct secagg_script *s);
/* What user `from`, whose coefficients are drawn, seals for `to`; spoilt: the last limb is 2^31 - 1, which is no share. */
void secagg_seal(const struct secagg_script *s, uint32_t from, uint32_t to, bool spoilt, unsigned char sealed[104]);

#endif
