/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of a law and their probabilities, from closed forms or sums, in long doubles. */
#ifndef VECTORS_LAW_EVENTS_H
#define VECTORS_LAW_EVENTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LAW_EVENTS = 96, LAW_INPUTS = 4 };

enum law_event_kind { LAW_EQUALS, LAW_AT_LEAST, LAW_AT_MOST, LAW_MULTIPLE_OF };

struct law_event {
	enum law_event_kind kind;
	int64_t x;
	double mass;
};

/* A law with its parameters, and what is counted of it. */
struct law_case {
	const char *const *name; /* of the inputs, as the algorithm calls them */
	size_t inputs;
	uint64_t input[LAW_INPUTS];
	struct law_event event[LAW_EVENTS];
	size_t events;
};

/* The law that this algorithm samples: without paper_ or program_; NULL when there is none. */
const char *law_of(const char *algorithm);
/* Name number i; NULL past the end. */
const char *law_at(size_t i);
/* How many parameters are tried, and case number i. */
size_t law_cases(const char *law);
void law_case_at(const char *law, size_t i, struct law_case *c);

bool law_event_holds(const struct law_event *event, int64_t x);
/* "x = 3", "x >= 17", ... */
void law_event_text(const struct law_event *event, char *text, size_t room);

#endif
