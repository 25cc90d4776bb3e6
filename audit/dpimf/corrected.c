/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpimf as corrected: epsilon for all that leaves, in every round, for one
   interaction (entry) or a whole row of at most `most` of them (user). */
#include <math.h>

#include "audit/dpimf/cases.h"
#include "audit/dpimf/corrected_runs.h"

#define OPTIONS(t, d, relation, ...) \
	.options = { .scheme = DPMF_DPIMF_OPT, .factors = d, .alpha0 = 1, .epsilon = 1, .lambda = 0.1, .bound = 1, .rounds = t, \
	             .neighbours = relation, __VA_ARGS__ }

static const struct dpimf_corrected_setting entry_once = {
	OPTIONS(1, 2, DPMF_ENTRY, .target = 0), .users = 3, .items = 2, .row = { { true, true }, { false, true } },
};

static const struct dpimf_corrected_setting entry_rounds = {
	OPTIONS(2, 1, DPMF_ENTRY, .target = 0), .users = 2, .items = 3, .row = { { true, true }, { false, true } },
};

/* The row is exchanged: four sums move by a profile each. */
static const struct dpimf_corrected_setting user_once = {
	OPTIONS(1, 1, DPMF_USER, .most = 2), .users = 3, .items = 4, .row = { { true, true }, { false, false, true, true } },
};

static const struct dpimf_corrected_setting user_rounds = {
	OPTIONS(2, 1, DPMF_USER, .most = 2), .users = 2, .items = 4, .row = { { true, true }, { false, false, true, true } },
};

static const struct dpimf_corrected_setting entry_sampled = {
	.options = { .scheme = DPMF_DPIMF_OPT_IS, .factors = 1, .alpha0 = 1, .epsilon = 1.5, .target = 1.5, .lambda = 0.1, .bound = 1,
	             .rounds = 1, .neighbours = DPMF_ENTRY },
	.users = 1, .items = 2, .row = { { true, true }, { false, true } },
};

#define RUN_ON(s) \
	.parameters = &(s), .setup = dpimf_corrected_setup, .teardown = dpimf_corrected_teardown, .expected = AUDIT_CONSISTENT, \
	.sample = dpimf_corrected_see, .log_likelihood_ratio = dpimf_corrected_ratio, .claim = "dpimf.thm3", .epsilon = 1

/* Exact in one round: what moves is the profile of the groups, which has the largest
   1-norm, and the rate of the law is epsilon rounded down by less than 2^-20 of itself. */
const struct audit_case dpimf_corrected_cases[DPIMF_CORRECTED_CASES] = {
	{ .id = "dpimf/corrected/joint/entry", .exact = 1, .why = "one release in steps, from profiles that know nothing of the data",
	  .trials = 20000, .dims = 4, RUN_ON(entry_once) },
	{ .id = "dpimf/corrected/joint/entry/opt-is", .exact = 1.5, .why = "the weight is inside: ln(1 + (e^(a w) - 1) / w) is the claim, attained",
	  .trials = 60000, .dims = 2, .parameters = &entry_sampled, .setup = dpimf_corrected_setup, .teardown = dpimf_corrected_teardown,
	  .expected = AUDIT_CONSISTENT, .sample = dpimf_corrected_see, .log_likelihood_ratio = dpimf_corrected_ratio_sampled,
	  .claim = "dpimf.thm2", .epsilon = 1.5 },
	{ .id = "dpimf/corrected/rounds/entry", .exact = NAN, .why = "two rounds, three releases: both sides' profiles leave through the door",
	  .trials = 12000, .dims = 8, RUN_ON(entry_rounds) },
	{ .id = "dpimf/corrected/joint/user", .exact = 1, .why = "a row of 2 is exchanged for another",
	  .trials = 20000, .dims = 4, RUN_ON(user_once) },
	{ .id = "dpimf/corrected/rounds/user", .exact = NAN, .why = "two rounds: the sums, G, and the sums of profiles that the row moved",
	  .trials = 12000, .dims = 9, RUN_ON(user_rounds) },
};
