/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two neighbouring runs side by side: the same X and Theta, one rating that is
   v in the left run and w in the right one. What is proved here of the code is
   Eq. (6): the gradient of Theta moves in one row, by (w - v) clip(x_i), and
   that is at most tau C in L2. */
#include "core/vector.h"
#include "mech/gaussmf/kernels.h"

/*@ logic real row_of(real g, real residual, real c) = g + residual * c;
    logic real times(real a, real b) = a * b;
    logic real square(real a) = a * a;

    logic real quotient(real x, real d) = x / d;

    lemma rows_move: \forall real g, a, b, d, c; a - b == d ==> row_of(g, a, c) - row_of(g, b, c) == times(d, c);
    lemma times_sum: \forall real a, b, c; times(a, b + c) == times(a, b) + times(a, c);
    lemma square_product: \forall real a, b; square(times(a, b)) == times(square(a), square(b)); */

/*@ requires a >= 0 && b <= c;
    assigns  \nothing;
    ensures  right: times(a, b) <= times(a, c);
    ensures  left: times(b, a) <= times(c, a); */
static void times_grows(double a, double b, double c)
{
	(void)a, (void)b, (void)c;
}

/*@ requires k >= 1 && times(square(k), s) == times(square(k), t);
    assigns  \nothing;
    ensures  same: s == t; */
static void cancel(double k, double s, double t)
{
	(void)k, (void)s, (void)t;
	/*@ assert product: square(k) * (s - t) == 0.0; */
	/*@ assert positive: square(k) >= 1.0; */
}

/* Keeps the wrap-around of size_t out of the goals that multiply. */
/*@ requires l < n;
    assigns  \nothing;
    ensures  next: \result == l + 1; */
static size_t succ(size_t l, size_t n)
{
	(void)n;
	return l + 1;
}

/*@ requires d >= 1 && q == quotient(x, d);
    assigns  \nothing;
    ensures  back: times(d, q) == x;
    ensures  squares: times(square(d), square(q)) == square(x); */
static void quotient_back(double x, double d, double q)
{
	(void)x, (void)d, (void)q;
	/*@ assert back: times(d, q) == x; */
	/*@ assert squared: square(times(d, q)) == times(square(d), square(q)); */
}

/* The clipped profile times d is the profile, and so in the squares. */
/*@ requires \valid_read(x + (0 .. n - 1)) && \valid_read(clipped + (0 .. n - 1));
    requires d >= 1;
    requires each: \forall integer l; 0 <= l < n ==> clipped[l] == quotient(x[l], d);
    assigns  \nothing;
    ensures  squares: times(square(d), squares(clipped, n)) == squares(x, n);
    ensures  sign: squares(clipped, n) >= 0; */
static void squares_of_quotients(const double *x, size_t n, double d, const double *clipped)
{
	(void)x, (void)d, (void)clipped;
	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant so_far: times(square(d), squares(clipped, l)) == squares(x, l);
	    loop invariant sign: squares(clipped, l) >= 0;
	    loop assigns l;
	    loop variant n - l; */
	for (size_t l = 0; l < n; l = succ(l, n)) {
		quotient_back(x[l], d, clipped[l]);
		/*@ assert next: squares(clipped, l + 1) == squares(clipped, l) + square(clipped[l]); */
		/*@ assert same: squares(x, l + 1) == squares(x, l) + square(x[l]); */
		/*@ assert split: times(square(d), squares(clipped, l + 1)) ==
		      times(square(d), squares(clipped, l)) + times(square(d), square(clipped[l])); */
	}
}

/*@ requires \valid_read(x + (0 .. n - 1));
    assigns  \nothing;
    ensures  root: \result == \sqrt(squares(x, n));
    ensures  square: square(\result) == squares(x, n);
    ensures  sign: \result >= 0; */
static double norm_of(const double *x, size_t n)
{
	return dpmf_l2(x, n);
}

/*@ requires norm >= 0 && clip > 0;
    assigns  \nothing;
    ensures  divisor: \result == clip_divisor(norm, clip);
    ensures  inside: norm <= clip ==> \result == 1.0;
    ensures  outside: norm > clip ==> times(\result, clip) == norm;
    ensures  least: \result >= 1; */
static double divisor_of(double norm, double clip)
{
	return norm > clip ? norm / clip : 1;
}

/*@ requires norm >= 0 && clip > 0 && d >= 1;
    requires inside: norm <= clip ==> d == 1.0;
    requires outside: norm > clip ==> times(d, clip) == norm;
    requires sphere: times(square(d), s) == square(norm);
    assigns  \nothing;
    ensures  within: s <= square(clip); */
static void within_ball(double norm, double clip, double d, double s)
{
	if (norm > clip) {
		/*@ assert squared: square(times(d, clip)) == times(square(d), square(clip)); */
		cancel(d, s, clip * clip);
	} else {
		/*@ assert small: s == square(norm); */
		times_grows(norm, norm, clip);
		times_grows(clip, norm, clip);
	}
}

/*@ requires \valid_read(x + (0 .. n - 1)) && \valid(clipped + (0 .. n - 1));
    requires \separated(x + (0 .. n - 1), clipped + (0 .. n - 1));
    requires clip > 0;
    assigns  clipped[0 .. n - 1];
    ensures  each: \forall integer l; 0 <= l < n ==>
               clipped[l] == quotient(\old(x[l]), clip_divisor(\old(\sqrt(squares(x, n))), clip));
    ensures  kept: \forall integer l; 0 <= l < n ==> x[l] == \old(x[l]); */
static void clip_only(const double *x, size_t n, double clip, double *clipped)
{
	dpmf_gaussmf_clip(x, n, clip, clipped);
}

/*@ requires \valid_read(x + (0 .. n - 1)) && \valid(clipped + (0 .. n - 1));
    requires \separated(x + (0 .. n - 1), clipped + (0 .. n - 1));
    requires clip > 0;
    assigns  clipped[0 .. n - 1];
    ensures  each: \forall integer l; 0 <= l < n ==>
               clipped[l] == quotient(x[l], clip_divisor(\old(\sqrt(squares(x, n))), clip));
    ensures  kept_sum: squares(x, n) == squares{Pre}(x, n); */
static void clip_kept(const double *x, size_t n, double clip, double *clipped)
{
	clip_only(x, n, clip, clipped);
	/*@ ghost
	    /@ loop invariant range: 0 <= i <= n;
	       loop invariant same_sum: squares(x, i) == squares{Pre}(x, i);
	       loop assigns i;
	       loop variant n - i; @/
	    for (size_t i = 0; i != n; i++)
	    {
	      /@ assert same_x: \let l = i; x[l] == \at(x[l], Pre); @/
	      ;
	      /@ assert same_square: \let l = i; square(x[l]) == \at(square(x[l]), Pre); @/
	      ;
	      /@ assert now: squares(x, i + 1) == squares(x, i) + square(x[i]); @/
	      ;
	      /@ assert then: \let l = i; squares{Pre}(x, l + 1) == squares{Pre}(x, l) + \at(square(x[l]), Pre); @/
	      ;
	    } */
}

/* The sum of squares, which nothing but the proof needs. */
/*@ requires \valid_read(x + (0 .. n - 1));
    assigns  \nothing;
    ensures  sum: \result == squares(x, n); */
static double squares_of(const double *x, size_t n)
{
	double sum = 0;

	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant so_far: sum == squares(x, l);
	    loop assigns l, sum;
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		sum += x[l] * x[l];
	return sum;
}

/*@ requires \valid_read(x + (0 .. n - 1)) && \valid(clipped + (0 .. n - 1));
    requires \separated(x + (0 .. n - 1), clipped + (0 .. n - 1));
    requires clip > 0;
    assigns  clipped[0 .. n - 1];
    ensures  within: 0 <= squares(clipped, n) <= square(clip); */
static void clip_within(const double *x, size_t n, double clip, double *clipped)
{
	const double norm = norm_of(x, n), d = divisor_of(norm, clip);

	clip_kept(x, n, clip, clipped);
	squares_of_quotients(x, n, d, clipped);
	within_ball(norm, clip, d, squares_of(clipped, n));
}

/*@ requires 0 <= s <= square(clip) && clip > 0 && \abs(change) <= tau;
    assigns  \nothing;
    ensures  bound: times(square(change), s) <= square(times(tau, clip)); */
static void product_bound(double change, double tau, double s, double clip)
{
	const double size = change < 0 ? -change : change;

	times_grows(size, size, tau);
	times_grows(tau, size, tau);
	/*@ assert even: square(change) == times(size, size); */
	times_grows(change * change, s, clip * clip);
	times_grows(clip * clip, change * change, tau * tau);
}

/*@ requires \valid_read(outer + (0 .. n - 1)) && \valid(gradient + (0 .. n - 1));
    requires \separated(gradient + (0 .. n - 1), outer + (0 .. n - 1));
    assigns  gradient[0 .. n - 1];
    ensures  run: \forall integer l; 0 <= l < n ==>
               gradient[l] == row_of(\old(gradient[l]), residual, \old(outer[l])); */
static void run(double residual, const double *outer, size_t n, double *gradient)
{
	dpmf_gaussmf_accumulate(residual, outer, n, gradient);
}

/*@ requires \valid_read(outer + (0 .. n - 1)) && \valid(left + (0 .. n - 1)) && \valid(right + (0 .. n - 1));
    requires \separated(left + (0 .. n - 1), right + (0 .. n - 1), outer + (0 .. n - 1));
    requires same: \forall integer l; 0 <= l < n ==> left[l] == right[l];
    requires change: a - b == change;
    assigns  left[0 .. n - 1], right[0 .. n - 1];
    ensures  coordinate: \forall integer l; 0 <= l < n ==> left[l] - right[l] == times(change, outer[l]);
    ensures  kept: \forall integer l; 0 <= l < n ==> outer[l] == \old(outer[l]); */
static void both_rows(double a, double b, double change, const double *outer, size_t n, double *left, double *right)
{
	(void)change;
	run(a, outer, n, left);
	/*@ assert still: \forall integer l; 0 <= l < n ==> right[l] == \at(left[l], Pre); */
	run(b, outer, n, right);
}

/* Line 5 for both runs: their residuals differ, the clipped profile does not. */
/*@ requires \valid_read(x + (0 .. n - 1)) && \valid_read(theta + (0 .. n - 1)) && \valid_read(outer + (0 .. n - 1));
    requires \valid(left + (0 .. n - 1)) && \valid(right + (0 .. n - 1));
    requires \separated(left + (0 .. n - 1), right + (0 .. n - 1), outer + (0 .. n - 1));
    requires same: \forall integer l; 0 <= l < n ==> left[l] == right[l];
    requires change: change == w - v;
    assigns  left[0 .. n - 1], right[0 .. n - 1];
    ensures  coordinate: \forall integer l; 0 <= l < n ==> left[l] - right[l] == times(change, outer[l]);
    ensures  kept_sum: squares(outer, n) == squares{Pre}(outer, n); */
static void both(const double *x, const double *theta, const double *outer, size_t n, double v, double w,
                 double change, double *left, double *right)
{
	const double at_v = dpmf_gaussmf_residual(x, theta, n, v), at_w = dpmf_gaussmf_residual(x, theta, n, w);

	both_rows(at_v, at_w, change, outer, n, left, right);
	/*@ ghost
	    /@ loop invariant range: 0 <= i <= n;
	       loop invariant same_sum: squares(outer, i) == squares{Pre}(outer, i);
	       loop assigns i;
	       loop variant n - i; @/
	    for (size_t i = 0; i != n; i++)
	    {
	      /@ assert same_x: \let l = i; outer[l] == \at(outer[l], Pre); @/
	      ;
	      /@ assert same_square: \let l = i; square(outer[l]) == \at(square(outer[l]), Pre); @/
	      ;
	      /@ assert now: squares(outer, i + 1) == squares(outer, i) + square(outer[i]); @/
	      ;
	      /@ assert then: \let l = i; squares{Pre}(outer, l + 1) == squares{Pre}(outer, l) + \at(square(outer[l]), Pre); @/
	      ;
	    } */
}

/*@ requires \valid_read(left + (0 .. n - 1)) && \valid_read(right + (0 .. n - 1)) && \valid_read(outer + (0 .. n - 1));
    requires each: \forall integer l; 0 <= l < n ==> left[l] - right[l] == times(change, outer[l]);
    assigns  \nothing;
    ensures  sum: \result == times(square(change), squares(outer, n)); */
static double squared_distance(const double *left, const double *right, size_t n, double change, const double *outer)
{
	double sum = 0;

	(void)change, (void)outer;
	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant so_far: sum == times(square(change), squares(outer, l));
	    loop assigns l, sum;
	    loop variant n - l; */
	for (size_t l = 0; l < n; l = succ(l, n)) {
		const double step = left[l] - right[l];
		const double term = step * step;
		/*@ assert moves: step == times(change, outer[l]); */
		/*@ assert term: term == times(square(change), square(outer[l])); */
		/*@ assert next: squares(outer, l + 1) == squares(outer, l) + square(outer[l]); */
		/*@ assert split: times(square(change), squares(outer, l + 1)) ==
		      times(square(change), squares(outer, l)) + times(square(change), square(outer[l])); */
		sum += term;
		/*@ assert grown: sum == times(square(change), squares(outer, l + 1)); */
	}
	return sum;
}

/* The squared distance of the two rows is (w - v)^2 |clip(x)|^2, at most (tau C)^2. */
/*@ requires \valid_read(x + (0 .. n - 1)) && \valid_read(theta + (0 .. n - 1)) && \valid(outer + (0 .. n - 1));
    requires \valid(left + (0 .. n - 1)) && \valid(right + (0 .. n - 1));
    requires \separated(left + (0 .. n - 1), right + (0 .. n - 1), outer + (0 .. n - 1), x + (0 .. n - 1));
    requires same: \forall integer l; 0 <= l < n ==> left[l] == right[l];
    requires range: clip > 0 && \abs(w - v) <= tau;
    assigns  left[0 .. n - 1], right[0 .. n - 1], outer[0 .. n - 1];
    ensures  row: \forall integer l; 0 <= l < n ==> left[l] - right[l] == times(w - v, outer[l]);
    ensures  distance: \result == times(square(w - v), squares(outer, n));
    ensures  eq6: \result <= square(times(tau, clip)); */
double gaussmf_gradient_apart(const double *x, const double *theta, size_t n, double v, double w, double tau,
                              double clip, double *outer, double *left, double *right)
{
	const double change = w - v;
	double s;

	clip_within(x, n, clip, outer);
	/*@ assert still: \forall integer l; 0 <= l < n ==> left[l] == right[l]; */
	s = squares_of(outer, n);
	both(x, theta, outer, n, v, w, change, left, right);
	/*@ assert within: s == squares(outer, n); */
	product_bound(change, tau, s, clip);
	return squared_distance(left, right, n, change, outer);
}
