/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a double gives away besides its size (Mironov 2012). Each field's value falls
   into a cell: a value that learning saw at least three times has one of
   its own; any other falls by sign, exponent, and how many zeros end its
   significand, that is, of which lattice it is a point. Each cell gets the log ratio of how often
   each world falls into it; the score is their sum over the fields. */
#ifndef DPMF_AUDIT_BITS_H
#define DPMF_AUDIT_BITS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

enum {
	BITS_VALUES = 1024,     /* of one field: the most frequent */
	BITS_EXPONENTS = 64, BITS_ZEROS = 16,
	BITS_CELLS = BITS_VALUES + 2 * BITS_EXPONENTS * BITS_ZEROS,
	BITS_ENOUGH = 3,
};

struct bits_field {
	double value[BITS_VALUES]; /* ascending by their bits */
	size_t values;
	uint32_t caught[2][BITS_CELLS];
	float ratio[BITS_CELLS];
};

struct bits {
	size_t dims;
	struct bits_field *field;
};

enum dpmf_status bits_learn(const double *const seen[2], size_t trials, size_t dims, struct bits *bits, struct dpmf_error *error);
double bits_of(const struct bits *bits, const double *seen); /* words (NaN) count 0 */
/* The cells of the field that tells most whose ratio is at least (at most) the threshold, the most frequent
   ones in world `world` first, in words. Returns how many they are. */
size_t bits_describe(const struct bits *bits, double threshold, int world, char *text, size_t room);
/* Whether more than half of the numbers use the last bits of a double, as noise that is drawn in doubles does. */
bool bits_to_the_last(const double *x, size_t count);
void bits_free(struct bits *bits);

#endif
