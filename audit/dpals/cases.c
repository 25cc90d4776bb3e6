/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpals: epsilon at delta for all that leaves, in every round, for a whole row that is there or is empty. */
#include <math.h>

#include "audit/dpals/cases.h"
#include "audit/dpals/runs.h"

#define OPTIONS(t, k, ...) \
	.options = { .epsilon = 1, .delta = 0.01, .factors = 1, .rounds = t, .most = k, .lambda = 0.01, .bound = 1, .jobs = 1, __VA_ARGS__ }
#define ONE_TO_FIVE .rating_min = 1, .rating_max = 5
#define TWO_TO_FOUR .rating_min = 2, .rating_max = 4

static const struct dpals_setting once = {
	.corrected = true, OPTIONS(1, 1, ONE_TO_FIVE), .users = 2, .items = 2, .row = { { 5, 0 }, { 0, 0 } }, .others = { 2, 4 },
};

static const struct dpals_setting in_rounds = {
	.corrected = true, OPTIONS(2, 2, ONE_TO_FIVE), .users = 2, .items = 3, .row = { { 5, 5, 0 }, { 0, 0, 0 } }, .others = { 2, 4, 3 },
};

/* From one item to another: both sums of both move. */
static const struct dpals_setting exchanged = {
	.corrected = true, OPTIONS(1, 1, ONE_TO_FIVE), .users = 2, .items = 2, .row = { { 5, 0 }, { 0, 5 } }, .others = { 2, 4 },
};

/* What the accountant of `published` reckons with: nothing to choose, and no rating further than 1 from the middle. */
static const struct dpals_setting as_reckoned = {
	OPTIONS(1, 1, TWO_TO_FOUR), .users = 2, .items = 1, .row = { { 4 }, { 0 } }, .others = { 2 },
};

static const struct dpals_setting sizes = {
	OPTIONS(1, 4, ONE_TO_FIVE), .users = 2, .items = 4, .row = { { 5, 5, 5, 5 }, { 0, 0, 0, 0 } }, .others = { 2, 4, 2, 4 },
};

/* Where user 0 has rated item 0, the others' contributions go to item 1, which then has the fewest. */
static const struct dpals_setting counts = {
	OPTIONS(1, 1, TWO_TO_FOUR), .users = 9, .items = 2, .row = { { 4, 0 }, { 0, 0 } }, .others = { 4, 4 },
};

#define RUN_ON(s) \
	.parameters = &(s), .setup = dpals_setup, .teardown = dpals_teardown, .sample = dpals_see, .log_likelihood_ratio = dpals_ratio

/* Claimed: what is asked for; of a row that is replaced, what the record comes to. Not more than that is ever found:
   conversions of Renyi divergences lie above the curve of normal noise. */
#define CORRECTED .claim = "dpals.corrected", .delta = 0.01, .exact = NAN, .expected = AUDIT_CONSISTENT
#define PROGRAM .claim = "dpals.program", .delta = 0.01, .exact = NAN, .epsilon = 1

const struct audit_case dpals_cases[DPALS_CASES] = {
	{ .id = "dpals/corrected/joint/user", CORRECTED, .epsilon = 1, .why = "one round: both sums of one item, in steps", .trials = 60000, .dims = 4,
	  RUN_ON(once) },
	{ .id = "dpals/corrected/joint/user/replaced", CORRECTED, .epsilon = 1.69, .why = "a rating goes to another item: two items' sums move",
	  .trials = 60000, .dims = 4, RUN_ON(exchanged) },
	{ .id = "dpals/corrected/rounds/user", CORRECTED, .epsilon = 1, .why = "two rounds, the second with profiles fitted to the first",
	  .trials = 20000, .dims = 12, RUN_ON(in_rounds) },
	{ .id = "dpals/published/joint/user/as-reckoned", PROGRAM, .expected = AUDIT_CONSISTENT,
	  .why = "nothing to choose, ratings within 1 of the middle", .trials = 60000, .dims = 2, RUN_ON(as_reckoned) },
	{ .id = "dpals/published/joint/user/sizes", PROGRAM, .expected = AUDIT_VIOLATED,
	  .why = "ratings 2 from the middle, noise for 1", .trials = 100000, .dims = 8, RUN_ON(sizes) },
	{ .id = "dpals/published/joint/user/counts", PROGRAM, .expected = AUDIT_VIOLATED,
	  .why = "one user's rating sends what all others contribute to another item", .trials = 20000, .dims = 4, RUN_ON(counts) },
};

#define TWIN(...) \
	{ .corrected = true, OPTIONS(1, 1, ONE_TO_FIVE), .users = 2, .items = 4, .row = { { 5, 0 }, { 0, 0 } }, .others = { 2, 4 }, \
	  .reckoned = { __VA_ARGS__ } }

static const struct dpals_setting sound = TWIN(0), noise_halved = TWIN(.noise = 2), twice_as_long = TWIN(.bound = 0.5);
static const struct dpals_setting all_contributed = {
	.corrected = true, OPTIONS(1, 4, ONE_TO_FIVE), .users = 2, .items = 4, .row = { { 5, 5, 5, 5 }, { 0 } }, .others = { 2, 4 },
	.reckoned = { .most = 1 },
};
static const struct dpals_setting one_round_charged = {
	.corrected = true, OPTIONS(6, 1, ONE_TO_FIVE), .users = 12, .items = 1, .row = { { 5 }, { 0 } }, .others = { 5 }, .reckoned = { .rounds = 1 },
};

#define BROKEN .claim = "dpals.corrected", .epsilon = 1, .delta = 0.01, .exact = NAN, .expected = AUDIT_VIOLATED

const struct audit_case dpals_mutant_cases[DPALS_MUTANT_CASES] = {
	{ .id = "dpals/corrected/joint/user/sound", .claim = "dpals.corrected", .epsilon = 1, .delta = 0.01, .exact = NAN,
	  .expected = AUDIT_CONSISTENT, .why = "nothing is wrong here", .trials = 50000, .dims = 8, RUN_ON(sound) },
	{ .id = "dpals/corrected/joint/user/noise-halved", BROKEN, .why = "half of sigma", .trials = 50000, .dims = 8, RUN_ON(noise_halved) },
	{ .id = "dpals/corrected/joint/user/twice-as-long", BROKEN, .why = "profiles of norm 1, noise for 1/2", .trials = 50000, .dims = 8,
	  RUN_ON(twice_as_long) },
	{ .id = "dpals/corrected/joint/user/all-contributed", BROKEN, .why = "four ratings contributed, noise for one", .trials = 50000, .dims = 8,
	  RUN_ON(all_contributed) },
	{ .id = "dpals/corrected/rounds/user/one-round-charged", BROKEN, .why = "six rounds, noise for one", .trials = 20000, .dims = 12,
	  RUN_ON(one_round_charged) },
};
