/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_TOOL_TRAIN_EVALUATE_H
#define DPMF_TOOL_TRAIN_EVALUATE_H
#include "eval/metrics.h"
#include "tool/train_data.h"
#include "tool/train_report.h"

/* The errors on the test ratings, predicted as the options say. */
enum dpmf_status train_evaluate(const struct train_options *options, const struct train_data *data,
                                const struct dpmf_model *model, struct dpmf_metrics *metrics,
                                struct dpmf_error *error);

/* Appendices H and I of dpmf-rp: lists of ten items, relevant when rated 4 or higher; errors of groups of users. */
enum dpmf_status train_lists(const struct train_options *options, const struct train_data *data,
                             const struct dpmf_model *model, struct train_result *result, struct dpmf_error *error);

/* HR and NDCG of the held-out interactions. */
enum dpmf_status train_rank(const struct train_options *o, const struct train_data *data, const struct dpmf_key *coins,
                            const struct dpmf_model *model, struct train_result *result, struct dpmf_error *error);

#endif
