/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a target, asked for in random order: worlds and counts of the
   requests follow from the seed, and from nothing that the target says. What depends on the order of requests alone
   is then the same in both worlds. */
#ifndef DPMF_AUDIT_EXEC_ASKING_H
#define DPMF_AUDIT_EXEC_ASKING_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "audit/exec/fields.h"
#include "audit/exec/honesty.h"
#include "audit/exec/spelling.h"

struct exec_setting {
	char *const *argv;   /* of the target, NULL behind the last */
	size_t dims;         /* K; 0: as many as stand in the first line */
	bool binary;         /* K doubles a run, and no lines; dims is not 0 */
	uint64_t trials;     /* of each world */
	unsigned timeout;    /* seconds for one answer */
	uint64_t seed;
	atomic_size_t *done; /* NULL: nobody watches */
};

/* What is known of the answers; they themselves are not kept. */
struct exec_answers {
	size_t dims;
	struct dictionary dictionary;
	struct honesty honesty[2];
	struct spelling spelling; /* of lines */
};

/* A conversation. */
struct asking;
enum dpmf_status exec_open(const struct exec_setting *setting, struct exec_answers *answers, struct asking **asking, struct dpmf_error *error);
/* `count` runs of one world: *rows holds count x dims numbers until that world is asked again. */
enum dpmf_status exec_more(struct asking *asking, int world, uint64_t count, const double **rows, struct dpmf_error *error);
/* The next request, from the seed alone, until all runs of both worlds were asked for; false then. */
bool exec_next(struct asking *asking, int *world, uint64_t *count);
void exec_close(struct asking *asking);
/* What the audit does not look at, and what may therefore speak against a verdict that found nothing: DPMF_INPUT. */
enum dpmf_status exec_overlooked(const struct exec_answers *answers, double epsilon, double delta, struct dpmf_error *error);
void exec_answers_free(struct exec_answers *answers);

#endif
