/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random quadratics over a ball with known eigenvalues, and f and its gradient
   in long double. */
#ifndef TESTS_BALL_QP_RANDOM_H
#define TESTS_BALL_QP_RANDOM_H
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "core/stream.h"

#define MOST_D 16

enum shape { DEFINITE, SINGULAR, INDEFINITE, HARD, SHAPES };

struct problem {
	enum shape shape;
	bool plain; /* A diagonal: in the hard case b is orthogonal to the last bit */
	size_t d, bottom; /* eigenvalues that are the least, all equal */
	double a[MOST_D * MOST_D], b[MOST_D], r;
	double value[MOST_D]; /* ascending; what A was made of, before rounding */
};

static inline double uniform(struct dpmf_stream *s)
{
	return (double)(dpmf_stream_word(s) >> 11) * 0x1p-53;
}

/* -1 .. 1 */
static inline double centred(struct dpmf_stream *s)
{
	return 2 * uniform(s) - 1;
}

static inline void draw_values(struct dpmf_stream *s, struct problem *p)
{
	const double spread = dpmf_stream_word(s) % 4 ? 2 : 24;
	double step = 0;

	for (size_t i = 0; i < p->d; i++) {
		if (i >= p->bottom && dpmf_stream_word(s) % 4)
			step += exp2(spread * centred(s));
		if (i == p->bottom && step == 0)
			step = 1;
		p->value[i] = step;
	}
	for (size_t i = 0; i < p->d; i++) {
		if (p->shape == DEFINITE)
			p->value[i] += exp2(spread * centred(s) - 4) * (i == 0) + (i ? p->value[0] : 0);
		if (p->shape >= INDEFINITE)
			p->value[i] -= 0.1 + step * 0.7;
	}
}

/* a = H diag(value) H and b = H b for the reflection H at a random vector. */
static inline void turn(struct dpmf_stream *s, struct problem *p)
{
	const size_t d = p->d;
	double h[MOST_D], hah = 0, hb = 0, norm = 0;

	for (size_t i = 0; i < d; i++)
		h[i] = centred(s);
	for (size_t i = 0; i < d; i++)
		norm += h[i] * h[i];
	for (size_t i = 0; i < d; i++)
		h[i] /= sqrt(norm);
	for (size_t i = 0; i < d; i++) {
		hah += h[i] * h[i] * p->value[i];
		hb += h[i] * p->b[i];
	}
	for (size_t i = 0; i < d; i++) {
		for (size_t j = 0; j <= i; j++)
			p->a[i * d + j] = p->a[j * d + i] = (i == j) * p->value[i] -
				2 * h[i] * h[j] * (p->value[i] + p->value[j] - 2 * hah);
		p->b[i] -= 2 * h[i] * hb;
	}
}

/* In the hard case the other coordinates' p(0) is within 0 .. 0.95 r, and b has no part below. */
static inline void draw_b(struct dpmf_stream *s, struct problem *p)
{
	double norm = 0, size = exp2(12 * centred(s));

	for (size_t i = 0; i < p->d; i++)
		p->b[i] = size * centred(s);
	if (p->shape != HARD)
		return;
	for (size_t i = 0; i < p->d; i++) {
		p->b[i] = i < p->bottom ? 0 : p->b[i];
		norm += i < p->bottom ? 0 : pow(p->b[i] / (2 * (p->value[i] - p->value[0])), 2);
	}
	for (size_t i = 0; i < p->d; i++)
		p->b[i] *= norm > 0 ? 0.95 * uniform(s) * p->r / sqrt(norm) : 0;
}

static inline void draw_problem(struct dpmf_stream *s, enum shape shape, struct problem *p)
{
	memset(p, 0, sizeof *p);
	p->shape = shape;
	p->plain = dpmf_stream_word(s) % 4 == 0;
	p->d = 1 + dpmf_stream_word(s) % MOST_D;
	p->bottom = 1 + (dpmf_stream_word(s) % 4 == 0 ? dpmf_stream_word(s) % p->d : 0);
	p->r = exp2(6 * centred(s));
	draw_values(s, p);
	draw_b(s, p);
	for (size_t i = 0; i < p->d; i++)
		p->a[i * p->d + i] = p->value[i];
	if (!p->plain)
		turn(s, p);
}

static inline long double value_at(const double *a, const double *b, size_t d, const double *q)
{
	long double sum = 0;

	for (size_t i = 0; i < d; i++) {
		long double row = -(long double)b[i];

		for (size_t j = 0; j < d; j++)
			row += (long double)a[i * d + j] * q[j];
		sum += row * q[i];
	}
	return sum;
}

static inline double size_of(const double *x, size_t n)
{
	long double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (long double)x[i] * x[i];
	return (double)sqrtl(sum);
}

/* |2 (A + mu I) q - b| */
static inline double residual_at(const double *a, const double *b, size_t d, const double *q, double mu)
{
	long double sum = 0;

	for (size_t i = 0; i < d; i++) {
		long double rest = (long double)mu * q[i];

		for (size_t j = 0; j < d; j++)
			rest += (long double)a[i * d + j] * q[j];
		rest = 2 * rest - b[i];
		sum += rest * rest;
	}
	return (double)sqrtl(sum);
}

#endif
