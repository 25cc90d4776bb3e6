/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ratings_build.h"
#include "core/stream.h"
#include "mech/implicit.h"
#include "solve/blas.h"
#include "solve/cholesky.h"
#include "tests/near.h"
#include "tests/scale.h"

enum { D = 5, MOST_USERS = 1300, MOST_ITEMS = 12 };

struct world {
	size_t users, items, count;
	unsigned char one[MOST_USERS * MOST_ITEMS];
	double p[MOST_USERS * D], q[MOST_ITEMS * D];
	struct dpmf_ratings ratings;
};

static double centred(struct dpmf_stream *s)
{
	return (double)(dpmf_stream_word(s) >> 11) * 0x1p-52 - 1;
}

/* The first item has everybody, so more than fill one product; the last user and the last item have one
   interaction each, with each other. */
static void make(size_t users, size_t items, struct world *w)
{
	struct dpmf_triple *triple = malloc(users * items * sizeof *triple);
	struct dpmf_stream s;
	struct dpmf_key key;

	assert_non_null(triple);
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(3, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	memset(w, 0, sizeof *w);
	w->users = users;
	w->items = items;
	for (size_t i = 0; i < users; i++)
		for (size_t j = 0; j < items; j++) {
			const bool last = i == users - 1 || j == items - 1;

			w->one[i * items + j] = last ? i == users - 1 && j == items - 1 : j == 0 || centred(&s) > 0.3;
			if (w->one[i * items + j])
				triple[w->count++] = (struct dpmf_triple){ (uint32_t)i, (uint32_t)j, 1 + (double)(i % 5) };
		}
	for (size_t l = 0; l < users * D; l++)
		w->p[l] = centred(&s);
	assert_int_equal(dpmf_ratings_build(triple, w->count, 0, NULL, NULL, &w->ratings, NULL), DPMF_OK);
	assert_int_equal(w->ratings.users, users);
	assert_int_equal(w->ratings.items, items);
	free(triple);
}

static double product(const double *x, const double *y)
{
	double sum = 0;

	for (size_t l = 0; l < D; l++)
		sum += x[l] * y[l];
	return sum;
}

/* Eq. (6) where `all`, else Eq. (13), pair after pair. */
static double loss_of(const struct world *w, size_t item, bool all, double alpha0, double lambda, const double *q)
{
	double loss = 0, observed = 0, others = 0;

	for (size_t i = 0; i < w->users; i++) {
		const double x = product(w->p + i * D, q);
		const bool one = w->one[i * w->items + item];

		loss += one ? (x - 1) * (x - 1) : 0;
		loss += all || !one ? alpha0 * x * x : 0;
		observed += one;
		others += all || !one;
	}
	return loss + lambda * (observed + alpha0 * others) * product(q, q);
}

/* The loss is a quadratic form, of which central differences with steps of 1 are the gradient. */
static void assert_flat(const struct world *w, bool all, double alpha0)
{
	const struct dpmf_implicit_loss loss = { .keep = all ? 1 : 1 - alpha0, .alpha0 = alpha0, .lambda = 0.03 };
	double solved[MOST_ITEMS * D];

	assert_int_equal(dpmf_implicit_side(&w->ratings, true, &loss, w->p, D, 1, solved, NULL), DPMF_OK);
	for (size_t j = 0; j < w->items; j++)
		for (size_t l = 0; l < D; l++) {
			double up[D], down[D], more, less;

			memcpy(up, solved + j * D, sizeof up);
			memcpy(down, solved + j * D, sizeof down);
			up[l] += 1;
			down[l] -= 1;
			more = loss_of(w, j, all, alpha0, 0.03, up);
			less = loss_of(w, j, all, alpha0, 0.03, down);
			assert_near((more - less) / (more + less), 0, 1e-12);
		}
}

static void test_gradient(void **state)
{
	static struct world w;

	(void)state;
	make(SCALED(MOST_USERS, 600), MOST_ITEMS, &w);
	for (size_t k = 0; k < 4; k++) {
		const double alpha0 = (const double[]){ 0.05, 0.4, 0.8, 1 }[k];

		assert_flat(&w, true, alpha0);
		assert_flat(&w, false, alpha0);
	}
	dpmf_ratings_free(&w.ratings);
}

/* x = A^-1 b by elimination with pivots; A is spoilt. */
static void eliminate(double a[D][D], double b[D], double x[D])
{
	for (size_t k = 0; k < D; k++) {
		size_t best = k;

		for (size_t i = k + 1; i < D; i++)
			best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
		for (size_t j = 0; j < D; j++) {
			const double kept = a[k][j];

			a[k][j] = a[best][j];
			a[best][j] = kept;
		}
		x[0] = b[k];
		b[k] = b[best];
		b[best] = x[0];
		for (size_t i = k + 1; i < D; i++) {
			const double factor = a[i][k] / a[k][k];

			for (size_t j = k; j < D; j++)
				a[i][j] -= factor * a[k][j];
			b[i] -= factor * b[k];
		}
	}
	for (size_t k = D; k-- > 0;) {
		x[k] = b[k];
		for (size_t j = k + 1; j < D; j++)
			x[k] -= a[k][j] * x[j];
		x[k] /= a[k][k];
	}
}

/* The normal equations of user i, with every pair weighted by itself. */
static void brute(const struct world *w, size_t i, double keep, double alpha0, double lambda, double x[D])
{
	double a[D][D] = { { 0 } }, b[D] = { 0 };

	for (size_t j = 0; j < w->items; j++) {
		const double one = w->one[i * w->items + j], weight = keep * one + alpha0;
		const double *q = w->q + j * D;

		for (size_t k = 0; k < D; k++) {
			for (size_t l = 0; l < D; l++)
				a[k][l] += weight * q[k] * q[l];
			a[k][k] += lambda * weight;
			b[k] += one * q[k];
		}
	}
	eliminate(a, b, x);
}

static void test_brute(void **state)
{
	static struct world w;
	double solved[30 * D];

	(void)state;
	make(30, MOST_ITEMS, &w);
	for (size_t l = 0; l < w.items * D; l++)
		w.q[l] = w.p[(7 * l + 3) % (w.users * D)];
	for (size_t k = 0; k < 5; k++) {
		const double alpha0 = (const double[]){ 0.1, 0.5, 0.6, 1, 0.3 }[k];
		const struct dpmf_implicit_loss loss = { .keep = (const double[]){ 1, 0.5, 0, 1, 0.7 }[k],
		                                         .alpha0 = alpha0, .lambda = 0.2 };

		assert_int_equal(dpmf_implicit_side(&w.ratings, false, &loss, w.q, D, 1, solved, NULL), DPMF_OK);
		for (size_t i = 0; i < w.users; i++) {
			double x[D];

			brute(&w, i, loss.keep, alpha0, 0.2, x);
			for (size_t l = 0; l < D; l++)
				assert_near(solved[i * D + l], x[l], 1e-12 * (1 + fabs(x[l])));
		}
	}
	dpmf_ratings_free(&w.ratings);
}

static void test_jobs(void **state)
{
	static struct world w;
	const struct dpmf_implicit_loss loss = { .keep = 1, .alpha0 = 0.1, .lambda = 0.01 };
	double *one, *other;

	(void)state;
	make(MOST_USERS, MOST_ITEMS, &w);
	one = malloc(w.users * D * sizeof *one);
	other = malloc(w.users * D * sizeof *other);
	assert_non_null(one);
	assert_non_null(other);
	assert_int_equal(dpmf_implicit_side(&w.ratings, true, &loss, w.p, D, 1, w.q, NULL), DPMF_OK);
	assert_int_equal(dpmf_implicit_side(&w.ratings, false, &loss, w.q, D, 1, one, NULL), DPMF_OK);
	for (unsigned jobs = 2; jobs < 7; jobs++) {
		assert_int_equal(dpmf_implicit_side(&w.ratings, false, &loss, w.q, D, jobs, other, NULL), DPMF_OK);
		assert_memory_equal(one, other, w.users * D * sizeof *one);
	}
	free(one);
	free(other);
	dpmf_ratings_free(&w.ratings);
}

static void test_nobody(void **state)
{
	struct dpmf_ratings ratings = { .users = 2, .items = 3, .count = 2, .column = (size_t[]){ 0, 1, 1, 2 },
	                                .user = (uint32_t[]){ 0, 1 } };
	const double p[2 * D] = { 1, 2, 3, 4, 5, 5, 4, 3, 2, 1 };

	(void)state;
	for (int keep = 0; keep < 2; keep++) {
		const struct dpmf_implicit_loss loss = { .keep = keep, .alpha0 = 1, .lambda = 0.01 };
		double q[3 * D];

		assert_int_equal(dpmf_implicit_side(&ratings, true, &loss, p, D, 1, q, NULL), DPMF_OK);
		for (size_t l = 0; l < D; l++)
			assert_true(q[D + l] == 0);
		assert_true(product(q, p) > 0.1 && product(q + 2 * D, p + D) > 0.1);
	}
}

static void assert_refused(const struct world *w, struct dpmf_implicit_loss loss, const char *word)
{
	struct dpmf_error error = { "" };
	double q[MOST_ITEMS * D];

	for (size_t l = 0; l < w->items * D; l++)
		q[l] = 7;
	assert_int_equal(dpmf_implicit_side(&w->ratings, true, &loss, w->p, D, 1, q, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, word));
	for (size_t l = 0; l < w->items * D; l++)
		assert_true(q[l] == 7);
}

static void test_refusals(void **state)
{
	static struct world w;

	(void)state;
	make(9, 4, &w);
	assert_refused(&w, (struct dpmf_implicit_loss){ .keep = 1.1, .alpha0 = 0.1, .lambda = 1 }, "keep");
	assert_refused(&w, (struct dpmf_implicit_loss){ .keep = NAN, .alpha0 = 0.1, .lambda = 1 }, "keep");
	assert_refused(&w, (struct dpmf_implicit_loss){ .keep = 1, .alpha0 = 0, .lambda = 1 }, "alpha0");
	assert_refused(&w, (struct dpmf_implicit_loss){ .keep = 1, .alpha0 = 1.5, .lambda = 1 }, "alpha0");
	assert_refused(&w, (struct dpmf_implicit_loss){ .keep = 1, .alpha0 = 0.1, .lambda = 0 }, "lambda");
	assert_refused(&w, (struct dpmf_implicit_loss){ .keep = 1, .alpha0 = 0.1, .lambda = INFINITY }, "lambda");
	w.p[3] = 1e200;
	assert_refused(&w, (struct dpmf_implicit_loss){ .keep = 1, .alpha0 = 0.1, .lambda = 1 }, "smaller");
	w.p[3] = NAN;
	assert_refused(&w, (struct dpmf_implicit_loss){ .keep = 1, .alpha0 = 0.1, .lambda = 1 }, "smaller");
	dpmf_ratings_free(&w.ratings);
}

static void test_cholesky(void **state)
{
	double a[9] = { 4, 2, -2, 99, 10, 2, 99, 99, 6 }, x[3] = { 2, 19, 7 };
	double indefinite[4] = { 1, 2, 0, 3 }, unknown[1] = { NAN }, infinite[1] = { INFINITY };

	(void)state;
	assert_true(dpmf_cholesky(a, 3));
	assert_true(a[0] == 2 && a[1] == 1 && a[2] == -1 && a[4] == 3 && a[5] == 1 && a[8] == 2);
	assert_true(a[3] == 99 && a[6] == 99 && a[7] == 99);
	dpmf_cholesky_solve(a, 3, x);
	assert_near(4 * x[0] + 2 * x[1] - 2 * x[2], 2, 1e-13);
	assert_near(2 * x[0] + 10 * x[1] + 2 * x[2], 19, 1e-13);
	assert_near(-2 * x[0] + 2 * x[1] + 6 * x[2], 7, 1e-13);
	assert_false(dpmf_cholesky(indefinite, 2));
	assert_false(dpmf_cholesky(unknown, 1));
	assert_false(dpmf_cholesky(infinite, 1));
}

/* More columns than one product has, and no multiple of them: the whole triangle, and what solves it. */
static void test_blas(void **state)
{
	enum { MOST = 40, ROWS = 60 };
	static double x[ROWS * MOST], c[MOST * MOST], b[MOST], sum[MOST];
	double indefinite[4] = { 1, 2, 2, 3 }, unknown[1] = { NAN }, infinite[1] = { INFINITY }, one[2] = { 1, 1 };
	struct dpmf_stream s;
	struct dpmf_key key;

	(void)state;
	assert_int_equal(dpmf_blas_load(NULL), DPMF_OK);
	dpmf_key_from_seed(5, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (size_t d = 1; d <= MOST; d++) {
		for (size_t l = 0; l < ROWS * d; l++)
			x[l] = centred(&s);
		for (size_t l = 0; l < d * d; l++)
			c[l] = l % (d + 1) == 0 ? 4 : 0.5;
		dpmf_blas_gram(0.25, x, ROWS, d, 2, c);
		for (size_t i = 0; i < d; i++) {
			b[i] = centred(&s);
			sum[i] = -b[i];
			for (size_t j = i; j < d; j++) {
				double value = i == j ? 8 : 1;

				for (size_t k = 0; k < ROWS; k++)
					value += 0.25 * x[k * d + i] * x[k * d + j];
				assert_near(c[i * d + j], value, 1e-12);
			}
		}
		for (size_t i = 0; i < d; i++) {
			for (size_t j = 0; j < i; j++)
				c[i * d + j] = NAN;
			for (size_t j = i; j < d; j++)
				x[i * d + j] = x[j * d + i] = c[i * d + j];
		}
		assert_true(dpmf_blas_solve(c, d, b));
		for (size_t i = 0; i < d; i++) {
			for (size_t j = 0; j < d; j++)
				sum[i] += x[i * d + j] * b[j];
			assert_near(sum[i], 0, 1e-12);
		}
	}
	assert_false(dpmf_blas_solve(indefinite, 2, one));
	assert_false(dpmf_blas_solve(unknown, 1, one));
	assert_false(dpmf_blas_solve(infinite, 1, one));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gradient), cmocka_unit_test(test_brute), cmocka_unit_test(test_jobs),
		cmocka_unit_test(test_nobody), cmocka_unit_test(test_refusals), cmocka_unit_test(test_cholesky),
		cmocka_unit_test(test_blas),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
