/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gaussmf as published. The claims: Theorem 1's (eps_i, delta) for one round,
   Theorem 2's (eps_opt, delta_r) by Eq. (9) for J of them. */
#include <math.h>

#include "audit/gaussmf/cases.h"
#include "audit/gaussmf/views.h"

/* One rating moves grad Theta by tau C: the bound is attained. */
static const struct gaussmf_setting one_step = {
	.users = 1, .items = 1, .steps = 1, .rate = 0.1, .lambda = 0.01, .clip = 1, .eps_i = 0.9, .delta = 0.01, .delta_r = 0.01,
};

/* Where |x| stays above C, every round attains the bound. */
static const struct gaussmf_setting held = {
	.users = 2, .items = 1, .steps = 3, .rate = 0.001, .lambda = 0.01, .clip = 0.5, .eps_i = 0.9, .delta = 0.01, .delta_r = 0.01,
	.public_items = true,
};

/* Every rater's row of the second grad Theta tells of x, and x of the rating. */
static const struct gaussmf_setting two_rounds = {
	.users = 30, .items = 1, .steps = 2, .rate = 0.3, .lambda = 0.01, .clip = 1, .eps_i = 0.9, .delta = 0.01, .delta_r = 0.01,
};

static const struct gaussmf_setting release_of_both = {
	.users = 3, .items = 1, .steps = 1, .rate = 0.1, .lambda = 0.01, .clip = 1, .eps_i = 0.9, .delta = 0.01, .delta_r = 0.01,
};

#define RUN_ON(s) .parameters = &(s), .setup = gaussmf_worlds_setup, .teardown = gaussmf_worlds_teardown

/* Figures from `dpmf account gaussmf --eps-i=0.9 --delta=0.01 --delta-r=0.01 --steps=J`; tests/gaussmf/audit_test.c checks them. */
const struct audit_case gaussmf_published_cases[GAUSSMF_PUBLISHED_CASES] = {
	{ .id = "gaussmf/published/model/entry", .claim = "gaussmf.thm1", .epsilon = 0.9, .delta = 0.01, .exact = 0.44060110309483,
	  .why = "one round: the classical bound holds, and is twice what is needed",
	  .expected = AUDIT_CONSISTENT, .trials = 400000, .dims = 1, RUN_ON(one_step),
	  .sample = gaussmf_see_rounds, .log_likelihood_ratio = gaussmf_ratio_rounds },
	{ .id = "gaussmf/published/rounds/entry/held", .claim = "gaussmf.thm2", .epsilon = 1.64821844040549, .delta = 0.01,
	  .exact = 0.92347631602021, .why = "three rounds, X the same in both worlds: Eq. (9) holds",
	  .expected = AUDIT_CONSISTENT, .trials = 200000, .dims = 6, RUN_ON(held),
	  .sample = gaussmf_see_rounds, .log_likelihood_ratio = gaussmf_ratio_rounds },
	{ .id = "gaussmf/published/rounds/entry", .claim = "gaussmf.thm2", .epsilon = 1.32691307281868, .delta = 0.01, .exact = NAN,
	  .why = "X is trained on the raw rating: in round 2 every row tells of it",
	  .expected = AUDIT_VIOLATED, .trials = 40000, .dims = 60, RUN_ON(two_rounds),
	  .sample = gaussmf_see_rounds, .log_likelihood_ratio = gaussmf_ratio_rounds },
	{ .id = "gaussmf/published/joint/entry", .claim = "gaussmf.thm2", .epsilon = 1.32691307281868, .delta = 0.01, .exact = NAN,
	  .why = "the last Theta alone, J = 2: x is in the spread of all its rows",
	  .expected = AUDIT_VIOLATED, .trials = 40000, .dims = 30, RUN_ON(two_rounds),
	  .sample = gaussmf_see_last, .log_likelihood_ratio = gaussmf_ratio_last },
	{ .id = "gaussmf/published/joint/entry/both", .claim = "gaussmf.thm2", .epsilon = 0.92089707025989, .delta = 0.01,
	  .exact = INFINITY, .why = "X is released, too, and has no noise at all",
	  .expected = AUDIT_VIOLATED, .trials = 20000, .dims = 4, RUN_ON(release_of_both),
	  .sample = gaussmf_see_both, .log_likelihood_ratio = gaussmf_ratio_both },
};
