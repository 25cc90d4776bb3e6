/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict on canaries, for a reader and as JSON (audit/schema/scores.json). */
#ifndef DPMF_AUDIT_SCORES_REPORT_H
#define DPMF_AUDIT_SCORES_REPORT_H
#include <stdio.h>

#include "audit/scores/judge.h"

struct scores_report {
	const char *file;  /* as the user gave it */
	const char *again; /* the line that repeats it */
	const struct scores_setting *setting;
	const struct scores_result *result;
	const struct scores_outlook *outlook;
};

void scores_print(FILE *out, const struct scores_report *report);
enum dpmf_status scores_print_json(FILE *out, const struct scores_report *report, struct dpmf_error *error);

#endif
