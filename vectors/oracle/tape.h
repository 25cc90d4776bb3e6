/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracles' randomness: a byte stream, read as little-endian 64-bit words,
   and the list of the draws that were taken from it, each with its arguments,
   where it began, how many words it took and what came out. A call stands
   before the calls that it makes. */
#ifndef VECTORS_TAPE_H
#define VECTORS_TAPE_H
#include <gmp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Mistakes that the samplers make when they are asked to, so that their answers can be told (integer_tests.c). */
enum flaw {
	FLAW_NONE, FLAW_NO_REJECTION, FLAW_HIGH_FIRST, FLAW_LOW_END, FLAW_LOW_END_CLOSED, FLAW_CLOSED, FLAW_NO_FRACTION, FLAW_ONE_COIN, FLAW_NO_FIRST_COIN,
	FLAW_BY_Q, FLAW_NEGATIVE_ZERO, FLAW_EXCHANGED, FLAW_HALF_VARIANCE, FLAW_UNCENTRED, FLAW_UNSCALED, FLAW_OTHER_END, FLAW_UNIT_CYCLES,
	FLAW_HIGH_END, FLAW_OTHER_FRACTIONS, FLAW_OTHER_PROFILE, FLAW_REFERENCE, FLAW_FLOOR,
	FLAW_MULTIPLIED, FLAW_EVEN, FLAW_UNIT_MORE, FLAW_UNIT_LESS, FLAW_ADDED, FLAW_COMPLEMENT, FLAW_OTHER_TURN, FLAW_NO_WIDTH, FLAW_NO_U, FLAW_FROM_ONE,
	FLAW_SQUARED, FLAW_TURNED,
};

struct tape {
	enum flaw flaw;
	const uint64_t *word;
	size_t words, at;
	bool dry;      /* a word was asked for that is not there */
	json_t *calls;
};

/* Words of BLAKE2b-512 in counter mode over the name: the same everywhere. */
void tape_words(const char *name, uint64_t number, uint64_t *word, size_t count);

bool tape_open(struct tape *t, const uint64_t *word, size_t words);
void tape_close(struct tape *t);
uint64_t tape_next(struct tape *t);
/* Enters a call with up to three arguments (NULL ends them); its place. */
size_t tape_enter(struct tape *t, const char *call, mpz_srcptr a, mpz_srcptr b);
size_t tape_enter_share(struct tape *t, const char *call, mpz_srcptr a, mpz_srcptr b, mpz_srcptr part, mpz_srcptr whole);
void tape_leave(struct tape *t, size_t place, mpz_srcptr value);
void tape_leave_bool(struct tape *t, size_t place, bool value);
/* How often `call` is in the list, with this second argument and this value (NULL: any). */
size_t tape_count(const struct tape *t, const char *call, const char *second, const char *value);
/* The first `words` words as hex digits. */
json_t *tape_bytes(const uint64_t *word, size_t words);

#endif
