/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two neighbouring runs side by side, for the distances in the proofs of
   privsr's Theorems 1 and 2, squared, in the 2-norm: one rating that is r in
   the left run and q in the right one moves a message by up to 2 Delta; one
   friend's vector that is u in the left run and v in the right one moves it by
   up to 4 S_if, where the paper has 2. */
#include "mech/hdpmf/kernels.h"
#include "mech/privsr/kernels.h"

/*@ logic real times(real a, real b) = a * b;
    logic real share_of(real d, real r, real u) = 2 * (d - 1 * r) * u;
    logic real gap_of(real r, real q, real u) = -2 * (r - q) * u;
    logic real sent_of(real before, real s, real u) = before - 2 * s * u;
    logic real pull_of(real s, real u, real v) = -2 * s * (u - v);

    lemma share_moves: \forall real d, r, q, u; share_of(d, r, u) - share_of(d, q, u) == gap_of(r, q, u);
    lemma sent_moves: \forall real b, s, u, v; sent_of(b, s, u) - sent_of(b, s, v) == pull_of(s, u, v);
    predicate below(real g, real c, real u, real v) = g * g <= times(c, u * u) + times(c, v * v); */

/* Keeps the wrap-around of size_t out of the goals that multiply. */
/*@ requires l < k;
    assigns  \nothing;
    ensures  next: \result == l + 1; */
static size_t succ(size_t l, size_t k)
{
	(void)k;
	return l + 1;
}

/*@ requires \valid_read(left + (0 .. k - 1)) && \valid_read(right + (0 .. k - 1)) && \valid(gap + (0 .. k - 1));
    requires \separated(gap + (0 .. k - 1), left + (0 .. k - 1)) && \separated(gap + (0 .. k - 1), right + (0 .. k - 1));
    assigns  gap[0 .. k - 1];
    ensures  gap: \forall integer l; 0 <= l < k ==> gap[l] == \old(left[l]) - \old(right[l]); */
static void subtract(const double *left, const double *right, size_t k, double *gap)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant kept_left: \forall integer j; 0 <= j < k ==> left[j] == \at(left[j], Pre);
	    loop invariant kept_right: \forall integer j; 0 <= j < k ==> right[j] == \at(right[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==> gap[j] == \at(left[j], Pre) - \at(right[j], Pre);
	    loop assigns l, gap[0 .. k - 1];
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		gap[l] = left[l] - right[l];
}

/*@ requires \valid_read(x + (0 .. k - 1));
    requires sign: 0 <= c;
    requires ball: squares(x, k) <= 1;
    assigns  \nothing;
    ensures  most: times(c, squares(x, k)) <= c; */
static void in_ball(const double *x, size_t k, double c)
{
	(void)x, (void)k, (void)c;
}

/*@ requires within: -most <= x <= most;
    assigns  \nothing;
    ensures  square: x * x <= most * most; */
static void square_within(double x, double most)
{
	(void)x, (void)most;
}

/*@ requires \valid_read(gap + (0 .. k - 1)) && \valid_read(a + (0 .. k - 1)) && \valid_read(b + (0 .. k - 1));
    requires sign: 0 <= c;
    requires each: \forall integer l; 0 <= l < k ==> below(gap[l], c, a[l], b[l]);
    requires balls: squares(a, k) <= 1 && squares(b, k) <= 1;
    assigns  \nothing;
    ensures  sum: \result == squares(gap, k);
    ensures  bound: \result <= c + c; */
static double squared(const double *gap, size_t k, double c, const double *a, const double *b)
{
	double sum = 0;
	size_t l = 0;

	(void)c, (void)a, (void)b;
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant so_far: sum == squares(gap, l);
	    loop invariant below: sum <= times(c, squares(a, l)) + times(c, squares(b, l));
	    loop assigns l, sum;
	    loop variant k - l; */
	while (l < k) {
		/*@ assert term: gap[l] * gap[l] <= times(c, a[l] * a[l]) + times(c, b[l] * b[l]); */
		/*@ assert next_a: squares(a, l + 1) == squares(a, l) + a[l] * a[l]; */
		/*@ assert next_b: squares(b, l + 1) == squares(b, l) + b[l] * b[l]; */
		/*@ assert split_a: times(c, squares(a, l + 1)) == times(c, squares(a, l)) + times(c, a[l] * a[l]); */
		/*@ assert split_b: times(c, squares(b, l + 1)) == times(c, squares(b, l)) + times(c, b[l] * b[l]); */
		sum += gap[l] * gap[l];
		l = succ(l, k);
	}
	/*@ assert end: l == k; */
	in_ball(a, k, c);
	in_ball(b, k, c);
	return sum;
}

/* g = -2 (r - q) u: g^2 <= 2 Delta^2 (u^2 + u^2). */
/*@ requires near: -delta <= r - q <= delta;
    requires gap: g == gap_of(r, q, u);
    assigns  \nothing;
    ensures  within: below(g, 2 * delta * delta, u, u); */
static void rating_within(double g, double r, double q, double delta, double u)
{
	(void)g, (void)r, (void)q, (void)delta, (void)u;
	square_within(r - q, delta);
	/*@ assert less: (r - q) * (r - q) <= delta * delta; */
	/*@ assert more: (r - q) * (r - q) * (u * u) <= delta * delta * (u * u); */
	/*@ assert same: g * g == 4 * ((r - q) * (r - q) * (u * u)); */
}

/* g = -2 s (u - v): g^2 <= 8 s^2 (u^2 + v^2), which is (2 s (u + v))^2 >= 0. */
/*@ requires gap: g == pull_of(s, u, v);
    assigns  \nothing;
    ensures  within: below(g, 8 * s * s, u, v); */
static void friend_within(double g, double s, double u, double v)
{
	(void)g, (void)s, (void)u, (void)v;
	/*@ assert square: 0 <= (2 * s * (u + v)) * (2 * s * (u + v)); */
	/*@ assert rest: times(8 * s * s, u * u) + times(8 * s * s, v * v) - g * g == (2 * s * (u + v)) * (2 * s * (u + v)); */
}

/*@ requires \valid_read(gap + (0 .. k - 1)) && \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1));
    requires gap: \forall integer l; 0 <= l < k ==> gap[l] == pull_of(s, u[l], v[l]);
    assigns  \nothing;
    ensures  within: \forall integer l; 0 <= l < k ==> below(gap[l], 8 * s * s, u[l], v[l]); */
static void friends_within(const double *gap, size_t k, double s, const double *u, const double *v)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant within: \forall integer j; 0 <= j < l ==> below(gap[j], 8 * s * s, u[j], v[j]);
	    loop assigns l;
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		friend_within(gap[l], s, u[l], v[l]);
}

/* The same friend, u in the left run and v in the right one: at most 4 s apart. */
/*@ requires \valid_read(gap + (0 .. k - 1)) && \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1));
    requires gap: \forall integer l; 0 <= l < k ==> gap[l] == pull_of(s, u[l], v[l]);
    requires balls: squares(u, k) <= 1 && squares(v, k) <= 1;
    assigns  \nothing;
    ensures  norm: \result == squares(gap, k);
    ensures  theorem_2: \result <= 4 * s * (4 * s); */
double privsr_friend_bound(const double *gap, size_t k, double s, const double *u, const double *v)
{
	friends_within(gap, k, s, u, v);
	/*@ assert sign: 0 <= 8 * s * s; */
	return squared(gap, k, 8 * s * s, u, v);
}

/*@ requires \valid_read(gap + (0 .. k - 1)) && \valid_read(u + (0 .. k - 1));
    requires gap: \forall integer l; 0 <= l < k ==> gap[l] == gap_of(r, q, u[l]);
    requires near: -delta <= r - q <= delta;
    assigns  \nothing;
    ensures  within: \forall integer l; 0 <= l < k ==> below(gap[l], 2 * delta * delta, u[l], u[l]); */
static void ratings_within(const double *gap, size_t k, double r, double q, double delta, const double *u)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant within: \forall integer j; 0 <= j < l ==> below(gap[j], 2 * delta * delta, u[j], u[j]);
	    loop assigns l;
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		rating_within(gap[l], r, q, delta, u[l]);
}

/* The same rater, r in the left run and q in the right one: at most 2 Delta apart. */
/*@ requires \valid_read(gap + (0 .. k - 1)) && \valid_read(u + (0 .. k - 1));
    requires gap: \forall integer l; 0 <= l < k ==> gap[l] == gap_of(r, q, u[l]);
    requires near: -delta <= r - q <= delta;
    requires ball: squares(u, k) <= 1;
    assigns  \nothing;
    ensures  norm: \result == squares(gap, k);
    ensures  theorem_1: \result <= 2 * delta * (2 * delta); */
double privsr_rating_bound(const double *gap, size_t k, double r, double q, double delta, const double *u)
{
	ratings_within(gap, k, r, q, delta, u);
	/*@ assert sign: 0 <= 2 * delta * delta; */
	return squared(gap, k, 2 * delta * delta, u, u);
}

/* Both runs of a friend's message, from the same sum: they differ by
   -2 s (u_l - v_l). */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1));
    requires \valid(left + (0 .. k - 1)) && \valid(right + (0 .. k - 1)) && \valid(gap + (0 .. k - 1));
    requires \separated(left + (0 .. k - 1), right + (0 .. k - 1), gap + (0 .. k - 1), u + (0 .. k - 1), v + (0 .. k - 1));
    requires same: \forall integer l; 0 <= l < k ==> left[l] == right[l];
    assigns  left[0 .. k - 1], right[0 .. k - 1], gap[0 .. k - 1];
    ensures  gap: \forall integer l; 0 <= l < k ==> gap[l] == pull_of(s, u[l], v[l]);
    ensures  kept: \forall integer l; 0 <= l < k ==> u[l] == \old(u[l]) && v[l] == \old(v[l]); */
void privsr_friends_apart(const double *u, const double *v, size_t k, double s,
                          double *left, double *right, double *gap)
{
	dpmf_privsr_friend_add(u, k, s, left);
	/*@ assert untouched: \forall integer l; 0 <= l < k ==> right[l] == \at(left[l], Pre); */
	dpmf_privsr_friend_add(v, k, s, right);
	/*@ assert left: \forall integer l; 0 <= l < k ==> left[l] == sent_of(\at(left[l], Pre), s, u[l]); */
	/*@ assert right: \forall integer l; 0 <= l < k ==> right[l] == sent_of(\at(left[l], Pre), s, v[l]); */
	subtract(left, right, k, gap);
}

/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1)) && \valid(share + (0 .. k - 1));
    requires \separated(share + (0 .. k - 1), u + (0 .. k - 1)) && \separated(share + (0 .. k - 1), v + (0 .. k - 1));
    assigns  share[0 .. k - 1];
    ensures  run: \forall integer l; 0 <= l < k ==> share[l] == share_of(dot{Pre}(u, v, k), r, \old(u[l])); */
static void run(const double *u, const double *v, size_t k, double r, double *share)
{
	dpmf_hdpmf_gradient_share(u, v, k, 1, r, share);
}

/* Both runs of a rating's message: they differ by -2 (r - q) u_l. The ghost
   loop is an induction: what is written does not change the sum. */
/*@ requires \valid_read(u + (0 .. k - 1)) && \valid_read(v + (0 .. k - 1));
    requires \valid(left + (0 .. k - 1)) && \valid(right + (0 .. k - 1)) && \valid(gap + (0 .. k - 1));
    requires \separated(left + (0 .. k - 1), right + (0 .. k - 1), gap + (0 .. k - 1), u + (0 .. k - 1), v + (0 .. k - 1));
    assigns  left[0 .. k - 1], right[0 .. k - 1], gap[0 .. k - 1];
    ensures  gap: \forall integer l; 0 <= l < k ==> gap[l] == gap_of(r, q, u[l]);
    ensures  kept: \forall integer l; 0 <= l < k ==> u[l] == \old(u[l]); */
void privsr_ratings_apart(const double *u, const double *v, size_t k, double r, double q,
                          double *left, double *right, double *gap)
{
	run(u, v, k, r, left);
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
	run(u, v, k, q, right);
	subtract(left, right, k, gap);
}
