/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws of the fixed-budget sampler, run under valgrind with the words of the stream marked as undefined, and a release of it through
   the door with the key and the statistic so marked: valgrind then tells of each branch and each address that follows from
   them (tests/fixed_branches_test.sh compiles this at every level of optimisation). With the argument "leak" one branch is
   planted, with "plain" the draws are those of the plain sampler. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "noise/door.h"
#include "noise/exact.h"
#include "noise/fixed_chances.h"

enum { DRAWS = 20, RATES = 3, WORDS = DRAWS * (2 * DPMF_FIXED_BITS + 3) };

static int release(void)
{
	enum { COORDINATES = 3 };
	const struct dpmf_entry entry = { .statistic = "sums", .neighbours = DPMF_ENTRY, .norm = DPMF_L1, .sensitivity = 1, .law = DPMF_FIXED_LAPLACE,
	                                  .scale = 20, .rate_p = 1, .rate_q = 20, .pieces = 2, .touched = 1, .coordinates = COORDINATES };
	int64_t steps[COORDINATES] = { 7, -9, 0 };
	uint64_t secret[COORDINATES] = { 0 }; /* as valgrind has it, bit for bit */
	struct dpmf_error error = { "" };
	struct dpmf_door door;
	struct dpmf_key key;
	size_t number = 0;

	dpmf_key_from_seed(1, &key);
	if (dpmf_door_open(&door, &key, &error) != DPMF_OK || dpmf_door_declare(&door, &entry, &number, &error) != DPMF_OK)
		return 3;
	VALGRIND_MAKE_MEM_UNDEFINED(door.server.bytes, sizeof door.server.bytes);
	VALGRIND_MAKE_MEM_UNDEFINED(steps, sizeof steps);
	enum dpmf_status status = dpmf_door_release_steps(&door, number, 1, NULL, steps, &error);

	VALGRIND_MAKE_MEM_DEFINED(&status, sizeof status); /* a refusal is public */
	VALGRIND_GET_VBITS(steps, secret, sizeof steps);
	if (status != DPMF_OK || secret[0] != UINT64_MAX || secret[COORDINATES - 1] != UINT64_MAX)
		puts("nothing secret was released");
	dpmf_door_close(&door);
	return (int)status;
}

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
	return sum == INT64_MIN ? 3 : release();
}
