/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses and tails of the binomial and the Polya law. Between 1/4 and 3/4 the binomial law is the one that libdpmf accounts the
   Poisson binomial mechanism by; all else is the definition, term after term, on libdpmf's intervals. */
#include "account/interval.h"
#include "account/pbm_law.h"
#include "account.h"

#define ONE 0x1p40

/* The masses from the first on, until what is left does not matter: mass[k + 1] = mass[k] times what `next` says. */
struct series {
	double x[ACCOUNT_INPUTS];
	const struct dpmf_enclosure *ratio; /* c / (1 - c), or part / whole; exp(-p / q) behind it */
	bool (*next)(const struct series *s, double k, struct dpmf_enclosure *z); /* false: there is none */
};

static bool next_of_binomial(const struct series *s, double k, struct dpmf_enclosure *z)
{
	if (k >= s->x[0])
		return false;
	dpmf_interval_mul_ui(z, &s->ratio[0], (unsigned long)(s->x[0] - k));
	dpmf_interval_div_ui(z, z, (unsigned long)k + 1);
	return true;
}

static bool next_of_polya(const struct series *s, double k, struct dpmf_enclosure *z)
{
	dpmf_interval_add_si(z, &s->ratio[0], (long)k);
	dpmf_interval_div_ui(z, z, (unsigned long)k + 1);
	dpmf_interval_mul(z, z, &s->ratio[1]);
	return true;
}

/* From mass[0] in `out` to mass[x], and, if the tail is asked for, the masses behind it until they are below 2^-120 of the sum:
   the vectors leave 2^-30 of room. */
static void walk(const struct series *s, double x, bool tail, struct dpmf_enclosure *out)
{
	struct dpmf_enclosure t[2];
	double k = 0;

	dpmf_interval_init(t, 2, 256);
	dpmf_interval_set(&t[0], out);
	for (; k < x && s->next(s, k, &t[1]); k++)
		dpmf_interval_mul(&t[0], &t[0], &t[1]);
	dpmf_interval_set(out, &t[0]);
	while (tail && s->next(s, k, &t[1])) {
		if (mpfr_cmp_ui(t[1].hi, 1) < 0 && mpfr_get_exp(t[0].hi) < mpfr_get_exp(out->lo) - 120)
			break;
		dpmf_interval_mul(&t[0], &t[0], &t[1]);
		dpmf_interval_add(out, out, &t[0]);
		k++;
	}
	dpmf_interval_clear(t, 2);
}

static enum dpmf_status by_terms(const double *x, bool tail, struct dpmf_enclosure *out)
{
	struct dpmf_enclosure c[3];
	struct series s = { { x[0] }, &c[2], next_of_binomial };

	dpmf_interval_init(c, 3, 256);
	dpmf_interval_set_d(&c[0], x[1] / ONE);
	dpmf_interval_set_d(&c[1], 1 - x[1] / ONE);
	dpmf_interval_div(&c[2], &c[0], &c[1]);
	dpmf_interval_set(out, &c[1]);
	dpmf_interval_pow_si(out, out, (long)x[0]);
	walk(&s, x[2], tail, out);
	dpmf_interval_clear(c, 3);
	return DPMF_OK;
}

/* The law of `quanta` Bernoullis at 1/2 + theta, read from its other end where the chance is below 1/2. */
static enum dpmf_status by_pbm_law(const double *x, bool tail, struct dpmf_enclosure *out)
{
	const bool mirrored = x[1] < ONE / 2;
	const unsigned long n = (unsigned long)x[0], at = (unsigned long)(mirrored ? x[0] - x[2] : x[2]);
	const unsigned long from = tail && mirrored ? 0 : at, to = tail && !mirrored ? n : at;
	struct dpmf_enclosure theta, odds;
	struct dpmf_pbm_law law;
	enum dpmf_status status;

	dpmf_enclosure_init(&theta);
	dpmf_enclosure_init(&odds);
	dpmf_enclosure_set(&theta, mirrored ? 0.5 - x[1] / ONE : x[1] / ONE - 0.5);
	dpmf_pbm_odds(&theta, &odds);
	status = dpmf_pbm_law_init(&law, n, 0, &odds, from, to, NULL);
	if (status == DPMF_OK) {
		dpmf_interval_set(out, &law.mass[0]);
		for (size_t i = 1; i < law.count; i++)
			dpmf_interval_add(out, out, &law.mass[i]);
		dpmf_pbm_law_clear(&law);
	}
	dpmf_enclosure_clear(&theta);
	dpmf_enclosure_clear(&odds);
	return status;
}

static enum dpmf_status binomial(const double *x, bool tail, struct dpmf_enclosure *out)
{
	if (x[2] > x[0])
		return DPMF_INPUT;
	if (x[1] == 0 || x[1] == ONE) {
		dpmf_interval_set_d(out, tail && x[2] == 0 ? 1 : x[2] == (x[1] == 0 ? 0 : x[0]) || (tail && x[1] == ONE));
		return DPMF_OK;
	}
	return ONE / 4 <= x[1] && x[1] <= 3 * ONE / 4 && x[1] != ONE / 2 && x[0] <= 1024 ? by_pbm_law(x, tail, out) : by_terms(x, tail, out);
}

static enum dpmf_status pbm_mass(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	(void)in;
	return binomial(x, false, out);
}

static enum dpmf_status pbm_tail(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	(void)in;
	return binomial(x, true, out);
}

static enum dpmf_status polya(const double *x, const struct dpmf_enclosure *in, bool tail, struct dpmf_enclosure *out)
{
	struct dpmf_enclosure c[2];
	const struct series s = { { 0 }, c, next_of_polya };

	if (x[1] > 1024 * x[0] || x[2] > x[3] || x[0] * (x[4] + 1) > 600 * x[1])
		return DPMF_INPUT;
	dpmf_interval_init(c, 2, 256);
	dpmf_interval_div(&c[0], &in[2], &in[3]);
	dpmf_interval_div(&c[1], &in[0], &in[1]);
	dpmf_interval_neg(&c[1], &c[1]);
	dpmf_interval_expm1(out, &c[1]);
	dpmf_interval_neg(out, out);
	dpmf_interval_pow(out, out, &c[0]);
	dpmf_interval_exp(&c[1], &c[1]);
	if (tail && x[4] == 0)
		dpmf_interval_set_d(out, 1);
	else
		walk(&s, x[4], tail, out);
	dpmf_interval_clear(c, 2);
	return DPMF_OK;
}

static enum dpmf_status polya_mass(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return polya(x, in, false, out);
}

static enum dpmf_status polya_tail(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return polya(x, in, true, out);
}

#define DRAWN { "quanta", 1, 0x1p20, true }, { "chance", 0, ONE, true }, { "x", 0, 0x1p20, true }
#define SHARE { "p", 1, ONE, true }, { "q", 1, ONE, true }, { "part", 1, ONE, true }, { "whole", 1, ONE, true }, { "x", 0, 0x1p20, true }

ACCOUNT_CHECK(pbm_mass, "mass", true, pbm_mass, DRAWN)
ACCOUNT_CHECK(pbm_tail, "tail", true, pbm_tail, DRAWN)
ACCOUNT_CHECK(polya_mass, "mass", true, polya_mass, SHARE)
ACCOUNT_CHECK(polya_tail, "tail", true, polya_tail, SHARE)
