/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of a target's answer: fields between blanks. A finite number, decimal or C99 hex, is itself;
   anything else is a word (engine/words.h), also nan, infinity and what is too large or too small for a double. */
#ifndef DPMF_AUDIT_EXEC_FIELDS_H
#define DPMF_AUDIT_EXEC_FIELDS_H
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

struct dictionary {
	char **word;        /* by number */
	uint32_t count;
	uint32_t *slot;     /* of the hash: number + 1, 0 where it is free */
	uint64_t lost;      /* answers that were words for which there was no more room */
};

enum dpmf_status dictionary_open(struct dictionary *dictionary, struct dpmf_error *error);
void dictionary_close(struct dictionary *dictionary);

size_t fields_count(const char *line);
/* Writes exactly `dims` fields. DPMF_INPUT when there are more or fewer. *form is the same for two lines that are spelled in the same way, whatever
   their numbers and words are (spelling.h). */
enum dpmf_status fields_read(struct dictionary *dictionary, char *line, size_t dims, double *field, uint64_t *form, struct dpmf_error *error);
/* The same of doubles that came as such, little-endian: NaN and infinities become words, a NaN with unusual bits one of its own. */
enum dpmf_status fields_convert(struct dictionary *dictionary, size_t count, double *field, struct dpmf_error *error);

#endif
