/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "oracle.h"

#define EACH_LATER \
	ONE(adam_step) \
	ONE(discrete_gaussian_delta) \
	ONE(discrete_gaussian_epsilon) \
	ONE(dpimf_weights) \
	ONE(dpmf_rp_chance) \
	ONE(dpmf_rp_round) \
	ONE(gaussmf_corrected_round) \
	ONE(gaussmf_sigma) \
	ONE(hdpmf_round) \
	ONE(paper_bernoulli_exp) \
	ONE(paper_discrete_gaussian) \
	ONE(pbm_c0) \
	ONE(privsr_round) \
	ONE(program_bernoulli_exp) \
	ONE(program_discrete_gaussian) \
	ONE(secagg_answers)

#define ONE(name) LATER(name);
EACH_LATER
#undef ONE

static const struct {
	const char *algorithm;
	void (*tests)(struct book *b);
} later[] = {
#define ONE(name) { #name, later_##name },
EACH_LATER
#undef ONE
};

void book_later(struct book *b)
{
	for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
		if (b->failed || strcmp(later[i].algorithm, b->algorithm) != 0)
			continue;
		book_group(b, "found missing later", "What a mistake got by with until it was asked.");
		later[i].tests(b);
	}
}
