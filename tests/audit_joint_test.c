/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The joint test against sums over every outcome. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>

#include "audit/engine/binomial.h"
#include "audit/engine/could.h"
#include "audit/engine/joint.h"
#include "audit/engine/mass.h"
#include "core/stream.h"
#include "tests/scale.h"

/* C(n, k) p^k (1 - p)^(n - k), by logarithms of factorials. */
static double binomial(unsigned n, unsigned k, double p)
{
	if (p <= 0 || p >= 1)
		return k == (p <= 0 ? 0 : n) ? 1 : 0;
	return exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) + k * log(p) + (n - k) * log1p(-p));
}

static double outcome(const struct audit_pair *at, double u, double v)
{
	const unsigned n = (unsigned)at->runs[0], m = (unsigned)at->runs[1], x = (unsigned)at->hits[0], y = (unsigned)at->hits[1];

	if (!at->guesses)
		return binomial(n, x, u) * binomial(m, y, v);
	return x + y > n ? 0 : binomial(n, y, v) * binomial(n - y, x, u / (1 - v));
}

static void masses_and_windows(void **state)
{
	(void)state;
	const double p[] = { 1e-4, 0.03, 0.5, 0.8 };

	for (size_t i = 0; i < 4; i++) {
		for (unsigned n = 1; n < 200; n += 37) {
			for (unsigned k = 0; k <= n; k++)
				assert_true(fabs(mass_of(n, k, p[i]) - binomial(n, k, p[i])) <= 1e-11 * binomial(n, k, p[i]) + 1e-280);
			uint64_t from, to;

			mass_window(n, p[i], &from, &to);
			assert_true(from <= to && (to == n || audit_binomial_tail(n, to + 1, p[i]) <= 1e-32));
			assert_true(from == 0 || audit_binomial_tail(n, n - from + 1, 1 - p[i]) <= 1.1e-32);
		}
	}
	/* Far out at a million runs, against the sum in MPFR. */
	struct tail tail = tail_none(0.3);

	for (uint64_t n = 999000, k = 303500; n <= 1000000; n += 200, k -= 800)
		assert_true(fabs(tail_to(&tail, n, k) / audit_binomial_tail(n, k, 0.3) - 1) < 1e-9 || (double)k <= 0.3 * (double)n);
}

/* The probability of the region against the sum over each outcome in it. */
static void the_probability_of_the_region(void **state)
{
	(void)state;
	const double u[] = { 0.02, 0.3, 0.7 }, v[] = { 0.001, 0.1, 0.25 }, delta = 0.01;

	for (int guesses = 0; guesses < 2; guesses++) {
		for (int curve = AUDIT_DP; curve <= AUDIT_GAUSSIAN; curve++) {
			const uint64_t runs[2] = { 45, guesses ? 45 : 38 };
			const struct audit_pair seen = { guesses, { runs[0], runs[1] }, { 17, 4 } };
			const double z = gsl_cdf_ugaussian_Qinv(0.05), level = audit_level_about(&seen, (enum audit_curve)curve, delta, z);

			for (size_t i = 0; i < 9; i++) {
				struct audit_pair at = seen;
				double sum = 0;

				for (at.hits[0] = 0; at.hits[0] <= runs[0]; at.hits[0]++)
					for (at.hits[1] = 0; at.hits[1] <= runs[1]; at.hits[1]++)
						if (audit_level_about(&at, (enum audit_curve)curve, delta, z) >= level - 1e-12)
							sum += outcome(&at, u[i / 3], v[i % 3]);
				const double found = audit_joint_tail(&seen, (enum audit_curve)curve, delta, 0.05, u[i / 3], v[i % 3]);

				assert_true(found >= sum * (1 - 1e-12) && found <= sum * (1 + 1e-7) + 1e-29);
			}
		}
	}
}

static double curve_at(enum audit_curve curve, double level, double delta, double v)
{
	const double u = curve == AUDIT_DP ? exp(level) * v + delta : gsl_cdf_ugaussian_P(gsl_cdf_ugaussian_Pinv(v) + level);

	return fmin(u, 1);
}

/* By enumeration: at every point of a claim's boundary the bound lies above the claim with
   a probability of at most alpha; and somewhere not much less often. */
static void coverage(int guesses, enum audit_curve curve, double delta, double alpha)
{
	enum { RUNS = 16 };
	const uint64_t runs = SCALED(RUNS, 6), other = guesses ? runs : runs - 3;
	double bound[RUNS + 1][RUNS + 1], most = 0;
	struct audit_pair at = { guesses, { runs, other }, { 0, 0 } };

	for (at.hits[0] = 0; at.hits[0] <= runs; at.hits[0]++)
		for (at.hits[1] = 0; at.hits[1] <= other; at.hits[1]++)
			bound[at.hits[0]][at.hits[1]] = guesses && at.hits[0] + at.hits[1] > runs ? 0 : audit_level_lower(&at, curve, delta, alpha);
	for (double level = 0.02; level < 3; level += 0.149) {
		for (double v = 0.004; v < 1; v += 0.0173) {
			const double g = curve_at(curve, level, delta, v), u = guesses ? fmin(g, 1 - v) : g;
			double above = 0;

			for (at.hits[0] = 0; at.hits[0] <= runs; at.hits[0]++)
				for (at.hits[1] = 0; at.hits[1] <= other; at.hits[1]++)
					if (bound[at.hits[0]][at.hits[1]] > level)
						above += outcome(&at, u, v);
			if (above > alpha * (1 + 1e-9))
				fail_msg("guesses %d, curve %d: %g of %g at level %g, v %g", guesses, (int)curve, above, alpha, level, v);
			most = fmax(most, above);
		}
	}
	if (most < SCALED(0.7, 0.2) * alpha)
		fail_msg("guesses %d, curve %d: never more than %g of %g", guesses, (int)curve, most, alpha);
}

static void the_bound_is_valid_for_every_pair(void **state)
{
	(void)state;
	coverage(0, AUDIT_DP, 0, 0.1);
	coverage(1, AUDIT_DP, 0, 0.1);
	coverage(0, AUDIT_DP, 0.05, 0.02);
	coverage(1, AUDIT_DP, 0.05, 0.1);
	coverage(0, AUDIT_GAUSSIAN, 0, 0.1);
	coverage(1, AUDIT_GAUSSIAN, 0, 0.1);
}

/* Closed forms: with no wrong outcome the region is U = n, V = 0 alone, and the sup of
   u^n (1 - v)^n at u = e^epsilon v stands where u = 1: (1 - e^-epsilon)^n = alpha. */
static void nothing_wrong_in_n_runs(void **state)
{
	(void)state;
	const struct audit_pair seen = { false, { 100, 100 }, { 100, 0 } };
	const double exact = -log(-expm1(log(0.01) / 100)), found = audit_level_lower(&seen, AUDIT_DP, 0, 0.01);

	assert_true(found <= exact);
	assert_true(found > exact - 0.002);
}

/* Both binomials at once beat two bounds, and the test loses less than a hundredth of a standard deviation
   to its own rounding. */
static void tighter_than_two_bounds(void **state)
{
	(void)state;
	for (uint64_t n = 10000; n <= SCALED(1000000, 10000); n *= 100) {
		const struct audit_pair seen = { false, { n, n }, { n / 2, n * 1839 / 10000 } };
		const double p = 0.5, q = 0.1839, deviation = sqrt(((1 - p) / p + (1 - q) / q) / (double)n);
		const double found = audit_level_lower(&seen, AUDIT_DP, 0, 0.05);
		const double apart = log(audit_probability_lower(n, n / 2, 0.025) / audit_probability_upper(n, n * 1839 / 10000, 0.025));

		assert_true(fabs((log(p / q) - found) / deviation - 1.6448536) < 0.02);
		assert_true(found > apart + 0.8 * deviation);
	}
}

/* More right outcomes never lower the bound, more wrong ones never raise it. */
static void monotone(void **state)
{
	(void)state;
	for (int guesses = 0; guesses < 2; guesses++) {
		struct audit_pair at = { guesses, { 500, 500 }, { 30, 10 } };
		double last = 0;

		for (at.hits[0] = 30; at.hits[0] < 400; at.hits[0] += 37) {
			const double found = audit_level_lower(&at, AUDIT_DP, 0.001, 0.05);

			assert_true(found >= last - 2e-5 * (1 + last));
			last = found;
		}
		at.hits[0] -= 37;
		for (at.hits[1] = 10; at.hits[1] < 100; at.hits[1] += 17) {
			const double found = audit_level_lower(&at, AUDIT_DP, 0.001, 0.05);

			assert_true(found <= last + 2e-5 * (1 + last));
			last = found;
		}
	}
}

static uint64_t draw(struct dpmf_stream *stream, uint64_t runs, double p)
{
	uint64_t hits = 0;

	for (uint64_t i = 0; i < runs; i++)
		hits += ldexp((double)(dpmf_stream_word(stream) >> 11), -53) < p;
	return hits;
}

/* What is said to be seen with probability 0.9 is seen in about nine of ten. */
static void what_could_be_seen_is(void **state)
{
	(void)state;
	SKIP_WHEN_SHORT();
	const struct audit_pair counts = { false, { 3000, 3000 }, { 1500, 550 } };
	const double claimed = 0.8, alpha = 0.01, epsilon = audit_could_epsilon(&counts, claimed, 0, alpha);
	const double share = audit_could_share(1000, 3000, claimed, 0, alpha, 1), v = 550.0 / 3000;
	unsigned seen = 0, leaked = 0;
	struct dpmf_stream stream;
	struct dpmf_key key;

	assert_true(epsilon > claimed && epsilon < 1.1);
	assert_true(share > 0.001 && share < 0.02);
	dpmf_key_from_seed(4, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	for (int i = 0; i < 200; i++) {
		const struct audit_pair moved = { false, { 3000, 3000 }, { draw(&stream, 3000, exp(epsilon) * v), draw(&stream, 3000, v) } };
		const struct audit_pair leak = { false, { 3000, 3000 }, { draw(&stream, 3000, share), 0 } };

		seen += audit_level_lower(&moved, AUDIT_DP, 0, alpha) > claimed;
		leaked += draw(&stream, 1000, share) >= 3 && audit_level_lower(&leak, AUDIT_DP, 0, alpha) > claimed;
	}
	/* Nine of ten, and four standard errors of 200 either way; the leak must be learned as well. */
	if (seen < 163 || seen > 197 || leaked < 150)
		fail_msg("seen %u, leaked %u of 200", seen, leaked);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(masses_and_windows),
		cmocka_unit_test(the_probability_of_the_region),
		cmocka_unit_test(the_bound_is_valid_for_every_pair),
		cmocka_unit_test(nothing_wrong_in_n_runs),
		cmocka_unit_test(tighter_than_two_bounds),
		cmocka_unit_test(monotone),
		cmocka_unit_test(what_could_be_seen_is),
	};

	return dpmf_stream_start(NULL) != DPMF_OK ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
