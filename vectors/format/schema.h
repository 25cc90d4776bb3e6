/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Validation against JSON Schema (draft 2020-12), as far as the schemas here
   go: type, const, enum, pattern, minimum, properties, required,
   additionalProperties, maxProperties, items, minItems, if/then/else, and $ref
   into $defs of the same file. A schema with any other keyword is refused
   rather than half understood. */
#ifndef VECTORS_SCHEMA_H
#define VECTORS_SCHEMA_H
#include <jansson.h>
#include <stdbool.h>

#include "core/status.h"

/* DPMF_INPUT when `value` does not follow the schema: the error names the place. */
enum dpmf_status schema_validate(const json_t *schema, const json_t *value, struct dpmf_error *error);

#endif
