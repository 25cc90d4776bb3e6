/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget_relation.h"
#include "mech/hdpmf/train.h"
#include "tests/privsr/world.h"

static void jobs_change_nothing(void **state)
{
	trainer *const trainers[] = { dpmf_privsr_train, dpmf_privsr_train_corrected, soreg };
	struct world world;

	(void)state;
	make_world(&world, NULL);
	for (size_t t = 0; t < 3; t++)
		for (int step = DPMF_STEP_MEAN; step <= DPMF_STEP_MESSAGE; step++) {
			struct dpmf_privsr_options options = usual();
			struct run one, two;

			options.run.step = (enum dpmf_step)step;
			options.run.rate = 0.002;
			options.run.noise_per_epoch = step == DPMF_STEP_SUM;
			train(trainers[t], &world, &options, false, &one);
			options.run.jobs = 2;
			train(trainers[t], &world, &options, false, &two);
			assert_int_equal(one.status, DPMF_OK);
			assert_int_equal(two.status, DPMF_OK);
			assert_memory_equal(one.model.u, two.model.u, USERS * one.model.factors * sizeof(double));
			assert_memory_equal(one.model.v, two.model.v, ITEMS * one.model.factors * sizeof(double));
			finish(&one);
			finish(&two);
		}
	free_world(&world);
}

static void without_weight_soreg_is_mf(void **state)
{
	struct world world;
	struct run runs[3];

	(void)state;
	make_world(&world, NULL);
	for (int r = 0; r < 3; r++) {
		struct dpmf_privsr_options options = usual();

		options.social_weight = r == 2;
		train(r == 0 ? mf : soreg, &world, &options, false, &runs[r]);
		assert_int_equal(runs[r].status, DPMF_OK);
	}
	assert_memory_equal(runs[0].model.u, runs[1].model.u, USERS * K * sizeof(double));
	assert_memory_not_equal(runs[0].model.u, runs[2].model.u, USERS * K * sizeof(double));
	for (int r = 0; r < 3; r++)
		finish(&runs[r]);
	free_world(&world);
}

/* J as a function of u_i: what dJ/du_i is the gradient of. */
static double objective(const struct world *w, const struct dpmf_model *start, const struct dpmf_model *model, size_t i,
                        const double *u, const struct dpmf_privsr_options *o)
{
	double sum = o->run.lambda * dpmf_dot(u, u, K);

	for (size_t a = w->ratings.row[i]; a < w->ratings.row[i + 1]; a++)
		sum += pow(dpmf_dot(u, model->v + w->ratings.item[a] * K, K) - w->ratings.value[a], 2);
	for (size_t e = w->social.row[i]; e < w->social.row[i + 1]; e++)
		for (size_t l = 0; l < K; l++)
			sum += o->social_weight * w->social.similarity[e] * pow(u[l] - start->u[w->social.trustee[e] * K + l], 2);
	return sum;
}

/* One round without noise: u_i less the rate times J's slope, by differences. */
static void users_descend_along_the_objective(void **state)
{
	struct dpmf_privsr_options options = usual();
	struct dpmf_model start;
	struct world world;
	struct dpmf_key key;
	struct run run;

	(void)state;
	make_world(&world, NULL);
	options.social_weight = 0.7;
	options.run.epochs = 1;
	options.run.step = DPMF_STEP_SUM;
	options.run.rate = 1e-3;
	train(soreg, &world, &options, false, &run);
	assert_int_equal(run.status, DPMF_OK);
	dpmf_key_from_seed(SEED, &key);
	assert_int_equal(dpmf_model_start(&world.ratings, K, &key, &start, NULL), DPMF_OK);
	for (size_t i = 0; i < USERS; i++) {
		double expected[K];

		for (size_t l = 0; l < K; l++) {
			const double h = 1e-5;
			double up[K], down[K];

			memcpy(up, start.u + i * K, sizeof up);
			memcpy(down, up, sizeof down);
			up[l] += h;
			down[l] -= h;
			expected[l] = start.u[i * K + l] - options.run.rate *
				(objective(&world, &start, &run.model, i, up, &options) -
				 objective(&world, &start, &run.model, i, down, &options)) / (2 * h);
		}
		dpmf_project_ball(expected, K, 1);
		for (size_t l = 0; l < K; l++)
			assert_true(fabs(expected[l] - run.model.u[i * K + l]) < 1e-8);
	}
	dpmf_model_free(&start);
	finish(&run);
	free_world(&world);
}

static void bad_options_are_refused(void **state)
{
	struct world world;

	(void)state;
	make_world(&world, NULL);
	for (int bad = 0; bad < 9; bad++)
		for (int corrected = 0; corrected < 2; corrected++) {
			struct dpmf_privsr_options options = usual();
			struct run run;

			options.beta = bad == 0 ? 0 : bad == 1 ? 1.5 : bad == 2 ? NAN : 1;
			options.sensitive_share = bad == 3 ? -0.1 : bad == 4 ? 1.1 : 0.5;
			options.social_weight = bad == 5 ? -1 : bad == 6 ? INFINITY : 1;
			options.run.epsilon = bad == 7 ? 0 : 1;
			options.run.rating_max = bad == 8 ? 4 : 5;
			train(corrected ? dpmf_privsr_train_corrected : dpmf_privsr_train, &world, &options, false, &run);
			assert_int_equal(run.status, DPMF_INPUT);
			assert_true(strlen(run.error.text) > 10);
			assert_null(run.model.u);
			finish(&run);
		}
	free_world(&world);
}

static void groups_follow_the_share(void **state)
{
	const double shares[] = { 0, 0.3, 1 };
	struct world world;
	struct dpmf_key key;

	(void)state;
	make_world(&world, NULL);
	dpmf_key_from_seed(SEED, &key);
	for (int s = 0; s < 3; s++) {
		size_t sensitive = 0;
		unsigned char *group;

		assert_int_equal(dpmf_privsr_groups_draw(&world.ratings, shares[s], &key, &group, NULL), DPMF_OK);
		for (size_t a = 0; a < world.ratings.count; a++)
			sensitive += group[a] == 0;
		assert_true(fabs((double)sensitive / (double)world.ratings.count - shares[s]) < (s == 1 ? 0.1 : 1e-9));
		free(group);
	}
	free_world(&world);
}

static double composed(const struct dpmf_record *record, enum dpmf_relation neighbours)
{
	struct dpmf_budget budget;
	double epsilon;

	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose_for(record, neighbours, &budget, NULL), DPMF_OK);
	assert_true(budget.finite);
	assert_int_equal(budget.draws, 1);
	epsilon = mpfr_get_d(budget.epsilon.hi, MPFR_RNDU);
	dpmf_budget_clear(&budget);
	return epsilon;
}

/* What the record says the published noise is worth, against what it is. */
static void the_record_says_what_is_so(void **state)
{
	const double betas[] = { 0.1, 0.5, 1 };
	struct world world;

	(void)state;
	make_world(&world, NULL);
	for (int b = 0; b < 3; b++)
		for (int share = 0; share < 3; share++) {
			const double beta = betas[b], eps = 0.8;
			const double worth[] = { (1 + 1 / beta) * eps, (1 + beta) / sqrt(1 + beta * beta) * eps, (1 + beta) * eps };
			struct dpmf_privsr_options options = usual();
			struct run run;

			options.beta = beta;
			options.run.epsilon = eps;
			options.sensitive_share = share / 2.0;
			train(dpmf_privsr_train, &world, &options, false, &run);
			assert_int_equal(run.status, DPMF_OK);
			assert_int_equal(run.door.record.count, 2 * options.run.epochs);
			assert_true(fabs(composed(&run.door.record, DPMF_ENTRY) - worth[share]) < 1e-9);
			assert_true(fabs(composed(&run.door.record, DPMF_EDGE) - 4 * eps) < 1e-9);
			finish(&run);
			train(dpmf_privsr_train_corrected, &world, &options, false, &run);
			assert_int_equal(run.status, DPMF_OK);
			assert_true(composed(&run.door.record, DPMF_ENTRY) <= eps);
			assert_true(composed(&run.door.record, DPMF_ENTRY) > eps - 1e-6);
			assert_true(composed(&run.door.record, DPMF_EDGE) <= eps);
			assert_true(composed(&run.door.record, DPMF_EDGE) > eps - 1e-6);
			finish(&run);
		}
	free_world(&world);
}

/* The listener's messages add up to what the door let out. */
struct sums {
	double item[ITEMS][K], user[USERS][K];
};

static void add_message(void *context, uint64_t round, size_t user, size_t item, const double *message, size_t k)
{
	struct sums *sums = context;

	(void)round, (void)user;
	dpmf_add_scaled(1, message, k, sums->item[item]);
}

static void add_friend(void *context, uint64_t round, size_t from, size_t user, const double *message, size_t k)
{
	struct sums *sums = context;

	(void)round, (void)from;
	dpmf_add_scaled(1, message, k, sums->user[user]);
}

static void messages_add_up(void **state)
{
	struct dpmf_privsr_options options = usual();
	struct sums sums = { { { 0 } }, { { 0 } } };
	struct world world;
	struct run run;

	(void)state;
	make_world(&world, NULL);
	options.run.epochs = 1;
	options.run.listener = (struct dpmf_listener){ .context = &sums, .message = add_message, .friend_message = add_friend };
	train(dpmf_privsr_train, &world, &options, true, &run);
	assert_int_equal(run.status, DPMF_OK);
	for (size_t p = 0; p < run.door.passages; p++) {
		const struct dpmf_passage *passage = &run.door.passage[p];
		const bool edge = run.door.record.entry[passage->entry].neighbours == DPMF_EDGE;
		const double *sum = edge ? sums.user[passage->piece] : sums.item[passage->piece];

		for (size_t l = 0; l < K; l++)
			assert_true(fabs(sum[l] - passage->after[l]) < 1e-9);
	}
	finish(&run);
	free_world(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(without_weight_soreg_is_mf),
		cmocka_unit_test(users_descend_along_the_objective),
		cmocka_unit_test(bad_options_are_refused),
		cmocka_unit_test(groups_follow_the_share),
		cmocka_unit_test(the_record_says_what_is_so),
		cmocka_unit_test(messages_add_up),
	};

	return cmocka_run_group_tests_name("privsr", tests, NULL, NULL);
}
