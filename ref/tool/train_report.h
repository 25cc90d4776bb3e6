/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_TOOL_TRAIN_REPORT_H
#define DPMF_TOOL_TRAIN_REPORT_H
#include <stdio.h>
#include "account/budget.h"
#include "eval/metrics.h"
#include "mech/model.h"
#include "tool/train_options.h"

struct train_result {
	size_t users, items, train, test, test_unknown;
	double least_weight;
	struct dpmf_metrics metrics;
	struct dpmf_budget budget;
};

void train_print(FILE *out, const struct train_options *options, const struct train_result *result);
enum dpmf_status train_print_json(FILE *out, const struct train_options *options, const struct train_result *result,
                                  struct dpmf_error *error);
/* One line a user (item): its id, then its factors as C99 hex floats. */
void train_print_factors(FILE *out, const uint32_t *id, const double *factors, size_t count, size_t k);

#endif
