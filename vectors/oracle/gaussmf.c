/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaussmf_balls.h"
#include "vectors/format/number.h"
#include "oracle.h"
#include "slips.h"

enum { MOST_N = 4 };

static void clip_test(struct book *b, const char *flags, const char *comment, const double *x, size_t n, double clip)
{
	struct ball profile[MOST_N], clipped[MOST_N], norm;

	ball_init(profile, MOST_N);
	ball_init(clipped, MOST_N);
	ball_init(&norm, 1);
	ball_set_all(profile, x, n);
	balls_clip(clipped, &norm, profile, n, clip);
	book_test(b, flags, "%s", comment);
	book_in_doubles(b, "x", x, n);
	book_in_double(b, "clip", clip);
	book_out(b, "norm", "enclosure", ball_interval(&norm));
	book_out(b, "clipped", "enclosure", ball_intervals(clipped, n));
	for (size_t l = 0; l < n && ball_against(&norm, 0) > 0; l++) {
		struct ball ratio;
		ball_init(&ratio, 1);
		ball_set(&ratio, clip);
		ball_div(&ratio, &norm, &ratio);
		ball_div(&clipped[l], &profile[l], &ratio);
		ball_clear(&ratio, 1);
	}
	book_mistake(b, "short profiles are stretched to the norm clip", "clipped", "enclosure", ball_intervals(clipped, n));
	for (size_t l = 0; l < n; l++)
		ball_set(&clipped[l], x[l] > clip ? clip : x[l] < -clip ? -clip : x[l]);
	book_mistake(b, "each coordinate is cut to clip", "clipped", "enclosure", ball_intervals(clipped, n));
	ball_clear(profile, MOST_N);
	ball_clear(clipped, MOST_N);
	ball_clear(&norm, 1);
}

static void clip_refused(struct book *b, const char *comment, const double *x, size_t n, double clip)
{
	book_refused(b, comment);
	book_in_doubles(b, "x", x, n);
	book_in_double(b, "clip", clip);
}

#define LIST(...) ((const double[]){ __VA_ARGS__ })

ORACLE(gaussmf_clip)
{
	book_open(b, "gaussmf_clip");
	book_group(b, "profiles", "One to four coordinates.");
	clip_test(b, "Inside", "inside", LIST(0.25, -0.5, 0.125), 3, 1);
	clip_test(b, "Boundary", "on the sphere, exactly", LIST(0.6, 0.8), 2, 1);
	clip_test(b, "Boundary", "one coordinate on the sphere", LIST(-1), 1, 1);
	clip_test(b, "Clipped", "outside", LIST(3, -4), 2, 1);
	clip_test(b, "Clipped", "another clip", LIST(0.3, 0.1, -0.7, 0.2), 4, 0.25);
	clip_test(b, "Clipped", "far outside", LIST(1e10, -2.5e9, 7), 3, 2);
	clip_test(b, "Inside", "the origin", LIST(0, 0), 2, 1);
	book_group(b, "refused", "What an implementation must refuse.");
	clip_refused(b, "clip 0", LIST(1), 1, 0);
	clip_refused(b, "negative clip", LIST(1), 1, -1);
	clip_refused(b, "no coordinate", LIST(1), 0, 1);
}

static void sigma_test(struct book *b, const char *comment, double tau, double clip, double eps_i, double delta)
{
	const bool valid = tau >= 0 && clip > 0 && eps_i > 0 && eps_i < 1 && delta > 0 && delta < 1;
	struct ball sigma;

	book_test(b, valid ? "Ordinary" : "OutOfDomain", "%s", comment);
	book_in_double(b, "tau", tau);
	book_in_double(b, "clip", clip);
	book_in_double(b, "eps_i", eps_i);
	book_in_double(b, "delta", delta);
	if (!valid) {
		book_invalid(b);
		return;
	}
	ball_init(&sigma, 1);
	balls_sigma(&sigma, tau, clip, eps_i, delta);
	book_out(b, "sigma", "enclosure", ball_interval(&sigma));
	if (delta * 1.25 < 1) {
		balls_sigma(&sigma, tau, clip, eps_i, delta * 1.25);
		ball_widen(&sigma, 0x1p-40);
		book_mistake(b, "1 stands for 1.25", "sigma", "enclosure", ball_interval(&sigma));
	}
	ball_clear(&sigma, 1);
}

ORACLE(gaussmf_sigma)
{
	book_open(b, "gaussmf_sigma");
	book_group(b, "settings", "The paper's settings, and others.");
	sigma_test(b, "the paper's experiments", 4, 1, 0.4, 0.01);
	sigma_test(b, "ratings of 1 to 10", 9, 1, 0.15, 0.01);
	sigma_test(b, "the largest eps_i below 1", 4, 1, 0x1.fffffffffffffp-1, 0.01);
	sigma_test(b, "another clip", 4, 0.25, 0.5, 1e-5);
	sigma_test(b, "a tiny delta", 1, 2, 0.9, 1e-300);
	sigma_test(b, "a delta near 1", 1, 1, 0.5, 0.99);
	book_group(b, "refused", "What an implementation must refuse.");
	sigma_test(b, "eps_i 1", 4, 1, 1, 0.01);
	sigma_test(b, "eps_i 2", 4, 1, 2, 0.01);
	sigma_test(b, "eps_i 0", 4, 1, 0, 0.01);
	sigma_test(b, "delta 0", 4, 1, 0.5, 0);
	sigma_test(b, "delta 1", 4, 1, 0.5, 1);
	sigma_test(b, "clip 0", 4, 0, 0.5, 0.01);
}

LATER(gaussmf_sigma)
{
	sigma_test(b, "ratings that are all alike need no noise", 0, 1, 0.5, 0.01);
	sigma_test(b, "ratings within half a star", 0.5, 1, 0.5, 0.01);
	sigma_test(b, "a small clip, a small eps_i", 0.25, 0.125, 0.0009765625, 0.001);
}

/* One rating's part of a row's gradient, and a step along it. */
struct row {
	const double *own, *other, *outer;
	size_t n;
	double v, lambda, mu;
	const double *gradient; /* of the ratings before */
};

static void row_inputs(struct book *b, const char *flags, const char *comment, const struct row *r)
{
	book_test(b, flags, "%s", comment);
	book_in_doubles(b, "own", r->own, r->n);
	book_in_doubles(b, "other", r->other, r->n);
	book_in_doubles(b, "outer", r->outer, r->n);
	book_in_double(b, "v", r->v);
	book_in_double(b, "lambda", r->lambda);
	book_in_double(b, "mu", r->mu);
	book_in_doubles(b, "gradient", r->gradient, r->n);
}

/* The row with a factor of lambda, and one of the step; `own`: the residual multiplies the own row, not the outer. */
static void row_mistake(struct book *b, const char *name, const char *output, const struct row *r, double lambda, double step, bool own)
{
	double x[MOST_N], residual = -r->v;

	for (size_t l = 0; l < r->n; l++)
		residual += r->other[l] * r->own[l];
	for (size_t l = 0; l < r->n; l++) {
		x[l] = r->gradient[l] + residual * (own ? r->own : r->outer)[l];
		if (output[0] != 'a')
			x[l] += lambda * r->lambda * r->own[l];
		if (output[0] == 's')
			x[l] = r->own[l] - step * r->mu * x[l];
	}
	slip_doubles(b, name, output, x, r->n);
}

static void row_mistakes(struct book *b, const struct row *r)
{
	row_mistake(b, "lambda is left out", "regularized", r, 0, 1, false);
	row_mistake(b, "2 lambda stands for lambda", "regularized", r, 2, 1, false);
	row_mistake(b, "lambda is subtracted", "regularized", r, -1, 1, false);
	row_mistake(b, "a step along the gradient, not against it", "stepped", r, 1, -1, false);
	row_mistake(b, "the step is taken without lambda", "stepped", r, 0, 1, false);
	row_mistake(b, "2 mu stands for mu", "stepped", r, 1, 2, false);
	row_mistake(b, "the residual multiplies the own row, not the outer one", "accumulated", r, 1, 1, true);
}

static void row_test(struct book *b, const char *comment, const struct row *r)
{
	const size_t n = r->n;
	struct ball x[MOST_N], y[MOST_N], o[MOST_N], sum[MOST_N], added[MOST_N], residual, t, factor;
	struct ball *const all[] = { x, y, o, sum, added };

	for (size_t i = 0; i < 5; i++)
		ball_init(all[i], MOST_N);
	ball_init(&residual, 1);
	ball_init(&t, 1);
	ball_init(&factor, 1);
	ball_set_all(x, r->own, n);
	ball_set_all(y, r->other, n);
	ball_set_all(o, r->outer, n);
	ball_set_all(added, r->gradient, n);
	ball_set(&factor, r->lambda);
	balls_residual(&residual, y, x, n, r->v);
	for (size_t l = 0; l < n; l++) {
		ball_mul(&t, &residual, &o[l]);
		ball_add(&added[l], &added[l], &t);
		ball_mul(&t, &factor, &x[l]);
		ball_add(&sum[l], &added[l], &t);
	}
	balls_descend(x, sum, n, r->mu);
	row_inputs(b, "Ordinary", comment, r);
	book_out(b, "residual", "enclosure", ball_interval(&residual));
	book_out(b, "accumulated", "enclosure", ball_intervals(added, n));
	book_out(b, "regularized", "enclosure", ball_intervals(sum, n));
	book_out(b, "stepped", "enclosure", ball_intervals(x, n));
	row_mistakes(b, r);
	for (size_t i = 0; i < 5; i++)
		ball_clear(all[i], MOST_N);
	ball_clear(&residual, 1);
	ball_clear(&t, 1);
	ball_clear(&factor, 1);
}

ORACLE(gaussmf_row)
{
	const double own[] = { 0.6, -0.75, 0.2 }, other[] = { 1.5, 0.25, -0.9 }, outer[] = { 0.8, 0.1, -0.5 };
	const double gradient[] = { -3, 0.125, 40 }, none[] = { 0, 0, 0 };

	book_open(b, "gaussmf_row");
	book_group(b, "rows", "One to three coordinates.");
	row_test(b, "the first rating", &(struct row){ own, other, outer, 3, 4, 0.1, 0.0005, none });
	row_test(b, "a later rating", &(struct row){ own, other, outer, 3, 1, 0.1, 0.0005, gradient });
	row_test(b, "no regularization", &(struct row){ own, other, outer, 2, 5, 0, 0.5, gradient });
	row_test(b, "one coordinate", &(struct row){ own, other, outer, 1, 3, 2, 0.25, none });
	row_test(b, "an unclipped outer profile", &(struct row){ own, other, other, 3, 2, 0.02, 0.01, gradient });
	book_group(b, "refused", "What an implementation must refuse.");
	row_inputs(b, "OutOfDomain", "mu 0", &(struct row){ own, other, outer, 3, 4, 0.1, 0, none });
	book_invalid(b);
	row_inputs(b, "OutOfDomain", "negative lambda", &(struct row){ own, other, outer, 3, 4, -0.1, 0.5, none });
	book_invalid(b);
	row_inputs(b, "OutOfDomain", "no coordinate", &(struct row){ own, other, outer, 0, 4, 0.1, 0.5, none });
	book_invalid(b);
}
