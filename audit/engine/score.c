/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

enum {
	EVEN_BINS = 64,
	TAIL_BINS = 5,             /* and on each side: 1/128, 1/256, ... of the runs */
	EDGES = EVEN_BINS - 1 + 2 * TAIL_BINS,
	MOST_FOR_PRODUCTS = 6,     /* with more numbers than this, no products */
	NEWTON_STEPS = 8,
};

struct audit_score {
	size_t dims, features;
	double *middle, *spread;   /* per number seen: median, and half the middle half's width */
	double *line;              /* coefficient of each feature */
	double edge[EDGES];
	double ratio[EDGES + 1];
};

static size_t feature_count(size_t dims)
{
	return 1 + 2 * dims + (dims <= MOST_FOR_PRODUCTS ? dims * (dims + 1) / 2 : 0);
}

/* 1, z_i, |z_i| and z_i z_j of the standardised numbers, far ones drawn in. */
static void features_of(const struct audit_score *s, const double *seen, double *feature)
{
	size_t f = 0;

	feature[f++] = 1;
	for (size_t i = 0; i < s->dims; i++) {
		const double z = (seen[i] - s->middle[i]) / s->spread[i];

		feature[f++] = fmax(-10, fmin(10, z));
	}
	for (size_t i = 0; i < s->dims; i++)
		feature[f++] = fabs(feature[1 + i]);
	if (s->dims > MOST_FOR_PRODUCTS)
		return;
	for (size_t i = 0; i < s->dims; i++)
		for (size_t j = 0; j <= i; j++)
			feature[f++] = feature[1 + i] * feature[1 + j] / 10;
}

static double project(const struct audit_score *s, const double *seen, double *feature)
{
	if (s->dims == 1)
		return seen[0];

	double sum = 0;

	features_of(s, seen, feature);
	for (size_t f = 0; f < s->features; f++)
		sum += s->line[f] * feature[f];
	return sum;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void standardise(struct audit_score *s, const double *seen[2], size_t trials, double *column)
{
	for (size_t d = 0; d < s->dims; d++) {
		for (int world = 0; world < 2; world++)
			for (size_t i = 0; i < trials; i++)
				column[(size_t)world * trials + i] = seen[world][i * s->dims + d];
		qsort(column, 2 * trials, sizeof(double), ascending);
		s->middle[d] = column[trials];
		s->spread[d] = (column[trials + trials / 2] - column[trials / 2]) / 2;
		if (!(s->spread[d] > 0))
			s->spread[d] = 1;
	}
}

/* Adds one run to the gradient and the Hessian of the log loss. */
static void newton_add(const struct audit_score *s, const double *feature, double label, double *gradient, double *hessian)
{
	const size_t n = s->features;
	double sum = 0;

	for (size_t f = 0; f < n; f++)
		sum += s->line[f] * feature[f];

	const double p = 1 / (1 + exp(-sum)), curve = p * (1 - p);

	for (size_t f = 0; f < n; f++) {
		gradient[f] += (p - label) * feature[f];
		for (size_t g = 0; g <= f; g++)
			hessian[f * n + g] += curve * feature[f] * feature[g];
	}
}

static int newton_solve(struct audit_score *s, double *gradient, double *hessian, double ridge)
{
	const size_t n = s->features;

	for (size_t f = 0; f < n; f++) {
		gradient[f] += ridge * s->line[f];
		hessian[f * n + f] += ridge;
	}
	gsl_matrix_view h = gsl_matrix_view_array(hessian, n, n);
	gsl_vector_view g = gsl_vector_view_array(gradient, n);

	if (gsl_linalg_cholesky_decomp1(&h.matrix) != GSL_SUCCESS ||
	    gsl_linalg_cholesky_svx(&h.matrix, &g.vector) != GSL_SUCCESS)
		return -1;
	for (size_t f = 0; f < n; f++)
		s->line[f] -= gradient[f];
	return 0;
}

/* Penalised logistic regression; a step that cannot be solved ends it early. */
static void fit_line(struct audit_score *s, const double *seen[2], size_t trials, double *feature, double *work)
{
	const size_t n = s->features;
	double *gradient = work, *hessian = work + n;

	for (int step = 0; step < NEWTON_STEPS; step++) {
		memset(work, 0, (n + n * n) * sizeof(double));
		for (int world = 0; world < 2; world++) {
			for (size_t i = 0; i < trials; i++) {
				features_of(s, seen[world] + i * s->dims, feature);
				newton_add(s, feature, world == 0, gradient, hessian);
			}
		}
		if (newton_solve(s, gradient, hessian, 1 + 1e-4 * (double)trials))
			return;
	}
}

static void place_edges(struct audit_score *s, const double *sorted, size_t count)
{
	size_t e = 0;

	for (size_t t = TAIL_BINS; t > 0; t--)
		s->edge[e++] = sorted[count / ((size_t)EVEN_BINS << t)];
	for (size_t b = 1; b < EVEN_BINS; b++)
		s->edge[e++] = sorted[b * count / EVEN_BINS];
	for (size_t t = 1; t <= TAIL_BINS; t++)
		s->edge[e++] = sorted[count - 1 - count / ((size_t)EVEN_BINS << t)];
}

static size_t bin_of(const struct audit_score *s, double x)
{
	size_t low = 0, high = EDGES;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (s->edge[middle] <= x)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void fill_histograms(struct audit_score *s, const double *along, size_t trials)
{
	double count[2][EDGES + 1] = { { 0 } };

	for (size_t world = 0; world < 2; world++)
		for (size_t i = 0; i < trials; i++)
			count[world][bin_of(s, along[world * trials + i])]++;
	/* Four runs more in each bin: an empty bin says little. */
	for (size_t b = 0; b <= EDGES; b++)
		s->ratio[b] = log((count[0][b] + 4) / (count[1][b] + 4));
}

static enum dpmf_status learn(struct audit_score *s, const double *seen[2], size_t trials, struct dpmf_error *error)
{
	const size_t n = s->features;
	double *along = malloc(2 * trials * sizeof(double));
	double *sorted = malloc(2 * trials * sizeof(double));
	double *work = malloc((2 * n + n * n) * sizeof(double));
	enum dpmf_status status = DPMF_OK;

	if (along && sorted && work) {
		double *feature = work + n + n * n;

		if (s->dims > 1) {
			standardise(s, seen, trials, sorted);
			fit_line(s, seen, trials, feature, work);
		}
		for (size_t world = 0; world < 2; world++)
			for (size_t i = 0; i < trials; i++)
				along[world * trials + i] = project(s, seen[world] + i * s->dims, feature);
		memcpy(sorted, along, 2 * trials * sizeof(double));
		qsort(sorted, 2 * trials, sizeof(double), ascending);
		place_edges(s, sorted, 2 * trials);
		fill_histograms(s, along, trials);
	} else {
		status = dpmf_fail(error, DPMF_FAILED, "no memory for learning a score from %zu runs: use fewer --trials", trials);
	}
	free(along);
	free(sorted);
	free(work);
	return status;
}

enum dpmf_status audit_score_learn(const double *seen[2], size_t trials, size_t dims,
                                   struct audit_score **score, struct dpmf_error *error)
{
	struct audit_score *s = calloc(1, sizeof(*s));

	if (s) {
		s->dims = dims;
		s->features = feature_count(dims);
		s->middle = calloc(dims, sizeof(double));
		s->spread = calloc(dims, sizeof(double));
		s->line = calloc(s->features, sizeof(double));
	}
	if (!s || !s->middle || !s->spread || !s->line) {
		audit_score_free(s);
		return dpmf_fail(error, DPMF_FAILED, "no memory for a score of %zu numbers", dims);
	}
	const enum dpmf_status status = learn(s, seen, trials, error);

	if (status != DPMF_OK)
		audit_score_free(s);
	else
		*score = s;
	return status;
}

double audit_score_of(const struct audit_score *score, const double *seen)
{
	double feature[1 + 2 * 64 + MOST_FOR_PRODUCTS * (MOST_FOR_PRODUCTS + 1) / 2];

	return score->ratio[bin_of(score, project(score, seen, feature))];
}

void audit_score_free(struct audit_score *score)
{
	if (!score)
		return;
	free(score->middle);
	free(score->spread);
	free(score->line);
	free(score);
}
