/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpmf as published. The claim in every view: one rating has epsilon W_ij. */
#include <math.h>

#include "audit/hdpmf/cases.h"
#include "audit/hdpmf/views.h"

/* U held at |u|_1 = sqrt(K): there Theorem 2's bound is attained. */
static const struct hdpmf_setting model = {
	.items = 1, .factors = 1, .epochs = 3, .weight = { 0.5 }, .u = { 1 }, .v = { 0.1 },
	.epsilon = 2, .rate = 0.1, .lambda = 0.01, .hold_users = true,
};

static const struct hdpmf_setting model_two_factors = {
	.items = 1, .factors = 2, .epochs = 3, .others = 2, .weight = { 0.5 },
	.u = { 0.70710678118654746, 0.70710678118654746 }, .v = { 0.1, 0.3 },
	.epsilon = 2, .rate = 0.05, .lambda = 0.01, .hold_users = true,
};

static const struct hdpmf_setting model_epoch = {
	.items = 1, .factors = 1, .epochs = 8, .weight = { 0.5 }, .u = { 1 }, .v = { 0.1 },
	.epsilon = 2, .rate = 0.01, .hold_users = true, .noise_per_epoch = true,
};

/* With lambda = 0 the last V holds c_t times round t's noise and the sum of
   the c_t times the shift, c_t = rate_t prod_{s > t} (1 - 2 rate_s): rates
   0.01 twice, 0.002 four times, 0.0004 twice. The density of the sum is
   log-concave with the tail of its widest part, the second, so that the
   log ratio rises to (sum c_t) / c_1 times that of one round. */
#define SHIFTS_OVER_LARGEST_NOISE (0.98 + 1 + 0.2 * (1 / 0.996 + 1 / (0.996 * 0.996) + \
	1 / (0.996 * 0.996 * 0.996) + 1 / (0.996 * 0.996 * 0.996 * 0.996)) + \
	0.04 * (1 + 1 / 0.9992) / (0.996 * 0.996 * 0.996 * 0.996 * 0.9992))

/* One number of noise decides V, and V is not monotone in it. Where V turns
   smoothly its density is unbounded; with the other rating it turns elsewhere.
   tests/hdpmf/audit_test.c finds such a turn, in doubles. */
static const struct hdpmf_setting joint_once = {
	.items = 1, .factors = 1, .epochs = 8, .weight = { 0.1 }, .u = { 0.3 }, .v = { 0.1 },
	.epsilon = 1, .rate = 0.2, .lambda = 0.01,
};

static const struct hdpmf_setting joint_epoch = {
	.items = 2, .factors = 1, .epochs = 8, .rating = { 5, 5 }, .weight = { 0.1, 1 }, .u = { 0.9 }, .v = { 0.5 },
	.epsilon = 5, .rate = 0.2, .lambda = 0.01, .noise_per_epoch = true,
};

static const struct hdpmf_setting rounds_once_held = {
	.items = 1, .factors = 1, .epochs = 3, .others = 2, .weight = { 0.5 }, .u = { 1 }, .v = { 0.1 },
	.epsilon = 2, .rate = 0.05, .lambda = 0.01, .hold_users = true,
};

static const struct hdpmf_setting rounds_once = {
	.items = 1, .factors = 1, .epochs = 2, .others = 2, .weight = { 0.5 }, .u = { 0.5 }, .v = { 0.1 },
	.epsilon = 1, .rate = 0.05, .lambda = 0.01,
};

static const struct hdpmf_setting rounds_epoch_held = {
	.items = 1, .factors = 1, .epochs = 3, .others = 2, .weight = { 0.5 }, .u = { 1 }, .v = { 0.1 },
	.epsilon = 1, .rate = 0.05, .lambda = 0.01, .hold_users = true, .noise_per_epoch = true,
};

static const struct hdpmf_setting rounds_epoch = {
	.items = 4, .factors = 1, .epochs = 2, .rating = { 5, 5, 5, 5 }, .weight = { 0.1, 1, 1, 1 }, .u = { 0.9 }, .v = { 0.5 },
	.epsilon = 1, .rate = 0.2, .lambda = 0.01, .noise_per_epoch = true,
};

static const struct hdpmf_setting one_round_3 = {
	.items = 1, .factors = 1, .epochs = 1, .others = 2, .weight = { 0.5 }, .u = { 1 }, .v = { 0.1 },
	.epsilon = 1, .rate = 0.05, .lambda = 0.01,
};

static const struct hdpmf_setting one_round_25 = {
	.items = 1, .factors = 1, .epochs = 1, .others = 24, .weight = { 0.5 }, .u = { 1 }, .v = { 0.1 },
	.epsilon = 1, .rate = 0.01, .lambda = 0.01,
};

/* The same noise on eight sums but for h, which they share. One rating of the eight items differs. */
static const struct hdpmf_setting one_h = {
	.items = 8, .factors = 1, .epochs = 1, .others = 2, .rating = { 5, 3, 3, 3, 3, 3, 3, 3 },
	.weight = { 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5 }, .u = { 1 }, .v = { 0.1 },
	.epsilon = 1, .rate = 0.05, .lambda = 0.01, .hold_users = true, .as_run = true,
};

#define RUN_ON(s) .parameters = &(s), .setup = hdpmf_worlds_setup, .teardown = hdpmf_worlds_teardown

const struct audit_case hdpmf_published_cases[HDPMF_PUBLISHED_CASES] = {
	{ .id = "hdpmf/published/model/entry", .claim = "hdpmf.thm2", .epsilon = 1, .exact = 1,
	  .why = "U held, noise once: Theorem 2 is right and attained",
	  .expected = AUDIT_CONSISTENT, .trials = 1000000, .dims = 1, RUN_ON(model),
	  .sample = hdpmf_see_last, .log_likelihood_ratio = hdpmf_ratio_last },
	{ .id = "hdpmf/published/model/entry/two-factors", .claim = "hdpmf.thm2", .epsilon = 1, .exact = 1,
	  .why = "the same with K = 2",
	  .expected = AUDIT_CONSISTENT, .trials = 400000, .dims = 2, RUN_ON(model_two_factors),
	  .sample = hdpmf_see_last, .log_likelihood_ratio = hdpmf_ratio_last },
	{ .id = "hdpmf/published/model/entry/epoch", .claim = "hdpmf.thm2", .epsilon = 1, .exact = SHIFTS_OVER_LARGEST_NOISE,
	  .why = "U held, noise per epoch: shifts add up, noise averages out",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 1, RUN_ON(model_epoch),
	  .sample = hdpmf_see_last, .log_likelihood_ratio = hdpmf_order_last },
	{ .id = "hdpmf/published/joint/entry/once", .claim = "hdpmf.alg1", .epsilon = 0.1, .exact = INFINITY,
	  .why = "u is trained too: V turns back, and where depends on the rating",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 1, RUN_ON(joint_once),
	  .sample = hdpmf_see_last },
	{ .id = "hdpmf/published/joint/entry/epoch", .claim = "hdpmf.alg1", .epsilon = 0.5, .exact = NAN,
	  .why = "eight rounds' shifts add up while their noise averages out",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 2, RUN_ON(joint_epoch),
	  .sample = hdpmf_see_last },
	{ .id = "hdpmf/published/rounds/entry/once/held", .claim = "hdpmf.thm2", .epsilon = 1, .exact = 1,
	  .why = "U held, noise once: further rounds tell nothing new",
	  .expected = AUDIT_CONSISTENT, .trials = 400000, .dims = 3, RUN_ON(rounds_once_held),
	  .sample = hdpmf_see_rounds, .log_likelihood_ratio = hdpmf_ratio_rounds },
	{ .id = "hdpmf/published/rounds/entry/once", .claim = "hdpmf.alg1", .epsilon = 0.5, .exact = INFINITY,
	  .why = "the noise cancels between two rounds",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 2, RUN_ON(rounds_once),
	  .sample = hdpmf_see_rounds, .log_likelihood_ratio = hdpmf_ratio_rounds },
	{ .id = "hdpmf/published/rounds/entry/epoch/held", .claim = "hdpmf.thm2", .epsilon = 0.5, .exact = 1.5,
	  .why = "U held, noise per epoch: three rounds cost three times",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 3, RUN_ON(rounds_epoch_held),
	  .sample = hdpmf_see_rounds, .log_likelihood_ratio = hdpmf_ratio_rounds },
	{ .id = "hdpmf/published/rounds/entry/epoch", .claim = "hdpmf.alg1", .epsilon = 0.1, .exact = NAN,
	  .why = "u moves, and with it every item: far more than twice",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 8, RUN_ON(rounds_epoch),
	  .sample = hdpmf_see_rounds, .log_likelihood_ratio = hdpmf_ratio_rounds },
	{ .id = "hdpmf/published/server/entry/known-h", .claim = "hdpmf.alg1", .epsilon = 0.5, .exact = INFINITY,
	  .why = "the recommender drew h: given h the noise is normal",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 2, RUN_ON(one_round_3),
	  .sample = hdpmf_see_sum_and_h, .log_likelihood_ratio = hdpmf_ratio_sum_and_h },
	{ .id = "hdpmf/published/server/entry/known-h/delta", .claim = "hdpmf.alg1", .epsilon = 0.5, .exact = 0.5,
	  .delta = 0.0983721169908237, /* 1 - exp((0.5 - sqrt(0.5)) / 2): dpmf account mixture --known-h */
	  .why = "the same with the delta that is left of the claim",
	  .expected = AUDIT_CONSISTENT, .trials = 200000, .dims = 2, RUN_ON(one_round_3),
	  .sample = hdpmf_see_sum_and_h, .log_likelihood_ratio = hdpmf_ratio_sum_and_h },
	{ .id = "hdpmf/published/server/entry/uploads", .claim = "hdpmf.alg1", .epsilon = 0.5, .exact = INFINITY,
	  .why = "knows h, and each upload has 1/25 of the variance",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 2, RUN_ON(one_round_25),
	  .sample = hdpmf_see_upload_and_h, .log_likelihood_ratio = hdpmf_ratio_upload_and_h },
	{ .id = "hdpmf/published/server/entry/once", .claim = "hdpmf.alg1", .epsilon = 0.5, .exact = INFINITY,
	  .why = "the noise cancels between two rounds' uploads",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 4, RUN_ON(rounds_once),
	  .sample = hdpmf_see_uploads, .log_likelihood_ratio = hdpmf_ratio_uploads },
	{ .id = "hdpmf/published/message/entry", .claim = "hdpmf.alg1", .epsilon = 0.5, .exact = 2.5,
	  .why = "one upload of 25 has noise of scale b / 5",
	  .expected = AUDIT_VIOLATED, .trials = 50000, .dims = 1, RUN_ON(one_round_25),
	  .sample = hdpmf_see_upload, .log_likelihood_ratio = hdpmf_ratio_upload },
	{ .id = "hdpmf/as-run/model/entry", .claim = "hdpmf.program", .epsilon = 0.5, .exact = INFINITY,
	  .why = "one h for eight items: seven sums tell what the eighth's noise is",
	  .expected = AUDIT_VIOLATED, .trials = 60000, .dims = 8, RUN_ON(one_h),
	  .sample = hdpmf_see_last, .log_likelihood_ratio = hdpmf_ratio_one_h },
};
