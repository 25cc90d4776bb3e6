/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that dpimf alone has. */
#ifndef DPMF_TOOL_TRAIN_DPIMF_H
#define DPMF_TOOL_TRAIN_DPIMF_H
#include <jansson.h>
#include "mech/dpimf_train.h"

/* With what is there when none of them is given; scheme opt. */
struct dpimf_options train_dpimf_start(void);
/* Reads option `name`: scheme, budget-split, parties, by, local, bound, target, protect, most. */
enum dpmf_status train_dpimf_read(const char *name, const char *text, struct dpimf_options *options,
                                  struct dpmf_error *error);
json_t *train_dpimf_json(const struct dpimf_options *options);

#endif
