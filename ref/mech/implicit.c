/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/implicit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/wipe.h"
#include "mech/dpimf/kernels.h"
#include "solve/blas.h"
#include "solve/cholesky.h"

enum { BLOCK = 512 }; /* profiles of one product */

struct side {
	const struct dpmf_implicit_loss *loss;
	const size_t *start;    /* whose interactions are partner[start[i]] .. partner[start[i + 1] - 1] */
	const uint32_t *partner;
	size_t count, of_all;   /* profiles to solve for, profiles that are fixed */
	const double *fixed;
	size_t d;
	const double *gram;     /* alpha0 sum of p (x) p over all; at keep = 0 the Cholesky factor of every profile's matrix */
	const double *ones;     /* BLOCK of them */
	double *solved;
};

static struct side side_of(const struct dpmf_ratings *ratings, bool items)
{
	if (items)
		return (struct side){ .start = ratings->column, .partner = ratings->user,
		                      .count = ratings->items, .of_all = ratings->users };
	return (struct side){ .start = ratings->row, .partner = ratings->item,
	                      .count = ratings->users, .of_all = ratings->items };
}

/* Adds lambda times what the paper weights the regularizer with. */
static void regularize(const struct side *s, size_t interactions, double *a)
{
	const struct dpmf_implicit_loss *loss = s->loss;
	const double weight = loss->lambda *
		dpmf_dpimf_regularizer(loss->keep, loss->alpha0, (double)interactions, (double)s->of_all);

	for (size_t l = 0; l < s->d; l++)
		a[l * s->d + l] += weight;
}

static void gather(const struct side *s, size_t from, size_t n, double *block)
{
	for (size_t k = 0; k < n; k++)
		memcpy(block + k * s->d, s->fixed + s->partner[from + k] * s->d, s->d * sizeof *block);
}

/* keep G_i + alpha0 G + lambda (..) E, upper triangle, unless keep is 0; and g_i, the sum of p over U_i. */
static void build(const struct side *s, size_t i, double *block, double *a, double *g)
{
	const size_t d = s->d;

	memcpy(a, s->gram, d * d * sizeof *a);
	memset(g, 0, d * sizeof *g);
	for (size_t from = s->start[i]; from < s->start[i + 1];) {
		const size_t left = s->start[i + 1] - from, n = left < BLOCK ? left : BLOCK;

		gather(s, from, n, block);
		if (s->loss->keep != 0)
			dpmf_blas_gram(s->loss->keep, block, n, d, 1, a);
		dpmf_blas_add_rows(block, n, d, s->ones, g);
		from += n;
	}
	regularize(s, s->start[i + 1] - s->start[i], a);
}

static enum dpmf_status solve_range(void *context, size_t begin, size_t end)
{
	const struct side *s = context;
	const size_t d = s->d;
	double *block = malloc((BLOCK + d) * d * sizeof *block), *a = block ? block + BLOCK * d : NULL;
	bool solved = block != NULL;

	for (size_t i = begin; solved && i < end; i++) {
		double *q = s->solved + i * d;

		build(s, i, block, a, q);
		if (s->start[i] == s->start[i + 1])
			continue;
		if (s->loss->keep != 0)
			solved = dpmf_blas_solve(a, d, q);
		else
			dpmf_cholesky_solve(s->gram, d, q);
	}
	dpmf_wipe_free(block, (BLOCK + d) * d * sizeof *block);
	return solved ? DPMF_OK : DPMF_FAILED;
}

/* At keep = 0 every profile's matrix is alpha0 (G + lambda |U| E). */
static bool factor_once(const struct side *s, double *gram)
{
	regularize(s, 0, gram);
	return dpmf_cholesky(gram, s->d);
}

static bool all_finite(const double *gram, size_t d)
{
	for (size_t i = 0; i < d; i++)
		for (size_t j = i; j < d; j++)
			if (!isfinite(gram[i * d + j]))
				return false;
	return true;
}

enum dpmf_status dpmf_implicit_check(const struct dpmf_implicit_loss *loss, size_t d, struct dpmf_error *error)
{
	if (!(loss->keep >= 0) || !(loss->keep <= 1))
		return dpmf_fail(error, DPMF_INPUT, "keep is %g: it is 1, or 1 - alpha0", loss->keep);
	if (!(loss->alpha0 > 0) || !(loss->alpha0 <= 1))
		return dpmf_fail(error, DPMF_INPUT, "alpha0 is %g: it is above 0 and at most 1", loss->alpha0);
	if (!(loss->lambda > 0) || !isfinite(loss->lambda))
		return dpmf_fail(error, DPMF_INPUT, "lambda is %g: it must be a finite number above 0", loss->lambda);
	if (d < 1 || d > 1024)
		return dpmf_fail(error, DPMF_INPUT, "profiles have %zu factors: ask for 1 to 1024", d);
	return DPMF_OK;
}

static enum dpmf_status solve_side(struct side *s, unsigned jobs, double *gram, struct dpmf_error *error)
{
	double ones[BLOCK];

	for (size_t k = 0; k < BLOCK; k++)
		ones[k] = 1;
	s->ones = ones;
	s->gram = gram;
	dpmf_blas_gram(s->loss->alpha0, s->fixed, s->of_all, s->d, 0, gram);
	if (!all_finite(gram, s->d) || (s->loss->keep == 0 && !factor_once(s, gram)))
		return dpmf_fail(error, DPMF_INPUT, "the fixed profiles' squares are not finite: start from smaller ones, or raise lambda");
	if (dpmf_parallel(s->count, jobs, solve_range, s) != DPMF_OK)
		return dpmf_fail(error, DPMF_FAILED, "no memory to solve %zu profiles, or their matrix is not positive definite "
		                 "in doubles: raise lambda", s->count);
	return DPMF_OK;
}

enum dpmf_status dpmf_implicit_side(const struct dpmf_ratings *ratings, bool items, const struct dpmf_implicit_loss *loss,
                                    const double *fixed, size_t d, unsigned jobs, double *solved,
                                    struct dpmf_error *error)
{
	struct side s = side_of(ratings, items);
	enum dpmf_status status = dpmf_implicit_check(loss, d, error);
	double *gram;

	if (status == DPMF_OK)
		status = dpmf_blas_load(error);
	if (status != DPMF_OK)
		return status;
	gram = calloc(d * d, sizeof *gram);
	s.loss = loss;
	s.fixed = fixed;
	s.d = d;
	s.solved = malloc((s.count ? s.count : 1) * d * sizeof *s.solved);
	status = gram && s.solved ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for %zu profiles", s.count);
	if (status == DPMF_OK)
		status = solve_side(&s, jobs, gram, error);
	if (status == DPMF_OK)
		memcpy(solved, s.solved, s.count * d * sizeof *solved);
	free(gram);
	dpmf_wipe_free(s.solved, s.count * d * sizeof *s.solved);
	return status;
}
