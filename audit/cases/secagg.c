/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Secure aggregation: two users have exchanged their vectors. What is claimed is
   that nobody can tell, epsilon 0; 0.05 is what 10^5 runs can tell from that.
   The score is a line through the numbers seen: it finds what shows in them
   one by one or added up. */
#include <math.h>

#include "secagg.h"
#include "secagg_runs.h"

static const struct secagg_worlds with_silence = { .users = 3, .threshold = 2, .silent = 3 };
static const struct secagg_worlds below_threshold = { .users = 4, .threshold = 2, .coalition = 1 };
static const struct secagg_worlds at_threshold = { .users = 4, .threshold = 2, .coalition = 2 };

#define RUN_ON(worlds) .parameters = &(worlds), .setup = secagg_setup, .teardown = secagg_teardown, \
	.sample = secagg_see, .dims = SECAGG_SEEN

const struct audit_case secagg_cases[SECAGG_CASES] = {
	{ .id = "secagg/curious/server/user", .claim = "rp.secagg", .epsilon = 0.05, .exact = 0,
	  .why = "the sum is the same, and all else is masked", .expected = AUDIT_CONSISTENT, .trials = 5000, RUN_ON(with_silence) },
	{ .id = "secagg/curious/server/user/below-threshold", .claim = "rp.secagg", .epsilon = 0.05, .exact = 0,
	  .why = "one colluding user, threshold two: its shares give no key", .expected = AUDIT_CONSISTENT, .trials = 2000,
	  RUN_ON(below_threshold) },
	{ .id = "secagg/curious/server/user/at-threshold", .claim = "rp.secagg", .epsilon = 0.05, .exact = INFINITY,
	  .why = "as many colluding users as the threshold give the key of any other", .expected = AUDIT_VIOLATED, .trials = 2000,
	  RUN_ON(at_threshold) },
};
