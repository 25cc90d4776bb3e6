/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One vector file while an oracle fills it: the notes are the spec's, then groups, then tests. A step that fails (memory)
   marks the book, and the rest does nothing. */
#ifndef VECTORS_BOOK_H
#define VECTORS_BOOK_H
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct book {
	json_t *root, *notes, *flags, *groups, *tests, *test, *inputs, *outputs;
	json_int_t next;
	const char *algorithm;
	const void *account; /* the curve that the file is about, and how wide its answers are (oracle/account.h); NULL: none */
	double share;
	bool failed;
};

void book_open(struct book *b, const char *algorithm);
void book_close(struct book *b);

void book_group(struct book *b, const char *name, const char *comment);
/* `flags`: names separated by blanks, each explained in the spec. */
void book_test(struct book *b, const char *flags, const char *comment, ...)
	__attribute__((format(printf, 3, 4)));
/* The test is one that an implementation must refuse. */
void book_invalid(struct book *b);
/* A test, flagged OutOfDomain, that an implementation must refuse. */
void book_refused(struct book *b, const char *comment);

void book_in(struct book *b, const char *name, json_t *value); /* takes the value */
void book_in_u64(struct book *b, const char *name, uint64_t x);
void book_in_i64(struct book *b, const char *name, int64_t x);
void book_in_double(struct book *b, const char *name, double x);
void book_in_doubles(struct book *b, const char *name, const double *x, size_t n);
void book_in_sizes(struct book *b, const char *name, const size_t *x, size_t n);
void book_in_rows(struct book *b, const char *name, const double *x, size_t rows, size_t columns);
/* `compare` is "exact", "ulp:k" or "enclosure". */
void book_out(struct book *b, const char *name, const char *compare, json_t *value); /* takes the value */

/* A known mistake answers this for the output `name` of the test; takes the value. All outputs of one mistake count together. */
void book_mistake(struct book *b, const char *mistake, const char *name, const char *compare, json_t *value);
/* Of the mistakes of each test, those stay whose answers can be told from what is expected. */
void book_settle(struct book *b);
/* Whether no answer fits both: for enclosures, that those of one element at least do not meet. */
bool book_apart(const json_t *expected, const json_t *mistaken);

json_t *book_doubles(const double *x, size_t n);
json_t *book_rows(const double *x, size_t rows, size_t columns);
json_t *book_u64s(const uint64_t *x, size_t n);
json_t *book_i64s(const int64_t *x, size_t n);
json_t *book_interval(double lo, double hi);

#endif
