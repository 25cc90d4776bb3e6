/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cholesky's factor by its definition, element by element, in balls. */
#include <math.h>
#include <string.h>

#include "ball.h"
#include "oracle.h"
#include "tape.h"

enum { D = 8 };

enum slip { SLIP_NONE, SLIP_NO_ROOT, SLIP_LOWER, SLIP_ONCE, SLIP_EXCHANGED };

static const struct {
	const char *name;
	enum slip slip;
} slips[] = {
	{ "what stands below the diagonal is read", SLIP_LOWER }, { "the root of the pivot is left out", SLIP_NO_ROOT },
	{ "R'y = b is solved, R x = y is not", SLIP_ONCE }, { "R and its transpose are exchanged", SLIP_EXCHANGED },
};

struct problem {
	double a[D * D], b[D];
	size_t d;
};

struct work {
	struct ball r[D * D], x[D], term, next;
};

static struct ball *at(struct work *w, size_t d, size_t i, size_t j)
{
	return &w->r[i * d + j];
}

/* x - y z */
static void less(struct work *w, struct ball *x, const struct ball *y, const struct ball *z)
{
	ball_mul(&w->term, y, z);
	ball_sub(x, x, &w->term);
}

static void factor(struct work *w, const struct problem *p, enum slip slip)
{
	const size_t d = p->d;

	for (size_t k = 0; k < d; k++)
		for (size_t j = 0; j < d; j++) {
			ball_set(at(w, d, k, j), j < k ? 0 : slip == SLIP_LOWER ? p->a[j * d + k] : p->a[k * d + j]);
			if (j < k)
				continue;
			for (size_t m = 0; m < k; m++)
				less(w, at(w, d, k, j), at(w, d, m, k), at(w, d, m, j));
			if (j > k)
				ball_div(at(w, d, k, j), at(w, d, k, j), at(w, d, k, k));
			else if (slip != SLIP_NO_ROOT)
				ball_sqrt(at(w, d, k, k), at(w, d, k, k));
		}
}

/* R'x = x, or R x = x. */
static void first(struct work *w, size_t d)
{
	for (size_t k = 0; k < d; k++) {
		for (size_t m = 0; m < k; m++)
			less(w, &w->x[k], at(w, d, m, k), &w->x[m]);
		ball_div(&w->x[k], &w->x[k], at(w, d, k, k));
	}
}

static void second(struct work *w, size_t d)
{
	for (size_t k = d; k-- > 0;) {
		for (size_t m = k + 1; m < d; m++)
			less(w, &w->x[k], at(w, d, k, m), &w->x[m]);
		ball_div(&w->x[k], &w->x[k], at(w, d, k, k));
	}
}

static void solve(struct work *w, const struct problem *p, enum slip slip)
{
	factor(w, p, slip);
	ball_set_all(w->x, p->b, p->d);
	if (slip == SLIP_EXCHANGED)
		second(w, p->d);
	first(w, p->d);
	if (slip == SLIP_NONE || slip == SLIP_LOWER || slip == SLIP_NO_ROOT)
		second(w, p->d);
}

static json_t *transposed(const struct work *w, size_t d)
{
	json_t *rows = json_array(), *row;

	for (size_t i = 0; i < d; i++) {
		row = json_array();
		for (size_t j = 0; j < d; j++)
			json_array_append_new(row, ball_interval(&w->r[j * d + i]));
		json_array_append_new(rows, row);
	}
	return rows;
}

static void inputs(struct book *b, const struct problem *p)
{
	book_in_rows(b, "a", p->a, p->d, p->d);
	book_in_doubles(b, "b", p->b, p->d);
}

static void test(struct book *b, const char *flags, const char *comment, const struct problem *p)
{
	struct work w;

	ball_init(w.r, D * D);
	ball_init(w.x, D);
	ball_init(&w.term, 1);
	solve(&w, p, SLIP_NONE);
	book_test(b, flags, "%s", comment);
	inputs(b, p);
	book_out(b, "r", "enclosure", ball_interval_rows(w.r, p->d, p->d));
	book_out(b, "x", "enclosure", ball_intervals(w.x, p->d));
	for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
		solve(&w, p, slips[i].slip);
		book_mistake(b, slips[i].name, "r", "enclosure",
		             slips[i].slip == SLIP_EXCHANGED ? transposed(&w, p->d) : ball_interval_rows(w.r, p->d, p->d));
		book_mistake(b, slips[i].name, "x", "enclosure", ball_intervals(w.x, p->d));
	}
	ball_clear(w.r, D * D);
	ball_clear(w.x, D);
	ball_clear(&w.term, 1);
}

/* G'G + I with G in sixteenths, exactly; `below` other numbers stand below the diagonal, of another such matrix. */
static struct problem drawn(uint64_t number, size_t d, bool below)
{
	uint64_t word[2 * D * D + D];
	struct problem p = { .d = d };

	tape_words("cholesky", number, word, 2 * D * D + D);
	for (size_t i = 0; i < d; i++) {
		p.b[i] = (double)(word[2 * D * D + i] % 257) / 16 - 8;
		for (size_t j = 0; j < d; j++) {
			const uint64_t *g = below && i > j ? word + D * D : word;
			double sum = i == j;
			for (size_t m = 0; m < d; m++)
				sum += ((double)(g[m * D + i] % 65) / 16 - 2) * ((double)(g[m * D + j] % 65) / 16 - 2);
			p.a[i * d + j] = sum;
		}
	}
	return p;
}

/* Row and column i times 2^(i step): the factor's columns scale alike. */
static struct problem scaled(struct problem p, int step)
{
	for (size_t i = 0; i < p.d; i++) {
		p.b[i] = ldexp(p.b[i], (int)i * step);
		for (size_t j = 0; j < p.d; j++)
			p.a[i * p.d + j] = ldexp(p.a[i * p.d + j], (int)(i + j) * step);
	}
	return p;
}

static void refused(struct book *b, const char *flags, const char *comment, double first, double across, double last)
{
	const struct problem p = { { first, across, across, last }, { 1, 2 }, 2 };

	book_test(b, flags, "%s", comment);
	book_invalid(b);
	inputs(b, &p);
}

ORACLE(cholesky)
{
	struct problem p;

	book_open(b, "cholesky");
	book_group(b, "ordinary", "Up to eight rows.");
	for (uint64_t i = 0; i < 16; i++) {
		p = drawn(i, 1 + i % D, false);
		test(b, "Ordinary", "a symmetric matrix", &p);
	}
	for (uint64_t i = 0; i < 8; i++) {
		p = drawn(16 + i, 2 + i % (D - 1), true);
		test(b, "Ordinary Asymmetric", "another matrix below the diagonal", &p);
	}
	book_group(b, "edges", "Numbers of very different size, and nothing beside the diagonal.");
	p = scaled(drawn(30, 6, false), 90);
	test(b, "Scaled", "each row 2^90 times the one before", &p);
	p = scaled(drawn(31, 6, false), -90);
	test(b, "Scaled", "each row 2^-90 times the one before", &p);
	p = (struct problem){ { 4, 0, 0, 0, 9, 0, 0, 0, 0x1p-1000 }, { 1, -3, 0x1p-999 }, 3 };
	test(b, "Scaled", "nothing beside the diagonal", &p);
	p = (struct problem){ { 0x1p1000 }, { 0x1p500 }, 1 };
	test(b, "Scaled", "one large number", &p);
	p = (struct problem){ { 2, 1, 1, 2 }, { 0, 0 }, 2 };
	test(b, "Ordinary", "a right side of zeros", &p);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "Indefinite OutOfDomain", "a pivot below 0", 1, 2, 1);
	refused(b, "Indefinite OutOfDomain", "a pivot of 0", 4, 2, 1);
	refused(b, "Indefinite OutOfDomain", "the first pivot is 0", 0, 0, 1);
	refused(b, "Indefinite OutOfDomain", "the last pivot is below 0", 1, 0, -1);
	refused(b, "OutOfDomain", "the first pivot is infinite", INFINITY, 0, 1);
	refused(b, "OutOfDomain", "the first pivot is not a number", NAN, 0, 1);
	refused(b, "OutOfDomain", "a pivot that comes out infinite", 0x1p-1000, 0x1p600, 1);
}
