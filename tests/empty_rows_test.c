/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Users and items of the catalogue that have no ratings, in every mechanism and variant and in what measures them:
   first, last and in the middle; one rating in all; a user who rated everything. */
#include "all_mechanisms.h"

#include <math.h>

#include "account/budget.h"
#include "core/ratings_build.h"
#include "eval/leave_one_out.h"
#include "eval/metrics.h"
#include "eval/predict.h"
#include "eval/ranking.h"
#include "eval/relevance.h"
#include "eval/split.h"

static bool all_finite(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return false;
	return true;
}

/* Whoever has no training ratings is tested, too: all pairs are. */
static void measures(const struct world *world, const struct dpmf_model *model, const char *name)
{
	struct world everything;
	struct dpmf_triple triple[256];
	size_t users = world->ratings.users, items = world->ratings.items, count = 0, bound[2] = { 0, 3 };
	struct dpmf_ranking full, sampled;
	struct dpmf_relevance relevance;
	struct dpmf_key key;
	double mse[2];

	for (uint32_t i = 1; i <= users; i++)
		for (uint32_t j = 1; j <= items && count < 256; j++)
			if ((i + j) % 3 == 0)
				triple[count++] = (struct dpmf_triple){ i, j, 1 + j % 5 };
	make_world(triple, count, users, items, &everything);
	const struct dpmf_ranking_task task = { .train = &world->ratings, .test = &everything.ratings, .score = dpmf_model_scores,
	                                        .model = model, .top = 3, .negatives = 4, .jobs = 1 };

	dpmf_key_from_seed(1, &key);
	if (dpmf_ranking_measure(&task, &key, &full, &sampled, NULL) != DPMF_OK || !isfinite(full.ndcg) || !isfinite(sampled.hr))
		fail_msg("%s: no ranking", name);
	assert_int_equal(dpmf_relevance_measure(model, &world->ratings, &everything.ratings, 3, 4, 1, &relevance, NULL), DPMF_OK);
	if (!isfinite(relevance.rmse) || !isfinite(relevance.f1))
		fail_msg("%s: no relevance", name);
	if (isinf(dpmf_group_variance(model, &world->ratings, &everything.ratings, bound, 2, mse)))
		fail_msg("%s: no variance of groups", name);
	free_world(&everything);
}

static void runs(const struct world *world, const struct mechanism *m)
{
	struct dpmf_model model = { .u = NULL };
	struct dpmf_error error = { "" };
	struct dpmf_door door;
	struct dpmf_key coins, secret;

	dpmf_key_from_seed(3, &coins);
	dpmf_key_from_seed(4, &secret);
	assert_int_equal(dpmf_door_open(&door, &secret, &error), DPMF_OK);
	if (m->run(&(struct dpmf_call){ world, &coins, &door, &model, &error }) != DPMF_OK)
		fail_msg("%s, %zu x %zu: %s", m->name, world->ratings.users, world->ratings.items, error.text);
	if (model.users != world->ratings.users || model.items != world->ratings.items)
		fail_msg("%s: the model is not of the catalogue", m->name);
	if (!all_finite(model.u, model.users * model.factors) || !all_finite(model.v, model.items * model.factors))
		fail_msg("%s, %zu x %zu: not finite", m->name, world->ratings.users, world->ratings.items);
	measures(world, &model, m->name);
	dpmf_model_free(&model);
	dpmf_door_close(&door);
}

static void all_run(const struct dpmf_triple *triple, size_t count, size_t users, size_t items)
{
	struct world world;

	make_world(triple, count, users, items, &world);
	for (size_t m = 0; m < MECHANISMS; m++)
		runs(&world, &mechanisms[m]);
	free_world(&world);
}

#define ALL_RUN(users, items, ...) \
	all_run((const struct dpmf_triple[]){ __VA_ARGS__ }, sizeof((const struct dpmf_triple[]){ __VA_ARGS__ }) / \
	        sizeof(struct dpmf_triple), users, items)

static void empty_everywhere(void **state)
{
	(void)state;
	/* users 1, 4, 5 and 9, items 1, 5, 6 and 8 have nothing */
	ALL_RUN(9, 8, { 2, 2, 3 }, { 2, 3, 1 }, { 3, 2, 5 }, { 3, 4, 4 }, { 3, 7, 2 }, { 6, 2, 1 }, { 6, 3, 2 }, { 6, 4, 5 }, { 6, 7, 5 },
	        { 7, 7, 4 }, { 8, 3, 5 }, { 8, 7, 1 });
}

static void one_rating_in_all(void **state)
{
	(void)state;
	ALL_RUN(4, 5, { 1, 1, 5 });
	ALL_RUN(4, 5, { 4, 5, 1 });
	ALL_RUN(4, 5, { 2, 3, 3 });
}

static void one_user_has_everything(void **state)
{
	(void)state;
	ALL_RUN(5, 4, { 3, 1, 1 }, { 3, 2, 3 }, { 3, 3, 5 }, { 3, 4, 3 });
	ALL_RUN(5, 4, { 1, 2, 1 }, { 2, 2, 3 }, { 3, 2, 5 }, { 4, 2, 3 }, { 5, 2, 3 });
}

/* A split of rows and columns that are empty, and of which all may be held out. */
static void splits(void **state)
{
	const struct dpmf_triple triple[] = { { 2, 2, 3 }, { 2, 3, 1 }, { 5, 3, 4 } };
	const struct dpmf_moment moment[] = { { 1, 0 }, { 2, 1 }, { 1, 2 } };
	struct dpmf_ratings train, test;
	struct world world;
	struct dpmf_key key;

	(void)state;
	make_world(triple, 3, 6, 4, &world);
	dpmf_key_from_seed(1, &key);
	for (size_t held = 0; held < 4; held++) {
		assert_int_equal(dpmf_split_per_user(&world.ratings, held, &key, &train, &test, NULL), DPMF_OK);
		assert_int_equal(train.count + test.count, 3);
		assert_true(train.users == 6 && test.users == 6 && train.items == 4 && test.items == 4);
		dpmf_ratings_free(&train);
		dpmf_ratings_free(&test);
	}
	assert_int_equal(dpmf_leave_one_out(&world.ratings, moment, &train, &test, NULL), DPMF_OK);
	assert_true(train.count == 1 && test.count == 2 && train.row[2] == 1 && test.row[2] == 1 && test.row[5] == 2);
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&test);
	free_world(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_everywhere), cmocka_unit_test(one_rating_in_all), cmocka_unit_test(one_user_has_everything),
		cmocka_unit_test(splits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
