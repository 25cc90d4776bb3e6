/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `verify` does with one test of an algorithm: the inputs are read, the domain is tested, and the outputs are
   recomputed by libdpmf. */
#ifndef VECTORS_CHECKS_H
#define VECTORS_CHECKS_H
#include <jansson.h>

#include "core/status.h"
#include "vectors/format/book.h"
#include "vectors/format/spec.h"

/* What the checks of whole rounds share: got[name] = the rows, 0 when that was
   possible; whether every pair exists and none stands there twice. */
int check_put_rows(json_t *got, const char *name, const double *x, size_t rows, size_t columns);
bool pairs_allowed(const int64_t *user, const int64_t *item, size_t count, size_t users, size_t items);

/* The library refused, or could not answer: memory was short. */
static inline enum checked check_refused(enum dpmf_status status)
{
	return status == DPMF_FAILED ? CHECK_FAILED : CHECK_REFUSES;
}

#define CHECK(name) enum checked check_##name(const json_t *inputs, const json_t *expected, json_t *got)

#endif
