/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/vector.h"
#include "mech/dpmf-rp/kernels.h"
#include "mech/dpmf-rp/projection.h"
#include "noise/exact.h"
#include "noise/pbm.h"
#include "solve/adam.h"
#include "tests/scale.h"

static struct dpmf_stream stream_of(uint64_t seed)
{
	struct dpmf_key key;
	struct dpmf_stream stream;

	dpmf_key_from_seed(seed, &key);
	dpmf_stream_open(&stream, &key, 1, 2, 3);
	return stream;
}

/* Whole numbers over 64, so that short sums of them are exact. */
static void fill(struct dpmf_stream *stream, double *x, size_t n)
{
	for (size_t l = 0; l < n; l++)
		x[l] = ((double)dpmf_uniform_below(stream, 129) - 64) / 64;
}

static void errors_are_cut(void **state)
{
	(void)state;
	assert_true(dpmf_rp_clip_error(0.5, 1) == 0.5);
	assert_true(dpmf_rp_clip_error(1.5, 1) == 1);
	assert_true(dpmf_rp_clip_error(-1.5, 1) == -1);
	assert_true(dpmf_rp_clip_error(-1, 1) == -1);
}

static void profiles_are_cut(void **state)
{
	double inside[3] = { 0.25, -0.5, 0.25 }, outside[3] = { 2, -1, 1 };

	(void)state;
	dpmf_rp_clip_profile(inside, 3, 1);
	assert_true(inside[0] == 0.25 && inside[1] == -0.5 && inside[2] == 0.25);
	dpmf_rp_clip_profile(outside, 3, 1);
	assert_true(outside[0] == 0.5 && outside[1] == -0.25 && outside[2] == 0.25);
}

static unsigned parity(size_t x)
{
	unsigned ones = 0;

	for (; x; x >>= 1)
		ones ^= x & 1;
	return ones;
}

/* H_ij = (-1)^(number of bits that i and j share) / sqrt(p'). */
static void transform_is_walsh_hadamard(void **state)
{
	enum { ROWS = 16, K = 3 };
	struct dpmf_stream stream = stream_of(1);
	double x[ROWS * K], given[ROWS * K];

	(void)state;
	fill(&stream, given, ROWS * K);
	memcpy(x, given, sizeof x);
	dpmf_rp_hadamard(x, ROWS, K);
	for (size_t i = 0; i < ROWS; i++)
		for (size_t l = 0; l < K; l++) {
			double sum = 0;

			for (size_t j = 0; j < ROWS; j++)
				sum += parity(i & j) ? -given[j * K + l] : given[j * K + l];
			assert_true(x[i * K + l] == sum / 4);
		}
	dpmf_rp_hadamard(x, ROWS, K);
	for (size_t l = 0; l < ROWS * K; l++)
		assert_true(x[l] == given[l]);
}

static void padding_is_the_next_power(void **state)
{
	(void)state;
	assert_int_equal(dpmf_rp_padded(1), 1);
	assert_int_equal(dpmf_rp_padded(16), 16);
	assert_int_equal(dpmf_rp_padded(17), 32);
	assert_int_equal(dpmf_rp_padded(561), 1024);
}

/* Flattening loses nothing, and no coordinate exceeds |b|_1 / sqrt(p') (Algorithm 3). */
static void flattening_spreads_and_reverses(void **state)
{
	enum { ITEMS = 40, ROWS = 12, K = 2 };
	struct dpmf_error error;
	struct dpmf_projection projection;
	struct dpmf_stream stream = stream_of(2);
	struct dpmf_key key;
	double b[ROWS * K], flat[16 * K], most;

	(void)state;
	dpmf_key_from_seed(7, &key);
	assert_int_equal(dpmf_projection_draw(ITEMS, ROWS, &key, &projection, &error), DPMF_OK);
	assert_int_equal(projection.padded, 16);
	for (int run = 0; run < 100; run++) {
		fill(&stream, b, ROWS * K);
		most = dpmf_l1(b, ROWS * K) / 4;
		dpmf_projection_flatten(&projection, b, K, flat);
		for (size_t l = 0; l < 16 * K; l++)
			assert_true(fabs(flat[l]) <= most);
		dpmf_projection_reverse(&projection, flat, K);
		for (size_t l = 0; l < ROWS * K; l++)
			assert_true(flat[l] == b[l]);
		for (size_t l = ROWS * K; l < 16 * K; l++)
			assert_true(flat[l] == 0);
	}
	dpmf_projection_free(&projection);
}

/* E |S'S x - x|^2 = (m - 1) / p |x|^2 exactly (Lemma 5.1 has 2 m / p): the mean over keys is within five standard errors. */
static void projection_errs_as_derived(void **state)
{
	enum { ITEMS = 30, ROWS = 7 };
	const int runs = SCALED(20000, 500);
	const double expected = (ITEMS - 1.0) / ROWS;
	struct dpmf_stream stream = stream_of(3);
	struct dpmf_error error;
	double x[ITEMS], b[ROWS], back[ITEMS], norm, sum = 0, squares = 0, mean, deviation;

	(void)state;
	fill(&stream, x, ITEMS);
	norm = dpmf_dot(x, x, ITEMS);
	for (int run = 0; run < runs; run++) {
		struct dpmf_projection projection;
		struct dpmf_key key;
		double lost = 0;

		dpmf_key_from_seed((uint64_t)run, &key);
		assert_int_equal(dpmf_projection_draw(ITEMS, ROWS, &key, &projection, &error), DPMF_OK);
		memset(b, 0, sizeof b);
		for (size_t j = 0; j < ITEMS; j++)
			dpmf_rp_project_add(projection.sign[j], 1, 1, x + j, 1, b + projection.row[j]);
		dpmf_projection_expand(&projection, b, 1, back);
		for (size_t j = 0; j < ITEMS; j++)
			lost += (back[j] - x[j]) * (back[j] - x[j]) / norm;
		sum += lost;
		squares += lost * lost;
		dpmf_projection_free(&projection);
	}
	mean = sum / runs;
	deviation = sqrt((squares / runs - mean * mean) / runs);
	assert_true(fabs(mean - expected) < 5 * deviation);
	assert_true(5 * deviation < 0.05 * expected || runs < 20000);
}

static void no_projection_keeps_the_items(void **state)
{
	struct dpmf_error error;
	struct dpmf_projection projection;
	struct dpmf_key key;

	(void)state;
	dpmf_key_from_seed(7, &key);
	assert_int_equal(dpmf_projection_draw(5, 5, &key, &projection, &error), DPMF_OK);
	for (size_t j = 0; j < 5; j++)
		assert_true(projection.row[j] == j && projection.sign[j] == 1);
	dpmf_projection_free(&projection);
	assert_int_equal(dpmf_projection_draw(5, 6, &key, &projection, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "give 1 to 5 rows"));
	assert_int_equal(dpmf_projection_draw(5, 0, &key, &projection, &error), DPMF_INPUT);
}

/* 1/2 + theta x / c at the corners, and what lies between. */
static void chance_is_rescaled(void **state)
{
	const int64_t one = (int64_t)1 << DPMF_PBM_STEP_BITS, quarter = (int64_t)1 << (DPMF_PBM_THETA_BITS - 2);
	const uint64_t whole = (uint64_t)1 << DPMF_PBM_WHOLE_BITS;

	(void)state;
	assert_true(dpmf_pbm_chance(0, quarter) == whole / 2);
	assert_true(dpmf_pbm_chance(one, quarter) == whole / 4 * 3);
	assert_true(dpmf_pbm_chance(-one, quarter) == whole / 4);
	assert_true(dpmf_pbm_chance(one / 2, quarter / 2) == whole / 2 + whole / 16);
	assert_true(dpmf_pbm_chance(3, 5) == whole / 2 + 15);
}

/* Over every outcome of Binomial(q, 1/2 + theta x / c) the estimate's mean is x. */
static void estimate_is_unbiased(void **state)
{
	enum { Q = 5 };
	const double c = 0.75, theta = 0.125, x = 0.3;
	const double p = 0.5 + theta * x / c;
	double mean = 0, choose = 1;

	(void)state;
	for (int z = 0; z <= Q; z++) {
		mean += choose * pow(p, z) * pow(1 - p, Q - z) * dpmf_rp_estimate(z, 1, Q, theta, c);
		choose = choose * (Q - z) / (z + 1);
	}
	assert_true(fabs(mean - x) < 1e-14);
}

/* One item of K = 2 that three users rated, all of them taking part: Eq. (7) is the slope of
   sum (r - u'b)^2 + mu |b|^2. With half of them taking part their sum stands for twice as many. */
/* Halves go away from 0. What is beyond the ends, or no number, comes to an end: a NaN, of a profile that is one or of
   0 / 0, to the upper one; the integer that a machine makes of it would leave the range that the door declares. */
static void steps_stay_in_range(void **state)
{
	const int64_t most = 1 << 20;

	(void)state;
	assert_int_equal(dpmf_rp_cut_steps(0x1.8p-24, 1, most), 2);
	assert_int_equal(dpmf_rp_cut_steps(-0x1.8p-24, 1, most), -2);
	assert_int_equal(dpmf_rp_cut_steps(0x1p-25, 1, most), 1);
	assert_int_equal(dpmf_rp_cut_steps(-0x1p-25, 1, most), -1);
	assert_int_equal(dpmf_rp_cut_steps(0x1.fffffffffffffp-26, 1, most), 0);
	assert_int_equal(dpmf_rp_cut_steps(1, 1, most), most);
	assert_int_equal(dpmf_rp_cut_steps(-1, 1, most), -most);
	assert_int_equal(dpmf_rp_cut_steps(INFINITY, 1, most), most);
	assert_int_equal(dpmf_rp_cut_steps(-INFINITY, 1, most), -most);
	assert_int_equal(dpmf_rp_cut_steps(NAN, 1, most), most);
	assert_int_equal(dpmf_rp_cut_steps(INFINITY, INFINITY, most), most);
	assert_int_equal(dpmf_rp_cut_steps(1, NAN, most), most);
}

static void descent_is_the_slope(void **state)
{
	const double u[3][2] = { { 0.5, -1 }, { 2, 0.25 }, { -0.75, 1.5 } }, rating[3] = { 4, 1, 3 }, mu = 0.3, h = 1e-6;
	double b[2] = { 0.7, -0.2 }, f[2] = { 0, 0 }, half[2], loss[2][2] = { { 0 } };

	(void)state;
	for (int i = 0; i < 3; i++)
		for (int l = 0; l < 2; l++)
			f[l] += (rating[i] - u[i][0] * b[0] - u[i][1] * b[1]) * u[i][l];
	for (int l = 0; l < 2; l++)
		for (int side = 0; side < 2; side++) {
			const double c[2] = { b[0] + (l == 0 ? h - 2 * h * side : 0), b[1] + (l == 1 ? h - 2 * h * side : 0) };

			loss[l][side] = mu * (c[0] * c[0] + c[1] * c[1]);
			for (int i = 0; i < 3; i++)
				loss[l][side] += pow(rating[i] - u[i][0] * c[0] - u[i][1] * c[1], 2);
		}
	memcpy(half, f, sizeof half);
	dpmf_rp_descent(f, b, 2, 1, mu);
	dpmf_rp_descent(half, b, 2, 0.5, mu);
	for (int l = 0; l < 2; l++) {
		assert_true(fabs(f[l] - (loss[l][0] - loss[l][1]) / (2 * h)) < 1e-8);
		assert_true(fabs(half[l] - (2 * f[l] - 2 * mu * b[l])) < 1e-14);
	}
}

/* The counts of each outcome of Binomial(3, 5/8) against their masses: chi-square, 3 degrees, at 1e-6. */
static void binomial_has_its_law(void **state)
{
	enum { Q = 3 };
	const int draws = SCALED(200000, 2000);
	const double mass[Q + 1] = { 27.0 / 512, 135.0 / 512, 225.0 / 512, 125.0 / 512 };
	struct dpmf_stream stream = stream_of(4);
	double count[Q + 1] = { 0 }, chi = 0;

	(void)state;
	for (int i = 0; i < draws; i++)
		count[dpmf_pbm_draw(&stream, Q, (uint64_t)5 << (DPMF_PBM_WHOLE_BITS - 3))]++;
	for (int z = 0; z <= Q; z++)
		chi += (count[z] - draws * mass[z]) * (count[z] - draws * mass[z]) / (draws * mass[z]);
	assert_true(chi < 30.66);
	assert_int_equal(dpmf_pbm_draw(&stream, Q, 0), 0);
	assert_int_equal(dpmf_pbm_draw(&stream, Q, (uint64_t)1 << DPMF_PBM_WHOLE_BITS), Q);
}

/* Adam's means written as sums over all gradients so far. */
static void adam_takes_its_steps(void **state)
{
	enum { STEPS = 6 };
	const double gradient[STEPS] = { 1, -2, 0.5, 3, 0, -1 }, rate = 0.05, beta1 = 0.9, beta2 = 0.8;
	struct dpmf_error error;
	struct dpmf_adam adam;
	double x = 1, expected = 1;

	(void)state;
	assert_int_equal(dpmf_adam_open(&adam, 1, rate, beta1, beta2, &error), DPMF_OK);
	for (int t = 1; t <= STEPS; t++) {
		double mean = 0, square = 0;

		for (int i = 1; i <= t; i++) {
			mean += (1 - beta1) * pow(beta1, t - i) * gradient[i - 1];
			square += (1 - beta2) * pow(beta2, t - i) * gradient[i - 1] * gradient[i - 1];
		}
		expected -= rate * mean / (1 - pow(beta1, t)) / (sqrt(square / (1 - pow(beta2, t))) + 1e-8);
		dpmf_adam_step(&adam, &gradient[t - 1], &x);
		assert_true(fabs(x - expected) < 1e-14);
	}
	dpmf_adam_close(&adam);
	assert_int_equal(dpmf_adam_open(&adam, 1, 0, beta1, beta2, &error), DPMF_INPUT);
	assert_int_equal(dpmf_adam_open(&adam, 1, rate, 1, beta2, &error), DPMF_INPUT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_are_cut),
		cmocka_unit_test(profiles_are_cut),
		cmocka_unit_test(transform_is_walsh_hadamard),
		cmocka_unit_test(padding_is_the_next_power),
		cmocka_unit_test(flattening_spreads_and_reverses),
		cmocka_unit_test(projection_errs_as_derived),
		cmocka_unit_test(no_projection_keeps_the_items),
		cmocka_unit_test(chance_is_rescaled),
		cmocka_unit_test(estimate_is_unbiased),
		cmocka_unit_test(steps_stay_in_range),
		cmocka_unit_test(descent_is_the_slope),
		cmocka_unit_test(binomial_has_its_law),
		cmocka_unit_test(adam_takes_its_steps),
	};
	struct dpmf_error error;

	if (dpmf_stream_start(&error) != DPMF_OK)
		return 1;
	return cmocka_run_group_tests_name("dpmf_rp", tests, NULL, NULL);
}
