/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of a target's answer: fields between blanks. A finite number, decimal or C99 hex, is itself;
   anything else is a word (engine/words.h), also nan and infinity. */
#ifndef DPMF_AUDIT_EXEC_FIELDS_H
#define DPMF_AUDIT_EXEC_FIELDS_H
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

struct dictionary {
	char **word;        /* by number */
	uint32_t count;
	uint32_t *slot;     /* of the hash: number + 1, 0 where it is free */
};

enum dpmf_status dictionary_open(struct dictionary *dictionary, struct dpmf_error *error);
void dictionary_close(struct dictionary *dictionary);

size_t fields_count(const char *line);
/* Writes exactly `dims` fields; cuts the line up. DPMF_INPUT when there are more or fewer. */
enum dpmf_status fields_read(struct dictionary *dictionary, char *line, size_t dims, double *field, struct dpmf_error *error);
/* The same of doubles that came as such, little-endian: NaN and infinities become words. */
enum dpmf_status fields_convert(struct dictionary *dictionary, size_t count, double *field, struct dpmf_error *error);

#endif
