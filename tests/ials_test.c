/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget.h"
#include "core/ratings_build.h"
#include "peers/ials.h"

enum { USERS = 40, ITEMS = 25, D = 3 };

static bool one(size_t i, size_t j)
{
	return (i * 7 + j * j) % 5 == 0 || j == i % ITEMS;
}

static void make(struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * ITEMS];
	size_t count = 0;

	for (uint32_t i = 0; i < USERS; i++)
		for (uint32_t j = 0; j < ITEMS; j++)
			if (one(i, j))
				triple[count++] = (struct dpmf_triple){ i, j, 3 };
	assert_int_equal(dpmf_ratings_build(triple, count, 0, NULL, NULL, ratings, NULL), DPMF_OK);
}

static struct dpmf_ials_options usual(void)
{
	return (struct dpmf_ials_options){ .factors = D, .epochs = 8, .alpha0 = 0.3, .lambda = 0.05, .jobs = 1 };
}

/* Eq. (1) with Eq. (2), pair after pair. */
static double loss_of(const struct dpmf_model *m, double alpha0, double lambda)
{
	double loss = 0;

	for (size_t i = 0; i < USERS; i++)
		for (size_t j = 0; j < ITEMS; j++) {
			double x = 0, p = 0, q = 0;

			for (size_t l = 0; l < D; l++) {
				x += m->u[i * D + l] * m->v[j * D + l];
				p += m->u[i * D + l] * m->u[i * D + l];
				q += m->v[j * D + l] * m->v[j * D + l];
			}
			loss += (one(i, j) ? (x - 1) * (x - 1) : 0) + alpha0 * x * x;
			loss += lambda * ((one(i, j) ? 1 : 0) + alpha0) * (p + q);
		}
	return loss;
}

static void train(const struct dpmf_ials_options *options, uint64_t seed, struct dpmf_door *door, struct dpmf_model *model)
{
	struct dpmf_ratings ratings;
	struct dpmf_key key;

	make(&ratings);
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(seed, &key);
	assert_int_equal(dpmf_door_open(door, &key, NULL), DPMF_OK);
	assert_int_equal(dpmf_ials_train(&ratings, options, &key, door, model, NULL), DPMF_OK);
	dpmf_ratings_free(&ratings);
}

static void watch(void *context, uint64_t round, const struct dpmf_model *model)
{
	double *last = context;
	const double loss = loss_of(model, 0.3, 0.05);

	if (!(loss < *last))
		fail_msg("round %u: %g is not below %g", (unsigned)round, loss, *last);
	*last = loss;
	assert_int_equal(round, (uint64_t)last[1]);
	last[1] += 1;
}

static void the_loss_falls(void **state)
{
	struct dpmf_ials_options options = usual();
	struct dpmf_model model, moved;
	struct dpmf_door door;
	double last[2] = { INFINITY, 0 }, least; /* the loss; rounds so far */

	(void)state;
	options.listener.context = last;
	options.listener.round = watch;
	train(&options, 1, &door, &model);
	least = loss_of(&model, 0.3, 0.05);
	assert_true(least < last[0] && last[1] == 8);
	/* The users are the exact minimisers: any step away from them costs. */
	for (size_t a = 0; a < USERS * D; a++) {
		moved = model;
		moved.u[a] += 1e-3;
		assert_true(loss_of(&moved, 0.3, 0.05) > least);
		moved.u[a] -= 2e-3;
		assert_true(loss_of(&moved, 0.3, 0.05) > least);
		moved.u[a] += 1e-3;
	}
	dpmf_model_free(&model);
	dpmf_door_close(&door);
}

static void same_bytes(void **state)
{
	struct dpmf_ials_options options = usual();
	struct dpmf_model model, other;
	struct dpmf_door door, second;

	(void)state;
	train(&options, 1, &door, &model);
	options.jobs = 3;
	train(&options, 1, &second, &other);
	assert_memory_equal(model.v, other.v, ITEMS * D * sizeof *model.v);
	assert_memory_equal(model.u, other.u, USERS * D * sizeof *model.u);
	dpmf_model_free(&other);
	dpmf_door_close(&second);
	train(&options, 2, &second, &other);
	assert_memory_not_equal(model.v, other.v, ITEMS * D * sizeof *model.v);
	dpmf_model_free(&other);
	dpmf_door_close(&second);
	dpmf_model_free(&model);
	dpmf_door_close(&door);
}

static void no_budget(void **state)
{
	struct dpmf_ials_options options = usual();
	struct dpmf_budget budget;
	struct dpmf_model model;
	struct dpmf_door door;

	(void)state;
	train(&options, 1, &door, &model);
	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose(&door.record, &budget, NULL), DPMF_OK);
	assert_true(!budget.finite && budget.releases == 1);
	dpmf_budget_clear(&budget);
	dpmf_model_free(&model);
	dpmf_door_close(&door);
}

static void refusals(void **state)
{
	struct dpmf_ials_options options = usual();
	struct dpmf_error error = { "" };
	struct dpmf_model model = { .factors = 77 };
	struct dpmf_ratings ratings;
	struct dpmf_door door;
	struct dpmf_key key;

	(void)state;
	make(&ratings);
	dpmf_key_from_seed(1, &key);
	assert_int_equal(dpmf_door_open(&door, &key, NULL), DPMF_OK);
	options.alpha0 = 2;
	assert_int_equal(dpmf_ials_train(&ratings, &options, &key, &door, &model, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "alpha0"));
	options = usual();
	options.factors = 0;
	assert_int_equal(dpmf_ials_train(&ratings, &options, &key, &door, &model, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "factors"));
	assert_true(model.factors == 77 && door.record.count == 0);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_loss_falls), cmocka_unit_test(same_bytes), cmocka_unit_test(no_budget),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
