/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mistakes that many make, tried on an answer that is wrong: a mistake is named only when it turns every element of what
   is expected into exactly what was answered (doubles: to within 8 units in the last place). One test may leave several
   possible (a factor 2 is a factor k where k is 2): exec names the one that explains most tests of the algorithm. */
#ifndef VECTORS_MISTAKE_H
#define VECTORS_MISTAKE_H
#include "vectors/format/spec.h"

enum { MISTAKE_TEXT = 200, MISTAKE_LEAVES = 1024 };

/* Appends the names of all that explain the value that was answered for the output `field` of `test`, of which
   {"compare", "value"} was expected; the simplest first. */
void mistake_names(const json_t *test, const struct field *field, const json_t *expected, const json_t *got, json_t *names);
/* The part of it for doubles. */
void mistake_real(const json_t *test, const json_t *expected, const json_t *got, json_t *names);
/* Appends `form`, each %s in it replaced by `name`. */
void mistake_add(json_t *names, const char *form, const char *name);

#endif
