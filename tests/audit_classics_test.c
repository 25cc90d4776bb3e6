/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classics' exact values, derived by other means than the cases': closed forms, sums over all outcomes, quadrature. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "audit/classics/counts.h"
#include "audit/classics/several.h"
#include "audit/report/report.h"
#include "tests/audit_cases.h"

static double exact_of(const char *id)
{
	return case_named(id)->exact;
}

static const void *parameters_of(const char *id)
{
	return case_named(id)->parameters;
}

#define NEAR(id, value, error) \
	do { \
		if (!(fabs(exact_of(id) - (value)) <= (error))) \
			fail_msg("%s: %.15g, and not %.15g", id, (double)(value), exact_of(id)); \
	} while (0)

/* Gauss and Legendre's rule of eight points on each unit interval. */
enum { FIRST = -90, LAST = 90, EACH = 8, NODES = (LAST - FIRST) * EACH };

static const double gauss[EACH / 2][2] = {
	{ 0.1834346424956498, 0.3626837833783620 }, { 0.5255324099163290, 0.3137066458778873 },
	{ 0.7966664774136267, 0.2223810344533745 }, { 0.9602898564975363, 0.1012285362903763 },
};

static double node_in(double from, double to, int i, double *weight)
{
	const double *rule = gauss[i / 2], half = (to - from) / 2;

	*weight = rule[1] * half;
	return (from + to) / 2 + (i % 2 ? rule[0] : -rule[0]) * half;
}

static double laplace_density(double x, double scale)
{
	return exp(-fabs(x) / scale) / (2 * scale);
}

static double laplace_below(double x, double scale)
{
	return x < 0 ? exp(x / scale) / 2 : 1 - exp(-x / scale) / 2;
}

/* Over all outcomes of a sparse vector: by its threshold, then query after query. */
static double largest_ratio(const struct classic_sparse *s, size_t query, size_t above, double (*density)[NODES], double *sum)
{
	double total[2] = { 0, 0 }, next[2][NODES], largest = 0;

	if (query == s->queries.count || above == s->above) {
		for (int world = 0; world < 2; world++)
			for (int i = 0; i < NODES; i++)
				total[world] += density[world][i];
		*sum += total[0];
		return fabs(log(total[0] / total[1]));
	}
	for (int is_above = 0; is_above < 2; is_above++) {
		for (int world = 0; world < 2; world++) {
			for (int i = 0; i < NODES; i++) {
				double weight;
				const int cell = FIRST + i / EACH;
				const double below = laplace_below(node_in(cell, cell + 1, i % EACH, &weight) - s->queries.value[world][query], s->query_scale);

				next[world][i] = density[world][i] * (is_above ? 1 - below : below);
			}
		}
		largest = fmax(largest, largest_ratio(s, query + 1, above + (size_t)is_above, next, sum));
	}
	return largest;
}

static void sparse_vectors_are_as_wrong_as_that(void **state)
{
	(void)state;
	static const char *const ids[] = { "classics/sparse-vector/output/entry/lyu-1", "classics/sparse-vector/output/entry/lyu-4",
	                                   "classics/sparse-vector/output/entry/lyu-6" };

	for (size_t k = 0; k < sizeof(ids) / sizeof(*ids); k++) {
		const struct classic_sparse *s = parameters_of(ids[k]);
		double density[2][NODES], sum = 0;

		for (int i = 0; i < NODES; i++) {
			double weight;
			const int cell = FIRST + i / EACH;
			const double x = node_in(cell, cell + 1, i % EACH, &weight);

			density[0][i] = density[1][i] = laplace_density(x, s->queries.scale) * weight;
		}
		NEAR(ids[k], largest_ratio(s, 0, 0, density, &sum), 1e-7);
		assert_true(fabs(sum - 1) < 1e-7);
	}
	/* Algorithm 5: of 0 and 1 the second alone is above a threshold between them, of 1 and 0 never. */
	assert_true(isinf(exact_of("classics/sparse-vector/output/entry/lyu-5")));
}

/* Algorithm 3: all queries but the last below a threshold that is at most v, and the last one is v. */
static double density_of_value(const struct classic_sparse *s, int world, double v)
{
	const size_t last = s->queries.count - 1;
	double sum = 0;

	for (int cell = FIRST; cell < v; cell++) {
		for (int i = 0; i < EACH; i++) {
			double weight;
			const double z = node_in(cell, fmin(cell + 1, v), i, &weight);
			double product = weight * laplace_density(z, s->queries.scale);

			for (size_t q = 0; q < last; q++)
				product *= laplace_below(z - s->queries.value[world][q], s->query_scale);
			sum += product;
		}
	}
	return sum * laplace_density(v - s->queries.value[world][last], s->query_scale);
}

static void a_shown_value_is_as_wrong_as_that(void **state)
{
	(void)state;
	const char *id = "classics/sparse-vector/output/entry/lyu-3";
	const struct classic_sparse *s = parameters_of(id);
	double largest = 0;

	for (int i = -300; i <= 600; i++)
		largest = fmax(largest, log(density_of_value(s, 0, i / 100.0) / density_of_value(s, 1, i / 100.0)));
	NEAR(id, largest, 1e-6);
}

static void closed_forms(void **state)
{
	(void)state;
	const double gap = 0.5, tail = exp(-gap) * (2 + gap) / 4; /* of the difference of two Laplace numbers */
	const double e = 4.377178, delta = erfc((e - 0.5) / M_SQRT2) / 2 - exp(e) * erfc((e + 0.5) / M_SQRT2) / 2;

	NEAR("classics/noisy-max/output/entry", log((1 - tail) / tail), 1e-12);
	/* At v = 1: each of five others is below v rather than below v - 1, and the first has moved by one. */
	NEAR("classics/noisy-max/output/entry/value", 0.5 + 5 * log(laplace_below(1, 2) / laplace_below(0, 2)), 1e-12);
	NEAR("classics/subsampled/output/entry", log((1 + M_E) / 2), 1e-12);
	assert_true(fabs(delta / 1e-5 - 1) < 1e-5);
	NEAR("classics/gaussian/output/entry", e, 0);
	/* Counts that change, over the scale of each. */
	NEAR("classics/histogram/output/entry", 2 / ((const struct classic_numbers *)parameters_of("classics/histogram/output/entry"))->scale, 0);
	NEAR("classics/prefix-sums/output/entry", 3 / ((const struct classic_numbers *)parameters_of("classics/prefix-sums/output/entry"))->scale, 0);
	NEAR("classics/prefix-sums/output/entry/one-level", 3, 0);
}

/* The shuffled count: Binomial(n - 1, lie), and one answer that is the truth of the first user or a lie. */
static double shuffled_delta(double lie, int n, double epsilon, int from)
{
	double mass = pow(1 - lie, n - 1), before = 0, delta = 0;

	for (int k = 0; k <= n; k++) {
		const double yes = from == 0 ? 1 - lie : lie, p = yes * before + (1 - yes) * mass, q = (1 - yes) * before + yes * mass;

		delta += fmax(0, p - exp(epsilon) * q);
		before = mass;
		mass *= k < n - 1 ? (n - 1 - k) / (k + 1.0) * lie / (1 - lie) : 0;
	}
	return delta;
}

static void shuffling_has_that_curve(void **state)
{
	(void)state;
	const struct audit_case *one = case_named("classics/shuffled/output/entry");
	const double lie = 1 / (1 + exp(2));

	assert_true(((const struct classic_count *)one->parameters)->scale == 0.5);
	assert_true(fabs(fmax(shuffled_delta(lie, 100, one->exact, 0), shuffled_delta(lie, 100, one->exact, 1)) / one->delta - 1) < 1e-9);
}

/* The first number of each run falls on what it may be, and as often as it should. */
static void the_samplers_draw_their_laws(void **state)
{
	(void)state;
	const size_t runs = SCALED(40000, 4000);
	double ends[2][3] = { { 0 } }, answers[2] = { 0 };

	for (size_t i = 0; i < runs; i++) {
		struct dpmf_key key;
		double seen[8];

		dpmf_key_from_seed(i, &key);
		for (int world = 0; world < 2; world++) {
			case_named("classics/geometric/output/entry")->sample(parameters_of("classics/geometric/output/entry"), world, &key, seen, NULL);
			assert_true(seen[0] == 0 || seen[0] == 1 || seen[0] == 2);
			ends[world][(int)seen[0]]++;
			case_named("classics/floating-point/output/entry/snapping")->sample(parameters_of("classics/floating-point/output/entry/snapping"), world, &key, seen, NULL);
			assert_true(seen[0] == rint(seen[0]) && fabs(seen[0]) <= 8);
			case_named("classics/noisy-max/output/entry")->sample(parameters_of("classics/noisy-max/output/entry"), world, &key, seen, NULL);
			answers[world] += seen[0];
		}
	}
	/* P(0) of the count 1 is a / (1 + a), of 0 it is 1 / (1 + a). */
	const double a = exp(-1), error = 4 / sqrt((double)runs), other = exp(-0.5) * 2.5 / 4;

	assert_true(fabs(ends[0][0] / (double)runs - a / (1 + a)) < error);
	assert_true(fabs(ends[1][0] / (double)runs - 1 / (1 + a)) < error);
	assert_true(fabs(ends[0][2] / (double)runs - a / (1 + a)) < error);
	assert_true(fabs(answers[0] / (double)runs - other) < error);
	assert_true(fabs(answers[1] / (double)runs - (1 - other)) < error);
}

static uint64_t as_asked(const struct audit_case *one)
{
	return one->trials;
}

static void every_verdict(void **state)
{
	(void)state;
	every_verdict_of("classics", as_asked);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closed_forms),
		cmocka_unit_test(sparse_vectors_are_as_wrong_as_that),
		cmocka_unit_test(a_shown_value_is_as_wrong_as_that),
		cmocka_unit_test(shuffling_has_that_curve),
		cmocka_unit_test(the_samplers_draw_their_laws),
		cmocka_unit_test(every_verdict),
	};

	return cmocka_run_group_tests(tests, begin, NULL);
}
