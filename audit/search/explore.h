/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of a search that concludes nothing: pairs are drawn, scored on few runs, and the best ones changed step by step. */
#ifndef DPMF_AUDIT_SEARCH_EXPLORE_H
#define DPMF_AUDIT_SEARCH_EXPLORE_H
#include "audit/search/hunt.h"

struct explored {
	struct pair pair;
	double score;  /* the epsilon that is promised, less what luck may have added; -INFINITY: none */
};

struct hunting {
	const struct hunt_setting *setting;
	struct door *door;
	struct dpmf_stream pairs, askings; /* what is drawn, and the seeds of what is asked */
	struct hunt_result *result;
	bool varied;         /* anything did, in any pair */
};

uint64_t explore_seed(struct hunting *h); /* that no asking has had */
/* The best `count` pairs, best first: fewer where the space has no more. */
enum dpmf_status explore(struct hunting *h, struct explored *best, size_t *count, struct dpmf_error *error);

#endif
