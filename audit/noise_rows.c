/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samplers of ref/noise, with the parameters that they are tried at. */
#include "noise_fit.h"

#include "noise/exact.h"
#include "noise/fixed_laplace.h"
#include "noise/law/law.h"
#include "noise/order_paper.h"
#include "noise/order_program.h"
#include "noise/shares.h"
#include "noise/textbook.h"

static double uniform(struct dpmf_stream *s, const struct masses *m)
{
	(void)m;
	return dpmf_uniform(s);
}

/* One draw of a law of the door, by its descriptor: a share where there are parties. */
static double draw_law(enum dpmf_law number, struct dpmf_stream *s, const struct masses *m)
{
	const struct dpmf_noise_law *law = dpmf_law_of(number);
	const struct dpmf_drawing drawing = { .scale = m->scale, .p = m->p, .q = m->q, .part = m->part ? m->part : 1, .whole = m->parties,
	                                      .statistic = m->x, .chances = m->chances };

	if (law->draw)
		return law->draw(s, &drawing);
	return (double)(m->parties ? law->share_steps : law->draw_steps)(s, &drawing);
}

#define DRAW(function, number) \
	static double function(struct dpmf_stream *s, const struct masses *m) { return draw_law(number, s, m); }

DRAW(laplace, DPMF_LAPLACE)
DRAW(mixture, DPMF_MIXTURE_SHARES)
DRAW(normal, DPMF_NORMAL)
DRAW(discrete_laplace, DPMF_DISCRETE_LAPLACE)
DRAW(discrete_gaussian, DPMF_DISCRETE_GAUSSIAN)
DRAW(laplace_share, DPMF_LAPLACE_SHARES)
DRAW(gaussian_share, DPMF_GAUSSIAN_SHARES)
DRAW(fixed_laplace, DPMF_FIXED_LAPLACE)
DRAW(poisson_binomial, DPMF_POISSON_BINOMIAL)
DRAW(randomized_response, DPMF_RANDOMIZED_RESPONSE)

/* A share of the mixture is normal once h is drawn: the parties add theirs up. */
static double sum_of_mixture_shares(struct dpmf_stream *s, const struct masses *m)
{
	const struct dpmf_noise_law *law = dpmf_law_of(DPMF_MIXTURE_SHARES);
	const struct dpmf_drawing drawing = { .scale = m->scale, .whole = m->parties, .common = law->common(s) };
	double sum = 0;

	for (uint64_t i = 0; i < m->parties; i++)
		sum += law->share(s, &drawing);
	return sum;
}

static double exponential(struct dpmf_stream *s, const struct masses *m)
{
	return m->scale * dpmf_exponential(s);
}

static double uniform_below(struct dpmf_stream *s, const struct masses *m)
{
	return (double)dpmf_uniform_below(s, m->q);
}

static double bernoulli(struct dpmf_stream *s, const struct masses *m)
{
	return dpmf_bernoulli(s, m->p, m->q);
}

static double bernoulli_exp(struct dpmf_stream *s, const struct masses *m)
{
	return dpmf_bernoulli_exp(s, m->p, m->q);
}

static double geometric(struct dpmf_stream *s, const struct masses *m)
{
	return (double)dpmf_geometric(s, m->p, m->q);
}

static double polya(struct dpmf_stream *s, const struct masses *m)
{
	return (double)dpmf_polya(s, m->p, m->q, m->part ? m->part : 1, m->parties);
}

/* The two published orders of draws. */
#define ORDER(which, law) \
	static double which##_##law(struct dpmf_stream *s, const struct masses *m) { return (double)dpmf_##which##_##law(s, m->p, m->q); }
#define ORDER_GAUSSIAN(which) \
	static double which##_discrete_gaussian(struct dpmf_stream *s, const struct masses *m) \
	{ \
		return (double)dpmf_##which##_discrete_gaussian(s, m->p, m->q, dpmf_order_scale(m->p, m->q)); \
	}

ORDER(paper, bernoulli_exp)
ORDER(paper, geometric)
ORDER(paper, discrete_laplace)
ORDER_GAUSSIAN(paper)
ORDER(program, bernoulli_exp)
ORDER(program, geometric)
ORDER(program, discrete_laplace)
ORDER_GAUSSIAN(program)

/* Two groups as privsr has them at beta = 1/2: 4/5 between two parties, 1/5 between three. */
static double sum_of_unequal_shares(struct dpmf_stream *s, const struct masses *m)
{
	int64_t sum = 0;

	for (uint64_t i = 0; i < 5; i++)
		sum += dpmf_laplace_share(s, m->p, m->q, i < 2 ? 4 : 1, i < 2 ? 10 : 15);
	return (double)sum;
}

static double sum_of_shares(struct dpmf_stream *s, const struct masses *m)
{
	int64_t sum = 0;

	for (uint64_t i = 0; i < m->parties; i++)
		sum += dpmf_laplace_share(s, m->p, m->q, 1, m->parties);
	return (double)sum;
}

static double sum_of_gaussian_shares(struct dpmf_stream *s, const struct masses *m)
{
	double sum = 0;

	for (uint64_t i = 0; i < m->parties; i++)
		sum += gaussian_share(s, m);
	return sum;
}

#define SCALE(name, b) { .law = MASSES_##name, .scale = (b) }
#define RATIO(name, a, b) { .law = MASSES_##name, .p = (a), .q = (b) }
#define PARTY(name, a, b, n) { .law = MASSES_##name, .p = (a), .q = (b), .parties = (n) }
#define WITH_X(name, a, b, c) { .law = MASSES_##name, .p = (a), .q = (b), .x = (c) }
#define PART(name, a, b, r, n) { .law = MASSES_##name, .p = (a), .q = (b), .part = (r), .parties = (n) }

const struct noise_row noise_rows[] = {
	{ "textbook uniform", uniform, .law = SCALE(UNIFORM, 1), .steady = true },
	{ "textbook exponential", exponential, .law = SCALE(EXPONENTIAL, 1), .steady = true },
	{ "textbook normal", normal, .of = DPMF_NORMAL, .law = SCALE(NORMAL, 1), .steady = true },
	{ "textbook laplace", laplace, .of = DPMF_LAPLACE, .law = SCALE(LAPLACE, 2.5), .steady = true },
	{ "exponential-normal mixture", mixture, .law = SCALE(LAPLACE, 2.5), .steady = true },
	{ "sum of mixture shares", sum_of_mixture_shares, .of = DPMF_MIXTURE_SHARES, .law = { .law = MASSES_LAPLACE, .scale = 2.5, .parties = 4 }, .steady = true },
	{ "uniform below q", uniform_below, .law = RATIO(UNIFORM_BELOW, 0, 10), .steady = true },
	{ "uniform below q", uniform_below, .law = RATIO(UNIFORM_BELOW, 0, UINT64_C(3) << 62), .steady = true },
	{ "bernoulli", bernoulli, .law = RATIO(BERNOULLI, 3, 7), .steady = true },
	{ "bernoulli exp", bernoulli_exp, .law = RATIO(BERNOULLI_EXP, 1, 3) },
	{ "bernoulli exp", bernoulli_exp, .law = RATIO(BERNOULLI_EXP, 7, 2) },
	{ "geometric", geometric, .law = RATIO(GEOMETRIC, 1, 1) },
	{ "geometric", geometric, .law = RATIO(GEOMETRIC, 3, 2) },
	{ "geometric", geometric, .law = RATIO(GEOMETRIC, 1, 1000) },
	{ "discrete laplace", discrete_laplace, .of = DPMF_DISCRETE_LAPLACE, .law = RATIO(DISCRETE_LAPLACE, 7, 3) },
	{ "discrete laplace", discrete_laplace, .of = DPMF_DISCRETE_LAPLACE, .law = RATIO(DISCRETE_LAPLACE, 1, 1) },
	{ "discrete laplace", discrete_laplace, .of = DPMF_DISCRETE_LAPLACE, .law = RATIO(DISCRETE_LAPLACE, 2, 25) },
	{ "discrete laplace", discrete_laplace, .of = DPMF_DISCRETE_LAPLACE, .law = RATIO(DISCRETE_LAPLACE, 1, 20) },
	{ "discrete laplace", discrete_laplace, .of = DPMF_DISCRETE_LAPLACE, .law = RATIO(DISCRETE_LAPLACE, 1, 1 << 20) },
	{ "discrete gaussian", discrete_gaussian, .of = DPMF_DISCRETE_GAUSSIAN, .law = RATIO(DISCRETE_GAUSSIAN, 1, 4) },
	{ "discrete gaussian", discrete_gaussian, .of = DPMF_DISCRETE_GAUSSIAN, .law = RATIO(DISCRETE_GAUSSIAN, 36, 100) },
	{ "discrete gaussian", discrete_gaussian, .of = DPMF_DISCRETE_GAUSSIAN, .law = RATIO(DISCRETE_GAUSSIAN, 1, 1) },
	{ "discrete gaussian", discrete_gaussian, .of = DPMF_DISCRETE_GAUSSIAN, .law = RATIO(DISCRETE_GAUSSIAN, 12345, 7) },
	{ "discrete gaussian", discrete_gaussian, .of = DPMF_DISCRETE_GAUSSIAN, .law = RATIO(DISCRETE_GAUSSIAN, 1000000, 1) },
	{ "paper bernoulli exp", paper_bernoulli_exp, .law = RATIO(BERNOULLI_EXP, 10, 4) },
	{ "paper geometric", paper_geometric, .law = RATIO(GEOMETRIC, 9, 6) },
	{ "paper geometric", paper_geometric, .law = RATIO(GEOMETRIC, 1, 1000) },
	{ "paper discrete laplace", paper_discrete_laplace, .law = RATIO(DISCRETE_LAPLACE, 7, 3) },
	{ "paper discrete laplace", paper_discrete_laplace, .law = RATIO(DISCRETE_LAPLACE, 4, 50) },
	{ "paper discrete gaussian", paper_discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 36, 100) },
	{ "paper discrete gaussian", paper_discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 4, 1) },
	{ "paper discrete gaussian", paper_discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 12345, 7) },
	{ "program bernoulli exp", program_bernoulli_exp, .law = RATIO(BERNOULLI_EXP, 10, 4) },
	{ "program geometric", program_geometric, .law = RATIO(GEOMETRIC, 9, 6) },
	{ "program geometric", program_geometric, .law = RATIO(GEOMETRIC, 1, 1000) },
	{ "program discrete laplace", program_discrete_laplace, .law = RATIO(DISCRETE_LAPLACE, 7, 3) },
	{ "program discrete laplace", program_discrete_laplace, .law = RATIO(DISCRETE_LAPLACE, 4, 50) },
	{ "program discrete gaussian", program_discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 36, 100) },
	{ "program discrete gaussian", program_discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 4, 1) },
	{ "program discrete gaussian", program_discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 12345, 7) },
	{ "polya", polya, .law = PARTY(POLYA, 1, 10, 1) },
	{ "polya", polya, .law = PARTY(POLYA, 1, 10, 2) },
	{ "polya", polya, .law = PARTY(POLYA, 1, 10, 3) },
	{ "polya", polya, .law = PARTY(POLYA, 1, 10, 10) },
	{ "polya", polya, .law = PARTY(POLYA, 1, 10, 1000) },
	{ "polya", polya, .law = PART(POLYA, 1, 10, 2, 3) },
	{ "laplace share", laplace_share, .of = DPMF_LAPLACE_SHARES, .law = PARTY(LAPLACE_SHARE, 1, 10, 3) },
	{ "laplace share", laplace_share, .of = DPMF_LAPLACE_SHARES, .law = PARTY(LAPLACE_SHARE, 1, 10, 100) },
	{ "laplace share", laplace_share, .of = DPMF_LAPLACE_SHARES, .law = PART(LAPLACE_SHARE, 1, 10, 4, 10) },
	{ "sum of unequal shares", sum_of_unequal_shares, .law = RATIO(DISCRETE_LAPLACE, 1, 10), .per = 2 },
	{ "sum of laplace shares", sum_of_shares, .law = PARTY(DISCRETE_LAPLACE, 1, 10, 3) },
	{ "sum of laplace shares", sum_of_shares, .law = PARTY(DISCRETE_LAPLACE, 1, 10, 10), .per = 5 },
	{ "gaussian share", gaussian_share, .of = DPMF_GAUSSIAN_SHARES, .law = RATIO(DISCRETE_GAUSSIAN, 1000, 3 * 20),
	  .given = PARTY(DISCRETE_GAUSSIAN, 1000, 3, 20) },
	{ "sum of gaussian shares", sum_of_gaussian_shares, .law = PARTY(DISCRETE_GAUSSIAN, 1000, 3, 20), .per = 10 },
	{ "poisson binomial", poisson_binomial, .of = DPMF_POISSON_BINOMIAL, .law = WITH_X(BINOMIAL, 1 << 14, 7, 1 << 24), .per = 2, .steady = true },
	{ "poisson binomial", poisson_binomial, .of = DPMF_POISSON_BINOMIAL, .law = WITH_X(BINOMIAL, 4321, 64, -7654321), .per = 16, .steady = true },
	{ "poisson binomial", poisson_binomial, .of = DPMF_POISSON_BINOMIAL, .law = WITH_X(BINOMIAL, 1, 1, 0), .steady = true },
	{ "randomized response", randomized_response, .of = DPMF_RANDOMIZED_RESPONSE, .law = WITH_X(FLIPPED, 1, 1, 0) },
	{ "randomized response", randomized_response, .of = DPMF_RANDOMIZED_RESPONSE, .law = WITH_X(FLIPPED, 7, 2, 1) },
	{ "randomized response", randomized_response, .of = DPMF_RANDOMIZED_RESPONSE, .law = WITH_X(FLIPPED, 1, 1000, 1) },
	{ "control: scale 1 % too small", discrete_laplace, .law = RATIO(DISCRETE_LAPLACE, 100, 1010),
	  .given = RATIO(DISCRETE_LAPLACE, 100, 1000), .control = true, .least = 4000000 },
	{ "fixed laplace", fixed_laplace, .of = DPMF_FIXED_LAPLACE, .law = RATIO(DISCRETE_LAPLACE, 1, 1), .steady = true },
	{ "fixed laplace", fixed_laplace, .of = DPMF_FIXED_LAPLACE, .law = RATIO(DISCRETE_LAPLACE, 7, 3), .steady = true },
	{ "fixed laplace", fixed_laplace, .of = DPMF_FIXED_LAPLACE, .law = RATIO(DISCRETE_LAPLACE, 1, 20), .steady = true },
	{ "fixed laplace", fixed_laplace, .of = DPMF_FIXED_LAPLACE, .law = RATIO(DISCRETE_LAPLACE, 1, 1 << 20), .steady = true },
};

const size_t noise_rows_count = sizeof noise_rows / sizeof *noise_rows;

enum dpmf_status noise_row_given(const struct noise_row *row, struct masses *given, struct dpmf_fixed_chances *chances, struct dpmf_error *error)
{
	const struct dpmf_noise_law *law = row->of == DPMF_NO_NOISE ? NULL : dpmf_law_of(row->of);

	*given = row->given.q == 0 && row->given.scale == 0 ? row->law : row->given;
	given->chances = NULL;
	if (!law || !law->prepare)
		return DPMF_OK;
	given->chances = chances;
	return law->prepare(given->p, given->q, chances, error);
}

const char *noise_sampler_of(enum dpmf_law law)
{
	for (size_t i = 0; i < noise_rows_count; i++)
		if (!noise_rows[i].control && noise_rows[i].of == law && law != DPMF_NO_NOISE)
			return noise_rows[i].sampler;
	return NULL;
}

bool noise_rows_complete(void)
{
	for (enum dpmf_law law = 0; (int)law < DPMF_LAWS; law++)
		if (law != DPMF_NO_NOISE && !noise_sampler_of(law))
			return false;
	return true;
}
