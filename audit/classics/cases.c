/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact values are derived again by tests/audit_classics_test.c, by other means. */
#include "audit/classics/cases.h"

#include <math.h>

#include "audit/classics/counts.h"
#include "audit/classics/plain.h"
#include "audit/classics/several.h"

static const struct classic_law unit = { 1, 1 }, answer = { 0, 1 };

static const struct classic_numbers histogram = { 4, { { 3, 1, 0, 2 }, { 2, 2, 0, 2 } }, 2 }, histogram_bare = { 4, { { 3, 1, 0, 2 }, { 2, 2, 0, 2 } }, 1 };
/* Leaves 1, 0, 1, 1 and 0, 0, 1, 1; then the two halves, then the sum of all. */
static const struct classic_numbers tree = { 7, { { 1, 0, 1, 1, 1, 2, 3 }, { 0, 0, 1, 1, 0, 2, 2 } }, 3 },
                                    tree_bare = { 7, { { 1, 0, 1, 1, 1, 2, 3 }, { 0, 0, 1, 1, 0, 2, 2 } }, 1 };
static const struct classic_numbers two_counts = { 2, { { 1, 0 }, { 0, 1 } }, 2 };
static const struct classic_numbers six_counts = { 6, { { 1, 0, 0, 0, 0, 0 }, { 0, 1, 1, 1, 1, 1 } }, 2 };

static const struct classic_sparse sparse_1 = { { 5, { { 0, 0, 0, 0, 1 }, { 1, 1, 1, 1, 0 } }, 2 }, 4, 1 };
static const struct classic_sparse sparse_3 = { { 5, { { 0, 0, 0, 0, 1 }, { 1, 1, 1, 1, 0 } }, 2 }, 2, 1 };
static const struct classic_sparse sparse_4 = { { 6, { { 0, 0, 0, 1, 1, 1 }, { 1, 1, 1, 0, 0, 0 } }, 4 }, 4.0 / 3, 3 };
static const struct classic_sparse sparse_5 = { { 2, { { 0, 1 }, { 1, 0 } }, 2 }, 0, 2 };
static const struct classic_sparse sparse_6 = { { 8, { { 0, 0, 0, 0, 1, 1, 1, 1 }, { 1, 1, 1, 1, 0, 0, 0, 0 } }, 2 }, 2, 8 };

static const struct classic_count geometric = { .scale = 1, .most = 2 }, sampled = { .scale = 1, .sampled = 0.5 };
static const struct classic_count shuffled = { .scale = 0.5, .most = 100 }, doubles = { .scale = 1 }, snapping = { .scale = 1, .most = 8 };

#define CLASSIC(name, p) .id = "classics/" name, .claim = "classic", .parameters = &(p), .setup = classic_setup

const struct audit_case classic_cases[CLASSIC_CASES] = {
	{ CLASSIC("laplace/output/entry", unit), .why = "the Laplace mechanism: its bound is attained", .epsilon = 1, .exact = 1,
	  .expected = AUDIT_CONSISTENT, .trials = 50000, .dims = 1, .sample = classic_laplace },
	{ CLASSIC("gaussian/output/entry", unit), .why = "the Gaussian mechanism, at its exact delta (Balle and Wang 2018)", .epsilon = 4.377178, .delta = 1e-5,
	  .exact = 4.377178, .expected = AUDIT_CONSISTENT, .trials = 50000, .dims = 1, .sample = classic_normal },
	{ CLASSIC("randomized-response/output/entry", answer), .why = "the truth with probability e / (1 + e)", .epsilon = 1, .exact = 1,
	  .expected = AUDIT_CONSISTENT, .trials = 50000, .dims = 1, .sample = classic_response },
	{ CLASSIC("histogram/output/entry", histogram), .why = "one record moves: two counts change by one", .epsilon = 1, .exact = 1,
	  .expected = AUDIT_CONSISTENT, .trials = 50000, .dims = 4, .sample = classic_numbers_see, .log_likelihood_ratio = classic_numbers_ratio },
	{ CLASSIC("histogram/output/entry/one-count", histogram_bare), .why = "wrong: noise for one count that changes, where two do", .epsilon = 1, .exact = 2,
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 4, .sample = classic_numbers_see },
	{ CLASSIC("prefix-sums/output/entry", tree), .why = "a tree over four leaves: each counts in three nodes", .epsilon = 1, .exact = 1,
	  .expected = AUDIT_CONSISTENT, .trials = 50000, .dims = 7, .sample = classic_numbers_see, .log_likelihood_ratio = classic_numbers_ratio },
	{ CLASSIC("prefix-sums/output/entry/one-level", tree_bare), .why = "wrong: noise for one level of the tree, where three change", .epsilon = 1, .exact = 3,
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 7, .sample = classic_numbers_see },
	{ CLASSIC("noisy-max/output/entry", two_counts), .why = "two counts, both change: less than half the claim is used", .epsilon = 1, .exact = 0.493447922228932,
	  .expected = AUDIT_CONSISTENT, .trials = 50000, .dims = 1, .sample = classic_max_see },
	{ CLASSIC("noisy-max/output/entry/value", six_counts), .why = "wrong: the largest noisy count itself is shown, too", .epsilon = 1, .exact = 2.158982828755931,
	  .expected = AUDIT_VIOLATED, .trials = 100000, .dims = 2, .sample = classic_max_value_see },
	{ CLASSIC("sparse-vector/output/entry/lyu-1", sparse_1), .why = "algorithm 1 of Lyu et al. 2017: noise on threshold and queries", .epsilon = 1,
	  .exact = 0.833664901791302, .expected = AUDIT_CONSISTENT, .trials = 50000, .dims = 5, .sample = classic_sparse_see },
	{ CLASSIC("sparse-vector/output/entry/lyu-3", sparse_3), .why = "wrong, algorithm 3: the answer shown has the noise that was compared", .epsilon = 1,
	  .exact = 2.24164631441523, .expected = AUDIT_VIOLATED, .trials = 100000, .dims = 2, .sample = classic_sparse_value_see },
	{ CLASSIC("sparse-vector/output/entry/lyu-4", sparse_4), .why = "wrong, algorithm 4: the noise does not grow with the answers", .epsilon = 1,
	  .exact = 3.389192123968213, .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 6, .sample = classic_sparse_see },
	{ CLASSIC("sparse-vector/output/entry/lyu-5", sparse_5), .why = "wrong, algorithm 5: queries without noise", .epsilon = 1, .exact = INFINITY,
	  .expected = AUDIT_VIOLATED, .trials = 20000, .dims = 2, .sample = classic_sparse_see },
	{ CLASSIC("sparse-vector/output/entry/lyu-6", sparse_6), .why = "wrong, algorithm 6: it never stops", .epsilon = 1, .exact = 3.184637632826924,
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 8, .sample = classic_sparse_see },
	{ CLASSIC("geometric/output/entry", geometric), .why = "cut off to 0, 1, 2: the ends take all that lies beyond", .epsilon = 1, .exact = 1,
	  .expected = AUDIT_CONSISTENT, .trials = 50000, .dims = 1, .sample = classic_geometric_see },
	{ CLASSIC("subsampled/output/entry", sampled), .why = "used with probability 1/2: ln(1 + (e - 1) / 2)", .epsilon = 0.620114506958278, .exact = 0.620114506958278,
	  .expected = AUDIT_CONSISTENT, .trials = 50000, .dims = 1, .sample = classic_sampled_see, .log_likelihood_ratio = classic_sampled_ratio },
	{ CLASSIC("subsampled/output/entry/half", sampled), .why = "wrong: half the records do not halve epsilon", .epsilon = 0.5, .exact = 0.620114506958278,
	  .expected = AUDIT_VIOLATED, .trials = 100000, .dims = 1, .sample = classic_sampled_see, .log_likelihood_ratio = classic_sampled_ratio },
	{ CLASSIC("shuffled/output/entry", shuffled), .why = "100 users with epsilon 2 each, shuffled: the exact curve", .epsilon = 0.718175455399019, .delta = 1e-3,
	  .exact = 0.718175455399019, .expected = AUDIT_CONSISTENT, .trials = 20000, .dims = 1, .sample = classic_shuffled_see },
	{ CLASSIC("floating-point/output/entry", doubles), .why = "wrong: many doubles are reached from one number and not from the other", .epsilon = 1, .exact = INFINITY,
	  .expected = AUDIT_VIOLATED, .trials = 100000, .dims = 1, .sample = classic_doubles_see },
	{ CLASSIC("floating-point/output/entry/snapping", snapping), .why = "Mironov's snapping: rounded, and kept within bounds", .epsilon = 1, .exact = 1,
	  .expected = AUDIT_CONSISTENT, .trials = 50000, .dims = 1, .sample = classic_snapping_see },
};
