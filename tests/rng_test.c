/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict on generators: the stream passes, bad ones fail, and nothing of
   what TestU01 prints reaches standard output. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "audit/rng/rng.h"
#include "core/stream.h"
#include "tests/scale.h"

static uint32_t stream_bits(void *state)
{
	return (uint32_t)(dpmf_stream_word(state) >> 32);
}

/* Knuth's MMIX generator, of which the lower half is kept: bit i has period 2^(i + 1). */
static uint32_t low_bits(void *state)
{
	uint64_t *x = state;

	*x = *x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)*x;
}

static uint32_t constant(void *state)
{
	return *(const uint32_t *)state;
}

/* A sound generator with two bits stuck. The ranks and weights of SmallCrush look
   at bits 2 to 11 only. */
static uint32_t stuck_bits(void *state)
{
	return stream_bits(state) | 0x00000808;
}

static void open_stream(struct dpmf_stream *s)
{
	struct dpmf_key key;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(1, &key);
	dpmf_stream_open(s, &key, 0, 0, 0);
}

static void the_bounds_are_those_named(void **state)
{
	(void)state;
	assert_int_equal(rng_judge(0.5), RNG_PASS);
	assert_int_equal(rng_judge(1e-3), RNG_PASS);
	assert_int_equal(rng_judge(0.999), RNG_PASS);
	assert_int_equal(rng_judge(0.9999e-3), RNG_SUSPECT);
	assert_int_equal(rng_judge(0.99901), RNG_SUSPECT);
	assert_int_equal(rng_judge(1.001e-10), RNG_SUSPECT);
	assert_int_equal(rng_judge(1 - 1.001e-10), RNG_SUSPECT);
	assert_int_equal(rng_judge(0.999e-10), RNG_FAIL);
	assert_int_equal(rng_judge(1 - 0.999e-10), RNG_FAIL);
	assert_int_equal(rng_judge(0), RNG_FAIL);
	assert_int_equal(rng_judge(1), RNG_FAIL);
	assert_int_equal(rng_judge(-1), RNG_FAIL);
	assert_int_equal(rng_judge(2), RNG_FAIL);
	assert_int_equal(rng_judge(NAN), RNG_FAIL);
}

static void the_stream_passes(void **state)
{
	struct dpmf_stream s;
	struct rng_report report;

	(void)state;
	open_stream(&s);
	assert_int_equal(rng_run(RNG_RANKS, stream_bits, &s, &report, NULL), DPMF_OK);
	assert_int_equal(report.count, 2);
	assert_int_equal(report.failed, 0);
	assert_true(s.words > 100000);
}

static void bad_generators_fail(void **state)
{
	struct dpmf_stream s;
	struct rng_report report;
	uint64_t x = 1;
	uint32_t zero = 0;

	(void)state;
	SKIP_WHEN_SHORT();
	assert_int_equal(rng_run(RNG_RANKS, low_bits, &x, &report, NULL), DPMF_NO);
	assert_true(report.failed > 0);
	assert_int_equal(rng_run(RNG_RANKS, constant, &zero, &report, NULL), DPMF_NO);
	assert_true(report.failed > 0);
	open_stream(&s);
	assert_int_equal(rng_run(RNG_RANKS, stuck_bits, &s, &report, NULL), DPMF_NO);
	assert_true(report.failed > 0);
}

static void testu01_is_silent_and_output_comes_back(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();

	const int before = dup(STDOUT_FILENO);
	FILE *file = tmpfile();
	char text[64] = "";
	struct rng_report report;
	uint64_t x = 1;

	assert_true(before >= 0 && file);
	fflush(stdout);
	assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
	printf("before ");
	rng_run(RNG_RANKS, low_bits, &x, &report, NULL);
	printf("after");
	fflush(stdout);
	assert_true(dup2(before, STDOUT_FILENO) >= 0);
	close(before);
	rewind(file);
	assert_non_null(fgets(text, sizeof text, file));
	fclose(file);
	assert_string_equal(text, "before after");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_bounds_are_those_named),
		cmocka_unit_test(the_stream_passes),
		cmocka_unit_test(bad_generators_fail),
		cmocka_unit_test(testu01_is_silent_and_output_comes_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
