/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All randomness: one key, named sub-keys, and for every (user, item, round)
   a stream of its own. A result therefore does not depend on thread, rank or
   order of computation.

   A stream is XChaCha20 under the sub-key, with the 24-byte nonce
   user || item || round (each 8 bytes, little-endian), block counter from 0,
   read as little-endian 64-bit words. Sub-key = BLAKE2b-256 of the name, keyed
   with the parent key. Key of a seed = BLAKE2b-256 of the seed's 8 bytes
   (little-endian), keyed with the ASCII text "dpmf seed".

   There are two keys, and neither says anything of the other. The coins are
   public: whoever has them draws the same. The door's key (noise/door.h) is
   secret: with it and all data but one rating that rating is found. A mechanism is
   handed the coins and a door; its sub-keys by name are

     coins   "public coins"                                     all below, of a seed
             "initial user factors", "initial item factors"     where training starts
             "initial profiles of a party", "initial shared profiles", "groups"
             "user weights", "item weights", "sensitive"        the privacy weights and labels
             "split", "negatives"                               what is held out, and ranked among
             "parties", "rounds", "contributed"                 who is where, takes part, contributes what
             "projection rows", "projection signs", "flattening signs"
             "projection of an onlooker"                        for measuring errors alone
             "synth ratings", "synth trust"                     of dpmf synth
     secret  "server", "user"                                   all noise
             "secret"                                           and below it (dpmf_door_secret)
             "importance sample", "sampled ratings"             which interactions a sample takes
             "secure aggregation", "secagg"                     the users' keys and masks
             "sample"                                           of dpmf sample */
#ifndef DPMF_CORE_STREAM_H
#define DPMF_CORE_STREAM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"

/* Which streams were opened and how many words were taken from each, mixed in
   order into one number: two runs that draw alike have equal logs. */
struct dpmf_draw_log {
	uint64_t opened;
	uint64_t words;
	uint64_t mix;
	/* NULL, or told of every stream that is opened: under which key, with which nonce. */
	void (*seen)(void *context, const unsigned char key[32], const unsigned char nonce[24]);
	void *context;
};

struct dpmf_key {
	unsigned char bytes[32];
	struct dpmf_draw_log *log; /* NULL: draws are not logged */
};

struct dpmf_stream {
	unsigned char key[32];
	unsigned char nonce[24];
	unsigned char buffer[512];
	size_t used;       /* bytes of buffer already handed out */
	uint64_t block;    /* next block of the stream */
	const unsigned char *tape; /* not NULL: words come from these bytes */
	size_t tape_left;  /* bytes left on the tape */
	bool dry;          /* the tape ran out: every further word is 0 */
	uint64_t words;    /* words handed out */
	struct dpmf_draw_log *log;
};

#ifdef __FRAMAC__
#include "proofs/logic/draws.h"
#endif

DPMF_BEGIN

enum dpmf_status dpmf_stream_start(struct dpmf_error *error); /* once, before any key: sodium_init */
void dpmf_key_from_seed(uint64_t seed, struct dpmf_key *key);
/* From the operating system; fails if it cannot. */
enum dpmf_status dpmf_key_from_system(struct dpmf_key *key, struct dpmf_error *error);
/* The sub-key `name` of `parent`; inherits its log. */
void dpmf_key_derive(const struct dpmf_key *parent, const char *name, struct dpmf_key *child);
/* The sub-key with a number, at a tenth of the cost of a name: HChaCha20 of it under the parent. XChaCha20 makes the same of a nonce
   that begins with it, so that no stream of the parent may be opened for a user of this number. */
void dpmf_key_number(const struct dpmf_key *parent, uint64_t number, struct dpmf_key *child);

void dpmf_stream_open(struct dpmf_stream *s, const struct dpmf_key *key,
                      uint64_t user, uint64_t item, uint64_t round);
/* A stream that reads the given bytes instead: for vectors and tests. */
void dpmf_stream_tape(struct dpmf_stream *s, const unsigned char *bytes, size_t length);

/* The next 64 bits. */
/*@ requires open_stream(s);
    assigns  *s, *s->log;
    ensures  open: open_stream(s) && s->log == \old(s->log);
    ensures  word: \result == word(\old(ahead(s)));
    ensures  rest: ahead(s) == rest(\old(ahead(s))); */
uint64_t dpmf_stream_word(struct dpmf_stream *s);

DPMF_END

#endif
