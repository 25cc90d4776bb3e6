/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rule of the boundary, checked on the real driver: everything in public/ is a function of public inputs, public
   coins and the door's answers. `dpmf train` runs on a data set A. Then it runs on a neighbour B under another
   noise key, with the same options and the same public coins, and the door hands out the answers of the first run.
   Not one byte that leaves may differ: no file of public/, none of the lines that may be public, nothing else that is
   printed, not the exit code. What went to the door must lie within what was declared; no noise is drawn twice; and
   what was released must compose to no more than was asked for.

   Of a Poisson binomial sum, only the sum is the answer: the second run gets the first run's messages in another order. */
#ifndef DPMF_AUDIT_RELEASE_BOUNDARY_H
#define DPMF_AUDIT_RELEASE_BOUNDARY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"

/* What a neighbour may change in the input file. */
enum boundary_relation {
	BOUNDARY_VALUE,       /* the value of a rating, or the values of a user's ratings; who rated what stays */
	BOUNDARY_INTERACTION, /* a line more, a line less, or another time */
	BOUNDARY_ROW,         /* all that a user has */
};

/* What can be wrong. */
enum boundary_kind {
	BOUNDARY_FILES,    /* a byte of public/ differs */
	BOUNDARY_PRINTED,  /* a byte that is printed, the error or the exit code differs */
	BOUNDARY_ASKED,    /* the second run asked the door for something else, or declared it otherwise */
	BOUNDARY_BEYOND,   /* a statistic moved further than declared, or more of its pieces did */
	BOUNDARY_DRAWS,    /* noise was drawn twice, or not from the noise key */
	BOUNDARY_BUDGET,   /* what was released composes to more than was asked for, or what is promised is not so */
	BOUNDARY_FAILED,   /* a run of the corrected variant failed */
	BOUNDARY_KINDS
};
const char *boundary_kind_name(enum boundary_kind kind);

enum { BOUNDARY_OPTIONS = 12 };
#define BOUNDARY_NO_VARIANT "-" /* of a yardstick */

/* One mechanism and variant with its options. */
struct boundary_subject {
	const char *mech, *variant, *detail;
	enum boundary_relation relation;
	bool social, ranking, aggregated; /* aggregated: --sum=secagg */
	const char *option[BOUNDARY_OPTIONS];
	const char *asking[4];   /* in place of --theta and --quanta, in the one run that looks at what was asked for */
	double asked;            /* the epsilon of the first unit; 0: none */
	bool known[BOUNDARY_KINDS]; /* what is known to be wrong, and must be seen */
	const char *claim, *why; /* of the ledger, and in words; NULL: nothing is known to be wrong */
};

extern const struct boundary_subject boundary_subjects[];
extern const size_t boundary_subject_count;

struct boundary_result {
	const struct boundary_subject *subject;
	size_t neighbours;
	size_t found[BOUNDARY_KINDS];      /* neighbours on which it was seen */
	char first[BOUNDARY_KINDS][480];   /* what was seen, the first time */
};

/* Whatever stands on stdout and stderr meanwhile is taken away from there and compared. `folder` is one of its own. */
enum dpmf_status boundary_run(const struct boundary_subject *subject, const char *folder, uint64_t seed, size_t neighbours,
                              struct boundary_result *result, struct dpmf_error *error);

/* A fault that is known must show itself in so many neighbours. */
enum { BOUNDARY_ENOUGH = 100 };
bool boundary_expected(const struct boundary_result *result);
bool boundary_clean(const struct boundary_result *result);

#endif
