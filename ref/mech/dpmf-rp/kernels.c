/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/kernels.h"

#include <math.h>

#include "core/vector.h"

double dpmf_rp_clip_error(double error, double e)
{
	if (error > e)
		return e;
	return error < -e ? -e : error;
}

/*@ requires \valid(u + (0 .. k - 1));
    assigns  u[0 .. k - 1];
    ensures  each: \forall integer l; 0 <= l < k ==> u[l] == factor * \old(u[l]); */
static void shrink(double factor, double *u, size_t k)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant ahead: \forall integer j; l <= j < k ==> u[j] == \at(u[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==> u[j] == factor * \at(u[j], Pre);
	    loop assigns l, u[0 .. k - 1];
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		u[l] = factor * u[l];
}

/*@ requires \valid(x + (0 .. n - 1)) && divisor > 0;
    assigns  x[0 .. n - 1];
    ensures  each: \forall integer l; 0 <= l < n ==> x[l] == \old(x[l]) / divisor; */
static void divide(double divisor, double *x, size_t n)
{
	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant ahead: \forall integer j; l <= j < n ==> x[j] == \at(x[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==> x[j] == \at(x[j], Pre) / divisor;
	    loop assigns l, x[0 .. n - 1];
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		x[l] /= divisor;
}

void dpmf_rp_clip_profile(double *u, size_t k, double b1)
{
	const double l1 = dpmf_l1(u, k);

	if (l1 > b1)
		shrink(b1 / l1, u, k);
}

double dpmf_rp_reach(double e, double kappa, double b1)
{
	return 2 * e * (1 + kappa) * b1;
}

void dpmf_rp_project_add(double sign, double weight, double error, const double *u, size_t k, double *row)
{
	dpmf_add_scaled(sign * weight * error, u, k, row);
}

/* (a, b) becomes (a + b, a - b), with width numbers in each half. */
/*@ requires from + 2 * width <= 18446744073709551615;
    requires \valid(x + (from .. from + 2 * width - 1));
    assigns  x[from .. from + 2 * width - 1];
    ensures  sum: \forall integer i; from <= i < from + width ==> x[i] == \old(x[i]) + \old(x[i + width]);
    ensures  difference: \forall integer i; from + width <= i < from + 2 * width ==> x[i] == \old(x[i - width]) - \old(x[i]); */
static void butterfly(double *x, size_t from, size_t width)
{
	const size_t middle = from + width;

	/*@ loop invariant range: from <= i <= middle;
	    loop invariant ahead: \forall integer j; i <= j < middle ==> x[j] == \at(x[j], Pre);
	    loop invariant behind: \forall integer j; i + width <= j < middle + width ==> x[j] == \at(x[j], Pre);
	    loop invariant sum: \forall integer j; from <= j < i ==> x[j] == \at(x[j], Pre) + \at(x[j + width], Pre);
	    loop invariant difference: \forall integer j; middle <= j < i + width ==> x[j] == \at(x[j - width], Pre) - \at(x[j], Pre);
	    loop assigns i, x[from .. from + 2 * width - 1];
	    loop variant middle - i; */
	for (size_t i = from; i < middle; i++) {
		const double difference = x[i] - x[i + width];

		x[i] += x[i + width];
		x[i + width] = difference;
	}
}

/* The stages that `rows` rows take: the recursion's depth. */
/*@ ghost
  /@ requires power_of_two(rows);
     assigns  \nothing;
     ensures  depth: \result < rows && two_to(\result) == rows;
     ensures  wide: wide(\result, k) == rows * k;
     ensures  only: \forall integer s; 0 <= s && two_to(s) == rows ==> s == \result;
  @/
  size_t depth_of(size_t rows, size_t k)
  {
    if (rows == 1)
      return 0;
    size_t fewer = rows / 2;
    size_t s = depth_of(fewer, k), next = s + 1;
    /@ assert next: next == s + 1; @/
    /@ assert twice: rows == 2 * fewer && 0 < fewer; @/
    /@ assert two_to: two_to(next) == rows; @/
    /@ assert wide: wide(next, k) == rows * k; @/
    return next;
  }
*/

/* Both halves, then one step over the whole. The ghost loop is an induction: what was
   written into the lower half does not change what the upper one becomes. */
/*@ requires 0 < rows && two_to(s) == rows && wide(s, k) == n && from + n <= 18446744073709551615;
    requires \valid(x + (from .. from + n - 1));
    assigns  x[from .. from + n - 1];
    ensures  transformed: \forall integer i; from <= i < from + n ==> x[i] == hadamard{Pre}(x, from, s, k, i); */
static void transform(double *x, size_t from, size_t rows, size_t n) /*@ ghost (size_t s, size_t k) */
{
	const size_t fewer = rows / 2, half = n / 2, middle = from + half;

	if (rows == 1)
		return;
	/*@ assert some: 0 < s && rows == 2 * two_to(s - 1) && n == 2 * wide(s - 1, k); */
	/*@ ghost size_t t = s - 1; */
	/*@ assert below: s == t + 1; */
	/*@ assert rows: rows == 2 * fewer && 0 < fewer; */
	/*@ assert halves: n == 2 * half && middle == from + half; */
	/*@ assert stages: two_to(t) == fewer && wide(t, k) == half; */
	transform(x, from, fewer, half) /*@ ghost (t, k) */;
	/*@ assert other: \forall integer i; middle <= i < middle + half ==> x[i] == \at(x[i], Pre); */
	/*@ ghost
	    /@ loop invariant range: 0 <= d;
	       loop invariant same: \forall integer o, r, i;
	         r <= d && middle <= o <= i < o + wide(r, k) && o + wide(r, k) <= middle + half ==>
	         hadamard(x, o, r, k, i) == hadamard{Pre}(x, o, r, k, i);
	       loop assigns d;
	       loop variant s - d; @/
	    for (size_t d = 0; d < s; d++)
	      ; */
	/*@ assert kept: \forall integer i; middle <= i < middle + half ==>
	      hadamard(x, middle, t, k, i) == hadamard{Pre}(x, middle, t, k, i); */
	transform(x, middle, fewer, half) /*@ ghost (t, k) */;
	/*@ assert first: \forall integer i; from <= i < middle ==> x[i] == hadamard{Pre}(x, from, t, k, i); */
	/*@ assert second: \forall integer i; middle <= i < middle + half ==> x[i] == hadamard{Pre}(x, middle, t, k, i); */
	butterfly(x, from, half);
	/*@ assert lower: \forall integer i; from <= i < middle ==>
	      x[i] == hadamard{Pre}(x, from, t, k, i) + hadamard{Pre}(x, middle, t, k, i + half); */
	/*@ assert upper: \forall integer i; middle <= i < middle + half ==>
	      x[i] == hadamard{Pre}(x, from, t, k, i - half) - hadamard{Pre}(x, middle, t, k, i); */
	/*@ assert split: \forall integer i; from <= i < middle ==>
	      hadamard{Pre}(x, from, s, k, i) == hadamard{Pre}(x, from, t, k, i) + hadamard{Pre}(x, middle, t, k, i + half); */
	/*@ assert apart: \forall integer i; middle <= i < middle + half ==>
	      hadamard{Pre}(x, from, s, k, i) == hadamard{Pre}(x, from, t, k, i - half) - hadamard{Pre}(x, middle, t, k, i); */
}

void dpmf_rp_hadamard(double *x, size_t rows, size_t k)
{
	const double root = sqrt((double)rows);
	const size_t n = rows * k;

	/*@ assert root: root > 0; */
	/*@ ghost size_t s = depth_of(rows, k); */
	transform(x, 0, rows, n) /*@ ghost (s, k) */;
	divide(root, x, n);
}

size_t dpmf_rp_padded(size_t p)
{
	size_t padded = 1;

	/*@ ghost size_t s = 0; */
	/*@ loop invariant below: 1 <= padded < 2 * p;
	    loop invariant power: 0 <= s < padded && padded == two_to(s);
	    loop assigns padded, s;
	    loop variant p - padded; */
	while (padded < p) {
		padded *= 2;
		/*@ ghost s = s + 1; */
	}
	return padded;
}

/* Halves away from 0; the rest is exact in doubles. */
/*@ requires -1099511627776 <= x <= 1099511627776;
    assigns  \nothing;
    ensures  near: \abs(\result - x) <= 0.5;
    ensures  away: (x >= 0 ==> x < \result + 0.5) && (x <= 0 ==> \result - 0.5 < x); */
static int64_t nearest(double x)
{
	const int64_t whole = (int64_t)x;
	const double rest = x - (double)whole;

	return whole + (rest >= 0.5) - (rest <= -0.5);
}

int64_t dpmf_rp_cut_steps(double x, double c, int64_t most)
{
	const double end = (double)most, steps = x / c * 0x1p24;
	const double below = steps < end ? steps : end; /* the end, too, where steps is no number */

	return nearest(below > -end ? below : -end);
}

double dpmf_rp_estimate(double sum, double users, double q, double theta, double c)
{
	return (sum - users * q / 2) * c / (q * theta);
}

/*@ logic real descending(real f, real b, real share, real mu) = -2 / share * f + 2 * mu * b; */

/*@ requires share > 0;
    assigns \nothing;
    ensures equation: \result == descending(f, b, share, mu); */
static double descend(double f, double b, double share, double mu)
{
	return -2 / share * f + 2 * mu * b;
}

void dpmf_rp_descent(double *sum, const double *b, size_t n, double share, double mu)
{
	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant kept: \forall integer j; 0 <= j < n ==> b[j] == \at(b[j], Pre);
	    loop invariant ahead: \forall integer j; l <= j < n ==> sum[j] == \at(sum[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==>
	      sum[j] == descending(\at(sum[j], Pre), b[j], share, mu);
	    loop assigns l, sum[0 .. n - 1];
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		sum[l] = descend(sum[l], b[l], share, mu);
}
