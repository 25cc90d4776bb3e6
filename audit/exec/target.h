/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of the user's own as what is audited. It is asked on its standard
   input, one request a line, `sample W COUNT SEED`, and answers with COUNT lines
   of K numbers each. One thread asks: a case on it is run with jobs = 1. */
#ifndef DPMF_AUDIT_EXEC_TARGET_H
#define DPMF_AUDIT_EXEC_TARGET_H
#include "audit/case.h"

struct exec_setting {
	char *const *argv;   /* of the target, NULL behind the last */
	size_t dims;         /* K */
	uint64_t trials;     /* of each world: no more is asked for */
	unsigned timeout;    /* seconds for one answer */
};

/* case.parameters is a struct exec_setting. */
enum dpmf_status exec_target_start(const struct audit_case *one, void **instance, struct dpmf_error *error);
void exec_target_stop(void *instance);
/* DPMF_INPUT, and why, when the target died, hung, or answered something else. */
enum dpmf_status exec_target_sample(const void *instance, int world, const struct dpmf_key *key,
                                    double *seen, struct dpmf_error *error);

#endif
