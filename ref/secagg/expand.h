/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mask from its key: the low `bits` bits of the words of ChaCha20 (64-bit
   block counter from 0, nonce of zeros: a key makes one mask), lowest byte
   first; words have 32 bits when bits <= 32, else 64. */
#ifndef DPMF_SECAGG_EXPAND_H
#define DPMF_SECAGG_EXPAND_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* y plus the mask mod 2^bits, or minus it where `away`. */
void dpmf_masks_expand(const unsigned char key[32], unsigned bits, bool away, uint64_t *y, size_t n);

#endif
