/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of draws that a sampler takes from a tape, made anew: which call with which arguments at which word follows
   from the notes; how many words it takes and what it returns is libdpmf's own answer at that word. So a library that
   draws in another order, and a list whose `at` or `with` is wrong, both differ. */
#ifndef VECTORS_DRAWS_H
#define VECTORS_DRAWS_H
#include "inputs.h"

struct call {
	const char *name;
	uint64_t with[4];
	size_t count;
};

struct draws {
	const struct tape_bytes *tape;
	size_t at;
	json_t *list;
	bool dry;    /* a word was asked for that is not there */
	bool failed; /* memory is short */
};

/* What the contracts of exact.h, shares.h and pbm.h require. */
bool call_in_domain(const struct call *c);
/* libdpmf's answer; a result that fills 64 bits comes as the same bits. */
int64_t call_draw(const struct call *c, struct dpmf_stream *s);
json_t *call_value(const struct call *c, int64_t value);

bool draws_open(struct draws *d, const struct tape_bytes *tape);
/* Each enters its call and those that it makes, and returns what the notes make of them. */
bool draws_bernoulli(struct draws *d, uint64_t p, uint64_t q);
bool draws_bernoulli_exp(struct draws *d, uint64_t p, uint64_t q);
/* The calls of `c`, which is in its domain. */
void draws_of(struct draws *d, const struct call *c);
/* got["draws"] = the list. */
enum checked draws_put(struct draws *d, json_t *got);

#endif
