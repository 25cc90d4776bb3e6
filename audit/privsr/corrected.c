/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr as corrected: eps for one rating whatever beta is, and eps for one
   friend's vector. */
#include <math.h>

#include "audit/hdpmf/colluding_views.h"
#include "audit/hdpmf/corrected_views.h"
#include "audit/privsr/cases.h"
#include "audit/privsr/trusters.h"

#define ONE_ITEM .items = 1, .factors = 1, .epochs = 1, .weight = { 1 }, .rate = 0.05, .lambda = 0.01

static const struct hdpmf_setting beta_1 = { ONE_ITEM, .others = 1, .epsilon = 2, .beta = 1, .sensitive = 1 };
static const struct hdpmf_setting beta_half = { ONE_ITEM, .others = 1, .epsilon = 2, .beta = 0.5, .sensitive = 1 };
static const struct hdpmf_setting beta_tenth = { ONE_ITEM, .others = 1, .epsilon = 2, .beta = 0.1, .sensitive = 1 };
static const struct hdpmf_setting only_sensitive = { ONE_ITEM, .others = 1, .epsilon = 1, .beta = 0.5, .sensitive = 2 };
static const struct hdpmf_setting many_raters = { ONE_ITEM, .others = 24, .epsilon = 1, .beta = 0.5, .sensitive = 16 };

static const struct hdpmf_setting three_items = {
	.items = 3, .factors = 1, .epochs = 5, .others = 2, .rating = { 5, 4, 2 }, .weight = { 1, 1, 1 },
	.epsilon = 1, .rate = 0.05, .lambda = 0.01, .beta = 0.5, .sensitive = 1,
};

/* Three sensitive raters, whose shares are the larger ones, and another. */
#define TOGETHER ONE_ITEM, .others = 3, .epsilon = 1, .beta = 0.5, .sensitive = 3, .colluding = { .count = 1 }
static const struct hdpmf_setting one_colludes = { TOGETHER, .taken = 1 };
static const struct hdpmf_setting two_collude = { TOGETHER, .taken = 2 };

static const struct trusters_setting vector_turned = { .users = 12, .epsilon = 2 };
static const struct trusters_setting coalition = { .users = 4, .one_rating = true, .epsilon = 1, .colluders = 1 };
static const struct trusters_setting rating_changed = { .users = 4, .one_rating = true, .epsilon = 1 };

#define RUN_ON(s) .parameters = &(s), .setup = hdpmf_worlds_setup, .teardown = hdpmf_worlds_teardown
#define TRUST_IN(s) .parameters = &(s), .setup = trusters_worlds_setup, .teardown = trusters_worlds_teardown

const struct audit_case privsr_corrected_cases[PRIVSR_CORRECTED_CASES] = {
	{ .id = "privsr/corrected/model/entry", .claim = "privsr.thm1", .epsilon = 2, .exact = 2,
	  .why = "beta = 1: the shares add up to the whole law",
	  .expected = AUDIT_CONSISTENT, .trials = 200000, .dims = 1, RUN_ON(beta_1),
	  .sample = hdpmf_corrected_see_sums, .log_likelihood_ratio = hdpmf_corrected_ratio_sums },
	{ .id = "privsr/corrected/model/entry/beta-0.5", .claim = "privsr.thm1", .epsilon = 2, .exact = 2,
	  .why = "and so they do for beta = 0.5",
	  .expected = AUDIT_CONSISTENT, .trials = 200000, .dims = 1, RUN_ON(beta_half),
	  .sample = hdpmf_corrected_see_sums, .log_likelihood_ratio = hdpmf_corrected_ratio_sums },
	{ .id = "privsr/corrected/model/entry/beta-0.1", .claim = "privsr.thm1", .epsilon = 2, .exact = 2,
	  .why = "and for beta = 0.1",
	  .expected = AUDIT_CONSISTENT, .trials = 200000, .dims = 1, RUN_ON(beta_tenth),
	  .sample = hdpmf_corrected_see_sums, .log_likelihood_ratio = hdpmf_corrected_ratio_sums },
	{ .id = "privsr/corrected/model/entry/only-sensitive", .claim = "privsr.thm1", .epsilon = 1, .exact = 1,
	  .why = "a group without raters leaves its part to the other",
	  .expected = AUDIT_CONSISTENT, .trials = 60000, .dims = 1, RUN_ON(only_sensitive),
	  .sample = hdpmf_corrected_see_sums, .log_likelihood_ratio = hdpmf_corrected_ratio_sums },
	{ .id = "privsr/corrected/joint/entry", .claim = "privsr.thm3", .epsilon = 1, .exact = 1,
	  .why = "V does not depend on the trained users",
	  .expected = AUDIT_CONSISTENT, .trials = 40000, .dims = 3, RUN_ON(three_items),
	  .sample = hdpmf_corrected_see_model },
	{ .id = "privsr/corrected/joint/entry/truster", .claim = "privsr.thm3", .epsilon = 2, .exact = NAN,
	  .why = "with one truster: eps for the rating and eps for the vector",
	  .expected = AUDIT_CONSISTENT, .trials = 40000, .dims = 4, TRUST_IN(rating_changed),
	  .sample = trusters_see_all },
	{ .id = "privsr/corrected/joint/entry/colluding-truster", .claim = "privsr.colluders", .epsilon = 2, .exact = NAN,
	  .why = "the truster rated the items, too, and takes its shares away",
	  .expected = AUDIT_CONSISTENT, .trials = 40000, .dims = 4, TRUST_IN(coalition),
	  .sample = trusters_see_all },
	{ .id = "privsr/corrected/server/entry", .claim = "privsr.thm3", .epsilon = 1, .exact = 1,
	  .why = "sees sums only, each with the whole law of noise",
	  .expected = AUDIT_CONSISTENT, .trials = 40000, .dims = 3, RUN_ON(three_items),
	  .sample = hdpmf_corrected_see_sums, .log_likelihood_ratio = hdpmf_corrected_ratio_sums },
	{ .id = "privsr/corrected/server/entry/colluding", .claim = "privsr.colluders", .epsilon = 1, .exact = 1,
	  .why = "the smallest shares make the whole law",
	  .expected = AUDIT_CONSISTENT, .trials = 100000, .dims = 1, RUN_ON(one_colludes),
	  .sample = colluding_see_sums, .log_likelihood_ratio = colluding_ratio_sums },
	{ .id = "privsr/corrected/server/entry/colluding-beyond", .claim = "privsr.colluders", .epsilon = 1, .exact = 2.18772434562812,
	  .why = "one more colludes than was said: 7 of 11 parts are left",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 1, RUN_ON(two_collude),
	  .sample = colluding_see_sums, .log_likelihood_ratio = colluding_ratio_sums },
	{ .id = "privsr/corrected/message/entry", .claim = "privsr.thm3", .epsilon = 1, .exact = 0,
	  .why = "one upload under an ideal mask is uniform",
	  .expected = AUDIT_CONSISTENT, .trials = 40000, .dims = 1, RUN_ON(many_raters),
	  .sample = hdpmf_corrected_see_masked },
	{ .id = "privsr/corrected/rounds/entry", .claim = "privsr.thm3", .epsilon = 1, .exact = 1,
	  .why = "five epochs asked for, one release made",
	  .expected = AUDIT_CONSISTENT, .trials = 40000, .dims = 3, RUN_ON(three_items),
	  .sample = hdpmf_corrected_see_sums, .log_likelihood_ratio = hdpmf_corrected_ratio_sums },
	{ .id = "privsr/corrected/model/edge", .claim = "privsr.thm2", .epsilon = 2, .exact = 2,
	  .why = "a friend's vector turned round moves the sum by 4",
	  .expected = AUDIT_CONSISTENT, .trials = 40000, .dims = 2, TRUST_IN(vector_turned),
	  .sample = trusters_see_friend, .log_likelihood_ratio = trusters_ratio_friend },
};
