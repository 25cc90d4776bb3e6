/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws of the fixed-budget sampler, run under valgrind with the words of the stream marked as undefined: valgrind then tells of
   each branch and each address that follows from what is drawn (tests/fixed_branches_test.sh compiles this at every level
   of optimisation). With the argument "leak" one branch is planted, with "plain" the draws are those of the plain sampler. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "noise/exact.h"
#include "noise/fixed_chances.h"

enum { DRAWS = 20, RATES = 3, WORDS = DRAWS * (2 * DPMF_FIXED_BITS + 3) };

int main(int argc, char **argv)
{
	static const uint64_t rate[RATES][2] = { { 1, 20 }, { 100, 1 }, { 1, UINT64_C(1) << 53 } };
	static unsigned char tape[8 * WORDS];
	const char *what = argc == 2 ? argv[1] : "";
	struct dpmf_fixed_chances chances;
	int64_t sum = 0;

	if (sodium_init() < 0 || argc > 2)
		return 3;
	for (int r = 0; r < RATES; r++) {
		struct dpmf_stream s;

		if (dpmf_fixed_chances(rate[r][0], rate[r][1], &chances, NULL) != DPMF_OK)
			return 3;
		randombytes_buf(tape, sizeof tape);
		VALGRIND_MAKE_MEM_UNDEFINED(tape, sizeof tape);
		dpmf_stream_tape(&s, tape, sizeof tape);
		for (int i = 0; i < DRAWS; i++)
			sum += strcmp(what, "plain") == 0 ? dpmf_discrete_laplace(&s, rate[r][0], rate[r][1]) : dpmf_fixed_laplace(&s, &chances);
	}
	if (strcmp(what, "leak") == 0 && sum > 7)
		puts("planted");
	VALGRIND_MAKE_MEM_DEFINED(&sum, sizeof sum);
	return sum == INT64_MIN;
}
