/* SPDX-License-Identifier: 0BSD */
/* Words from a tape, or from a stream that is written onto one, and what is drawn from them. */
#ifndef CONSUMER_SAMPLERS_H
#define CONSUMER_SAMPLERS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORDS = 8192, CALLS = 8192 };

struct call {
	const char *name;
	uint64_t with[4], at, words;
	size_t count;
	uint64_t value; /* two's complement */
};

struct tape {
	unsigned char bytes[8 * WORDS];
	uint64_t words, at;
	bool dry;
	struct call call[CALLS];
	size_t calls; /* CALLS: too many, not kept */
};

/* The first words of the stream of place = { user, item, round } under the sub-key `name`. */
void tape_of_stream(struct tape *s, const unsigned char key[32], const char *name, const uint64_t place[3], uint64_t words);
uint64_t tape_word(struct tape *s);
/* Enters a call, before those that it makes; leaves it, and returns its value. */
size_t begin_call(struct tape *s, const char *name, size_t count, uint64_t a, uint64_t b);
uint64_t end_call(struct tape *s, size_t place, uint64_t value);
uint64_t uniform_below(struct tape *s, uint64_t limit);
bool bernoulli(struct tape *s, uint64_t p, uint64_t q);
bool bernoulli_exp(struct tape *s, uint64_t p, uint64_t q);
uint64_t discrete_gaussian(struct tape *s, uint64_t p, uint64_t q); /* two's complement */
uint64_t pbm_draw(struct tape *s, uint64_t quanta, uint64_t chance);
/* The output `draws` with the calls of the tape. */
struct test;
void compare_draws(struct test *t, const struct tape *s);

#endif
