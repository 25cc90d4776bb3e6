/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys. Two parties agree by X25519; what they agree on is never used itself:
     key = BLAKE2b-256, keyed with the agreed 32 bytes, of
           purpose (8 ASCII bytes) || session (16) || first user (4) || second user (4) ||
           first user's public key (32) || second user's public key (32)
   "dpmfmask" is the pair's mask key (first is the lower user), "dpmfseal" what the
   first user's shares for the second are sealed with. The self mask's key is
   BLAKE2b-256, keyed with the seed, of "dpmfself" || session || user.

   Shares are sealed by XChaCha20-Poly1305 with a nonce of zeros: each of these
   keys seals one message. Signatures are Ed25519. */
#ifndef DPMF_SECAGG_KEYS_H
#define DPMF_SECAGG_KEYS_H
#include "core/public.h"
#include "core/stream.h"
#include "secagg/messages.h"

DPMF_BEGIN

struct dpmf_secagg_pair {
	unsigned char open[DPMF_SECAGG_KEY], secret[DPMF_SECAGG_KEY];
};

struct dpmf_secagg_signer {
	unsigned char open[32], secret[64];
};

struct dpmf_secagg_party {
	uint32_t user;
	const unsigned char *open; /* public key */
};

void dpmf_secagg_draw_bytes(struct dpmf_stream *s, unsigned char bytes[32]);
void dpmf_secagg_pair_of(const unsigned char secret[DPMF_SECAGG_KEY], struct dpmf_secagg_pair *pair);
void dpmf_secagg_signer_of(const unsigned char seed[32], struct dpmf_secagg_signer *signer);

/* From one agreement, by the secret of `own`: what it seals with for the other, and what the other seals with for
   it; false when the other's public key is one of the few that give zeros. */
bool dpmf_secagg_seal_keys(const struct dpmf_secagg_setting *setting, const unsigned char secret[DPMF_SECAGG_KEY],
                           const struct dpmf_secagg_party *own, const struct dpmf_secagg_party *other,
                           unsigned char sealing[32], unsigned char opening[32]);
/* What they mask with, in either order of the two. */
bool dpmf_secagg_mask_key(const struct dpmf_secagg_setting *setting, const unsigned char secret[DPMF_SECAGG_KEY],
                          const struct dpmf_secagg_party *own, const struct dpmf_secagg_party *other, unsigned char key[32]);
void dpmf_secagg_self_key(const struct dpmf_secagg_setting *setting, const unsigned char seed[32], uint32_t user,
                          unsigned char key[32]);

void dpmf_secagg_seal(const unsigned char key[32], const unsigned char text[2 * DPMF_SECAGG_SHARE_BYTES],
                      unsigned char sealed[DPMF_SECAGG_SEALED]);
bool dpmf_secagg_unseal(const unsigned char key[32], const unsigned char sealed[DPMF_SECAGG_SEALED],
                        unsigned char text[2 * DPMF_SECAGG_SHARE_BYTES]);

/* Signs all bytes before the last 64. */
void dpmf_secagg_sign(const struct dpmf_secagg_signer *signer, struct dpmf_secagg_message *message);
bool dpmf_secagg_signed_by(const unsigned char verifying[32], const struct dpmf_secagg_message *message);

/* Of the body of SURVIVORS: what CONFIRM holds. */
void dpmf_secagg_digest(const unsigned char *body, size_t length, unsigned char digest[DPMF_SECAGG_DIGEST]);

DPMF_END

#endif
