/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves of the accounting: the inputs lie in ranges, and the answer is the end of libdpmf's enclosure that is safe to
   claim. */
#ifndef VECTORS_CHECK_ACCOUNT_H
#define VECTORS_CHECK_ACCOUNT_H
#include "account/enclosure.h"
#include "check.h"

enum { ACCOUNT_INPUTS = 5 };

struct account_input {
	const char *name; /* NULL ends the list */
	double least, most;
	bool whole;
};

struct account {
	const struct account_input *inputs;
	const char *output;
	bool above; /* the upper end is the safe one */
	/* x: the inputs as doubles, in: as enclosures. DPMF_INPUT: outside the domain. */
	enum dpmf_status (*f)(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out);
};

enum checked account_check(const struct account *a, const json_t *inputs, json_t *got);

#define ACCOUNT_CHECK(name, output, above, f, ...)                                                  \
	CHECK(name)                                                                                 \
	{                                                                                           \
		static const struct account_input ranges[] = { __VA_ARGS__, { NULL, 0, 0, false } }; \
		static const struct account a = { ranges, output, above, f };                       \
		(void)expected;                                                                     \
		return account_check(&a, inputs, got);                                              \
	}

#endif
