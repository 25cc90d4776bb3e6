/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting by digits against qsort. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "audit/engine/sort.h"
#include "core/stream.h"

enum { MOST = 5000 };

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double drawn(struct dpmf_stream *stream, size_t kind, size_t i)
{
	static const double ends[] = { -INFINITY, INFINITY, 0, DBL_MAX, -DBL_MAX, DBL_TRUE_MIN, -DBL_TRUE_MIN, DBL_MIN, 1, -1 };
	const uint64_t word = dpmf_stream_word(stream);
	double x;

	if (kind == 0)
		return (double)(int64_t)word * 0x1p-60;
	if (kind == 1)
		return (double)(word % 7) - 3;
	if (kind == 2)
		return ends[word % (sizeof(ends) / sizeof(*ends))];
	if (kind == 3)
		return -(double)i;
	memcpy(&x, &word, sizeof x);
	return isnan(x) ? 0.5 : x;
}

static void digits_sort_as_comparisons_do(void **state)
{
	(void)state;
	static const size_t counts[] = { 0, 1, 2, 1999, 2000, 2001, MOST };
	static double ours[MOST], theirs[MOST];
	struct dpmf_stream stream;
	struct dpmf_key key;

	dpmf_key_from_seed(1, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	for (size_t kind = 0; kind < 5; kind++) {
		for (size_t c = 0; c < sizeof(counts) / sizeof(*counts); c++) {
			for (size_t i = 0; i < counts[c]; i++)
				ours[i] = theirs[i] = drawn(&stream, kind, i);
			audit_sort(ours, counts[c]);
			qsort(theirs, counts[c], sizeof *theirs, ascending);
			for (size_t i = 0; i < counts[c]; i++)
				assert_true(ours[i] == theirs[i]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(digits_sort_as_comparisons_do) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
