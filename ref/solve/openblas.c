/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve/blas.h"

#include <dlfcn.h>
#include <gsl/gsl_cblas.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY ((size_t)96 << 20)
#define A_THREAD ((size_t)48 << 20)

enum { STRIP = 8 }; /* columns of one product: OpenBLAS multiplies as few without copying them first */

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Global: one library a process. */
static struct {
	__typeof__(cblas_dgemm) *dgemm;
	__typeof__(cblas_dgemv) *dgemv;
	/* LAPACK's, columns first: its lower triangle is our upper one. */
	void (*dposv)(const char *uplo, const int *n, const int *columns, double *a, const int *lda, double *x,
	              const int *ldx, int *info);
	void (*set_threads)(int threads);
} blas;

/* C has no cast from a data pointer to one of a function. */
static bool find(void *library, const char *name, void *function)
{
	void *const found = dlsym(library, name);

	memcpy(function, &found, sizeof found);
	return found != NULL;
}

/* Whether there is room for the library, and for a stack and a buffer for each of its threads. */
static bool has_room(void)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	void *room = malloc(LIBRARY + (size_t)(processors > 0 ? processors : 1) * A_THREAD);

	free(room);
	return room != NULL;
}

static void load(void)
{
	void *library = has_room() ? dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL) : NULL;

	if (!library || !find(library, "cblas_dgemv", &blas.dgemv) || !find(library, "dposv_", &blas.dposv) ||
	    !find(library, "openblas_set_num_threads", &blas.set_threads) || !find(library, "cblas_dgemm", &blas.dgemm)) {
		blas.dgemm = NULL;
		return;
	}
	blas.set_threads(1);
}

enum dpmf_status dpmf_blas_load(struct dpmf_error *error)
{
	pthread_once(&once, load);
	if (blas.dgemm)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "libopenblas.so.0 cannot be loaded: install OpenBLAS, or free memory");
}

void dpmf_blas_gram(double a, const double *x, size_t n, size_t d, double b, double *c)
{
	for (size_t i = 0; i < d; i += STRIP)
		blas.dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, (int)(d - i < STRIP ? d - i : STRIP), (int)(d - i), (int)n,
		           a, x + i, (int)d, x + i, (int)d, b, c + i * d + i, (int)d);
}

void dpmf_blas_add_rows(const double *x, size_t n, size_t d, const double *w, double *y)
{
	blas.dgemv(CblasRowMajor, CblasTrans, (int)n, (int)d, 1, x, (int)d, w, 1, 1, y, 1);
}

bool dpmf_blas_solve(double *a, size_t d, double *x)
{
	const int n = (int)d, one = 1;
	int info;

	blas.dposv("L", &n, &one, a, &n, x, &n, &info);
	for (size_t l = 0; info == 0 && l < d; l++)
		if (!(a[l * d + l] > 0) || !isfinite(a[l * d + l]))
			return false;
	return info == 0;
}
