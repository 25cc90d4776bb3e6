/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What exec_run found, for people and for machines that read JUnit. */
#ifndef VECTORS_REPORT_H
#define VECTORS_REPORT_H
#include <jansson.h>
#include <stdio.h>

void report_text(FILE *out, const json_t *report);
void report_markdown(FILE *out, const json_t *report);
void report_junit(FILE *out, const json_t *report);

#endif
