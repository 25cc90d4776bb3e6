/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of every size for the integer samplers, words as they come: what a width of 32 or 53 bits, or a product, loses. */
#include <string.h>

#include "integer_tests.h"
#include "tape.h"

enum { DRAWS = 28 };

enum kind_of { LIMIT, PROBABILITY, RATE, VARIANCE, SHARE, DRAW };

static const struct {
	const char *sampler;
	enum kind_of kind;
} sweeps[] = {
	{ "uniform_below", LIMIT }, { "bernoulli", PROBABILITY }, { "bernoulli_exp", RATE }, { "geometric", RATE }, { "discrete_laplace", RATE },
	{ "discrete_gaussian", VARIANCE }, { "polya", SHARE }, { "laplace_share", SHARE }, { "pbm_draw", DRAW }, { "paper_bernoulli_exp", RATE },
	{ "program_bernoulli_exp", RATE }, { "paper_geometric", RATE }, { "program_geometric", RATE }, { "paper_discrete_laplace", RATE },
	{ "program_discrete_laplace", RATE }, { "paper_discrete_gaussian", VARIANCE }, { "program_discrete_gaussian", VARIANCE },
};

/* A number of 1 .. most bits, each number of bits as often. */
static uint64_t of_bits(uint64_t most, const uint64_t word[2])
{
	const uint64_t bits = 1 + word[0] % most;

	return UINT64_C(1) << (bits - 1) | (word[1] & ((UINT64_C(1) << (bits - 1)) - 1));
}

/* With up to 6 bits more or less than q. */
static uint64_t beside(uint64_t q, uint64_t most, const uint64_t word[2])
{
	uint64_t bits = 0;

	while (q >> bits > 0)
		bits++;
	bits += word[0] % 13;
	bits = bits < 7 ? 1 : bits - 6 > most ? most : bits - 6;
	return UINT64_C(1) << (bits - 1) | (word[1] & ((UINT64_C(1) << (bits - 1)) - 1));
}

static struct parameters drawn(enum kind_of kind, const uint64_t *w)
{
	struct parameters p = { { 0 } };

	switch (kind) {
	case LIMIT:
		p.value[0] = of_bits(64, w);
		break;
	case PROBABILITY:
		p.value[1] = of_bits(64, w);
		p.value[0] = w[2] % p.value[1];
		break;
	case RATE:
		p.value[1] = of_bits(53, w);
		p.value[0] = beside(p.value[1], 60, w + 2);
		break;
	case VARIANCE:
		p.value[1] = of_bits(18, w);
		p.value[0] = beside(p.value[1], 18, w + 2);
		break;
	case SHARE:
		p.value[1] = of_bits(53, w);
		p.value[0] = beside(p.value[1], 60, w + 2);
		p.value[3] = of_bits(40, w + 4);
		p.value[2] = 1 + w[6] % p.value[3];
		break;
	case DRAW:
		p.value[0] = of_bits(7, w);
		p.value[1] = of_bits(40, w + 2);
		break;
	}
	return p;
}

void sampler_sweep(struct book *b, const struct sampler *s)
{
	uint64_t word[8];
	size_t i = 0;

	while (strcmp(sweeps[i].sampler, s->name) != 0)
		i++;
	book_group(b, "across the domain", "Parameters of every size, words as they come.");
	for (uint64_t number = 0; number < DRAWS; number++) {
		tape_words(s->name, 1000000 + number, word, 8);
		const struct parameters with = drawn(sweeps[i].kind, word);
		sampler_with_head(b, s, &with, "Sweep", "parameters of any size", word, 0, 1001000 + number);
	}
}
