/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "vectors/format/number.h"
#include "secagg.h"
#include "oracle.h"

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

ORACLE(secagg_transcript)
{
	static const uint64_t nobody[] = { 5, 5, 5, 5, 5 }, one[] = { 5, 2, 5, 5, 5 }, two[] = { 5, 5, 1, 5, 2 }, many[] = { 0, 5, 5, 4, 5 },
		few[] = { 5, 2, 4, 5, 3 };
	static const uint64_t x[] = { 0, 1, 2, 200, 17, 200, 0, 99, 4, 5, 6, 7, 200, 200, 200, 200, 150, 60, 30, 1 };
	static const uint64_t wide[] = { UINT64_C(1099511627775), 0, 77, UINT64_C(1099511627775), 3, UINT64_C(4294967296) };
	static const uint64_t full[] = { 256, 0, 256, 3, 256, 1, 256, 7, 256, 2, 255, 256 };
	static const uint64_t odd[] = { 102, 101, 100, 0, 102 };
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
		{ .seed = 6, .silent = nobody, .vector = full, .users = 3, .threshold = 2, .length = 4, .most = 341, .bits = 10, .authenticated = true },
		{ .seed = 6, .silent = nobody, .vector = full, .users = 4, .threshold = 3, .length = 3, .most = 256, .bits = 10, .authenticated = true },
		{ .seed = 7, .silent = one, .vector = odd, .users = 5, .threshold = 3, .length = 1, .most = 102, .bits = 9, .authenticated = true },
	};

	book_open(b, "secagg_transcript");
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
	book_group(b, "largest sums", "The largest sum that fits, and the least that does not.");
	transcript(b, "Boundary", "n most = 2^bits - 1", &s[11]);
	transcript(b, "", "n most = 2^bits", &s[12]);
	transcript(b, "Boundary", "one coordinate of 9 bits: two bytes, of which 7 bits are empty", &s[13]);
}
