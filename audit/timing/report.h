/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found, in sentences and as JSON. */
#ifndef DPMF_AUDIT_TIMING_REPORT_H
#define DPMF_AUDIT_TIMING_REPORT_H
#include <stdio.h>

#include <jansson.h>

#include "audit/timing/asking.h"
#include "audit/timing/own.h"

/* Of a target; `again` is the line that repeats it. */
void timing_print(FILE *out, const struct timing_setting *setting, const struct timing_seen *seen, const char *again);
enum dpmf_status timing_print_json(FILE *out, const struct timing_setting *setting, const struct timing_seen *seen, const char *again, struct dpmf_error *error);

/* Of our samplers, a row each. */
void timing_own_head(FILE *out);
void timing_own_print(FILE *out, const struct timing_own *own);
/* NULL: no memory. */
json_t *timing_own_json(const struct timing_own *own);
enum dpmf_status timing_own_print_json(FILE *out, json_t *rows, uint64_t seed, bool passed, struct dpmf_error *error);

/* The test of a label with the largest |t|. */
const struct timing_test *timing_most(const struct timing_found *found, enum timing_label label, int *crop);
/* The largest |t| or |z| of a label. */
double timing_score(const struct timing_found *found, enum timing_label label);

#endif
