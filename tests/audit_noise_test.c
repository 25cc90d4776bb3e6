/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The goodness of fit accepts the samplers and rejects their broken twins. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "audit/noise_fit.h"
#include "audit/noise_leak.h"
#include "noise/exact.h"
#include "noise/grid.h"
#include "noise/law/law.h"
#include "noise/shares.h"
#include "noise/textbook.h"
#include "tests/near.h"
#include "tests/scale.h"

static void open_stream(struct dpmf_stream *s, uint64_t seed)
{
	struct dpmf_key key;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(seed, &key);
	dpmf_stream_open(s, &key, 0, 0, 0);
}

static double p_of_row(const struct noise_row *row, uint64_t draws)
{
	struct chi_square_fit fit;
	struct dpmf_stream s;

	open_stream(&s, 11);
	assert_int_equal(noise_fit(row, &s, draws, &fit, NULL), DPMF_OK);
	return fit.p;
}

static double p_of(noise_draw *draw, struct masses law, struct masses given, uint64_t draws)
{
	return p_of_row(&(struct noise_row){ .draw = draw, .law = law, .given = given }, draws);
}

static void every_law_of_the_door_is_fitted(void **state)
{
	(void)state;
	assert_true(noise_rows_complete());
	for (enum dpmf_law law = 0; (int)law < DPMF_LAWS; law++)
		assert_true((noise_sampler_of(law) == NULL) == (law == DPMF_NO_NOISE));
}

static void the_samplers_fit(void **state)
{
	(void)state;
	for (size_t i = 0; i < noise_rows_count; i++)
		if (!noise_rows[i].control)
			assert_true(p_of_row(&noise_rows[i], SCALED(100000, 20000)) > NOISE_FIT_LEVEL);
}

static double laplace(struct dpmf_stream *s, const struct masses *m)
{
	return (double)dpmf_discrete_laplace(s, m->p, m->q);
}

/* What is seen of a scale that is off falls with the root of the number of draws. */
static void a_scale_off_by_one_percent_is_rejected(void **state)
{
	const uint64_t draws = SCALED(3000000, 30000), off = SCALED(25, 250);
	const struct masses sound = { .law = MASSES_DISCRETE_LAPLACE, .p = 100, .q = 2500 };
	const struct masses more = { .law = MASSES_DISCRETE_LAPLACE, .p = 100, .q = 2500 + off };
	const struct masses less = { .law = MASSES_DISCRETE_LAPLACE, .p = 100, .q = 2500 - off };

	(void)state;
	assert_true(p_of(laplace, sound, sound, draws) > NOISE_FIT_LEVEL);
	assert_true(p_of(laplace, sound, more, draws) < NOISE_FIT_LEVEL);
	assert_true(p_of(laplace, sound, less, draws) < NOISE_FIT_LEVEL);
}

/* Broken twins: each differs from a sampler in one thing. */

static double sign_is_biased(struct dpmf_stream *s, const struct masses *m)
{
	const double magnitude = (double)llabs(dpmf_discrete_laplace(s, m->p, m->q));

	return dpmf_bernoulli(s, 51, 100) ? -magnitude : magnitude;
}

static double zero_is_counted_twice(struct dpmf_stream *s, const struct masses *m)
{
	const double magnitude = (double)dpmf_geometric(s, m->p, m->q);

	return dpmf_stream_word(s) & 1 ? -magnitude : magnitude;
}

static double one_too_far(struct dpmf_stream *s, const struct masses *m)
{
	const double x = (double)dpmf_discrete_laplace(s, m->p, m->q);

	return x > 0 ? x + 1 : x;
}

static double units_are_not_geometric(struct dpmf_stream *s, const struct masses *m)
{
	const double u = (double)dpmf_uniform_below(s, m->q);
	double v = 0;

	while (dpmf_bernoulli(s, 368, 1000))
		v++;
	return floor((u + v * (double)m->q) / (double)m->p);
}

static double remainder_is_not_refused(struct dpmf_stream *s, const struct masses *m)
{
	return (double)(dpmf_stream_word(s) % m->q);
}

static double trial_fails_too_late(struct dpmf_stream *s, const struct masses *m)
{
	uint64_t k = 1;

	while (dpmf_bernoulli(s, m->p, m->q) && dpmf_bernoulli(s, 1, k + 1))
		k++;
	return k % 2 == 1;
}

static double laplace_in_place_of_gaussian(struct dpmf_stream *s, const struct masses *m)
{
	(void)m;
	return (double)dpmf_discrete_laplace(s, 14, 100); /* the same variance, 100 */
}

static double things_in_place_of_cycles(struct dpmf_stream *s, const struct masses *m)
{
	double kept = 0;

	for (uint64_t left = dpmf_geometric(s, m->p, m->q); left > 0; left--)
		kept += dpmf_bernoulli(s, 1, m->parties);
	return kept;
}

static double cycles_one_shorter(struct dpmf_stream *s, const struct masses *m)
{
	uint64_t left = dpmf_geometric(s, m->p, m->q), kept = 0;

	while (left > 0) {
		const uint64_t cycle = left == 1 ? 1 : 1 + dpmf_uniform_below(s, left - 1);

		kept += dpmf_bernoulli(s, 1, m->parties) ? cycle : 0;
		left -= cycle;
	}
	return (double)kept;
}

static double one_share_is_missing(struct dpmf_stream *s, const struct masses *m)
{
	int64_t sum = 0;

	for (uint64_t i = 1; i < m->parties; i++)
		sum += dpmf_laplace_share(s, m->p, m->q, 1, m->parties);
	return (double)sum;
}

static double mixture_without_the_two(struct dpmf_stream *s, const struct masses *m)
{
	return m->scale * sqrt(dpmf_exponential(s)) * dpmf_normal(s);
}

static double sine_of_half_the_circle(struct dpmf_stream *s, const struct masses *m)
{
	return m->scale * sqrt(-2 * log(dpmf_uniform(s))) * sin(3.14159265358979 * dpmf_uniform(s));
}

#define RATIO(name, a, b, n) { .law = MASSES_##name, .scale = 1, .p = (a), .q = (b), .parties = (n) }

static void broken_twins_are_rejected(void **state)
{
	const struct {
		noise_draw *draw;
		struct masses law;
	} twins[] = {
		{ sign_is_biased, RATIO(DISCRETE_LAPLACE, 1, 25, 0) },
		{ zero_is_counted_twice, RATIO(DISCRETE_LAPLACE, 1, 25, 0) },
		{ one_too_far, RATIO(DISCRETE_LAPLACE, 1, 25, 0) },
		{ units_are_not_geometric, RATIO(GEOMETRIC, 1, 10, 0) },
		{ remainder_is_not_refused, RATIO(UNIFORM_BELOW, 0, UINT64_C(3) << 62, 0) },
		{ trial_fails_too_late, RATIO(BERNOULLI_EXP, 1, 3, 0) },
		{ laplace_in_place_of_gaussian, RATIO(DISCRETE_GAUSSIAN, 100, 1, 0) },
		{ things_in_place_of_cycles, RATIO(POLYA, 1, 10, 3) },
		{ cycles_one_shorter, RATIO(POLYA, 1, 10, 3) },
		{ one_share_is_missing, RATIO(DISCRETE_LAPLACE, 1, 10, 10) },
		{ mixture_without_the_two, RATIO(LAPLACE, 0, 0, 0) },
		{ sine_of_half_the_circle, RATIO(NORMAL, 0, 0, 0) },
	};

	(void)state;
	for (size_t i = 0; i < sizeof twins / sizeof *twins; i += SCALED(1, 5))
		if (!(p_of(twins[i].draw, twins[i].law, twins[i].law, 300000) < NOISE_FIT_LEVEL))
			fail_msg("twin %zu is not rejected", i);
}

static void what_textbook_noise_gives_is_never_called_impossible(void **state)
{
	const double values[] = { 0, 1, -3.25, 1000 };
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 12);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(noise_leak_textbook(&s, 1, values[i], values[i], 5000), 0);
	assert_int_equal(noise_leak_textbook(&s, 10, 1, 1, 5000), 0);
}

/* Images near -1/4 lie exp(1/4) 2^-51 apart, doubles 2^-54. */
static void what_lies_between_images_is_impossible(void **state)
{
	size_t images = 0;

	(void)state;
	for (double x = -0.26, i = 0; i < 100; i++, x = nextafter(x, 0)) {
		const double u = floor(exp(x) / 2 * 0x1p52);
		bool is_image = false;

		for (double k = u - 3; k <= u + 3; k++)
			is_image = is_image || log(2 * ((k + 0.5) * 0x1p-52)) == x;
		assert_true(noise_leak_textbook_reaches(1, 0, x) == is_image);
		images += is_image;
	}
	assert_in_range(images, 1, 20);
}

static void textbook_noise_leaks_and_grid_noise_does_not(void **state)
{
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 13);
	assert_true(noise_leak_textbook(&s, 1, 0, 1, 5000) > 4000);
	assert_true(noise_leak_textbook(&s, 1, 1, 0, 5000) > 4000);
	assert_int_equal(noise_leak_grid(&s, -10, 1, 1024, 0, 1, 5000), 0);
	assert_int_equal(noise_leak_grid(&s, -10, 1, 1024, 1, 0, 5000), 0);
	/* So narrow that the neighbours' ranges do not meet: every output tells. */
	assert_int_equal(noise_leak_grid(&s, -10, 1, 1, 0, 2, 5000), 5000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_law_of_the_door_is_fitted),
		cmocka_unit_test(the_samplers_fit),
		cmocka_unit_test(a_scale_off_by_one_percent_is_rejected),
		cmocka_unit_test(broken_twins_are_rejected),
		cmocka_unit_test(what_textbook_noise_gives_is_never_called_impossible),
		cmocka_unit_test(what_lies_between_images_is_impossible),
		cmocka_unit_test(textbook_noise_leaks_and_grid_noise_does_not),
	};

	return cmocka_run_group_tests_name("noise", tests, NULL, NULL);
}
