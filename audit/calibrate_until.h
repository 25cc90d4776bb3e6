/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `dpmf-audit calibrate --until=decided`: a sequential test stays true whoever decides when it stops. Five rules, on the same runs:
   - decided:   as `exec --until=decided` does, it looks after every sixteen guesses and stops at the first look that refutes;
   - end:       it looks once, after all runs;
   - doubling:  it looks after 100, 200, 400, ... runs, and after all;
   - hopeful:   it stops as soon as right guesses outnumber wrong ones by far more than the claim allows, and looks then;
   - adversary: somebody who has seen all runs chooses the moment that speaks most against the claim. No rule refutes more often. */
#ifndef DPMF_AUDIT_CALIBRATE_UNTIL_H
#define DPMF_AUDIT_CALIBRATE_UNTIL_H
#include <stdbool.h>
#include <stdint.h>

#include "audit/engine/run.h"

enum audit_rule { RULE_DECIDED, RULE_END, RULE_DOUBLING, RULE_HOPEFUL, RULE_ADVERSARY };
enum { AUDIT_RULES = 5 };

struct audit_stops {
	bool refuted[AUDIT_RULES];
	uint64_t runs[AUDIT_RULES]; /* of both worlds, when it stopped */
};

const char *audit_rule_name(enum audit_rule rule);

/* 2 trials runs, the world of each a coin of the seed. */
enum dpmf_status audit_stop_by_rules(const struct audit_case *one, const struct audit_settings *settings, struct audit_stops *stops,
                                     struct dpmf_error *error);

#endif
