/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gaussmf as corrected: Theorem 2's (eps_opt, delta_r) for both profiles and
   every round of both. */
#include "audit/gaussmf/cases.h"
#include "audit/gaussmf/corrected_runs.h"

static const struct gaussmf_setting one_round = {
	.users = 3, .items = 1, .steps = 1, .rate = 0.1, .lambda = 0.01, .clip = 0.5, .eps_i = 0.9, .delta = 0.01, .delta_r = 0.01,
	.calibrate = true,
};

static const struct gaussmf_setting three_rounds = {
	.users = 3, .items = 2, .steps = 3, .rate = 0.001, .lambda = 0.01, .clip = 0.5, .eps_i = 0.9, .delta = 0.01, .delta_r = 0.01,
	.calibrate = true,
};

#define RUN_ON(s) .parameters = &(s), .setup = gaussmf_worlds_setup, .teardown = gaussmf_worlds_teardown

/* Claimed: Eq. (9). Exact: the curve of normal noise with the sigma that is
   calibrated; that of the discrete law differs by less than is printed. */
const struct audit_case gaussmf_corrected_cases[GAUSSMF_CORRECTED_CASES] = {
	{ .id = "gaussmf/corrected/model/entry", .claim = "gaussmf.thm2", .epsilon = 0.92089707025989, .delta = 0.01, .exact = 0.4688756244708334,
	  .why = "Theta after one round: one of its two releases",
	  .expected = AUDIT_CONSISTENT, .trials = 100000, .dims = 3, RUN_ON(one_round),
	  .sample = gaussmf_corrected_see_theta, .log_likelihood_ratio = gaussmf_corrected_ratio_theta },
	{ .id = "gaussmf/corrected/joint/entry", .claim = "gaussmf.thm2", .epsilon = 0.92089707025989, .delta = 0.01, .exact = 0.748554585615,
	  .why = "Theta and X after one round, both with noise",
	  .expected = AUDIT_CONSISTENT, .trials = 200000, .dims = 4, RUN_ON(one_round),
	  .sample = gaussmf_corrected_see_both, .log_likelihood_ratio = gaussmf_corrected_ratio_both },
	{ .id = "gaussmf/corrected/rounds/entry", .claim = "gaussmf.thm2", .epsilon = 1.64821844040549, .delta = 0.01, .exact = 1.36713391034274,
	  .why = "six releases in three rounds, each with noise",
	  .expected = AUDIT_CONSISTENT, .trials = 60000, .dims = 15, RUN_ON(three_rounds),
	  .sample = gaussmf_corrected_see_rounds, .log_likelihood_ratio = gaussmf_corrected_ratio_rounds },
};
