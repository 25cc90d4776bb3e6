/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rational_qp.h"

#include <math.h>

enum { BITS = 320, STEPS = 150, MARGINS = 60 };

static void init_all(mpq_t *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		mpq_init(x[i]);
}

static void clear_all(mpq_t *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		mpq_clear(x[i]);
}

void rational_qp_init(struct rational_qp *p, size_t d)
{
	p->d = d;
	init_all(p->a, QP_MOST * QP_MOST);
	init_all(p->b, QP_MOST);
	mpq_init(p->r);
}

void rational_qp_clear(struct rational_qp *p)
{
	clear_all(p->a, QP_MOST * QP_MOST);
	clear_all(p->b, QP_MOST);
	mpq_clear(p->r);
}

void qp_answer_init(struct qp_answer *answer)
{
	mpfr_inits2(BITS, answer->value[0], answer->value[1], answer->multiplier[0], answer->multiplier[1], answer->q_off,
	            answer->size, (mpfr_ptr)0);
	for (size_t i = 0; i < QP_MOST; i++)
		mpfr_init2(answer->q[i], BITS);
}

void qp_answer_clear(struct qp_answer *answer)
{
	mpfr_clears(answer->value[0], answer->value[1], answer->multiplier[0], answer->multiplier[1], answer->q_off,
	            answer->size, (mpfr_ptr)0);
	for (size_t i = 0; i < QP_MOST; i++)
		mpfr_clear(answer->q[i]);
}

/* z += x y */
static void add_product(mpq_t z, const mpq_t x, const mpq_t y)
{
	mpq_t t;

	mpq_init(t);
	mpq_mul(t, x, y);
	mpq_add(z, z, t);
	mpq_clear(t);
}

/* row i -= m[i][j] / m[j][j] row j, the right-hand side with it. */
static void eliminate(mpq_t *m, mpq_t *q, size_t d, size_t j, size_t i)
{
	mpq_t factor;

	mpq_init(factor);
	mpq_div(factor, m[i * d + j], m[j * d + j]);
	mpq_neg(factor, factor);
	for (size_t k = j; k < d; k++)
		add_product(m[i * d + k], factor, m[j * d + k]);
	add_product(q[i], factor, q[j]);
	mpq_clear(factor);
}

static void back_substitute(mpq_t *m, mpq_t *q, size_t d)
{
	for (size_t i = d; i-- > 0;) {
		for (size_t k = i + 1; k < d; k++) {
			mpq_neg(m[i * d + k], m[i * d + k]);
			add_product(q[i], m[i * d + k], q[k]);
		}
		mpq_div(q[i], q[i], m[i * d + i]);
	}
}

bool rational_solve(mpq_t *m, mpq_t *q, size_t d)
{
	for (size_t j = 0; j < d; j++) {
		if (mpq_sgn(m[j * d + j]) <= 0)
			return false;
		for (size_t i = j + 1; i < d; i++)
			eliminate(m, q, d, j, i);
	}
	back_substitute(m, q, d);
	return true;
}

/* q = (A + mu I)^-1 b / 2; false: A + mu I is not positive definite. */
static bool stationary(const struct rational_qp *p, const mpq_t mu, mpq_t *q)
{
	const size_t d = p->d;
	mpq_t m[QP_MOST * QP_MOST];
	bool definite;

	init_all(m, QP_MOST * QP_MOST);
	for (size_t i = 0; i < d; i++) {
		for (size_t k = 0; k < d; k++)
			mpq_set(m[i * d + k], p->a[i * d + k]);
		mpq_add(m[i * d + i], m[i * d + i], mu);
		mpq_div_2exp(q[i], p->b[i], 1);
	}
	definite = rational_solve(m, q, d);
	clear_all(m, QP_MOST * QP_MOST);
	return definite;
}

/* r^2 - |q|^2 */
static void room_of(const struct rational_qp *p, mpq_t *q, mpq_t room)
{
	mpq_set_ui(room, 0, 1);
	for (size_t i = 0; i < p->d; i++)
		add_product(room, q[i], q[i]);
	mpq_neg(room, room);
	add_product(room, p->r, p->r);
}

/* Whether the multiplier is mu at most. */
static bool reaches(const struct rational_qp *p, const mpq_t mu)
{
	mpq_t q[QP_MOST], room;
	bool within;

	init_all(q, QP_MOST);
	mpq_init(room);
	within = stationary(p, mu, q);
	if (within) {
		room_of(p, q, room);
		within = mpq_sgn(room) >= 0;
	}
	clear_all(q, QP_MOST);
	mpq_clear(room);
	return within;
}

/* sum |a_ij| + sum |b_i| / (2 r), at least what the name says, and what a multiplier is at most. */
static void size_of(const struct rational_qp *p, mpq_t size)
{
	mpq_t t;

	mpq_init(t);
	mpq_set_ui(size, 0, 1);
	for (size_t i = 0; i < p->d; i++) {
		mpq_abs(t, p->b[i]);
		mpq_add(size, size, t);
	}
	mpq_div(size, size, p->r);
	mpq_div_2exp(size, size, 1);
	for (size_t i = 0; i < p->d * p->d; i++) {
		mpq_abs(t, p->a[i]);
		mpq_add(size, size, t);
	}
	mpq_clear(t);
}

static void bracket(const struct rational_qp *p, const mpq_t size, mpq_t lo, mpq_t hi)
{
	mpq_t middle;

	mpq_init(middle);
	mpq_set_ui(lo, 0, 1);
	mpq_set_ui(hi, 0, 1);
	if (!reaches(p, hi)) {
		mpq_set_ui(hi, mpq_sgn(size) == 0, 1);
		mpq_add(hi, hi, size);
		mpq_mul_2exp(hi, hi, 1);
	}
	for (int i = 0; i < STEPS && mpq_sgn(hi) > 0; i++) {
		mpq_add(middle, lo, hi);
		mpq_div_2exp(middle, middle, 1);
		mpq_set(reaches(p, middle) ? hi : lo, middle);
	}
	mpq_clear(middle);
}

/* g(hi) <= least value <= g(hi) - g'(hi) (hi - lo), g being concave. */
static void enclose_value(const struct rational_qp *p, mpq_t *q, const mpq_t lo, const mpq_t hi, struct qp_answer *answer)
{
	mpq_t value, room, t;

	mpq_init(value);
	mpq_init(room);
	mpq_init(t);
	for (size_t i = 0; i < p->d; i++)
		add_product(value, p->b[i], q[i]);
	mpq_div_2exp(value, value, 1);
	mpq_mul(t, p->r, p->r);
	add_product(value, t, hi);
	mpq_neg(value, value);
	mpfr_set_q(answer->value[0], value, MPFR_RNDD);
	room_of(p, q, room);
	mpq_sub(t, hi, lo);
	add_product(value, room, t);
	mpfr_set_q(answer->value[1], value, MPFR_RNDU);
	mpq_clear(value);
	mpq_clear(room);
	mpq_clear(t);
}

/* In A's eigenbasis every coordinate of q(mu) is monotone in mu: |q(mu) - q(hi)|
   for mu from lo on is largest at lo. */
static void enclose_q(const struct rational_qp *p, mpq_t *q, const mpq_t lo, struct qp_answer *answer)
{
	mpq_t other[QP_MOST], apart;

	init_all(other, QP_MOST);
	mpq_init(apart);
	answer->unique = stationary(p, lo, other);
	for (size_t i = 0; i < p->d; i++) {
		mpq_sub(other[i], other[i], q[i]);
		add_product(apart, other[i], other[i]);
		mpfr_set_q(answer->q[i], q[i], MPFR_RNDN);
	}
	mpfr_set_q(answer->q_off, apart, MPFR_RNDU);
	mpfr_sqrt(answer->q_off, answer->q_off, MPFR_RNDU);
	mpfr_nextabove(answer->q_off);
	clear_all(other, QP_MOST);
	mpq_clear(apart);
}

/* Halves the margin until A + (lo - margin) I is positive definite. */
static double condition_of(const struct rational_qp *p, const mpq_t size, const mpq_t lo)
{
	mpq_t margin, mu, ignored[QP_MOST];
	double condition = 4;

	mpq_init(margin);
	mpq_init(mu);
	init_all(ignored, QP_MOST);
	mpq_add(margin, size, lo);
	for (int i = 0; i < MARGINS; i++, condition *= 2) {
		mpq_sub(mu, lo, margin);
		if (stationary(p, mu, ignored))
			break;
		mpq_div_2exp(margin, margin, 1);
	}
	mpq_clear(margin);
	mpq_clear(mu);
	clear_all(ignored, QP_MOST);
	return condition;
}

void rational_qp_solve(const struct rational_qp *p, struct qp_answer *answer)
{
	mpq_t lo, hi, size, q[QP_MOST];

	mpq_init(lo);
	mpq_init(hi);
	mpq_init(size);
	init_all(q, QP_MOST);
	size_of(p, size);
	bracket(p, size, lo, hi);
	stationary(p, hi, q);
	enclose_value(p, q, lo, hi, answer);
	enclose_q(p, q, lo, answer);
	mpfr_set_q(answer->multiplier[0], lo, MPFR_RNDD);
	mpfr_set_q(answer->multiplier[1], hi, MPFR_RNDU);
	mpfr_set_q(answer->size, size, MPFR_RNDU);
	answer->condition = answer->unique ? condition_of(p, size, lo) : INFINITY;
	mpq_clear(lo);
	mpq_clear(hi);
	mpq_clear(size);
	clear_all(q, QP_MOST);
}
