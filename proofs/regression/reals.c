/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three texts that hold of real numbers. Typed+real proves all three, though
   doubles disagree with each (doubles.c): why REAL says nothing of doubles. */

/*@ assigns \nothing;
    ensures text: \result == y; */
double sum_less_x(double x, double y)
{
	return (x + y) - x;
}

/*@ assigns \nothing;
    ensures text: \result == 0.3; */
double tenths(void)
{
	return 0.1 + 0.2;
}

/*@ requires x > 0;
    assigns \nothing;
    ensures text: \result > x; */
double twice(double x)
{
	return x + x;
}
