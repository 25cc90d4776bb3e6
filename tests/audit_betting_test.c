/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bets against a claim: their evidence, and that a true claim is hardly ever refuted, however often one looks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "audit/engine/betting.h"
#include "core/stream.h"
#include "tests/scale.h"

static double uniform(struct dpmf_stream *s)
{
	return ldexp((double)(dpmf_stream_word(s) >> 11), -53);
}

/* The mean over sixteen stakes, each outcome's factor multiplied by itself. */
static void evidence_is_the_mean_product(void **state)
{
	(void)state;
	const struct audit_bets bets = { 30, 5, 12 };
	const double epsilon = 0.7, delta = 0.01;
	double sum = 0;

	for (int i = 0; i < 16; i++) {
		const double lambda = (i + 0.5) / 16 / (exp(epsilon) + delta);
		double product = 1;

		for (int k = 0; k < 30; k++)
			product *= 1 + lambda * (1 - delta);
		for (int k = 0; k < 5; k++)
			product *= 1 - lambda * (exp(epsilon) + delta);
		for (int k = 0; k < 12; k++)
			product *= 1 - lambda * delta;
		sum += product / 16;
	}
	assert_true(fabs(audit_evidence(&bets, epsilon, delta) - log(sum)) < 1e-7);
	assert_true(audit_evidence(&bets, epsilon, delta) <= log(sum));
}

static void the_bound_is_where_the_evidence_ends(void **state)
{
	(void)state;
	const struct audit_bets bets = { 500, 100, 50 };

	for (double delta = 0; delta < 0.02; delta += 0.01) {
		const double found = audit_bets_epsilon(&bets, delta, 0.05);

		assert_true(found > 1 && found < log(5));
		assert_true(audit_evidence(&bets, found, delta) >= log(20));
		assert_true(audit_evidence(&bets, found + 0.001, delta) < log(20));
	}
	assert_true(audit_bets_epsilon(&(struct audit_bets){ 3, 3, 0 }, 0, 0.05) == 0);
}

/* Strategies of a mechanism that just keeps its claim, and of somebody who looks after every run and stops when it suits: guesses on every
   run, on few, only when behind, or surely right as often as delta allows. */
static void refuted(int strategy, double epsilon, double delta)
{
	const unsigned times = SCALED(2000, 40), runs = 400;
	const double alpha = 0.05;
	unsigned above = 0;
	struct dpmf_stream stream;
	struct dpmf_key key;

	dpmf_key_from_seed((uint64_t)strategy + 1, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	for (unsigned t = 0; t < times; t++) {
		struct audit_bets bets = { 0, 0, 0 };

		for (unsigned i = 0; i < runs; i++) {
			const double evidence = audit_evidence(&bets, epsilon, delta);
			const double all = strategy == 0 ? 1 : strategy == 1 ? 0.05 : evidence < 0 ? 1 : 0.2;
			const double surely = strategy == 3 ? delta : 0, wrong = (all - delta) / (1 + exp(epsilon));
			const double right = exp(epsilon) * wrong + (strategy == 3 ? 0 : delta), x = uniform(&stream);

			if (evidence >= -log(alpha)) {
				above++;
				break;
			}
			bets.right += x < right + surely;
			bets.wrong += x >= right + surely && x < right + surely + wrong;
			bets.none += x >= right + surely + wrong;
		}
	}
	if (above > times * alpha + 4 * sqrt(times * alpha * (1 - alpha)))
		fail_msg("strategy %d: refuted in %u of %u", strategy, above, times);
}

static void a_true_claim_is_rarely_refuted(void **state)
{
	(void)state;
	for (int strategy = 0; strategy < 4; strategy++) {
		refuted(strategy, 0.5, strategy == 3 ? 0.02 : 0);
		refuted(strategy, 1, 0.001);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(evidence_is_the_mean_product),
		cmocka_unit_test(the_bound_is_where_the_evidence_ends),
		cmocka_unit_test(a_true_claim_is_rarely_refuted),
	};

	return dpmf_stream_start(NULL) == DPMF_OK ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
