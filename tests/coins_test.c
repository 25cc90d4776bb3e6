/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Public coins and the secret key, in every mechanism and variant: what is public (the start, groups, the projection, the
   schedule, what is contributed) is of the coins, and everything else of the door's key. */
#include "all_mechanisms.h"
#include "core/ratings_build.h"

struct run {
	struct dpmf_door door;
	struct dpmf_model model;
	struct dpmf_error error;
};

static void some_world(struct world *world)
{
	struct dpmf_triple triple[128];
	size_t count = 0;

	for (uint32_t i = 1; i <= 10; i++)
		for (uint32_t j = 1; j <= 8; j++)
			if ((i * 5 + j * 3 + i * j) % 4 < 2 && i != 4 && j != 6)
				triple[count++] = (struct dpmf_triple){ i, j, 1 + (i + j) % 5 };
	make_world(triple, count, 10, 8, world);
}

static void open_door(uint64_t secret, struct dpmf_door *door)
{
	struct dpmf_key key;

	dpmf_key_from_seed(secret, &key);
	assert_int_equal(dpmf_door_open(door, &key, NULL), DPMF_OK);
}

static void go(const struct mechanism *m, const struct world *world, uint64_t coins, struct run *run)
{
	struct dpmf_key key;

	dpmf_key_from_seed(coins, &key);
	run->model = (struct dpmf_model){ .u = NULL };
	if (m->run(&(struct dpmf_call){ world, &key, &run->door, &run->model, &run->error }) != DPMF_OK)
		fail_msg("%s: %s", m->name, run->error.text);
}

static struct run run_with(const struct mechanism *m, const struct world *world, uint64_t coins, uint64_t secret)
{
	struct run run;

	open_door(secret, &run.door);
	dpmf_door_remember(&run.door);
	go(m, world, coins, &run);
	return run;
}

static void finish(struct run *run)
{
	dpmf_model_free(&run->model);
	dpmf_door_close(&run->door);
}

static size_t coordinates(const struct dpmf_door *door, size_t passage)
{
	return door->record.entry[door->passage[passage].entry].coordinates;
}

/* Which piece was the first to leave, and what it was before and after its noise. */
static bool same_first(const struct dpmf_door *a, const struct dpmf_door *b, bool after)
{
	const struct dpmf_passage *x = &a->passage[0], *y = &b->passage[0];

	assert_true(a->passages > 0 && b->passages > 0);
	return x->piece == y->piece && coordinates(a, 0) == coordinates(b, 0) &&
	       memcmp(after ? x->after : x->before, after ? y->after : y->before, coordinates(a, 0) * sizeof(double)) == 0;
}

/* All of the first round's statistics: in a short one a single piece may be the same by chance. */
static bool same_round(const struct dpmf_door *a, const struct dpmf_door *b)
{
	bool same = true;

	for (size_t p = 0; p < a->passages && p < b->passages && a->passage[p].entry == 0; p++)
		same = same && a->passage[p].piece == b->passage[p].piece &&
		       memcmp(a->passage[p].before, b->passage[p].before, coordinates(a, p) * sizeof(double)) == 0;
	return same;
}

static bool same_model(const struct dpmf_model *a, const struct dpmf_model *b)
{
	return memcmp(a->u, b->u, a->users * a->factors * sizeof *a->u) == 0 &&
	       memcmp(a->v, b->v, a->items * a->factors * sizeof *a->v) == 0;
}

/* Other coins, the same secret: another start, before any noise. */
static void coins_move_the_start(void **state)
{
	struct world world;

	(void)state;
	some_world(&world);
	for (size_t m = 0; m < MECHANISMS; m++) {
		struct run one = run_with(&mechanisms[m], &world, 1, 2), other = run_with(&mechanisms[m], &world, 3, 2);

		const bool same = one.door.passages > 0 ? same_round(&one.door, &other.door) : same_model(&one.model, &other.model);

		if (same == mechanisms[m].coins)
			fail_msg("%s: its first statistics are%s of the coins", mechanisms[m].name, mechanisms[m].coins ? " not" : "");
		finish(&one);
		finish(&other);
	}
	free_world(&world);
}

/* The same coins, another secret: the same first statistic (but for a sample, which is secret) and other noise. */
static void the_secret_moves_the_noise(void **state)
{
	struct world world;

	(void)state;
	some_world(&world);
	for (size_t m = 0; m < MECHANISMS; m++) {
		const struct mechanism *mech = &mechanisms[m];
		struct run one = run_with(mech, &world, 1, 2), other = run_with(mech, &world, 1, 3);

		if (one.door.passages > 0 &&
		    (mech->samples ? same_round(&one.door, &other.door) : !same_first(&one.door, &other.door, false)))
			fail_msg("%s: its first statistic is%s the same under another secret", mech->name, mech->samples ? "" : " not");
		if (!mech->samples && mech->noise && same_first(&one.door, &other.door, true) && same_model(&one.model, &other.model))
			fail_msg("%s: the same noise under another secret", mech->name);
		if (!mech->noise && !same_model(&one.model, &other.model))
			fail_msg("%s: has no noise, and is another one under another secret", mech->name);
		finish(&one);
		finish(&other);
	}
	free_world(&world);
}

/* The same coins and the door's answers held fixed, another secret: the same model, byte for byte. */
static void the_answers_and_the_coins_are_all(void **state)
{
	struct world world;

	(void)state;
	some_world(&world);
	for (size_t m = 0; m < MECHANISMS; m++) {
		struct run run = run_with(&mechanisms[m], &world, 1, 2);
		struct dpmf_model first = run.model;
		struct dpmf_door other;
		bool same;

		open_door(3, &other);
		assert_int_equal(dpmf_door_replay(&run.door, NULL), DPMF_OK);
		run.door.server = other.server;
		run.door.users = other.users;
		run.door.key = other.key;
		go(&mechanisms[m], &world, 1, &run);
		same = same_model(&first, &run.model);
		if (run.door.strayed || run.door.next != run.door.passages)
			fail_msg("%s: another secret, other releases", mechanisms[m].name);
		if (same == mechanisms[m].raw)
			fail_msg("%s: %s", mechanisms[m].name, same ? "is thought to publish what its secret sample moves, and does not"
			                                            : "publishes more than the door's answers and the coins say");
		dpmf_door_close(&other);
		dpmf_model_free(&first);
		finish(&run);
	}
	free_world(&world);
}

/* A door's secrets: one key a name, of the door's key alone. */
static void secrets_of_a_door(void **state)
{
	struct dpmf_door one, same, other;
	struct dpmf_key a, b;

	(void)state;
	open_door(1, &one);
	open_door(1, &same);
	open_door(2, &other);
	dpmf_door_secret(&one, "a sample", &a);
	dpmf_door_secret(&same, "a sample", &b);
	assert_memory_equal(a.bytes, b.bytes, sizeof a.bytes);
	dpmf_door_secret(&other, "a sample", &b);
	assert_memory_not_equal(a.bytes, b.bytes, sizeof a.bytes);
	dpmf_door_secret(&one, "another sample", &b);
	assert_memory_not_equal(a.bytes, b.bytes, sizeof a.bytes);
	assert_memory_not_equal(a.bytes, one.server.bytes, sizeof a.bytes);
	assert_memory_not_equal(a.bytes, one.users.bytes, sizeof a.bytes);
	dpmf_door_close(&one);
	dpmf_door_close(&same);
	dpmf_door_close(&other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(coins_move_the_start), cmocka_unit_test(the_secret_moves_the_noise),
		cmocka_unit_test(the_answers_and_the_coins_are_all), cmocka_unit_test(secrets_of_a_door),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
