/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/keys.h"

#include <sodium.h>
#include <string.h>

enum { PURPOSE = 8 };

void dpmf_secagg_draw_bytes(struct dpmf_stream *s, unsigned char bytes[32])
{
	for (size_t i = 0; i < 32; i += 8) {
		const uint64_t word = dpmf_stream_word(s);

		dpmf_secagg_store32((uint32_t)word, bytes + i);
		dpmf_secagg_store32((uint32_t)(word >> 32), bytes + i + 4);
	}
}

void dpmf_secagg_pair_of(const unsigned char secret[DPMF_SECAGG_KEY], struct dpmf_secagg_pair *pair)
{
	memcpy(pair->secret, secret, sizeof pair->secret);
	crypto_scalarmult_base(pair->open, pair->secret);
}

void dpmf_secagg_signer_of(const unsigned char seed[32], struct dpmf_secagg_signer *signer)
{
	crypto_sign_seed_keypair(signer->open, signer->secret, seed);
}

static void derive(const struct dpmf_secagg_setting *setting, const char *purpose,
                   const unsigned char agreed[crypto_scalarmult_BYTES], const struct dpmf_secagg_party *first,
                   const struct dpmf_secagg_party *second, unsigned char key[32])
{
	unsigned char text[PURPOSE + DPMF_SECAGG_SESSION + 8 + 2 * DPMF_SECAGG_KEY];
	unsigned char *at = text + PURPOSE + DPMF_SECAGG_SESSION;

	memcpy(text, purpose, PURPOSE);
	memcpy(text + PURPOSE, setting->session, DPMF_SECAGG_SESSION);
	dpmf_secagg_store32(first->user, at);
	dpmf_secagg_store32(second->user, at + 4);
	memcpy(at + 8, first->open, DPMF_SECAGG_KEY);
	memcpy(at + 8 + DPMF_SECAGG_KEY, second->open, DPMF_SECAGG_KEY);
	crypto_generichash(key, 32, text, sizeof text, agreed, crypto_scalarmult_BYTES);
}

bool dpmf_secagg_seal_keys(const struct dpmf_secagg_setting *setting, const unsigned char secret[DPMF_SECAGG_KEY],
                           const struct dpmf_secagg_party *own, const struct dpmf_secagg_party *other,
                           unsigned char sealing[32], unsigned char opening[32])
{
	unsigned char agreed[crypto_scalarmult_BYTES];

	if (crypto_scalarmult(agreed, secret, other->open) != 0)
		return false;
	derive(setting, "dpmfseal", agreed, own, other, sealing);
	derive(setting, "dpmfseal", agreed, other, own, opening);
	sodium_memzero(agreed, sizeof agreed);
	return true;
}

bool dpmf_secagg_mask_key(const struct dpmf_secagg_setting *setting, const unsigned char secret[DPMF_SECAGG_KEY],
                          const struct dpmf_secagg_party *own, const struct dpmf_secagg_party *other, unsigned char key[32])
{
	const bool ascend = own->user < other->user;
	unsigned char agreed[crypto_scalarmult_BYTES];

	if (crypto_scalarmult(agreed, secret, other->open) != 0)
		return false;
	derive(setting, "dpmfmask", agreed, ascend ? own : other, ascend ? other : own, key);
	sodium_memzero(agreed, sizeof agreed);
	return true;
}

void dpmf_secagg_self_key(const struct dpmf_secagg_setting *setting, const unsigned char seed[32], uint32_t user,
                          unsigned char key[32])
{
	unsigned char text[PURPOSE + DPMF_SECAGG_SESSION + 4] = "dpmfself";

	memcpy(text + PURPOSE, setting->session, DPMF_SECAGG_SESSION);
	dpmf_secagg_store32(user, text + PURPOSE + DPMF_SECAGG_SESSION);
	crypto_generichash(key, 32, text, sizeof text, seed, 32);
}

void dpmf_secagg_seal(const unsigned char key[32], const unsigned char text[2 * DPMF_SECAGG_SHARE_BYTES],
                      unsigned char sealed[DPMF_SECAGG_SEALED])
{
	static const unsigned char nonce[crypto_aead_xchacha20poly1305_ietf_NPUBBYTES];

	crypto_aead_xchacha20poly1305_ietf_encrypt(sealed, NULL, text, 2 * DPMF_SECAGG_SHARE_BYTES, NULL, 0, NULL, nonce, key);
}

bool dpmf_secagg_unseal(const unsigned char key[32], const unsigned char sealed[DPMF_SECAGG_SEALED],
                        unsigned char text[2 * DPMF_SECAGG_SHARE_BYTES])
{
	static const unsigned char nonce[crypto_aead_xchacha20poly1305_ietf_NPUBBYTES];

	return crypto_aead_xchacha20poly1305_ietf_decrypt(text, NULL, NULL, sealed, DPMF_SECAGG_SEALED, NULL, 0, nonce, key) == 0;
}

void dpmf_secagg_sign(const struct dpmf_secagg_signer *signer, struct dpmf_secagg_message *message)
{
	const size_t length = message->length - DPMF_SECAGG_SIGNATURE;

	crypto_sign_detached(message->bytes + length, NULL, message->bytes, length, signer->secret);
}

bool dpmf_secagg_signed_by(const unsigned char verifying[32], const struct dpmf_secagg_message *message)
{
	const size_t length = message->length - DPMF_SECAGG_SIGNATURE;

	return crypto_sign_verify_detached(message->bytes + length, message->bytes, length, verifying) == 0;
}

void dpmf_secagg_digest(const unsigned char *body, size_t length, unsigned char digest[DPMF_SECAGG_DIGEST])
{
	crypto_generichash(digest, DPMF_SECAGG_DIGEST, body, length, NULL, 0);
}
