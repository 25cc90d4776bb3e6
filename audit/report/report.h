/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results for a reader: a verdict in sentences, the table, JSON, JUnit, Markdown, and a page with pictures. */
#ifndef DPMF_AUDIT_REPORT_H
#define DPMF_AUDIT_REPORT_H
#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "audit/engine/run.h"
#include "core/output.h"

enum { AUDIT_GROUPED = 32, AUDIT_SENTENCE = 1600 };

bool audit_result_expected(const struct audit_result *result);

/* 12345 as "12,345". */
const char *audit_grouped(uint64_t number, char text[AUDIT_GROUPED]);
/* The verdict; what was seen: the event in words, and how often it happened; intervals of these shares at
   the verdict's confidence, one by one (of the first and of the second count), or how a sequential test may be read; what could be
   seen, "" of a sequential test or of a violated claim; what a reader should know of noise in doubles, or ""; the line that repeats it. */
void audit_verdict_sentence(const struct audit_result *result, char *text, size_t room);
void audit_event_sentence(const struct audit_result *result, char *text, size_t room);
void audit_interval(const struct audit_result *result, int which, double interval[2]);
void audit_interval_sentence(const struct audit_result *result, char *text, size_t room);
void audit_could_sentence(const struct audit_result *result, char *text, size_t room);
void audit_note_sentence(const struct audit_result *result, char *text, size_t room);
/* What the band says of other deltas, from its bounds; "" where there is none. */
void audit_curve_sentence(const struct audit_result *result, const struct audit_band_point *point, char *text, size_t room);
void audit_again_line(const struct audit_result *result, char *text, size_t room);

/* Text in XML, HTML: & < > and quotes escaped, control characters dropped. */
void audit_print_escaped(FILE *out, const char *text);

void audit_print_verdict(FILE *out, const struct audit_result *result, const char *name);
void audit_print_table(FILE *out, const struct audit_result *results, size_t count, double confidence);
enum dpmf_status audit_print_json(FILE *out, const struct audit_result *results, size_t count, struct dpmf_error *error);
/* The document that is printed; the page is made from it alone. NULL: no memory. */
json_t *audit_results_json(const struct audit_result *results, size_t count);
void audit_print_html(FILE *out, const json_t *document);
void audit_print_junit(FILE *out, const struct audit_result *results, size_t count);
void audit_print_markdown(FILE *out, const struct audit_result *results, size_t count);

/* The files beside what is printed: opened before the work, so that a bad name costs none. */
struct audit_files {
	const char *html, *junit, *markdown; /* names; NULL: not asked for */
	struct dpmf_output output[3];
};
enum dpmf_status audit_files_open(struct audit_files *files, struct dpmf_error *error);
enum dpmf_status audit_files_write(struct audit_files *files, const struct audit_result *results, size_t count, struct dpmf_error *error);
/* They get their names, all or none: after what is printed has arrived. */
enum dpmf_status audit_files_finish(struct audit_files *files, struct dpmf_error *error);
void audit_files_abandon(struct audit_files *files);

#endif
