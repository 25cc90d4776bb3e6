/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A conversation in JSON lines with a target that is handed its data sets:

     {"do":"sample","data":...,"count":N,"seed":S}

   is answered with N lines, one run each (answer.h), or with the one line {"refuse":"why"}. Runs are asked for in random order of data
   sets and counts, which follows from the seed of the asking and from nothing that the target says, as in exec/asking.h. */
#ifndef DPMF_AUDIT_SEARCH_DOOR_H
#define DPMF_AUDIT_SEARCH_DOOR_H
#include <stdatomic.h>
#include <stdint.h>

#include <jansson.h>

#include "audit/exec/fields.h"
#include "audit/exec/honesty.h"

enum { DOOR_WHY = 200 };

/* The runs of an asking, by data set and in the order in which they came. */
struct door_answers {
	size_t dims;
	struct dictionary dictionary;
	double *seen[2];       /* trials x dims */
	size_t *end[2];        /* of each request: how many runs of this data set have come by then */
	struct honesty honesty[2];
};
/* Not all runs of both data sets were one and the same answer. */
bool door_varied(const struct door_answers *answers);
/* Without the words, which a verdict still names. */
void door_forget_runs(struct door_answers *answers);
void door_answers_free(struct door_answers *answers);

struct door;

/* `command`: NULL behind its last word; must live as long. `done` counts runs; NULL: nobody watches. */
enum dpmf_status door_open(char *const *command, unsigned timeout, atomic_size_t *done, struct door **door, struct dpmf_error *error);
void door_close(struct door *door);

/* `trials` runs of each of two data sets. The same seed asks for the same. DPMF_INPUT when the target dies, hangs or answers something
   else: the error names the data set. refused: filled with the target's reason, and nothing is answered; "" else. */
enum dpmf_status door_ask(struct door *door, json_t *const data[2], uint64_t trials, uint64_t seed, struct door_answers *answers,
                          char refused[DOOR_WHY], struct dpmf_error *error);

/* Runs that were made so far. */
uint64_t door_runs(const struct door *door);

#endif
