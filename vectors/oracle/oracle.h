/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An oracle fills the book of one algorithm with groups, inputs, and the values that are expected; its notes come from the
   spec. Nothing in this folder includes anything of ref/, nor asks libdpmf (tests/vectors_house_test.sh). */
#ifndef VECTORS_ORACLE_H
#define VECTORS_ORACLE_H
#include "vectors/format/book.h"

#define ORACLE(name) void oracle_##name(struct book *b)

/* Tests that were found missing later: they stand behind all others of the file (later.c). */
#define LATER(name) void later_##name(struct book *b)
void book_later(struct book *b);

/* Behind all tests of an algorithm, what lies just outside its domain (edges.c). */
void book_edges(struct book *b);
/* Behind these, the ends of the domain of a curve (account_ends.c). */
void book_ends(struct book *b);

#endif
