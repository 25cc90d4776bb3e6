/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is changed on the wire: in the authenticated setting every bit is noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/scale.h"
#include "tests/secagg/world.h"

enum { TYPES = DPMF_SECAGG_T_UNMASK + 1, KEPT = 64 };

/* Five users with threshold three; user 2 falls silent before it sends its
   vector, so that both kinds of shares are sent. */
static void five_users(struct world *w, bool authenticated)
{
	world_make(w, 11, 5, 3, 4, 200, authenticated);
	w->silent[1] = DPMF_SECAGG_MASK;
}

/* Changes one bit of the message with this number on the wire, and keeps copies of all. */
struct wire {
	size_t seen, target, byte;
	unsigned bit;
	struct dpmf_secagg_message kept[KEPT];
};

static void flip(void *context, struct dpmf_secagg_message *message)
{
	struct wire *wire = context;

	if (wire->seen++ == wire->target)
		message->bytes[wire->byte] ^= (unsigned char)(1U << wire->bit);
}

static void keep(void *context, struct dpmf_secagg_message *message)
{
	struct wire *wire = context;
	struct dpmf_secagg_message *copy = &wire->kept[wire->seen++];

	assert_in_range(wire->seen, 1, KEPT);
	copy->length = message->length;
	copy->bytes = malloc(message->length);
	assert_non_null(copy->bytes);
	memcpy(copy->bytes, message->bytes, message->length);
}

static void forget(struct wire *wire)
{
	for (size_t i = 0; i < wire->seen; i++)
		dpmf_secagg_message_free(&wire->kept[i]);
}

static void keep_all(struct world *w, struct wire *wire)
{
	struct dpmf_secagg_outcome o;

	memset(wire, 0, sizeof *wire);
	w->plan.wire = keep;
	w->plan.wire_context = wire;
	assert_int_equal(dpmf_secagg_simulate(&w->plan, &o, NULL), DPMF_OK);
	assert_true(world_sum_is(w, &o));
	dpmf_secagg_outcome_free(&o);
}

/* True when somebody refused something; whether or not, the sum must be right or missing. */
static bool noticed(struct world *w, size_t target, size_t byte, unsigned bit, bool *right)
{
	struct wire wire = { .target = target, .byte = byte, .bit = bit };
	struct dpmf_secagg_outcome o;
	enum dpmf_status status;
	bool refused;

	w->plan.wire = flip;
	w->plan.wire_context = &wire;
	status = dpmf_secagg_simulate(&w->plan, &o, NULL);
	assert_true(status == DPMF_OK || status == DPMF_NO);
	assert_true(wire.seen > target);
	*right = status == DPMF_NO || world_sum_is(w, &o);
	refused = o.refused > 0;
	dpmf_secagg_outcome_free(&o);
	return refused;
}

static void must_be_noticed(struct world *w, const struct wire *all, size_t target, size_t byte, unsigned bit)
{
	bool right;
	const bool refused = noticed(w, target, byte, bit, &right);

	if (!refused || !right)
		print_error("message %zu, type %u, byte %zu, bit %u: %s\n", target, dpmf_secagg_message_type(&all->kept[target]), byte, bit,
		            refused ? "the sum is wrong" : "nobody refused it");
	assert_true(refused && right);
}

/* The first message of every type: one bit of every byte. */
static void every_byte_of_every_type(void **state)
{
	static struct world w;
	static struct wire all;
	bool tried[TYPES] = { false };
	size_t types = 0;

	(void)state;
	five_users(&w, true);
	keep_all(&w, &all);
	for (size_t i = 0; i < all.seen; i++) {
		const unsigned type = dpmf_secagg_message_type(&all.kept[i]);

		if (tried[type])
			continue;
		tried[type] = true;
		types++;
		for (size_t byte = 0; byte < all.kept[i].length; byte += SCALED(1, 97))
			must_be_noticed(&w, &all, i, byte, (unsigned)(byte * 5 % 8));
	}
	assert_int_equal(types, TYPES - 1);
	forget(&all);
}

/* Every message of the run, a few bits of each. */
static void every_message(void **state)
{
	static struct world w;
	static struct wire all;
	struct dpmf_stream s;

	(void)state;
	SKIP_WHEN_SHORT();
	five_users(&w, true);
	keep_all(&w, &all);
	dpmf_stream_open(&s, &w.plan.key, 1, 1, 1);
	for (size_t i = 0; i < all.seen; i++)
		for (int trial = 0; trial < 4; trial++)
			must_be_noticed(&w, &all, i, dpmf_uniform_below(&s, all.kept[i].length), (unsigned)dpmf_uniform_below(&s, 8));
	forget(&all);
}

/* Why the authenticated setting is needed, and that the test above can fail. */
static void without_signatures_a_vector_is_changed_unseen(void **state)
{
	static struct world w;
	static struct wire all;
	bool right;

	(void)state;
	five_users(&w, false);
	keep_all(&w, &all);
	for (size_t i = 0; i < all.seen; i++)
		if (dpmf_secagg_message_type(&all.kept[i]) == DPMF_SECAGG_T_MASKED) {
			assert_false(noticed(&w, i, DPMF_SECAGG_HEAD, 3, &right));
			assert_false(right);
			break;
		}
	forget(&all);
}

static uint32_t recipient(const struct dpmf_secagg_message *message)
{
	return dpmf_secagg_load32(message->bytes + 12);
}

/* In memory of exactly that length, so that a byte read too far is seen. */
static enum dpmf_status read_cut(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_message *message, size_t length,
                                 struct dpmf_error *error)
{
	struct dpmf_secagg_message cut = { malloc(length + (length == 0)), length };
	struct dpmf_secagg_head head;
	enum dpmf_status status;

	assert_non_null(cut.bytes);
	memcpy(cut.bytes, message->bytes, length < message->length ? length : message->length);
	if (length > message->length)
		memset(cut.bytes + message->length, 0, length - message->length);
	status = dpmf_secagg_message_read(setting, &cut, dpmf_secagg_message_type(message), recipient(message), &head, error);
	free(cut.bytes);
	return status;
}

static void cut_short_or_too_long(void **state)
{
	static struct world w;
	static struct wire all;

	(void)state;
	for (int authenticated = 0; authenticated < 2; authenticated++) {
		five_users(&w, authenticated);
		keep_all(&w, &all);
		for (size_t i = 0; i < all.seen; i++) {
			const struct dpmf_secagg_message *m = &all.kept[i];
			struct dpmf_secagg_setting setting = w.plan.setting;
			struct dpmf_error error = { "" };

			memcpy(setting.session, m->bytes + 16, sizeof setting.session);
			assert_int_equal(read_cut(&setting, m, m->length, &error), DPMF_OK);
			for (size_t length = 0; length < m->length; length++) {
				assert_int_equal(read_cut(&setting, m, length, &error), DPMF_INPUT);
				assert_non_null(strstr(error.text, length < DPMF_SECAGG_HEAD ? "shorter than a head" : "length"));
			}
			for (size_t more = 1; more < 70; more++)
				assert_int_equal(read_cut(&setting, m, m->length + more, &error), DPMF_INPUT);
		}
		forget(&all);
	}
}

/* Each refusal of message_read says what is wrong. */
static void refusals_name_the_fault(void **state)
{
	static const struct { unsigned type; size_t byte; unsigned char value; const char *what; } cases[] = {
		{ DPMF_SECAGG_T_SHARES, 0, 'X', "DSA1" }, { DPMF_SECAGG_T_SHARES, 4, DPMF_SECAGG_T_MASKED, "another type" },
		{ DPMF_SECAGG_T_SHARES, 5, 1, "another type" }, { DPMF_SECAGG_T_SHARES, 8, 0, "somebody else" },
		{ DPMF_SECAGG_T_SHARES, 8, 6, "somebody else" }, { DPMF_SECAGG_T_ROSTER, 8, 1, "somebody else" },
		{ DPMF_SECAGG_T_ROSTER, 12, 1, "somebody else" }, { DPMF_SECAGG_T_SHARES, 32, 6, "count" },
		{ DPMF_SECAGG_T_SHARES, 35, 255, "count" }, { DPMF_SECAGG_T_MASKED, 32, 3, "count" },
		{ DPMF_SECAGG_T_ADVERTISE, 32, 1, "count" }, { DPMF_SECAGG_T_SHARES, 32, 3, "length" },
		{ DPMF_SECAGG_T_SURVIVORS, 36, 0, "ascend" }, { DPMF_SECAGG_T_SURVIVORS, 40, 1, "ascend" },
		{ DPMF_SECAGG_T_SURVIVORS, 48, 6, "ascend" },
	};
	static struct world w;
	static struct wire all;

	(void)state;
	five_users(&w, true);
	keep_all(&w, &all);
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		struct dpmf_secagg_setting setting = w.plan.setting;
		struct dpmf_secagg_head head = { 0, 77, 77, 77 };
		struct dpmf_error error = { "" };
		unsigned char before;
		size_t i = 0;

		while (dpmf_secagg_message_type(&all.kept[i]) != cases[c].type)
			i++;
		memcpy(setting.session, all.kept[i].bytes + 16, sizeof setting.session);
		before = all.kept[i].bytes[cases[c].byte];
		all.kept[i].bytes[cases[c].byte] = cases[c].value;
		const uint32_t to = cases[c].type == DPMF_SECAGG_T_ROSTER || cases[c].type == DPMF_SECAGG_T_SURVIVORS ? DPMF_SECAGG_ALL : 0;
		assert_int_equal(dpmf_secagg_message_read(&setting, &all.kept[i], cases[c].type, to, &head, &error), DPMF_INPUT);
		assert_non_null(strstr(error.text, cases[c].what));
		assert_int_equal(head.from, 77);
		all.kept[i].bytes[cases[c].byte] = before;
	}
	forget(&all);
}

/* Puts, in place of the message of that number, one that was kept: of another user, step or run. */
struct swap {
	size_t seen, target;
	const struct dpmf_secagg_message *other;
};

static void swap(void *context, struct dpmf_secagg_message *message)
{
	struct swap *s = context;

	if (s->seen++ != s->target || s->other->length > message->length)
		return;
	memcpy(message->bytes, s->other->bytes, s->other->length);
	message->length = s->other->length;
}

/* Every message of the same type of another run, and every other message of this run. */
static void replays_are_noticed(void **state)
{
	static struct world w, earlier;
	static struct wire all, old;
	size_t tried = 0;

	(void)state;
	SKIP_WHEN_SHORT();
	five_users(&w, true);
	five_users(&earlier, true);
	earlier.plan.round = 1;
	keep_all(&w, &all);
	keep_all(&earlier, &old);
	assert_int_equal(all.seen, old.seen);
	for (size_t target = 0; target < all.seen; target++)
		for (size_t i = 0; i < 2 * all.seen; i += 1 + 2 * (target % 3)) {
			struct swap s = { .target = target, .other = i < all.seen ? &all.kept[i] : &old.kept[i - all.seen] };
			struct dpmf_secagg_outcome o;

			if (s.other->length > all.kept[target].length ||
			    (s.other->length == all.kept[target].length &&
			     memcmp(s.other->bytes, all.kept[target].bytes, s.other->length) == 0))
				continue;
			w.plan.wire = swap;
			w.plan.wire_context = &s;
			const enum dpmf_status status = dpmf_secagg_simulate(&w.plan, &o, NULL);
			assert_true(status == DPMF_OK || status == DPMF_NO);
			assert_true(o.refused > 0);
			assert_true(status == DPMF_NO || world_sum_is(&w, &o));
			dpmf_secagg_outcome_free(&o);
			tried++;
		}
	assert_in_range(tried, 500, 10000);
	forget(&all);
	forget(&old);
}

static int start(void **state)
{
	(void)state;
	return (int)dpmf_stream_start(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_byte_of_every_type),
		cmocka_unit_test(every_message),
		cmocka_unit_test(without_signatures_a_vector_is_changed_unseen),
		cmocka_unit_test(cut_short_or_too_long),
		cmocka_unit_test(refusals_name_the_fault),
		cmocka_unit_test(replays_are_noticed),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
