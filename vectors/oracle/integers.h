/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integer samplers once more, on GMP integers, so that no product can
   overflow; every draw is entered in the tape's list. */
#ifndef VECTORS_ORACLE_INTEGERS_H
#define VECTORS_ORACLE_INTEGERS_H
#include "tape.h"

enum { SAMPLER_ARGUMENTS = 4 };

struct sampler {
	const char *name;
	size_t arguments;
	const char *argument[SAMPLER_ARGUMENTS];
	void (*draw)(struct tape *t, mpz_ptr value, const mpz_t *argument);
};

/* The sampler of that name; NULL when there is none. */
const struct sampler *sampler_named(const char *name);

#endif
