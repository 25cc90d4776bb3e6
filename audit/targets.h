/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands share that run through targets: their options, and the
   choice of one mechanism's. */
#ifndef DPMF_AUDIT_TARGETS_H
#define DPMF_AUDIT_TARGETS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"

enum { AUDIT_TARGETS_MOST = 64 };

struct audit_targets_command {
	const char *name, *usage;
	const char *number; /* the option that says how many, */
	uint64_t least, most; /* from here to there */
};

struct audit_targets_request {
	const char *mechanism; /* NULL: all */
	bool json, mutants;
	uint64_t number, seed;
};

struct audit_targets_chosen {
	const void *target[AUDIT_TARGETS_MOST];
	size_t count;
	char known[256]; /* the mechanisms that there are */
};

/* -1: go on; else the exit status. */
int audit_targets_parse(const struct audit_targets_command *command, int argc, char **argv,
                        struct audit_targets_request *request);
/* Adds those of a list that are asked for. A target is `size` bytes, its mechanism's name the first member. */
void audit_targets_add(const struct audit_targets_request *request, const void *first, size_t count, size_t size,
                       struct audit_targets_chosen *chosen);
/* DPMF_INPUT where none was. */
enum dpmf_status audit_targets_check(const struct audit_targets_request *request,
                                     const struct audit_targets_chosen *chosen, struct dpmf_error *error);

#endif
