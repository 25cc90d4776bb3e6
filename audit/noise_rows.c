/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samplers of ref/noise, with the parameters that they are tried at. */
#include "noise_fit.h"

#include "noise/exact.h"
#include "noise/shares.h"
#include "noise/textbook.h"

static double uniform(struct dpmf_stream *s, const struct masses *m)
{
	(void)m;
	return dpmf_uniform(s);
}

static double laplace(struct dpmf_stream *s, const struct masses *m)
{
	return dpmf_laplace(s, m->scale);
}

static double mixture(struct dpmf_stream *s, const struct masses *m)
{
	return dpmf_mixture(s, m->scale);
}

static double exponential(struct dpmf_stream *s, const struct masses *m)
{
	return m->scale * dpmf_exponential(s);
}

static double normal(struct dpmf_stream *s, const struct masses *m)
{
	return m->scale * dpmf_normal(s);
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

static double discrete_laplace(struct dpmf_stream *s, const struct masses *m)
{
	return (double)dpmf_discrete_laplace(s, m->p, m->q);
}

static double discrete_gaussian(struct dpmf_stream *s, const struct masses *m)
{
	return (double)dpmf_discrete_gaussian(s, m->p, m->q);
}

static double polya(struct dpmf_stream *s, const struct masses *m)
{
	return (double)dpmf_polya(s, m->p, m->q, m->part ? m->part : 1, m->parties);
}

static double laplace_share(struct dpmf_stream *s, const struct masses *m)
{
	return (double)dpmf_laplace_share(s, m->p, m->q, m->part ? m->part : 1, m->parties);
}

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

#define SCALE(name, b) { .law = MASSES_##name, .scale = (b) }
#define RATIO(name, a, b) { .law = MASSES_##name, .p = (a), .q = (b) }
#define PARTY(name, a, b, n) { .law = MASSES_##name, .p = (a), .q = (b), .parties = (n) }
#define PART(name, a, b, r, n) { .law = MASSES_##name, .p = (a), .q = (b), .part = (r), .parties = (n) }

const struct noise_row noise_rows[] = {
	{ "textbook uniform", uniform, .law = SCALE(UNIFORM, 1) },
	{ "textbook exponential", exponential, .law = SCALE(EXPONENTIAL, 1) },
	{ "textbook normal", normal, .law = SCALE(NORMAL, 1) },
	{ "textbook laplace", laplace, .law = SCALE(LAPLACE, 2.5) },
	{ "exponential-normal mixture", mixture, .law = SCALE(LAPLACE, 2.5) },
	{ "uniform below q", uniform_below, .law = RATIO(UNIFORM_BELOW, 0, 10) },
	{ "uniform below q", uniform_below, .law = RATIO(UNIFORM_BELOW, 0, UINT64_C(3) << 62) },
	{ "bernoulli", bernoulli, .law = RATIO(BERNOULLI, 3, 7) },
	{ "bernoulli exp", bernoulli_exp, .law = RATIO(BERNOULLI_EXP, 1, 3) },
	{ "bernoulli exp", bernoulli_exp, .law = RATIO(BERNOULLI_EXP, 7, 2) },
	{ "geometric", geometric, .law = RATIO(GEOMETRIC, 1, 1) },
	{ "geometric", geometric, .law = RATIO(GEOMETRIC, 3, 2) },
	{ "geometric", geometric, .law = RATIO(GEOMETRIC, 1, 1000) },
	{ "discrete laplace", discrete_laplace, .law = RATIO(DISCRETE_LAPLACE, 7, 3) },
	{ "discrete laplace", discrete_laplace, .law = RATIO(DISCRETE_LAPLACE, 1, 1) },
	{ "discrete laplace", discrete_laplace, .law = RATIO(DISCRETE_LAPLACE, 2, 25) },
	{ "discrete laplace", discrete_laplace, .law = RATIO(DISCRETE_LAPLACE, 1, 1 << 20) },
	{ "discrete gaussian", discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 1, 4) },
	{ "discrete gaussian", discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 36, 100) },
	{ "discrete gaussian", discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 1, 1) },
	{ "discrete gaussian", discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 12345, 7) },
	{ "discrete gaussian", discrete_gaussian, .law = RATIO(DISCRETE_GAUSSIAN, 1000000, 1) },
	{ "polya", polya, .law = PARTY(POLYA, 1, 10, 1) },
	{ "polya", polya, .law = PARTY(POLYA, 1, 10, 2) },
	{ "polya", polya, .law = PARTY(POLYA, 1, 10, 3) },
	{ "polya", polya, .law = PARTY(POLYA, 1, 10, 10) },
	{ "polya", polya, .law = PARTY(POLYA, 1, 10, 1000) },
	{ "polya", polya, .law = PART(POLYA, 1, 10, 2, 3) },
	{ "laplace share", laplace_share, .law = PARTY(LAPLACE_SHARE, 1, 10, 3) },
	{ "laplace share", laplace_share, .law = PARTY(LAPLACE_SHARE, 1, 10, 100) },
	{ "laplace share", laplace_share, .law = PART(LAPLACE_SHARE, 1, 10, 4, 10) },
	{ "sum of unequal shares", sum_of_unequal_shares, .law = RATIO(DISCRETE_LAPLACE, 1, 10), .per = 2 },
	{ "sum of laplace shares", sum_of_shares, .law = PARTY(DISCRETE_LAPLACE, 1, 10, 3) },
	{ "sum of laplace shares", sum_of_shares, .law = PARTY(DISCRETE_LAPLACE, 1, 10, 10), .per = 5 },
	{ "control: scale 1 % too small", discrete_laplace, .law = RATIO(DISCRETE_LAPLACE, 100, 1010),
	  .given = RATIO(DISCRETE_LAPLACE, 100, 1000), .control = true, .least = 4000000 },
};

const size_t noise_rows_count = sizeof noise_rows / sizeof *noise_rows;
