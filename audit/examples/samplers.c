/* SPDX-License-Identifier: 0BSD */
/* samplers LAW: noise as it is commonly made from rand(), to be judged by dpmf-audit noise and timing. This is somebody
   else's way, and the reason is to show what it gives away: no part of dpmf is built from this file or draws from rand(). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double uniform(void)
{
	return (rand() + 0.5) / (RAND_MAX + 1.0); /* NOLINT(cert-msc30-c,cert-msc50-cpp): this is what is looked at */
}

static double laplace(void)
{
	const double u = uniform() - 0.5;

	return (u < 0 ? 1 : -1) * log(1 - 2 * fabs(u));
}

/* Steps until a coin fails: a loop as long as its value. */
static long geometric(void)
{
	long steps = 0;

	while (uniform() < exp(-0.05))
		steps++;
	return steps;
}

int main(int argc, char **argv)
{
	unsigned world;
	unsigned long long count, seed;

	while (scanf(" sample %u %llu %llu", &world, &count, &seed) == 3) {
		srand((unsigned)(seed ^ seed >> 32));
		while (count-- > 0) {
			if (argc > 1 && strcmp(argv[1], "discrete-laplace") == 0)
				printf("%ld\n", geometric() - geometric());
			else
				printf("%a\n", laplace());
		}
		fflush(stdout);
	}
	return 0;
}
