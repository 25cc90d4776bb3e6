/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results for a reader: the table, JSON, and a page with pictures. */
#ifndef DPMF_AUDIT_REPORT_H
#define DPMF_AUDIT_REPORT_H
#include <stdbool.h>
#include <stdio.h>
#include "audit/engine/run.h"

bool audit_result_expected(const struct audit_result *result);
/* "joint", or "joint, once" where the id has a detail. */
void audit_view_name(const struct audit_case *one, char *text, size_t room);

/* 12345 as "12,345". */
enum { AUDIT_GROUPED = 32 };
const char *audit_grouped(uint64_t number, char text[AUDIT_GROUPED]);
/* What was seen: the event in words, and how often it happened. */
void audit_event_sentence(const struct audit_result *result, char *text, size_t room);

void audit_print_table(FILE *out, const struct audit_result *results, size_t count, double confidence);
enum dpmf_status audit_print_json(FILE *out, const struct audit_result *results, size_t count, struct dpmf_error *error);
void audit_print_html(FILE *out, const struct audit_result *results, size_t count, double confidence);

#endif
