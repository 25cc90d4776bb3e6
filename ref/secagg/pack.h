/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of `bits` bits (up to 63) one behind the other, lowest bit first. */
#ifndef DPMF_SECAGG_PACK_H
#define DPMF_SECAGG_PACK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes for n numbers. */
size_t dpmf_pack_length(size_t n, unsigned bits);
/* bytes: dpmf_pack_length(n, bits) of them, all 0 before. */
void dpmf_pack(const uint64_t *x, size_t n, unsigned bits, unsigned char *bytes);
/* False when a bit behind the last number is set. */
bool dpmf_unpack(const unsigned char *bytes, size_t n, unsigned bits, uint64_t *x);

#endif
