/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_sort.h>

#include "core/stream.h"
#include "solve/symmetric.h"
#include "tests/scale.h"

enum { MOST = 40 };

struct matrix {
	size_t d;
	double a[MOST * MOST], v[MOST * MOST], value[MOST], work[MOST], size;
};

static double centred(struct dpmf_stream *s)
{
	return (double)(dpmf_stream_word(s) >> 11) * 0x1p-52 - 1;
}

/* Full, with many zeros, of low rank, or over many decades. */
static double entry(struct dpmf_stream *s, size_t kind)
{
	const double x = centred(s);

	return kind == 0 ? x : kind == 1 ? (x > 0.5 ? x : 0) : kind == 2 ? (double)(int)(3 * x) : x * exp2(300 * centred(s));
}

static void draw(struct dpmf_stream *s, size_t kind, struct matrix *m)
{
	m->d = 1 + dpmf_stream_word(s) % MOST;
	m->size = 0;
	for (size_t i = 0; i < m->d; i++)
		for (size_t j = 0; j <= i; j++)
			m->a[i * m->d + j] = m->a[j * m->d + i] = entry(s, kind);
	for (size_t i = 0; i < m->d * m->d; i++)
		m->size = hypot(m->size, m->a[i]);
	memcpy(m->v, m->a, m->d * m->d * sizeof *m->v);
}

static void check(const struct matrix *m)
{
	const size_t d = m->d;

	for (size_t i = 0; i < d; i++)
		for (size_t j = 0; j < d; j++) {
			long double whole = 0, product = 0;

			for (size_t k = 0; k < d; k++) {
				whole += (long double)m->v[k * d + i] * m->value[k] * m->v[k * d + j];
				product += (long double)m->v[i * d + k] * m->v[j * d + k];
			}
			assert_true(fabsl(whole - m->a[i * d + j]) <= 40 * DBL_EPSILON * m->size);
			assert_true(fabsl(product - (i == j)) <= 40 * DBL_EPSILON);
		}
}

static void puts_the_matrix_together_again(void **state)
{
	struct dpmf_stream s;
	struct dpmf_key key;
	struct matrix m;

	(void)state;
	dpmf_key_from_seed(1, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (size_t trial = 0; trial < SCALED(4000, 40); trial++) {
		draw(&s, trial % 4, &m);
		assert_true(dpmf_symmetric_eigen(m.v, m.d, m.value, m.work));
		check(&m);
	}
}

static void agrees_with_gsl(void **state)
{
	struct dpmf_stream s;
	struct dpmf_key key;
	struct matrix m;

	(void)state;
	dpmf_key_from_seed(2, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (size_t trial = 0; trial < SCALED(400, 20); trial++) {
		double copy[MOST * MOST], value[MOST];

		draw(&s, trial % 3, &m);
		memcpy(copy, m.a, sizeof copy);
		gsl_matrix_view a = gsl_matrix_view_array(copy, m.d, m.d);
		gsl_vector_view values = gsl_vector_view_array(value, m.d);
		gsl_eigen_symm_workspace *space = gsl_eigen_symm_alloc(m.d);

		assert_int_equal(gsl_eigen_symm(&a.matrix, &values.vector, space), 0);
		gsl_eigen_symm_free(space);
		assert_true(dpmf_symmetric_eigen(m.v, m.d, m.value, m.work));
		gsl_sort(value, 1, m.d);
		gsl_sort(m.value, 1, m.d);
		for (size_t i = 0; i < m.d; i++)
			assert_true(fabs(value[i] - m.value[i]) <= 40 * DBL_EPSILON * m.size);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(puts_the_matrix_together_again),
		cmocka_unit_test(agrees_with_gsl),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
