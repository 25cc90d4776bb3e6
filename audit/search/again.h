/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A witness of a search, run again: dpmf-audit replay WITNESS. */
#ifndef DPMF_AUDIT_SEARCH_AGAIN_H
#define DPMF_AUDIT_SEARCH_AGAIN_H
#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

struct again_request {
	const char *path;
	char *const *command;  /* instead of the one that stands in the witness; NULL: that one */
	uint64_t trials;       /* 0: those of the witness */
	uint64_t timeout;
	double confidence;     /* 0: that of the witness */
	bool seeded, json;
	uint64_t seed;         /* where seeded, instead of that of the witness */
};

/* DPMF_NO: the claim of the witness is violated on its data sets. With the seed and trials of the witness this repeats what the search
   did, and has the confidence of the search; with another seed it is a test of its own. */
enum dpmf_status again(const struct again_request *request, struct dpmf_error *error);

#endif
