/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The door's record as a document, from which everybody can compose the budget again. */
#ifndef DPMF_TOOL_RECORD_JSON_H
#define DPMF_TOOL_RECORD_JSON_H
#include <jansson.h>
#include "noise/door.h"

/* "entry", "user", "edge", in the order of enum dpmf_relation; ends with NULL. */
extern const char *const record_relations[];

/* NULL where memory is short. Numbers are written so that they come back as they were. */
json_t *record_to_json(const struct dpmf_record *record);
/* The record and its texts, which record_free frees; DPMF_INPUT that names the entry and the member that is wrong. */
enum dpmf_status record_from_json(const json_t *document, const char *path, struct dpmf_record *record, struct dpmf_error *error);
void record_free(struct dpmf_record *record);

#endif
