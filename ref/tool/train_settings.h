/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a training as JSON, and back from it. */
#ifndef DPMF_TOOL_TRAIN_SETTINGS_H
#define DPMF_TOOL_TRAIN_SETTINGS_H
#include <jansson.h>
#include "tool/train_options.h"

/* The options that apply and their values. */
json_t *train_settings_json(const struct train_options *options);

struct train_texts { /* where they stand while options->given points to them */
	char text[TRAIN_IDS][256];
};
/* The settings as if they had been given on the command line. */
void train_settings_give(const json_t *settings, struct train_texts *texts, struct train_options *options);

#endif
