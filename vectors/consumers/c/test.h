/* SPDX-License-Identifier: 0BSD */
/* One test of a vector file: inputs are read, outputs are compared. The first
   thing that is wrong is kept in `why`. */
#ifndef CONSUMER_TEST_H
#define CONSUMER_TEST_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "json.h"

enum { MOST = 64 }; /* elements of a list */

struct list {
	double x[MOST];
	size_t n;
};

struct test {
	const struct json *inputs, *outputs;
	bool malformed;   /* an input is missing or not of its kind */
	bool refused;     /* the inputs lie outside the domain */
	size_t compared;  /* outputs that were compared */
	char why[320];    /* "": nothing is wrong */
};

uint64_t in_u64(struct test *t, const char *name);
int64_t in_i64(struct test *t, const char *name);
double in_double(struct test *t, const char *name);
struct list in_list(struct test *t, const char *name);
struct list in_rows(struct test *t, const char *name, size_t *rows); /* one after the other */
size_t in_i64s(struct test *t, const char *name, int64_t x[MOST]);
/* At most `room` bytes of hex digits. */
size_t in_bytes(struct test *t, const char *name, unsigned char *bytes, size_t room);

void out_u64(struct test *t, const char *name, uint64_t x);
void out_i64(struct test *t, const char *name, int64_t x);
void out_double(struct test *t, const char *name, double x);
void out_list(struct test *t, const char *name, const double *x, size_t n);
void out_rows(struct test *t, const char *name, const double *x, size_t rows, size_t columns);
void out_i64s(struct test *t, const char *name, const int64_t *x, size_t n);
void out_u64s(struct test *t, const char *name, const uint64_t *x, size_t n);
void out_bytes(struct test *t, const char *name, const unsigned char *bytes, size_t n);

bool read_u64(const struct json *j, uint64_t *x);
bool read_i64(const struct json *j, int64_t *x);
/* The output's value; NULL when it is missing or not to be compared `exact`. */
const struct json *exact_value(struct test *t, const char *name);
void wrong(struct test *t, const char *name, const char *what);

#endif
