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

struct exec_setting {
	char *const *argv;   /* of the target, NULL behind the last */
	size_t dims;         /* K; 0: as many as stand in the first line */
	bool binary;         /* K doubles a run, and no lines; dims is not 0 */
	uint64_t trials;     /* of each world */
	unsigned timeout;    /* seconds for one answer */
	uint64_t seed;
	atomic_size_t *done; /* NULL: nobody watches */
};

struct exec_answers {
	size_t dims;
	double *seen[2];       /* trials x dims */
	uint32_t *request[2];  /* which request of this world the run belongs to: 0, 1, ... */
	uint32_t requests[2];
	struct dictionary dictionary;
	/* The longest stretch of lines at the start of two answers to different seeds that were the same. */
	uint64_t same[2];
};

/* A conversation: `count` runs of one world, and so on until it is closed. */
struct asking;
enum dpmf_status exec_open(const struct exec_setting *setting, struct exec_answers *answers, struct asking **asking, struct dpmf_error *error);
enum dpmf_status exec_more(struct asking *asking, int world, uint64_t count, struct dpmf_error *error);
void exec_close(struct asking *asking);

/* All runs of both worlds. */
enum dpmf_status exec_ask(const struct exec_setting *setting, struct exec_answers *answers, struct dpmf_error *error);
void exec_answers_free(struct exec_answers *answers);

#endif
