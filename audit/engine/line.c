/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

#include "audit/engine/sort.h"

enum {
	PRODUCTS_MOST = 21,        /* all of six numbers; of more, those whose means differ most between the worlds */
	SCREENED_MOST = 20000,     /* runs of each world that are looked at for that */
	NEWTON_STEPS = 8,
};

struct line {
	size_t dims, features, products;
	unsigned char product[PRODUCTS_MOST][2]; /* which two numbers */
	bool words;
	double *middle, *spread;   /* per number seen: median, and half the middle half's width */
	double *line;              /* coefficient of each feature */
	double *feature;           /* room for one run's */
};

static size_t product_count(size_t dims)
{
	const size_t all = dims * (dims + 1) / 2;

	return all < PRODUCTS_MOST ? all : PRODUCTS_MOST;
}

static size_t feature_count(size_t dims, bool words)
{
	return 1 + (words ? 3 : 2) * dims + product_count(dims);
}

static double standard(const struct line *s, const double *seen, size_t i)
{
	return isnan(seen[i]) ? 0 : fmax(-10, fmin(10, (seen[i] - s->middle[i]) / s->spread[i]));
}

/* 1, z_i, |z_i|, the words' ratios, and z_i z_j of the standardised numbers, far ones drawn in. */
static void features_of(const struct line *s, const struct words *words, const double *seen, double *feature)
{
	size_t f = 0;

	feature[f++] = 1;
	for (size_t i = 0; i < s->dims; i++)
		feature[f++] = standard(s, seen, i);
	for (size_t i = 0; i < s->dims; i++)
		feature[f++] = fabs(feature[1 + i]);
	for (size_t i = 0; s->words && i < s->dims; i++)
		feature[f++] = isnan(seen[i]) ? words_ratio(words, i, seen[i]) : 0;
	for (size_t p = 0; p < s->products; p++)
		feature[f++] = feature[1 + s->product[p][0]] * feature[1 + s->product[p][1]] / 10;
}

static double along(const struct line *s, const double *feature)
{
	double sum = 0;

	for (size_t f = 0; f < s->features; f++)
		sum += s->line[f] * feature[f];
	return sum;
}

double line_of(const struct line *line, const struct words *words, const double *seen)
{
	features_of(line, words, seen, line->feature);
	return along(line, line->feature);
}

static void standardise(struct line *s, const double *const seen[2], size_t trials, double *column)
{
	for (size_t d = 0; d < s->dims; d++) {
		size_t count = 0;

		for (int world = 0; world < 2; world++)
			for (size_t i = 0; i < trials; i++)
				if (!isnan(seen[world][i * s->dims + d]))
					column[count++] = seen[world][i * s->dims + d];
		audit_sort(column, count);
		s->middle[d] = count ? column[count / 2] : 0;
		s->spread[d] = count ? (column[count - 1 - count / 4] - column[count / 4]) / 2 : 1;
		if (!isfinite(s->middle[d]))
			s->middle[d] = 0;
		if (!(s->spread[d] > 0) || !isfinite(s->spread[d]))
			s->spread[d] = 1;
	}
}

/* How many standard errors apart the means of a product are. */
static double apart(const struct line *s, const double *const seen[2], size_t trials, size_t i, size_t j)
{
	double mean[2], variance[2];

	for (int world = 0; world < 2; world++) {
		double sum = 0, squares = 0;

		for (size_t run = 0; run < trials; run++) {
			const double *row = seen[world] + run * s->dims, x = standard(s, row, i) * standard(s, row, j);

			sum += x;
			squares += x * x;
		}
		mean[world] = sum / (double)trials;
		variance[world] = squares / (double)trials - mean[world] * mean[world];
	}
	const double spread = variance[0] + variance[1];

	return spread > 0 ? fabs(mean[0] - mean[1]) / sqrt(spread) : 0;
}

/* Keeps the products that tell most, the best first. */
static void choose_products(struct line *s, const double *const seen[2], size_t trials)
{
	const size_t looked = trials < SCREENED_MOST ? trials : SCREENED_MOST, most = product_count(s->dims);
	double found[PRODUCTS_MOST];

	for (size_t i = 0; i < s->dims; i++) {
		for (size_t j = 0; j <= i; j++) {
			const double here = apart(s, seen, looked, i, j);
			size_t at = s->products;

			if (at == most && here <= found[most - 1])
				continue;
			s->products += at < most;
			for (at = at < most ? at : most - 1; at > 0 && found[at - 1] < here; at--) {
				found[at] = found[at - 1];
				memcpy(s->product[at], s->product[at - 1], sizeof(s->product[at]));
			}
			found[at] = here;
			s->product[at][0] = (unsigned char)i;
			s->product[at][1] = (unsigned char)j;
		}
	}
}

/* Adds one run to the gradient and the Hessian of the log loss. */
static void newton_add(const struct line *s, const double *feature, double label, double *gradient, double *hessian)
{
	const size_t n = s->features;
	const double p = 1 / (1 + exp(-along(s, feature))), curve = p * (1 - p);

	for (size_t f = 0; f < n; f++) {
		gradient[f] += (p - label) * feature[f];
		for (size_t g = 0; g <= f; g++)
			hessian[f * n + g] += curve * feature[f] * feature[g];
	}
}

static int newton_solve(struct line *s, double *gradient, double *hessian, double ridge)
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
static void fit_line(struct line *s, const struct words *words, const double *const seen[2], size_t trials, double *work)
{
	const size_t n = s->features;
	double *gradient = work, *hessian = work + n;

	for (int step = 0; step < NEWTON_STEPS; step++) {
		memset(work, 0, (n + n * n) * sizeof(double));
		for (int world = 0; world < 2; world++) {
			for (size_t i = 0; i < trials; i++) {
				features_of(s, words, seen[world] + i * s->dims, s->feature);
				newton_add(s, s->feature, world == 0, gradient, hessian);
			}
		}
		if (newton_solve(s, gradient, hessian, 1 + 1e-4 * (double)trials))
			return;
	}
}

static struct line *line_new(size_t dims, bool words)
{
	struct line *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->dims = dims;
	s->words = words;
	s->features = feature_count(dims, words);
	s->middle = calloc(dims, sizeof(double));
	s->spread = calloc(dims, sizeof(double));
	s->line = calloc(s->features, sizeof(double));
	s->feature = calloc(s->features, sizeof(double));
	return s;
}

enum dpmf_status line_learn(const double *const seen[2], size_t trials, size_t dims, const struct words *words,
                            struct line **line, struct dpmf_error *error)
{
	struct line *s = line_new(dims, words->any);
	const size_t n = feature_count(dims, words->any);
	double *column = malloc(2 * trials * sizeof(double)), *work = malloc((n + n * n) * sizeof(double));
	enum dpmf_status status = DPMF_OK;

	if (s && s->middle && s->spread && s->line && s->feature && column && work) {
		standardise(s, seen, trials, column);
		choose_products(s, seen, trials);
		fit_line(s, words, seen, trials, work);
		*line = s;
	} else {
		line_free(s);
		status = dpmf_fail(error, DPMF_FAILED, "no memory for learning a score of %zu numbers from %zu runs: use fewer --trials", dims, trials);
	}
	free(column);
	free(work);
	return status;
}

void line_free(struct line *line)
{
	if (!line)
		return;
	free(line->middle);
	free(line->spread);
	free(line->line);
	free(line->feature);
	free(line);
}

struct term {
	double weight;    /* its coefficient */
	double matters;   /* about how much it moves the sum */
	int kind;         /* 0 z, 1 |z|, 2 words, 3 a product */
	size_t a, b;
};

enum { TERMS_MOST = 256, TERMS_TOLD = 4 };

static size_t list_terms(const struct line *s, struct term *term)
{
	static const double spread[] = { 1, 0.6, 1, 1 };
	const int kinds = s->words ? 3 : 2;
	size_t count = 0, f = 1;

	for (int kind = 0; kind < kinds; kind++)
		for (size_t i = 0; i < s->dims; i++, f++)
			term[count++] = (struct term){ s->line[f], fabs(s->line[f]) * spread[kind], kind, i, i };
	for (size_t p = 0; p < s->products; p++, f++)
		term[count++] = (struct term){ s->line[f] / 10, fabs(s->line[f]) / 10, 3, s->product[p][0], s->product[p][1] };
	return count;
}

static int most_first(const void *a, const void *b)
{
	const double x = ((const struct term *)a)->matters, y = ((const struct term *)b)->matters;

	return (x < y) - (x > y);
}

static size_t write_term(const struct term *t, char *text, size_t room)
{
	char what[64];

	if (t->kind == 0)
		snprintf(what, sizeof(what), "z%zu", t->a + 1);
	else if (t->kind == 1)
		snprintf(what, sizeof(what), "|z%zu|", t->a + 1);
	else if (t->kind == 2)
		snprintf(what, sizeof(what), "(log ratio of the word in field %zu)", t->a + 1);
	else if (t->a == t->b)
		snprintf(what, sizeof(what), "z%zu^2", t->a + 1);
	else
		snprintf(what, sizeof(what), "z%zu z%zu", t->a + 1, t->b + 1);
	return (size_t)snprintf(text, room, " %c %.3g %s", t->weight < 0 ? '-' : '+', fabs(t->weight), what);
}

void line_describe(const struct line *line, char *text, size_t room)
{
	struct term term[TERMS_MOST];
	const size_t count = list_terms(line, term);
	size_t told = 0;
	bool named[64] = { false };
	size_t used;

	qsort(term, count, sizeof(*term), most_first);
	while (told < count && told < TERMS_TOLD && term[told].matters >= term[0].matters / 20)
		told++;
	used = (size_t)snprintf(text, room, "S = %.3g", line->line[0]);
	for (size_t i = 0; i < told && used < room; i++)
		used += write_term(&term[i], text + used, room - used);
	if (count > told && used < room)
		used += (size_t)snprintf(text + used, room - used, " + %zu smaller terms", count - told);
	for (size_t i = 0; i < told; i++)
		named[term[i].a] |= term[i].kind != 2, named[term[i].b] |= term[i].kind != 2;
	for (size_t d = 0; d < line->dims && used < room; d++)
		if (named[d])
			used += (size_t)snprintf(text + used, room - used, ", z%zu = (number %zu %c %.3g) / %.3g", d + 1, d + 1,
			                         line->middle[d] < 0 ? '+' : '-', fabs(line->middle[d]), line->spread[d]);
}
