/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise in shares: the honest ones make the whole law, or nothing leaves; what single parties see adds up to what does. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/door_world.h"

static void single_messages_need_their_premise(void **state)
{
	struct dpmf_entry entry = sound(DPMF_MIXTURE_SHARES);
	struct dpmf_participants who = everybody(0);
	double value[COORDINATES] = { 0, 0 };
	struct dpmf_door door;
	size_t number;

	(void)state;
	entry.messages = true;
	entry.premise = NULL;
	refuses_to_declare(&entry, "they need the premise");
	entry.premise = "only sums are seen";
	entry.colluding.count = 1;
	refuses_to_declare(&entry, "say nothing of colluders");
	entry.colluding.count = 0;
	open_door(&door);
	number = declared(&door, &entry);
	refuses(&door, number, 0, &who, zeros, DPMF_FAILED, "do not make the whole law");
	who.count = 1;
	assert_int_equal(dpmf_door_release(&door, number, 0, &who, value, NULL), DPMF_OK);
	who.of = 0;
	refuses(&door, number, 1, &who, zeros, DPMF_FAILED, "do not make the whole law");
	dpmf_door_close(&door);
}

/* Neither a message nor a sum has a share that its sampler cannot draw. */
static void every_share_can_be_drawn(void **state)
{
	const unsigned char group[MANY] = { 0 };
	const struct dpmf_share beyond[DPMF_GROUPS] = { { .part = 3, .whole = 2 } }, none[DPMF_GROUPS] = { { .part = 0, .whole = 2 } };
	const struct dpmf_participants of_parts[] = { { .user = users, .count = 1, .group = group, .share = beyond },
	                                              { .user = users, .count = 1, .group = group, .share = none } };
	const struct dpmf_participants narrow = { .user = users, .count = 1, .of = 21 }, all_narrow = { .user = users, .count = MANY, .of = 21 };
	const struct dpmf_share halves[DPMF_GROUPS] = { { .part = 1, .whole = 2 } };
	const struct dpmf_participants half = { .user = users, .count = 1, .group = group, .share = halves };
	const struct dpmf_participants all_halves = { .user = users, .count = MANY, .group = group, .share = halves };
	const struct dpmf_participants grouped = { .user = users, .count = MANY, .group = group, .share = beyond };
	struct dpmf_entry laplace = sound(DPMF_LAPLACE_SHARES), gaussian = sound(DPMF_GAUSSIAN_SHARES);
	int64_t steps[COORDINATES] = { 0, 0 };
	struct dpmf_door door;
	size_t number;

	(void)state;
	laplace.messages = gaussian.messages = true;
	laplace.premise = gaussian.premise = "only sums are seen";
	open_door(&door);
	number = declared(&door, &laplace);
	for (int i = 0; i < 2; i++) {
		refuses_steps(&door, number, 0, &of_parts[i], no_steps, DPMF_FAILED, "do not make the whole law");
		assert_int_equal(dpmf_door_show_steps(&door, number, &of_parts[i], 0, steps, NULL), DPMF_FAILED);
	}
	assert_int_equal(dpmf_door_show_steps(&door, number, &half, 0, steps, NULL), DPMF_OK);
	assert_int_equal(dpmf_door_show_steps(&door, number, &all_halves, MANY - 1, steps, NULL), DPMF_OK);
	assert_int_equal(dpmf_door_release_steps(&door, number, 0, &half, steps, NULL), DPMF_OK);
	gaussian.round = gaussian.draw = 2;
	number = declared(&door, &gaussian);
	refuses_steps(&door, number, 0, &narrow, no_steps, DPMF_FAILED, "take a finer grid");
	assert_int_equal(dpmf_door_show_steps(&door, number, &all_narrow, 0, steps, NULL), DPMF_FAILED);
	gaussian.messages = false;
	gaussian.round = gaussian.draw = 3;
	number = declared(&door, &gaussian);
	refuses_steps(&door, number, 0, &grouped, no_steps, DPMF_FAILED, "those of this law are equal");
	dpmf_door_close(&door);
}

/* count, of, who must stay where the server lies (0: it is curious), colluders, and whether the honest shares make the
   whole law. */
static void honest_shares_make_the_whole_law(void **state)
{
	const struct { size_t count, of; double stay; size_t colluders; bool good; } cases[] = {
		{ 10, 10, 0, 0, true }, { 10, 11, 0, 0, false }, { 10, 9, 0, 0, true }, { 10, 0, 0, 0, false },
		{ 0, 10, 0, 0, false }, { 1, 1, 0, 0, true }, { 1, 1, 0, 5, true }, { 1, 2, 0, 0, false },
		{ 10, 10, 0, 1, false }, { 10, 9, 0, 1, true }, { 10, 1, 0, 9, true }, { 10, 2, 0, 9, false },
		{ 10, 1, 0, 1000, true }, { 10, 2, 0, 1000, false }, { 10, 7, 0.7, 0, true }, { 10, 8, 0.7, 0, false },
		{ 10, 5, 0.7, 2, true }, { 10, 6, 0.7, 2, false }, { 10, 6, 0.1, 0, true }, { 10, 7, 0.1, 0, false },
	};
	const enum dpmf_law laws[] = { DPMF_MIXTURE_SHARES, DPMF_LAPLACE_SHARES, DPMF_GAUSSIAN_SHARES };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int l = 0; l < 3; l++) {
			struct dpmf_entry entry = sound(laws[l]);
			const struct dpmf_participants who = { .user = users, .count = cases[i].count, .of = cases[i].of };
			double value[COORDINATES] = { 0, 0 };
			int64_t steps[COORDINATES] = { 0, 0 };
			struct dpmf_door door;
			size_t number;

			entry.colluding = (struct dpmf_colluding){ .count = cases[i].colluders, .lying = cases[i].stay > 0, .stay = cases[i].stay };
			open_door(&door);
			number = declared(&door, &entry);
			if (!cases[i].good && l)
				refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "");
			else if (!cases[i].good)
				refuses(&door, number, 0, &who, zeros, DPMF_FAILED, "");
			else
				assert_int_equal(l ? dpmf_door_release_steps(&door, number, 0, &who, steps, NULL)
				                   : dpmf_door_release(&door, number, 0, &who, value, NULL), DPMF_OK);
			dpmf_door_close(&door);
		}
}

static void somebody_adds_the_shares(void **state)
{
	const struct dpmf_entry entry = sound(DPMF_LAPLACE_SHARES);
	struct dpmf_participants who = everybody(0);
	const unsigned char group[MANY] = { 0 }, third[MANY] = { 2 };
	struct dpmf_share share[DPMF_GROUPS] = { { .part = 1, .whole = 10 }, { .part = 1, .whole = 10 } };
	struct dpmf_door door;
	size_t number;

	(void)state;
	open_door(&door);
	number = declared(&door, &entry);
	refuses_steps(&door, number, 0, NULL, no_steps, DPMF_FAILED, "nobody is named");
	who.user = NULL;
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "nobody is named");
	who.user = users;
	who.group = group;
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "have no shares");
	who.share = share;
	who.group = third;
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "do not make the whole law");
	who.group = group;
	share[0].part = 11; /* 11/10 of the law from everybody: no sampler has such a share */
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "do not make the whole law");
	share[0].part = 0;
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "do not make the whole law");
	share[0] = (struct dpmf_share){ .part = 1, .whole = 0 };
	refuses_steps(&door, number, 0, &who, no_steps, DPMF_FAILED, "do not make the whole law");
	share[0].whole = 10;
	refuses_steps(&door, number, 1, &who, no_steps, DPMF_FAILED, "piece 1 would have the noise of item 0");
	dpmf_door_close(&door);
}

/* Unequal parts: p0 / w0 from each of the first n0, p1 / w1 from the others, the `colluders` largest pooled. */
static bool releases(size_t n0, const struct dpmf_share share[DPMF_GROUPS], enum dpmf_law law, size_t colluders)
{
	struct dpmf_entry entry = sound(law);
	unsigned char group[MANY];
	const struct dpmf_participants who = { .user = users, .count = MANY, .of = MANY, .group = group, .share = share };
	int64_t steps[COORDINATES] = { 0, 0 };
	double value[COORDINATES] = { 0, 0 };
	enum dpmf_status status;
	struct dpmf_door door;
	size_t number;

	for (size_t a = 0; a < MANY; a++)
		group[a] = a >= n0;
	entry.colluding.count = colluders;
	open_door(&door);
	number = declared(&door, &entry);
	status = law == DPMF_LAPLACE_SHARES ? dpmf_door_release_steps(&door, number, 0, &who, steps, NULL)
	                                    : dpmf_door_release(&door, number, 0, &who, value, NULL);
	dpmf_door_close(&door);
	return status == DPMF_OK;
}

static void unequal_parts_are_added_exactly(void **state)
{
	/* 4 (1/5) + 6 (1/30) = 1 */
	struct dpmf_share share[DPMF_GROUPS] = { { .part = 1, .whole = 5 }, { .part = 1, .whole = 30 } };

	(void)state;
	assert_true(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	assert_false(releases(3, share, DPMF_LAPLACE_SHARES, 0));
	assert_true(releases(5, share, DPMF_LAPLACE_SHARES, 0));
	assert_false(releases(4, share, DPMF_LAPLACE_SHARES, 1)); /* the largest is a fifth */
	assert_true(releases(5, share, DPMF_LAPLACE_SHARES, 0));
	assert_false(releases(5, share, DPMF_LAPLACE_SHARES, 1)); /* 4/5 + 5/30 < 1 */
	assert_true(releases(6, share, DPMF_LAPLACE_SHARES, 1));  /* 5/5 */
	/* One part in 2^60 less than the whole, where products leave 64 bits. */
	share[0] = (struct dpmf_share){ .part = UINT64_C(1) << 58, .whole = UINT64_C(1) << 60 };
	share[1] = (struct dpmf_share){ .part = 1, .whole = 9 };
	assert_true(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	share[0].part--;
	assert_true(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	share[1] = (struct dpmf_share){ .part = 1, .whole = UINT64_MAX };
	assert_false(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	share[1].whole = UINT64_C(1) << 59; /* 4 (1/4 - 2^-60) + 6 2^-59 */
	assert_true(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	share[1].whole = UINT64_C(1) << 61; /* 4 (1/4 - 2^-60) + 6 2^-61 = 1 - 2^-60 */
	assert_false(releases(4, share, DPMF_LAPLACE_SHARES, 0));
	/* No number of people times that part fits: refused, not wrapped. */
	share[0] = (struct dpmf_share){ .part = UINT64_C(1) << 63, .whole = UINT64_C(1) << 63 };
	assert_false(releases(4, share, DPMF_LAPLACE_SHARES, 0));
}

/* What is kept was checked when it was drawn; what is drawn for it is checked, too. */
static void kept_noise_is_checked_once(void **state)
{
	struct dpmf_entry entry = sound(DPMF_MIXTURE_SHARES);
	struct dpmf_participants who = everybody(0);
	double first[COORDINATES] = { 0, 0 }, again[COORDINATES] = { 0, 0 };
	struct dpmf_door door;
	size_t number;

	(void)state;
	entry.keep = true;
	open_door(&door);
	number = declared(&door, &entry);
	refuses(&door, number, 0, NULL, zeros, DPMF_FAILED, "nobody is named");
	who.of = MANY + 1;
	refuses(&door, number, 0, &who, zeros, DPMF_FAILED, "do not make the whole law");
	who.of = MANY;
	refuses(&door, number, 1, &who, zeros, DPMF_FAILED, "would have the noise of item 0");
	refuses(&door, number, PIECES, &who, zeros, DPMF_FAILED, "no piece 3");
	assert_int_equal(dpmf_door_release(&door, number, 0, &who, first, NULL), DPMF_OK);
	refuses(&door, number, 0, &who, zeros, DPMF_FAILED, "left already");
	number = declared(&door, &entry);
	assert_int_equal(dpmf_door_release(&door, number, 0, NULL, again, NULL), DPMF_OK);
	assert_memory_equal(first, again, sizeof first);
	dpmf_door_close(&door);
}

/* What the shares of one piece have in common is that of every piece, where it is declared so, and of no other draw. */
static void one_h_serves_all_pieces(void **state)
{
	struct dpmf_entry entry = sound(DPMF_MIXTURE_SHARES);
	struct dpmf_participants who = everybody(1);
	struct dpmf_error error = { "" };
	double own[COORDINATES], other[COORDINATES], value[COORDINATES] = { 0, 0 }, sum[COORDINATES] = { 0, 0 };
	struct dpmf_door door;
	size_t number;

	(void)state;
	open_door(&door);
	for (int shared = 0; shared < 2; shared++) {
		entry.one_common = shared;
		number = declared(&door, &entry);
		assert_int_equal(dpmf_door_show_common(&door, number, 0, own, NULL), DPMF_OK);
		assert_int_equal(dpmf_door_show_common(&door, number, 1, other, NULL), DPMF_OK);
		assert_int_equal(memcmp(own, other, sizeof own) == 0, shared);
	}
	for (size_t a = 0; a < MANY; a++) /* the shares that are shown have this h, and so has their sum */
		assert_int_equal(dpmf_door_show(&door, number, &who, a, sum, NULL), DPMF_OK);
	assert_int_equal(dpmf_door_release(&door, number, 1, &who, value, NULL), DPMF_OK);
	assert_memory_equal(sum, value, sizeof sum);
	entry.draw = 2;
	number = declared(&door, &entry);
	assert_int_equal(dpmf_door_show_common(&door, number, 0, other, NULL), DPMF_OK);
	assert_memory_not_equal(own, other, sizeof own);
	entry = sound(DPMF_LAPLACE_SHARES);
	entry.one_common = true;
	assert_int_equal(dpmf_door_declare(&door, &entry, &number, &error), DPMF_INPUT);
	says(&error, "have nothing");
	dpmf_door_close(&door);
}

static void unequal_variances_are_added(void **state)
{
	/* 2^2 = 4 is declared: 9 / 3 each of three, and 1 / 7 each of seven. */
	struct dpmf_share share[DPMF_GROUPS] = { { .scale = 3, .of = 3 }, { .scale = 1, .of = 7 } };

	(void)state;
	assert_true(releases(3, share, DPMF_MIXTURE_SHARES, 0));
	assert_true(releases(3, share, DPMF_MIXTURE_SHARES, 1));  /* 9 2/3 + 1 = 7 */
	assert_false(releases(3, share, DPMF_MIXTURE_SHARES, 2)); /* 4 to the last bit, which rounding may have made */
	assert_false(releases(3, share, DPMF_MIXTURE_SHARES, 3));
	share[0].of = 0;
	assert_false(releases(3, share, DPMF_MIXTURE_SHARES, 0));
	share[0] = (struct dpmf_share){ .scale = NAN, .of = 3 };
	assert_false(releases(3, share, DPMF_MIXTURE_SHARES, 0));
	/* All in one group: exactly the scale declared. */
	share[0] = (struct dpmf_share){ .scale = 2, .of = 10 };
	assert_true(releases(10, share, DPMF_MIXTURE_SHARES, 0));
	assert_false(releases(10, share, DPMF_MIXTURE_SHARES, 1));
	share[0].scale = nextafter(2, 0);
	assert_false(releases(10, share, DPMF_MIXTURE_SHARES, 0));
}

/* What single parties see adds up to what leaves. */
static void shown_messages_add_up(void **state)
{
	const enum dpmf_law laws[] = { DPMF_MIXTURE_SHARES, DPMF_LAPLACE_SHARES, DPMF_GAUSSIAN_SHARES, DPMF_NO_NOISE };
	const struct dpmf_participants who = everybody(0);

	(void)state;
	for (int i = 0; i < 4; i++) {
		const struct dpmf_entry entry = sound(laws[i]);
		double value[COORDINATES] = { 0, 0 }, sum[COORDINATES] = { 0, 0 }, h[COORDINATES];
		int64_t steps[COORDINATES] = { 0, 0 }, total[COORDINATES] = { 0, 0 };
		const bool whole = dpmf_law_of(laws[i])->unit == DPMF_STEPS;
		struct dpmf_door door;
		size_t number;

		open_door(&door);
		number = declared(&door, &entry);
		for (size_t a = 0; a < MANY; a++) {
			double own[COORDINATES] = { 0, 0 };
			int64_t own_steps[COORDINATES] = { 0, 0 };

			assert_int_equal(whole ? dpmf_door_show_steps(&door, number, &who, a, own_steps, NULL)
			                       : dpmf_door_show(&door, number, &who, a, own, NULL), DPMF_OK);
			for (int l = 0; l < COORDINATES; l++)
				sum[l] += own[l], total[l] += own_steps[l];
		}
		assert_int_equal(door.record.entry[number].withheld, PIECES);
		assert_int_equal(whole ? dpmf_door_release_steps(&door, number, 0, &who, steps, NULL)
		                       : dpmf_door_release(&door, number, 0, &who, value, NULL), DPMF_OK);
		assert_memory_equal(sum, value, sizeof sum);
		assert_memory_equal(total, steps, sizeof total);
		if (!whole) {
			assert_int_equal(dpmf_door_show_common(&door, number, 0, h, NULL), DPMF_OK);
			assert_true((h[0] > 0) == (laws[i] == DPMF_MIXTURE_SHARES));
		}
		assert_int_equal(dpmf_door_show(&door, number, &who, MANY, value, NULL), laws[i] == DPMF_NO_NOISE ? DPMF_OK : DPMF_FAILED);
		dpmf_door_close(&door);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(single_messages_need_their_premise),
		cmocka_unit_test(every_share_can_be_drawn),
		cmocka_unit_test(honest_shares_make_the_whole_law),
		cmocka_unit_test(somebody_adds_the_shares),
		cmocka_unit_test(unequal_parts_are_added_exactly),
		cmocka_unit_test(kept_noise_is_checked_once),
		cmocka_unit_test(one_h_serves_all_pieces),
		cmocka_unit_test(unequal_variances_are_added),
		cmocka_unit_test(shown_messages_add_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
