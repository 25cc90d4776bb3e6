/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the shares of the others to the shares that lift the masks. */
#include <sodium.h>
#include <string.h>

#include "secagg/expand.h"
#include "secagg/pack.h"
#include "secagg/user_turn.h"

static enum dpmf_status open_shares(struct dpmf_secagg_user *user, uint32_t other, const unsigned char *sealed,
                                    struct dpmf_error *error)
{
	struct dpmf_secagg_peer *peer = dpmf_secagg_peer_of(user, other);
	unsigned char text[2 * DPMF_SECAGG_SHARE_BYTES];
	bool are_shares;

	if (other == user->number || !peer->present)
		return dpmf_secagg_user_refuse(user, error, "DELIVERY", other, "is not one of the others in ROSTER");
	if (!dpmf_secagg_unseal(peer->opening, sealed, text))
		return dpmf_secagg_user_refuse(user, error, "DELIVERY", other, "did not seal this");
	are_shares = dpmf_share_read(text, &peer->of_key) && dpmf_share_read(text + DPMF_SECAGG_SHARE_BYTES, &peer->of_self);
	sodium_memzero(text, sizeof text);
	if (!are_shares)
		return dpmf_secagg_user_refuse(user, error, "DELIVERY", other, "sealed what is no share");
	peer->sharing = true;
	return DPMF_OK;
}

static enum dpmf_status read_delivery(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *delivery,
                                      struct dpmf_error *error)
{
	struct dpmf_secagg_head head;
	enum dpmf_status status = dpmf_secagg_message_read(user->setting, delivery, DPMF_SECAGG_T_DELIVERY, user->number, &head, error);

	if (status == DPMF_OK && !dpmf_secagg_enough(user, (size_t)head.count + 1))
		return dpmf_secagg_user_too_few(user, error, "DELIVERY", (size_t)head.count + 1);
	for (uint32_t i = 0; status == DPMF_OK && i < head.count; i++) {
		const unsigned char *entry = dpmf_secagg_entry(user->setting, delivery, i);

		status = open_shares(user, dpmf_secagg_load32(entry), entry + 4, error);
	}
	dpmf_secagg_peer_of(user, user->number)->sharing = true;
	return status;
}

/* Eq. (14) of dpmf-rp, with the self mask: later users' masks are added, earlier ones' taken away. */
static enum dpmf_status mask_vector(const struct dpmf_secagg_user *user, uint64_t *x, struct dpmf_error *error)
{
	const struct dpmf_secagg_setting *s = user->setting;
	const struct dpmf_secagg_party own = { user->number, user->mask.open };
	unsigned char key[32];
	enum dpmf_status status = DPMF_OK;

	dpmf_secagg_self_key(s, user->self, user->number, key);
	dpmf_masks_expand(key, s->bits, false, x, s->length);
	for (uint32_t other = 1; status == DPMF_OK && other <= s->users; other++) {
		const struct dpmf_secagg_party theirs = { other, dpmf_secagg_peer_of(user, other)->mask };

		if (other == user->number || !dpmf_secagg_peer_of(user, other)->sharing)
			continue;
		if (!dpmf_secagg_mask_key(s, user->mask.secret, &own, &theirs, key))
			status = dpmf_secagg_user_refuse(user, error, "ROSTER", other, "has a key that agrees with nobody");
		else
			dpmf_masks_expand(key, s->bits, other < user->number, x, s->length);
	}
	sodium_memzero(key, sizeof key);
	return status;
}

enum dpmf_status dpmf_secagg_vector_check(const struct dpmf_secagg_setting *setting, uint32_t user, const uint64_t *x,
                                          struct dpmf_error *error)
{
	for (size_t i = 0; i < setting->length; i++)
		if (x[i] > setting->most)
			return dpmf_fail(error, DPMF_INPUT, "secure aggregation: coordinate %zu of user %u is %llu, %llu is the most", i,
			                 user, (unsigned long long)x[i], (unsigned long long)setting->most);
	return DPMF_OK;
}

enum dpmf_status dpmf_secagg_user_mask(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *delivery, uint64_t *x,
                                       struct dpmf_secagg_message *masked, struct dpmf_error *error)
{
	const struct dpmf_secagg_setting *s = user->setting;
	enum dpmf_status status = dpmf_secagg_user_begin(user, DPMF_SECAGG_MASK, error);

	if (status == DPMF_OK)
		status = dpmf_secagg_vector_check(s, user->number, x, error);
	if (status == DPMF_OK)
		status = read_delivery(user, delivery, error);
	if (status == DPMF_OK)
		status = mask_vector(user, x, error);
	if (status == DPMF_OK)
		status = dpmf_secagg_user_make(user, DPMF_SECAGG_T_MASKED, s->length, masked, error);
	if (status != DPMF_OK)
		return status;
	dpmf_pack(x, s->length, s->bits, masked->bytes + DPMF_SECAGG_HEAD);
	dpmf_secagg_user_finish(user, masked, s->authenticated ? DPMF_SECAGG_CONFIRM : DPMF_SECAGG_UNMASK);
	return DPMF_OK;
}

static enum dpmf_status read_survivors(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *survivors,
                                       struct dpmf_error *error)
{
	struct dpmf_secagg_head head;
	const enum dpmf_status status = dpmf_secagg_message_read(user->setting, survivors, DPMF_SECAGG_T_SURVIVORS, DPMF_SECAGG_ALL,
	                                                         &head, error);

	if (status != DPMF_OK)
		return status;
	if (!dpmf_secagg_enough(user, head.count))
		return dpmf_secagg_user_too_few(user, error, "SURVIVORS", head.count);
	for (uint32_t i = 0; i < head.count; i++) {
		const uint32_t other = dpmf_secagg_load32(dpmf_secagg_entry(user->setting, survivors, i));

		if (!dpmf_secagg_peer_of(user, other)->sharing)
			return dpmf_secagg_user_refuse(user, error, "SURVIVORS", other, "has shared nothing");
		dpmf_secagg_peer_of(user, other)->surviving = true;
	}
	if (!dpmf_secagg_peer_of(user, user->number)->surviving)
		return dpmf_secagg_user_refuse(user, error, "SURVIVORS", user->number, "is not in it, and has sent its vector");
	dpmf_secagg_digest(survivors->bytes + DPMF_SECAGG_HEAD, survivors->length - DPMF_SECAGG_HEAD, user->digest);
	return DPMF_OK;
}

enum dpmf_status dpmf_secagg_user_confirm(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *survivors,
                                          struct dpmf_secagg_message *confirm, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_secagg_user_begin(user, DPMF_SECAGG_CONFIRM, error);

	if (status == DPMF_OK)
		status = read_survivors(user, survivors, error);
	if (status == DPMF_OK)
		status = dpmf_secagg_user_make(user, DPMF_SECAGG_T_CONFIRM, 0, confirm, error);
	if (status != DPMF_OK)
		return status;
	memcpy(confirm->bytes + DPMF_SECAGG_HEAD, user->digest, DPMF_SECAGG_DIGEST);
	dpmf_secagg_user_finish(user, confirm, DPMF_SECAGG_UNMASK);
	return DPMF_OK;
}

/* Whether the other confirmed the same survivors. */
static bool confirmed(const struct dpmf_secagg_user *user, uint32_t other, const unsigned char *signature)
{
	const struct dpmf_secagg_head head = { DPMF_SECAGG_T_CONFIRM, other, DPMF_SECAGG_SERVER, 0 };
	unsigned char bytes[DPMF_SECAGG_HEAD + DPMF_SECAGG_DIGEST + DPMF_SECAGG_SIGNATURE];
	const struct dpmf_secagg_message rebuilt = { bytes, sizeof bytes };

	dpmf_secagg_head_write(user->setting, &head, bytes);
	memcpy(bytes + DPMF_SECAGG_HEAD, user->digest, DPMF_SECAGG_DIGEST);
	memcpy(bytes + DPMF_SECAGG_HEAD + DPMF_SECAGG_DIGEST, signature, DPMF_SECAGG_SIGNATURE);
	return dpmf_secagg_user_trusts(user, other, &rebuilt);
}

static enum dpmf_status read_witnesses(const struct dpmf_secagg_user *user, const struct dpmf_secagg_message *witnesses,
                                       struct dpmf_error *error)
{
	struct dpmf_secagg_head head;
	const enum dpmf_status status = dpmf_secagg_message_read(user->setting, witnesses, DPMF_SECAGG_T_WITNESSES, DPMF_SECAGG_ALL,
	                                                         &head, error);

	if (status != DPMF_OK)
		return status;
	if (!dpmf_secagg_enough(user, head.count))
		return dpmf_secagg_user_too_few(user, error, "WITNESSES", head.count);
	for (uint32_t i = 0; i < head.count; i++) {
		const unsigned char *entry = dpmf_secagg_entry(user->setting, witnesses, i);
		const uint32_t other = dpmf_secagg_load32(entry);

		if (!dpmf_secagg_peer_of(user, other)->surviving)
			return dpmf_secagg_user_refuse(user, error, "WITNESSES", other, "is no survivor");
		if (!confirmed(user, other, entry + 4))
			return dpmf_secagg_user_refuse(user, error, "WITNESSES", other, "did not confirm these survivors");
	}
	return DPMF_OK;
}

static size_t sharing_users(const struct dpmf_secagg_user *user)
{
	size_t count = 0;

	for (uint32_t other = 1; other <= user->setting->users; other++)
		count += dpmf_secagg_peer_of(user, other)->sharing;
	return count;
}

/* Of a survivor the self mask's share, of one that fell silent the mask key's. */
static void write_unmask(const struct dpmf_secagg_user *user, struct dpmf_secagg_message *unmask)
{
	size_t i = 0;

	for (uint32_t other = 1; other <= user->setting->users; other++) {
		const struct dpmf_secagg_peer *peer = dpmf_secagg_peer_of(user, other);
		unsigned char *entry;

		if (!peer->sharing)
			continue;
		entry = dpmf_secagg_entry(user->setting, unmask, i++);
		dpmf_secagg_store32(other, entry);
		entry[4] = peer->surviving ? DPMF_SECAGG_KIND_SELF : DPMF_SECAGG_KIND_KEY;
		dpmf_share_write(peer->surviving ? &peer->of_self : &peer->of_key, entry + 5);
	}
}

enum dpmf_status dpmf_secagg_user_unmask(struct dpmf_secagg_user *user, const struct dpmf_secagg_message *message,
                                         struct dpmf_secagg_message *unmask, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_secagg_user_begin(user, DPMF_SECAGG_UNMASK, error);

	if (status == DPMF_OK)
		status = user->setting->authenticated ? read_witnesses(user, message, error) : read_survivors(user, message, error);
	if (status == DPMF_OK)
		status = dpmf_secagg_user_make(user, DPMF_SECAGG_T_UNMASK, sharing_users(user), unmask, error);
	if (status != DPMF_OK)
		return status;
	write_unmask(user, unmask);
	dpmf_secagg_user_finish(user, unmask, DPMF_SECAGG_STEPS);
	return DPMF_OK;
}
