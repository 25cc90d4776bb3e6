/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "hdpmf_balls.h"
#include "oracle.h"
#include "privsr_balls.h"
#include "tape.h"

static const double short_vector[2] = { 0.5, -0.25 };

/* Numbers on [-1, 1) in full precision; every third list a short one. */
static void material(const char *name, uint64_t number, double *x, size_t n)
{
	uint64_t word[BALLS_K];

	tape_words(name, number, word, n);
	for (size_t i = 0; i < n; i++)
		x[i] = (double)((int64_t)(word[i] >> 11) - (INT64_C(1) << 52)) * 0x1p-52;
	for (size_t i = 0; i < n && number % 3 == 0; i++)
		x[i] = rint(x[i] * 16) / 16;
}

static const size_t sizes[] = { 1, 2, 3, 4, 6, 10 };
static const double similarities[] = { 1, 0.5, 0, 0.9, 0.3 }, social[] = { 1, 0.7, 0.01, 4 };

static void scales_inputs(struct book *b, const char *flags, const char *comment, double delta, uint64_t k, double epsilon, double beta)
{
	book_test(b, flags, "%s", comment);
	book_in_double(b, "delta", delta);
	book_in_u64(b, "k", k);
	book_in_double(b, "epsilon", epsilon);
	book_in_double(b, "beta", beta);
}

static void scales_test(struct book *b, const char *flags, const char *comment, double delta, uint64_t k, double epsilon, double beta)
{
	struct privsr_scales s;

	privsr_scales_init(&s);
	privsr_scales_of(&s, delta, k, epsilon, beta);
	scales_inputs(b, flags, comment, delta, k, epsilon, beta);
	book_out(b, "epsilon_sensitive", "enclosure", ball_interval(&s.epsilon[0]));
	book_out(b, "epsilon_other", "enclosure", ball_interval(&s.epsilon[1]));
	book_out(b, "scale_sensitive", "enclosure", ball_interval(&s.scale[0]));
	book_out(b, "scale_other", "enclosure", ball_interval(&s.scale[1]));
	book_out(b, "combined", "enclosure", ball_interval(&s.combined));
	book_out(b, "friends", "enclosure", ball_interval(&s.friends));
	balls_noise_scale(&s.combined, delta, k, epsilon);
	ball_widen(&s.combined, 0x1p-40);
	book_mistake(b, "deviations are added, not variances", "combined", "enclosure", ball_interval(&s.combined));
	for (int i = 0; i < 2; i++)
		ball_widen(&s.scale[i], 0x1p-40);
	book_mistake(b, "the two groups are exchanged", "scale_sensitive", "enclosure", ball_interval(&s.scale[1]));
	book_mistake(b, "the two groups are exchanged", "scale_other", "enclosure", ball_interval(&s.scale[0]));
	privsr_scales_clear(&s);
}

static void scales_refused(struct book *b, const char *comment, double delta, uint64_t k, double epsilon, double beta)
{
	scales_inputs(b, "OutOfDomain", comment, delta, k, epsilon, beta);
	book_invalid(b);
}

ORACLE(privsr_scales)
{
	static const double deltas[] = { 4, 3.5, 1, 0.1 }, epsilons[] = { 1, 0.1, 0.5, 5, 1e-3, 0.7 }, betas[] = { 1, 0.5, 0.1, 0.3, 1e-3 };
	static const uint64_t ks[] = { 1, 2, 5, 10, 50, 1000, 3 };

	book_open(b, "privsr_scales");
	book_group(b, "ordinary", "Widths, numbers of factors, budgets and ratios.");
	for (size_t i = 0; i < 35; i++)
		scales_test(b, i % 5 == 0 ? "Equal" : "Ordinary", "parameters in use", deltas[i % 4], ks[i % 7], epsilons[i % 6], betas[i % 5]);
	book_group(b, "edges", "No width; a very small budget; a very small ratio.");
	scales_test(b, "Zero", "every rating is the same", 0, 10, 1, 0.5);
	scales_test(b, "Ordinary", "epsilon = 2^-100", 4, 10, 0x1p-100, 0.5);
	scales_test(b, "Ordinary", "beta = 2^-40: 1 + beta^2 rounds to 1", 4, 10, 1, 0x1p-40);
	book_group(b, "refused", "What an implementation must refuse.");
	scales_refused(b, "beta 0", 4, 10, 1, 0);
	scales_refused(b, "negative beta", 4, 10, 1, -0.5);
	scales_refused(b, "beta above 1", 4, 10, 1, nextafter(1, 2));
	scales_refused(b, "beta is not a number", 4, 10, 1, NAN);
	scales_refused(b, "epsilon 0", 4, 10, 0, 1);
	scales_refused(b, "epsilon is infinite", 4, 10, INFINITY, 1);
	scales_refused(b, "no factor", 4, 0, 1, 1);
	scales_refused(b, "negative width", -1, 10, 1, 1);
}

static void add_test(struct book *b, const char *flags, const char *comment, const double *u, const double *sum, size_t k, double s)
{
	struct ball x[BALLS_K];

	ball_init(x, BALLS_K);
	ball_set_all(x, sum, k);
	privsr_balls_send(x, u, k, s);
	book_test(b, flags, "%s", comment);
	book_in_doubles(b, "u", u, k);
	book_in_double(b, "similarity", s);
	book_in_doubles(b, "sum", sum, k);
	book_out(b, "sum", "enclosure", ball_intervals(x, k));
	for (int i = 0; i < 3; i++) {
		static const char *const names[] = { "a factor 2 of the friend's part is missing", "similarity is left out", "the friend's part has the other sign" };
		ball_set_all(x, sum, k);
		privsr_balls_send(x, u, k, i == 0 ? s / 2 : i == 1 ? 1 : -s);
		book_mistake(b, names[i], "sum", "enclosure", ball_intervals(x, k));
	}
	ball_clear(x, BALLS_K);
}

static void add_refused(struct book *b, const char *comment, size_t k, double s)
{
	book_refused(b, comment);
	book_in_doubles(b, "u", short_vector, k);
	book_in_double(b, "similarity", s);
	book_in_doubles(b, "sum", short_vector, k);
}

ORACLE(privsr_friend_add)
{
	double u[BALLS_K], sum[BALLS_K];

	book_open(b, "privsr_friend_add");
	book_group(b, "ordinary", "Vectors of 1 to 10 coordinates.");
	for (uint64_t i = 0; i < 24; i++) {
		material("friend", i, u, sizes[i % 6]);
		material("sum", i, sum, sizes[i % 6]);
		add_test(b, similarities[i % 5] > 0 ? "Ordinary" : "Zero", i % 3 == 0 ? "short numbers" : "full precision", u, sum, sizes[i % 6],
		         similarities[i % 5]);
	}
	book_group(b, "edges", "Where the sum cancels; the two ends of a friend's reach.");
	add_test(b, "Cancellation", "sum = 2 similarity u", (double[]){ 0.5, 0.1 }, (double[]){ 0.5, 0.1 }, 2, 0.5);
	add_test(b, "Ordinary", "u = 1", (double[]){ 1 }, (double[]){ 0 }, 1, 1);
	add_test(b, "Ordinary", "u = -1: 4 away", (double[]){ -1 }, (double[]){ 0 }, 1, 1);
	book_group(b, "refused", "What an implementation must refuse.");
	add_refused(b, "no coordinate", 0, 0.5);
	add_refused(b, "negative similarity", 2, -0.5);
	add_refused(b, "similarity above 1", 2, 1.5);
	add_refused(b, "similarity is not a number", 2, NAN);
}

/* What user u makes of what its friends sent. */
struct pull {
	const double *message, *u, *sum;
	size_t k;
	double similarity, weight;
};

static void gradient_inputs(struct book *b, const char *flags, const char *comment, const struct pull *p)
{
	book_test(b, flags, "%s", comment);
	book_in_doubles(b, "message", p->message, p->k);
	book_in_doubles(b, "u", p->u, p->k);
	book_in_double(b, "similarity", p->similarity);
	book_in_double(b, "weight", p->weight);
	book_in_doubles(b, "sum", p->sum, p->k);
}

static void gradient_test(struct book *b, const char *flags, const char *comment, const struct pull *p)
{
	struct ball x[BALLS_K], message[BALLS_K], total;

	ball_init(x, BALLS_K);
	ball_init(message, BALLS_K);
	ball_init(&total, 1);
	ball_set_all(x, p->sum, p->k);
	ball_set_all(message, p->message, p->k);
	ball_set(&total, p->similarity);
	privsr_balls_pull(x, message, p->u, p->k, &total, p->weight);
	gradient_inputs(b, flags, comment, p);
	book_out(b, "sum", "enclosure", ball_intervals(x, p->k));
	ball_set_all(x, p->sum, p->k);
	privsr_balls_pull(x, message, p->u, p->k, &total, 1);
	book_mistake(b, "weight is left out", "sum", "enclosure", ball_intervals(x, p->k));
	ball_set_all(x, p->sum, p->k);
	ball_set(&total, p->similarity / 2);
	privsr_balls_pull(x, message, p->u, p->k, &total, p->weight);
	book_mistake(b, "the 2 of 2 similarity u is missing", "sum", "enclosure", ball_intervals(x, p->k));
	ball_clear(x, BALLS_K);
	ball_clear(message, BALLS_K);
	ball_clear(&total, 1);
}

static void gradient_refused(struct book *b, const char *comment, size_t k, double s, double weight)
{
	gradient_inputs(b, "OutOfDomain", comment, &(struct pull){ short_vector, short_vector, short_vector, k, s, weight });
	book_invalid(b);
}

ORACLE(privsr_friend_gradient)
{
	double m[BALLS_K], u[BALLS_K], sum[BALLS_K];

	book_open(b, "privsr_friend_gradient");
	book_group(b, "ordinary", "Vectors of 1 to 10 coordinates.");
	for (uint64_t i = 0; i < 24; i++) {
		material("message", i, m, sizes[i % 6]);
		material("user", i, u, sizes[i % 6]);
		material("sum", i, sum, sizes[i % 6]);
		gradient_test(b, similarities[i % 5] > 0 ? "Ordinary" : "Zero", i % 3 == 0 ? "short numbers" : "full precision",
		              &(struct pull){ m, u, sum, sizes[i % 6], 3 * similarities[i % 5], social[i % 4] });
	}
	book_group(b, "edges", "Where the user agrees with the friends; no weight.");
	gradient_test(b, "Cancellation", "message = -2 similarity u", &(struct pull){ (double[]){ -1.5, 0.3 }, (double[]){ 0.75, -0.15 }, (double[]){ 0.1, 0.2 }, 2, 1, 1 });
	gradient_test(b, "Zero", "weight 0", &(struct pull){ (double[]){ -1.5, 0.3 }, (double[]){ 0.75, -0.15 }, (double[]){ 0.1, 0.2 }, 2, 1, 0 });
	book_group(b, "refused", "What an implementation must refuse.");
	gradient_refused(b, "no coordinate", 0, 1, 1);
	gradient_refused(b, "negative similarity", 2, -1, 1);
	gradient_refused(b, "negative weight", 2, 1, -1);
	gradient_refused(b, "weight is not a number", 2, 1, NAN);
	gradient_refused(b, "similarity is infinite", 2, INFINITY, 1);
}
