/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formulas as their headers in ref/account write them, in Arb. */
#include "balls.h"

/* P(Z > x) */
static void beyond(const arb_t x, slong bits, arb_t p)
{
	arb_t root;

	arb_init(root);
	arb_sqrt_ui(root, 2, bits);
	arb_div(p, x, root, bits);
	arb_hypgeom_erfc(p, p, bits);
	arb_mul_2exp_si(p, p, -1);
	arb_clear(root);
}

/* P(Z > eps / mu - mu / 2) - e^eps P(Z > eps / mu + mu / 2), mu = sqrt(count) y / x */
void arb_gaussian_delta(const struct setting *s, slong bits, arb_t value)
{
	arb_t mu, ratio, half, one, other, e;

	arb_init(mu), arb_init(ratio), arb_init(half), arb_init(one), arb_init(other), arb_init(e);
	arb_sqrt_ui(mu, s->count, bits);
	arb_set_d(half, s->y);
	arb_mul(mu, mu, half, bits);
	arb_set_d(half, s->x);
	arb_div(mu, mu, half, bits);
	arb_set_d(e, s->epsilon);
	arb_div(ratio, e, mu, bits);
	arb_mul_2exp_si(half, mu, -1);
	arb_sub(one, ratio, half, bits);
	arb_add(other, ratio, half, bits);
	beyond(one, bits, one);
	beyond(other, bits, other);
	arb_exp(e, e, bits);
	arb_mul(other, other, e, bits);
	arb_sub(value, one, other, bits);
	arb_clear(mu), arb_clear(ratio), arb_clear(half), arb_clear(one), arb_clear(other), arb_clear(e);
}

/* y / x */
void arb_quotient(const struct setting *s, slong bits, arb_t value)
{
	arb_t x;

	arb_init(x);
	arb_set_d(x, s->x);
	arb_set_d(value, s->y);
	arb_div(value, value, x, bits);
	arb_clear(x);
}

/* 1 - exp((eps - e0) / 2), and 0 from e0 = y / x on */
void arb_laplace_delta(const struct setting *s, slong bits, arb_t value)
{
	arb_t reach, y;

	arb_init(reach), arb_init(y);
	arb_set_d(reach, s->x);
	arb_set_d(y, s->epsilon);
	arb_mul(reach, reach, y, ARF_PREC_EXACT);
	arb_set_d(y, s->y);
	if (arb_ge(reach, y)) /* eps x >= y, of exact numbers */
		arb_zero(value);
	else {
		arb_quotient(s, bits, value);
		arb_set_d(y, s->epsilon);
		arb_sub(value, y, value, bits);
		arb_mul_2exp_si(value, value, -1);
		arb_expm1(value, value, bits);
		arb_neg(value, value);
	}
	arb_clear(reach), arb_clear(y);
}

/* 1 - exp((eps - sqrt(eps^2 + e0^2)) / 2) */
void arb_known_h_delta(const struct setting *s, slong bits, arb_t value)
{
	arb_t e;

	arb_init(e);
	arb_set_d(e, s->epsilon);
	arb_quotient(s, bits, value);
	arb_hypot(value, value, e, bits);
	arb_sub(value, e, value, bits);
	arb_mul_2exp_si(value, value, -1);
	arb_expm1(value, value, bits);
	arb_neg(value, value);
	arb_clear(e);
}

/* The sum of max(0, P(x) - e^eps P(x - k)) over the steps, term by term: no closed form. */
void arb_discrete_laplace_delta(const struct setting *s, slong bits, arb_t value)
{
	arb_t t, a, norm, term, other, e;
	const long k = (long)s->steps;

	arb_init(t), arb_init(a), arb_init(norm), arb_init(term), arb_init(other), arb_init(e);
	arb_set_ui(t, s->p);
	arb_div_ui(t, t, s->q, bits);
	arb_neg(t, t);
	arb_exp(a, t, bits);             /* a = e^-t */
	arb_sub_ui(norm, a, 1, bits);
	arb_neg(norm, norm);             /* 1 - a */
	arb_set_d(e, s->epsilon);
	arb_exp(e, e, bits);
	/* x <= 0 with x - k < x: P(x) = (1 - a) / (1 + a) a^|x|. Below 0 every term is e^(t x) (1 - e^(eps - t k)). */
	arb_pow_ui(term, a, s->steps, bits);
	arb_mul(term, term, e, bits);
	arb_sub_ui(term, term, 1, bits);
	arb_neg(term, term);
	arb_zero(value);
	if (!arb_is_negative(term)) {
		arb_mul(other, a, term, bits);   /* a + a^2 + ... = a / (1 - a) */
		arb_div(value, other, norm, bits);
	}
	for (long x = 0; x <= k; x++) {
		arb_pow_ui(term, a, (ulong)x, bits);
		arb_pow_ui(other, a, (ulong)(k - x), bits);
		arb_mul(other, other, e, bits);
		arb_sub(term, term, other, bits);
		if (arb_is_negative(term))
			break; /* what follows is smaller */
		arb_add(value, value, term, bits);
	}
	arb_mul(value, value, norm, bits);
	arb_add_ui(other, a, 1, bits);
	arb_div(value, value, other, bits);
	arb_clear(t), arb_clear(a), arb_clear(norm), arb_clear(term), arb_clear(other), arb_clear(e);
}

/* count y / x + p steps / q, of a release in doubles and one on steps */
void arb_sum_of_costs(const struct setting *s, slong bits, arb_t value)
{
	arb_t steps;

	arb_init(steps);
	arb_quotient(s, bits, value);
	arb_mul_ui(value, value, s->count, bits);
	arb_set_ui(steps, s->steps);
	arb_mul_ui(steps, steps, s->p, bits);
	arb_div_ui(steps, steps, s->q, bits);
	arb_add(value, value, steps, bits);
	arb_clear(steps);
}

/* delta (y - x) sqrt(count) */
void arb_range_root(const struct setting *s, slong bits, arb_t value)
{
	arb_t x;

	arb_init(x);
	arb_set_d(value, s->y);
	arb_set_d(x, s->x);
	arb_sub(value, value, x, ARF_PREC_EXACT);
	arb_set_d(x, s->delta);
	arb_mul(value, value, x, bits);
	arb_sqrt_ui(x, s->count, bits);
	arb_mul(value, value, x, bits);
	arb_clear(x);
}
