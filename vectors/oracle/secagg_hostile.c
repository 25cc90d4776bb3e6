/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What servers send: an honest run's messages to user 2, then each damaged in one place. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cipher.h"
#include "oracle.h"
#include "secagg_answers.h"

enum { ROSTER, DELIVERY, SURVIVORS, WITNESSES, LISTS };

static const uint64_t vectors[] = { 0, 0, 0, 0, 0 };
static const uint64_t nobody[] = { 5, 5, 5, 5, 5 }, some[] = { 5, 5, 1, 2, 5 }, late[] = { 5, 5, 5, 3, 5 }, absent[] = { 5, 5, 5, 5, 0 };

/* The messages of one run to one user, each by itself. */
struct lists {
	struct secagg_script script;
	struct hostile part[LISTS];
	uint32_t user;
};

static size_t entry_of(const struct lists *l, int which)
{
	return which == ROSTER ? (l->script.authenticated ? 132 : 68) : which == DELIVERY ? 108 : which == SURVIVORS ? 4 : 68;
}

static uint32_t load(const unsigned char *b)
{
	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void store(unsigned char *b, uint32_t x)
{
	for (int i = 0; i < 4; i++)
		b[i] = (unsigned char)(x >> 8 * i);
}

/* The message of this type, and to this user, among those that stand one behind the other. */
static void take(struct lists *l, int which, const struct secagg_bytes *from)
{
	static const uint32_t type[] = { 2, 4, 6, 8 };
	const uint32_t to = which == DELIVERY ? l->user : UINT32_MAX;

	for (size_t at = 0; at + 36 <= from->n; at++)
		if (memcmp(from->bytes + at, "DSA1", 4) == 0 && load(from->bytes + at + 4) == type[which] && load(from->bytes + at + 12) == to) {
			l->part[which].length[0] = 36 + load(from->bytes + at + 32) * entry_of(l, which);
			memcpy(l->part[which].bytes, from->bytes + at, l->part[which].length[0]);
		}
}

static void run_lists(struct lists *l)
{
	if (!secagg_script_run(&l->script))
		return;
	take(l, ROSTER, &l->script.opening);
	take(l, DELIVERY, &l->script.sharing);
	take(l, SURVIVORS, &l->script.survivors);
	take(l, WITNESSES, &l->script.confirming);
}

static void open_lists(struct lists *l, uint64_t seed, const uint64_t *silent, bool authenticated)
{
	*l = (struct lists){ .script = { .seed = seed, .round = 3, .most = 1, .users = 5, .threshold = 3, .bits = 8, .length = 1,
	                                 .authenticated = authenticated, .silent = silent, .vector = vectors }, .user = 2 };
	run_lists(l);
}

static void append(struct hostile *h, const struct hostile *part)
{
	size_t n = 0;

	for (size_t i = 0; i < h->count; i++)
		n += h->length[i];
	if (n + part->length[0] > HOSTILE_BYTES || h->count == HOSTILE_MESSAGES)
		return;
	memcpy(h->bytes + n, part->bytes, part->length[0]);
	h->length[h->count++] = part->length[0];
}

/* The messages of `order`, one digit each. */
static void send(struct book *b, const char *flags, const char *comment, const struct lists *l, const char *order)
{
	struct hostile h = { .script = &l->script, .user = l->user };

	for (; *order != '\0'; order++)
		append(&h, &l->part[*order - '0']);
	hostile_test(b, flags, comment, &h);
}

static const char *whole(const struct lists *l)
{
	return l->script.authenticated ? "0123" : "012";
}

/* Entry `which` leaves the list. */
static void drop(struct lists *l, int list, uint32_t which)
{
	struct hostile *p = &l->part[list];
	const size_t entry = entry_of(l, list), at = 36 + which * entry;

	memmove(p->bytes + at, p->bytes + at + entry, p->length[0] - at - entry);
	p->length[0] -= entry;
	store(p->bytes + 32, load(p->bytes + 32) - 1);
}

static void exchange(struct lists *l, int list, uint32_t one, uint32_t other)
{
	unsigned char kept[132];
	const size_t entry = entry_of(l, list);
	unsigned char *const a = l->part[list].bytes + 36 + one * entry, *const b = l->part[list].bytes + 36 + other * entry;

	memcpy(kept, a, entry);
	memcpy(a, b, entry);
	memcpy(b, kept, entry);
}

/* A copy of the run, of which `edit` changes one thing. */
#define DAMAGED(flags, comment, run, edit) \
	do { \
		struct lists l = *(run); \
		edit; \
		send(b, flags, comment, &l, whole(&l)); \
	} while (0)

#define BYTE(list, at) (l.part[list].bytes[at] ^= 1)
#define NUMBER(list, at, x) store(l.part[list].bytes + (at), x)
#define ENTRY(list, i) (36 + (i) * entry_of(&l, list))

static void heads(struct book *b, const struct lists *run)
{
	static const char *const name[] = { "ROSTER", "DELIVERY", "SURVIVORS", "WITNESSES" };
	char text[80];

	for (int which = ROSTER; which < (run->script.authenticated ? LISTS : WITNESSES); which++) {
		const struct {
			const char *flag, *what;
			size_t at;
			uint32_t number;
		} edits[] = {
			{ "Malformed", "does not begin with DSA1", 0, 0x32415344 }, { "OutOfTurn", "is of a user's type", 4, 1 }, { "Malformed", "is of a type that there is not", 4, 258 },
			{ "Malformed", "is from a user", 8, 3 }, { "Malformed", "is to another user", 12, 3 }, { "Replay", "is of another session", 16, 0 },
			{ "Malformed", "counts none, and has a body", 32, 0 }, { "Malformed", "counts one more than there are", 32, run->script.users + 1 },
			{ "Malformed", "counts 2^32 - 1", 32, UINT32_MAX }, { "BadList", "begins with user 0", 36, 0 }, { "BadList", "begins with user 6", 36, 6 },
			{ "BadList", "begins with user 2^32 - 1", 36, UINT32_MAX },
		};
		for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
			snprintf(text, sizeof text, "%s %s", name[which], edits[i].what);
			DAMAGED(edits[i].flag, text, run, NUMBER(which, edits[i].at, edits[i].number));
		}
		snprintf(text, sizeof text, "%s lacks its last byte", name[which]);
		DAMAGED("Malformed", text, run, l.part[which].length[0]--);
		snprintf(text, sizeof text, "%s has a byte more", name[which]);
		DAMAGED("Malformed", text, run, l.part[which].length[0]++);
		snprintf(text, sizeof text, "%s is shorter than a head", name[which]);
		DAMAGED("Malformed", text, run, l.part[which].length[0] = 35);
		snprintf(text, sizeof text, "%s is empty", name[which]);
		DAMAGED("Malformed", text, run, l.part[which].length[0] = 0);
		snprintf(text, sizeof text, "%s: the last two are exchanged", name[which]);
		DAMAGED("BadList", text, run, exchange(&l, which, load(l.part[which].bytes + 32) - 2, load(l.part[which].bytes + 32) - 1));
		snprintf(text, sizeof text, "%s: the first stands there twice", name[which]);
		DAMAGED("BadList", text, run, memcpy(l.part[which].bytes + ENTRY(which, 1), l.part[which].bytes + ENTRY(which, 0), entry_of(&l, which)));
	}
}

static void rosters(struct book *b, const struct lists *run, const struct lists *other)
{
	const bool a = run->script.authenticated;

	DAMAGED("TooFew", "ROSTER: as many as the threshold", run, (drop(&l, ROSTER, 4), drop(&l, ROSTER, 3)));
	DAMAGED("TooFew", "ROSTER: one below the threshold", run, (drop(&l, ROSTER, 4), drop(&l, ROSTER, 3), drop(&l, ROSTER, 2)));
	DAMAGED("TooFew", "ROSTER: nobody", run, while (load(l.part[ROSTER].bytes + 32) > 0) drop(&l, ROSTER, 0));
	DAMAGED("BadList", "ROSTER: without the user itself", run, drop(&l, ROSTER, 1));
	DAMAGED("TooFew BadList", "ROSTER: without the user itself, and below the threshold", run, (drop(&l, ROSTER, 1), drop(&l, ROSTER, 1), drop(&l, ROSTER, 1)));
	DAMAGED("BadList", "ROSTER: another sealing key for the user itself", run, BYTE(ROSTER, ENTRY(ROSTER, 1) + 4));
	DAMAGED("BadList", "ROSTER: another mask key for the user itself", run, BYTE(ROSTER, ENTRY(ROSTER, 1) + 67));
	DAMAGED("BadList", "ROSTER: user 4 has the sealing key of user 1", run, memcpy(l.part[0].bytes + ENTRY(ROSTER, 3) + 4, l.part[0].bytes + ENTRY(ROSTER, 0) + 4, 32));
	DAMAGED("BadList", "ROSTER: user 4 has the mask key of user 3", run, memcpy(l.part[0].bytes + ENTRY(ROSTER, 3) + 36, l.part[0].bytes + ENTRY(ROSTER, 2) + 36, 32));
	if (!a)
		return;
	DAMAGED("BadSignature", "ROSTER: a mask key that its user did not sign", run, memcpy(l.part[0].bytes + ENTRY(ROSTER, 3) + 36, other->part[0].bytes + 36 + 3 * 132 + 36, 32));
	DAMAGED("BadSignature", "ROSTER: a sealing key that its user did not sign", run, memcpy(l.part[0].bytes + ENTRY(ROSTER, 4) + 4, other->part[0].bytes + 36 + 4 * 132 + 4, 32));
	DAMAGED("BadSignature", "ROSTER: the first byte of a signature", run, BYTE(ROSTER, ENTRY(ROSTER, 0) + 68));
	DAMAGED("BadSignature", "ROSTER: the last byte of a signature", run, BYTE(ROSTER, ENTRY(ROSTER, 2) + 131));
	DAMAGED("BadSignature", "ROSTER: a signature of zeros", run, memset(l.part[0].bytes + ENTRY(ROSTER, 3) + 68, 0, 64));
	DAMAGED("BadSignature", "ROSTER: user 3's entry under the number of user 4", run, (drop(&l, ROSTER, 3), NUMBER(ROSTER, ENTRY(ROSTER, 2), 4)));
	DAMAGED("BadSignature", "ROSTER: the user's own signature is damaged", run, BYTE(ROSTER, ENTRY(ROSTER, 1) + 100));
	DAMAGED("Replay BadSignature", "ROSTER: keys and signature of user 5 from another run", run,
	        memcpy(l.part[0].bytes + ENTRY(ROSTER, 4), other->part[0].bytes + 36 + 4 * 132, 132));
}

static void deliveries(struct book *b, const struct lists *run, const struct lists *other)
{
	unsigned char sealed[104];

	secagg_seal(&run->script, 4, 2, true, sealed);
	DAMAGED("TooFew", "DELIVERY: as many as the threshold, with the user itself", run, (drop(&l, DELIVERY, 3), drop(&l, DELIVERY, 2)));
	DAMAGED("TooFew", "DELIVERY: one below the threshold", run, (drop(&l, DELIVERY, 3), drop(&l, DELIVERY, 2), drop(&l, DELIVERY, 1)));
	DAMAGED("TooFew", "DELIVERY: nobody", run, while (load(l.part[DELIVERY].bytes + 32) > 0) drop(&l, DELIVERY, 0));
	DAMAGED("BadSeal", "DELIVERY: the first byte of what is sealed", run, BYTE(DELIVERY, ENTRY(DELIVERY, 0) + 4));
	DAMAGED("BadSeal", "DELIVERY: the last byte of what is sealed", run, BYTE(DELIVERY, ENTRY(DELIVERY, 1) + 91));
	DAMAGED("BadSeal", "DELIVERY: the first byte of a tag", run, BYTE(DELIVERY, ENTRY(DELIVERY, 2) + 92));
	DAMAGED("BadSeal", "DELIVERY: the last byte of a tag", run, BYTE(DELIVERY, ENTRY(DELIVERY, 3) + 107));
	DAMAGED("BadSeal", "DELIVERY: zeros are sealed by nobody", run, memset(l.part[1].bytes + ENTRY(DELIVERY, 0) + 4, 0, 104));
	DAMAGED("BadSeal", "DELIVERY: user 4 sealed 2^31 - 1, which is no share", run, memcpy(l.part[1].bytes + ENTRY(DELIVERY, 2) + 4, sealed, 104));
	DAMAGED("BadSeal", "DELIVERY: what users 1 and 3 sealed is exchanged", run, (exchange(&l, DELIVERY, 0, 1), NUMBER(DELIVERY, ENTRY(DELIVERY, 0), 1), NUMBER(DELIVERY, ENTRY(DELIVERY, 1), 3)));
	DAMAGED("BadList", "DELIVERY: from the user itself", run, NUMBER(DELIVERY, ENTRY(DELIVERY, 0), 2));
	DAMAGED("BadList", "DELIVERY: from a user that is not in ROSTER", run, drop(&l, ROSTER, 4));
	DAMAGED("Replay BadSeal", "DELIVERY: what was sealed in another run", run, memcpy(l.part[1].bytes + 36, other->part[1].bytes + 36, l.part[1].length[0] - 36));
}

/* User 4 signs the survivors' digest for the server, and stands before the last in WITNESSES. */
static void colluder(struct lists *l)
{
	struct hostile *w = &l->part[WITNESSES], *s = &l->part[SURVIVORS];
	const uint32_t count = load(w->bytes + 32);
	unsigned char text[68] = "DSA1", *last = w->bytes + 36 + 68 * (count - 1);

	store(text + 4, 7);
	store(text + 8, 4);
	memcpy(text + 16, l->script.session, 16);
	cipher_blake2b_256(NULL, 0, s->bytes + 36, s->length[0] - 36, text + 36);
	memmove(last + 68, last, 68);
	store(last, 4);
	crypto_sign_detached(last + 4, NULL, text, sizeof text, l->script.person[4].signing_key);
	store(w->bytes + 32, count + 1);
	w->length[0] += 68;
}

static void ends(struct book *b, const struct lists *run, const struct lists *fewer)
{
	const bool a = run->script.authenticated;

	DAMAGED("TooFew", "SURVIVORS: as many as the threshold; nobody signed that", run, (drop(&l, SURVIVORS, 4), drop(&l, SURVIVORS, 3)));
	DAMAGED("TooFew", "SURVIVORS: one below the threshold", run, (drop(&l, SURVIVORS, 4), drop(&l, SURVIVORS, 3), drop(&l, SURVIVORS, 2)));
	DAMAGED("TooFew", "SURVIVORS: the user alone", run, (drop(&l, SURVIVORS, 4), drop(&l, SURVIVORS, 3), drop(&l, SURVIVORS, 2), drop(&l, SURVIVORS, 0)));
	DAMAGED("BadList", "SURVIVORS: without the user itself", run, drop(&l, SURVIVORS, 1));
	DAMAGED("BadList", "SURVIVORS: a user that shared nothing", run, drop(&l, DELIVERY, 3));
	DAMAGED("BadList", "SURVIVORS: without users 3 and 4, who are dropped by the server", run, (drop(&l, SURVIVORS, 3), drop(&l, SURVIVORS, 2)));
	if (!a)
		return;
	DAMAGED("TooFew", "WITNESSES: as many as the threshold", run, (drop(&l, WITNESSES, 4), drop(&l, WITNESSES, 3)));
	DAMAGED("TooFew", "WITNESSES: one below the threshold", run, (drop(&l, WITNESSES, 4), drop(&l, WITNESSES, 3), drop(&l, WITNESSES, 2)));
	DAMAGED("TooFew", "WITNESSES: nobody", run, while (load(l.part[WITNESSES].bytes + 32) > 0) drop(&l, WITNESSES, 0));
	DAMAGED("Ordinary", "WITNESSES: without the user itself, which need not be", run, drop(&l, WITNESSES, 1));
	DAMAGED("BadSignature", "WITNESSES: the first byte of a signature", run, BYTE(WITNESSES, ENTRY(WITNESSES, 0) + 4));
	DAMAGED("BadSignature", "WITNESSES: the last byte of a signature", run, BYTE(WITNESSES, ENTRY(WITNESSES, 4) + 67));
	DAMAGED("BadSignature", "WITNESSES: user 3's signature under the number of user 4", run, (drop(&l, WITNESSES, 3), NUMBER(WITNESSES, ENTRY(WITNESSES, 2), 4)));
	DAMAGED("BadSignature", "WITNESSES: the user itself did not sign this", run, BYTE(WITNESSES, ENTRY(WITNESSES, 1) + 40));
	DAMAGED("BadSignature", "the others were shown another list of survivors", run, drop(&l, SURVIVORS, 4));
	DAMAGED("BadList", "WITNESSES: user 4, who is no survivor, signed the right list", fewer, colluder(&l));
}

static void orders(struct book *b, const struct lists *l)
{
	const bool a = l->script.authenticated;

	send(b, "OutOfTurn", "nothing is sent", l, "");
	send(b, "OutOfTurn", "DELIVERY before ROSTER, then all in order", l, a ? "10123" : "1012");
	send(b, "OutOfTurn", "SURVIVORS before DELIVERY, then all in order", l, a ? "020123" : "02012");
	send(b, "Replay", "ROSTER twice", l, "0012");
	send(b, "Replay", "DELIVERY twice", l, "0112");
	send(b, "Replay", "SURVIVORS twice", l, a ? "01223" : "0122");
	send(b, "Replay", "all twice", l, a ? "01230123" : "012012");
	send(b, "OutOfTurn", "SURVIVORS after ROSTER", l, a ? "0223" : "02");
	if (a) {
		send(b, "Replay", "WITNESSES twice", l, "01233");
		send(b, "OutOfTurn", "WITNESSES after DELIVERY, then SURVIVORS", l, "01323");
		send(b, "OutOfTurn", "SURVIVORS where WITNESSES should be, as if it were not authenticated", l, "0122");
		return;
	}
	send(b, "OutOfTurn", "WITNESSES where SURVIVORS should be", l, "01");
	struct lists two = *l; /* for both shares of user 4 */
	drop(&two, SURVIVORS, 3);
	two.part[WITNESSES] = l->part[SURVIVORS];
	send(b, "Replay", "SURVIVORS without user 4, then with it: a second answer would uncover it", &two, "0123");
}

static void one_run(struct book *b, bool authenticated)
{
	static struct lists run, fewer, other, quiet[3];
	const uint64_t *const silent[] = { some, late, absent };

	open_lists(&run, 11, nobody, authenticated);
	open_lists(&fewer, 11, some, authenticated);
	open_lists(&other, 12, nobody, authenticated);
	book_group(b, authenticated ? "authenticated" : "curious", authenticated ? "Every message of a user is signed." : "Without signatures.");
	send(b, authenticated ? "Ordinary" : "Curious", "an honest server", &run, whole(&run));
	for (size_t i = 0; i < 3; i++) {
		open_lists(&quiet[i], 13, silent[i], authenticated);
		send(b, "Silence", i == 0 ? "user 3 does not share, user 4 does not upload" : i == 1 ? "user 4 does not confirm" : "user 5 never comes", &quiet[i], whole(&run));
	}
	heads(b, &run);
	rosters(b, &run, &other);
	deliveries(b, &run, &other);
	ends(b, &run, &fewer);
	orders(b, &run);
	if (!authenticated)
		DAMAGED("Curious", "another's mask key is exchanged: without signatures nobody can tell", &run,
		        (memcpy(l.part[0].bytes + ENTRY(ROSTER, 3) + 36, other.part[0].bytes + 36 + 3 * 68 + 36, 32), l.part[1].length[0] = 0));
}

/* The user at an end of every list. */
static void edges(struct book *b, const char *who, struct lists *run, uint32_t user, uint32_t users)
{
	*run = (struct lists){ .script = { .seed = 20 + user, .round = 4, .most = 1, .users = users, .threshold = (users + 1) / 2, .bits = 8, .length = 1,
	                                   .authenticated = true, .silent = nobody, .vector = vectors }, .user = user };
	run_lists(run);
	book_group(b, who, "Damaged in one place; in another order.");
	send(b, "Ordinary", "an honest server", run, "0123");
	heads(b, run);
	orders(b, run);
}

ORACLE(secagg_answers)
{
	static struct lists run;

	book_open(b, "secagg_answers");
	one_run(b, true);
	one_run(b, false);
	open_lists(&run, 11, nobody, true);
	book_group(b, "out of the domain", "Settings that are none.");
	run.script.threshold = 2;
	hostile_refused(b, "a threshold of less than half, with signatures", &(struct hostile){ .script = &run.script, .user = 2 });
	run.script.threshold = 3;
	hostile_refused(b, "a user beyond the last", &(struct hostile){ .script = &run.script, .user = 6 });
	hostile_refused(b, "no user of that number", &(struct hostile){ .script = &run.script, .user = 0 });
	edges(b, "the first user", &run, 1, 5);
	edges(b, "the last user", &run, 5, 5);
	edges(b, "the first of three users, all but one of whom are enough", &run, 1, 3);
}

LATER(secagg_answers)
{
	static struct lists run;

	open_lists(&run, 11, nobody, true);
	run.script.users = 1;
	run.script.threshold = 1;
	hostile_refused(b, "a single party, with signatures", &(struct hostile){ .script = &run.script, .user = 1 });
	run.script.users = 0;
	run.script.threshold = 0;
	hostile_refused(b, "no party", &(struct hostile){ .script = &run.script, .user = 1 });
}
