/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is pinned: one algorithm for each file spec/NAME.json. spec/compile.c makes the table at build time. */
#ifndef VECTORS_SPEC_H
#define VECTORS_SPEC_H
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct book;

enum kind { KIND_INTEGER, KIND_INTEGERS, KIND_DOUBLE, KIND_DOUBLES, KIND_ROWS, KIND_BYTES, KIND_TEXT, KIND_DRAWS };

/* In every list a NULL name ends it. */
struct field {
	const char *name;
	enum kind kind;
	bool optional;
};

struct flag {
	const char *name, *meaning;
	const char *bug, *effect; /* what kind of mistake a failure shows, and what follows from it */
};

struct refusal {
	const char *comment, *reason; /* reason: domain, number, overflow, length, index or duplicate */
};

enum checked {
	CHECKED,         /* outputs recomputed */
	CHECK_REFUSES,   /* the inputs lie outside the domain */
	CHECK_MALFORMED, /* the inputs are no numbers of their kinds, or too many */
	CHECK_FAILED,    /* memory is short, or the library could not start: nothing is known */
};

struct algorithm {
	const char *name, *family, *summary;
	const struct field *inputs, *outputs;
	const char *const *notes;
	const struct flag *flags;
	const struct refusal *refusals;
	void (*oracle)(struct book *b);
	/* Recomputes what is expected by libdpmf: sets `got`, one value per output. `expected` is read for what is replayed
	   (the draws). */
	enum checked (*check)(const json_t *inputs, const json_t *expected, json_t *got);
};

const struct algorithm *algorithm_at(size_t i); /* NULL past the end; in the order of the names */
const struct algorithm *algorithm_named(const char *name);
/* "integer", "rows", ... */
const char *kind_name(enum kind kind);

#endif
