/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf-rp: what the server sees when one user's row changes. One coordinate
   differs, from c to -c, where there are two items, and all four where there are four; the numbers claimed are those of
     dpmf account pbm --users=N --quanta=2 --theta=0.25 --delta=0.01 [--rounds=3] [--coordinates=4]
   rounded up, and `exact` is what these others (all where this user was) attain. */
#include "audit/dpmf-rp/cases.h"

#include <math.h>

#include "audit/dpmf-rp/runs.h"

static const struct dpmf_rp_worlds ten = { .users = 10, .items = 2, .rounds = 1 };
static const struct dpmf_rp_worlds ten_thrice = { .users = 10, .items = 2, .rounds = 3 };
static const struct dpmf_rp_worlds alone = { .users = 1, .items = 2, .rounds = 1 };
static const struct dpmf_rp_worlds ten_vector = { .users = 10, .items = 4, .rounds = 1, .differ = 4 };
static const struct dpmf_rp_worlds beyond = { .users = 10, .items = 8, .rounds = 1 };
static const struct dpmf_rp_worlds ten_cut = { .users = 10, .items = 2, .rounds = 1, .cut = 1 };
static const struct dpmf_rp_worlds ten_cut_vector = { .users = 10, .items = 4, .rounds = 1, .cut = 1, .differ = 4 };
static const struct dpmf_rp_worlds ten_cut_thrice = { .users = 10, .items = 2, .rounds = 3, .cut = 1 };
static const struct dpmf_rp_worlds alone_cut = { .users = 1, .items = 2, .rounds = 1, .cut = 1 };
static const struct dpmf_rp_worlds four_cut = { .users = 4, .items = 2, .rounds = 1, .cut = 1 };
static const struct dpmf_rp_worlds seven_cut = { .users = 7, .items = 2, .rounds = 1, .cut = 1 };

#define RUN_ON(worlds) .parameters = &(worlds), .setup = dpmf_rp_setup, .teardown = dpmf_rp_teardown, .sample = dpmf_rp_see, \
	.log_likelihood_ratio = dpmf_rp_score, .delta = 0.01, .trials = 40000

const struct audit_case dpmf_rp_cases[DPMF_RP_CASES] = {
	{ .id = "dpmf-rp/published/server/user", .claim = "rp.thm4.1", .epsilon = 1.169, .exact = 1.1393,
	  .why = "two ratings: no coordinate is beyond c", .expected = AUDIT_CONSISTENT, .dims = 2, RUN_ON(ten) },
	{ .id = "dpmf-rp/published/server/user/vector", .claim = "rp.thm4.1", .epsilon = 2.839, .exact = 2.7973,
	  .why = "four ratings: four coordinates at c, accounted for all four", .expected = AUDIT_CONSISTENT, .dims = 4, RUN_ON(ten_vector) },
	{ .id = "dpmf-rp/published/rounds/user/3", .claim = "rp.thm4.1", .epsilon = 1.169, .exact = 2.3301,
	  .why = "epsilon is per round; three rounds compose", .expected = AUDIT_VIOLATED, .dims = 2, RUN_ON(ten_thrice) },
	{ .id = "dpmf-rp/published/message/user", .claim = "rp.thm4.1", .epsilon = 1.169, .exact = 2.1792,
	  .why = "a message by itself has nobody to hide among", .expected = AUDIT_VIOLATED, .dims = 2, RUN_ON(alone) },
	{ .id = "dpmf-rp/published/server/user/beyond", .claim = "rp.flat", .epsilon = 1.169, .exact = NAN,
	  .why = "eight ratings: coordinates beyond c reach chances 0 and 1", .expected = AUDIT_VIOLATED, .dims = 8, RUN_ON(beyond) },
	{ .id = "dpmf-rp/corrected/server/user", .claim = "rp.thm4.1", .epsilon = 1.169, .exact = 1.1393,
	  .why = "cut to c, and accounted exactly", .expected = AUDIT_CONSISTENT, .dims = 2, RUN_ON(ten_cut) },
	{ .id = "dpmf-rp/corrected/server/user/vector", .claim = "rp.thm4.1", .epsilon = 2.839, .exact = 2.7973,
	  .why = "four coordinates cut to c, and accounted exactly", .expected = AUDIT_CONSISTENT, .dims = 4, RUN_ON(ten_cut_vector) },
	{ .id = "dpmf-rp/corrected/rounds/user/3", .claim = "rp.thm4.1", .epsilon = 2.359, .exact = 2.3301,
	  .why = "three rounds, composed exactly", .expected = AUDIT_CONSISTENT, .dims = 2, RUN_ON(ten_cut_thrice) },
	{ .id = "dpmf-rp/corrected/message/user", .claim = "rp.thm4.1", .epsilon = 2.18, .exact = 2.1792,
	  .why = "without secure aggregation, accounted for one user", .expected = AUDIT_CONSISTENT, .dims = 2, RUN_ON(alone_cut) },
	{ .id = "dpmf-rp/corrected/server/user/colluding", .claim = "rp.thm4.1", .epsilon = 1.477, .exact = 1.4296,
	  .why = "three of ten users tell the server theirs: accounted for the seven others", .expected = AUDIT_CONSISTENT, .dims = 2,
	  RUN_ON(seven_cut) },
	/* threshold 7 of 10: as many as a server that lies must leave in the sum, and it knows what 3 of them sent */
	{ .id = "dpmf-rp/corrected/server/user/chosen", .claim = "rp.secagg", .epsilon = 1.169, .exact = 2.0920,
	  .why = "a server that lies drops three of ten, three collude: the four others are too few", .expected = AUDIT_VIOLATED, .dims = 2,
	  RUN_ON(four_cut) },
	{ .id = "dpmf-rp/corrected/server/user/left", .claim = "rp.thm4.1", .epsilon = 2.092, .exact = 2.0920,
	  .why = "accounted for the four that such a server must leave", .expected = AUDIT_CONSISTENT, .dims = 2, RUN_ON(four_cut) },
};
