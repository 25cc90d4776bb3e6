/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two neighbouring runs side by side: P is the same, and so is what the other
   users add; one user, of profile p, interacts with the item in the left run and
   not in the right one. What is proved here of the code is how far apart the
   coefficients then are, summed over absolute values: Eqs. (9), (15)-(18), each
   an equality. Sums of p are those after the calls, which leave p as it was. w
   is 1 but for importance sampling. */
#include "core/vector.h"
#include "mech/dpimf/kernels.h"

#include <math.h>

/*@ logic real times(real a, real b) = a * b;
    logic real put(real before, real w, real a, real b) = before + w * a * b;
    logic real blend(real keep, real x, real alpha0, real y) = keep * x + alpha0 * y;
    logic real outer(real k, real a, real b) = k * a * b;
    logic real twice(real k, real all, real s, real q) = k * (2.0 * all * s - s * s + q);

    lemma blends_move: \forall real k, x, w, a, b, c, y;
      blend(k, put(x, w, a, b), c, y) - blend(k, x, c, y) == outer(times(k, w), a, b);
    lemma absolute_outer: \forall real k, a, b; k >= 0 ==>
      \abs(outer(k, a, b)) == times(times(k, \abs(a)), \abs(b)); */

/*@ predicate apart{L}(double *left, double *right, double *p, integer d, real k) =
      \forall integer j, l; 0 <= j < d && 0 <= l < d ==>
        entry(left, d, j, l) - entry(right, d, j, l) == outer(k, p[j], p[l]);
    predicate upper_apart{L}(double *left, double *right, double *p, integer d, real k) =
      \forall integer j, l; 0 <= j <= l < d ==>
        upper_entry(left, d, j, l) - upper_entry(right, d, j, l) == outer(k, p[j], p[l]); */

/* Keeps the wrap-around of size_t out of the goals that multiply. */
/*@ requires l < d;
    assigns  \nothing;
    ensures  next: \result == l + 1; */
static size_t succ(size_t l, size_t d)
{
	(void)d;
	return l + 1;
}

/*@ assigns  \nothing;
    ensures  split: times(k, s + \abs(a)) == times(k, s) + times(k, \abs(a)); */
static void times_next(double k, double s, double a)
{
	(void)k, (void)s, (void)a;
}

/*@ assigns  \nothing;
    ensures  split: times(times(k, s + \abs(a)), all) == times(times(k, s), all) + times(times(k, \abs(a)), all); */
static void product_next(double k, double s, double a, double all)
{
	(void)k, (void)s, (void)a, (void)all;
}

/*@ requires row: sum + times(times(k, \abs(a)), s) == times(times(k, \abs(a)), all);
    assigns  \nothing;
    ensures  split: twice(k, all, s + \abs(a), q + a * a) == twice(k, all, s, q) + 2.0 * sum; */
static void twice_next(double k, double all, double s, double q, double a, double sum)
{
	const double size = fabs(a);

	(void)k, (void)all, (void)s, (void)q, (void)sum, (void)size;
	/*@ assert square: size * size == a * a; */
	/*@ assert parts: sum == k * size * all - k * size * s; */
}

/*@ assigns  \nothing;
    ensures  whole: twice(k, all, all, q) == times(k, all * all + q); */
static void twice_all(double k, double all, double q)
{
	(void)k, (void)all, (void)q;
}

/*@ assigns  \nothing;
    ensures  product: \result == times(k, \abs(a)); */
static double factor_of(double k, double a)
{
	return k * fabs(a);
}

/* Part of a row, from the column `from` on. */
/*@ requires \valid_read(left + (0 .. d - from - 1)) && \valid_read(right + (0 .. d - from - 1));
    requires \valid_read(p + (0 .. d - 1)) && from <= d;
    requires each: \forall integer l; from <= l < d ==>
               \abs(numbered(left, from, l) - numbered(right, from, l)) == times(factor, \abs(p[l]));
    assigns  \nothing;
    ensures  sum: \result + times(factor, absolutes(p, from)) == times(factor, absolutes(p, d)); */
static double distance(const double *left, const double *right, size_t from, size_t d, double factor, const double *p)
{
	double sum = 0, s = dpmf_l1(p, from);

	/*@ loop invariant range: from <= l <= d;
	    loop invariant s: s == absolutes(p, l);
	    loop invariant so_far: sum + times(factor, absolutes(p, from)) == times(factor, s);
	    loop assigns l, s, sum;
	    loop variant d - l; */
	for (size_t l = from; l < d; l = succ(l, d)) {
		const double term = fabs(left[l - from] - right[l - from]);
		/*@ assert term: term == times(factor, \abs(p[l])); */
		/*@ assert next: absolutes(p, l + 1) == s + \abs(p[l]); */
		times_next(factor, s, p[l]);
		s += fabs(p[l]);
		sum += term;
	}
	return sum;
}

/* The same of a row of which each number moves by k a p_l. */
/*@ requires \valid_read(left + (0 .. d - from - 1)) && \valid_read(right + (0 .. d - from - 1));
    requires \valid_read(p + (0 .. d - 1)) && from <= d && k >= 0;
    requires moved: \forall integer l; from <= l < d ==>
               numbered(left, from, l) - numbered(right, from, l) == outer(k, a, p[l]);
    assigns  \nothing;
    ensures  sum: \result + times(times(k, \abs(a)), absolutes(p, from)) == times(times(k, \abs(a)), absolutes(p, d)); */
static double row_distance(const double *left, const double *right, size_t from, size_t d, double k, double a,
                           const double *p)
{
	return distance(left, right, from, d, factor_of(k, a), p);
}

/*@ requires \valid_read(left + (0 .. d - 1)) && \valid_read(right + (0 .. d - 1)) && \valid_read(p + (0 .. d - 1));
    requires k >= 0;
    requires moved: \forall integer l; 0 <= l < d ==> left[l] - right[l] == outer(k, a, p[l]);
    assigns  \nothing;
    ensures  sum: \result == times(times(k, \abs(a)), absolutes(p, d)); */
static double whole_row_distance(const double *left, const double *right, size_t d, double k, double a, const double *p)
{
	/*@ assert none: absolutes(p, 0) == 0.0; */
	/*@ assert empty: times(times(k, \abs(a)), absolutes(p, 0)) == 0.0; */
	/*@ assert moved: \forall integer l; 0 <= l < d ==> numbered(left, 0, l) - numbered(right, 0, l) == outer(k, a, p[l]); */
	return row_distance(left, right, 0, d, k, a, p);
}

/* Eq. (15), and what is so with a weight: w times as much. */
/*@ requires \valid_read(p + (0 .. d - 1)) && \valid(left + (0 .. d - 1)) && \valid_read(right + (0 .. d - 1));
    requires \separated(left + (0 .. d - 1), right + (0 .. d - 1)) && \separated(left + (0 .. d - 1), p + (0 .. d - 1));
    requires same: \forall integer l; 0 <= l < d ==> left[l] == right[l];
    requires w >= 0;
    assigns  left[0 .. d - 1];
    ensures  eq15: \result == times(2 * w, absolutes(p, d));
    ensures  kept: \forall integer l; 0 <= l < d ==> p[l] == \old(p[l]); */
double dpimf_first_apart(const double *p, size_t d, double w, double *left, const double *right)
{
	dpmf_dpimf_add_first(p, d, w, left);
	/*@ assert moved: \forall integer l; 0 <= l < d ==> left[l] - right[l] == times(2 * w, p[l]); */
	/*@ assert each: \forall integer l; 0 <= l < d ==>
	      \abs(numbered(left, 0, l) - numbered(right, 0, l)) == times(2 * w, \abs(p[l])); */
	return distance(left, right, 0, d, 2 * w, p);
}

/*@ requires \valid_read(p + (0 .. d - 1)) && \valid(second + (0 .. start(d, d) - 1));
    requires \separated(second + (0 .. start(d, d) - 1), p + (0 .. d - 1));
    assigns  second[0 .. start(d, d) - 1];
    ensures  put: \forall integer j, l; 0 <= j < d && 0 <= l < d ==>
               entry(second, d, j, l) == put(\old(entry(second, d, j, l)), w, \old(p[j]), \old(p[l])); */
static void run_add(const double *p, size_t d, double w, double *second)
{
	dpmf_dpimf_add_second(p, d, w, second);
}

/*@ requires \valid(second + (0 .. n - 1)) && \valid_read(all + (0 .. n - 1)) && n == start(d, d);
    requires \separated(second + (0 .. n - 1), all + (0 .. n - 1));
    assigns  second[0 .. n - 1];
    ensures  blend: \forall integer j, l; 0 <= j < d && 0 <= l < d ==>
               entry(second, d, j, l) == blend(keep, \old(entry(second, d, j, l)), alpha0, \old(entry(all, d, j, l))); */
static void run_mix(double keep, double alpha0, const double *all, size_t d, size_t n, double *second)
{
	(void)d;
	/*@ ghost rows_in_order(d); */
	dpmf_dpimf_mix(keep, alpha0, all, n, second);
	/*@ assert each: \forall integer x; 0 <= x < n ==> second[x] == blend(keep, \at(second[x], Pre), alpha0, \at(all[x], Pre)); */
	/*@ assert within: \forall integer j, l; 0 <= j < d && 0 <= l < d ==> 0 <= start(d, j) + l < n; */
}

/* Both runs of the quadratic: n is d^2. At keep = 0 it does not move. */
/*@ requires \valid_read(p + (0 .. d - 1)) && \valid_read(all + (0 .. n - 1)) && n == start(d, d);
    requires \valid(left + (0 .. n - 1)) && \valid(right + (0 .. n - 1));
    requires \separated(left + (0 .. n - 1), right + (0 .. n - 1), p + (0 .. d - 1));
    requires \separated(left + (0 .. n - 1), all + (0 .. n - 1)) && \separated(right + (0 .. n - 1), all + (0 .. n - 1));
    requires same: \forall integer j, l; 0 <= j < d && 0 <= l < d ==> entry(left, d, j, l) == entry(right, d, j, l);
    assigns  left[0 .. n - 1], right[0 .. n - 1];
    ensures  apart: apart(left, right, p, d, times(keep, w));
    ensures  still: keep == 0.0 ==> \forall integer j, l; 0 <= j < d && 0 <= l < d ==> entry(left, d, j, l) == entry(right, d, j, l);
    ensures  kept: \forall integer l; 0 <= l < d ==> p[l] == \old(p[l]); */
void dpimf_quadratics_apart(const double *p, size_t d, size_t n, double w, double keep, double alpha0,
                            const double *all, double *left, double *right)
{
	/*@ ghost rows_in_order(d); */
	run_add(p, d, w, left);
	run_mix(keep, alpha0, all, d, n, left);
	/*@ assert right: \forall integer j, l; 0 <= j < d && 0 <= l < d ==>
	      entry(right, d, j, l) == \at(entry(right, d, j, l), Pre) && entry(all, d, j, l) == \at(entry(all, d, j, l), Pre); */
	/*@ assert left: \forall integer j, l; 0 <= j < d && 0 <= l < d ==>
	      entry(left, d, j, l) == blend(keep, put(entry(right, d, j, l), w, \at(p[j], Pre), \at(p[l], Pre)), alpha0, entry(all, d, j, l)); */
	/*@ ghost Mixed: ; */
	run_mix(keep, alpha0, all, d, n, right);
	/*@ assert still: \forall integer j, l; 0 <= j < d && 0 <= l < d ==> entry(left, d, j, l) == \at(entry(left, d, j, l), Mixed); */
}

/* Eq. (16): all d x d of them. */
/*@ requires \valid_read(p + (0 .. d - 1)) && k >= 0;
    requires \valid_read(left + (0 .. start(d, d) - 1)) && \valid_read(right + (0 .. start(d, d) - 1));
    requires apart: apart(left, right, p, d, k);
    assigns  \nothing;
    ensures  eq16: \result == times(times(k, absolutes(p, d)), absolutes(p, d)); */
double dpimf_full_distance(const double *left, const double *right, const double *p, size_t d, double k)
{
	const double *l = left, *r = right;
	const double all = dpmf_l1(p, d);
	double sum = 0, s = 0;

	/*@ ghost rows_in_order(d); */
	/*@ loop invariant range: 0 <= j <= d;
	    loop invariant rows: l == left + start(d, j) && r == right + start(d, j);
	    loop invariant s: s == absolutes(p, j);
	    loop invariant so_far: sum == times(times(k, s), all);
	    loop assigns j, l, r, s, sum;
	    loop variant d - j; */
	for (size_t j = 0; j < d; j = succ(j, d)) {
		/*@ assert rows: \let n = j; \forall integer i; 0 <= i < d ==>
		      l[i] == entry(left, d, n, i) && r[i] == entry(right, d, n, i); */
		/*@ assert next: absolutes(p, j + 1) == s + \abs(p[j]); */
		product_next(k, s, p[j], all);
		sum += whole_row_distance(l, r, d, k, p[j], p);
		s += fabs(p[j]);
		l += d;
		r += d;
	}
	return sum;
}

/* Eq. (18): the d (d + 1) / 2 of the upper triangle, which are released. */
/*@ requires \valid_read(p + (0 .. d - 1)) && k >= 0;
    requires \valid_read(left + (0 .. triangle(d, d) - 1)) && \valid_read(right + (0 .. triangle(d, d) - 1));
    requires apart: upper_apart(left, right, p, d, k);
    assigns  \nothing;
    ensures  eq18: 2.0 * \result == times(k, absolutes(p, d) * absolutes(p, d) + squares(p, d)); */
double dpimf_upper_distance(const double *left, const double *right, const double *p, size_t d, double k)
{
	const double *l = left, *r = right;
	const double all = dpmf_l1(p, d);
	double sum = 0, s = 0, q = 0, part;

	/*@ ghost triangle_in_order(d); */
	/*@ loop invariant range: 0 <= j <= d;
	    loop invariant rows: l == left + triangle(d, j) && r == right + triangle(d, j);
	    loop invariant s: s == absolutes(p, j) && q == squares(p, j);
	    loop invariant so_far: 2.0 * sum == twice(k, all, s, q);
	    loop assigns j, l, r, s, q, sum, part;
	    loop variant d - j; */
	for (size_t j = 0; j != d; j = succ(j, d)) {
		/*@ assert moved: \let n = j; \forall integer i; n <= i < d ==>
		      numbered(l, n, i) - numbered(r, n, i) == outer(k, p[n], p[i]); */
		part = row_distance(l, r, j, d, k, p[j], p);
		/*@ assert next: absolutes(p, j + 1) == s + \abs(p[j]) && squares(p, j + 1) == q + p[j] * p[j]; */
		twice_next(k, all, s, q, p[j], part);
		s += fabs(p[j]);
		q += p[j] * p[j];
		sum += part;
		l += d - j;
		r += d - j;
	}
	twice_all(k, all, q);
	return sum;
}

/* The upper triangles of two matrices differ as the matrices do. */
/*@ requires \valid_read(left + (0 .. start(d, d) - 1)) && \valid_read(right + (0 .. start(d, d) - 1));
    requires \valid(left_upper + (0 .. triangle(d, d) - 1)) && \valid(right_upper + (0 .. triangle(d, d) - 1));
    requires \valid_read(p + (0 .. d - 1));
    requires \separated(left_upper + (0 .. triangle(d, d) - 1), right_upper + (0 .. triangle(d, d) - 1),
                        left + (0 .. start(d, d) - 1), p + (0 .. d - 1));
    requires \separated(left_upper + (0 .. triangle(d, d) - 1), right + (0 .. start(d, d) - 1));
    requires \separated(right_upper + (0 .. triangle(d, d) - 1), right + (0 .. start(d, d) - 1));
    requires apart: apart(left, right, p, d, k);
    assigns  left_upper[0 .. triangle(d, d) - 1], right_upper[0 .. triangle(d, d) - 1];
    ensures  apart: upper_apart(left_upper, right_upper, p, d, k);
    ensures  kept: \forall integer l; 0 <= l < d ==> p[l] == \old(p[l]); */
void dpimf_uppers_apart(const double *left, const double *right, const double *p, size_t d, double k,
                        double *left_upper, double *right_upper)
{
	(void)p, (void)k;
	/*@ ghost rows_in_order(d); */
	/*@ ghost triangle_in_order(d); */
	dpmf_dpimf_upper(left, d, left_upper);
	/*@ assert still: \forall integer x; 0 <= x < start(d, d) ==> right[x] == \at(right[x], Pre); */
	/*@ ghost First: ; */
	dpmf_dpimf_upper(right, d, right_upper);
	/*@ assert here: \forall integer j, l; 0 <= j <= l < d ==>
	      upper_entry(right_upper, d, j, l) == \at(entry(right, d, j, l), Pre); */
	/*@ assert before: \forall integer x; 0 <= x < triangle(d, d) ==> left_upper[x] == \at(left_upper[x], First); */
	/*@ assert there: \forall integer j, l; 0 <= j <= l < d ==>
	      upper_entry(left_upper, d, j, l) == \at(entry(left, d, j, l), Pre); */
}

/* Eq. (17). */
/*@ requires keep >= 0;
    assigns  \nothing;
    ensures  eq17: \result == keep; */
double dpimf_regularizer_apart(double keep, double alpha0, double of_item, double of_all)
{
	return fabs(dpmf_dpimf_regularizer(keep, alpha0, of_item + 1, of_all) - dpmf_dpimf_regularizer(keep, alpha0, of_item, of_all));
}

/* Eq. (9): the strawman's coefficients, all at once; keep is 1 there. n is d^2. */
/*@ requires \valid_read(p + (0 .. d - 1)) && \valid_read(all + (0 .. n - 1)) && n == start(d, d);
    requires \valid(first_left + (0 .. d - 1)) && \valid_read(first_right + (0 .. d - 1));
    requires \valid(left + (0 .. n - 1)) && \valid(right + (0 .. n - 1));
    requires \separated(left + (0 .. n - 1), right + (0 .. n - 1), first_left + (0 .. d - 1), first_right + (0 .. d - 1),
                        p + (0 .. d - 1));
    requires \separated(left + (0 .. n - 1), all + (0 .. n - 1)) && \separated(right + (0 .. n - 1), all + (0 .. n - 1));
    requires same_first: \forall integer l; 0 <= l < d ==> first_left[l] == first_right[l];
    requires same: \forall integer j, l; 0 <= j < d && 0 <= l < d ==> entry(left, d, j, l) == entry(right, d, j, l);
    assigns  first_left[0 .. d - 1], left[0 .. n - 1], right[0 .. n - 1];
    ensures  eq9: \result == 2 * absolutes(p, d) + absolutes(p, d) * absolutes(p, d) + 1;
    ensures  kept: \forall integer l; 0 <= l < d ==> p[l] == \old(p[l]); */
double dpimf_loss_apart(const double *p, size_t d, size_t n, double alpha0, const double *all, double of_item,
                        double of_all, double *first_left, const double *first_right, double *left, double *right)
{
	double first, second;

	/*@ ghost rows_in_order(d); */
	dpimf_quadratics_apart(p, d, n, 1, 1, alpha0, all, left, right);
	/*@ assert same_first: \forall integer l; 0 <= l < d ==> first_left[l] == first_right[l]; */
	/*@ ghost Quadratic: ; */
	first = dpimf_first_apart(p, d, 1, first_left, first_right);
	/*@ assert left: \forall integer j, l; 0 <= j < d && 0 <= l < d ==> entry(left, d, j, l) == \at(entry(left, d, j, l), Quadratic); */
	/*@ assert right: \forall integer j, l; 0 <= j < d && 0 <= l < d ==> entry(right, d, j, l) == \at(entry(right, d, j, l), Quadratic); */
	/*@ assert unit: times(1.0, 1.0) == 1.0; */
	second = dpimf_full_distance(left, right, p, d, 1);
	/*@ assert both: first == 2 * absolutes(p, d) && second == absolutes(p, d) * absolutes(p, d); */
	return first + second + dpimf_regularizer_apart(1, alpha0, of_item, of_all);
}
