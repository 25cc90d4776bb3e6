/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file that a search leaves: two neighbouring data sets, the claim that they break, the program, and how to run it again. */
#ifndef DPMF_AUDIT_SEARCH_WITNESS_H
#define DPMF_AUDIT_SEARCH_WITNESS_H
#include "audit/search/hunt.h"

struct witness {
	json_t *document;
	char **command;        /* NULL behind the last word; NULL: it is not there */
	double epsilon, delta;
	double confidence;     /* of the search as a whole */
	struct space space;
	json_t *data[2];       /* spelled as a search spells them, so that the target is given what was found to be neighbours: no -0, no 2^53 + 1 */
	uint64_t trials, seed;
	double by_itself;      /* the confidence of its bound, without what was paid for the search */
	double found;          /* epsilon is at least that */
};

/* NULL: no memory. */
json_t *witness_json(const struct hunt_setting *setting, const struct hunt_result *result);
/* DPMF_INPUT where it is no witness: also when its data sets are none of its space, or not neighbours. */
enum dpmf_status witness_open(const char *path, struct witness *witness, struct dpmf_error *error);
void witness_close(struct witness *witness);

#endif
