/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stream.h"

#include <endian.h>
#include <errno.h>
#include <sodium.h>
#include <string.h>
#include <sys/random.h>

#define BLOCK 64 /* bytes of one ChaCha20 block */

static void store(uint64_t word, unsigned char *bytes)
{
	const uint64_t little = htole64(word);

	memcpy(bytes, &little, sizeof little);
}

static uint64_t load(const unsigned char *bytes)
{
	uint64_t little;

	memcpy(&little, bytes, sizeof little);
	return le64toh(little);
}

/* The finaliser of splitmix64 over what came before and what comes now. */
static void log_word(struct dpmf_draw_log *log, uint64_t word)
{
	uint64_t z = (log->mix ^ word) + UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	log->mix = z ^ z >> 31;
}

static void log_open(const struct dpmf_stream *s)
{
	for (size_t i = 0; i < sizeof s->key; i += 8)
		log_word(s->log, load(s->key + i));
	for (size_t i = 0; i < sizeof s->nonce; i += 8)
		log_word(s->log, load(s->nonce + i));
	s->log->opened++;
	if (s->log->seen)
		s->log->seen(s->log->context, s->key, s->nonce);
}

enum dpmf_status dpmf_stream_start(struct dpmf_error *error)
{
	if (sodium_init() < 0)
		return dpmf_fail(error, DPMF_FAILED, "libsodium does not start: check its installation");
	return DPMF_OK;
}

void dpmf_key_from_seed(uint64_t seed, struct dpmf_key *key)
{
	static const unsigned char domain[] = "dpmf seed";
	unsigned char bytes[8];

	store(seed, bytes);
	crypto_generichash(key->bytes, sizeof key->bytes, bytes, sizeof bytes, domain, sizeof domain - 1);
	key->log = NULL;
}

/* Not randombytes_buf: that one ends the program when it cannot deliver. */
enum dpmf_status dpmf_key_from_system(struct dpmf_key *key, struct dpmf_error *error)
{
	struct dpmf_key fresh = { .log = NULL };
	ssize_t got;

	do
		got = getrandom(fresh.bytes, sizeof fresh.bytes, 0);
	while (got < 0 && errno == EINTR);
	if (got != (ssize_t)sizeof fresh.bytes)
		return dpmf_fail(error, DPMF_FAILED, "the system gives no random key (getrandom: %s): give a seed",
		                 got < 0 ? strerror(errno) : "too few bytes");
	*key = fresh;
	return DPMF_OK;
}

void dpmf_key_derive(const struct dpmf_key *parent, const char *name, struct dpmf_key *child)
{
	struct dpmf_key derived = { .log = parent->log };

	crypto_generichash(derived.bytes, sizeof derived.bytes, (const unsigned char *)name, strlen(name),
	                   parent->bytes, sizeof parent->bytes);
	*child = derived;
}

void dpmf_key_number(const struct dpmf_key *parent, uint64_t number, struct dpmf_key *child)
{
	struct dpmf_key derived = { .log = parent->log };
	unsigned char input[16] = { 0 };

	store(number, input);
	crypto_core_hchacha20(derived.bytes, input, parent->bytes, NULL);
	*child = derived;
}

void dpmf_stream_open(struct dpmf_stream *s, const struct dpmf_key *key, uint64_t user, uint64_t item, uint64_t round)
{
	memcpy(s->key, key->bytes, sizeof s->key);
	store(user, s->nonce);
	store(item, s->nonce + 8);
	store(round, s->nonce + 16);
	s->used = sizeof s->buffer;
	s->block = 0;
	s->tape = NULL;
	s->tape_left = 0;
	s->dry = false;
	s->words = 0;
	s->log = key->log;
	if (s->log)
		log_open(s);
	/* XChaCha20 is ChaCha20 under this key; it is the same for every block. */
	crypto_core_hchacha20(s->key, s->nonce, key->bytes, NULL);
}

void dpmf_stream_tape(struct dpmf_stream *s, const unsigned char *bytes, size_t length)
{
	static const unsigned char nothing[1];

	memset(s, 0, sizeof *s);
	s->tape = bytes ? bytes : nothing;
	s->tape_left = bytes ? length : 0;
}

/* The first filling is one block, because most streams end within it; it
   stands at the end of the buffer, so that `used` alone tells what is left. */
static void fill(struct dpmf_stream *s)
{
	const size_t length = s->block == 0 ? BLOCK : sizeof s->buffer;

	s->used = sizeof s->buffer - length;
	memset(s->buffer + s->used, 0, length);
	crypto_stream_chacha20_xor_ic(s->buffer + s->used, s->buffer + s->used, length, s->nonce + 16, s->block, s->key);
	s->block += length / BLOCK;
}

static uint64_t word_of_tape(struct dpmf_stream *s)
{
	uint64_t word;

	if (s->tape_left < 8) {
		s->dry = true;
		return 0;
	}
	word = load(s->tape);
	s->tape += 8;
	s->tape_left -= 8;
	return word;
}

uint64_t dpmf_stream_word(struct dpmf_stream *s)
{
	uint64_t word;

	s->words++;
	if (s->tape)
		return word_of_tape(s);
	if (s->used == sizeof s->buffer)
		fill(s);
	word = load(s->buffer + s->used);
	s->used += 8;
	if (s->log) {
		log_word(s->log, word);
		s->log->words++;
	}
	return word;
}
