/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two neighbouring runs side by side: the same user, the same profile u, one
   rating of item j changed, or there in one run only. What is proved here of the
   code: with u held, S grad V moves in row h(j) alone, by at most
   2 e (1 + kappa) B_1 in L1, whatever sigma(j) is, 1 without a projection
   (Lemma 4.2); what other items add leaves that as it is; a coordinate that is cut
   moves by at most twice the bound; estimates of two sums add up. u solved anew
   moves every row: that is no part of this. */
#include "core/vector.h"
#include "mech/dpmf-rp/kernels.h"

#include <math.h>

/*@ logic real times(real a, real b) = a * b;
    logic real sent(real sigma, real weight, real error) = sigma * weight * error;
    logic real row_of(real g, real factor, real u) = g + factor * u; */

/* Keeps the wrap-around of size_t out of the goals that multiply. */
/*@ requires l < k;
    assigns  \nothing;
    ensures  next: \result == l + 1; */
static size_t succ(size_t l, size_t k)
{
	(void)k;
	return l + 1;
}

/* Eq. (17)'s factor. */
/*@ requires sum > b1 > 0;
    assigns  \nothing;
    ensures  quotient: \result == b1 / sum && \result > 0;
    ensures  whole: times(\result, sum) == b1; */
static double factor_of(double sum, double b1)
{
	return b1 / sum;
}

/*@ requires \valid_read(u + (0 .. k - 1));
    assigns  \nothing;
    ensures  sum: \result == absolutes(u, k);
    ensures  nonneg: \result >= 0; */
static double sum_of(const double *u, size_t k)
{
	double sum = 0;

	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant so_far: sum == absolutes(u, l) && sum >= 0;
	    loop assigns l, sum;
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		sum += fabs(u[l]);
	return sum;
}

/*@ requires d == times(gap, u);
    assigns  \nothing;
    ensures  size: \result == times(\abs(gap), \abs(u));
    ensures  absolute: \result == \abs(d); */
static double size_of(double d, double gap, double u)
{
	(void)gap, (void)u;
	return fabs(d);
}

/*@ requires factor > 0 && d == times(factor, u);
    assigns  \nothing;
    ensures  scaled: \abs(d) == times(factor, \abs(u)); */
static void size_scales(double d, double factor, double u)
{
	(void)d, (void)factor, (void)u;
}

/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(before + (0 .. k - 1)) && factor > 0;
    requires each: \forall integer l; 0 <= l < k ==> u[l] == times(factor, before[l]);
    requires sum: sum == absolutes(before, k);
    assigns  \nothing;
    ensures  sums: absolutes(u, k) == times(factor, sum); */
static void sums_scale(const double *u, const double *before, size_t k, double factor, double sum)
{
	(void)sum;
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant so_far: absolutes(u, l) == times(factor, absolutes(before, l));
	    loop assigns l;
	    loop variant k - l; */
	for (size_t l = 0; l < k; l = succ(l, k)) {
		size_scales(u[l], factor, before[l]);
		/*@ assert now: absolutes(u, l + 1) == absolutes(u, l) + \abs(u[l]); */
		/*@ assert then: absolutes(before, l + 1) == absolutes(before, l) + \abs(before[l]); */
	}
}

/*@ requires \valid(u + (0 .. k - 1)) && b1 > 0;
    requires inside: absolutes(u, k) <= b1;
    assigns  u[0 .. k - 1];
    ensures  within: absolutes(u, k) <= b1; */
static void keep(double *u, size_t k, double b1)
{
	dpmf_rp_clip_profile(u, k, b1);
	/*@ ghost
	    /@ loop invariant range: 0 <= i <= k;
	       loop invariant same_sum: absolutes(u, i) == absolutes{Pre}(u, i);
	       loop assigns i;
	       loop variant k - i; @/
	    for (size_t i = 0; i != k; i++)
	      ; */
}

/*@ requires \valid(u + (0 .. k - 1)) && \valid_read(before + (0 .. k - 1)) && b1 > 0;
    requires \separated(u + (0 .. k - 1), before + (0 .. k - 1));
    requires same: \forall integer l; 0 <= l < k ==> u[l] == before[l];
    requires outside: absolutes(u, k) > b1;
    requires factor: factor == b1 / absolutes(u, k);
    assigns  u[0 .. k - 1];
    ensures  each: \forall integer l; 0 <= l < k ==> u[l] == times(factor, before[l]);
    ensures  kept_sum: absolutes(before, k) == absolutes{Pre}(u, k); */
static void cut(double *u, const double *before, size_t k, double b1, double factor)
{
	(void)before, (void)factor;
	dpmf_rp_clip_profile(u, k, b1);
	/*@ ghost
	    /@ loop invariant range: 0 <= i <= k;
	       loop invariant same_sum: absolutes(before, i) == absolutes{Pre}(u, i);
	       loop assigns i;
	       loop variant k - i; @/
	    for (size_t i = 0; i != k; i++)
	      ; */
}

/* Eq. (17) does what it is for. */
/*@ requires \valid(u + (0 .. k - 1)) && \valid_read(before + (0 .. k - 1)) && b1 > 0;
    requires \separated(u + (0 .. k - 1), before + (0 .. k - 1));
    requires same: \forall integer l; 0 <= l < k ==> u[l] == before[l];
    assigns  u[0 .. k - 1];
    ensures  within: absolutes(u, k) <= b1; */
void rp_profile_within(double *u, const double *before, size_t k, double b1)
{
	const double sum = sum_of(u, k);
	double factor;

	if (sum > b1) {
		factor = factor_of(sum, b1);
		cut(u, before, k, b1, factor);
		sums_scale(u, before, k, factor, sum);
	} else {
		keep(u, k, b1);
	}
}

/*@ requires \valid_read(u + (0 .. k - 1)) && \valid(row + (0 .. k - 1));
    requires \separated(row + (0 .. k - 1), u + (0 .. k - 1));
    requires sent: factor == sent(sigma, weight, error);
    assigns  row[0 .. k - 1];
    ensures  run: \forall integer l; 0 <= l < k ==> row[l] == row_of(\old(row[l]), factor, \old(u[l])); */
static void run(double sigma, double weight, double error, double factor, const double *u, size_t k, double *row)
{
	(void)factor;
	dpmf_rp_project_add(sigma, weight, error, u, k, row);
}

/*@ predicate apart_by{L}(double *left, double *right, double *u, integer k, real gap) =
      \forall integer l; 0 <= l < k ==> left[l] - right[l] == times(gap, u[l]); */

/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(before + (0 .. k - 1));
    requires \valid_read(left + (0 .. k - 1)) && \valid_read(right + (0 .. k - 1));
    requires one: \forall integer l; 0 <= l < k ==> left[l] == row_of(before[l], one, u[l]);
    requires other: \forall integer l; 0 <= l < k ==> right[l] == row_of(before[l], other, u[l]);
    assigns  \nothing;
    ensures  moved: apart_by(left, right, u, k, one - other); */
static void rows_move(const double *before, const double *left, const double *right, const double *u, size_t k,
                      double one, double other)
{
	(void)before, (void)left, (void)right, (void)u, (void)k, (void)one, (void)other;
}

/* Row h(j) of both runs. */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid(left + (0 .. k - 1)) && \valid(right + (0 .. k - 1));
    requires \valid_read(before + (0 .. k - 1));
    requires \separated(left + (0 .. k - 1), right + (0 .. k - 1), u + (0 .. k - 1), before + (0 .. k - 1));
    requires same: \forall integer l; 0 <= l < k ==> left[l] == before[l] && right[l] == before[l];
    requires sent: one == sent(sigma, w, a) && other == sent(sigma, v, b);
    assigns  left[0 .. k - 1], right[0 .. k - 1];
    ensures  coordinate: apart_by(left, right, u, k, one - other);
    ensures  kept_sum: absolutes(u, k) == absolutes{Pre}(u, k); */
static void both(double sigma, double w, double a, double one, double v, double b, double other,
                 const double *u, size_t k, const double *before, double *left, double *right)
{
	run(sigma, w, a, one, u, k, left);
	run(sigma, v, b, other, u, k, right);
	rows_move(before, left, right, u, k, one, other);
	/*@ ghost
	    /@ loop invariant range: 0 <= i <= k;
	       loop invariant same_sum: absolutes(u, i) == absolutes{Pre}(u, i);
	       loop assigns i;
	       loop variant k - i; @/
	    for (size_t i = 0; i != k; i++)
	      ; */
}

/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(g + (0 .. k - 1)) && \valid_read(h + (0 .. k - 1));
    requires \valid_read(left + (0 .. k - 1)) && \valid_read(right + (0 .. k - 1));
    requires left: \forall integer l; 0 <= l < k ==> left[l] == row_of(g[l], factor, u[l]);
    requires right: \forall integer l; 0 <= l < k ==> right[l] == row_of(h[l], factor, u[l]);
    assigns  \nothing;
    ensures  still: \forall integer l; 0 <= l < k ==> left[l] - right[l] == g[l] - h[l]; */
static void rows_stay(const double *g, const double *h, const double *left, const double *right, const double *u,
                      size_t k, double factor)
{
	(void)g, (void)h, (void)left, (void)right, (void)u, (void)k, (void)factor;
}

/* Another item adds the same to both rows, g and h before: they stay as far apart. */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(g + (0 .. k - 1)) && \valid_read(h + (0 .. k - 1));
    requires \valid(left + (0 .. k - 1)) && \valid(right + (0 .. k - 1));
    requires \separated(left + (0 .. k - 1), right + (0 .. k - 1), u + (0 .. k - 1), g + (0 .. k - 1), h + (0 .. k - 1));
    requires same: \forall integer l; 0 <= l < k ==> left[l] == g[l] && right[l] == h[l];
    assigns  left[0 .. k - 1], right[0 .. k - 1];
    ensures  still: \forall integer l; 0 <= l < k ==> left[l] - right[l] == g[l] - h[l]; */
void rp_others_add(double sigma, double weight, double error, const double *u, size_t k, const double *g,
                   const double *h, double *left, double *right)
{
	const double factor = sigma * weight * error;

	run(sigma, weight, error, factor, u, k, left);
	run(sigma, weight, error, factor, u, k, right);
	rows_stay(g, h, left, right, u, k, factor);
}

/*@ requires \valid_read(left + (0 .. k - 1)) && \valid_read(right + (0 .. k - 1)) && \valid_read(u + (0 .. k - 1));
    requires each: apart_by(left, right, u, k, gap);
    assigns  \nothing;
    ensures  sum: \result == times(\abs(gap), absolutes(u, k));
    ensures  sign: absolutes(u, k) >= 0; */
static double distance(const double *left, const double *right, size_t k, double gap, const double *u)
{
	double sum = 0;

	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant so_far: sum == times(\abs(gap), absolutes(u, l));
	    loop invariant sign: absolutes(u, l) >= 0;
	    loop assigns l, sum;
	    loop variant k - l; */
	for (size_t l = 0; l < k; l = succ(l, k)) {
		const double step = size_of(left[l] - right[l], gap, u[l]);
		/*@ assert next: absolutes(u, l + 1) == absolutes(u, l) + \abs(u[l]); */
		sum += step;
	}
	return sum;
}

/* A clipped error times its weight. */
/*@ requires -e <= error <= e && 0 <= weight <= most && (sigma == 1 || sigma == -1);
    assigns  \nothing;
    ensures  within: -(most * e) <= sent(sigma, weight, error) <= most * e; */
static void sent_within(double sigma, double weight, double error, double e, double most)
{
	(void)sigma, (void)weight, (void)error, (void)e, (void)most;
	/*@ assert less: -(weight * e) <= weight * error <= weight * e; */
	/*@ assert more: weight * e <= most * e; */
}

/*@ requires \abs(gap) <= bound && 0 <= sum <= b1;
    assigns  \nothing;
    ensures  product: times(\abs(gap), sum) <= bound * b1; */
static void product_within(double gap, double bound, double sum, double b1)
{
	(void)gap, (void)bound, (void)sum, (void)b1;
	/*@ assert less: \abs(gap) * sum <= bound * sum; */
	/*@ assert more: bound * sum <= bound * b1; */
}

/* Delta_1 with u held: of one rating, its weight and its error are w and a in
   the left run, v and b in the right one. */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid(left + (0 .. k - 1)) && \valid(right + (0 .. k - 1));
    requires \valid_read(before + (0 .. k - 1));
    requires \separated(left + (0 .. k - 1), right + (0 .. k - 1), u + (0 .. k - 1), before + (0 .. k - 1));
    requires same: \forall integer l; 0 <= l < k ==> left[l] == before[l] && right[l] == before[l];
    requires e >= 0 && 0 <= w <= 1 + kappa && 0 <= v <= 1 + kappa && (sigma == 1 || sigma == -1);
    requires clipped: absolutes(u, k) <= b1;
    assigns  left[0 .. k - 1], right[0 .. k - 1];
    ensures  delta: \result <= 2 * e * (1 + kappa) * b1; */
double rp_row_apart(double e, double kappa, double b1, double sigma, double w, double a, double v, double b,
                    const double *u, size_t k, const double *before, double *left, double *right)
{
	const double at_left = dpmf_rp_clip_error(a, e), at_right = dpmf_rp_clip_error(b, e), most = 1 + kappa;
	const double one = sigma * w * at_left, other = sigma * v * at_right;
	double sum;

	sent_within(sigma, w, at_left, e, most);
	sent_within(sigma, v, at_right, e, most);
	both(sigma, w, at_left, one, v, at_right, other, u, k, before, left, right);
	sum = distance(left, right, k, one - other, u);
	product_within(one - other, 2 * (most * e), dpmf_l1(u, k), b1);
	return sum;
}

/* Both runs' integers of one coordinate. */
/*@ requires c > 0 && 0 <= most <= 1099511627776;
    assigns  \nothing;
    ensures  twice: \result <= 2 * most; */
int64_t rp_steps_apart(double x, double y, double c, int64_t most)
{
	const int64_t left = dpmf_rp_cut_steps(x, c, most), right = dpmf_rp_cut_steps(y, c, most);

	return left < right ? right - left : left - right;
}

/*@ logic real part(real x, real c, real d) = x * c / d; */

/*@ requires d > 0;
    assigns  \nothing;
    ensures  split: part(x + y, c, d) == part(x, c, d) + part(y, c, d); */
static void parts_add(double x, double y, double c, double d)
{
	(void)x, (void)y, (void)c, (void)d;
	/*@ assert product: (x + y) * c == x * c + y * c; */
}

/*@ requires q > 0 && theta > 0;
    assigns  \nothing;
    ensures  part: \result == part(sum - users * q / 2, c, q * theta); */
static double estimate(double sum, double users, double q, double theta, double c)
{
	return dpmf_rp_estimate(sum, users, q, theta, c);
}

/* The server's estimate of two groups' sums together. */
/*@ requires q > 0 && theta > 0;
    assigns  \nothing;
    ensures  linear: \result == 0.0; */
double rp_estimates_apart(double sum, double users, double more, double others, double q, double theta, double c)
{
	const double one = estimate(sum, users, q, theta, c), other = estimate(more, others, q, theta, c);
	const double both = estimate(sum + more, users + others, q, theta, c);

	/*@ assert divisor: q * theta > 0; */
	parts_add(sum - users * q / 2, more - others * q / 2, c, q * theta);
	/*@ assert middle: sum + more - (users + others) * q / 2 == (sum - users * q / 2) + (more - others * q / 2); */
	return both - one - other;
}
