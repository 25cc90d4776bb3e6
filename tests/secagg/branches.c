/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user of secure aggregation does with its secrets, run under valgrind with the secrets marked as undefined: valgrind then tells of
   each branch and each address that follows from one (tests/secagg/branches_test.sh compiles this at every level of optimisation).
   What leaves is marked as defined again. With the argument "leak" one branch is planted. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "secagg/expand.h"
#include "secagg/keys.h"
#include "secagg/pack.h"
#include "secagg/secret.h"
#include "secagg/shamir.h"

enum { USERS = 3, LENGTH = 40, THRESHOLD = 2 };

#define SECRET(x) VALGRIND_MAKE_MEM_UNDEFINED(&(x), sizeof(x))
#define PUBLIC(x) VALGRIND_MAKE_MEM_DEFINED(&(x), sizeof(x))

static int wrong;

static void agree(const struct dpmf_secagg_setting *setting, struct dpmf_secagg_pair *pair, unsigned char key[USERS][32])
{
	const struct dpmf_secagg_party own = { 1, pair[0].open };

	for (uint32_t other = 2; other <= USERS; other++) {
		const struct dpmf_secagg_party theirs = { other, pair[other - 1].open };
		unsigned char sealing[32], opening[32];
		bool agreed = dpmf_secagg_mask_key(setting, pair[0].secret, &own, &theirs, key[other - 1]);

		PUBLIC(agreed); /* whether the other's public key is a key at all */
		wrong += !agreed;
		agreed = dpmf_secagg_seal_keys(setting, pair[0].secret, &own, &theirs, sealing, opening);
		PUBLIC(agreed);
		wrong += !agreed;
	}
}

static void mask(unsigned bits, uint64_t *x, unsigned char key[USERS][32])
{
	unsigned char packed[LENGTH * 8] = { 0 };

	dpmf_masks_expand(key[0], bits, false, x, LENGTH);
	dpmf_masks_expand(key[1], bits, true, x, LENGTH);
	dpmf_masks_expand(key[2], bits, false, x, LENGTH);
	dpmf_pack(x, LENGTH, bits, packed);
}

static void share(const unsigned char secret[32], const unsigned char key[32])
{
	uint32_t coefficients[DPMF_SECRET_LIMBS * THRESHOLD];
	unsigned char text[2 * DPMF_SECAGG_SHARE_BYTES], sealed[DPMF_SECAGG_SEALED];
	struct dpmf_secret_share one, read;
	bool right;

	for (size_t l = 0; l < DPMF_SECRET_LIMBS; l++) {
		coefficients[l * THRESHOLD] = secret[l];
		coefficients[l * THRESHOLD + 1] = secret[31 - l];
	}
	SECRET(coefficients);
	dpmf_secret_share(coefficients, THRESHOLD, 2, &one);
	dpmf_share_write(&one, text);
	dpmf_share_write(&one, text + DPMF_SECAGG_SHARE_BYTES);
	dpmf_secagg_seal(key, text, sealed);
	PUBLIC(sealed);
	right = dpmf_secagg_unseal(key, sealed, text);
	PUBLIC(right);
	wrong += !right;
	right = dpmf_share_read(text, &read);
	PUBLIC(right); /* whether it is a share at all */
	wrong += !right;
}

int main(int argc, char **argv)
{
	struct dpmf_secagg_setting setting = { .users = USERS, .threshold = THRESHOLD, .length = LENGTH, .most = 1000, .bits = 12 };
	struct dpmf_secagg_pair pair[USERS];
	unsigned char secret[USERS][32], key[USERS][32];
	uint64_t x[LENGTH];

	if (sodium_init() < 0 || argc > 2)
		return 3;
	memset(secret, 7, sizeof secret);
	for (uint32_t i = 0; i < USERS; i++) {
		secret[i][0] = (unsigned char)i;
		SECRET(secret[i]);
		dpmf_secagg_pair_of(secret[i], &pair[i]);
		PUBLIC(pair[i].open);
	}
	for (size_t j = 0; j < LENGTH; j++)
		x[j] = 25 * j;
	SECRET(x);
	if (argc == 2 && strcmp(argv[1], "leak") == 0 && x[3] > 7)
		puts("planted");
	dpmf_secagg_self_key(&setting, secret[0], 1, key[0]);
	agree(&setting, pair, key);
	mask(12, x, key);
	mask(40, x, key);
	share(secret[1], key[1]);
	PUBLIC(wrong);
	return wrong != 0;
}
