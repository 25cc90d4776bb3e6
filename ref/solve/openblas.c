/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve/blas.h"

#include <dlfcn.h>
#include <gsl/gsl_cblas.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY ((size_t)96 << 20)
#define A_THREAD ((size_t)48 << 20)

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Global: one library a process. */
static struct {
	__typeof__(cblas_dsyrk) *dsyrk;
	__typeof__(cblas_dgemv) *dgemv;
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

	if (!library || !find(library, "cblas_dgemv", &blas.dgemv) ||
	    !find(library, "openblas_set_num_threads", &blas.set_threads) || !find(library, "cblas_dsyrk", &blas.dsyrk)) {
		blas.dsyrk = NULL;
		return;
	}
	blas.set_threads(1);
}

enum dpmf_status dpmf_blas_load(struct dpmf_error *error)
{
	pthread_once(&once, load);
	if (blas.dsyrk)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "libopenblas.so.0 cannot be loaded: install OpenBLAS, or free memory");
}

void dpmf_blas_gram(double a, const double *x, size_t n, size_t d, double b, double *c)
{
	blas.dsyrk(CblasRowMajor, CblasUpper, CblasTrans, (int)d, (int)n, a, x, (int)d, b, c, (int)d);
}

void dpmf_blas_add_rows(const double *x, size_t n, size_t d, const double *w, double *y)
{
	blas.dgemv(CblasRowMajor, CblasTrans, (int)n, (int)d, 1, x, (int)d, w, 1, 1, y, 1);
}
