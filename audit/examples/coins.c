/* SPDX-License-Identifier: 0BSD */
/* A target of dpmf-audit exec: one bit, told rightly with probability 3/4. Its epsilon is ln 3 = 1.0986... */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	unsigned long long world, count, seed;

	while (scanf(" sample %llu %llu %llu", &world, &count, &seed) == 3) {
		for (unsigned short state[] = { (unsigned short)seed, (unsigned short)(seed >> 16), (unsigned short)(seed >> 32) }; count > 0; count--)
			printf("%d\n", (int)world ^ (erand48(state) < 0.25));
		fflush(stdout);
	}
}
