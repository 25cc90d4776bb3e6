/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Secure aggregation from its description: keys, shares, masks, messages. */
#include <sodium.h>
#include <string.h>

#include "cipher.h"
#include "secagg.h"

static const uint64_t prime = 2147483647;

static void store(uint64_t x, unsigned char *to, int bytes)
{
	for (int i = 0; i < bytes; i++)
		to[i] = (unsigned char)(x >> 8 * i);
}

static void draw(const struct secagg_script *s, uint64_t user, uint64_t kind, uint64_t round, unsigned char *to, int words)
{
	const uint64_t place[3] = { user, kind, round };

	for (int i = 0; i < words; i++)
		store(cipher_stream_word(s->child, place, (uint64_t)i), to + 8 * i, 8);
}

static void draw_secrets(struct secagg_script *s)
{
	unsigned char key[32], seed[8];

	store(s->seed, seed, 8);
	cipher_blake2b_256((const unsigned char *)"dpmf seed", 9, seed, 8, s->key);
	memcpy(key, s->key, 32);
	cipher_blake2b_256(key, 32, (const unsigned char *)"secagg", 6, s->child);
	draw(s, 0, 0, s->round, s->session, 2);
	for (uint32_t u = 1; u <= s->users; u++) {
		struct secagg_person *p = &s->person[u];

		draw(s, u, 0, 0, p->signing, 4);
		draw(s, u, 1, s->round, p->seal, 4);
		draw(s, u, 2, s->round, p->mask, 4);
		draw(s, u, 3, s->round, p->self, 4);
		crypto_sign_seed_keypair(p->signing_open, p->signing_key, p->signing);
		crypto_scalarmult_base(p->seal_open, p->seal);
		crypto_scalarmult_base(p->mask_open, p->mask);
	}
}

/* Coefficient 0 is the limb; the others are words mod the prime, without those of the last, incomplete block. */
static void draw_coefficients(struct secagg_script *s, uint32_t u)
{
	const uint64_t place[3] = { u, 4, s->round }, whole = UINT64_MAX - (UINT64_MAX % prime + 1) % prime;
	struct secagg_person *p = &s->person[u];
	uint64_t number = 0, word;

	for (int which = 0; which < 2; which++)
		for (int l = 0; l < 11; l++) {
			const unsigned char *secret = (which ? p->self : p->mask) + 3 * l;

			p->coefficient[which][l][0] = secret[0] + 256U * secret[1] + (l < 10 ? 65536U * secret[2] : 0);
			for (uint32_t c = 1; c < s->threshold; c++) {
				do
					word = cipher_stream_word(s->child, place, number++);
				while (word > whole);
				p->coefficient[which][l][c] = (uint32_t)(word % prime);
			}
		}
}

/* c_0 + c_1 x + ..., power by power. */
static void share_of(const struct secagg_script *s, uint32_t u, int which, uint32_t x, unsigned char bytes[44])
{
	for (int l = 0; l < 11; l++) {
		uint64_t power = 1, sum = 0;

		for (uint32_t c = 0; c < s->threshold; c++) {
			sum = (sum + power * s->person[u].coefficient[which][l][c]) % prime;
			power = power * x % prime;
		}
		store(sum, bytes + 4 * l, 4);
	}
}

static void put(struct secagg_bytes *b, const void *bytes, size_t n)
{
	if (b->n + n > sizeof b->bytes)
		b->full = true;
	else
		memcpy(b->bytes + b->n, bytes, n);
	b->n += b->full ? 0 : n;
}

static void put_number(struct secagg_bytes *b, uint32_t x)
{
	unsigned char bytes[4];

	store(x, bytes, 4);
	put(b, bytes, 4);
}

/* Returns where the message begins. */
static size_t head(const struct secagg_script *s, struct secagg_bytes *b, uint32_t type, uint32_t from, uint32_t to, uint32_t count)
{
	const size_t at = b->n;

	put(b, "DSA1", 4);
	put_number(b, type);
	put_number(b, from);
	put_number(b, to);
	put(b, s->session, 16);
	put_number(b, count);
	return at;
}

static void sign(const struct secagg_script *s, struct secagg_bytes *b, size_t at, uint32_t user, unsigned char signature[64])
{
	if (!s->authenticated)
		return;
	crypto_sign_detached(signature, NULL, b->bytes + at, b->n - at, s->person[user].signing_key);
	put(b, signature, 64);
}

static bool sends(const struct secagg_script *s, uint32_t user, int step)
{
	return s->silent[user - 1] > (uint64_t)step;
}

static uint32_t senders(const struct secagg_script *s, int step)
{
	uint32_t count = 0;

	for (uint32_t u = 1; u <= s->users; u++)
		count += sends(s, u, step);
	return count;
}

/* One of two who agree on a key. */
struct end {
	uint32_t user;
	const unsigned char *open;
};

static void agreed_key(const struct secagg_script *s, const char *purpose, const unsigned char *secret_of_first,
                       const struct end *first, const struct end *second, unsigned char key[32])
{
	unsigned char agreed[32], text[8 + 16 + 8 + 64];

	if (crypto_scalarmult(agreed, secret_of_first, second->open) != 0)
		return;
	memcpy(text, purpose, 8);
	memcpy(text + 8, s->session, 16);
	store(first->user, text + 24, 4);
	store(second->user, text + 28, 4);
	memcpy(text + 32, first->open, 32);
	memcpy(text + 64, second->open, 32);
	cipher_blake2b_256(agreed, 32, text, sizeof text, key);
}

static void advertise(struct secagg_script *s)
{
	struct secagg_bytes *b = &s->opening;

	for (uint32_t u = 1; u <= s->users; u++) {
		size_t at;

		if (!sends(s, u, 0))
			continue;
		at = head(s, b, 1, u, 0, 0);
		put(b, s->person[u].seal_open, 32);
		put(b, s->person[u].mask_open, 32);
		sign(s, b, at, u, s->person[u].advertised);
	}
	head(s, b, 2, 0, UINT32_MAX, senders(s, 0));
	for (uint32_t u = 1; u <= s->users; u++) {
		if (!sends(s, u, 0))
			continue;
		put_number(b, u);
		put(b, s->person[u].seal_open, 32);
		put(b, s->person[u].mask_open, 32);
		put(b, s->person[u].advertised, s->authenticated ? 64 : 0);
	}
}

void secagg_seal(const struct secagg_script *s, uint32_t from, uint32_t to, bool spoilt, unsigned char sealed[104])
{
	static const unsigned char nonce[24];
	const struct secagg_person *p = &s->person[from], *q = &s->person[to];
	unsigned char text[88], key[32];

	share_of(s, from, 0, to, text);
	share_of(s, from, 1, to, text + 44);
	if (spoilt)
		store(prime, text + 84, 4);
	agreed_key(s, "dpmfseal", p->seal, &(struct end){ from, p->seal_open }, &(struct end){ to, q->seal_open }, key);
	crypto_aead_xchacha20poly1305_ietf_encrypt(sealed, NULL, text, sizeof text, NULL, 0, NULL, nonce, key);
}

static void share(struct secagg_script *s)
{
	struct secagg_bytes *b = &s->sharing;
	unsigned char sealed[104], signature[64], bytes[44];

	for (uint32_t u = 1; u <= s->users; u++) {
		size_t at;

		if (!sends(s, u, 1))
			continue;
		draw_coefficients(s, u);
		at = head(s, b, 3, u, 0, senders(s, 0) - 1);
		for (uint32_t v = 1; v <= s->users; v++) {
			if (!sends(s, v, 0))
				continue;
			for (int which = 0; which < 2; which++) {
				share_of(s, u, which, v, bytes);
				put(&s->share, bytes, 44);
			}
			if (u == v)
				continue;
			secagg_seal(s, u, v, false, sealed);
			put_number(b, v);
			put(b, sealed, 104);
		}
		sign(s, b, at, u, signature);
	}
	for (uint32_t v = 1; v <= s->users; v++) {
		if (!sends(s, v, 2))
			continue;
		head(s, b, 4, 0, v, senders(s, 1) - 1);
		for (uint32_t u = 1; u <= s->users; u++) {
			if (u == v || !sends(s, u, 1))
				continue;
			secagg_seal(s, u, v, false, sealed);
			put_number(b, u);
			put(b, sealed, 104);
		}
	}
}

/* One more mask from its key, after those that there are. */
static void expand(struct secagg_script *s, const unsigned char key[32])
{
	static const unsigned char nonce[8];
	const size_t width = s->bits <= 32 ? 4 : 8;
	unsigned char bytes[8 * SECAGG_LENGTH];

	put(&s->mask_keys, key, 32);
	crypto_stream_chacha20(bytes, width * s->length, nonce, key);
	for (size_t i = 0; i < s->length; i++) {
		uint64_t word = 0;

		for (size_t j = width; j > 0; j--)
			word = word << 8 | bytes[i * width + j - 1];
		s->mask[s->masks][i] = word % (UINT64_C(1) << s->bits);
	}
	s->masks++;
}

/* Self masks of those that share, then the masks of every two of them; added up for each. */
static void make_masks(struct secagg_script *s)
{
	unsigned char key[32], text[28] = "dpmfself";

	memcpy(text + 8, s->session, 16);
	for (uint32_t u = 1; u <= s->users; u++) {
		if (!sends(s, u, 1))
			continue;
		store(u, text + 24, 4);
		cipher_blake2b_256(s->person[u].self, 32, text, sizeof text, key);
		expand(s, key);
		for (size_t i = 0; i < s->length; i++)
			s->masked_vector[u][i] = s->vector[(u - 1) * s->length + i] + s->mask[s->masks - 1][i];
	}
	for (uint32_t u = 1; u <= s->users; u++)
		for (uint32_t v = u + 1; v <= s->users; v++) {
			const struct secagg_person *p = &s->person[u], *q = &s->person[v];

			if (!sends(s, u, 1) || !sends(s, v, 1))
				continue;
			agreed_key(s, "dpmfmask", p->mask, &(struct end){ u, p->mask_open }, &(struct end){ v, q->mask_open }, key);
			expand(s, key);
			for (size_t i = 0; i < s->length; i++) {
				s->masked_vector[u][i] += s->mask[s->masks - 1][i];
				s->masked_vector[v][i] -= s->mask[s->masks - 1][i];
			}
		}
}

static void upload(struct secagg_script *s)
{
	for (uint32_t u = 1; u <= s->users; u++) {
		unsigned char bytes[8 * SECAGG_LENGTH] = { 0 }, signature[64];
		size_t at;

		if (!sends(s, u, 2))
			continue;
		at = head(s, &s->masked, 5, u, 0, (uint32_t)s->length);
		for (size_t bit = 0; bit < s->length * s->bits; bit++)
			bytes[bit / 8] |= (unsigned char)((s->masked_vector[u][bit / s->bits] >> bit % s->bits & 1) << bit % 8);
		put(&s->masked, bytes, (s->length * s->bits + 7) / 8);
		sign(s, &s->masked, at, u, signature);
		put(&s->signatures, signature, s->authenticated ? 64 : 0);
		for (size_t i = 0; i < s->length; i++)
			s->sum[i] += s->vector[(u - 1) * s->length + i];
	}
	head(s, &s->survivors, 6, 0, UINT32_MAX, senders(s, 2));
	for (uint32_t u = 1; u <= s->users; u++)
		if (sends(s, u, 2))
			put_number(&s->survivors, u);
}

static void confirm(struct secagg_script *s)
{
	unsigned char digest[32], signature[SECAGG_USERS + 1][64];

	if (!s->authenticated)
		return;
	cipher_blake2b_256(NULL, 0, s->survivors.bytes + 36, s->survivors.n - 36, digest);
	for (uint32_t u = 1; u <= s->users; u++) {
		size_t at;

		if (!sends(s, u, 3))
			continue;
		at = head(s, &s->confirming, 7, u, 0, 0);
		put(&s->confirming, digest, 32);
		sign(s, &s->confirming, at, u, signature[u]);
	}
	head(s, &s->confirming, 8, 0, UINT32_MAX, senders(s, 3));
	for (uint32_t u = 1; u <= s->users; u++)
		if (sends(s, u, 3)) {
			put_number(&s->confirming, u);
			put(&s->confirming, signature[u], 64);
		}
}

static void unmask(struct secagg_script *s)
{
	for (uint32_t u = 1; u <= s->users; u++) {
		unsigned char bytes[44], signature[64];
		size_t at;

		if (!sends(s, u, 4))
			continue;
		at = head(s, &s->unmask, 9, u, 0, senders(s, 1));
		for (uint32_t v = 1; v <= s->users; v++) {
			const unsigned char kind = sends(s, v, 2) ? 1 : 2;

			if (!sends(s, v, 1))
				continue;
			put_number(&s->unmask, v);
			put(&s->unmask, &kind, 1);
			share_of(s, v, kind == 1, u, bytes);
			put(&s->unmask, bytes, 44);
		}
		sign(s, &s->unmask, at, u, signature);
		put(&s->signatures, signature, s->authenticated ? 64 : 0);
	}
}

bool secagg_script_run(struct secagg_script *s)
{
	bool small = true;

	draw_secrets(s);
	for (size_t i = 0; i < s->users * s->length; i++)
		small = small && s->vector[i] <= s->most;
	if (!small || s->threshold < (s->authenticated ? s->users / 2 + 1 : 2) || s->threshold > s->users || s->bits < 8 ||
	    UINT64_C(1) << s->bits <= s->users * s->most || senders(s, 4) < s->threshold)
		return false;
	advertise(s);
	share(s);
	make_masks(s);
	upload(s);
	confirm(s);
	unmask(s);
	return !s->opening.full && !s->sharing.full && !s->share.full && !s->unmask.full;
}
