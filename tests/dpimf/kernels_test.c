/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass of Algorithm 2. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/vector.h"
#include "mech/dpimf/kernels.h"
#include "mech/implicit.h"
#include "noise/door.h"
#include "tests/dpimf/world.h"

static double keep_of(const struct dpmf_dpimf_options *options)
{
	return options->scheme == DPMF_DPIMF_STR ? 1 : 1 - options->alpha0;
}

static void make_profiles(double *profiles, size_t count)
{
	for (size_t i = 0; i < count * D; i++)
		profiles[i] = (double)((i * 37 + i * i * 11) % 41) / 20 - 0.7;
}

/* One pass; *solved: items x d. */
static void pass(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options, const double *profiles,
                 struct run *run, double *solved)
{
	assert_int_equal(dpmf_dpimf_pass(ratings, options, profiles, 0, 1, &run->door, solved, &run->error), DPMF_OK);
}

/* Without noise it is least squares, which mech/implicit.c solves in another way. */
static void much_budget_is_least_squares(void **state)
{
	double profiles[USERS * D], solved[ITEMS * D], plain[ITEMS * D];
	struct dpmf_ratings ratings;

	(void)state;
	make_world(false, false, &ratings);
	make_profiles(profiles, USERS);
	for (size_t s = 0; s < SCHEMES - 1; s++) {
		struct dpmf_dpimf_options options = usual(all_schemes[s]);
		const struct dpmf_implicit_loss loss = { keep_of(&options), options.alpha0, options.lambda };
		struct run run;

		options.epsilon = 1e13;
		open_run(3, &run);
		pass(&ratings, &options, profiles, &run, solved);
		assert_int_equal(dpmf_implicit_side(&ratings, true, &loss, profiles, D, 1, plain, NULL), DPMF_OK);
		for (size_t i = 0; i < ITEMS * D; i++)
			assert_true(fabs(solved[i] - plain[i]) < 1e-9);
		finish(&run);
	}
	dpmf_ratings_free(&ratings);
}

/* The pass on both worlds, the second with the answers of the first. */
static void replay_pass(const struct dpmf_dpimf_options *options, const double *profiles, uint64_t seed, struct run *run)
{
	double solved[2][ITEMS * D];
	struct dpmf_draw_log first;

	open_run(seed, run);
	dpmf_door_remember(&run->door);
	for (int w = 0; w < 2; w++) {
		struct dpmf_ratings ratings;

		make_world(w == 1, false, &ratings);
		pass(&ratings, options, profiles, run, solved[w]);
		dpmf_ratings_free(&ratings);
		if (w == 0) {
			assert_int_equal(dpmf_door_replay(&run->door, NULL), DPMF_OK);
			first = run->log;
			memset(&run->log, 0, sizeof run->log);
		}
	}
	assert_false(run->door.strayed);
	assert_int_equal(run->door.next, run->door.passages);
	assert_memory_equal(&first, &run->log, sizeof first);
	assert_memory_equal(solved[0], solved[1], sizeof solved[0]);
}

/* Eqs. (9) and (15) to (18): one interaction moves the coefficients by what they say of its profile,
   and what is declared is that of the largest. */
static void sensitivities(void **state)
{
	double profiles[USERS * D], largest[4] = { 0 };
	const double *own = profiles + CHANGED_USER * D;

	(void)state;
	make_profiles(profiles, USERS);
	for (size_t u = 0; u < USERS; u++) {
		const double *p = profiles + u * D;

		largest[0] = fmax(largest[0], dpmf_dpimf_delta_loss(p, D));
		largest[1] = fmax(largest[1], dpmf_dpimf_delta_first(p, D));
		largest[2] = fmax(largest[2], dpmf_dpimf_delta_full(p, D, 0.25));
		largest[3] = fmax(largest[3], dpmf_dpimf_delta_triu(p, D, 0.25));
	}
	for (size_t s = 0; s < SCHEMES - 1; s++) {
		const struct dpmf_dpimf_options options = usual(all_schemes[s]);
		const bool str = s == DPMF_DPIMF_STR, full = s == DPMF_DPIMF_COM;
		struct dpmf_entry *entry;
		struct run run;

		replay_pass(&options, profiles, 3, &run);
		entry = run.door.record.entry;
		assert_int_equal(run.door.record.count, s == DPMF_DPIMF_STR || s == DPMF_DPIMF_OPT ? 1 : 3);
		assert_near(moved(&run.door, 0), str ? dpmf_dpimf_delta_loss(own, D) : dpmf_dpimf_delta_first(own, D));
		assert_near(entry[0].sensitivity, largest[str ? 0 : 1]);
		assert_int_equal(entry[0].coordinates, str ? D * D + D + 1 : D);
		if (s == DPMF_DPIMF_COM || s == DPMF_DPIMF_SYM) {
			assert_near(moved(&run.door, 1), full ? dpmf_dpimf_delta_full(own, D, 0.25) : dpmf_dpimf_delta_triu(own, D, 0.25));
			assert_near(entry[1].sensitivity, largest[full ? 2 : 3]);
			assert_int_equal(entry[1].coordinates, full ? D * D : D * (D + 1) / 2);
			assert_near(moved(&run.door, 2), 0.25);
			assert_near(entry[2].sensitivity, 0.25);
			assert_near(entry[1].sensitivity / entry[1].scale, 0.5);
			assert_near(entry[2].sensitivity / entry[2].scale, 0.25);
		}
		assert_near(entry[0].sensitivity / entry[0].scale, s == DPMF_DPIMF_STR || s == DPMF_DPIMF_OPT ? 1 : 0.25);
		finish(&run);
	}
}

/* The same with a public bound: clipped profiles move no more, and what is declared is not theirs. */
static void bounds(void **state)
{
	const double c = 0.6, root = sqrt(D);
	double profiles[USERS * D], clipped[D];

	(void)state;
	make_profiles(profiles, USERS);
	memcpy(clipped, profiles + CHANGED_USER * D, sizeof clipped);
	assert_true(dpmf_l2(clipped, D) > c);
	dpmf_project_ball(clipped, D, c);
	for (size_t s = 0; s < SCHEMES - 1; s++) {
		struct dpmf_dpimf_options options = usual(all_schemes[s]);
		const double first = 2 * c * root, declared[] = { first + c * c * D + 1, first, first, first };
		struct run run;

		options.bound = c;
		replay_pass(&options, profiles, 3, &run);
		assert_near(run.door.record.entry[0].sensitivity, declared[s]);
		assert_near(moved(&run.door, 0), s == DPMF_DPIMF_STR ? dpmf_dpimf_delta_loss(clipped, D) : dpmf_dpimf_delta_first(clipped, D));
		if (s == DPMF_DPIMF_COM || s == DPMF_DPIMF_SYM)
			assert_near(run.door.record.entry[1].sensitivity, 0.25 * c * c * (s == DPMF_DPIMF_COM ? D : (D + 1) / 2.0));
		finish(&run);
	}
}

/* The sample's sum has the mean and the variance of its law. */
static void importance_sampling(void **state)
{
	enum { PASSES = 3000 };
	struct dpmf_dpimf_options options = usual(DPMF_DPIMF_OPT_IS);
	double profiles[USERS * D], solved[ITEMS * D], sum = 0, expected = 0, variance = 0, most = 0;
	struct dpmf_ratings ratings;
	struct run run;

	(void)state;
	make_profiles(profiles, USERS);
	make_world(false, false, &ratings);
	open_run(3, &run);
	dpmf_door_remember(&run.door);
	for (uint64_t round = 1; round <= PASSES; round++)
		assert_int_equal(dpmf_dpimf_pass(&ratings, &options, profiles, 0, round, &run.door, solved, NULL), DPMF_OK);
	for (size_t p = 0; p < run.door.passages; p++)
		sum += run.door.passage[p].piece == CHANGED_ITEM ? run.door.passage[p].before[1] : 0;
	for (size_t u = 0; u < USERS; u++)
		most = fmax(most, dpmf_l1(profiles + u * D, D));
	for (size_t a = ratings.column[CHANGED_ITEM]; a < ratings.column[CHANGED_ITEM + 1]; a++) {
		const double *p = profiles + ratings.user[a] * D, cost = dpmf_l1(p, D) / most;
		double low = 1, high = 1e6;

		for (int step = 0; step < 200; step++)
			*(expm1(cost * (low + high) / 2) / ((low + high) / 2) < expm1(2) ? &low : &high) = (low + high) / 2;
		expected += 2 * p[1];
		variance += 4 * p[1] * p[1] * (low - 1);
	}
	assert_true(variance > 1);
	assert_true(fabs(sum / PASSES - expected) < 4.5 * sqrt(variance / PASSES));
	sum = 0;
	for (size_t p = 0; p < run.door.passages; p++)
		sum += run.door.passage[p].piece == CHANGED_ITEM ? pow(run.door.passage[p].before[1] - expected, 2) : 0;
	assert_true(fabs(sum / PASSES / variance - 1) < 0.15);
	finish(&run);
	dpmf_ratings_free(&ratings);
}

/* What is declared leaves out the weight: an interaction that is sampled moves the sum w times as far. */
static void a_sampled_interaction_exceeds_what_is_declared(void **state)
{
	const struct dpmf_dpimf_options options = usual(DPMF_DPIMF_OPT_IS);
	double profiles[USERS * D];
	struct run run;
	int sampled = 0;

	(void)state;
	make_profiles(profiles, USERS);
	for (size_t l = 0; l < D; l++)
		profiles[CHANGED_USER * D + l] = -2;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		double far;

		replay_pass(&options, profiles, seed, &run);
		assert_near(run.door.record.entry[0].sensitivity, 2 * 8);
		far = moved(&run.door, 0);
		assert_true(far == 0 || far > 1.1 * 2 * 8);
		sampled += far > 0;
		finish(&run);
	}
	assert_true(sampled > 0 && sampled < 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(much_budget_is_least_squares),
		cmocka_unit_test(sensitivities),
		cmocka_unit_test(bounds),
		cmocka_unit_test(importance_sampling),
		cmocka_unit_test(a_sampled_interaction_exceeds_what_is_declared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
