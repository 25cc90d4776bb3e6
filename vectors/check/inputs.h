/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named members of a JSON object as C values; false when one is not of its kind. */
#ifndef VECTORS_INPUTS_H
#define VECTORS_INPUTS_H
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum { INPUT_COORDINATES = 64, INPUT_BYTES = 65536 };

struct vector {
	double x[INPUT_COORDINATES];
	size_t n;
};

struct tape_bytes {
	unsigned char bytes[INPUT_BYTES];
	size_t length;
};

bool input_u64(const json_t *inputs, const char *name, uint64_t *x);
bool input_i64(const json_t *inputs, const char *name, int64_t *x);
bool input_double(const json_t *inputs, const char *name, double *x);
bool input_vector(const json_t *inputs, const char *name, struct vector *x);
bool input_i64s(const json_t *inputs, const char *name, int64_t x[INPUT_COORDINATES], size_t *n);
/* Rows of equal length, one after the other. */
bool input_rows(const json_t *inputs, const char *name, struct vector *x, size_t *rows);
bool input_tape(const json_t *inputs, const char *name, struct tape_bytes *tape);

bool all_finite(const double *x, size_t n);

#endif
