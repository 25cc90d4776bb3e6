/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mistakes that many make, tried on an answer: one fits only when it turns every element of what is expected into exactly
   what was answered (doubles: to within 8 units in the last place). One test may leave several, and some by chance:
   suspects.h weighs what all tests of an algorithm say. */
#ifndef VECTORS_MISTAKE_H
#define VECTORS_MISTAKE_H
#include "core/status.h"
#include "vectors/format/spec.h"

enum { MISTAKE_TEXT = 200, MISTAKE_LEAVES = 1024, MISTAKE_MARK = '\n' };

/* What one answer says of the mistakes, by name. Before the name of one that is made in one output alone stand that output and
   MISTAKE_MARK. */
struct mistakes {
	json_t *known;   /* gives this answer; its answer to every other test is known, too */
	json_t *against; /* gives another answer */
	json_t *guessed; /* gives this answer; to which other tests it matters is not known */
	json_t *plain;   /* says what is seen, and no more */
};

/* DPMF_FAILED: memory is short, and there is nothing to close. */
enum dpmf_status mistakes_open(struct mistakes *m, struct dpmf_error *error);
void mistakes_close(struct mistakes *m);

/* What explains the value that was answered for the output `field` of `test`, of which {"compare", "value"} was expected;
   the answer may be right: then it speaks against mistakes. */
void mistake_names(const json_t *test, const struct field *field, const json_t *expected, const json_t *got, struct mistakes *m);
/* The part of it for doubles, when the answer is wrong. */
void mistake_real(const json_t *test, const json_t *expected, const json_t *got, struct mistakes *m);
/* Appends `form`, each %s in it replaced by `name`. */
void mistake_add(json_t *names, const char *form, const char *name);

#endif
