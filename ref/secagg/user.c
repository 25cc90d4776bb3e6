/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/user.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "secagg/user_turn.h"

enum kind { SIGNING, SEALING, MASKING, SELF, COEFFICIENTS };

static void open_stream(const struct dpmf_key *key, uint32_t number, enum kind kind, uint64_t round, struct dpmf_stream *s)
{
	struct dpmf_key child;

	dpmf_key_derive(key, "secagg", &child);
	dpmf_stream_open(s, &child, number, kind, round);
	sodium_memzero(child.bytes, sizeof child.bytes);
}

static void draw_secret(const struct dpmf_key *key, uint32_t number, enum kind kind, uint64_t round, unsigned char secret[32])
{
	struct dpmf_stream s;

	open_stream(key, number, kind, round, &s);
	dpmf_secagg_draw_bytes(&s, secret);
	sodium_memzero(&s, sizeof s);
}

void dpmf_secagg_user_signer(const struct dpmf_key *key, uint32_t number, struct dpmf_secagg_signer *signer)
{
	unsigned char seed[32];

	draw_secret(key, number, SIGNING, 0, seed);
	dpmf_secagg_signer_of(seed, signer);
	sodium_memzero(seed, sizeof seed);
}

enum dpmf_status dpmf_secagg_user_open(const struct dpmf_secagg_setting *setting, uint32_t number,
                                       const unsigned char *verifying, const struct dpmf_key *key, uint64_t round,
                                       struct dpmf_secagg_user *user, struct dpmf_error *error)
{
	struct dpmf_secagg_user u = { .setting = setting, .number = number, .verifying = verifying };
	unsigned char secret[32];

	if (number < 1 || number > setting->users)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation: no user %u among %u", number, setting->users);
	u.peer = calloc(setting->users, sizeof *u.peer);
	if (!u.peer)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %u users", setting->users);
	dpmf_secagg_user_signer(key, number, &u.signer);
	draw_secret(key, number, SEALING, round, secret);
	dpmf_secagg_pair_of(secret, &u.seal);
	draw_secret(key, number, MASKING, round, secret);
	dpmf_secagg_pair_of(secret, &u.mask);
	draw_secret(key, number, SELF, round, u.self);
	open_stream(key, number, COEFFICIENTS, round, &u.coefficients);
	sodium_memzero(secret, sizeof secret);
	*user = u;
	return DPMF_OK;
}

void dpmf_secagg_user_close(struct dpmf_secagg_user *user)
{
	if (user->peer)
		sodium_memzero(user->peer, user->setting->users * sizeof *user->peer);
	free(user->peer);
	sodium_memzero(user, sizeof *user);
}

enum dpmf_status dpmf_secagg_user_advertise(struct dpmf_secagg_user *user, struct dpmf_secagg_message *advertise,
                                            struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_secagg_user_begin(user, DPMF_SECAGG_ADVERTISE, error);

	if (status == DPMF_OK)
		status = dpmf_secagg_user_make(user, DPMF_SECAGG_T_ADVERTISE, 0, advertise, error);
	if (status != DPMF_OK)
		return status;
	memcpy(advertise->bytes + DPMF_SECAGG_HEAD, user->seal.open, DPMF_SECAGG_KEY);
	memcpy(advertise->bytes + DPMF_SECAGG_HEAD + DPMF_SECAGG_KEY, user->mask.open, DPMF_SECAGG_KEY);
	dpmf_secagg_user_finish(user, advertise, DPMF_SECAGG_SHARE);
	return DPMF_OK;
}

/* Whether the entry of ROSTER is what its user signed as ADVERTISE. */
static bool advertised(const struct dpmf_secagg_user *user, uint32_t other, const unsigned char *entry)
{
	const struct dpmf_secagg_head head = { DPMF_SECAGG_T_ADVERTISE, other, DPMF_SECAGG_SERVER, 0 };
	unsigned char bytes[DPMF_SECAGG_HEAD + 2 * DPMF_SECAGG_KEY + DPMF_SECAGG_SIGNATURE];
	const struct dpmf_secagg_message rebuilt = { bytes, sizeof bytes };

	if (!user->setting->authenticated)
		return true;
	dpmf_secagg_head_write(user->setting, &head, bytes);
	memcpy(bytes + DPMF_SECAGG_HEAD, entry + 4, 2 * DPMF_SECAGG_KEY + DPMF_SECAGG_SIGNATURE);
	return dpmf_secagg_user_trusts(user, other, &rebuilt);
}

struct named_key {
	const unsigned char *key;
	uint32_t user;
};

static int by_key_and_user(const void *a, const void *b)
{
	const struct named_key *x = a, *y = b;
	const int order = memcmp(x->key, y->key, DPMF_SECAGG_KEY);

	return order ? order : (x->user > y->user) - (x->user < y->user);
}

/* The first user with a key of an earlier one among the sorted keys, or `found`, if that is earlier. */
static uint32_t first_again(struct named_key *named, size_t count, uint32_t found)
{
	qsort(named, count, sizeof *named, by_key_and_user);
	for (size_t i = 1; i < count; i++)
		if (memcmp(named[i].key, named[i - 1].key, DPMF_SECAGG_KEY) == 0 && named[i].user < found)
			found = named[i].user;
	return found;
}

/* Two users with one key would cancel each other's masks, or could read each other's shares. */
static enum dpmf_status check_keys(struct dpmf_secagg_user *user, size_t present, struct dpmf_error *error)
{
	struct named_key *named = malloc(present * sizeof *named);
	uint32_t found = UINT32_MAX;

	if (!named)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the keys of %zu users", present);
	for (int masks = 0; masks < 2; masks++) {
		size_t count = 0;

		for (uint32_t other = 1; other <= user->setting->users; other++) {
			const struct dpmf_secagg_peer *peer = dpmf_secagg_peer_of(user, other);

			if (peer->present && count < present)
				named[count++] = (struct named_key){ masks ? peer->mask : peer->seal, other };
		}
		found = first_again(named, count, found);
	}
	free(named);
	return found == UINT32_MAX ? DPMF_OK : dpmf_secagg_user_refuse(user, error, "ROSTER", found, "has a key of an earlier user");
}

static enum dpmf_status read_roster(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *roster, size_t *present,
                                    struct dpmf_error *error)
{
	struct dpmf_secagg_head head;
	enum dpmf_status status = dpmf_secagg_message_read(user->setting, roster, DPMF_SECAGG_T_ROSTER, DPMF_SECAGG_ALL,
	                                                         &head, error);

	if (status != DPMF_OK)
		return status;
	if (!dpmf_secagg_enough(user, head.count))
		return dpmf_secagg_user_too_few(user, error, "ROSTER", head.count);
	for (uint32_t i = 0; i < head.count; i++) {
		const unsigned char *entry = dpmf_secagg_entry(user->setting, roster, i);
		const uint32_t other = dpmf_secagg_load32(entry);
		struct dpmf_secagg_peer *peer = dpmf_secagg_peer_of(user, other);

		if (!advertised(user, other, entry))
			return dpmf_secagg_user_refuse(user, error, "ROSTER", other, "did not sign these keys");
		memcpy(peer->seal, entry + 4, DPMF_SECAGG_KEY);
		memcpy(peer->mask, entry + 4 + DPMF_SECAGG_KEY, DPMF_SECAGG_KEY);
		peer->present = true;
	}
	status = check_keys(user, head.count, error);
	if (status != DPMF_OK)
		return status;
	if (!dpmf_secagg_peer_of(user, user->number)->present ||
	    memcmp(dpmf_secagg_peer_of(user, user->number)->seal, user->seal.open, DPMF_SECAGG_KEY) != 0 ||
	    memcmp(dpmf_secagg_peer_of(user, user->number)->mask, user->mask.open, DPMF_SECAGG_KEY) != 0)
		return dpmf_secagg_user_refuse(user, error, "ROSTER", user->number, "is not in it with its own keys");
	*present = head.count;
	return DPMF_OK;
}

/* The other's two shares into its entry, or into the peer when it is the user itself. */
static enum dpmf_status share_with(struct dpmf_secagg_user *user, uint32_t other, const uint32_t *of_key,
                                   const uint32_t *of_self, unsigned char **entry, struct dpmf_error *error)
{
	struct dpmf_secagg_peer *peer = dpmf_secagg_peer_of(user, other);
	const struct dpmf_secagg_party own = { user->number, user->seal.open }, theirs = { other, peer->seal };
	unsigned char key[32], text[2 * DPMF_SECAGG_SHARE_BYTES];
	struct dpmf_secret_share share[2];

	dpmf_secret_share(of_key, user->setting->threshold, other, &share[0]);
	dpmf_secret_share(of_self, user->setting->threshold, other, &share[1]);
	if (other == user->number) {
		peer->of_key = share[0];
		peer->of_self = share[1];
		return DPMF_OK;
	}
	if (!dpmf_secagg_seal_keys(user->setting, user->seal.secret, &own, &theirs, key, peer->opening))
		return dpmf_secagg_user_refuse(user, error, "ROSTER", other, "has a key that agrees with nobody");
	dpmf_share_write(&share[0], text);
	dpmf_share_write(&share[1], text + DPMF_SECAGG_SHARE_BYTES);
	dpmf_secagg_store32(other, *entry);
	dpmf_secagg_seal(key, text, *entry + 4);
	*entry += 4 + DPMF_SECAGG_SEALED;
	return DPMF_OK;
}

static void forget(uint32_t *coefficients, uint32_t threshold)
{
	if (coefficients)
		sodium_memzero(coefficients, (size_t)DPMF_SECRET_LIMBS * threshold * sizeof *coefficients);
	free(coefficients);
}

static enum dpmf_status share_with_all(struct dpmf_secagg_user *user, struct dpmf_secagg_message *shares, struct dpmf_error *error)
{
	const uint32_t threshold = user->setting->threshold;
	unsigned char *entry = shares->bytes + DPMF_SECAGG_HEAD;
	uint32_t *of_key = NULL, *of_self = NULL;
	enum dpmf_status status = dpmf_secret_polynomials(user->mask.secret, threshold, &user->coefficients, &of_key, error);

	if (status == DPMF_OK)
		status = dpmf_secret_polynomials(user->self, threshold, &user->coefficients, &of_self, error);
	for (uint32_t other = 1; status == DPMF_OK && other <= user->setting->users; other++)
		if (dpmf_secagg_peer_of(user, other)->present)
			status = share_with(user, other, of_key, of_self, &entry, error);
	forget(of_key, threshold);
	forget(of_self, threshold);
	return status;
}

enum dpmf_status dpmf_secagg_user_share(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *roster,
                                        struct dpmf_secagg_message *shares, struct dpmf_error *error)
{
	struct dpmf_secagg_message made = { NULL, 0 };
	size_t present = 0;
	enum dpmf_status status = dpmf_secagg_user_begin(user, DPMF_SECAGG_SHARE, error);

	if (status == DPMF_OK)
		status = read_roster(user, roster, &present, error);
	if (status == DPMF_OK)
		status = dpmf_secagg_user_make(user, DPMF_SECAGG_T_SHARES, present - 1, &made, error);
	if (status == DPMF_OK)
		status = share_with_all(user, &made, error);
	if (status != DPMF_OK) {
		dpmf_secagg_message_free(&made);
		return status;
	}
	dpmf_secagg_user_finish(user, &made, DPMF_SECAGG_MASK);
	*shares = made;
	return DPMF_OK;
}
