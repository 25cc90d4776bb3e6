/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search found, for a reader and for a program. */
#ifndef DPMF_AUDIT_SEARCH_REPORT_H
#define DPMF_AUDIT_SEARCH_REPORT_H
#include "audit/search/witness.h"

/* `file`: where the witness is kept; NULL: nowhere. */
void search_print(FILE *out, const struct hunt_setting *setting, const struct hunt_result *result, const char *file);
/* audit/schema/search.json */
enum dpmf_status search_print_json(FILE *out, const struct hunt_setting *setting, const struct hunt_result *result, struct dpmf_error *error);
/* What was found on one pair, with the confidence that the statement has. */
void search_print_audit(FILE *out, const char *name, const struct hunt_audit *audit, double confidence);
/* Two data sets and what makes them neighbours. */
void search_print_data(FILE *out, const struct space *space, json_t *const data[2]);

#endif
