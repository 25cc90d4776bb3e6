/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "integers.h"

#include <string.h>

static mpz_srcptr one(void)
{
	static const mp_limb_t limb[1] = { 1 };
	static const mpz_t value = MPZ_ROINIT_N((mp_limb_t *)(uintptr_t)limb, 1);

	return value;
}

static void take_word(struct tape *t, mpz_ptr value)
{
	const uint64_t word = tape_next(t);

	mpz_import(value, 1, -1, sizeof word, 0, 0, &word);
}

/* word mod limit, for the first word below floor(2^64 / limit) limit */
static void below(struct tape *t, mpz_ptr value, mpz_srcptr limit)
{
	const size_t place = tape_enter(t, "uniform_below", limit, NULL);
	mpz_t end;

	mpz_init(end);
	mpz_setbit(end, 64);
	mpz_fdiv_q(end, end, limit);
	mpz_mul(end, end, limit);
	if (t->flaw == FLAW_NO_REJECTION || t->flaw == FLAW_MULTIPLIED) {
		mpz_set_ui(end, 0);
		mpz_setbit(end, 64);
	}
	mpz_set_ui(value, 0);
	if (mpz_cmp_ui(limit, 1) > 0) {
		do
			take_word(t, value);
		while (mpz_cmp(value, end) >= 0 && !t->dry);
		if (t->flaw == FLAW_MULTIPLIED) {
			mpz_mul(value, value, limit);
			mpz_fdiv_q_2exp(value, value, 64);
		}
		mpz_mod(value, value, limit);
	}
	tape_leave(t, place, value);
	mpz_clear(end);
}

static bool bernoulli(struct tape *t, mpz_srcptr p, mpz_srcptr q)
{
	const size_t place = tape_enter(t, "bernoulli", p, q);
	bool yes = mpz_sgn(p) > 0;

	if (yes && mpz_cmp(p, q) < 0) {
		mpz_t x;

		mpz_init(x);
		below(t, x, q);
		if (t->flaw == FLAW_LOW_END || t->flaw == FLAW_LOW_END_CLOSED) {
			yes = mpz_cmp(x, p) < (t->flaw == FLAW_LOW_END ? 0 : 1);
		} else {
			mpz_add(x, x, p);
			yes = mpz_cmp(x, q) >= (t->flaw == FLAW_CLOSED ? 1 : 0);
		}
		mpz_clear(x);
	}
	tape_leave_bool(t, place, yes);
	return yes;
}

/* The number of the first trial that fails is odd: exp(-p / q), p <= q. */
static bool odd_trial(struct tape *t, mpz_srcptr p, mpz_srcptr q)
{
	mpz_t k;
	bool odd;

	mpz_init_set_ui(k, 1);
	while (bernoulli(t, p, q) && bernoulli(t, one(), k) && !t->dry)
		mpz_add_ui(k, k, 1);
	odd = mpz_odd_p(k) != (t->flaw == FLAW_EVEN);
	mpz_clear(k);
	return odd;
}

static bool bernoulli_exp(struct tape *t, mpz_srcptr p, mpz_srcptr q)
{
	const size_t place = tape_enter(t, "bernoulli_exp", p, q);
	bool yes = true;
	mpz_t rest;

	mpz_init_set(rest, p);
	if (t->flaw == FLAW_UNIT_MORE)
		yes = odd_trial(t, one(), one());
	else if (t->flaw == FLAW_UNIT_LESS && mpz_cmp(rest, q) >= 0)
		mpz_sub(rest, rest, q);
	while (yes && mpz_cmp(rest, q) >= 0 && t->flaw != FLAW_ONE_COIN && !t->dry) {
		yes = odd_trial(t, one(), one());
		mpz_sub(rest, rest, q);
	}
	if (t->flaw == FLAW_ONE_COIN)
		mpz_fdiv_r(rest, rest, q);
	if (yes && t->flaw != FLAW_NO_FRACTION)
		yes = odd_trial(t, rest, q);
	tape_leave_bool(t, place, yes);
	mpz_clear(rest);
	return yes;
}

static void geometric(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q)
{
	const size_t place = tape_enter(t, "geometric", p, q);
	unsigned long v;
	mpz_t u;

	mpz_init(u);
	do {
		do
			below(t, u, q);
		while (!bernoulli_exp(t, u, q) && t->flaw != FLAW_NO_FIRST_COIN && !t->dry);
		for (v = 0; v < 1024 && bernoulli_exp(t, one(), one()) && !t->dry; v++)
			;
	} while (v == 1024);
	if (t->flaw == FLAW_NO_U)
		mpz_set_ui(u, 0);
	mpz_addmul_ui(u, q, t->flaw == FLAW_FROM_ONE ? v + 1 : v);
	mpz_fdiv_q(value, u, t->flaw == FLAW_BY_Q ? q : p);
	tape_leave(t, place, value);
	mpz_clear(u);
}

static void laplace(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q)
{
	const size_t place = tape_enter(t, "discrete_laplace", p, q);
	bool negative, again;

	do {
		if (t->flaw != FLAW_OTHER_TURN)
			geometric(t, value, t->flaw == FLAW_EXCHANGED ? q : p, t->flaw == FLAW_EXCHANGED ? p : q);
		const size_t sign = tape_enter(t, "sign", NULL, NULL);
		negative = tape_next(t) % 2 == 1;
		tape_leave_bool(t, sign, negative);
		if (t->flaw == FLAW_OTHER_TURN)
			geometric(t, value, p, q);
		again = negative && mpz_sgn(value) == 0 && t->flaw != FLAW_NEGATIVE_ZERO;
	} while (again && !t->dry);
	if (negative)
		mpz_neg(value, value);
	tape_leave(t, place, value);
}

static void centre(mpz_ptr a, mpz_ptr m, mpz_srcptr p, mpz_srcptr q)
{
	mpz_set_ui(a, 1);
	mpz_set_ui(m, 1);
	if (mpz_cmp(p, q) >= 0) {
		mpz_fdiv_q(a, p, q);
		mpz_sqrt(a, a);
	} else {
		mpz_fdiv_q(m, q, p);
		mpz_sqrt(m, m);
		mpz_add_ui(m, m, 1);
	}
}

static void gaussian(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q)
{
	const size_t place = tape_enter(t, "discrete_gaussian", p, q);
	mpz_t a, m, rate_p, rate_q, x, y;

	mpz_inits(a, m, rate_p, rate_q, x, y, NULL);
	centre(a, m, p, q);
	mpz_mul(rate_p, q, a);
	mpz_mul(rate_q, p, m);
	mpz_mul(y, rate_q, m);
	mpz_mul_ui(y, y, t->flaw == FLAW_HALF_VARIANCE ? 1 : 2);
	do {
		if (t->flaw == FLAW_UNSCALED)
			laplace(t, value, a, m);
		else
			laplace(t, value, rate_p, rate_q);
		mpz_abs(x, value);
		if (t->flaw != FLAW_NO_WIDTH)
			mpz_mul(x, x, m);
		if (t->flaw != FLAW_UNCENTRED)
			mpz_sub(x, x, a);
		mpz_mul(x, x, x);
		mpz_mul(x, x, q);
	} while (!bernoulli_exp(t, x, y) && !t->dry);
	tape_leave(t, place, value);
	mpz_clears(a, m, rate_p, rate_q, x, y, NULL);
}

static void polya(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q, mpz_srcptr part, mpz_srcptr whole)
{
	const size_t place = tape_enter_share(t, "polya", p, q, part, whole);
	mpz_t left, cycle, other;

	mpz_inits(left, cycle, other, NULL);
	if (t->flaw == FLAW_COMPLEMENT)
		mpz_sub(other, whole, part);
	else
		mpz_set(other, part);
	geometric(t, left, p, q);
	mpz_set_ui(value, 0);
	while (mpz_sgn(left) > 0 && !t->dry) {
		below(t, cycle, left);
		if (t->flaw == FLAW_OTHER_END)
			mpz_add_ui(cycle, cycle, 1);
		else
			mpz_sub(cycle, left, cycle);
		if (bernoulli(t, other, whole) != (t->flaw == FLAW_TURNED))
			mpz_add(value, value, t->flaw == FLAW_UNIT_CYCLES ? one() : cycle);
		mpz_sub(left, left, cycle);
	}
	tape_leave(t, place, value);
	mpz_clears(left, cycle, other, NULL);
}

static void share(struct tape *t, mpz_ptr value, mpz_srcptr p, mpz_srcptr q, mpz_srcptr part, mpz_srcptr whole)
{
	const size_t place = tape_enter_share(t, "laplace_share", p, q, part, whole);
	mpz_t down;

	mpz_init(down);
	polya(t, value, p, q, part, whole);
	polya(t, down, p, q, part, whole);
	if (t->flaw == FLAW_ADDED)
		mpz_add(value, value, down);
	else
		mpz_sub(value, value, down);
	tape_leave(t, place, value);
	mpz_clear(down);
}

/* Algorithm 1 of dpmf-rp: so many of the trials succeed, each with chance / 2^40 */
static void pbm(struct tape *t, mpz_ptr value, mpz_srcptr quanta, mpz_srcptr chance)
{
	mpz_t whole, other;

	mpz_inits(whole, other, NULL);
	mpz_setbit(whole, 40);
	if (t->flaw == FLAW_COMPLEMENT)
		mpz_sub(other, whole, chance);
	else
		mpz_set(other, chance);
	mpz_set_ui(value, 0);
	for (unsigned long left = mpz_get_ui(quanta) + (t->flaw == FLAW_UNIT_MORE) - (t->flaw == FLAW_UNIT_LESS); left > 0 && !t->dry; left--)
		mpz_add_ui(value, value, bernoulli(t, other, whole) != (t->flaw == FLAW_TURNED));
	mpz_clears(whole, other, NULL);
}

static void draw_below(struct tape *t, mpz_ptr value, const mpz_t *a)
{
	below(t, value, a[0]);
}

static void draw_bernoulli(struct tape *t, mpz_ptr value, const mpz_t *a)
{
	mpz_set_ui(value, bernoulli(t, a[0], a[1]));
}

static void draw_bernoulli_exp(struct tape *t, mpz_ptr value, const mpz_t *a)
{
	mpz_set_ui(value, bernoulli_exp(t, a[0], a[1]));
}

static void draw_geometric(struct tape *t, mpz_ptr value, const mpz_t *a)
{
	geometric(t, value, a[0], a[1]);
}

static void draw_laplace(struct tape *t, mpz_ptr value, const mpz_t *a)
{
	laplace(t, value, a[0], a[1]);
}

static void draw_gaussian(struct tape *t, mpz_ptr value, const mpz_t *a)
{
	gaussian(t, value, a[0], a[1]);
}

static void draw_polya(struct tape *t, mpz_ptr value, const mpz_t *a)
{
	polya(t, value, a[0], a[1], a[2], a[3]);
}

static void draw_share(struct tape *t, mpz_ptr value, const mpz_t *a)
{
	share(t, value, a[0], a[1], a[2], a[3]);
}

static void draw_pbm(struct tape *t, mpz_ptr value, const mpz_t *a)
{
	pbm(t, value, a[0], a[1]);
}

const struct sampler *sampler_named(const char *name)
{
	static const struct sampler all[] = {
		{ "uniform_below", 1, { "limit" }, draw_below },
		{ "bernoulli", 2, { "p", "q" }, draw_bernoulli },
		{ "bernoulli_exp", 2, { "p", "q" }, draw_bernoulli_exp },
		{ "geometric", 2, { "p", "q" }, draw_geometric },
		{ "discrete_laplace", 2, { "p", "q" }, draw_laplace },
		{ "discrete_gaussian", 2, { "p", "q" }, draw_gaussian },
		{ "polya", 4, { "p", "q", "part", "whole" }, draw_polya },
		{ "laplace_share", 4, { "p", "q", "part", "whole" }, draw_share },
		{ "pbm_draw", 2, { "quanta", "chance" }, draw_pbm },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i].name, name) == 0)
			return &all[i];
	return NULL;
}
