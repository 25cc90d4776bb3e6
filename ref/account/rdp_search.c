/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/rdp_search.h"

#include <math.h>

/* Golden section cannot place a minimum better than to the root of a double's
   precision. */
enum { GOLDEN_STEPS = 40, BISECTIONS = 54 };

/* From e^MOMENT_LOG on, s changes epsilon by less than a double shows. */
#define MOMENT_LOG 60.0
/* The same of s above exp(-LEAST_U / (alpha - 1)), and above exp(-LEAST_U). */
#define LEAST_U 1e-6

/* What does not change with s is reckoned once: moment is exp((alpha - 1) rho) - 1. */
struct order {
	double alpha, rho, log_delta, epsilon, delta, moment;
};

double dpmf_golden(double (*f)(const void *context, double x), const void *context, double lo, double hi)
{
	const double ratio = 0.6180339887498949;
	double a = hi - ratio * (hi - lo), b = lo + ratio * (hi - lo);
	double fa = f(context, a), fb = f(context, b);

	for (int i = 0; i < GOLDEN_STEPS; i++) {
		if (fa < fb) {
			hi = b;
			b = a;
			fb = fa;
			a = hi - ratio * (hi - lo);
			fa = f(context, a);
		} else {
			lo = a;
			a = b;
			fa = fb;
			b = lo + ratio * (hi - lo);
			fb = f(context, b);
		}
	}
	return fa < fb ? a : b;
}

static double or_infinite(double x)
{
	return isnan(x) ? HUGE_VAL : x;
}

/* W of rdp.h, where s^alpha + alpha s^(alpha-1) (1 - s) = s^(alpha-1) (1 + (alpha - 1) (1 - s)): near s = 1 nothing cancels. */
static double excess_moment(const struct order *o, double s, double log_s)
{
	return o->moment - expm1((o->alpha - 1) * log_s + log1p((o->alpha - 1) * (1 - s)));
}

/* (alpha - 1) (1/alpha + a s^(alpha-1) (1 - s/r)), in logarithm; power is s^(alpha-1) */
static double log_ratio(double alpha, double a, double power, double log_s, double log_r)
{
	return log1p(-1 / alpha + (alpha - 1) * a * power * -expm1(log_s - log_r));
}

static double closed_epsilon(const struct order *o)
{
	return o->rho + log1p(-1 / o->alpha) - (o->log_delta + log(o->alpha)) / (o->alpha - 1);
}

static double epsilon_at(const void *context, double s)
{
	const struct order *o = context;
	const double log_s = log(s), power = pow(s, o->alpha - 1), w = excess_moment(o, s, log_s);
	const double log_r = log(power + w / (o->alpha * o->delta)) / (o->alpha - 1);

	return or_infinite(log_r + log_ratio(o->alpha, o->delta / w, power, log_s, log_r));
}

static double closed_log_delta(const struct order *o)
{
	return (o->alpha - 1) * (o->rho - o->epsilon) - log(o->alpha - 1) + o->alpha * log1p(-1 / o->alpha);
}

/* 1 / (alpha (r^(alpha-1) - s^(alpha-1))) */
static double slope(double alpha, double log_s, double log_r)
{
	return exp(-(alpha - 1) * log_s) / (alpha * expm1((alpha - 1) * (log_r - log_s)));
}

double dpmf_rdp_log_r(double alpha, double epsilon, double s)
{
	double lo = epsilon, hi = epsilon - log1p(-1 / alpha);

	if (s <= 0)
		return hi;
	const double log_s = log(s), power = pow(s, alpha - 1);

	for (int i = 0; i < BISECTIONS && hi - lo > 0x1p-54 * hi; i++) {
		const double middle = lo + (hi - lo) / 2;

		if (middle + log_ratio(alpha, slope(alpha, log_s, middle), power, log_s, middle) < epsilon)
			lo = middle;
		else
			hi = middle;
	}
	return lo;
}

static double log_delta_at(const void *context, double s)
{
	const struct order *o = context;
	const double log_s = log(s), log_r = dpmf_rdp_log_r(o->alpha, o->epsilon, s);

	return or_infinite(log(slope(o->alpha, log_s, log_r)) + log(excess_moment(o, s, log_s)));
}

/* The bound f, where s^(alpha-1) is exp(-e^log_u). */
struct search {
	const struct order *order;
	double (*f)(const void *order, double s);
};

static double s_of(const struct order *o, double log_u)
{
	return exp(-exp(log_u) / (o->alpha - 1));
}

static double bound_at(const void *context, double log_u)
{
	const struct search *search = context;

	return search->f(search->order, s_of(search->order, log_u));
}

/* The best s may lie nearer to 1 than 1 / alpha, where all of the valley would hide between two points of [0, 1]. On the scale of
   log u it is wide. */
static double best_s(const struct order *o, double (*f)(const void *context, double s), double closed, double *least)
{
	const struct search search = { o, f };
	double s;

	*least = closed;
	if ((o->alpha - 1) * o->rho > MOMENT_LOG)
		return 0;
	s = s_of(o, dpmf_golden(bound_at, &search, log(LEAST_U * fmin(1, o->alpha - 1)), log(MOMENT_LOG)));
	if (!(f(o, s) < closed))
		return 0;
	*least = f(o, s);
	return s;
}

double dpmf_rdp_guess_epsilon(double alpha, double rho, double log_delta, double *s)
{
	const struct order o = { alpha, rho, log_delta, 0, exp(log_delta), expm1((alpha - 1) * rho) };
	const double closed = closed_epsilon(&o);
	double least = closed;

	if (log(alpha) + log_delta >= 0) {
		if (s)
			*s = 0;
		return rho + log1p(-exp(log_delta));
	}
	if (s)
		*s = best_s(&o, epsilon_at, closed, &least);
	return least;
}

double dpmf_rdp_guess_log_delta(double alpha, double rho, double epsilon, double *s)
{
	const struct order o = { alpha, rho, 0, epsilon, 1, expm1((alpha - 1) * rho) };
	const double closed = closed_log_delta(&o), alone = -expm1(epsilon - rho);
	double least = closed;

	if (alpha * alone >= 1) {
		if (s)
			*s = 0;
		return log(alone);
	}
	if (s)
		*s = best_s(&o, log_delta_at, closed, &least);
	return least;
}
