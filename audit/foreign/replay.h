/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any program that reports its noise (additions.h), replayed on neighbours: dpmf-audit replay --space=SCHEMA -- CMD. */
#ifndef DPMF_AUDIT_FOREIGN_REPLAY_H
#define DPMF_AUDIT_FOREIGN_REPLAY_H
#include <stdbool.h>
#include <stdint.h>

#include "audit/foreign/faults.h"
#include "audit/search/pair.h"

struct foreign_request {
	char *const *command;
	const char *space;
	double epsilon;      /* asked for; below 0: not said */
	double delta;
	uint64_t neighbours; /* pairs */
	uint64_t seed, timeout;
	bool json;
};

struct foreign_fault {
	struct fault_seen first;
	size_t pairs;        /* that showed it */
	struct pair pair;    /* the first of them, made smaller while it shows it */
	bool on_pair;        /* else it is of one data set or of one run: that of data set 0 */
};

struct foreign_result {
	size_t pairs, additions; /* at most in a run */
	struct composed composed;
	struct foreign_fault fault[FAULTS];
};

enum dpmf_status foreign_replay(const struct foreign_request *request, const struct space *space, struct foreign_result *result, struct dpmf_error *error);
void foreign_print(FILE *out, const struct foreign_request *request, const struct space *space, const struct foreign_result *result);
/* audit/schema/foreign.json */
enum dpmf_status foreign_print_json(FILE *out, const struct foreign_request *request, const struct space *space, const struct foreign_result *result,
                                    struct dpmf_error *error);

/* All of it; DPMF_NO where there is a fault. */
enum dpmf_status foreign(const struct foreign_request *request, struct dpmf_error *error);

#endif
