/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpimf/kernels.h"

#include <math.h>

#include "core/vector.h"

double dpmf_dpimf_delta_first(const double *p, size_t d)
{
	return 2 * dpmf_l1(p, d);
}

double dpmf_dpimf_delta_full(const double *p, size_t d, double keep)
{
	const double l1 = dpmf_l1(p, d);

	return keep * l1 * l1;
}

/*@ requires \valid_read(p + (0 .. d - 1));
    assigns  \nothing;
    ensures  sum: \result == squares(p, d); */
static double sum_of_squares(const double *p, size_t d)
{
	/*@ ghost
	    /@ loop invariant range: 0 <= i <= d;
	       loop invariant same: dot(p, p, i) == squares(p, i);
	       loop assigns i;
	       loop variant d - i; @/
	    for (size_t i = 0; i != d; i++)
	      ; */
	return dpmf_dot(p, p, d);
}

double dpmf_dpimf_delta_triu(const double *p, size_t d, double keep)
{
	const double l1 = dpmf_l1(p, d);

	return keep * (l1 * l1 + sum_of_squares(p, d)) / 2;
}

double dpmf_dpimf_delta_loss(const double *p, size_t d)
{
	const double l1 = dpmf_l1(p, d);

	return 2 * l1 + l1 * l1 + 1;
}

double dpmf_dpimf_bound_first(double c, size_t d)
{
	return 2 * c * sqrt((double)d);
}

double dpmf_dpimf_bound_full(double c, size_t d)
{
	return c * c * (double)d;
}

double dpmf_dpimf_bound_triu(double c, size_t d)
{
	return c * c * ((double)d + 1) / 2;
}

void dpmf_dpimf_add_first(const double *p, size_t d, double w, double *first)
{
	dpmf_add_scaled(2 * w, p, d, first);
}

void dpmf_dpimf_add_row(const double *p, size_t d, double w, size_t j, double *row)
{
	dpmf_add_scaled(w * p[j], p, d, row);
}

/*@ ghost
  void rows_in_order(size_t d)
  {
    /@ loop invariant range: 0 <= i <= d;
       loop invariant product: \forall integer j; 0 <= j <= i ==> start(d, j) == j * d;
       loop invariant sign: 0 <= start(d, i);
       loop invariant order: \forall integer j, k; 0 <= k < j <= i ==> 0 <= start(d, k) && start(d, k) + d <= start(d, j);
       loop assigns i;
       loop variant d - i; @/
    for (size_t i = 0; i != d; i++)
      ;
  }

  void triangle_in_order(size_t d)
  {
    /@ loop invariant range: 0 <= i <= d;
       loop invariant product: \forall integer j; 0 <= j <= i ==> 2 * triangle(d, j) == j * (2 * d - j + 1);
       loop invariant sign: 0 <= triangle(d, i);
       loop invariant order: \forall integer j, k; 0 <= k < j <= i ==>
         0 <= triangle(d, k) && triangle(d, k) + (d - k) <= triangle(d, j);
       loop assigns i;
       loop variant d - i; @/
    for (size_t i = 0; i != d; i++)
      ;
  }
*/

/*@ logic real added(real before, real w, real a, real b) = before + w * a * b; */

void dpmf_dpimf_add_second(const double *p, size_t d, double w, double *second)
{
	double *row = second;

	/*@ ghost rows_in_order(d); */
	/*@ loop invariant range: 0 <= j <= d;
	    loop invariant row: row == second + start(d, j);
	    loop invariant kept: \forall integer l; 0 <= l < d ==> p[l] == \at(p[l], Pre);
	    loop invariant done: \forall integer k, l; 0 <= k < j && 0 <= l < d ==>
	      entry(second, d, k, l) == added(\at(entry(second, d, k, l), Pre), w, \at(p[k], Pre), \at(p[l], Pre));
	    loop invariant rest: \forall integer x; start(d, j) <= x < start(d, d) ==> second[x] == \at(second[x], Pre);
	    loop assigns j, row, second[0 .. start(d, d) - 1];
	    loop variant d - j; */
	for (size_t j = 0; j < d; j++) {
		dpmf_dpimf_add_row(p, d, w, j, row);
		/*@ assert above: \forall integer x; 0 <= x < start(d, j) ==> second[x] == \at(second[x], LoopCurrent); */
		/*@ assert below: \forall integer x; start(d, j) + d <= x < start(d, d) ==> second[x] == \at(second[x], LoopCurrent); */
		/*@ assert rows: \forall integer k, l; 0 <= k < j && 0 <= l < d ==>
		      entry(second, d, k, l) == \at(entry(second, d, k, l), LoopCurrent); */
		/*@ assert row: \forall integer l; 0 <= l < d ==> row[l] == added(\at(row[l], LoopCurrent), w, p[j], p[l]); */
		/*@ assert here: \let i = j; \forall integer l; 0 <= l < d ==>
		      entry(second, d, i, l) == added(\at(entry(second, d, i, l), Pre), w, \at(p[i], Pre), \at(p[l], Pre)); */
		row += d;
	}
}

double dpmf_dpimf_regularizer(double keep, double alpha0, double of_item, double of_all)
{
	return keep * of_item + alpha0 * of_all;
}

/*@ logic real mixed(real keep, real of_item, real alpha0, real of_all) = keep * of_item + alpha0 * of_all; */

/*@ assigns  \nothing;
    ensures  equation: \result == mixed(keep, of_item, alpha0, of_all); */
static double mix_one(double keep, double of_item, double alpha0, double of_all)
{
	return keep * of_item + alpha0 * of_all;
}

void dpmf_dpimf_mix(double keep, double alpha0, const double *of_all, size_t n, double *of_item)
{
	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant kept: \forall integer k; 0 <= k < n ==> of_all[k] == \at(of_all[k], Pre);
	    loop invariant done: \forall integer k; 0 <= k < l ==>
	      of_item[k] == mixed(keep, \at(of_item[k], Pre), alpha0, \at(of_all[k], Pre));
	    loop invariant rest: \forall integer k; l <= k < n ==> of_item[k] == \at(of_item[k], Pre);
	    loop assigns l, of_item[0 .. n - 1];
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		of_item[l] = mix_one(keep, of_item[l], alpha0, of_all[l]);
}

/* What row j has left of the diagonal is what column j has above it. */
/*@ requires \valid(full + (0 .. start(d, d) - 1)) && j < d;
    requires row: row == full + start(d, j);
    assigns  row[0 .. j - 1];
    ensures  mirrored: \forall integer l; 0 <= l < j ==> row[l] == \old(entry(full, d, l, j)); */
static void mirror(const double *full, size_t d, size_t j, double *row)
{
	const double *column = full + j;

	/*@ ghost rows_in_order(d); */
	/*@ loop invariant range: 0 <= l <= j;
	    loop invariant column: column == full + (start(d, l) + j);
	    loop invariant above: \forall integer x; 0 <= x < start(d, j) ==> full[x] == \at(full[x], Pre);
	    loop invariant done: \forall integer k; 0 <= k < l ==> row[k] == \at(entry(full, d, k, j), Pre);
	    loop assigns l, column, row[0 .. j - 1];
	    loop variant j - l; */
	for (size_t l = 0; l < j; l++) {
		row[l] = *column;
		column += d;
	}
}

/* Row j, when the rows above it stand; upper is what the triangle has of it. */
/*@ requires \valid(full + (0 .. start(d, d) - 1)) && \valid_read(upper + (0 .. d - j - 1)) && j < d;
    requires \separated(full + (0 .. start(d, d) - 1), upper + (0 .. d - j - 1));
    requires row: row == full + start(d, j);
    assigns  row[0 .. d - 1];
    ensures  right: \forall integer l; j <= l < d ==> entry(full, d, j, l) == \old(upper[l - j]);
    ensures  left: \forall integer l; 0 <= l < j ==> entry(full, d, j, l) == entry(full, d, l, j);
    ensures  above: \forall integer k, l; 0 <= k < j && 0 <= l < d ==> entry(full, d, k, l) == \old(entry(full, d, k, l)); */
static void complete(const double *upper, const double *full, size_t d, size_t j, double *row)
{
	/*@ ghost rows_in_order(d); */
	mirror(full, d, j, row);
	dpmf_scale(1, upper, d - j, row + j);
	/*@ assert rows: \forall integer x; 0 <= x < start(d, j) ==> full[x] == \at(full[x], Pre); */
	/*@ assert first: \forall integer l; 0 <= l < j ==> row[l] == \at(entry(full, d, l, j), Pre); */
	/*@ assert second: \forall integer l; j <= l < d ==> row[j + (l - j)] == \at(upper[l - j], Pre); */
}

void dpmf_dpimf_symmetric(const double *upper, size_t d, double *full)
{
	double *row = full;

	/*@ ghost rows_in_order(d); */
	/*@ ghost triangle_in_order(d); */
	/*@ loop invariant range: 0 <= j <= d;
	    loop invariant row: row == full + start(d, j);
	    loop invariant upper: upper == \at(upper, Pre) + triangle(d, j);
	    loop invariant kept: \forall integer x; 0 <= x < triangle(d, d) ==> \at(upper, Pre)[x] == \at(upper[x], Pre);
	    loop invariant done: \forall integer k, l; 0 <= k < j && k <= l < d ==>
	      entry(full, d, k, l) == \at(upper_entry(upper, d, k, l), Pre);
	    loop invariant mirrored: \forall integer k, l; 0 <= l < k < j ==> entry(full, d, k, l) == entry(full, d, l, k);
	    loop assigns j, row, upper, full[0 .. start(d, d) - 1];
	    loop variant d - j; */
	for (size_t j = 0; j < d; j++) {
		complete(upper, full, d, j, row);
		/*@ assert right: \let i = j; \forall integer l; i <= l < d ==>
		      entry(full, d, i, l) == \at(upper_entry(upper, d, i, l), Pre); */
		row += d;
		upper += d - j;
	}
}

/* Row j from the diagonal on. */
/*@ requires \valid_read(row + (0 .. d - 1)) && \valid(part + (0 .. d - j - 1)) && j < d;
    requires \separated(row + (0 .. d - 1), part + (0 .. d - j - 1));
    assigns  part[0 .. d - j - 1];
    ensures  part: \forall integer l; j <= l < d ==> numbered(part, j, l) == \old(row[l]); */
static void take(const double *row, size_t d, size_t j, double *part)
{
	dpmf_scale(1, row + j, d - j, part);
}

void dpmf_dpimf_upper(const double *full, size_t d, double *upper)
{
	const double *row = full;

	/*@ ghost rows_in_order(d); */
	/*@ ghost triangle_in_order(d); */
	/*@ loop invariant range: 0 <= j <= d;
	    loop invariant row: row == full + start(d, j);
	    loop invariant upper: upper == \at(upper, Pre) + triangle(d, j);
	    loop invariant kept: \forall integer x; 0 <= x < start(d, d) ==> full[x] == \at(full[x], Pre);
	    loop invariant done: \forall integer k, l; 0 <= k < j && k <= l < d ==>
	      upper_entry(\at(upper, Pre), d, k, l) == \at(entry(full, d, k, l), Pre);
	    loop assigns j, row, upper, \at(upper, Pre)[0 .. triangle(d, d) - 1];
	    loop variant d - j; */
	for (size_t j = 0; j < d; j++) {
		take(row, d, j, upper);
		/*@ assert before: \forall integer x; 0 <= x < triangle(d, j) ==> \at(upper, Pre)[x] == \at(\at(upper, Pre)[x], LoopCurrent); */
		/*@ assert rows: \forall integer k, l; 0 <= k < j && k <= l < d ==>
		      upper_entry(\at(upper, Pre), d, k, l) == \at(upper_entry(\at(upper, Pre), d, k, l), LoopCurrent); */
		/*@ assert here: \let i = j; \forall integer l; i <= l < d ==>
		      upper_entry(\at(upper, Pre), d, i, l) == \at(entry(full, d, i, l), Pre); */
		row += d;
		upper += d - j;
	}
}
