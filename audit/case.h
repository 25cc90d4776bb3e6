/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case is data: what is run, what somebody sees of it, what is claimed. It
   does no statistics: scores and events are statistic.h, bounds verdict.h. */
#ifndef DPMF_AUDIT_CASE_H
#define DPMF_AUDIT_CASE_H
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"
#include "core/stream.h"

enum audit_finding { AUDIT_CONSISTENT, AUDIT_VIOLATED };

/* The parts of an id: mechanism/variant/view/neighbours[/detail]. */
enum audit_part { AUDIT_MECHANISM, AUDIT_VARIANT, AUDIT_VIEW, AUDIT_NEIGHBOURS, AUDIT_DETAIL };

struct audit_case {
	const char *id;
	const char *claim;   /* the entry of proofs/claims.json that is at stake */
	const char *why;     /* one line for the table: why the verdict is what it is */
	double epsilon;      /* claimed for this pair of neighbours, with this delta */
	double delta;
	double exact;        /* the true epsilon of this view; INFINITY: no number will do; NAN: not known */
	enum audit_finding expected;
	uint64_t trials;     /* runs of each world when the user names no number */
	size_t dims;         /* how many numbers this view sees */
	const void *parameters; /* tells apart the cases that share the functions below */

	/* Prepares both worlds: 0 the data set, 1 its neighbour. After that the
	   instance is only read, by several threads. */
	enum dpmf_status (*setup)(const struct audit_case *one, void **instance, struct dpmf_error *error);
	void (*teardown)(void *instance);
	/* One run of the mechanism with the given randomness: what this view sees. */
	enum dpmf_status (*sample)(const void *instance, int world, const struct dpmf_key *key,
	                           double *seen, struct dpmf_error *error);
	/* ln of density in world 0 over density in world 1; NULL: the score is learned. */
	double (*log_likelihood_ratio)(const void *instance, const double *seen);
	/* What is no number is seen as a NaN that holds a word's number (engine/words.h): the word. NULL: all are numbers. */
	const char *(*word)(const void *instance, uint32_t number);
};

struct audit_case_list {
	const struct audit_case *first;
	size_t count;
};
enum { AUDIT_LISTS = 16 };

/* All cases, and the broken twins that must be caught: how many lists. */
size_t audit_cases(struct audit_case_list lists[AUDIT_LISTS]);
size_t audit_mutants(struct audit_case_list lists[AUDIT_LISTS]);

/* One part of the id, without slashes; "" when the id has no such part. */
void audit_case_part(const struct audit_case *one, enum audit_part part, char *text, size_t room);
const char *audit_finding_name(enum audit_finding finding);

#endif
