/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of who works together against the others: --colluding, --server. */
#ifndef DPMF_TOOL_TRAIN_COLLUDING_H
#define DPMF_TOOL_TRAIN_COLLUDING_H
#include <jansson.h>
#include "mech/colluding.h"
#include "tool/train_options.h"

/* --colluding=C (a whole number: of those who take part in a sum, so many; with % or as a decimal below 1: that share of
   them), --server=curious|lying. */
enum dpmf_status train_colluding_read(const char *name, const char *text, struct dpmf_colluding *colluding,
                                      struct dpmf_error *error);
/* Settles them for hdpmf and privsr, whose published variants have none of them. */
enum dpmf_status train_colluding_settle(struct train_options *options, struct dpmf_error *error);
json_t *train_colluding_json(const struct train_options *options);

#endif
