/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "vectors/format/number.h"
#include "oracle.h"
#include "qp_book.h"
#include "tape.h"

enum { MOST = QP_MOST * QP_MOST };

struct problem {
	size_t d;
	double a[MOST], b[QP_MOST], r;
};

static void put_inputs(struct book *b, const struct problem *p)
{
	book_in_rows(b, "a", p->a, p->d, p->d);
	book_in_doubles(b, "b", p->b, p->d);
	book_in_double(b, "radius", p->r);
}

/* The symmetric part, exactly. */
static void to_rational(const struct problem *p, struct rational_qp *q)
{
	mpq_t t;

	mpq_init(t);
	for (size_t i = 0; i < p->d; i++) {
		mpq_set_d(q->b[i], p->b[i]);
		for (size_t j = 0; j < p->d; j++) {
			mpq_set_d(q->a[i * p->d + j], p->a[i * p->d + j]);
			mpq_set_d(t, p->a[j * p->d + i]);
			mpq_add(q->a[i * p->d + j], q->a[i * p->d + j], t);
			mpq_div_2exp(q->a[i * p->d + j], q->a[i * p->d + j], 1);
		}
	}
	mpq_set_d(q->r, p->r);
	mpq_clear(t);
}

static void put_outputs(struct book *b, const struct problem *p, const struct qp_answer *answer)
{
	const double size = mpfr_get_d(answer->size, MPFR_RNDU);
	const double slack = answer->unique ? 0x1p-42 * sqrt(answer->condition) : 0x1p-40;

	book_out(b, "value", "enclosure", qp_interval(answer->value[0], answer->value[1], 0x1p-42 * size * p->r * p->r));
	book_out(b, "multiplier", "enclosure", qp_interval(answer->multiplier[0], answer->multiplier[1], slack * size));
	if (qp_compares(answer))
		book_out(b, "q", "enclosure", qp_intervals(answer, p->d, qp_allowance(answer, p->r)));
}

static void test(struct book *b, const char *flags, const char *comment, const struct problem *p)
{
	struct rational_qp exact;
	struct qp_answer answer;

	rational_qp_init(&exact, p->d);
	qp_answer_init(&answer);
	to_rational(p, &exact);
	rational_qp_solve(&exact, &answer);
	book_test(b, flags, "%s", comment);
	put_inputs(b, p);
	put_outputs(b, p, &answer);
	qp_answer_clear(&answer);
	rational_qp_clear(&exact);
}

static void refused(struct book *b, const char *comment, const struct problem *p)
{
	book_refused(b, comment);
	put_inputs(b, p);
}

/* Numbers on [-1, 1); a symmetric A, shifted along its diagonal. */
static struct problem random_problem(uint64_t number, size_t d, double shift, double r)
{
	struct problem p = { .d = d, .r = r };
	uint64_t word[MOST + QP_MOST];

	tape_words("ball_qp", number, word, MOST + QP_MOST);
	for (size_t i = 0; i < d; i++) {
		p.b[i] = (double)((int64_t)(word[MOST + i] >> 11) - (INT64_C(1) << 52)) * 0x1p-51;
		for (size_t j = i; j < d; j++)
			p.a[i * d + j] = p.a[j * d + i] = (double)((int64_t)(word[i * d + j] >> 11) - (INT64_C(1) << 52)) * 0x1p-52;
		p.a[i * d + i] += shift;
	}
	return p;
}

static void random_group(struct book *b)
{
	static const size_t sizes[] = { 1, 2, 3, 4, 5, 6, 8 };
	struct problem p;

	book_group(b, "random", "Symmetric matrices with entries as they come, shifted along the diagonal.");
	for (uint64_t i = 0; i < 7; i++) {
		p = random_problem(3 * i, sizes[i], 5, 4);
		test(b, "Interior", "definite, the ball wider than needed", &p);
		p = random_problem(3 * i + 1, sizes[i], 5, 0.03125);
		test(b, "Boundary", "definite, the ball narrow", &p);
		p = random_problem(3 * i + 2, sizes[i], i == 0 ? -2 : 0, 1.5);
		test(b, i == 0 ? "Boundary Indefinite" : "Indefinite", "of no definite sign", &p);
	}
}

static void special_group(struct book *b)
{
	struct problem p = { .d = 3, .a = { -2, 0, 0, 0, 1, 0, 0, 0, 3 }, .b = { 0, 3, 4 }, .r = 4 };

	book_group(b, "special", "Where a solver must tell cases apart.");
	test(b, "HardCase", "b orthogonal to the eigenvector of -2, minimisers (s, 1/2, 2/5) and (-s, 1/2, 2/5)", &p);
	p = (struct problem){ .d = 3, .a = { 0, 2, 1, 2, 0, 1, 1, 1, -1 }, .b = { 3, 3, 1.5 }, .r = 4 };
	test(b, "HardCase", "the same with no zero in sight: -2 is the least eigenvalue, along (1, -1, 0)", &p);
	p = (struct problem){ .d = 3, .a = { -1, 0, 0, 0, -1, 0, 0, 0, 2 }, .b = { 0, 0, 1 }, .r = 2 };
	test(b, "HardCase", "the eigenspace has two dimensions: a circle of minimisers", &p);
	p = (struct problem){ .d = 2, .a = { -1, 0, 0, 1 }, .b = { 0, 0 }, .r = 1 };
	test(b, "HardCase", "b = 0, A indefinite", &p);
	p = (struct problem){ .d = 2, .a = { -1, 0, 0, 1 }, .b = { 0x1p-30, 1 }, .r = 1 };
	test(b, "NearHard", "b almost orthogonal to the eigenvector", &p);
	p = (struct problem){ .d = 2, .a = { -1, 0, 0, 1 }, .b = { 0, 8 }, .r = 2 };
	test(b, "Boundary Indefinite", "b orthogonal, but long: the multiplier is -least at the boundary of the hard case", &p);
	p = (struct problem){ .d = 2, .a = { -1, 0, 0, 1 }, .b = { 0, 9 }, .r = 2 };
	test(b, "Boundary Indefinite", "b orthogonal, and longer: a unique minimiser again", &p);
	p = (struct problem){ .d = 3, .b = { 0, 0, 0 }, .r = 1 };
	test(b, "Zero", "A = 0, b = 0: every point is a minimiser", &p);
	p = (struct problem){ .d = 3, .b = { 2, -1, 2 }, .r = 1.5 };
	test(b, "Zero Boundary", "A = 0: q = r b / |b|", &p);
	p = (struct problem){ .d = 2, .a = { 1, 1, 1, 1 }, .b = { 1, 1 }, .r = 2 };
	test(b, "Singular", "A singular, b in its range: minimisers along a line", &p);
	p = (struct problem){ .d = 2, .a = { 1, 1, 1, 1 }, .b = { 1, -1 }, .r = 2 };
	test(b, "Boundary", "A singular, b not in its range", &p);
	p = (struct problem){ .d = 2, .a = { 1, 0, 0, 4 }, .b = { 2, 0 }, .r = 1 };
	test(b, "Boundary Interior", "the free minimiser (1, 0) lies on the sphere", &p);
	p = (struct problem){ .d = 2, .a = { 2, 1.5, 0.5, 3 }, .b = { 1, -2 }, .r = 4 };
	test(b, "Asymmetric Interior", "a matrix that is not symmetric counts by its symmetric part", &p);
	p = (struct problem){ .d = 2, .a = { -2, 5, 1, 1 }, .b = { 1, -2 }, .r = 0.5 };
	test(b, "Asymmetric Indefinite", "not symmetric, and indefinite", &p);
	p = (struct problem){ .d = 2, .a = { 0x1p+200, 0, 0, -0x1p+201 }, .b = { 0x1p+100, 0x1p+102 }, .r = 0x1p-100 };
	test(b, "Indefinite Scaled", "numbers far from 1", &p);
}

ORACLE(ball_qp)
{
	struct problem p = { .d = 2, .a = { 1, 0, 0, 1 }, .b = { 1, 1 }, .r = 1 };

	book_open(b, "ball_qp");
	random_group(b);
	special_group(b);
	book_group(b, "refused", "What an implementation must refuse.");
	p.r = -1;
	refused(b, "a negative radius", &p);
	p.r = 1;
	p.a[1] = NAN;
	refused(b, "an entry that is no number", &p);
	p.a[1] = 0;
	p.b[0] = INFINITY;
	refused(b, "an infinite coefficient", &p);
	p.d = 0;
	refused(b, "no coordinate", &p);
	book_group(b, "edges of the domain", "The last numbers that are allowed, and the first that are not.");
	p = (struct problem){ .d = 2, .a = { 1, 0, 0, 1 }, .b = { 1, 1 } };
	refused(b, "radius 0", &p);
}
