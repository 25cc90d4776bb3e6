/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The public bounds of mech/dpimf/kernels.h cover Eqs. (9), (15), (16) and (18) for every
   profile of the ball |p|_2 <= c, and are attained in it. */
#include "core/vector.h"
#include "mech/dpimf/kernels.h"

#include <math.h>

/*@ logic real times(real a, real b) = a * b; */

/*@ requires k >= 0 && x <= y;
    assigns  \nothing;
    ensures  grows: k * x <= k * y; */
static void grows(double k, double x, double y)
{
	(void)k, (void)x, (void)y;
}

/*@ requires k > 0 && k * x <= k * y;
    assigns  \nothing;
    ensures  order: x <= y; */
static void cancel(double k, double x, double y)
{
	(void)k, (void)x, (void)y;
}

/*@ requires x >= 0 && y >= 0 && x * x <= y * y;
    assigns  \nothing;
    ensures  order: x <= y; */
static void root_order(double x, double y)
{
	(void)x, (void)y;
}

/* One number more: 2 s a <= q + m a^2, since (s - m a)^2 >= 0. */
/*@ requires m >= 0 && q >= 0 && s * s <= m * q && a * a == square;
    assigns  \nothing;
    ensures  step: (s + a) * (s + a) <= (m + 1) * (q + square); */
static void cauchy_next(double m, double s, double q, double a, double square)
{
	(void)q, (void)square;
	if (m > 0) {
		/*@ assert real: 0 <= (s - m * a) * (s - m * a); */
		/*@ assert scaled: m * (2 * s * a) <= m * (q + m * (a * a)); */
		cancel(m, 2 * s * a, q + m * (a * a));
	} else {
		/*@ assert none: s == 0.0; */
	}
	/*@ assert twice: 2 * s * a <= q + m * (a * a); */
}

/* Cauchy and Schwarz: |p|_1^2 <= d |p|_2^2. */
/*@ requires \valid_read(p + (0 .. d - 1));
    assigns  \nothing;
    ensures  sum: \result == squares(p, d) >= 0;
    ensures  sign: absolutes(p, d) >= 0;
    ensures  bound: absolutes(p, d) * absolutes(p, d) <= d * squares(p, d); */
static double cauchy(const double *p, size_t d)
{
	double m = 0, s = 0, q = 0;

	/*@ loop invariant range: 0 <= j <= d;
	    loop invariant count: m == j;
	    loop invariant sums: s == absolutes(p, j) && q == squares(p, j);
	    loop invariant sign: s >= 0 && q >= 0;
	    loop invariant so_far: s * s <= m * q;
	    loop assigns j, m, s, q;
	    loop variant d - j; */
	for (size_t j = 0; j != d; j++) {
		const double size = fabs(p[j]), square = p[j] * p[j];
		/*@ assert square: size * size == square; */
		/*@ assert next: absolutes(p, j + 1) == s + \abs(p[j]) && squares(p, j + 1) == q + p[j] * p[j]; */
		cauchy_next(m, s, q, size, square);
		m += 1;
		s += size;
		q += square;
	}
	return q;
}

/*@ requires s >= 0 && c >= 0 && m >= 0 && r >= 0 && r * r == m && keep >= 0;
    requires bounds: first == 2 * c * r && full == c * c * m && triu == c * c * (m + 1) / 2;
    requires ball: q <= c * c;
    requires cauchy: s * s <= m * q;
    assigns  \nothing;
    ensures  first: 2 * s <= first;
    ensures  full: keep * s * s <= keep * full;
    ensures  triu: keep * (s * s + q) / 2 <= keep * triu;
    ensures  loss: 2 * s + s * s + 1 <= first + full + 1; */
static void in_ball(double s, double q, double c, double m, double r, double keep, double first, double full, double triu)
{
	(void)first, (void)full, (void)triu;
	grows(m, q, c * c);
	/*@ assert square: s * s <= full; */
	/*@ assert product: c * r * (c * r) == c * c * (r * r); */
	root_order(s, c * r);
	/*@ assert half: (s * s + q) / 2 <= triu; */
	grows(keep, s * s, full);
}

/*@ assigns  \nothing;
    ensures  root: \result == \sqrt((real)d);
    ensures  square: \result >= 0 && \result * \result == d; */
static double root_of(size_t d)
{
	return sqrt((double)d);
}

/*@ requires c >= 0;
    assigns  \nothing;
    ensures  loss: \result == 2 * c * \sqrt((real)d) + c * c * d + 1; */
static double bound_loss(double c, size_t d)
{
	return dpmf_dpimf_bound_first(c, d) + dpmf_dpimf_bound_full(c, d) + 1;
}

/* How many of the four bounds cover this p of the ball: all, whatever the data are. */
/*@ requires \valid_read(p + (0 .. d - 1)) && c >= 0 && keep >= 0;
    requires ball: squares(p, d) <= c * c;
    assigns  \nothing;
    ensures  covered: \result == 4; */
int dpimf_bounds_cover(const double *p, size_t d, double c, double keep)
{
	const double m = (double)d, r = root_of(d), s = dpmf_l1(p, d), q = cauchy(p, d);
	const double first = dpmf_dpimf_bound_first(c, d), full = dpmf_dpimf_bound_full(c, d), triu = dpmf_dpimf_bound_triu(c, d);

	in_ball(s, q, c, m, r, keep, first, full, triu);
	return (dpmf_dpimf_delta_first(p, d) <= first) + (dpmf_dpimf_delta_full(p, d, keep) <= keep * full) +
	       (dpmf_dpimf_delta_triu(p, d, keep) <= keep * triu) + (dpmf_dpimf_delta_loss(p, d) <= bound_loss(c, d));
}

/*@ requires \valid_read(p + (0 .. d - 1)) && a >= 0;
    requires equal: \forall integer l; 0 <= l < d ==> p[l] == a;
    assigns  \nothing;
    ensures  count: \result == d;
    ensures  sums: absolutes(p, d) == times(d, a) && squares(p, d) == times(d, a * a); */
static double sums_of_equals(const double *p, size_t d, double a)
{
	double m = 0;

	(void)p, (void)a;
	/*@ loop invariant range: 0 <= j <= d;
	    loop invariant count: m == j;
	    loop invariant sums: absolutes(p, j) == times(m, a) && squares(p, j) == times(m, a * a);
	    loop assigns j, m;
	    loop variant d - j; */
	for (size_t j = 0; j != d; j++) {
		/*@ assert next: absolutes(p, j + 1) == absolutes(p, j) + a && squares(p, j + 1) == squares(p, j) + a * a; */
		/*@ assert more: times(m + 1.0, a) == times(m, a) + a && times(m + 1.0, a * a) == times(m, a * a) + a * a; */
		m += 1;
	}
	return m;
}

/*@ requires r * r == m && a * r == c;
    requires bounds: first == 2 * c * r && full == c * c * m && triu == c * c * (m + 1) / 2;
    requires sums: s == times(m, a) && q == times(m, a * a);
    assigns  \nothing;
    ensures  first: 2 * s == first;
    ensures  ball: q == c * c;
    ensures  full: keep * s * s == keep * full;
    ensures  triu: keep * (s * s + q) / 2 == keep * triu;
    ensures  loss: 2 * s + s * s + 1 == first + full + 1; */
static void on_sphere(double s, double q, double c, double m, double r, double a, double keep, double first,
                      double full, double triu)
{
	(void)s, (void)q, (void)c, (void)m, (void)r, (void)a, (void)keep, (void)first, (void)full, (void)triu;
	/*@ assert first: s == a * r * r; */
	/*@ assert ball: q == a * r * (a * r); */
	/*@ assert square: s * s == c * c * (r * r); */
	/*@ assert full: keep * (s * s) == keep * full; */
	/*@ assert half: (s * s + q) / 2 == triu; */
}

/* ... and how many are attained by p = (c, .., c) / sqrt(d): all. */
/*@ requires \valid_read(p + (0 .. d - 1)) && a >= 0 && c == a * \sqrt((real)d);
    requires equal: \forall integer l; 0 <= l < d ==> p[l] == a;
    assigns  \nothing;
    ensures  ball: squares(p, d) == c * c;
    ensures  attained: \result == 4; */
int dpimf_bounds_attained(const double *p, size_t d, double a, double c, double keep)
{
	const double m = sums_of_equals(p, d, a), r = root_of(d), s = dpmf_l1(p, d), q = cauchy(p, d);
	const double first = dpmf_dpimf_bound_first(c, d), full = dpmf_dpimf_bound_full(c, d), triu = dpmf_dpimf_bound_triu(c, d);

	on_sphere(s, q, c, m, r, a, keep, first, full, triu);
	return (dpmf_dpimf_delta_first(p, d) == first) + (dpmf_dpimf_delta_full(p, d, keep) == keep * full) +
	       (dpmf_dpimf_delta_triu(p, d, keep) == keep * triu) + (dpmf_dpimf_delta_loss(p, d) == bound_loss(c, d));
}
