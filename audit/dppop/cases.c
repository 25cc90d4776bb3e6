/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dppop: epsilon, pure or at delta, for all counts that leave, where a row is replaced by one without a common item, or is
   there or empty. */
#include <math.h>

#include "audit/dppop/cases.h"
#include "audit/dppop/runs.h"

#define OPTIONS(...) .options = { .epsilon = 1, .jobs = 1, __VA_ARGS__ }
#define REPLACED .items = 4, .row = { "+-+-", "-+-+" }
#define THERE .items = 4, .row = { "+-+-", "----" }
#define LONG .items = 6, .row = { "+++---", "---+++" }

static const struct dppop_setting replaced = { OPTIONS(.most = 2), REPLACED };
static const struct dppop_setting there = { OPTIONS(.most = 2), THERE };
static const struct dppop_setting normal = { OPTIONS(.most = 2, .delta = 0.01), REPLACED };
static const struct dppop_setting capped = { OPTIONS(.most = 1), LONG };

#define RUN_ON(s) \
	.parameters = &(s), .setup = dppop_setup, .teardown = dppop_teardown, .sample = dppop_see, .log_likelihood_ratio = dppop_ratio

#define PURE .claim = "dppop.private", .epsilon = 1
#define SOUND .expected = AUDIT_CONSISTENT

const struct audit_case dppop_cases[DPPOP_CASES] = {
	{ .id = "dppop/pure/joint/user", PURE, .exact = 1, SOUND, .why = "two items for two others: attained", .trials = 100000, .dims = 4,
	  RUN_ON(replaced) },
	{ .id = "dppop/pure/joint/user/there", .claim = "dppop.private", .epsilon = 0.5, .exact = 0.5, SOUND,
	  .why = "two items or none: half of it", .trials = 200000, .dims = 4, RUN_ON(there) },
	{ .id = "dppop/pure/joint/user/capped", PURE, .exact = 1, SOUND, .why = "one item of three, by public coins", .trials = 100000,
	  .dims = 6, RUN_ON(capped) },
	{ .id = "dppop/delta/joint/user", .claim = "dppop.private", .epsilon = 1, .delta = 0.01, .exact = NAN, SOUND,
	  .why = "two items for two others", .trials = 60000, .dims = 4, RUN_ON(normal) },
};

static const struct dppop_setting sound = { OPTIONS(.most = 1), .items = 2, .row = { "+-", "-+" } };
static const struct dppop_setting no_cap = { OPTIONS(.most = 3), LONG, .reckoned = { .most = 1 } };
static const struct dppop_setting other_norm = { OPTIONS(.most = 3), LONG, .reckoned = { .root = true } };
static const struct dppop_setting halved = { OPTIONS(.most = 2, .delta = 0.01), REPLACED, .reckoned = { .noise = 0.5 } };
static const struct dppop_setting nine_tenths = { OPTIONS(.most = 1), .items = 2, .row = { "+-", "-+" }, .reckoned = { .noise = 0.9 } };

#define BROKEN .exact = NAN, .expected = AUDIT_VIOLATED

const struct audit_case dppop_mutant_cases[DPPOP_MUTANT_CASES] = {
	{ .id = "dppop/pure/joint/user/sound", PURE, .exact = 1, SOUND, .why = "nothing is wrong here", .trials = 50000, .dims = 2,
	  RUN_ON(sound) },
	{ .id = "dppop/pure/joint/user/no-cap", PURE, BROKEN, .why = "three items contributed, noise for one", .trials = 50000, .dims = 6,
	  RUN_ON(no_cap) },
	{ .id = "dppop/pure/joint/user/other-norm", PURE, BROKEN, .why = "Laplace noise for the 2-norm", .trials = 50000, .dims = 6,
	  RUN_ON(other_norm) },
	{ .id = "dppop/delta/joint/user/noise-halved", .claim = "dppop.private", .epsilon = 1, .delta = 0.01, BROKEN, .why = "half of sigma",
	  .trials = 50000, .dims = 4, RUN_ON(halved) },
};

const struct audit_case dppop_close_cases[DPPOP_CLOSE_CASES] = {
	{ .id = "dppop/pure/joint/user/nine-tenths", PURE, BROKEN, .why = "nine tenths of the noise", .trials = 300000, .dims = 2,
	  RUN_ON(nine_tenths) },
};
