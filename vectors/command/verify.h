/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VECTORS_VERIFY_H
#define VECTORS_VERIFY_H
#include <jansson.h>

#include "core/status.h"

/* Validates one vector file against the schema in `folder` and recomputes what
   it expects by libdpmf. The report {"file", "algorithm", "tests", "worstUlps",
   "mismatches"} is the caller's to free; it is NULL after DPMF_INPUT and
   DPMF_FAILED. DPMF_NO: there are mismatches. */
enum dpmf_status verify_file(const char *path, const char *folder, json_t **report, struct dpmf_error *error);

struct algorithm;

/* The file, after its schema was followed; *root is the caller's. */
enum dpmf_status verify_load(const char *path, const char *folder, json_t **root, const struct algorithm **a, struct dpmf_error *error);

#endif
