/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/secagg/mutants.h"

#include <math.h>

#include "audit/secagg/runs.h"

static const struct secagg_worlds late = { .users = 3, .threshold = 2, .late = true };
static const struct secagg_worlds self_forgotten = { .users = 3, .threshold = 2, .late = true, .self_forgotten = true };
static const struct secagg_worlds pairs_forgotten = { .users = 3, .threshold = 2, .silent = 3, .pairs_forgotten = true };
static const struct secagg_worlds bare = { .users = 3, .threshold = 2, .silent = 3, .unmasked = true };

#define CASE(name, text, worlds) \
	.id = "secagg/curious/server/user/" name, .claim = "rp.secagg", .why = text, .epsilon = 0.05, .trials = 1000, \
	.dims = SECAGG_SEEN, .parameters = &(worlds), .setup = secagg_setup, .teardown = secagg_teardown, .sample = secagg_see

const struct audit_case secagg_mutant_cases[SECAGG_MUTANT_CASES] = {
	{ CASE("sound", "nothing is wrong here", late), .exact = 0, .expected = AUDIT_CONSISTENT },
	{ CASE("self-mask-forgotten", "without it a vector that comes late is bare", self_forgotten), .exact = INFINITY,
	  .expected = AUDIT_VIOLATED },
	{ CASE("pair-masks-forgotten", "the self mask is lifted by the server", pairs_forgotten), .exact = INFINITY,
	  .expected = AUDIT_VIOLATED },
	{ CASE("coordinate-bare", "one coordinate without its masks", bare), .exact = INFINITY, .expected = AUDIT_VIOLATED },
};
