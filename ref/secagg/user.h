/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user of secure aggregation: it holds its own secrets and what it was sent.
   The functions are called once each, in this order (confirm in the
   authenticated setting only); a call out of order, or after a refusal, is
   DPMF_INPUT. A message that is malformed, not signed as it must be, or that
   asks for what would uncover the user, is refused with DPMF_INPUT and the
   reason; one that leaves fewer users than the threshold with DPMF_NO. */
#ifndef DPMF_SECAGG_USER_H
#define DPMF_SECAGG_USER_H
#include "core/public.h"
#include "secagg/keys.h"
#include "secagg/secret.h"

DPMF_BEGIN

/* What a user knows of another one. */
struct dpmf_secagg_peer {
	unsigned char seal[DPMF_SECAGG_KEY], mask[DPMF_SECAGG_KEY]; /* its public keys */
	unsigned char opening[32];         /* the key of what it seals for this user */
	struct dpmf_secret_share of_key, of_self; /* this user's shares of its secrets */
	bool present, sharing, surviving;  /* in ROSTER, in DELIVERY, in SURVIVORS */
};

struct dpmf_secagg_user {
	const struct dpmf_secagg_setting *setting;
	uint32_t number;
	const unsigned char *verifying; /* users * 32: everybody's verifying keys; NULL when not authenticated */
	struct dpmf_secagg_signer signer;
	struct dpmf_secagg_pair seal, mask;
	unsigned char self[32];         /* seed of the self mask */
	struct dpmf_stream coefficients;
	struct dpmf_secagg_peer *peer;  /* users, user i at [i - 1], itself included */
	unsigned char digest[DPMF_SECAGG_DIGEST]; /* of the survivors that were confirmed */
	int next;                       /* the step whose call comes next */
};

/* Secrets are the first words of streams (number, kind, round) of the sub-key
   "secagg" of `key`: kind 0 the signing seed, in round 0 for all rounds, 1
   sealing, 2 mask key, 3 self-mask seed, 4 coefficients. */
enum dpmf_status dpmf_secagg_user_open(const struct dpmf_secagg_setting *setting, uint32_t number,
                                       const unsigned char *verifying, const struct dpmf_key *key, uint64_t round,
                                       struct dpmf_secagg_user *user, struct dpmf_error *error);
void dpmf_secagg_user_close(struct dpmf_secagg_user *user); /* wipes and leaves it empty */
/* The signing pair of user `number`, whose public half goes into `verifying`. */
void dpmf_secagg_user_signer(const struct dpmf_key *key, uint32_t number, struct dpmf_secagg_signer *signer);

enum dpmf_status dpmf_secagg_user_advertise(struct dpmf_secagg_user *user, struct dpmf_secagg_message *advertise,
                                            struct dpmf_error *error);
enum dpmf_status dpmf_secagg_user_share(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *roster,
                                        struct dpmf_secagg_message *shares, struct dpmf_error *error);
/* DPMF_INPUT with the coordinate that is beyond setting->most. */
enum dpmf_status dpmf_secagg_vector_check(const struct dpmf_secagg_setting *setting, uint32_t user, const uint64_t *x,
                                          struct dpmf_error *error);
/* x, which must pass vector_check, becomes the masked vector. */
enum dpmf_status dpmf_secagg_user_mask(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *delivery, uint64_t *x,
                                       struct dpmf_secagg_message *masked, struct dpmf_error *error);
enum dpmf_status dpmf_secagg_user_confirm(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *survivors,
                                          struct dpmf_secagg_message *confirm, struct dpmf_error *error);
/* Takes WITNESSES, or SURVIVORS when not authenticated. Of every user that
   shared, one of its two secrets' shares is given, never both. */
enum dpmf_status dpmf_secagg_user_unmask(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *message,
                                         struct dpmf_secagg_message *unmask, struct dpmf_error *error);

DPMF_END

#endif
