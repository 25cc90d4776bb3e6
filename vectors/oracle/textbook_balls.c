/* SPDX-License-Identifier: GPL-3.0-or-later */
#define MPFR_USE_INTMAX_T
#include <inttypes.h>

#include "textbook_balls.h"

#include "vectors/format/number.h"

double textbook_uniform(uint64_t word)
{
	mpfr_t u;

	mpfr_init2(u, 64);
	mpfr_set_uj(u, word >> 12, MPFR_RNDN);
	mpfr_add_d(u, u, 0.5, MPFR_RNDN);
	mpfr_div_2ui(u, u, 52, MPFR_RNDN);
	const double x = mpfr_get_d(u, MPFR_RNDN);
	mpfr_clear(u);
	return x;
}

void textbook_exponential(struct ball *h, double u)
{
	ball_set(h, u);
	ball_log(h, h);
	mpfr_neg(h->mid, h->mid, MPFR_RNDN);
}

void textbook_unit_laplace(struct ball *x, double u)
{
	textbook_exponential(x, u < 0.5 ? 2 * u : 2 * (1 - u));
	if (u < 0.5)
		mpfr_neg(x->mid, x->mid, MPFR_RNDN);
}

void textbook_normal(struct ball *c, double u, double v)
{
	struct ball turn;

	ball_init(&turn, 1);
	textbook_exponential(c, u);
	ball_twice(c, c);
	ball_sqrt(c, c);
	ball_set(&turn, v);
	ball_cos_turn(&turn, &turn);
	ball_mul(c, c, &turn);
	ball_clear(&turn, 1);
}

json_t *textbook_nearest(const struct ball *x)
{
	return number_double(mpfr_get_d(x->mid, MPFR_RNDN));
}
