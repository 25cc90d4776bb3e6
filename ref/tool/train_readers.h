/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of `dpmf train` that are more than one number or word. */
#ifndef DPMF_TOOL_TRAIN_READERS_H
#define DPMF_TOOL_TRAIN_READERS_H
#include "tool/train_options.h"

enum dpmf_status train_read_groups(const char *option, const char *text, struct dpmf_groups *groups, struct dpmf_error *error);
enum dpmf_status train_read_format(const char *option, const char *text, struct train_options *o, struct dpmf_error *error);
enum dpmf_status train_read_holdout(const char *option, const char *text, struct train_options *o, struct dpmf_error *error);
enum dpmf_status train_read_range(const char *option, const char *text, struct train_options *o, struct dpmf_error *error);
enum dpmf_status train_read_colluding(const char *option, const char *text, struct train_options *o, struct dpmf_error *error);

#endif
