/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder of a release: public/, which the guarantee covers; devices/, what stays with its users; and
   evaluation.json, which is private. */
#ifndef DPMF_TOOL_TRAIN_WRITE_H
#define DPMF_TOOL_TRAIN_WRITE_H
#include "tool/folder.h"
#include "tool/train_report.h"

/* Which files of public/ there will be. */
void train_guarantee_cover(const struct train_options *options, struct train_guarantee *guarantee);

enum dpmf_status train_write(const struct train_options *options, const struct train_data *data, const struct dpmf_record *record,
                             const struct train_result *result, const struct dpmf_model *model, struct folder *folder,
                             struct dpmf_error *error);

#endif
