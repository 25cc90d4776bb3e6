/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What 100 sums with normal noise of standard deviation 20 cost, where one person moves each by at most 1; and
   how much noise they need for epsilon 1. Every number lies between the two that are printed.
     cc account.c $(pkg-config --cflags --libs dpmf) -o account && ./account */
#include <dpmf/dpmf.h>
#include <stdio.h>

int main(void)
{
	struct dpmf_error error;
	struct dpmf_decimals epsilon;
	double sigma;

	if (dpmf_account_gaussian_epsilon("20", "1", 100, "1e-6", &epsilon, &error) ||
	    dpmf_account_gaussian_sigma("1", "1e-6", "1", 100, &sigma, &error))
		return fprintf(stderr, "%s\n", error.text), 1;
	printf("epsilon lies in [%s, %s] at delta 1e-6\n", epsilon.lo, epsilon.hi);
	printf("epsilon 1 needs sigma %.17g\n", sigma);
	return 0;
}
