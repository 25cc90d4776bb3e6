/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr as published, one friend's vector changed. The claim in every view:
   eps. The proof bounds 2 S |u_f - u'_f|_2 by 2, where vectors of the unit ball
   are up to 2 apart, and compares with the law of 2 sum q what is held by sum q. */
#include <math.h>

#include "audit/privsr/cases.h"
#include "audit/privsr/friends.h"

static const struct friends_setting one_friend = { .friends = 1, .factors = 1, .epochs = 1, .epsilon = 0.25, .rate = 0.005, .lambda = 0.01 };
static const struct friends_setting two_factors = { .friends = 3, .factors = 2, .epochs = 1, .epsilon = 0.25, .rate = 0.005, .lambda = 0.01 };
static const struct friends_setting nine_friends = { .friends = 9, .factors = 1, .epochs = 1, .epsilon = 0.25, .rate = 0.005, .lambda = 0.01 };
static const struct friends_setting two_rounds = { .friends = 3, .factors = 1, .epochs = 2, .epsilon = 0.25, .rate = 0.05, .lambda = 0.01 };

#define RUN_ON(s) .parameters = &(s), .setup = friends_worlds_setup, .teardown = friends_worlds_teardown

const struct audit_case privsr_friends_cases[PRIVSR_FRIENDS_CASES] = {
	{ .id = "privsr/published/model/edge", .claim = "privsr.thm2", .epsilon = 0.25, .exact = 1,
	  .why = "u and -u are 2 apart, and 2 S (u - u') is 4: four times",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 2, RUN_ON(one_friend),
	  .sample = friends_see_vector, .log_likelihood_ratio = friends_ratio_vector },
	{ .id = "privsr/published/model/edge/two-factors", .claim = "privsr.thm2", .epsilon = 0.25, .exact = 1,
	  .why = "the same with K = 2 and three friends",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 4, RUN_ON(two_factors),
	  .sample = friends_see_vector, .log_likelihood_ratio = friends_ratio_vector },
	{ .id = "privsr/published/message/edge", .claim = "privsr.thm2", .epsilon = 0.25, .exact = 3,
	  .why = "one of nine friends sends a third of the noise",
	  .expected = AUDIT_VIOLATED, .trials = 40000, .dims = 1, RUN_ON(nine_friends),
	  .sample = friends_see_message, .log_likelihood_ratio = friends_ratio_message },
	{ .id = "privsr/published/server/edge/known-h", .claim = "privsr.thm2", .epsilon = 0.25, .exact = INFINITY,
	  .why = "the truster drew h: given h the noise is normal",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 2, RUN_ON(one_friend),
	  .sample = friends_see_sum_and_h, .log_likelihood_ratio = friends_ratio_sum_and_h },
	{ .id = "privsr/published/rounds/edge/once", .claim = "privsr.thm3", .epsilon = 0.25, .exact = INFINITY,
	  .why = "the friends' noise cancels between two rounds",
	  .expected = AUDIT_VIOLATED, .trials = 20000, .dims = 4, RUN_ON(two_rounds),
	  .sample = friends_see_rounds, .log_likelihood_ratio = friends_ratio_rounds },
};
