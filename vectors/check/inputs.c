/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inputs.h"

#include <math.h>

#include "vectors/format/number.h"

bool input_u64(const json_t *inputs, const char *name, uint64_t *x)
{
	return number_get_u64(json_object_get(inputs, name), x);
}

bool input_i64(const json_t *inputs, const char *name, int64_t *x)
{
	return number_get_i64(json_object_get(inputs, name), x);
}

bool input_double(const json_t *inputs, const char *name, double *x)
{
	return number_get_double(json_object_get(inputs, name), x);
}

static bool more(const json_t *list, struct vector *x)
{
	size_t i;
	json_t *one;

	json_array_foreach(list, i, one)
		if (x->n == INPUT_COORDINATES || !number_get_double(one, &x->x[x->n++]))
			return false;
	return true;
}

bool input_vector(const json_t *inputs, const char *name, struct vector *x)
{
	x->n = 0;
	return more(json_object_get(inputs, name), x);
}

bool input_i64s(const json_t *inputs, const char *name, int64_t x[INPUT_COORDINATES], size_t *n)
{
	size_t i;
	json_t *one;

	*n = 0;
	json_array_foreach(json_object_get(inputs, name), i, one)
		if (*n == INPUT_COORDINATES || !number_get_i64(one, &x[(*n)++]))
			return false;
	return true;
}

bool input_rows(const json_t *inputs, const char *name, struct vector *x, size_t *rows)
{
	const json_t *list = json_object_get(inputs, name);
	size_t i;
	json_t *row;

	x->n = 0;
	*rows = json_array_size(list);
	json_array_foreach(list, i, row)
		if (json_array_size(row) != json_array_size(json_array_get(list, 0)) || !more(row, x))
			return false;
	return true;
}

bool input_tape(const json_t *inputs, const char *name, struct tape_bytes *tape)
{
	return number_get_bytes(json_object_get(inputs, name), tape->bytes, sizeof tape->bytes, &tape->length);
}

bool all_finite(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return false;
	return true;
}
