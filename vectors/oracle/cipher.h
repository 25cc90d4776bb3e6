/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BLAKE2b (RFC 7693) and XChaCha20 with a 64-bit block counter, written from
   their descriptions, for the oracle of the seeded stream. */
#ifndef VECTORS_CIPHER_H
#define VECTORS_CIPHER_H
#include <stddef.h>
#include <stdint.h>

/* BLAKE2b with a 32-byte result, keyed with at most 64 bytes. */
void cipher_blake2b_256(const unsigned char *key, size_t key_length, const unsigned char *text, size_t length,
                        unsigned char result[32]);
void cipher_xchacha20_block(const unsigned char key[32], const unsigned char nonce[24], uint64_t block,
                            unsigned char result[64]);
/* Word `number` of the stream of place = { user, item, round }. */
uint64_t cipher_stream_word(const unsigned char key[32], const uint64_t place[3], uint64_t number);

#endif
