/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `dpmf-vectors explain ALGORITHM/NUMBER`: one test, with what its flags mean and what its failure would show. */
#ifndef VECTORS_EXPLAIN_H
#define VECTORS_EXPLAIN_H
#include <stdbool.h>

#include "core/status.h"

enum dpmf_status explain(const char *folder, const char *id, bool as_json, struct dpmf_error *error);

#endif
