/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpmf as corrected: the claim of the paper in every view. Whatever is seen
   follows from one noisy sum an item, whether or not the users are trained. */
#include "audit/hdpmf/colluding_views.h"
#include "audit/hdpmf/cases.h"
#include "audit/hdpmf/corrected_views.h"

static const struct hdpmf_setting one_item = {
	.items = 1, .factors = 1, .epochs = 1, .others = 2, .weight = { 0.5 },
	.epsilon = 2, .rate = 0.05, .lambda = 0.01,
};

static const struct hdpmf_setting three_items = {
	.items = 3, .factors = 1, .epochs = 5, .others = 2, .rating = { 5, 4, 2 }, .weight = { 0.5, 1, 0.25 },
	.epsilon = 2, .rate = 0.05, .lambda = 0.01,
};

static const struct hdpmf_setting many_raters = {
	.items = 1, .factors = 1, .epochs = 1, .others = 24, .weight = { 0.5 },
	.epsilon = 2, .rate = 0.05, .lambda = 0.01,
};

/* Four raters of whom one colludes, and a server that is curious; six of whom one colludes, and one that lies: five must
   stay, so that it takes two away. Then one more. */
#define TOGETHER .items = 1, .factors = 1, .epochs = 1, .weight = { 0.5 }, .epsilon = 2, .rate = 0.05, .lambda = 0.01
#define LYING { .count = 1, .lying = true, .stay = 0.75 }

static const struct hdpmf_setting one_colludes = { TOGETHER, .others = 3, .colluding = { .count = 1 }, .taken = 1 };
static const struct hdpmf_setting two_collude = { TOGETHER, .others = 3, .colluding = { .count = 1 }, .taken = 2 };
static const struct hdpmf_setting server_lies = { TOGETHER, .others = 5, .colluding = LYING, .taken = 2 };
static const struct hdpmf_setting one_more = { TOGETHER, .others = 5, .colluding = LYING, .taken = 3 };

#define RUN_ON(s) .parameters = &(s), .setup = hdpmf_worlds_setup, .teardown = hdpmf_worlds_teardown

const struct audit_case hdpmf_corrected_cases[HDPMF_CORRECTED_CASES] = {
	{ .id = "hdpmf/corrected/model/entry", .claim = "hdpmf.thm2", .epsilon = 1, .exact = 1,
	  .why = "one exact release an item; V is computed from it",
	  .expected = AUDIT_CONSISTENT, .trials = 100000, .dims = 1, RUN_ON(one_item),
	  .sample = hdpmf_corrected_see_model },
	{ .id = "hdpmf/corrected/joint/entry", .claim = "hdpmf.alg1", .epsilon = 1, .exact = 1,
	  .why = "as model: V does not depend on the trained users",
	  .expected = AUDIT_CONSISTENT, .trials = 100000, .dims = 3, RUN_ON(three_items),
	  .sample = hdpmf_corrected_see_model },
	{ .id = "hdpmf/corrected/server/entry", .claim = "hdpmf.alg1", .epsilon = 1, .exact = 1,
	  .why = "sees sums only, each with the whole law of noise",
	  .expected = AUDIT_CONSISTENT, .trials = 200000, .dims = 1, RUN_ON(one_item),
	  .sample = hdpmf_corrected_see_sums, .log_likelihood_ratio = hdpmf_corrected_ratio_sums },
	{ .id = "hdpmf/corrected/server/entry/colluding", .claim = "hdpmf.colluders", .epsilon = 1, .exact = 1,
	  .why = "the honest raters' shares make the whole law",
	  .expected = AUDIT_CONSISTENT, .trials = 100000, .dims = 1, RUN_ON(one_colludes),
	  .sample = colluding_see_sums, .log_likelihood_ratio = colluding_ratio_sums },
	{ .id = "hdpmf/corrected/server/entry/colluding-beyond", .claim = "hdpmf.colluders", .epsilon = 1, .exact = 1.99402767070056,
	  .why = "one more colludes than was said: two thirds are left",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 1, RUN_ON(two_collude),
	  .sample = colluding_see_sums, .log_likelihood_ratio = colluding_ratio_sums },
	{ .id = "hdpmf/corrected/server/entry/colluding-lying", .claim = "hdpmf.colluders", .epsilon = 1, .exact = 1,
	  .why = "one colludes, one is left out: the rest makes the whole",
	  .expected = AUDIT_CONSISTENT, .trials = 100000, .dims = 1, RUN_ON(server_lies),
	  .sample = colluding_see_sums, .log_likelihood_ratio = colluding_ratio_sums },
	{ .id = "hdpmf/corrected/server/entry/colluding-lying-beyond", .claim = "hdpmf.colluders", .epsilon = 1, .exact = 1.61041328208098,
	  .why = "one more colludes: three quarters are left",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 1, RUN_ON(one_more),
	  .sample = colluding_see_sums, .log_likelihood_ratio = colluding_ratio_sums },
	{ .id = "hdpmf/corrected/message/entry", .claim = "hdpmf.alg1", .epsilon = 1, .exact = 0,
	  .why = "one upload under an ideal mask is uniform",
	  .expected = AUDIT_CONSISTENT, .trials = 100000, .dims = 1, RUN_ON(many_raters),
	  .sample = hdpmf_corrected_see_masked },
	{ .id = "hdpmf/corrected/rounds/entry", .claim = "hdpmf.alg1", .epsilon = 1, .exact = 1,
	  .why = "five epochs asked for, one release made",
	  .expected = AUDIT_CONSISTENT, .trials = 100000, .dims = 3, RUN_ON(three_items),
	  .sample = hdpmf_corrected_see_sums, .log_likelihood_ratio = hdpmf_corrected_ratio_sums },
};
