/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every test of the vectors, asked of somebody's program. */
#ifndef VECTORS_EXEC_H
#define VECTORS_EXEC_H
#include <jansson.h>
#include <stddef.h>

#include "core/status.h"

struct exec_request {
	const char *folder;            /* that holds v1 and schema */
	const char *const *algorithm;  /* those that are asked; none: all */
	size_t algorithms;
	unsigned timeout;              /* seconds for one answer */
	const char *guess;             /* a program that is asked about what is not explained; NULL: none */
	char *const *argv;             /* of the program, NULL behind the last */
};

/* *report is what came out, when the answer is DPMF_OK or DPMF_NO. */
enum dpmf_status exec_run(const struct exec_request *r, json_t **report, struct dpmf_error *error);

#endif
