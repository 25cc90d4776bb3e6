/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of a program that reports its noise. It is asked

     {"do":"replay","data":...,"seed":S,"answers":null}

   and answers one line, {"additions":[...],"output":...}. An addition is what gets noise, in the order in which it does:
   {"name":"count","statistic":3,"sensitivity":1,"law":"laplace","scale":1,"stream":"a","answer":3.7}; statistic and answer may be lists. When
   "answers" is a list, the k-th addition must hand out its k-th member instead of drawing noise, and say so in "answer". */
#ifndef DPMF_AUDIT_FOREIGN_ADDITIONS_H
#define DPMF_AUDIT_FOREIGN_ADDITIONS_H
#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "audit/exec/target.h"

enum { ADDITIONS_MOST = 1000, COORDINATES_MOST = 1000 };

/* The norm that a sensitivity is measured in follows from the law: 1 for Laplace, 2 for Gaussian noise. */
struct foreign_law {
	const char *name;
	int norm;
	bool whole; /* noise in whole numbers */
};

struct addition {
	const char *name;
	const struct foreign_law *law;
	double sensitivity, scale; /* NaN where it is no number */
	const json_t *stream;
	size_t size, answered; /* numbers of the statistic, and of the answer: as many, but where other answers are handed out */
	double *statistic, *answer; /* NaN likewise */
};

struct foreign_run {
	json_t *document;
	const json_t *output;
	size_t count;
	struct addition *one;
	double *numbers; /* of all */
};

/* `answers`: NULL, or the run whose answers are to be handed out. DPMF_INPUT: why this is no answer; it also is none where other
   answers than those came back. */
enum dpmf_status foreign_run(struct target *target, const json_t *data, uint64_t seed, const struct foreign_run *answers,
                             struct foreign_run *run, struct dpmf_error *error);
/* The same of a line that has come. */
enum dpmf_status foreign_run_read(const char *line, const struct foreign_run *answers, struct foreign_run *run, struct dpmf_error *error);
void foreign_run_free(struct foreign_run *run);

#endif
