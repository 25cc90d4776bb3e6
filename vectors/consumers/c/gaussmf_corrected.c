/* SPDX-License-Identifier: 0BSD */
/* gaussmf: one round of the corrected variant, by the numbered steps of the
   notes, and what the published round shares with it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gaussmf.h"

void gaussmf_clip(const double *x, size_t n, double clip, double *clipped)
{
	const double divisor = fmax(1, norm(x, n) / clip);

	for (size_t l = 0; l < n; l++)
		clipped[l] = x[l] / divisor;
}

void gaussmf_add(double factor, const double *x, size_t n, double *y)
{
	for (size_t l = 0; l < n; l++)
		y[l] += factor * x[l];
}

void gaussmf_read(struct test *t, struct gaussmf_data *d)
{
	memset(d, 0, sizeof *d);
	d->x = in_rows(t, "x", &d->items);
	d->theta = in_rows(t, "theta", &d->users);
	d->rating = in_list(t, "rating");
	d->count = in_i64s(t, "user", d->user);
	t->malformed |= in_i64s(t, "item", d->item) != d->count || d->rating.n != d->count || d->items == 0;
	d->mu = in_double(t, "mu");
	d->lambda = in_double(t, "lambda");
	d->clip = in_double(t, "clip");
	d->n = d->items == 0 ? 0 : d->x.n / d->items;
	t->malformed |= d->n == 0 || d->theta.n != d->users * d->n;
}

bool gaussmf_refused(const struct gaussmf_data *d)
{
	const double number[] = { d->mu, d->lambda, d->clip };

	return pairs_refused(d->user, d->item, d->count, d->users, d->items) || !finite_all(number, 3) ||
	       !finite_all(d->x.x, d->x.n) || !finite_all(d->theta.x, d->theta.n) || !finite_all(d->rating.x, d->count) ||
	       d->mu <= 0 || d->lambda < 0 || d->clip <= 0;
}

struct integers {
	int64_t rating_bits, outer_bits, middle, bound;
	int64_t noise_theta[MOST], noise_x[MOST];
	int64_t rating[MOST], outer_x[MOST], outer_theta[MOST], released_theta[MOST], released_x[MOST];
};

static void read_integers(struct test *t, const struct gaussmf_data *d, struct integers *z)
{
	memset(z, 0, sizeof *z);
	z->rating_bits = in_i64(t, "rating_bits");
	z->outer_bits = in_i64(t, "outer_bits");
	z->middle = in_i64(t, "middle");
	t->malformed |= in_i64s(t, "noise_theta", z->noise_theta) != d->theta.n || in_i64s(t, "noise_x", z->noise_x) != d->x.n;
}

static bool integers_refused(const struct gaussmf_data *d, struct integers *z)
{
	if (z->rating_bits < -60 || z->rating_bits > 60 || z->outer_bits < -60 || z->outer_bits > 60 ||
	    !(fabs((double)z->middle) <= 0x1p40))
		return true;
	for (size_t a = 0; a < d->count; a++)
		if (fabs(ldexp(d->rating.x[a], (int)z->rating_bits)) > 0x1p40)
			return true;
	const double bound = floor(ldexp(d->clip, (int)z->outer_bits));
	if (!(bound >= 1 && bound <= 0x1p20))
		return true;
	z->bound = (int64_t)bound;
	return false;
}

/* Step 3, one row: in steps, and as numbers. */
static void cut(const double *x, size_t n, double clip, const struct integers *z, int64_t *steps, double *outer)
{
	int64_t squares;

	gaussmf_clip(x, n, clip, outer);
	for (size_t l = 0; l < n; l++)
		steps[l] = (int64_t)ldexp(outer[l], (int)z->outer_bits);
	do {
		squares = 0;
		for (size_t l = 0; l < n; l++)
			squares += steps[l] * steps[l];
		for (size_t l = 0; l < n && squares > z->bound * z->bound; l++)
			steps[l] -= (steps[l] > 0) - (steps[l] < 0);
	} while (squares > z->bound * z->bound);
	for (size_t l = 0; l < n; l++)
		outer[l] = ldexp((double)steps[l], (int)-z->outer_bits);
}

static void release(const struct gaussmf_data *d, struct integers *z, struct gaussmf_rows *r)
{
	const size_t n = d->n;

	for (size_t i = 0; i < d->items * n; i += n)
		cut(d->x.x + i, n, d->clip, z, z->outer_x + i, r->outer_x + i);
	for (size_t j = 0; j < d->users * n; j += n)
		cut(d->theta.x + j, n, d->clip, z, z->outer_theta + j, r->outer_theta + j);
	memcpy(z->released_theta, z->noise_theta, sizeof z->noise_theta);
	memcpy(z->released_x, z->noise_x, sizeof z->noise_x);
	for (size_t a = 0; a < d->count; a++) {
		const size_t i = (size_t)d->item[a] * n, j = (size_t)d->user[a] * n;

		z->rating[a] = llround(ldexp(d->rating.x[a], (int)z->rating_bits)) - z->middle;
		for (size_t l = 0; l < n; l++) {
			z->released_theta[j + l] += z->rating[a] * z->outer_x[i + l];
			z->released_x[i + l] += z->rating[a] * z->outer_theta[j + l];
		}
	}
}

static void gradients(const struct gaussmf_data *d, const struct integers *z, struct gaussmf_rows *r)
{
	const double middle = ldexp((double)z->middle, (int)-z->rating_bits);
	const int bits = (int)(z->rating_bits + z->outer_bits);
	const size_t n = d->n;

	for (size_t a = 0; a < d->count; a++) {
		const size_t i = (size_t)d->item[a] * n, j = (size_t)d->user[a] * n;

		r->residual[a] = dot(d->x.x + i, d->theta.x + j, n) - middle;
		gaussmf_add(r->residual[a], r->outer_theta + j, n, r->gradient_x + i);
		gaussmf_add(r->residual[a], r->outer_x + i, n, r->gradient_theta + j);
	}
	for (size_t i = 0; i < d->x.n; i++)
		r->gradient_x[i] += d->lambda * d->x.x[i] - ldexp((double)z->released_x[i], -bits);
	for (size_t j = 0; j < d->theta.n; j++)
		r->gradient_theta[j] += d->lambda * d->theta.x[j] - ldexp((double)z->released_theta[j], -bits);
}

RUN(gaussmf_corrected_round)
{
	struct gaussmf_data d;
	struct gaussmf_rows r = { .residual = { 0 } };
	struct integers z;

	gaussmf_read(t, &d);
	read_integers(t, &d, &z);
	t->refused = !t->malformed && (gaussmf_refused(&d) || integers_refused(&d, &z));
	if (t->malformed || t->refused)
		return;
	release(&d, &z, &r);
	gradients(&d, &z, &r);
	out_i64(t, "bound", z.bound);
	out_i64s(t, "rating_steps", z.rating, d.count);
	out_i64s(t, "outer_x", z.outer_x, d.x.n);
	out_i64s(t, "outer_theta", z.outer_theta, d.theta.n);
	out_i64s(t, "released_theta", z.released_theta, d.theta.n);
	out_i64s(t, "released_x", z.released_x, d.x.n);
	out_list(t, "residual", r.residual, d.count);
	out_rows(t, "gradient_theta", r.gradient_theta, d.users, d.n);
	out_rows(t, "gradient_x", r.gradient_x, d.items, d.n);
	gaussmf_add(-d.mu, r.gradient_theta, d.theta.n, d.theta.x);
	gaussmf_add(-d.mu, r.gradient_x, d.x.n, d.x.x);
	out_rows(t, "theta", d.theta.x, d.users, d.n);
	out_rows(t, "x", d.x.x, d.items, d.n);
}
