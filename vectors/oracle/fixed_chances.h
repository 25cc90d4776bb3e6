/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chances of the discrete Laplace law by a fixed number of words, as whole numbers of 2^-128, and what a person makes of them
   by mistake. Each is enclosed in 512 bits, and counts only where both ends round down to the same number. */
#ifndef VECTORS_ORACLE_FIXED_CHANCES_H
#define VECTORS_ORACLE_FIXED_CHANCES_H
#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FIXED_BITS = 61 }; /* of a magnitude, with one too many */

enum fixed_slip {
	FIXED_RIGHT,
	/* in the chances */
	FIXED_POWERS, FIXED_NEXT_BITS, FIXED_COMPLEMENTS, FIXED_HALVED, FIXED_OF_ZERO, FIXED_BASE_TWO, FIXED_NEAREST, FIXED_DOUBLES, FIXED_EXCHANGED,
	/* in the number of bits */
	FIXED_OF_64, FIXED_ABOVE, FIXED_ONE_FEWER, FIXED_ONE_MORE,
	/* in the words that are taken, and in what is made of them (fixed_laplace.c) */
	FIXED_LOWEST_FIRST, FIXED_KEPT_FIRST, FIXED_SIGN_FIRST, FIXED_KEPT_ENDS, FIXED_NO_SIGN_OF_ZERO, FIXED_TURNED_BYTES, FIXED_LOW_FIRST, FIXED_ONE_WORD,
	FIXED_FIRST_ALONE, FIXED_CLOSED, FIXED_HIGHEST_SIGN, FIXED_TURNED, FIXED_TWO_ZEROS, FIXED_FROM_ZERO,
};

struct fixed_rate {
	uint64_t p, q;
};

struct fixed_chances {
	size_t bits;
	mpz_t chance[FIXED_BITS + 1]; /* of bit 0, 1, ..., then that of a draw that is not 0 */
	bool certain;
};

/* To be cleared. Both numbers of the rate are 1 or more, q at most 2^53. */
void fixed_chances_open(struct fixed_chances *c, struct fixed_rate rate, enum fixed_slip slip);
void fixed_chances_clear(struct fixed_chances *c);

#endif
