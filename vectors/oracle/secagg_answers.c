/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an honest user answers, from the description alone, to the messages of an honest run and to damaged ones. */
#include <sodium.h>
#include <string.h>

#include "cipher.h"
#include "oracle.h"
#include "secagg_answers.h"
#include "vectors/format/number.h"

static uint32_t load(const unsigned char *b)
{
	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* What the user knows; `slip` is the mistake that it makes. */
struct party {
	const struct hostile *h;
	enum slip slip;
	bool present[SECAGG_USERS + 2], sharing[SECAGG_USERS + 2], surviving[SECAGG_USERS + 2];
	unsigned char digest[32];
	int turn; /* 0 ROSTER .. 3 WITNESSES; 9: over */
};

static size_t entry_of(const struct hostile *h, int turn)
{
	return turn == 0 ? (h->script->authenticated ? 132 : 68) : turn == 1 ? 108 : turn == 2 ? 4 : 68;
}

static bool well_formed(const struct party *p, const unsigned char *b, size_t n, size_t entry)
{
	static const unsigned char type[] = { 2, 4, 6, 8 };
	const uint32_t count = n < 36 ? 0 : load(b + 32);

	if (n < 36 || memcmp(b, "DSA1", 4) != 0 || load(b + 4) != type[p->turn] || load(b + 8) != 0 ||
	    load(b + 12) != (p->turn == 1 ? p->h->user : UINT32_MAX) || count > p->h->script->users || n != 36 + count * entry)
		return false;
	if (memcmp(b + 16, p->h->script->session, 16) != 0 && p->slip != ANY_SESSION)
		return false;
	for (uint32_t i = 0; i < count && p->slip != ANY_ORDER; i++)
		if (load(b + 36 + i * entry) <= (i == 0 ? 0 : load(b + 36 + (i - 1) * entry)))
			return false;
	for (uint32_t i = 0; i < count; i++)
		if (load(b + 36 + i * entry) < 1 || load(b + 36 + i * entry) > p->h->script->users)
			return false;
	return true;
}

static bool signed_by(const struct hostile *h, uint32_t user, uint32_t type, const unsigned char *body, size_t n, const unsigned char *signature)
{
	unsigned char text[100] = "DSA1";

	text[4] = (unsigned char)type;
	text[8] = (unsigned char)user;
	memcpy(text + 16, h->script->session, 16);
	memcpy(text + 36, body, n);
	return crypto_sign_verify_detached(signature, text, 36 + n, h->script->person[user].signing_open) == 0;
}

/* Every signature and seal of the message, whose list is well formed. */
static bool valid(const struct party *p, const unsigned char *b, uint32_t count, size_t entry)
{
	unsigned char sealed[104];

	for (uint32_t i = 0; i < count; i++) {
		const unsigned char *e = b + 36 + i * entry;
		const uint32_t user = load(e);

		if (p->turn == 0 && p->h->script->authenticated && !signed_by(p->h, user, 1, e + 4, 64, e + 68))
			return false;
		if (p->turn == 3 && !signed_by(p->h, user, 7, p->digest, 32, e + 4))
			return false;
		if (p->turn == 1 && user != p->h->user) { /* there is one sealed text that opens to what this user shared */
			secagg_seal(p->h->script, user, p->h->user, false, sealed);
			if (memcmp(sealed, e + 4, 104) != 0)
				return false;
		}
	}
	return true;
}

static bool key_twice(const unsigned char *b, uint32_t count, size_t entry)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j < i; j++)
			for (size_t half = 4; half <= 36; half += 32)
				if (memcmp(b + 36 + i * entry + half, b + 36 + j * entry + half, 32) == 0)
					return true;
	return false;
}

static bool with_own_keys(const struct hostile *h, const unsigned char *b, uint32_t count, size_t entry)
{
	const struct secagg_person *own = &h->script->person[h->user];

	for (uint32_t i = 0; i < count; i++) {
		const unsigned char *e = b + 36 + i * entry;
		if (load(e) == h->user)
			return memcmp(e + 4, own->seal_open, 32) == 0 && memcmp(e + 36, own->mask_open, 32) == 0;
	}
	return false;
}

/* Whether the list of this turn is one that the user may answer; who is in it. */
static bool list_allowed(struct party *p, const unsigned char *b, uint32_t count, size_t entry)
{
	const uint32_t own = p->h->user;

	if (p->turn == 0 && (key_twice(b, count, entry) || (!with_own_keys(p->h, b, count, entry) && p->slip != WITHOUT_ITSELF)))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t user = load(b + 36 + i * entry);
		bool *const in[] = { p->present, p->sharing, p->surviving, p->surviving };
		const bool known = p->turn == 0 || (p->turn == 1 ? user != own && p->present[user] : p->turn == 2 ? p->sharing[user] : p->surviving[user]);
		if (!known && p->slip != ANYBODY)
			return false;
		in[p->turn][user] = true;
	}
	p->sharing[own] |= p->turn == 1;
	return p->turn != 2 || p->surviving[own] || p->slip == WITHOUT_ITSELF;
}

/* 0 refuses, 1 answers, 2 too few; *good: what `valid` says of the message. */
static int answer(struct party *p, const unsigned char *b, size_t n, bool *good)
{
	const int turn = p->turn;
	const size_t entry = turn > 3 ? 0 : entry_of(p->h, turn);
	uint32_t count;

	*good = true;
	if (turn > 3)
		return 0;
	p->turn = p->slip == GOES_ON ? turn : 9;
	struct party at = *p;
	at.turn = turn;
	if (!well_formed(&at, b, n, entry))
		return 0;
	count = load(b + 32);
	*good = valid(&at, b, count, entry);
	if (count + (turn == 1) < p->h->script->threshold && p->slip != NO_THRESHOLD)
		return 2;
	if (!list_allowed(&at, b, count, entry) || (!*good && p->slip != UNCHECKED))
		return 0;
	*p = at;
	if (turn == 2)
		cipher_blake2b_256(NULL, 0, b + 36, n - 36, p->digest);
	p->turn = turn == 2 && !p->h->script->authenticated ? 4 : turn + 1;
	return 1;
}

static json_t *gives(const struct party *p)
{
	uint64_t list[2 * SECAGG_USERS];
	size_t n = 0;

	for (uint32_t u = 1; u <= p->h->script->users && p->turn == 4; u++)
		if (p->sharing[u]) {
			list[n++] = u;
			list[n++] = p->surviving[u] ? 1 : 2;
		}
	return book_u64s(list, n);
}

/* The outputs of a user with that slip; without one, what is valid, too. */
static void run(const struct hostile *h, enum slip slip, struct book *b, const char *mistake)
{
	struct party p = { .h = h, .slip = slip };
	uint64_t answers[HOSTILE_MESSAGES], good_ones[HOSTILE_MESSAGES];
	const unsigned char *at = h->bytes;
	bool good;

	for (size_t i = 0; i < h->count; at += h->length[i++]) {
		answers[i] = (uint64_t)answer(&p, at, h->length[i], &good);
		good_ones[i] = good;
	}
	if (mistake != NULL) {
		book_mistake(b, mistake, "answers", "exact", book_u64s(answers, h->count));
		book_mistake(b, mistake, "gives", "exact", gives(&p));
		return;
	}
	book_in(b, "valid", book_u64s(good_ones, h->count));
	book_out(b, "answers", "exact", book_u64s(answers, h->count));
	book_out(b, "gives", "exact", gives(&p));
}

static void inputs(struct book *b, const struct hostile *h)
{
	const struct secagg_script *s = h->script;
	unsigned char own[64];
	uint64_t length[HOSTILE_MESSAGES];
	size_t n = 0;

	memcpy(own, s->person[h->user <= s->users && h->user > 0 ? h->user : 1].seal_open, 32);
	memcpy(own + 32, s->person[h->user <= s->users && h->user > 0 ? h->user : 1].mask_open, 32);
	for (size_t i = 0; i < h->count; i++) {
		length[i] = h->length[i];
		n += h->length[i];
	}
	book_in(b, "key", number_bytes(s->key, 32));
	book_in_u64(b, "round", s->round);
	book_in_u64(b, "users", s->users);
	book_in_u64(b, "threshold", s->threshold);
	book_in_u64(b, "authenticated", s->authenticated);
	book_in_u64(b, "user", h->user);
	book_in(b, "session", number_bytes(s->session, 16));
	book_in(b, "own_keys", number_bytes(own, 64));
	book_in(b, "messages", number_bytes(h->bytes, n));
	book_in(b, "lengths", book_u64s(length, h->count));
}

void hostile_test(struct book *b, const char *flags, const char *comment, const struct hostile *h)
{
	static const struct {
		enum slip slip;
		const char *name;
	} slips[] = {
		{ UNCHECKED, "signatures and seals are not checked" }, { NO_THRESHOLD, "the threshold is not compared" },
		{ WITHOUT_ITSELF, "the user does not look for itself in the lists" }, { ANYBODY, "users that were not in the list before are taken" },
		{ ANY_SESSION, "the session is not compared" }, { ANY_ORDER, "lists need not ascend" }, { GOES_ON, "a refusal does not end the run" },
	};

	book_test(b, flags, "%s", comment);
	inputs(b, h);
	run(h, NONE, b, NULL);
	for (size_t i = 0; i < sizeof slips / sizeof *slips; i++)
		run(h, slips[i].slip, b, slips[i].name);
}

void hostile_refused(struct book *b, const char *comment, const struct hostile *h)
{
	book_refused(b, comment);
	inputs(b, h);
	book_in(b, "valid", book_u64s(NULL, 0));
}
