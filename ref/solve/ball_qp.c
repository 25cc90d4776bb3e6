/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve/ball_qp.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/vector.h"
#include "solve/ball_kernels.h"
#include "solve/symmetric.h"

enum { STEPS = 500, RANGE = 500, LEAST = -480, LEAST_BETA = -600 };

/* f(2^radius p) = 2^value (p'A'p - p'b') with A' and b' as stored; |p| <= r' in [1/2, 1), or r' = 0. */
struct scale {
	int radius, value;
	double r;
};

enum dpmf_status dpmf_ball_qp_open(struct dpmf_ball_qp *qp, size_t d, struct dpmf_error *error)
{
	struct dpmf_ball_qp new = { .d = d };

	if (d < 1 || d > DPMF_BALL_QP_MOST)
		return dpmf_fail(error, DPMF_INPUT, "a quadratic of %zu dimensions; give 1 to %d", d, DPMF_BALL_QP_MOST);
	new.memory = calloc(3 * d * d + 8 * d, sizeof *new.memory);
	if (!new.memory)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a quadratic of %zu dimensions", d);
	new.a = new.memory;
	new.vectors = new.a + d * d;
	new.work = new.vectors + d * d;
	new.b = new.work + dpmf_ball_certify_work(d);
	new.values = new.b + d;
	new.gap = new.values + d;
	new.beta = new.gap + d;
	new.p = new.beta + d;
	new.slope = new.p + d;
	new.q = new.slope + d;
	*qp = new;
	return DPMF_OK;
}

void dpmf_ball_qp_close(struct dpmf_ball_qp *qp)
{
	free(qp->memory);
	memset(qp, 0, sizeof *qp);
}

static enum dpmf_status check(const double *a, const double *b, size_t d, double r, struct dpmf_error *error)
{
	for (size_t i = 0; i < d * d; i++)
		if (!isfinite(a[i]))
			return dpmf_fail(error, DPMF_INPUT, "the quadratic's matrix holds %g at row %zu, column %zu; "
			                 "give finite numbers", a[i], i / d, i % d);
	for (size_t i = 0; i < d; i++)
		if (!isfinite(b[i]))
			return dpmf_fail(error, DPMF_INPUT, "the quadratic's linear part holds %g at %zu; give finite numbers", b[i], i);
	if (!(r == 0 || (r >= ldexp(1, -RANGE) && r <= ldexp(1, RANGE))))
		return dpmf_fail(error, DPMF_INPUT, "a ball of radius %g; give 0, or a radius from 2^-%d to 2^%d", r, RANGE, RANGE);
	return DPMF_OK;
}

/* The exponent of the largest, INT_MIN / 2 or so where all are 0. */
static int exponent_of(const double *x, size_t n)
{
	double most = 0;
	int exponent;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	frexp(most, &exponent);
	return most > 0 ? exponent : -100000;
}

static double scaled(double x, int exponent)
{
	const double y = ldexp(x, exponent);

	return fabs(y) < ldexp(1, LEAST) ? 0 : y;
}

static void fill(struct dpmf_ball_qp *qp, const double *a, const double *b, double r, struct scale *scale)
{
	const size_t d = qp->d;
	int from_a, from_b;

	scale->r = frexp(r, &scale->radius);
	from_a = exponent_of(a, d * d) + 2 * scale->radius;
	from_b = exponent_of(b, d) + scale->radius;
	scale->value = from_a > from_b ? from_a : from_b;
	for (size_t i = 0; i < d; i++) {
		const double *row = a + i * d;

		for (size_t j = 0; j < i; j++) {
			const double half = scaled(row[j], 2 * scale->radius - scale->value - 1);

			qp->a[i * d + j] = qp->a[j * d + i] =
				half + scaled(a[j * d + i], 2 * scale->radius - scale->value - 1);
		}
		qp->a[i * d + i] = scaled(row[i], 2 * scale->radius - scale->value);
		qp->b[i] = scaled(b[i], scale->radius - scale->value);
	}
}

/* values, vectors, gap and beta; *least is where the least eigenvalue stands. */
static bool diagonalize(struct dpmf_ball_qp *qp, size_t *least)
{
	const size_t d = qp->d;

	memcpy(qp->vectors, qp->a, d * d * sizeof *qp->vectors);
	if (!dpmf_symmetric_eigen(qp->vectors, d, qp->values, qp->p))
		return false;
	*least = 0;
	for (size_t i = 1; i < d; i++)
		if (qp->values[i] < qp->values[*least])
			*least = i;
	for (size_t i = 0; i < d; i++) {
		const double beta = dpmf_dot(qp->vectors + i * d, qp->b, d);

		qp->beta[i] = fabs(beta) < ldexp(1, LEAST_BETA) ? 0 : beta;
		qp->gap[i] = qp->values[i] - qp->values[*least];
	}
	return true;
}

/* |p_i(t)| <= r for every i, and |p(t)| >= |beta| / (2 (gap_most + t)), bound the root from below. */
static double bound_below(const struct dpmf_ball_qp *qp, double floor, double r)
{
	double lo = floor, most = 0;

	for (size_t i = 0; i < qp->d; i++) {
		lo = fmax(lo, fabs(qp->beta[i]) / (2 * r) - qp->gap[i]);
		most = fmax(most, qp->gap[i]);
	}
	return fmax(lo, dpmf_l2(qp->beta, qp->d) / (2 * r) - most);
}

static double norm_at(struct dpmf_ball_qp *qp, double t)
{
	dpmf_ball_point(qp->beta, qp->gap, qp->d, t, qp->p);
	return dpmf_l2(qp->p, qp->d);
}

/* The t above `lo` where |p(t)| = r, with p there. |p(lo)| > r. */
static bool find_root(struct dpmf_ball_qp *qp, double lo, double r, double *root)
{
	double hi = fmax(lo, dpmf_l2(qp->beta, qp->d) / (2 * r)) * (1 + 1e-9), t = lo, norm = norm_at(qp, t);

	for (int step = 1; step <= STEPS; step++) {
		double slope, next;

		dpmf_ball_point(qp->p, qp->gap, qp->d, t, qp->slope);
		slope = 2 * dpmf_dot(qp->p, qp->slope, qp->d);
		/* Newton alone only doubles t where a pole far below the root hides the rest. */
		next = step % 4 ? dpmf_ball_newton(t, norm, slope, r, lo, hi) : dpmf_ball_between(lo, hi);
		if (next <= lo || next >= hi)
			break;
		t = next;
		norm = norm_at(qp, t);
		if (fabs(norm - r) <= 4 * DBL_EPSILON * r)
			break;
		if (norm > r)
			lo = t;
		else
			hi = t;
	}
	*root = t;
	return fabs(norm - r) <= 1e-12 * r;
}

/* The hard case: what is missing to the sphere, along the eigenvector of the least
   eigenvalue, turned so that its largest coordinate grows. */
static void fill_up(struct dpmf_ball_qp *qp, size_t least, double norm, double r)
{
	const double *vector = qp->vectors + least * qp->d;
	double most = 0;

	for (size_t i = 0; i < qp->d; i++)
		if (fabs(vector[i]) > fabs(most))
			most = vector[i];
	qp->p[least] = copysign(sqrt((r - norm) * (r + norm)), most);
}

/* p and the multiplier of the scaled problem, r > 0. */
static bool solve_scaled(struct dpmf_ball_qp *qp, size_t least, double r, double *mu)
{
	const double lambda = qp->values[least], floor = fmax(0, lambda);
	double t = bound_below(qp, floor, r), norm = norm_at(qp, t);

	if (norm > r && !find_root(qp, t, r, &t))
		return false;
	if (norm < r && t == 0 && lambda < 0)
		fill_up(qp, least, norm, r);
	*mu = fmax(0, t - lambda);
	return true;
}

/* q = V'p, on the sphere where there is a multiplier. */
static void turn_back(struct dpmf_ball_qp *qp, double r, double mu)
{
	double *q = qp->q, norm;

	memset(q, 0, qp->d * sizeof *q);
	for (size_t i = 0; i < qp->d; i++)
		dpmf_add_scaled(qp->p[i], qp->vectors + i * qp->d, qp->d, q);
	norm = dpmf_l2(q, qp->d);
	if (mu > 0 && norm > 0)
		for (size_t i = 0; i < qp->d; i++)
			q[i] *= r / norm;
	dpmf_project_ball(q, qp->d, r);
}

static bool scale_back(const struct scale *scale, struct dpmf_ball_certificate *c)
{
	c->multiplier = ldexp(c->multiplier, scale->value - 2 * scale->radius);
	c->curvature = ldexp(c->curvature, scale->value - 2 * scale->radius);
	c->residual = ldexp(c->residual, scale->value - scale->radius);
	c->excess = ldexp(c->excess, scale->value);
	return isfinite(c->multiplier) && isfinite(c->curvature) && isfinite(c->residual) && isfinite(c->excess);
}

enum dpmf_status dpmf_ball_qp_solve(struct dpmf_ball_qp *qp, const double *a, const double *b, double r, double *q,
                                    struct dpmf_ball_certificate *certificate, struct dpmf_error *error)
{
	enum dpmf_status status = check(a, b, qp->d, r, error);
	struct dpmf_ball_certificate c;
	struct scale scale;
	size_t least;
	double mu = 0;

	if (status != DPMF_OK)
		return status;
	fill(qp, a, b, r, &scale);
	memset(qp->q, 0, qp->d * sizeof *qp->q);
	if (r > 0) {
		if (!diagonalize(qp, &least) || !solve_scaled(qp, least, scale.r, &mu))
			return dpmf_fail(error, DPMF_FAILED, "a quadratic of %zu dimensions over a ball of radius %g is not solved: "
			                 "its secular equation has no root within rounding", qp->d, r);
		turn_back(qp, scale.r, mu);
	}
	dpmf_ball_certify(qp->a, qp->b, qp->d, scale.r, qp->q, mu, qp->work, &c);
	if (!scale_back(&scale, &c))
		return dpmf_fail(error, DPMF_INPUT, "a quadratic over a ball of radius %g has a multiplier or values beyond the "
		                 "largest double; scale the matrix and the linear part down", r);
	for (size_t i = 0; i < qp->d; i++)
		q[i] = ldexp(qp->q[i], scale.radius);
	if (certificate)
		*certificate = c;
	return DPMF_OK;
}
