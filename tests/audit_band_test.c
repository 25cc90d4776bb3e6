/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The band of the trade-off curve, where the curve is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "audit/engine/band.h"
#include "audit/engine/run.h"
#include "tests/audit_worlds.h"
#include "tests/scale.h"

static const struct world_pair pair = { .shift = 1, .spread = 1, .dims = 1 };

/* P(|x| - |x - 1| >= t) for x ~ Laplace(1) around `centre`: the ratio is 2 x - 1 between 0 and 1. */
static double reach(double t, double centre)
{
	const double x = (fmin(t, 1) + 1) / 2;

	if (t <= -1)
		return 1;
	if (t > 1)
		return 0;
	return x < centre ? 1 - exp(x - centre) / 2 : exp(centre - x) / 2;
}

/* delta(epsilon) of the Laplace mechanism with rate 1 and shift 1. */
static double true_delta(double epsilon)
{
	return fmax(0, 1 - exp((epsilon - 1) / 2));
}

/* Whether any of the bounds misses what it bounds. */
static bool misses(const struct audit_band *band, const struct audit_band_point *point)
{
	for (size_t k = 0; k < band->count; k++)
		for (int world = 0; world < 2; world++) {
			/* A threshold at a corner of the ratio is a float: it stands on the corner's near side. */
			const double inside = reach(band->at[k] - 1e-6, world == 0), outside = reach(band->at[k] + 1e-6, world == 0);

			if (point[k].reach[world][0] > inside || point[k].reach[world][1] < outside)
				return true;
		}
	return false;
}

static bool claims_too_much(const struct audit_band *band, const struct audit_band_point *point)
{
	for (int i = 0; i <= 30; i++) {
		const double epsilon = i / 20.0;

		if (audit_band_delta(point, band->count, epsilon) > true_delta(epsilon))
			return true;
		/* The inverse: epsilon(delta) = 1 + 2 ln(1 - delta). */
		if (audit_band_epsilon(point, band->count, i / 60.0) > fmax(0, 1 + 2 * log(1 - i / 60.0)))
			return true;
	}
	return false;
}

/* All bounds of a band at once, at 80 % confidence: four standard errors above a fifth are too many. */
static void all_bounds_hold_together(void **state)
{
	(void)state;
	const int repeats = SCALED(300, 12);
	const struct audit_case one = laplace(&pair, 1);
	int missed = 0, claimed = 0;

	for (int i = 0; i < repeats; i++) {
		const struct audit_result result = run(&one, 1500, 0.8, 1000 + (uint64_t)i, 1);
		struct audit_band_point point[AUDIT_BAND_MOST];

		assert_true(result.band.count > 4);
		audit_band_bounds(&result.band, 0.8, point);
		missed += misses(&result.band, point);
		claimed += claims_too_much(&result.band, point);
	}
	assert_true(missed <= 0.2 * repeats + 4 * sqrt(0.16 * repeats));
	assert_true(claimed <= missed);
	assert_true(missed > 0 || repeats < 300); /* nor is it so wide that it says nothing */
}

static void much_is_found_at_every_delta(void **state)
{
	(void)state;
	const struct audit_case one = laplace(&pair, 1);
	const struct audit_result result = run(&one, SCALED(200000, 50000), 0.99, 5, 2);
	struct audit_band_point point[AUDIT_BAND_MOST];

	audit_band_bounds(&result.band, 0.99, point);
	assert_false(misses(&result.band, point));
	assert_true(audit_band_epsilon(point, result.band.count, 0) > SCALED(0.95, 0.9));
	for (int i = 0; i < 8; i++) {
		const double found = audit_band_delta(point, result.band.count, i / 10.0);

		assert_true(found <= true_delta(i / 10.0));
		assert_true(found > 0.85 * true_delta(i / 10.0) - 0.01);
	}
	assert_true(audit_band_delta(point, result.band.count, 1.5) == 0);
}

/* A learned score has a band, too; so have words; a sequential test has none. */
static void thresholds_come_from_the_runs_that_learn(void **state)
{
	(void)state;
	const double sorted[2][100] = { { [99] = 1 }, { [0] = -1, [98] = 2, [99] = 3 } };
	struct audit_band band = { .count = 0 };

	audit_band_choose((const double *const[2]){ sorted[0], sorted[1] }, 100, &band);
	assert_true(band.count >= 4 && band.count <= AUDIT_BAND_MOST);
	for (size_t k = 1; k < band.count; k++)
		assert_true(band.at[k] > band.at[k - 1]);
	for (int world = 0; world < 2; world++)
		audit_band_add(&band, world, sorted[world], 100);
	audit_band_finish(&band);
	assert_int_equal(band.reached[1][0], 100);
	assert_int_equal(band.reached[1][band.count - 1], 1);
	assert_int_equal(band.reached[0][band.count - 1], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_bounds_hold_together),
		cmocka_unit_test(much_is_found_at_every_delta),
		cmocka_unit_test(thresholds_come_from_the_runs_that_learn),
	};

	return dpmf_stream_start(NULL) == DPMF_OK ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
