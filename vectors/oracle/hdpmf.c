/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "hdpmf_balls.h"
#include "vectors/format/number.h"
#include "oracle.h"
#include "tape.h"

/* Numbers on [-1, 1) in full precision; every third a short one. */
static void material(const char *name, uint64_t number, double *x, size_t n)
{
	uint64_t word[2 * BALLS_K];

	tape_words(name, number, word, n);
	for (size_t i = 0; i < n; i++)
		x[i] = (double)((int64_t)(word[i] >> 11) - (INT64_C(1) << 52)) * 0x1p-52;
	if (number % 3 == 0)
		for (size_t i = 0; i < n; i++)
			x[i] = rint(x[i] * 16) / 16;
}

static const size_t sizes[] = { 1, 2, 3, 4, 6, 10 };
static const double weights[] = { 1, 0.5, 0.25, 0.1, 0.7, 1e-3 };

struct rating { /* what one gradient is made of */
	double u[BALLS_K], v[BALLS_K], sum[BALLS_K], w, r;
	size_t k;
};

/* The share, or the sum with it. */
static json_t *gradient_made(const struct ball *sum, const struct gradient *g, size_t k, bool add)
{
	struct ball made[BALLS_K];
	json_t *list;

	ball_init(made, BALLS_K);
	for (size_t l = 0; l < k; l++)
		if (add)
			ball_add(&made[l], &sum[l], &g->share[l]);
		else
			ball_copy(&made[l], &g->share[l]);
	list = ball_intervals(made, k);
	ball_clear(made, BALLS_K);
	return list;
}

static void gradient_test(struct book *b, const struct rating *x, bool add, const char *flags, const char *comment)
{
	const char *const name = add ? "sum" : "share";
	struct gradient g;
	struct ball u[BALLS_K], v[BALLS_K], sum[BALLS_K];

	gradient_init(&g);
	ball_init(u, BALLS_K);
	ball_init(v, BALLS_K);
	ball_init(sum, BALLS_K);
	ball_set_all(u, x->u, x->k);
	ball_set_all(v, x->v, x->k);
	ball_set_all(sum, x->sum, x->k);
	gradient_of(&g, u, v, x->k, x->w, x->r);
	book_test(b, flags, "%s", comment);
	book_in_doubles(b, "u", x->u, x->k);
	book_in_doubles(b, "v", x->v, x->k);
	book_in_double(b, "w", x->w);
	book_in_double(b, "r", x->r);
	book_out(b, "dot", "enclosure", ball_interval(&g.dot));
	book_out(b, "error", "enclosure", ball_interval(&g.error));
	if (add)
		book_in_doubles(b, "sum", x->sum, x->k);
	book_out(b, name, "enclosure", gradient_made(sum, &g, x->k, add));
	gradient_of(&g, u, v, x->k, 1, x->r);
	book_mistake(b, "w is left out: u.v - r stands for u.v - w r", "error", "enclosure", ball_interval(&g.error));
	book_mistake(b, "w is left out: u.v - r stands for u.v - w r", name, "enclosure", gradient_made(sum, &g, x->k, add));
	gradient_of(&g, u, v, x->k, x->w, x->r);
	for (size_t l = 0; l < x->k; l++) {
		ball_set(&v[l], 0.5);
		ball_mul(&g.share[l], &g.share[l], &v[l]);
	}
	if (add) /* alone, it is the half of what is expected */
		book_mistake(b, "a factor 2 of the gradient is missing", name, "enclosure", gradient_made(sum, &g, x->k, add));
	gradient_clear(&g);
	ball_clear(u, BALLS_K);
	ball_clear(v, BALLS_K);
	ball_clear(sum, BALLS_K);
}

static void gradient_refused(struct book *b, bool add, size_t k, double w, double r, const char *comment)
{
	const double x[2] = { 0.5, -0.25 };

	book_refused(b, comment);
	book_in_doubles(b, "u", x, k);
	book_in_doubles(b, "v", x, k);
	book_in_double(b, "w", w);
	book_in_double(b, "r", r);
	if (add)
		book_in_doubles(b, "sum", x, k);
}

static void gradient_edges(struct book *b, bool add)
{
	struct rating x = { .u = { 0.5, 0.25, -0.125 }, .v = { 1, -2, 4 }, .sum = { 1, 2, 3 }, .w = 1, .r = 4, .k = 3 };

	book_group(b, "edges", "Where a sum cancels, where factors vanish, where numbers are far apart.");
	gradient_test(b, &x, add, "Ordinary", "all numbers short");
	x.r = -0.5;
	gradient_test(b, &x, add, "Zero", "u.v = w r: no error");
	x.w = 0.5;
	x.r = 5;
	gradient_test(b, &x, add, "Stretched", "weight 1/2");
	memset(x.u, 0, sizeof x.u);
	gradient_test(b, &x, add, "Zero", "u = 0");
	x = (struct rating){ .u = { 0.1, 0.1, 0.1 }, .v = { 1e8, -1e8, 3 }, .sum = { 0.3, -1, 7 }, .w = 0.1, .r = 3, .k = 3 };
	gradient_test(b, &x, add, "Cancellation", "u.v and w r nearly cancel");
	x = (struct rating){ .u = { 1e-200, 1e200, -1 }, .v = { 1e-200, 1e-200, 1 }, .sum = { 1, -1, 1 }, .w = 1, .r = 1, .k = 3 };
	gradient_test(b, &x, add, "Underflow", "one product is below the least double");
}

static void gradient_book(struct book *b, bool add)
{
	struct rating x;

	book_group(b, "ordinary", "Vectors of 1 to 10 coordinates.");
	for (uint64_t i = 0; i < 24; i++) {
		x.k = sizes[i % 6];
		material("u", i, x.u, x.k);
		material("v", i, x.v, x.k);
		material("sum", i, x.sum, x.k);
		x.w = weights[i / 4];
		x.r = (double)(1 + i % 5);
		gradient_test(b, &x, add, x.w < 1 ? "Stretched" : "Ordinary", i % 3 == 0 ? "short numbers" : "full precision");
	}
	gradient_edges(b, add);
	book_group(b, "refused", "What an implementation must refuse.");
	gradient_refused(b, add, 0, 1, 3, "no coordinate");
	gradient_refused(b, add, 2, 0, 3, "w = 0");
	gradient_refused(b, add, 2, -0.5, 3, "w < 0");
	gradient_refused(b, add, 2, 1.5, 3, "w > 1");
	gradient_refused(b, add, 2, NAN, 3, "w is not a number");
	gradient_refused(b, add, 2, 1, NAN, "r is not a number");
	gradient_refused(b, add, 2, 1, INFINITY, "r is infinite");
}

ORACLE(hdpmf_gradient_share)
{
	book_open(b, "hdpmf_gradient_share");
	gradient_book(b, false);
}

ORACLE(hdpmf_gradient_add)
{
	book_open(b, "hdpmf_gradient_add");
	gradient_book(b, true);
}

static void step_test(struct book *b, const char *flags, const char *comment, const double *v, const double *g, size_t k,
                      double rate, double lambda)
{
	struct ball x[BALLS_K], y[BALLS_K];

	ball_init(x, BALLS_K);
	ball_init(y, BALLS_K);
	ball_set_all(x, v, k);
	ball_set_all(y, g, k);
	balls_step(x, y, k, rate, lambda);
	book_test(b, flags, "%s", comment);
	book_in_doubles(b, "v", v, k);
	book_in_doubles(b, "gradient", g, k);
	book_in_double(b, "rate", rate);
	book_in_double(b, "lambda", lambda);
	book_out(b, "v", "enclosure", ball_intervals(x, k));
	for (size_t i = 0; i < 3; i++) {
		static const char *const names[] = { "the 2 of 2 lambda is missing", "a step along the gradient, not against it", "lambda is left out" };
		ball_set_all(x, v, k);
		balls_step(x, y, k, i == 1 ? -rate : rate, i == 0 ? lambda / 2 : i == 2 ? 0 : lambda);
		book_mistake(b, names[i], "v", "enclosure", ball_intervals(x, k));
	}
	ball_clear(x, BALLS_K);
	ball_clear(y, BALLS_K);
}

static void step_refused(struct book *b, const char *comment, size_t k, double rate, double lambda)
{
	const double x[2] = { 0.5, -0.25 };

	book_refused(b, comment);
	book_in_doubles(b, "v", x, k);
	book_in_doubles(b, "gradient", x, k);
	book_in_double(b, "rate", rate);
	book_in_double(b, "lambda", lambda);
}

ORACLE(hdpmf_step)
{
	static const double rates[] = { 0.05, 0.01, 0.005, 1, 0.002 }, lambdas[] = { 0.01, 0.001, 0, 1 };
	double v[BALLS_K], g[BALLS_K];

	book_open(b, "hdpmf_step");
	book_group(b, "ordinary", "Vectors of 1 to 10 coordinates.");
	for (uint64_t i = 0; i < 24; i++) {
		material("v", i, v, sizes[i % 6]);
		material("gradient", i, g, sizes[i % 6]);
		step_test(b, i % 4 == 2 ? "NoRegularization" : "Ordinary", i % 3 == 0 ? "short numbers" : "full precision", v, g, sizes[i % 6], rates[i % 5], lambdas[i % 4]);
	}
	book_group(b, "edges", "Where the difference cancels.");
	step_test(b, "Cancellation", "v = rate gradient", (double[]){ 0.5, 0.1 }, (double[]){ 1, 0.2 }, 2, 0.5, 0);
	step_test(b, "Cancellation", "2 rate lambda = 1", (double[]){ 0.3, -0.7 }, (double[]){ 0, 0 }, 2, 0.5, 1);
	step_test(b, "Ordinary", "no gradient", (double[]){ 0.3, -0.7 }, (double[]){ 0, 0 }, 2, 0.1, 0.01);
	step_test(b, "Ordinary", "a gradient of 10^6", (double[]){ 0.3, -0.7 }, (double[]){ 1e6, -1e6 }, 2, 0.1, 0.01);
	book_group(b, "refused", "What an implementation must refuse.");
	step_refused(b, "no coordinate", 0, 0.1, 0.01);
	step_refused(b, "rate 0", 2, 0, 0.01);
	step_refused(b, "negative rate", 2, -0.1, 0.01);
	step_refused(b, "rate is not a number", 2, NAN, 0.01);
	step_refused(b, "negative lambda", 2, 0.1, -0.01);
	step_refused(b, "infinite lambda", 2, 0.1, INFINITY);
}

static void predict_test(struct book *b, const char *flags, const char *comment, const double *u, const double *v, size_t k, double w)
{
	struct ball x[BALLS_K], y[BALLS_K], z, weight;

	ball_init(x, BALLS_K);
	ball_init(y, BALLS_K);
	ball_init(&z, 1);
	ball_init(&weight, 1);
	ball_set_all(x, u, k);
	ball_set_all(y, v, k);
	ball_set(&weight, w);
	ball_dot(&z, x, y, k);
	book_test(b, flags, "%s", comment);
	book_in_doubles(b, "u", u, k);
	book_in_doubles(b, "v", v, k);
	book_in_double(b, "w", w);
	book_out(b, "dot", "enclosure", ball_interval(&z));
	ball_div(&z, &z, &weight);
	book_out(b, "rating", "enclosure", ball_interval(&z));
	ball_clear(x, BALLS_K);
	ball_clear(y, BALLS_K);
	ball_clear(&z, 1);
	ball_clear(&weight, 1);
}

static void predict_refused(struct book *b, const char *comment, size_t k, double w)
{
	const double x[2] = { 0.5, -0.25 };

	book_refused(b, comment);
	book_in_doubles(b, "u", x, k);
	book_in_doubles(b, "v", x, k);
	book_in_double(b, "w", w);
}

ORACLE(hdpmf_predict)
{
	double u[BALLS_K], v[BALLS_K];

	book_open(b, "hdpmf_predict");
	book_group(b, "ordinary", "Vectors of 1 to 10 coordinates.");
	for (uint64_t i = 0; i < 24; i++) {
		material("u", i, u, sizes[i % 6]);
		material("v", i, v, sizes[i % 6]);
		predict_test(b, weights[i / 4] < 1 ? "Stretched" : "Ordinary", i % 3 == 0 ? "short numbers" : "full precision", u, v, sizes[i % 6], weights[i / 4]);
	}
	book_group(b, "edges", "Where the sum cancels.");
	predict_test(b, "Cancellation", "1e8 and -1e8", (double[]){ 0.1, 0.1, 0.1 }, (double[]){ 1e8, -1e8, 3 }, 3, 0.1);
	predict_test(b, "Ordinary", "u = 0", (double[]){ 0, 0 }, (double[]){ 1, -1 }, 2, 0.5);
	book_group(b, "refused", "What an implementation must refuse.");
	predict_refused(b, "no coordinate", 0, 1);
	predict_refused(b, "w = 0", 2, 0);
	predict_refused(b, "w = -0", 2, -0.0);
	predict_refused(b, "w < 0", 2, -1);
	predict_refused(b, "w > 1", 2, nextafter(1, 2));
	predict_refused(b, "w is not a number", 2, NAN);
}
