/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One test of an integer sampler: on the words of a tape, or refused. */
#ifndef VECTORS_ORACLE_INTEGER_TESTS_H
#define VECTORS_ORACLE_INTEGER_TESTS_H
#include "vectors/format/book.h"
#include "integers.h"

struct parameters {
	uint64_t value[SAMPLER_ARGUMENTS];
};

#define WITH(...) (&(const struct parameters){ { __VA_ARGS__ } })
#define HEAD(...) (const uint64_t[]){ __VA_ARGS__ }, sizeof (const uint64_t[]){ __VA_ARGS__ } / sizeof(uint64_t)

/* Opens the book of the sampler of that name. */
const struct sampler *sampler_start(struct book *b, const char *name);
/* One test on these words; `draws` only where the list stays short. */
void sampler_on_words(struct book *b, const struct sampler *s, const struct parameters *with, const char *flags,
                      const char *comment, const uint64_t *word, size_t room);
/* The words of `head`, then words of the tape of that number. */
void sampler_with_head(struct book *b, const struct sampler *s, const struct parameters *with, const char *flags,
                       const char *comment, const uint64_t *head, size_t count, uint64_t number);
/* Words as they come, of so many tapes. */
void sampler_ordinary(struct book *b, const struct sampler *s, const struct parameters *with, uint64_t first, uint64_t count);
/* The first tape from `number` on whose draws are as wanted. */
void sampler_sought(struct book *b, const struct sampler *s, const struct parameters *with, const char *comment,
                    bool (*wanted)(const struct tape *), uint64_t number);
/* The first tape from `number` on whose draws are as wanted, without its last words: `left` are left (of them, at most
   all but one). An implementation must refuse it. */
void sampler_exhausted(struct book *b, const struct sampler *s, const struct parameters *with,
                       bool (*wanted)(const struct tape *), uint64_t number, size_t left);
void sampler_refused(struct book *b, const struct sampler *s, const struct parameters *with, const char *comment);
/* Parameters of every size, behind all other tests. */
void sampler_sweep(struct book *b, const struct sampler *s);

#endif
