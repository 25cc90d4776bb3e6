/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cost that tells of the answer is found, whichever way it tells; one that does not is not, however skewed it is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "audit/timing/order.h"
#include "audit/timing/statistic.h"
#include "noise/exact.h"
#include "noise/textbook.h"
#include "tests/scale.h"

struct planted {
	double far, farthest, side, world, slow; /* what each adds to a cost of about 100 */
	bool skewed;                             /* one in 200 costs a hundred times as much */
};

static void open_stream(struct dpmf_stream *s, uint64_t seed)
{
	struct dpmf_key key;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(seed, &key);
	dpmf_stream_open(s, &key, 0, 0, 0);
}

/* Discrete Laplace noise of scale 20 on 0 and on 50. */
static struct timing_result run(struct dpmf_stream *s, const struct planted *p, uint64_t trials)
{
	struct timing *timing = NULL;
	struct timing_result result;

	assert_int_equal(timing_open(trials, 1, &timing, NULL), DPMF_OK);
	for (uint64_t i = 0; i < trials; i++) {
		const int world = (int)(dpmf_stream_word(s) >> 63);
		const double noise = (double)dpmf_discrete_laplace(s, 1, 20), x = 50 * world + noise;
		double cost = 100 + 5 * dpmf_normal(s);

		if (p->skewed)
			cost = dpmf_bernoulli(s, 1, 200) ? 1e4 : 100 + (double)dpmf_uniform_below(s, 3);
		cost += (fabs(noise) > 14 ? p->far : 0) + (fabs(noise) > 60 ? p->farthest : 0) + (noise > 0 ? p->side : 0) + world * p->world;
		cost += p->slow * (double)i; /* the machine, whatever is asked */
		assert_int_equal(timing_take(timing, world, &x, 1, fabs(cost), NULL), DPMF_OK);
	}
	assert_int_equal(timing_end(timing, s, &result, NULL), DPMF_OK);
	timing_close(timing);
	return result;
}

static double score(const struct timing_result *result, enum timing_label label)
{
	double most = fabs(result->found.rank[label].z);

	for (int c = 0; c < TIMING_CROPS; c++)
		most = fmax(most, fabs(result->found.test[label][c].t));
	return most;
}

static void what_is_planted_is_found_and_named(void **state)
{
	const struct planted planted[TIMING_LABELS] = {
		[TIMING_FAR] = { .far = 2 }, [TIMING_FARTHEST] = { .farthest = 5 }, [TIMING_SIDE] = { .side = -2 }, [TIMING_WORLD] = { .world = 2 },
	};
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 21);
	for (enum timing_label label = 0; label < TIMING_LABELS; label++) {
		const struct timing_result result = run(&s, &planted[label], 8000);

		assert_true(timing_tells(&result));
		assert_int_equal(result.found.most, label);
		for (enum timing_label other = 0; other < TIMING_LABELS; other++)
			if (other != label && label != TIMING_FAR && label != TIMING_FARTHEST)
				assert_true(score(&result, other) < TIMING_THRESHOLD);
	}
}

/* Half of a standard deviation is seen through one cost in 200 that is a hundred times as large. */
static void a_leak_is_seen_behind_interrupts(void **state)
{
	const struct planted leak = { .far = 0.5, .skewed = true };
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 22);
	const struct timing_result result = run(&s, &leak, 8000);

	assert_true(timing_tells(&result));
	assert_true(fabs(result.found.test[TIMING_FAR][0].t) < TIMING_THRESHOLD);
	assert_true(fabs(result.found.test[TIMING_FAR][2].t) > TIMING_THRESHOLD);
}

/* With classes of different sizes, t would be beyond the threshold in one of 25 of these tests. */
static void costs_that_tell_nothing_convict_nobody(void **state)
{
	const struct planted skewed = { .skewed = true }, slower = { .slow = 0.1 };
	const unsigned times = SCALED(60, 20);
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 23);
	for (unsigned i = 0; i < times; i++) {
		const struct timing_result result = run(&s, i % 4 ? &skewed : &slower, 4000);

		assert_true(result.found.largest < TIMING_THRESHOLD);
		assert_int_equal(result.control_failed, 0);
		assert_true(timing_is_sound(&result));
	}
}

/* Two controls beyond the threshold, and there is no verdict. */
static void a_control_that_fails_is_no_verdict(void **state)
{
	struct timing_result result = { .found = { .largest = 10 } };

	(void)state;
	assert_true(timing_tells(&result));
	result.control_failed = 2;
	assert_false(timing_is_sound(&result));
	assert_false(timing_tells(&result));
}

/* Costs of one value each: no standard error, and a sum whose rounding is no difference. */
static void costs_that_never_vary(void **state)
{
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 24);
	for (int tells = 0; tells < 2; tells++) {
		struct timing *timing = NULL;
		struct timing_result result;

		assert_int_equal(timing_open(5000, 1, &timing, NULL), DPMF_OK);
		for (int i = 0; i < 5000; i++) {
			const double x = (double)dpmf_discrete_laplace(&s, 1, 20);

			/* Other costs than the one that was learned; of two, the cheaper one is always the same. */
			const double cost = i < 1000 ? 0.7 : tells ? 0.1 + (x > 0) : dpmf_bernoulli(&s, 1, 2) ? 0.1 : 5.3;

			assert_int_equal(timing_take(timing, 0, &x, 1, cost, NULL), DPMF_OK);
		}
		assert_int_equal(timing_end(timing, &s, &result, NULL), DPMF_OK);
		timing_close(timing);
		assert_true(tells ? result.found.largest == TIMING_LARGEST : result.found.largest < TIMING_THRESHOLD);
	}
}

static void answers_that_follow_each_other_are_told(void **state)
{
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 25);
	for (int kind = 0; kind < 3; kind++) {
		struct timing *timing = NULL;
		double last = 0;

		assert_int_equal(timing_open(5000, 1, &timing, NULL), DPMF_OK);
		for (int i = 0; i < 5000; i++) {
			const double fresh = (double)dpmf_discrete_laplace(&s, 1, 20), x = kind == 0 ? fresh : kind == 1 ? i % 4 : fresh + 0.5 * last;

			last = x;
			assert_int_equal(timing_take(timing, 0, &x, 1, 1, NULL), DPMF_OK);
		}
		const struct timing_columns columns = timing_columns_of(timing);

		assert_int_equal(timing_order(&columns, NULL), kind == 0 ? DPMF_OK : DPMF_INPUT);
		timing_close(timing);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_planted_is_found_and_named),
		cmocka_unit_test(a_leak_is_seen_behind_interrupts),
		cmocka_unit_test(costs_that_tell_nothing_convict_nobody),
		cmocka_unit_test(a_control_that_fails_is_no_verdict),
		cmocka_unit_test(costs_that_never_vary),
		cmocka_unit_test(answers_that_follow_each_other_are_told),
	};

	return cmocka_run_group_tests_name("timing", tests, NULL, NULL);
}
