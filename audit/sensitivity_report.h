/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_AUDIT_SENSITIVITY_REPORT_H
#define DPMF_AUDIT_SENSITIVITY_REPORT_H
#include <stdio.h>

#include "audit/sensitivity.h"

/* Mutants must be caught, all but the sound one. */
bool audit_sensitivity_as_meant(const struct audit_sensitivity *result, bool mutants);
void audit_sensitivity_print(FILE *out, const struct audit_sensitivity *results, size_t count, bool mutants);
enum dpmf_status audit_sensitivity_print_json(FILE *out, const struct audit_sensitivity *results, size_t count,
                                              bool mutants, struct dpmf_error *error);

#endif
