/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A release as whoever received the folder reads it: its files checked against
   their sums, its guarantee made again from the record. */
#ifndef DPMF_TOOL_RELEASE_H
#define DPMF_TOOL_RELEASE_H
#include <jansson.h>
#include "tool/train_report.h"
#include "tool/train_settings.h"

struct release {
	char *public_folder, *devices; /* devices: where they stand, or would */
	json_t *model;
	struct dpmf_record record;
	struct train_texts texts;
	struct train_options options;
	struct train_facts facts;
	struct train_result result;    /* its budgets and guarantee only */
};

/* `path`: the folder that dpmf train --out wrote, or its public/ alone. DPMF_INPUT that names the file and what is
   wrong with it: changed, missing, not a release; or a record that composes to another guarantee than model.json has. */
enum dpmf_status release_open(const char *path, struct release *release, struct dpmf_error *error);
void release_close(struct release *release);

#endif
