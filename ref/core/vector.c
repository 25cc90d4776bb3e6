/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vector.h"

#include <math.h>

double dpmf_dot(const double *x, const double *y, size_t n)
{
	double sum = 0;

	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant so_far: sum == dot(x, y, i);
	    loop assigns i, sum;
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

void dpmf_scale(double a, const double *x, size_t n, double *y)
{
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant kept: \forall integer j; 0 <= j < n ==> x[j] == \at(x[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < i ==> y[j] == a * \at(x[j], Pre);
	    loop assigns i, y[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		y[i] = a * x[i];
}

void dpmf_add_scaled(double a, const double *x, size_t n, double *y)
{
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant kept: \forall integer j; 0 <= j < n ==> x[j] == \at(x[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < i ==> y[j] == \at(y[j], Pre) + a * \at(x[j], Pre);
	    loop invariant rest: \forall integer j; i <= j < n ==> y[j] == \at(y[j], Pre);
	    loop assigns i, y[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		y[i] += a * x[i];
}

double dpmf_l1(const double *x, size_t n)
{
	double sum = 0;

	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant so_far: sum == absolutes(x, i);
	    loop assigns i, sum;
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		sum += fabs(x[i]);
	return sum;
}

/* sqrt(sum (a x_i)^2), rounded as dpmf_l2 rounds it for the vector a x. */
/*@ requires \valid_read(x + (0 .. n - 1));
    requires a >= 0;
    assigns  \nothing;
    ensures  sign: squares(x, n) >= 0 && \result >= 0;
    ensures  root: \result == \sqrt(a * a * squares(x, n));
    ensures  square: \result * \result == a * a * squares(x, n);
*/
static double l2_of_scaled(double a, const double *x, size_t n)
{
	double sum = 0;

	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant so_far: sum == a * a * squares(x, i);
	    loop invariant sign: squares(x, i) >= 0;
	    loop assigns i, sum;
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++) {
		const double term = a * x[i];

		sum += term * term;
	}
	return sqrt(sum);
}

double dpmf_l2(const double *x, size_t n)
{
	return l2_of_scaled(1, x, n);
}

/*@ ghost
  /@ requires x >= 0 && y >= 0 && x * x == y * y;
     assigns  \nothing;
     ensures  same: x == y;
  @/
  static void same_root(double x, double y)
  {
  }
*/

/* What brings x back onto the sphere. In real numbers that is the first factor;
   in doubles it is lowered by one unit in the last place, then by twice as
   much, and so on, until the rounded norm is within the radius. */
/*@ requires \valid_read(x + (0 .. n - 1));
    requires 0 <= radius < norm && norm * norm == squares(x, n);
    assigns  \nothing;
    ensures  first: \result == radius / norm;
    ensures  sign: \result >= 0;
*/
static double factor_to_sphere(const double *x, size_t n, double norm, double radius)
{
	double factor = radius / norm, shrink = 0x1p-53, length;

	/*@ assert last_place: shrink * 9007199254740992 == 1; */
	/*@ assert quotient: factor * norm == radius; */
	/*@ assert sphere: factor * factor * squares(x, n) == radius * radius; */
	length = l2_of_scaled(factor, x, n);
	/*@ ghost same_root(length, radius); */
	/*@ loop invariant there: length == radius && factor == radius / norm;
	    loop assigns factor, shrink, length;
	    loop variant 0; */
	while (length > radius) {
		factor -= factor * shrink;
		shrink += shrink;
		length = l2_of_scaled(factor, x, n);
	}
	return factor;
}

/*@ requires \valid(x + (0 .. n - 1));
    assigns  x[0 .. n - 1];
    ensures  scaled: \forall integer i; 0 <= i < n ==> x[i] == a * \old(x[i]);
*/
static void scale_in_place(double a, double *x, size_t n)
{
	/*@ loop invariant range: 0 <= i <= n;
	    loop invariant done: \forall integer j; 0 <= j < i ==> x[j] == a * \at(x[j], Pre);
	    loop invariant rest: \forall integer j; i <= j < n ==> x[j] == \at(x[j], Pre);
	    loop assigns i, x[0 .. n - 1];
	    loop variant n - i; */
	for (size_t i = 0; i < n; i++)
		x[i] = a * x[i];
}

void dpmf_project_ball(double *x, size_t n, double radius)
{
	const double norm = dpmf_l2(x, n);

	if (norm > radius)
		scale_in_place(factor_to_sphere(x, n, norm, radius), x, n);
}
