/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "adam_balls.h"
#include "oracle.h"
#include "tape.h"

enum { MOST = 5 };

struct step {
	double x[MOST], gradient[MOST], mean[MOST], square[MOST], rate, beta1, beta2;
	size_t n;
	uint64_t number;
};

static void inputs(struct book *b, const struct step *s)
{
	book_in_doubles(b, "x", s->x, s->n);
	book_in_doubles(b, "gradient", s->gradient, s->n);
	book_in_doubles(b, "mean", s->mean, s->n);
	book_in_doubles(b, "square", s->square, s->n);
	book_in_double(b, "rate", s->rate);
	book_in_double(b, "beta1", s->beta1);
	book_in_double(b, "beta2", s->beta2);
	book_in_u64(b, "step", s->number);
}

/* beta old + (1 - beta) fresh */
static void averaged(struct ball *z, double beta, double old, const struct ball *fresh)
{
	struct ball one, part;

	ball_init(&one, 1);
	ball_init(&part, 1);
	ball_set(&one, 1);
	ball_set(&part, beta);
	ball_sub(&one, &one, &part);
	ball_mul(&one, &one, fresh);
	ball_set(z, old);
	ball_mul(z, z, &part);
	ball_add(z, z, &one);
	ball_clear(&one, 1);
	ball_clear(&part, 1);
}

/* x - rate mean / (sqrt(square) + 10^-8): as if the means needed no correction. */
static void uncorrected(struct ball *z, const struct ball *mean, const struct ball *square, double x, double rate)
{
	struct ball t;

	ball_init(&t, 1);
	ball_sqrt(z, square);
	ball_set(&t, 1e-8);
	ball_add(z, z, &t);
	ball_set(&t, rate);
	ball_mul(&t, &t, mean);
	ball_div(&t, &t, z);
	ball_set(z, x);
	ball_sub(z, z, &t);
	ball_widen(z, 0x1p-44);
	ball_clear(&t, 1);
}

static void test(struct book *b, const char *flags, const char *comment, const struct step *s)
{
	struct ball g, mean[MOST], square[MOST], x[MOST], wrong[2][MOST];

	ball_init(&g, 1);
	ball_init(mean, MOST);
	ball_init(square, MOST);
	ball_init(x, MOST);
	ball_init(wrong[0], MOST);
	ball_init(wrong[1], MOST);
	for (size_t l = 0; l < s->n; l++) {
		ball_set(&g, s->gradient[l]);
		averaged(&mean[l], s->beta1, s->mean[l], &g);
		adam_balls(&x[l], s->x[l], &g, &(struct adam_case){ s->rate, s->beta1, s->beta2, s->mean[l], s->square[l], s->number });
		adam_balls(&wrong[1][l], s->x[l], &g, &(struct adam_case){ -s->rate, s->beta1, s->beta2, s->mean[l], s->square[l], s->number });
		ball_mul(&g, &g, &g);
		averaged(&square[l], s->beta2, s->square[l], &g);
		uncorrected(&wrong[0][l], &mean[l], &square[l], s->x[l], s->rate);
	}
	book_test(b, flags, "%s", comment);
	inputs(b, s);
	book_out(b, "mean", "enclosure", ball_intervals(mean, s->n));
	book_out(b, "square", "enclosure", ball_intervals(square, s->n));
	book_out(b, "x", "enclosure", ball_intervals(x, s->n));
	book_mistake(b, "the means are not corrected: 1 - beta^step is left out", "x", "enclosure", ball_intervals(wrong[0], s->n));
	book_mistake(b, "a step along the gradient, not against it", "x", "enclosure", ball_intervals(wrong[1], s->n));
	ball_clear(&g, 1);
	ball_clear(mean, MOST);
	ball_clear(square, MOST);
	ball_clear(x, MOST);
	ball_clear(wrong[0], MOST);
	ball_clear(wrong[1], MOST);
}

static void fill(double *x, uint64_t number, size_t n, double scale, bool positive)
{
	uint64_t word[MOST];

	tape_words("adam_step", number, word, n);
	for (size_t l = 0; l < n; l++) {
		x[l] = ldexp((double)(int64_t)(word[l] >> 11) - 0x1p52, -52) * scale;
		x[l] = positive ? fabs(x[l]) : x[l];
	}
}

static struct step drawn(uint64_t number, size_t n, uint64_t step)
{
	struct step s = { .rate = 0.05, .beta1 = 0.9, .beta2 = 0.999, .n = n, .number = step };

	fill(s.x, 4 * number, n, 1, false);
	fill(s.gradient, 4 * number + 1, n, 3, false);
	if (step > 1) {
		fill(s.mean, 4 * number + 2, n, 2, false);
		fill(s.square, 4 * number + 3, n, 5, true);
	}
	return s;
}

static void edges(struct book *b)
{
	struct step s = drawn(100, 3, 4);

	book_group(b, "edges", "Zeros, betas of 0 and next to 1, many steps, a rate that is large.");
	s.gradient[1] = 0;
	test(b, "Zero", "one gradient is 0", &s);
	s.mean[1] = s.square[1] = 0;
	test(b, "Zero", "and all before it were", &s);
	s = drawn(101, 2, 3);
	s.beta1 = 0;
	test(b, "Zero", "beta1 0: the gradient itself", &s);
	s.beta2 = 0;
	test(b, "Zero", "both betas 0: the sign of the gradient", &s);
	s = drawn(102, 2, 1000);
	test(b, "Boundary", "step 1000", &s);
	s.beta2 = 0.9999;
	s.number = 10000;
	test(b, "Boundary", "step 10000", &s);
	s = drawn(103, 2, 2);
	s.beta1 = 1 - 0x1p-20;
	s.beta2 = 1 - 0x1p-30;
	test(b, "Boundary", "betas next to 1", &s);
	s = drawn(104, 1, 1);
	s.gradient[0] = 1e-9;
	test(b, "FirstStep", "a gradient below 10^-8", &s);
	s.gradient[0] = 1e150;
	test(b, "FirstStep", "a very large gradient", &s);
	s = drawn(105, 2, 7);
	s.rate = 1000;
	test(b, "Ordinary", "a large rate", &s);
}

static void refusals(struct book *b)
{
	const struct {
		const char *comment;
		double rate, beta1, beta2, square, gradient;
		uint64_t step;
		size_t n;
	} list[] = {
		{ "step 0", 1, 0.9, 0.9, 1, 1, 0, 1 }, { "too many steps", 1, 0.9, 0.9, 1, 1, (1 << 20) + 1, 1 }, { "rate 0", 0, 0.9, 0.9, 1, 1, 1, 1 },
		{ "beta1 1", 1, 1, 0.9, 1, 1, 1, 1 }, { "beta2 1", 1, 0.9, 1, 1, 1, 1, 1 }, { "negative beta1", 1, -0.5, 0.9, 1, 1, 1, 1 },
		{ "negative beta2", 1, 0.9, -0.5, 1, 1, 1, 1 }, { "negative square", 1, 0.9, 0.9, -0.5, 1, 1, 1 }, { "no coordinate", 1, 0.9, 0.9, 1, 1, 1, 0 },
		{ "a gradient that is not a number", 1, 0.9, 0.9, 1, NAN, 1, 1 }, { "rate is infinite", INFINITY, 0.9, 0.9, 1, 1, 1, 1 },
	};

	book_group(b, "refused", "What an implementation must refuse.");
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		const struct step s = { .x = { 1 }, .gradient = { list[i].gradient }, .mean = { 1 }, .square = { list[i].square }, .rate = list[i].rate,
		                        .beta1 = list[i].beta1, .beta2 = list[i].beta2, .n = list[i].n, .number = list[i].step };
		book_refused(b, list[i].comment);
		inputs(b, &s);
	}
}

ORACLE(adam_step)
{
	static const uint64_t steps[] = { 1, 2, 3, 10, 100 };

	book_open(b, "adam_step");
	book_group(b, "ordinary", "One to five coordinates.");
	for (uint64_t i = 0; i < 15; i++) {
		struct step s = drawn(i, 1 + i % MOST, steps[i / 3]);
		if (i % 3 == 1) {
			s.beta1 = 0.5;
			s.rate = 0.001;
		}
		test(b, s.number == 1 ? "FirstStep" : "Ordinary", "full precision", &s);
	}
	edges(b);
	refusals(b);
}

LATER(adam_step)
{
	struct step s = drawn(200, 2, UINT64_C(1) << 20);

	test(b, "Ordinary", "the last step that is allowed", &s);
}
