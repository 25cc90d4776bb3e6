/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dpmf-rp reports beside its lists and its budget: groups of users, traffic, errors. */
#ifndef DPMF_TOOL_TRAIN_RP_REPORT_H
#define DPMF_TOOL_TRAIN_RP_REPORT_H
#include <jansson.h>
#include "tool/train_report.h"

/* p for so many items. */
size_t dpmf_train_rp_rows(const struct train_rp *rp, size_t items);
/* Appendix I's, by how much they rated. */
extern const size_t dpmf_train_rp_groups[TRAIN_RATED];

void dpmf_train_rp_print(FILE *out, const struct train_options *options, const struct train_result *result);
/* Keys groups, traffic and, where asked for, errors. */
json_t *dpmf_train_rp_report_json(const struct train_options *options, const struct train_result *result);

#endif
