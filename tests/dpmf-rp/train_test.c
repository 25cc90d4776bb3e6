/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ratings_build.h"
#include "core/vector.h"
#include "mech/dpmf-rp/kernels.h"
#include "mech/dpmf-rp/schedule.h"
#include "mech/dpmf-rp/sum.h"
#include "noise/door.h"
#include "noise/pbm.h"
#include "tests/dpmf-rp/world.h"
#include "tests/scale.h"

static void same_model(const struct dpmf_ratings *ratings, trainer *run, const struct dpmf_rp_options *one,
                       const struct dpmf_rp_options *other, bool same)
{
	struct dpmf_door door[2];
	struct dpmf_model a = train_with(run, ratings, one, &door[0]), b = train_with(run, ratings, other, &door[1]);

	assert_true(same_bytes(&a, &b) == same);
	dpmf_model_free(&a);
	dpmf_model_free(&b);
	dpmf_door_close(&door[0]);
	dpmf_door_close(&door[1]);
}

static void jobs_change_nothing(void **state)
{
	struct dpmf_rp_options one = usual(7), two = usual(7);
	struct dpmf_ratings ratings;

	(void)state;
	make_ratings(20, &ratings);
	two.jobs = 2;
	same_model(&ratings, dpmf_rp_train, &one, &two, true);
	same_model(&ratings, dpmf_rp_train_corrected, &one, &two, true);
	one.noise = two.noise = false;
	same_model(&ratings, dpmf_rp_train, &one, &two, true);
	two.user.unobserved = 0.5;
	same_model(&ratings, dpmf_rp_train, &one, &two, false);
	dpmf_ratings_free(&ratings);
}

/* Keys, shares and masks make the same sum as the ideal one, and so the same model. */
static void masks_cancel(void **state)
{
	struct dpmf_rp_options ideal = usual(7), masked = usual(7);
	struct dpmf_ratings ratings;

	(void)state;
	make_ratings(20, &ratings);
	masked.sum = DPMF_RP_SUM_SECAGG;
	same_model(&ratings, dpmf_rp_train_corrected, &ideal, &masked, true);
	dpmf_ratings_free(&ratings);
}

/* <estimate, truth> / <truth, truth>, whose mean over many rounds is 1 for an estimate without bias. */
static double ratio_of_round(struct dpmf_rp_round *round, const uint32_t *user, uint64_t number, const double *truth,
                             size_t length, double *sum)
{
	struct dpmf_error error;

	assert_int_equal(dpmf_rp_round_declare(round, USERS, number, &error), DPMF_OK);
	assert_int_equal(dpmf_rp_sum_ideal(round, user, USERS, sum, &error), DPMF_OK);
	dpmf_rp_sum_estimate(round, USERS, sum);
	return dpmf_dot(sum, truth, length) / dpmf_dot(truth, truth, length);
}

/* Mean and standard error of that, over `runs` rounds, for gradients of `rows` rows. */
static void measure(size_t rows, bool corrected, int runs, double *mean, double *error_of_mean)
{
	struct dpmf_rp_options options = usual(rows), plain;
	struct dpmf_projection projection;
	struct dpmf_rp_scale scale;
	struct dpmf_ratings ratings;
	struct dpmf_model start;
	struct dpmf_door door;
	struct dpmf_error error;
	struct dpmf_key key;
	uint32_t user[USERS];
	double gram[1] = { 0 }, truth[128], sum[128], total = 0, squares = 0;

	make_ratings(rows, &ratings);
	options.quanta = 1;
	options.user.factors = 1;
	options.user.unobserved = 0; /* two ratings: no coordinate is beyond dpmf_rp_delta / sqrt(p') */
	plain = options;
	plain.noise = false;
	dpmf_key_from_seed(5, &key);
	assert_int_equal(dpmf_door_open(&door, &key, &error), DPMF_OK);
	assert_int_equal(dpmf_projection_draw(rows, rows, &key, &projection, &error), DPMF_OK);
	assert_int_equal(dpmf_model_start(&ratings, 1, &key, &start, &error), DPMF_OK);
	for (uint32_t i = 0; i < USERS; i++)
		user[i] = i;
	scale = corrected ? dpmf_rp_scale_corrected(&options, &projection) : dpmf_rp_scale_published(&options, &projection);
	assert_int_equal(dpmf_rp_sum_ideal(&(struct dpmf_rp_round){ .ratings = &ratings, .options = &plain, .projection = &projection,
	                                                  .v = start.v, .gram = gram }, user, USERS, truth, &error), DPMF_OK);
	for (int run = 0; run < runs; run++) {
		struct dpmf_rp_round round = { .ratings = &ratings, .options = &options, .projection = &projection, .scale = &scale,
		                          .v = start.v, .gram = gram, .door = &door };
		const double ratio = ratio_of_round(&round, user, (uint64_t)run, truth, rows, sum);

		total += ratio;
		squares += ratio * ratio;
	}
	*mean = total / runs;
	*error_of_mean = sqrt((squares / runs - *mean * *mean) / runs);
	dpmf_model_free(&start);
	dpmf_projection_free(&projection);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
}

/* p = 12 is padded to 16 and 100 to 128: only there do the paper's two constants differ. */
static void estimates_have_the_bias_derived(void **state)
{
	const size_t rows[3] = { 12, 16, 100 };
	const double padded[3] = { 16, 16, 128 };
	const int runs = SCALED(100000, 200);

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		double mean, error;

		measure(rows[i], true, runs, &mean, &error);
		print_message("p = %zu, corrected: %.5f +- %.5f of the gradient\n", rows[i], mean, error);
		assert_true(fabs(mean - 1) < 3 * error);
		measure(rows[i], false, runs, &mean, &error);
		print_message("p = %zu, published: %.5f +- %.5f, derived %.5f\n", rows[i], mean, error, sqrt((double)rows[i] / padded[i]));
		assert_true(fabs(mean - sqrt((double)rows[i] / padded[i])) < 3 * error);
		assert_true(runs < 100000 || error < 0.01);
	}
}

/* Another row of one user: the same draws are asked for, and in `corrected` no coordinate of any message moves by
   more than is declared, whatever the row. */
static void messages_stay_in_range(void **state)
{
	const struct dpmf_rp_options options = usual(7);
	struct dpmf_ratings ratings;
	struct dpmf_model model[2];
	struct dpmf_door door;
	struct dpmf_error error;
	struct dpmf_key key;

	(void)state;
	make_ratings(20, &ratings);
	dpmf_key_from_seed(11, &key);
	assert_int_equal(dpmf_door_open(&door, &key, &error), DPMF_OK);
	dpmf_door_remember(&door);
	assert_int_equal(dpmf_rp_train_corrected(&ratings, &options, &key, &door, &model[0], &error), DPMF_OK);
	assert_int_equal(dpmf_door_replay(&door, &error), DPMF_OK);
	for (size_t a = ratings.row[2]; a < ratings.row[3]; a++)
		ratings.value[a] = -1e6;
	assert_int_equal(dpmf_rp_train_corrected(&ratings, &options, &key, &door, &model[1], &error), DPMF_OK);
	assert_false(door.strayed);
	assert_int_equal(door.next, door.passages);
	for (size_t i = 0; i < door.passages; i++)
		for (size_t l = 0; l < door.record.entry[0].coordinates; l++) {
			assert_true(fabs(door.now[i].before[l]) <= ldexp(1, DPMF_PBM_STEP_BITS));
			assert_true(door.passage[i].piece == 2 || door.now[i].before[l] == door.passage[i].before[l]);
		}
	dpmf_model_free(&model[0]);
	dpmf_model_free(&model[1]);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
}

/* Algorithm 3 promises |x| <= Delta_1 / sqrt(p'): what one rating moves, not what a user has. Here a user
   rated everything, and published sends more than twice that (of the larger Delta_1 / sqrt(p)). */
static void coordinates_leave_the_bound(void **state)
{
	struct dpmf_rp_options options = usual(150);
	struct dpmf_ratings ratings;
	struct dpmf_model model;
	struct dpmf_door door;
	struct dpmf_error error;
	struct dpmf_key key;
	double most = 0;

	(void)state;
	make_ratings(150, &ratings);
	options.participation = 1;
	options.rounds = 1;
	dpmf_key_from_seed(11, &key);
	assert_int_equal(dpmf_door_open(&door, &key, &error), DPMF_OK);
	dpmf_door_remember(&door);
	assert_int_equal(dpmf_rp_train(&ratings, &options, &key, &door, &model, &error), DPMF_OK);
	for (size_t i = 0; i < door.passages; i++)
		for (size_t l = 0; l < door.record.entry[0].coordinates; l++)
			most = fmax(most, fabs(door.passage[i].before[l]));
	print_message("%.2f times the bound\n", ldexp(most, -DPMF_PBM_STEP_BITS));
	assert_true(most > 2 * ldexp(1, DPMF_PBM_STEP_BITS));
	dpmf_model_free(&model);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
}

/* Delta_1 supposes that u_i is held. Solved anew it can turn round with one rating, and every row with it. */
static void one_rating_moves_every_row(void **state)
{
	enum { ITEMS = 20 };
	const struct dpmf_rp_user_setting setting = { .factors = 1, .lambda = 0.25, .kappa = 15, .most_error = 1, .most_profile = 0.001 };
	struct dpmf_triple triple[ITEMS];
	struct dpmf_projection projection;
	struct dpmf_error error;
	struct dpmf_key key;
	double v[ITEMS], b[2][ITEMS], gram = 0, work, u, moved = 0;

	(void)state;
	dpmf_key_from_seed(1, &key);
	assert_int_equal(dpmf_projection_draw(ITEMS, ITEMS, &key, &projection, &error), DPMF_OK);
	for (uint32_t j = 0; j < ITEMS; j++)
		v[j] = j == 0 ? -1 : 0.1;
	for (int run = 0; run < 2; run++) {
		struct dpmf_ratings ratings;

		for (uint32_t j = 0; j < ITEMS; j++)
			triple[j] = (struct dpmf_triple){ 0, j, j == 0 && run == 1 ? 5 : 1 };
		assert_int_equal(dpmf_ratings_build(triple, ITEMS, 0, NULL, NULL, &ratings, &error), DPMF_OK);
		assert_true(dpmf_rp_profile(&setting, &ratings, 0, v, &gram, &work, &u));
		dpmf_rp_clip_profile(&u, 1, setting.most_profile);
		dpmf_rp_gradient(&setting, &ratings, 0, &projection, v, &u, b[run]);
		dpmf_ratings_free(&ratings);
	}
	for (size_t j = 0; j < ITEMS; j++)
		moved += fabs(b[0][j] - b[1][j]);
	print_message("%.1f times Delta_1\n", moved / dpmf_rp_delta(&setting));
	assert_true(moved > 10 * dpmf_rp_delta(&setting));
	dpmf_projection_free(&projection);
}

static void schedule_is_a_sample(void **state)
{
	uint32_t order[10];
	size_t times[10] = { 0 }, most;
	bool reached = false;
	struct dpmf_rp_options options = usual(3);
	struct dpmf_error error;
	struct dpmf_key key;

	(void)state;
	dpmf_key_from_seed(3, &key);
	options.rounds = 2000;
	options.participation = 0.3;
	for (uint64_t round = 1; round <= options.rounds; round++) {
		dpmf_rp_schedule(&key, round, 10, 3, order);
		assert_true(order[0] < order[1] && order[1] < order[2] && order[2] < 10);
		for (size_t i = 0; i < 3; i++)
			times[order[i]]++;
	}
	for (size_t i = 0; i < 10; i++)
		assert_true(times[i] > 500 && times[i] < 700);
	assert_int_equal(dpmf_rp_most_rounds(&options, 10, &key, &most, &error), DPMF_OK);
	for (size_t i = 0; i < 10; i++) {
		assert_true(times[i] <= most);
		reached = reached || times[i] == most;
	}
	assert_true(reached);
	options.participation = 2;
	assert_int_equal(dpmf_rp_most_rounds(&options, 10, &key, &most, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "participation"));
}

static void record_says_what_left(void **state)
{
	const struct dpmf_rp_options options = usual(7);
	struct dpmf_ratings ratings;
	struct dpmf_door door;
	struct dpmf_model model;

	(void)state;
	make_ratings(20, &ratings);
	model = train_with(dpmf_rp_train_corrected, &ratings, &options, &door);
	assert_int_equal(door.record.count, 3);
	for (size_t i = 0; i < 3; i++) {
		const struct dpmf_entry *entry = &door.record.entry[i];

		assert_int_equal(entry->law, DPMF_POISSON_BINOMIAL);
		assert_int_equal(entry->coordinates, 8 * 3);
		assert_int_equal(entry->pieces, dpmf_rp_taking_part(&options, ratings.users));
		assert_true(entry->rate_p == 16384 && entry->rate_q == 4 && entry->neighbours == DPMF_USER);
	}
	dpmf_model_free(&model);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
}

static void refused(const struct dpmf_ratings *ratings, const struct dpmf_rp_options *options, const char *word)
{
	struct dpmf_error error;

	assert_int_equal(dpmf_rp_options_check(options, ratings, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, word));
}

#define REFUSED(member, wrong, word) \
	do { \
		struct dpmf_rp_options options = usual(7); \
		options.member = wrong; \
		refused(&ratings, &options, word); \
	} while (0)

static void bad_options_are_refused(void **state)
{
	struct dpmf_ratings ratings;
	struct dpmf_rp_options good = usual(7);
	struct dpmf_error error;

	(void)state;
	make_ratings(20, &ratings);
	assert_int_equal(dpmf_rp_options_check(&good, &ratings, &error), DPMF_OK);
	REFUSED(user.factors, 0, "factors must be 1 to 256");
	REFUSED(user.lambda, 0, "lambda");
	REFUSED(user.kappa, NAN, "kappa");
	REFUSED(user.unobserved, 1.5, "unobserved");
	REFUSED(user.most_error, 0, "clipped error");
	REFUSED(user.most_profile, INFINITY, "clipped profile");
	REFUSED(rows, 21, "1 to 20 rows");
	REFUSED(rounds, 0, "rounds");
	REFUSED(participation, 0, "participation");
	REFUSED(participation, 2, "participation");
	REFUSED(rate, 0, "rate");
	REFUSED(mu, -1, "mu");
	REFUSED(theta, 0.26, "theta must be");
	REFUSED(quanta, 0, "quanta");
	REFUSED(bound, -1, "bound");
	good.sum = DPMF_RP_SUM_SECAGG;
	good.threshold = 0.5;
	refused(&ratings, &good, "threshold");
	good.noise = false;
	refused(&ratings, &good, "adds integers");
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(masks_cancel),
		cmocka_unit_test(estimates_have_the_bias_derived),
		cmocka_unit_test(messages_stay_in_range),
		cmocka_unit_test(coordinates_leave_the_bound),
		cmocka_unit_test(one_rating_moves_every_row),
		cmocka_unit_test(schedule_is_a_sample),
		cmocka_unit_test(record_says_what_left),
		cmocka_unit_test(bad_options_are_refused),
	};
	struct dpmf_error error;

	if (dpmf_stream_start(&error) != DPMF_OK)
		return 1;
	return cmocka_run_group_tests_name("dpmf_rp_train", tests, NULL, NULL);
}
