/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two neighbouring runs side by side: the same user, the same item, one rating
   that is r in the left run and q in the right one. What is proved here of the
   code is the step of Theorem 2 from which the sensitivity follows. */
#include "mech/hdpmf/kernels.h"

#include <math.h>

/*@ logic real share_of(real d, real w, real r, real u) = 2 * (d - w * r) * u;
    logic real moved(real w, real r, real q, real u) = -2 * w * (r - q) * u;
    logic real reach(real w, real r, real q) = 2 * w * \abs(r - q);
    logic real times(real a, real b) = a * b;

    lemma share_moves: \forall real d, w, r, q, u;
      share_of(d, w, r, u) - share_of(d, w, q, u) == moved(w, r, q, u);
    lemma absolute_moved: \forall real w, r, q, u; w >= 0 ==>
      \abs(moved(w, r, q, u)) == times(reach(w, r, q), \abs(u));
    lemma times_sum: \forall real a, b, c; times(a, b + c) == times(a, b) + times(a, c); */

/*@ predicate apart_by{L}(double *left, double *right, double *u, integer k, real factor) =
      \forall integer l; 0 <= l < k ==> \abs(left[l] - right[l]) == times(factor, \abs(u[l])); */

/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1)) && \valid(share + (0 .. k - 1));
    requires \separated(share + (0 .. k - 1), u + (0 .. k - 1));
    requires \separated(share + (0 .. k - 1), v + (0 .. k - 1));
    assigns  share[0 .. k - 1];
    ensures  run: \forall integer l; 0 <= l < k ==> share[l] == share_of(dot{Pre}(u, v, k), w, r, \old(u[l])); */
static void run(const double *u, const double *v, size_t k, double w, double r, double *share)
{
	dpmf_hdpmf_gradient_share(u, v, k, w, r, share);
}

/*@ requires w >= 0;
    assigns  \nothing;
    ensures  factor: \result == reach(w, r, q); */
static double factor_of(double w, double r, double q)
{
	return 2 * w * fabs(r - q);
}

/* Keeps the wrap-around of size_t out of the goals that multiply. */
/*@ requires l < k;
    assigns  \nothing;
    ensures  next: \result == l + 1; */
static size_t succ(size_t l, size_t k)
{
	(void)k;
	return l + 1;
}

/*@ requires \valid_read(left + (0 .. k - 1)) && \valid_read(right + (0 .. k - 1)) && \valid_read(u + (0 .. k - 1));
    requires each: apart_by(left, right, u, k, factor);
    assigns  \nothing;
    ensures  sum: \result == times(factor, absolutes(u, k)); */
static double distance(const double *left, const double *right, size_t k, double factor, const double *u)
{
	double sum = 0;

	(void)factor, (void)u;
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant so_far: sum == times(factor, absolutes(u, l));
	    loop assigns l, sum;
	    loop variant k - l; */
	for (size_t l = 0; l < k; l = succ(l, k)) {
		const double step = fabs(left[l] - right[l]);
		/*@ assert step: step == times(factor, \abs(u[l])); */
		/*@ assert next: absolutes(u, l + 1) == absolutes(u, l) + \abs(u[l]); */
		/*@ assert split: times(factor, absolutes(u, l + 1)) == times(factor, absolutes(u, l)) + times(factor, \abs(u[l])); */
		sum += step;
		/*@ assert grown: sum == times(factor, absolutes(u, l + 1)); */
	}
	return sum;
}

/* Both runs of Eq. (4)'s share: coordinate by coordinate they differ by
   -2 w (r - q) u_l. The ghost loops are inductions: what is written does not
   change the sums over what is not. */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1));
    requires \valid(left + (0 .. k - 1)) && \valid(right + (0 .. k - 1));
    requires \separated(left + (0 .. k - 1), right + (0 .. k - 1), u + (0 .. k - 1), v + (0 .. k - 1));
    assigns  left[0 .. k - 1], right[0 .. k - 1];
    ensures  coordinate: \forall integer l; 0 <= l < k ==> left[l] - right[l] == moved(w, r, q, u[l]);
    ensures  kept: \forall integer l; 0 <= l < k ==> u[l] == \old(u[l]);
    ensures  kept_sum: absolutes(u, k) == absolutes{Pre}(u, k); */
static void both(const double *u, const double *v, size_t k, double w, double r, double q,
                 double *left, double *right)
{
	run(u, v, k, w, r, left);
	/*@ ghost
	    /@ loop invariant range: 0 <= i <= k;
	       loop invariant same_dot: dot(u, v, i) == dot{Pre}(u, v, i);
	       loop assigns i;
	       loop variant k - i; @/
	    for (size_t i = 0; i != k; i++)
	    {
	      /@ assert same_u: \let n = i; u[n] == \at(u[n], Pre); @/
	      ;
	      /@ assert same_v: \let n = i; v[n] == \at(v[n], Pre); @/
	      ;
	      /@ assert same_product: \let n = i; u[n] * v[n] == \at(u[n], Pre) * \at(v[n], Pre); @/
	      ;
	      /@ assert now: dot(u, v, i + 1) == dot(u, v, i) + u[i] * v[i]; @/
	      ;
	      /@ assert then: \let n = i; dot{Pre}(u, v, n + 1) == dot{Pre}(u, v, n) + \at(u[n] * v[n], Pre); @/
	      ;
	    } */
	run(u, v, k, w, q, right);
	/*@ ghost
	    /@ loop invariant range: 0 <= i <= k;
	       loop invariant same_sum: absolutes(u, i) == absolutes{Pre}(u, i);
	       loop assigns i;
	       loop variant k - i; @/
	    for (size_t i = 0; i != k; i++)
	      ; */
}

/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1));
    requires \valid(left + (0 .. k - 1)) && \valid(right + (0 .. k - 1));
    requires \separated(left + (0 .. k - 1), right + (0 .. k - 1), u + (0 .. k - 1), v + (0 .. k - 1));
    requires w >= 0;
    requires reach: factor == reach(w, r, q);
    assigns  left[0 .. k - 1], right[0 .. k - 1];
    ensures  each: apart_by(left, right, u, k, factor);
    ensures  kept_sum: times(factor, absolutes(u, k)) == times(factor, absolutes{Pre}(u, k)); */
static void both_apart(const double *u, const double *v, size_t k, double w, double r, double q, double factor,
                       double *left, double *right)
{
	both(u, v, k, w, r, q, left, right);
	/*@ assert product: \forall integer l; 0 <= l < k ==>
	      \abs(moved(w, r, q, u[l])) == times(reach(w, r, q), \abs(u[l])); */
	/*@ assert apart: \forall integer l; 0 <= l < k ==>
	      \abs(left[l] - right[l]) == \abs(moved(w, r, q, u[l])); */
	(void)factor;
}

/* In the 1-norm the two runs differ by exactly 2 w |r - q| |u|_1. */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1));
    requires \valid(left + (0 .. k - 1)) && \valid(right + (0 .. k - 1));
    requires \separated(left + (0 .. k - 1), right + (0 .. k - 1), u + (0 .. k - 1), v + (0 .. k - 1));
    requires w >= 0;
    assigns  left[0 .. k - 1], right[0 .. k - 1];
    ensures  norm: \result == times(reach(w, r, q), absolutes{Pre}(u, k)); */
double hdpmf_share_apart(const double *u, const double *v, size_t k, double w, double r, double q,
                         double *left, double *right)
{
	const double factor = factor_of(w, r, q);

	both_apart(u, v, k, w, r, q, factor, left, right);
	return distance(left, right, k, factor, u);
}
