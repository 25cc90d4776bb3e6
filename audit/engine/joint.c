/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/joint.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "audit/engine/binomial.h"
#include "audit/engine/region.h"

enum { CELLS = 32, HALVINGS = 14, TRIES = 24, LOOKS_MOST = 3000 };

struct test {
	const struct region *region;
	const struct audit_pair *seen;
	enum audit_curve curve;
	double level, delta;
	double limit;     /* on the probability: alpha - beta */
	double low, high; /* of v: the interval C */
	unsigned looks;
};

/* g(v), rounded up; with guesses u + v cannot exceed 1. */
static double curve_at(const struct test *t, double v)
{
	double u;

	if (t->curve == AUDIT_DP)
		u = exp(t->level) * v + t->delta;
	else
		u = v <= 0 ? 0 : v >= 1 ? 1 : gsl_cdf_ugaussian_P(gsl_cdf_ugaussian_Pinv(v) + t->level);
	return fmin(u * (1 + 1e-12), 1);
}

static double probability(struct test *t, double u, double v)
{
	t->looks++;
	return region_probability(t->region, t->seen->guesses ? fmin(u, 1 - v) : u, v);
}

/* Fisher information of one run about a probability x, given what else there is. */
static double inverse_variance(double x)
{
	return 1 / (x * (1 - x));
}

struct cell {
	double v[2], f[2];
};

/* max |f''| w^2 / 8 over the cell, whose f is at most `most`; INFINITY where the curve has a corner. */
static double remainder_of(const struct test *t, const struct cell *c, double most)
{
	const double u[2] = { curve_at(t, c->v[0]), curve_at(t, c->v[1]) }, w = c->v[1] - c->v[0];
	const double n = (double)t->seen->runs[0], m = (double)t->seen->runs[1];
	double slope = exp(t->level), bend = 0, information, of_u;

	if (c->v[0] <= 0 || u[0] <= 0 || u[1] >= 1 || c->v[1] >= 1)
		return INFINITY;
	if (t->curve == AUDIT_GAUSSIAN) {
		const double at[2] = { gsl_cdf_ugaussian_Pinv(c->v[0]), gsl_cdf_ugaussian_Pinv(c->v[1]) };

		slope = exp(-t->level * at[0] - t->level * t->level / 2);
		bend = t->level * slope * sqrt(2 * M_PI) * exp(fmax(at[0] * at[0], at[1] * at[1]) / 2);
	}
	if (t->seen->guesses) {
		const double rest = 1 - u[1] - c->v[1];

		if (rest <= 0)
			return INFINITY;
		information = n * (slope * slope / u[0] + 1 / c->v[0] + (1 + slope) * (1 + slope) / rest);
		of_u = n * (1 / u[0] + 1 / rest);
	} else {
		of_u = n * fmax(inverse_variance(u[0]), inverse_variance(u[1]));
		information = of_u * slope * slope + m * fmax(inverse_variance(c->v[0]), inverse_variance(c->v[1]));
	}
	return w * w / 8 * (sqrt(2 * most) * information + sqrt(most * of_u) * bend) * (1 + 1e-6);
}

/* Whether f stays below the limit on the whole cell, shown in at most so many halvings. */
static bool settled(struct test *t, const struct cell *c, int halvings)
{
	const double most = probability(t, curve_at(t, c->v[1]), c->v[0]);
	const double middle = (c->v[0] + c->v[1]) / 2;

	if (most <= t->limit || fmax(c->f[0], c->f[1]) + remainder_of(t, c, most) <= t->limit)
		return true;
	if (halvings == 0 || t->looks > LOOKS_MOST || !(middle > c->v[0] && middle < c->v[1]))
		return false;
	const double between = probability(t, curve_at(t, middle), middle);
	const struct cell left = { { c->v[0], middle }, { c->f[0], between } }, right = { { middle, c->v[1] }, { between, c->f[1] } };

	return between <= t->limit && settled(t, &left, halvings - 1) && settled(t, &right, halvings - 1);
}

static double cut(const struct test *t, int i)
{
	return i == CELLS ? t->high : t->low + (t->high - t->low) * i / CELLS;
}

/* f at the cuts: with it the level that will be rejected is guessed. */
static double largest_at_cuts(struct test *t, double level, double *f)
{
	double largest = 0;

	t->level = level;
	for (int i = 0; i <= CELLS; i++) {
		f[i] = probability(t, curve_at(t, cut(t, i)), cut(t, i));
		largest = fmax(largest, f[i]);
		if (largest > t->limit)
			break;
	}
	return largest;
}

static bool rejects(struct test *t, double level)
{
	double f[CELLS + 1];

	t->looks = 0;
	if (largest_at_cuts(t, level, f) > t->limit)
		return false;
	for (int i = 0; i < CELLS; i++)
		if (!settled(t, &(struct cell){ { cut(t, i), cut(t, i + 1) }, { f[i], f[i + 1] } }, HALVINGS))
			return false;
	return true;
}

/* Where the cuts alone would end, from below. */
static double guess_level(struct test *t, double about)
{
	double f[CELLS + 1], low = 0, high = fmax(2 * about, 1e-3);

	while (high < 700 && largest_at_cuts(t, high, f) <= t->limit)
		high *= 2;
	while (high - low > 1e-7 * high) {
		const double middle = low + (high - low) / 2;

		if (largest_at_cuts(t, middle, f) <= t->limit)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static double search(struct test *t, double about)
{
	const double top = guess_level(t, fmax(about, 0));
	double step = 1e-5 * (1 + top);

	for (int i = 0; i < TRIES; i++, step *= 2) {
		if (top - step <= 0)
			return 0;
		if (rejects(t, top - step))
			return top - step;
	}
	return 0;
}

static void frame(const struct audit_pair *seen, double beta, struct test *t)
{
	t->low = audit_probability_lower(seen->runs[1], seen->hits[1], beta / 2);
	t->high = audit_probability_upper(seen->runs[1], seen->hits[1], beta / 2);
}

double audit_level_about(const struct audit_pair *seen, enum audit_curve curve, double delta, double z)
{
	return region_level(seen, curve, delta, z);
}

double audit_level_lower(const struct audit_pair *seen, enum audit_curve curve, double delta, double alpha)
{
	const double beta = alpha / 1000, about = region_level(seen, curve, delta, gsl_cdf_ugaussian_Qinv(alpha));
	struct region region;
	struct test t = { .region = &region, .seen = seen, .curve = curve, .delta = curve == AUDIT_DP ? delta : 0, .limit = alpha - beta };

	if (!(about > -INFINITY))
		return 0;
	frame(seen, beta, &t);
	if (!region_open(&region, seen, curve, delta, alpha, t.low, t.high))
		return NAN;
	const double level = search(&t, about);

	region_close(&region);
	return level;
}

double audit_joint_tail(const struct audit_pair *seen, enum audit_curve curve, double delta, double alpha, double u, double v)
{
	struct region region;

	if (!region_open(&region, seen, curve, delta, alpha, v, v))
		return NAN;
	const double tail = region_probability(&region, u, v);

	region_close(&region);
	return tail;
}
