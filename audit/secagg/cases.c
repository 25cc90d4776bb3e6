/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Secure aggregation: two users have exchanged their vectors. What is claimed is
   that nobody can tell, epsilon 0; 0.05 is what 10^5 runs can tell from that.
   The score is a line through the numbers seen: it finds what shows in them
   one by one or added up. */
#include <math.h>

#include "audit/secagg/cases.h"
#include "audit/secagg/runs.h"

static const struct secagg_worlds with_silence = { .users = 3, .threshold = 2, .silent = 3 };
static const struct secagg_worlds below_threshold = { .users = 4, .threshold = 2, .coalition = 1 };
static const struct secagg_worlds at_threshold = { .users = 4, .threshold = 2, .coalition = 2 };
static const struct secagg_worlds late = { .users = 3, .threshold = 2, .late = true };
static const struct secagg_worlds lying = { .users = 4, .threshold = 2, .lies = true };
static const struct secagg_worlds signed_with_silence = { .users = 4, .threshold = 3, .authenticated = true, .silent = 3 };
static const struct secagg_worlds signed_coalition = { .users = 5, .threshold = 3, .authenticated = true, .coalition = 2 };
static const struct secagg_worlds signed_lying = { .users = 4, .threshold = 3, .authenticated = true, .lies = true, .coalition = 1 };
static const struct secagg_worlds lying_beyond = { .users = 4, .threshold = 3, .authenticated = true, .lies = true, .coalition = 2 };

#define RUN_ON(worlds, runs) .parameters = &(worlds), .setup = secagg_setup, .teardown = secagg_teardown, \
	.sample = secagg_see, .dims = SECAGG_SEEN, .trials = (runs)

const struct audit_case secagg_cases[SECAGG_CASES] = {
	{ .id = "secagg/curious/server/user", .claim = "rp.secagg", .epsilon = 0.05, .exact = 0,
	  .why = "the sum is the same, and all else is masked", .expected = AUDIT_CONSISTENT, RUN_ON(with_silence, 5000) },
	{ .id = "secagg/curious/server/user/below-threshold", .claim = "rp.secagg", .epsilon = 0.05, .exact = 0,
	  .why = "one colluding user, threshold two: its shares give no key", .expected = AUDIT_CONSISTENT,
	  RUN_ON(below_threshold, 2000) },
	{ .id = "secagg/curious/server/user/at-threshold", .claim = "rp.secagg", .epsilon = 0.05, .exact = INFINITY,
	  .why = "as many colluding users as the threshold give the key of any other", .expected = AUDIT_VIOLATED,
	  RUN_ON(at_threshold, 2000) },
	{ .id = "secagg/curious/server/user/late", .claim = "rp.secagg", .epsilon = 0.05, .exact = 0,
	  .why = "a vector that comes after its pair masks are lifted has its self mask", .expected = AUDIT_CONSISTENT,
	  RUN_ON(late, 1000) },
	{ .id = "secagg/unsigned/server/user/lying", .claim = "rp.secagg", .epsilon = 0.05, .exact = INFINITY,
	  .why = "threshold two of four, unsigned: two lists of survivors lift both of a user's masks", .expected = AUDIT_VIOLATED,
	  RUN_ON(lying, 400) },
	{ .id = "secagg/signed/server/user", .claim = "rp.secagg", .epsilon = 0.05, .exact = 0,
	  .why = "the same with signatures", .expected = AUDIT_CONSISTENT, RUN_ON(signed_with_silence, 1000) },
	{ .id = "secagg/signed/server/user/below-threshold", .claim = "rp.secagg", .epsilon = 0.05, .exact = 0,
	  .why = "two colluding users, threshold three", .expected = AUDIT_CONSISTENT, RUN_ON(signed_coalition, 500) },
	{ .id = "secagg/signed/server/user/lying", .claim = "rp.secagg", .epsilon = 0.05, .exact = 0,
	  .why = "2 threshold - users - 1 colluding: two lists do not lift both masks", .expected = AUDIT_CONSISTENT,
	  RUN_ON(signed_lying, 500) },
	{ .id = "secagg/signed/server/user/lying-beyond", .claim = "rp.secagg", .epsilon = 0.05, .exact = INFINITY,
	  .why = "one colluding user more: they do", .expected = AUDIT_VIOLATED, RUN_ON(lying_beyond, 400) },
};
