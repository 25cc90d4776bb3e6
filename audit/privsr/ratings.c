/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr as published, one rating changed. The claim in every view: eps. The
   loop is hdpmf's without weights, with two groups of raters: see audit/hdpmf/worlds.h. */
#include <math.h>

#include "audit/hdpmf/views.h"
#include "audit/privsr/cases.h"
#include "audit/privsr/views.h"

#define UNWEIGHTED .weight = { 1, 1, 1, 1 }
#define HELD .items = 1, .factors = 1, UNWEIGHTED, .u = { 1 }, .v = { 0.1 }, .lambda = 0.01, .hold_users = true
#define TRAINED .items = 1, .factors = 1, UNWEIGHTED, .u = { 0.5 }, .v = { 0.1 }, .lambda = 0.01

/* One sensitive rating and another: the sum's scale is 2 Delta sqrt(K) sqrt(1 + beta^2) / ((1 + beta) eps). */
static const struct hdpmf_setting beta_1 = { HELD, .epochs = 3, .others = 1, .epsilon = 1, .rate = 0.05, .beta = 1, .sensitive = 1 };
static const struct hdpmf_setting beta_half = { HELD, .epochs = 3, .others = 1, .epsilon = 1, .rate = 0.05, .beta = 0.5, .sensitive = 1 };
static const struct hdpmf_setting beta_tenth = { HELD, .epochs = 3, .others = 1, .epsilon = 2, .rate = 0.05, .beta = 0.1, .sensitive = 1 };

static const struct hdpmf_setting two_factors = {
	.items = 1, .factors = 2, .epochs = 3, .others = 3, UNWEIGHTED, .u = { 0.70710678118654746, 0.70710678118654746 },
	.v = { 0.1, 0.3 }, .epsilon = 1, .rate = 0.05, .lambda = 0.01, .hold_users = true, .beta = 1, .sensitive = 2,
};

static const struct hdpmf_setting only_sensitive = { HELD, .epochs = 3, .others = 2, .epsilon = 1, .rate = 0.05, .beta = 1, .sensitive = 3 };
static const struct hdpmf_setting only_others = { HELD, .epochs = 3, .others = 2, .epsilon = 0.5, .rate = 0.05, .beta = 0.25 };

static const struct hdpmf_setting joint_once = {
	.items = 1, .factors = 1, .epochs = 8, UNWEIGHTED, .u = { 0.3 }, .v = { 0.1 }, .epsilon = 0.5, .rate = 0.1, .lambda = 0.01,
	.beta = 1, .sensitive = 1,
};

static const struct hdpmf_setting both = { TRAINED, .epochs = 1, .others = 1, .epsilon = 1, .rate = 0.05, .beta = 1, .sensitive = 1 };
static const struct hdpmf_setting one_round = { HELD, .epochs = 1, .others = 3, .epsilon = 0.5, .rate = 0.05, .beta = 1, .sensitive = 2 };
static const struct hdpmf_setting many_raters = { HELD, .epochs = 1, .others = 24, .epsilon = 0.5, .rate = 0.01, .beta = 1, .sensitive = 16 };
static const struct hdpmf_setting rounds_once = { TRAINED, .epochs = 2, .others = 3, .epsilon = 0.5, .rate = 0.05, .beta = 1, .sensitive = 2 };
static const struct hdpmf_setting rounds_epoch = {
	HELD, .epochs = 3, .others = 3, .epsilon = 0.5, .rate = 0.05, .beta = 1, .sensitive = 2, .noise_per_epoch = true,
};

#define SQRT_2 1.4142135623730951
#define RUN_ON(s) .parameters = &(s), .setup = hdpmf_worlds_setup, .teardown = hdpmf_worlds_teardown

const struct audit_case privsr_ratings_cases[PRIVSR_RATINGS_CASES] = {
	{ .id = "privsr/published/model/entry", .claim = "privsr.thm1", .epsilon = 1, .exact = SQRT_2,
	  .why = "beta = 1: two normals add up to sqrt(2) of one, not to 2",
	  .expected = AUDIT_VIOLATED, .trials = 100000, .dims = 1, RUN_ON(beta_1),
	  .sample = hdpmf_see_last, .log_likelihood_ratio = hdpmf_ratio_last },
	{ .id = "privsr/published/model/entry/beta-0.5", .claim = "privsr.thm1", .epsilon = 1, .exact = 1.3416407864998738,
	  .why = "(1 + beta) / sqrt(1 + beta^2) times the claim",
	  .expected = AUDIT_VIOLATED, .trials = 100000, .dims = 1, RUN_ON(beta_half),
	  .sample = hdpmf_see_last, .log_likelihood_ratio = hdpmf_ratio_last },
	{ .id = "privsr/published/model/entry/beta-0.1", .claim = "privsr.thm1", .epsilon = 2, .exact = 2.1890818184619762,
	  .why = "the same: nearly right where beta is small",
	  .expected = AUDIT_VIOLATED, .trials = 200000, .dims = 1, RUN_ON(beta_tenth),
	  .sample = hdpmf_see_last, .log_likelihood_ratio = hdpmf_ratio_last },
	{ .id = "privsr/published/model/entry/two-factors", .claim = "privsr.thm1", .epsilon = 1, .exact = SQRT_2,
	  .why = "beta = 1 with K = 2",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 2, RUN_ON(two_factors),
	  .sample = hdpmf_see_last, .log_likelihood_ratio = hdpmf_ratio_last },
	{ .id = "privsr/published/model/entry/only-sensitive", .claim = "privsr.thm1", .epsilon = 1, .exact = 2,
	  .why = "an item without other raters: (1 + beta) eps",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 1, RUN_ON(only_sensitive),
	  .sample = hdpmf_see_last, .log_likelihood_ratio = hdpmf_ratio_last },
	{ .id = "privsr/published/model/entry/only-others", .claim = "privsr.thm1", .epsilon = 0.5, .exact = 2.5,
	  .why = "an item without sensitive raters: (1 / beta + 1) eps",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 1, RUN_ON(only_others),
	  .sample = hdpmf_see_last, .log_likelihood_ratio = hdpmf_ratio_last },
	{ .id = "privsr/published/joint/entry/once", .claim = "privsr.thm3", .epsilon = 0.5, .exact = NAN,
	  .why = "u is trained too: V turns back, and where depends on the rating",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 1, RUN_ON(joint_once),
	  .sample = hdpmf_see_last },
	{ .id = "privsr/published/joint/entry/both", .claim = "privsr.thm3", .epsilon = 1, .exact = INFINITY,
	  .why = "V and U: who has no friends trains u without any noise",
	  .expected = AUDIT_VIOLATED, .trials = 20000, .dims = 2, RUN_ON(both),
	  .sample = privsr_see_both, .log_likelihood_ratio = privsr_ratio_both },
	{ .id = "privsr/published/server/entry/known-h", .claim = "privsr.thm1", .epsilon = 0.5, .exact = INFINITY,
	  .why = "the recommender drew h: given h the noise is normal",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 2, RUN_ON(one_round),
	  .sample = hdpmf_see_sum_and_h, .log_likelihood_ratio = hdpmf_ratio_sum_and_h },
	{ .id = "privsr/published/server/entry/uploads", .claim = "privsr.thm1", .epsilon = 0.5, .exact = INFINITY,
	  .why = "knows h, and each upload has 1/16 of its group's variance",
	  .expected = AUDIT_VIOLATED, .trials = 30000, .dims = 2, RUN_ON(many_raters),
	  .sample = hdpmf_see_upload_and_h, .log_likelihood_ratio = hdpmf_ratio_upload_and_h },
	{ .id = "privsr/published/message/entry", .claim = "privsr.thm1", .epsilon = 0.5, .exact = 4,
	  .why = "one upload of 16 sensitive ones has a quarter of Lap(2 Delta / 2 eps)",
	  .expected = AUDIT_VIOLATED, .trials = 30000, .dims = 1, RUN_ON(many_raters),
	  .sample = hdpmf_see_upload, .log_likelihood_ratio = hdpmf_ratio_upload },
	{ .id = "privsr/published/rounds/entry/once", .claim = "privsr.thm3", .epsilon = 0.5, .exact = INFINITY,
	  .why = "the noise cancels between two rounds",
	  .expected = AUDIT_VIOLATED, .trials = 30000, .dims = 2, RUN_ON(rounds_once),
	  .sample = hdpmf_see_rounds, .log_likelihood_ratio = hdpmf_ratio_rounds },
	{ .id = "privsr/published/rounds/entry/epoch/held", .claim = "privsr.thm1", .epsilon = 0.5, .exact = 1.5 * SQRT_2,
	  .why = "U held, noise per epoch: three rounds cost three times",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 3, RUN_ON(rounds_epoch),
	  .sample = hdpmf_see_rounds, .log_likelihood_ratio = hdpmf_ratio_rounds },
	{ .id = "privsr/published/server/entry/once", .claim = "privsr.thm3", .epsilon = 0.5, .exact = INFINITY,
	  .why = "the noise cancels between two rounds' uploads",
	  .expected = AUDIT_VIOLATED, .trials = 30000, .dims = 4, RUN_ON(rounds_once),
	  .sample = hdpmf_see_uploads, .log_likelihood_ratio = hdpmf_ratio_uploads },
};
