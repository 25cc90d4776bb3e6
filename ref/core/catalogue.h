/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The public universe: which users, or which items, there are. Whoever reads it
   off the data tells by it who is in the data; so it is given. */
#ifndef DPMF_CORE_CATALOGUE_H
#define DPMF_CORE_CATALOGUE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "core/public.h"
#include "core/status.h"

DPMF_BEGIN

struct dpmf_catalogue {
	size_t count;
	uint32_t *id; /* ascending, no id twice */
};

/* What is given of the data beforehand. NULL: whoever occurs in the file. */
struct dpmf_universe {
	const struct dpmf_catalogue *users, *items;
	bool ranged; /* every rating lies in low .. high */
	double low, high;
};

/* A text file with one id a line, a whole number from 0 to 2^31, in any order.
   CRLF line ends, a byte-order mark, empty lines, blanks around an id and a last
   line without its end are read. An id that stands there twice is refused, and
   so is a file without any. */
enum dpmf_status dpmf_catalogue_read(const char *path, struct dpmf_catalogue *catalogue, struct dpmf_error *error);
/* The ids 1 .. count. */
enum dpmf_status dpmf_catalogue_first(size_t count, struct dpmf_catalogue *catalogue, struct dpmf_error *error);
/* What stands behind --option=: a text of digits alone is a count, another one is a file. */
enum dpmf_status dpmf_catalogue_given(const char *option, const char *text,
                                      struct dpmf_catalogue *catalogue, struct dpmf_error *error);
/* As dpmf_catalogue_read reads it. */
enum dpmf_status dpmf_catalogue_write(const struct dpmf_catalogue *catalogue, FILE *out, struct dpmf_error *error);
void dpmf_catalogue_free(struct dpmf_catalogue *catalogue); /* and leaves it empty */
/* The place of an id, or count where it is not there. */
size_t dpmf_catalogue_find(const struct dpmf_catalogue *catalogue, uint32_t id);

DPMF_END

#endif
