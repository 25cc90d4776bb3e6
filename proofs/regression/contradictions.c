/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contracts that contradict themselves, by an axiom or by arithmetic, so that
   they would prove anything: a smoke test of each must fail. */
#include <stddef.h>
#ifdef __FRAMAC__
#include "proofs/logic/sums.h"
#endif

/*@ requires \valid_read(x + (0 .. n - 1)) && n > 3 && absolutes(x, 3) < 0;
    assigns \nothing; */
double absolutes_below_zero(const double *x, size_t n)
{
	return x[n - 1];
}

/*@ requires \valid_read(x + (0 .. n - 1)) && n > 3 && squares(x, 2) < 0;
    assigns \nothing; */
double squares_below_zero(const double *x, size_t n)
{
	return x[n - 1];
}

/*@ requires \valid_read(x + (0 .. n - 1)) && n > 3;
    assigns \nothing;
    ensures \result == absolutes(x, 3) && \result < 0; */
double claims_below_zero(const double *x, size_t n);

/*@ requires \valid_read(x + (0 .. n - 1)) && n > 3;
    assigns \nothing; */
double believes_below_zero(const double *x, size_t n)
{
	return claims_below_zero(x, n) + x[0];
}

/*@ requires 0 < p <= q <= 1000 && p * q < 0;
    assigns \nothing; */
unsigned product_below_zero(unsigned p, unsigned q)
{
	return p > 5 ? q - p : q;
}

/*@ requires 1 < p <= 1000 && p * p < p;
    assigns \nothing; */
unsigned square_below_itself(unsigned p)
{
	return p;
}
