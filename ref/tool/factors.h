/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a released or private file: an id, then numbers; found again by id. */
#ifndef DPMF_TOOL_FACTORS_H
#define DPMF_TOOL_FACTORS_H
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"

struct factors {
	size_t count, columns;
	uint32_t *id;     /* ascending */
	double *row;      /* count x columns */
};

/* Every row has `columns` numbers. */
enum dpmf_status factors_read(const char *path, size_t columns, struct factors *factors, struct dpmf_error *error);
void factors_free(struct factors *factors);
/* The row of an id; NULL where there is none. */
const double *factors_of(const struct factors *factors, uint32_t id);

#endif
