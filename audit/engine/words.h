/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is no number: a word that a program answered is a NaN whose payload is
   the word's number (exec/target.c). Each field's words get the log ratio of how often
   each world says them; a word that learning never saw gets 0. */
#ifndef DPMF_AUDIT_WORDS_H
#define DPMF_AUDIT_WORDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

enum { WORDS_MOST = 4096 }; /* of one field; later ones share the last place */

struct words {
	size_t dims;
	bool any;
	float *ratio; /* dims x WORDS_MOST; NULL where there are none */
};

double word_number(uint32_t word);      /* as a NaN */
uint32_t word_of(double nan);           /* and back, below WORDS_MOST */

enum dpmf_status words_learn(const double *const seen[2], size_t trials, size_t dims, struct words *words, struct dpmf_error *error);
double words_ratio(const struct words *words, size_t field, double nan);
void words_free(struct words *words);

/* Of a foreign program's word what can stand in any document. */
void words_plain(const char *name, char *text, size_t room);

struct words_names {
	const char *(*name)(const void *context, uint32_t number); /* NULL: they have none */
	const void *context;
};
/* The words that were caught most often, by their numbers: "yes" or "no"; "" when there are none. */
size_t words_describe(const uint32_t caught[WORDS_MOST], const struct words_names *names, char *text, size_t room);

#endif
