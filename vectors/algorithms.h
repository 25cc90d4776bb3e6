/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is pinned: one entry per file of v1. */
#ifndef VECTORS_ALGORITHMS_H
#define VECTORS_ALGORITHMS_H
#include <stdbool.h>

#include "book.h"

enum kind { KIND_INTEGER, KIND_INTEGERS, KIND_DOUBLE, KIND_DOUBLES, KIND_ROWS, KIND_BYTES, KIND_TEXT, KIND_DRAWS };

struct field {
	const char *name; /* NULL ends a list */
	enum kind kind;
	bool optional;
};

enum checked {
	CHECKED,         /* outputs recomputed */
	CHECK_REFUSES,   /* the inputs lie outside the domain */
	CHECK_MALFORMED, /* the inputs are no numbers of their kinds, or too many */
	CHECK_MEMORY,
};

struct algorithm {
	const char *name;
	struct field inputs[28], outputs[12];
	void (*oracle)(struct book *b);
	/* Recomputes what is expected by libdpmf: sets `got`, one value per
	   output. `expected` is read for what is replayed (the draws). */
	enum checked (*check)(const json_t *inputs, const json_t *expected, json_t *got);
};

const struct algorithm *algorithm_at(size_t i); /* NULL past the end */
const struct algorithm *algorithm_named(const char *name);

#endif
