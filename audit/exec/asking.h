/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a target, asked for in random order: worlds and counts of the
   requests follow from the seed, and from nothing that the target says. What depends on the order of requests alone
   is then the same in both worlds. */
#ifndef DPMF_AUDIT_EXEC_ASKING_H
#define DPMF_AUDIT_EXEC_ASKING_H
#include <stdbool.h>
#include <stdint.h>

#include "audit/exec/fields.h"
#include "audit/exec/honesty.h"
#include "audit/exec/spelling.h"
#include "audit/exec/tape.h"
#include "audit/progress.h"
#include "audit/ranks/ranks.h"

struct exec_setting {
	char *const *argv;   /* of the target, NULL behind the last */
	size_t dims;         /* K; 0: as many as stand in the first line */
	bool binary;         /* K doubles a run, and no lines; dims is not 0 */
	uint64_t trials;     /* of each world */
	unsigned timeout;    /* seconds for one answer */
	uint64_t seed;
	struct audit_progress *progress; /* from exec_open to exec_close; NULL: nobody watches */
	struct tape *tape;   /* NULL: answers are not kept */
	struct ranks *ranks; /* each of which asks a target of its own; what ranks_open gave */
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
/* Any rank but 0, instead of all these: its share of the requests, whose answers it sends, until rank 0 ends it. Requests have numbers, from 0 in
   the order of exec_next; each rank has those whose rest by the number of ranks is its own. */
enum dpmf_status exec_serve(struct asking *asking, struct dpmf_error *error);
/* What the audit does not look at, and what may therefore speak against a verdict that found nothing: DPMF_INPUT. */
enum dpmf_status exec_overlooked(const struct exec_answers *answers, double epsilon, double delta, struct dpmf_error *error);
void exec_answers_free(struct exec_answers *answers);

#endif
