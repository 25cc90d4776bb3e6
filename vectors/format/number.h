/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as the vectors write them: a double is {"hex": C99 hex float,
   "bits": 16 hex digits}, an integer is a decimal string, bytes are lower-case
   hex digits. */
#ifndef VECTORS_NUMBER_H
#define VECTORS_NUMBER_H
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint64_t number_bits(double x);
double number_from_bits(uint64_t bits);
/* As printf's %a in the C locale, from the bits; text has 32 bytes. */
void number_hex(double x, char *text);
/* How many doubles lie between x and y, one end counted; +0 and -0 are one
   apart, NaN is UINT64_MAX away from everything. */
uint64_t number_ulps(double x, double y);

/* false: not written as the format says, or hex and bits disagree. */
bool number_get_double(const json_t *json, double *x);
bool number_get_u64(const json_t *json, uint64_t *x);
bool number_get_i64(const json_t *json, int64_t *x);
/* At most `room` bytes. */
bool number_get_bytes(const json_t *json, unsigned char *bytes, size_t room, size_t *length);

json_t *number_double(double x);
json_t *number_u64(uint64_t x);
json_t *number_i64(int64_t x);
json_t *number_bytes(const unsigned char *bytes, size_t length);

#endif
