/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that dpmf-audit can audit: a count of 10 people, or of 11, with discrete Laplace noise for epsilon 1.
     cc audited.c $(pkg-config --cflags --libs dpmf) -o audited && dpmf-audit exec --epsilon=1 -- ./audited
   It reads lines "sample WORLD COUNT SEED" and answers with COUNT lines, one answer each. */
#include <dpmf/dpmf.h>
#include <inttypes.h>
#include <stdio.h>

int main(void)
{
	struct dpmf_error error;
	struct dpmf_stream stream;
	struct dpmf_key key;
	uint64_t world, count, seed;
	char line[100];

	if (dpmf_stream_start(&error))
		return fprintf(stderr, "%s\n", error.text), 1;
	while (fgets(line, sizeof line, stdin) && sscanf(line, "sample %" SCNu64 " %" SCNu64 " %" SCNu64, &world, &count, &seed) == 3) {
		dpmf_key_from_seed(seed, &key);
		dpmf_stream_open(&stream, &key, world, 0, 0);
		for (uint64_t i = 0; i < count; i++)
			printf("%" PRId64 "\n", 10 + (int64_t)world + dpmf_discrete_laplace(&stream, 1, 1));
		fflush(stdout);
	}
	return 0;
}
