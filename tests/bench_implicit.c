/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seconds of an ials epoch (both sides) on synthetic interactions in the shapes of
   MovieLens-1M and -10M, uneven as those are, on one core, beside one BLAS dsyrk of
   as many floating-point operations in the same run, on one core: of all profiles that
   the epoch gathers, in one (d columns), and of a square matrix, the fastest that BLAS
   has. The peak is that of reading and training, the ratings included. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <gsl/gsl_cblas.h>

#include "mech/implicit.h"
#include "mech/model.h"
#include "tests/bench.h"

extern void openblas_set_num_threads(int threads);

static const struct shape {
	const char *name;
	size_t users, items, interactions, d, epochs;
} shapes[] = {
	{ "6,040 x 3,706", 6040, 3706, 1000209, 16, 5 },
	{ "6,040 x 3,706", 6040, 3706, 1000209, 32, 5 },
	{ "6,040 x 3,706", 6040, 3706, 1000209, 64, 5 },
	{ "71,567 x 10,681", 71567, 10681, 10000000, 20, 2 },
};

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The least of so many epochs. */
static double epoch(const struct shape *shape, const struct dpmf_ratings *ratings, struct dpmf_model *model,
                    struct dpmf_error *error)
{
	const struct dpmf_implicit_loss loss = { .keep = 1, .alpha0 = 0.1, .lambda = 0.01 };
	double least = INFINITY;

	for (size_t t = 0; t < shape->epochs; t++) {
		const double start = seconds();

		if (dpmf_implicit_side(ratings, false, &loss, model->v, shape->d, 1, model->u, error) != DPMF_OK ||
		    dpmf_implicit_side(ratings, true, &loss, model->u, shape->d, 1, model->v, error) != DPMF_OK)
			return NAN;
		least = fmin(least, seconds() - start);
	}
	return least;
}

/* 2 nnz d (d + 1) operations for the matrices of both sides, those of G and of Cholesky not counted; a dsyrk takes
   rows columns (columns + 1). */
static double dsyrk(size_t rows, size_t columns)
{
	double *x = malloc(rows * columns * sizeof *x), *c = calloc(columns * columns, sizeof *c), least = INFINITY;

	for (size_t i = 0; x && i < rows * columns; i++)
		x[i] = (double)(i % 17) / 17;
	openblas_set_num_threads(1);
	for (int t = 0; x && c && t < 5; t++) {
		const double start = seconds();

		cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, (int)columns, (int)rows, 1, x, (int)columns, 0, c, (int)columns);
		least = fmin(least, seconds() - start);
	}
	free(x);
	free(c);
	return least;
}

static int run(size_t line)
{
	const struct shape *shape = &shapes[line];
	struct dpmf_error error = { "" };
	struct dpmf_ratings ratings;
	struct dpmf_model model;
	struct dpmf_key key;
	struct rusage used;
	double taken, tall, square;
	size_t n;

	if (dpmf_stream_start(&error) != DPMF_OK || bench_ratings(shape->users, shape->items, shape->interactions, true, &ratings, &error) != DPMF_OK)
		return fprintf(stderr, "%s\n", error.text), 1;
	dpmf_key_from_seed(1, &key);
	if (dpmf_model_start(&ratings, shape->d, &key, &model, &error) != DPMF_OK)
		return fprintf(stderr, "%s\n", error.text), 1;
	taken = epoch(shape, &ratings, &model, &error);
	getrusage(RUSAGE_SELF, &used);
	dpmf_model_free(&model);
	n = (size_t)cbrt(2 * (double)ratings.count * (double)(shape->d * (shape->d + 1)));
	tall = dsyrk(2 * ratings.count, shape->d);
	square = dsyrk(n, n);
	printf("%-16s %9zu %3zu %9.3f %9.3f %9.3f %7.2f %7.2f %8.0f MB\n", shape->name, ratings.count, shape->d, taken, tall, square,
	       taken / tall, taken / square, (double)used.ru_maxrss / 1024);
	dpmf_ratings_free(&ratings);
	return !isfinite(taken);
}

int main(void)
{
	printf("%-16s %9s %3s %9s %9s %9s %7s %7s %11s\n", "shape", "pairs", "d", "epoch s", "tall s", "square s",
	       "/ tall", "/ square", "peak");
	return bench_lines(run, sizeof shapes / sizeof *shapes);
}
