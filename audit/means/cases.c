/* SPDX-License-Identifier: GPL-3.0-or-later */
/* means: epsilon, pure or at delta, for all sums that leave, where one rating goes from one end of the range to the other. */
#include <math.h>

#include "audit/means/cases.h"
#include "audit/means/runs.h"

#define OPTIONS(...) .options = { .rating_min = 1, .rating_max = 5, .epsilon = 1, .jobs = 1, __VA_ARGS__ }
#define WORLD .users = 2, .items = 2, .rating = { 1, 5 }

static const struct means_setting pure = { OPTIONS(.delta = 0), WORLD };
static const struct means_setting items = { OPTIONS(.items_only = true), WORLD };
static const struct means_setting normal = { OPTIONS(.delta = 0.01), WORLD };
static const struct means_setting normal_items = { OPTIONS(.delta = 0.01, .items_only = true), WORLD };

#define RUN_ON(s) \
	.parameters = &(s), .setup = means_setup, .teardown = means_teardown, .sample = means_see, .log_likelihood_ratio = means_ratio

#define PURE .claim = "means.private", .epsilon = 1, .exact = 1
#define NORMAL .claim = "means.private", .epsilon = 1, .delta = 0.01, .exact = NAN
#define SOUND .expected = AUDIT_CONSISTENT

const struct audit_case means_cases[MEANS_CASES] = {
	{ .id = "means/pure/joint/entry", PURE, SOUND, .why = "half for the item's sum, half for the user's: attained", .trials = 200000,
	  .dims = 4, RUN_ON(pure) },
	{ .id = "means/pure/joint/entry/items", PURE, SOUND, .why = "all for the item's sum: attained", .trials = 200000, .dims = 2,
	  RUN_ON(items) },
	{ .id = "means/delta/joint/entry", NORMAL, SOUND, .why = "one calibration for both sums", .trials = 60000, .dims = 4, RUN_ON(normal) },
	{ .id = "means/delta/joint/entry/items", NORMAL, SOUND, .why = "the item's sum alone", .trials = 60000, .dims = 2,
	  RUN_ON(normal_items) },
};

#define TWIN(options, ...) { options, WORLD, .reckoned = { __VA_ARGS__ } }

static const struct means_setting sound = TWIN(OPTIONS(.delta = 0), 0);
static const struct means_setting nine_tenths = TWIN(OPTIONS(.delta = 0), .noise = 0.9);
static const struct means_setting half_range = TWIN(OPTIONS(.delta = 0), .range = 2);
static const struct means_setting one_sum = TWIN(OPTIONS(.delta = 0), .one_sum = true);
static const struct means_setting normal_one_sum = TWIN(OPTIONS(.delta = 0.01), .one_sum = true);
static const struct means_setting normal_halved = TWIN(OPTIONS(.delta = 0.01), .noise = 0.5);

#define BROKEN .expected = AUDIT_VIOLATED
#define PURELY .claim = "means.private", .epsilon = 1, .exact = NAN, .dims = 4

const struct audit_case means_mutant_cases[MEANS_MUTANT_CASES] = {
	{ .id = "means/pure/joint/entry/sound", PURELY, SOUND, .why = "nothing is wrong here", .trials = 50000, RUN_ON(sound) },
	{ .id = "means/pure/joint/entry/half-range", PURELY, BROKEN, .why = "ratings from 1 to 5, noise for a range of 2", .trials = 50000,
	  RUN_ON(half_range) },
	{ .id = "means/pure/joint/entry/one-sum", PURELY, BROKEN, .why = "a rating is in two sums, noise for one", .trials = 50000,
	  RUN_ON(one_sum) },
	{ .id = "means/delta/joint/entry/noise-halved", NORMAL, BROKEN, .why = "half of sigma", .trials = 50000, .dims = 4,
	  RUN_ON(normal_halved) },
};

const struct audit_case means_close_cases[MEANS_CLOSE_CASES] = {
	{ .id = "means/pure/joint/entry/nine-tenths", PURELY, BROKEN, .why = "nine tenths of the noise", .trials = 500000, RUN_ON(nine_tenths) },
	{ .id = "means/delta/joint/entry/one-sum", NORMAL, BROKEN, .why = "a rating is in two sums, noise for one", .trials = 500000, .dims = 4,
	  RUN_ON(normal_one_sum) },
};
