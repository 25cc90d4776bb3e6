/* SPDX-License-Identifier: 0BSD */
/* What an honest user of secure aggregation answers; whether signatures and seals are good is taken from the inputs. */
#include <string.h>

#include "algorithms.h"

enum { MOST_USERS = 5, TURNS = 4 };

struct user {
	uint64_t users, threshold, authenticated, number;
	unsigned char session[16], own[64];
	bool in[TURNS][MOST_USERS + 1]; /* ROSTER, DELIVERY, SURVIVORS, WITNESSES */
	int turn;
	bool over;
};

static uint64_t number_at(const unsigned char *b)
{
	return b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24;
}

static size_t entry_of(const struct user *u)
{
	static const size_t size[] = { 68, 108, 4, 68 };

	return u->turn == 0 && u->authenticated == 1 ? 132 : size[u->turn];
}

/* Whether it is a message of this turn. */
static bool formed(const struct user *u, const unsigned char *b, size_t n)
{
	const size_t entry = entry_of(u);
	uint64_t before = 0;

	if (n < 36 || memcmp(b, "DSA1", 4) != 0 || memcmp(b + 16, u->session, 16) != 0 || number_at(b + 4) != 2 + 2 * (uint64_t)u->turn || number_at(b + 8) != 0 ||
	    number_at(b + 12) != (u->turn == 1 ? u->number : UINT32_MAX) || number_at(b + 32) > u->users || n != 36 + number_at(b + 32) * entry)
		return false;
	for (size_t at = 36; at < n; at += entry) {
		if (number_at(b + at) <= before || number_at(b + at) > u->users)
			return false;
		before = number_at(b + at);
	}
	return true;
}

static bool keys_allowed(const struct user *u, const unsigned char *b, size_t n)
{
	const size_t entry = entry_of(u);
	bool own = false;

	for (size_t at = 36; at < n; at += entry) {
		own |= number_at(b + at) == u->number && memcmp(b + at + 4, u->own, 64) == 0;
		for (size_t before = 36; before < at; before += entry)
			if (memcmp(b + at + 4, b + before + 4, 32) == 0 || memcmp(b + at + 36, b + before + 36, 32) == 0)
				return false;
	}
	return own;
}

/* Enters who is in the list; false: somebody must not be. */
static bool allowed(struct user *u, const unsigned char *b, size_t n)
{
	const size_t entry = entry_of(u);

	if (u->turn == 0 && !keys_allowed(u, b, n))
		return false;
	for (size_t at = 36; at < n; at += entry) {
		const uint64_t who = number_at(b + at);

		if ((u->turn > 0 && !u->in[u->turn - 1][who]) || (u->turn == 1 && who == u->number))
			return false;
		u->in[u->turn][who] = true;
	}
	if (u->turn == 1)
		u->in[1][u->number] = true;
	return u->turn == 3 || u->in[u->turn][u->number];
}

static int last_turn(const struct user *u)
{
	return u->authenticated == 1 ? 4 : 3;
}

static uint64_t answer(struct user *u, const unsigned char *b, size_t n, bool valid)
{
	if (u->over || u->turn == last_turn(u))
		return 0;
	u->over = true;
	if (!formed(u, b, n))
		return 0;
	if (number_at(b + 32) + (u->turn == 1) < u->threshold)
		return 2;
	if (!allowed(u, b, n) || !valid)
		return 0;
	u->turn++;
	u->over = false;
	return 1;
}

RUN(secagg_answers)
{
	static unsigned char messages[65536], key[32];
	struct user u = { .users = in_u64(t, "users"), .threshold = in_u64(t, "threshold"), .authenticated = in_u64(t, "authenticated"), .number = in_u64(t, "user") };
	int64_t length[MOST], valid[MOST];
	uint64_t answers[MOST], gives[2 * MOST_USERS];
	const size_t count = in_i64s(t, "lengths", length), all = in_bytes(t, "messages", messages, sizeof messages);
	size_t at = 0, given = 0;

	t->malformed |= in_i64s(t, "valid", valid) != count || in_bytes(t, "session", u.session, 16) != 16 || in_bytes(t, "own_keys", u.own, 64) != 64 ||
	                in_bytes(t, "key", key, 32) != 32;
	t->refused = u.users < 2 || u.users > MOST_USERS || u.number < 1 || u.number > u.users || u.authenticated > 1 || u.threshold > u.users ||
	             u.threshold < (u.authenticated == 1 ? u.users / 2 + 1 : 2);
	if (t->malformed || t->refused)
		return;
	for (size_t i = 0; i < count; at += (size_t)length[i++]) {
		if (length[i] < 0 || (size_t)length[i] > all - at) {
			t->malformed = true;
			return;
		}
		answers[i] = answer(&u, messages + at, (size_t)length[i], valid[i] == 1);
	}
	for (uint64_t who = 1; who <= u.users && u.turn == last_turn(&u); who++)
		if (u.in[1][who]) {
			gives[given++] = who;
			gives[given++] = u.in[2][who] ? 1 : 2;
		}
	out_u64s(t, "answers", answers, count);
	out_u64s(t, "gives", gives, given);
}
