/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Microseconds for a quadratic over a ball, solved and certified, beside
   gsl_eigen_symmv alone and projected gradient descent until it moves by 1e-8 of
   the radius, both on the definite ones. Processor time, all threads together. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <gsl/gsl_eigen.h>

#include "core/stream.h"
#include "core/vector.h"
#include "solve/ball_qp.h"
#include "solve/pgd.h"

enum { PROBLEMS = 8 };

struct bench {
	size_t d;
	double *a, *b, *q, *spare; /* PROBLEMS of each */
	double r;
	struct dpmf_ball_qp qp;
	gsl_eigen_symmv_workspace *gsl;
	gsl_matrix *matrix, *vectors;
	gsl_vector *values;
};

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double centred(struct dpmf_stream *s)
{
	return (double)(dpmf_stream_word(s) >> 11) * 0x1p-52 - 1;
}

/* A = X'X of 2 d random rows, less `below` of its mean diagonal; the ball is just too small. */
static void draw(struct bench *bench, double below)
{
	const size_t d = bench->d;
	struct dpmf_stream s;
	struct dpmf_key key;

	dpmf_key_from_seed(d, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	memset(bench->a, 0, PROBLEMS * d * d * sizeof *bench->a);
	for (size_t p = 0; p < PROBLEMS; p++) {
		double *a = bench->a + p * d * d, *row = bench->q;

		for (size_t k = 0; k < 2 * d; k++) {
			for (size_t i = 0; i < d; i++)
				row[i] = centred(&s);
			for (size_t i = 0; i < d; i++)
				dpmf_add_scaled(row[i], row, d, a + i * d);
		}
		for (size_t i = 0; i < d; i++) {
			a[i * d + i] -= below * (double)d * 2 / 3;
			bench->b[p * d + i] = (double)d * centred(&s);
		}
	}
	bench->r = 0.2 * sqrt((double)d);
}

static void solve(struct bench *bench, size_t p)
{
	const size_t d = bench->d;
	struct dpmf_ball_certificate certificate;
	struct dpmf_error error;

	if (dpmf_ball_qp_solve(&bench->qp, bench->a + p * d * d, bench->b + p * d, bench->r, bench->q, &certificate, &error))
		fprintf(stderr, "%s\n", error.text);
}

static void decompose(struct bench *bench, size_t p)
{
	const size_t d = bench->d;

	memcpy(bench->matrix->data, bench->a + p * d * d, d * d * sizeof(double));
	gsl_eigen_symmv(bench->matrix, bench->values, bench->vectors, bench->gsl);
}

static void descend(struct bench *bench, size_t p)
{
	const size_t d = bench->d;

	memset(bench->q, 0, d * sizeof *bench->q);
	dpmf_pgd(bench->a + p * d * d, bench->b + p * d, d, bench->r, 100000, 1e-8, bench->q, bench->spare);
}

/* The least of five runs of at least 20 ms. */
static double microseconds(struct bench *bench, void (*work)(struct bench *, size_t))
{
	double least = INFINITY;

	for (int run = 0; run < 5; run++) {
		const double start = seconds();
		size_t count = 0;

		do
			work(bench, count % PROBLEMS);
		while (++count % PROBLEMS || seconds() < start + 0.02);
		least = fmin(least, (seconds() - start) * 1e6 / (double)count);
	}
	return least;
}

int main(void)
{
	const size_t dimensions[] = { 8, 16, 20, 32, 64 };

	printf("%4s %16s %16s %16s %16s\n", "d", "indefinite (us)", "definite (us)", "gsl_eigen_symmv", "descent");
	for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++) {
		const size_t d = dimensions[i];
		struct bench bench = { .d = d, .a = calloc(PROBLEMS * d * (d + 1) + 2 * d, sizeof(double)),
		                       .gsl = gsl_eigen_symmv_alloc(d), .matrix = gsl_matrix_alloc(d, d),
		                       .vectors = gsl_matrix_alloc(d, d), .values = gsl_vector_alloc(d) };
		double indefinite;

		if (!bench.a || dpmf_ball_qp_open(&bench.qp, d, NULL))
			return 3;
		bench.b = bench.a + PROBLEMS * d * d;
		bench.q = bench.b + PROBLEMS * d;
		bench.spare = bench.q + d;
		draw(&bench, 0.5);
		indefinite = microseconds(&bench, solve);
		draw(&bench, 0);
		printf("%4zu %16.1f %16.1f %16.1f %16.1f\n", d, indefinite, microseconds(&bench, solve),
		       microseconds(&bench, decompose), microseconds(&bench, descend));
		dpmf_ball_qp_close(&bench.qp);
		gsl_eigen_symmv_free(bench.gsl);
		gsl_matrix_free(bench.matrix);
		gsl_matrix_free(bench.vectors);
		gsl_vector_free(bench.values);
		free(bench.a);
	}
	return 0;
}
