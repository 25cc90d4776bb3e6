/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "number.h"
#include "oracle_secagg.h"
#include "oracles.h"

/* Of every user: signing seed, sealing secret, mask secret, self-mask seed; public halves of the first three; coefficients of those that share. */
static void people(struct book *b, const struct secagg_script *s)
{
	unsigned char secrets[SECAGG_USERS * 128], open[SECAGG_USERS * 96], coefficients[SECAGG_USERS * 22 * SECAGG_THRESHOLD * 4];
	size_t n = 0;

	for (uint32_t u = 1; u <= s->users; u++) {
		const struct secagg_person *p = &s->person[u];
		unsigned char *at = secrets + 128 * (u - 1), *to = open + 96 * (u - 1);

		memcpy(at, p->signing, 32);
		memcpy(at + 32, p->seal, 32);
		memcpy(at + 64, p->mask, 32);
		memcpy(at + 96, p->self, 32);
		memcpy(to, p->signing_open, 32);
		memcpy(to + 32, p->seal_open, 32);
		memcpy(to + 64, p->mask_open, 32);
		for (size_t i = 0; s->opening.n > 0 && s->silent[u - 1] > 1 && i < (size_t)22 * s->threshold; i++, n += 4)
			for (int j = 0; j < 4; j++)
				coefficients[n + (size_t)j] = (unsigned char)(p->coefficient[i / s->threshold / 11][i / s->threshold % 11][i % s->threshold] >> 8 * j);
	}
	book_in(b, "secrets", number_bytes(secrets, (size_t)128 * s->users));
	book_in(b, "public_keys", number_bytes(open, (size_t)96 * s->users));
	book_in(b, "coefficients", number_bytes(coefficients, n));
}

static json_t *bytes(const struct secagg_bytes *x)
{
	return number_bytes(x->bytes, x->n);
}

static void transcript(struct book *b, const char *flags, const char *comment, struct secagg_script *s)
{
	const bool good = secagg_script_run(s);

	book_test(b, good ? flags : "OutOfDomain", "%s", comment);
	book_in(b, "key", number_bytes(s->key, 32));
	book_in_u64(b, "round", s->round);
	book_in_u64(b, "threshold", s->threshold);
	book_in_u64(b, "bits", s->bits);
	book_in_u64(b, "most", s->most);
	book_in_u64(b, "authenticated", s->authenticated);
	book_in(b, "silent", book_u64s(s->silent, s->users));
	book_in(b, "vector", book_u64s(s->vector, s->users * s->length));
	book_in(b, "session", number_bytes(s->session, 16));
	people(b, s);
	book_in(b, "opening", bytes(&s->opening));
	book_in(b, "sharing", bytes(&s->sharing));
	book_in(b, "mask_keys", bytes(&s->mask_keys));
	book_in(b, "confirming", bytes(&s->confirming));
	book_in(b, "signatures", bytes(&s->signatures));
	if (!good) {
		book_invalid(b);
		return;
	}
	book_out(b, "share", "exact", bytes(&s->share));
	uint64_t mask[SECAGG_MASKS * SECAGG_LENGTH];
	for (size_t i = 0; i < s->masks * s->length; i++)
		mask[i] = s->mask[i / s->length][i % s->length];
	book_out(b, "mask", "exact", book_u64s(mask, s->masks * s->length));
	book_out(b, "masked", "exact", bytes(&s->masked));
	book_out(b, "survivors", "exact", bytes(&s->survivors));
	book_out(b, "unmask", "exact", bytes(&s->unmask));
	book_out(b, "sum", "exact", book_u64s(s->sum, s->length));
}

static void notes(struct book *b)
{
	book_open(b, "secagg_transcript", "Secure aggregation after Bonawitz et al. (2017): one run, with every key, share, mask and message.");
	book_note(b, "Users are 1 .. n, n the length of `silent`; user i's vector is the i-th part of `vector`, in n equal parts. silent[i - 1] is the "
	          "step from which on user i sends nothing: 0 ADVERTISE, 1 SHARES, 2 MASKED, 3 CONFIRM, 4 UNMASK, 5 never. `to step s` below means users "
	          "with silent > s. Numbers in messages and hashes are stored lowest byte first.");
	book_note(b, "child = BLAKE2b-256 of the ASCII text secagg, keyed with `key`. All that is drawn are the first words of streams (user, kind, round) "
	          "of child (stream_words): `session` is the first 16 bytes of (0, 0, round). `secrets` are, per user, 32 bytes each: signing seed "
	          "(user, 0, 0), sealing secret (user, 1, round), mask secret (user, 2, round), self-mask seed (user, 3, round). `public_keys` per user: "
	          "Ed25519 of the signing seed, X25519 of the sealing secret, X25519 of the mask secret.");
	book_note(b, "Shares: p = 2^31 - 1. A secret is 11 limbs of 3 bytes (the last of 2), lowest first. A limb is coefficient 0 of a polynomial of "
	          "threshold coefficients; the others are uniform_below(p) of the stream (user, 4, round), limb by limb, first for the mask secret, then for "
	          "the self-mask seed. `coefficients`: of every user to step 1, 4 bytes each, coefficient 0 first, in that order. Output `share`: from every "
	          "user to step 1, for every user v to step 0 (itself included): the 11 values at v of the mask secret's polynomials, 4 bytes each, then those "
	          "of the self-mask seed's.");
	book_note(b, "Keys: agreed(purpose, u, v) = BLAKE2b-256, keyed with X25519 of the two, of purpose || session || u || v || public key of u || public "
	          "key of v (users 4 bytes). Shares of u for v are sealed by XChaCha20-Poly1305 under agreed(dpmfseal, u, v) of the sealing keys, nonce 0, no "
	          "additional data: the 88 bytes of both shares, sealed to 104 with the tag behind. The mask key of u < v is agreed(dpmfmask, u, v) of the mask "
	          "keys; the self-mask key of u is BLAKE2b-256, keyed with its seed, of dpmfself || session || u. `mask_keys`: self-mask keys of users to step "
	          "1, then of every two of them, (1, 2), (1, 3) .. (2, 3) ...");
	book_note(b, "Output `mask`: of every mask key, in that order, for each coordinate the next word of ChaCha20 under it (64-bit block counter from 0, "
	          "nonce 0; words of 32 bits if bits <= 32, else 64) mod 2^bits. User u's masked vector is its vector plus its self mask, plus the masks with "
	          "later users, minus those with earlier ones, mod 2^bits.");
	book_note(b, "Messages begin with a head: DSA1, type, from, to, session (16), count; all but session of 4 bytes; server 0, all users 2^32 - 1. If "
	          "`authenticated` is 1, behind every message of a user stands its Ed25519 signature of all bytes before. 1 ADVERTISE (count 0): public sealing "
	          "key, public mask key. 2 ROSTER to all: of users to step 0: number, the two keys, and if authenticated the signature of ADVERTISE. 3 SHARES: "
	          "for every other user to step 0: number, sealed shares. 4 DELIVERY: from every other user to step 1: number, sealed shares. 5 MASKED (count "
	          "coordinates): the masked vector, bits bits each, lowest first, without gaps. 6 SURVIVORS to all: numbers of users to step 2. 7 CONFIRM "
	          "(count 0): BLAKE2b-256, not keyed, of the body of SURVIVORS. 8 WITNESSES to all: of users to step 3: number, signature of CONFIRM. 9 UNMASK: "
	          "of every user to step 1: number, one byte 1 if it is a user to step 2 and else 2, the sender's share of its self-mask seed (1) or mask secret "
	          "(2). 7 and 8 only if authenticated. Lists ascend by user; count is the length of the list.");
	book_note(b, "`opening`: ADVERTISE of users to step 0, ROSTER. `sharing`: SHARES of users to step 1, DELIVERY to users to step 2. Output `masked`: MASKED of "
	          "users to step 2. Output `survivors`: SURVIVORS. `confirming`: CONFIRM of users to step 3, WITNESSES, or nothing. Output `unmask`: UNMASK of users "
	          "to step 4. `signatures`: those of `masked`, then those of `unmask`, or none. Output `sum`: of the vectors of users to step 2.");
	book_note(b, "An implementation without Ed25519, X25519 or Poly1305 computes the outputs from the inputs coefficients, mask_keys and signatures; one that "
	          "has them computes all from key and round. Domain: every coordinate at most `most`; 8 <= bits <= 63 and 2^bits > n most; threshold from "
	          "2, or if authenticated from floor(n / 2) + 1, to n; at least threshold users to step 4.");
	book_flag(b, "Ordinary", "Authenticated, with 32-bit words.");
	book_flag(b, "Silence", "Users fall silent at several steps.");
	book_flag(b, "Wide", "64-bit words.");
	book_flag(b, "Curious", "Not authenticated: no signatures, no CONFIRM.");
	book_flag(b, "OutOfDomain", "An implementation must refuse it.");
}

void oracle_secagg_transcript(struct book *b)
{
	static const uint64_t nobody[] = { 5, 5, 5, 5, 5 }, one[] = { 5, 2, 5, 5, 5 }, two[] = { 5, 5, 1, 5, 2 }, many[] = { 0, 5, 5, 4, 5 },
		few[] = { 5, 2, 4, 5, 3 };
	static const uint64_t x[] = { 0, 1, 2, 200, 17, 200, 0, 99, 4, 5, 6, 7, 200, 200, 200, 200, 150, 60, 30, 1 };
	static const uint64_t wide[] = { UINT64_C(1099511627775), 0, 77, UINT64_C(1099511627775), 3, UINT64_C(4294967296) };
	struct secagg_script s[] = {
		{ .seed = 1, .round = 0, .silent = one, .vector = x, .users = 5, .threshold = 3, .length = 4, .most = 200, .bits = 10, .authenticated = true },
		{ .seed = 1, .round = 1, .silent = nobody, .vector = x, .users = 5, .threshold = 5, .length = 4, .most = 200, .bits = 16, .authenticated = true },
		{ .seed = 2, .round = 7, .silent = many, .vector = x, .users = 5, .threshold = 3, .length = 4, .most = 255, .bits = 11, .authenticated = true },
		{ .seed = 3, .round = 0, .silent = two, .vector = x, .users = 5, .threshold = 2, .length = 4, .most = 200, .bits = 32 },
		{ .seed = 4, .round = 0, .silent = nobody, .vector = wide, .users = 2, .threshold = 2, .length = 3, .most = UINT64_C(1099511627775), .bits = 41,
		  .authenticated = true },
		{ .seed = 5, .round = UINT64_C(1) << 40, .silent = one, .vector = wide, .users = 3, .threshold = 2, .length = 2,
		  .most = UINT64_C(1099511627775), .bits = 63, .authenticated = true },
		{ .seed = 1, .silent = few, .vector = x, .users = 5, .threshold = 3, .length = 4, .most = 200, .bits = 10, .authenticated = true },
		{ .seed = 1, .silent = one, .vector = x, .users = 5, .threshold = 2, .length = 4, .most = 200, .bits = 10, .authenticated = true },
		{ .seed = 1, .silent = one, .vector = x, .users = 5, .threshold = 3, .length = 4, .most = 199, .bits = 10, .authenticated = true },
		{ .seed = 1, .silent = one, .vector = x, .users = 5, .threshold = 3, .length = 4, .most = 205, .bits = 10, .authenticated = true },
		{ .seed = 1, .silent = nobody, .vector = x, .users = 5, .threshold = 6, .length = 4, .most = 200, .bits = 10 },
	};

	notes(b);
	book_group(b, "authenticated", "Every message of a user is signed.");
	transcript(b, "Ordinary Silence", "five users, threshold three, user 2 falls silent before it uploads", &s[0]);
	transcript(b, "Ordinary", "all of five stay, and all are needed", &s[1]);
	transcript(b, "Ordinary Silence", "user 1 never comes, user 4 does not lift masks", &s[2]);
	transcript(b, "Wide", "two users with coordinates of 40 bits", &s[4]);
	transcript(b, "Wide Silence", "63 bits, a large round", &s[5]);
	book_group(b, "curious", "Without signatures.");
	transcript(b, "Curious Silence", "user 3 does not share, user 5 shares and does not upload; 32 bits", &s[3]);
	book_group(b, "out of the domain", "Settings and runs without a sum.");
	transcript(b, "", "two are left, the threshold is three", &s[6]);
	transcript(b, "", "threshold of less than half, with signatures", &s[7]);
	transcript(b, "", "a coordinate too large", &s[8]);
	transcript(b, "", "a sum that could wrap", &s[9]);
	transcript(b, "", "a threshold of more than the users", &s[10]);
}
