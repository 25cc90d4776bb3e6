/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The right curve at the wrong place: an input is halved, doubled, squared, off by one, or stands where another is meant.
   Whoever takes replacing a record for adding one, or a deviation for a variance, answers just this. */
#include <math.h>
#include <string.h>

#include "account.h"

static double half(double x) { return x / 2; }
static double twice(double x) { return 2 * x; }
static double square(double x) { return x * x; }
static double root(double x) { return sqrt(x); }
static double next(double x) { return x + 1; }
static double previous(double x) { return x - 1; }
static double one(double x) { (void)x; return 1; }
static double other(double x) { return 1 - x; }
static double decimal(double x) { return pow(x, 0x1.bcb7b1526e50ep-2); } /* log10(e) */
static double binary(double x) { return pow(x, 0x1.71547652b82fep+0); }  /* log2(e) */

struct slip {
	const char *input;
	double (*change)(double x);
	const char *name;
};

static const struct slip slips[] = {
	{ "epsilon", half, "epsilon / 2 stands for epsilon" },
	{ "epsilon", twice, "2 epsilon stands for epsilon" },
	{ "e0", half, "e0 / 2 stands for e0" },
	{ "e0", twice, "2 e0 stands for e0" },
	{ "delta", half, "delta / 2 stands for delta" },
	{ "delta", twice, "2 delta stands for delta" },
	{ "mu", twice, "2 mu stands for mu: a record is replaced, not added or removed" },
	{ "mu", half, "mu / 2 stands for mu: a record is added or removed, not replaced" },
	{ "mu", square, "mu^2 stands for mu" },
	{ "mu", root, "the root of mu stands for mu" },
	{ "sensitivity", twice, "2 sensitivity stands for sensitivity: a record is replaced, not added or removed" },
	{ "sensitivity", half, "sensitivity / 2 stands for sensitivity: a record is added or removed, not replaced" },
	{ "scale", square, "scale^2 stands for scale" },
	{ "steps", twice, "2 steps stands for steps: a record is replaced, not added or removed" },
	{ "steps", square, "steps^2 stands for steps" },
	{ "steps", one, "steps is left out" },
	{ "alpha", next, "alpha + 1 stands for alpha" },
	{ "alpha", previous, "alpha - 1 stands for alpha" },
	{ "rho", twice, "2 rho stands for rho" },
	{ "rho", half, "rho / 2 stands for rho" },
	{ "rate", square, "rate^2 stands for rate" },
	{ "rate", one, "rate is left out: nothing is gained by sampling" },
	{ "removed", other, "a record added stands for one removed, or the other way round" },
	{ "known_h", other, "h is taken as known where it is not, or the other way round" },
	{ "answers", next, "answers + 1 stands for answers" },
	{ "answers", previous, "answers - 1 stands for answers" },
	{ "weight", one, "weight is left out" },
	{ "a", twice, "2 a stands for a" },
	{ "a", half, "a / 2 stands for a" },
	{ "beta", square, "beta^2 stands for beta" },
	{ "releases", next, "releases + 1 stands for releases" },
	{ "releases", previous, "releases - 1 stands for releases" },
	{ "x", next, "x + 1 stands for x" },
	{ "x", previous, "x - 1 stands for x" },
	{ "quanta", next, "quanta + 1 stands for quanta" },
	{ "quanta", previous, "quanta - 1 stands for quanta" },
	{ "theta", twice, "2 theta stands for theta" },
};

/* For curves with a closed form: what is searched for takes too long. */
static const struct slip more_slips[] = {
	{ "delta", decimal, "log to base 10 where ln delta is meant" },
	{ "delta", binary, "log to base 2 where ln delta is meant" },
	{ "delta", root, "the root of delta stands for delta, as where a factor 2 of ln delta is missing" },
	{ "delta", square, "delta^2 stands for delta, as where a factor 2 of ln delta is too many" },
	{ "epsilon", square, "epsilon^2 stands for epsilon" },
	{ "epsilon", root, "the root of epsilon stands for epsilon" },
	{ "sensitivity", square, "sensitivity^2 stands for sensitivity" },
	{ "scale", root, "the root of scale stands for scale" },
	{ "scale", twice, "2 scale stands for scale" },
	{ "scale", half, "scale / 2 stands for scale" },
	{ "releases", square, "the square of releases stands for it: their number multiplies sigma, not its root" },
	{ "releases", root, "the root of releases stands for it" },
	{ "releases", one, "releases is left out" },
	{ "steps", next, "steps + 1 stands for steps" },
	{ "p", twice, "2 p stands for p" },
	{ "p", half, "p / 2 stands for p" },
	{ "p", square, "p^2 stands for p" },
	{ "q", square, "q^2 stands for q" },
	{ "rho", square, "rho^2 stands for rho" },
	{ "alpha", twice, "2 alpha stands for alpha" },
	{ "alpha", half, "alpha / 2 stands for alpha" },
	{ "rate", other, "1 - rate stands for rate" },
	{ "rate", root, "the root of rate stands for rate" },
	{ "weight", square, "weight^2 stands for weight" },
	{ "weight", root, "the root of weight stands for weight" },
	{ "beta", half, "beta / 2 stands for beta" },
	{ "beta", twice, "2 beta stands for beta" },
	{ "beta", one, "beta is taken to be 1" },
	{ "entries", next, "entries + 1 stands for entries" },
	{ "entries", previous, "entries - 1 stands for entries" },
	{ "times", next, "times + 1 stands for times" },
	{ "times", previous, "times - 1 stands for times" },
	{ "e0", square, "e0^2 stands for e0" },
	{ "theta", square, "theta^2 stands for theta" },
	{ "x", twice, "2 x stands for x" },
	{ "part", next, "part + 1 stands for part" },
};

/* Two inputs that are exchanged. */
static const struct {
	const char *first, *second, *name;
} exchanged[] = { { "p", "q", "p and q are exchanged" }, { "high", "low", "high and low are exchanged" }, { "part", "whole", "part and whole are exchanged" },
	          { "scale", "sensitivity", "scale and sensitivity are exchanged" } };

static size_t place(const struct account *a, const char *name)
{
	size_t i = 0;

	while (i < ACCOUNT_INPUTS && a->input[i] != NULL && strcmp(a->input[i] + (a->input[i][0] == '#'), name) != 0)
		i++;
	return i < ACCOUNT_INPUTS && a->input[i] != NULL ? i : ACCOUNT_INPUTS;
}

/* Where the changed inputs lie in the domain, and can be computed. */
static void put(struct book *b, const struct account *a, const char *name, const double *x)
{
	const struct account_mistake m = { NULL, name, a->f };

	if (account_within(b->algorithm, a, x))
		account_put_mistake(b, &m, a->output, x);
}

/* What is made of the right answer: a divergence that is not divided by alpha - 1; P(X <= x) for P(X >= x). */
static void put_made(struct book *b, const struct account *a, const double *x)
{
	const size_t alpha = strcmp(a->output, "renyi") == 0 ? place(a, "alpha") : ACCOUNT_INPUTS, at = strcmp(a->output, "tail") == 0 ? place(a, "x") : ACCOUNT_INPUTS;
	double with[ACCOUNT_INPUTS];
	mpfr_t z;

	mpfr_init2(z, ACCOUNT_BITS);
	memcpy(with, x, sizeof with);
	if (alpha < ACCOUNT_INPUTS) {
		a->f(z, x);
		mpfr_mul_d(z, z, x[alpha] - 1, MPFR_RNDN);
		account_put_answer(b, "the division by alpha - 1 is left out", a->output, z);
		mpfr_div_d(z, z, x[alpha], MPFR_RNDN);
		account_put_answer(b, "alpha stands for alpha - 1 in the division", a->output, z);
	}
	if (at < ACCOUNT_INPUTS) {
		with[at] = x[at] + 1;
		if (account_within(b->algorithm, a, with)) {
			a->f(z, with);
			mpfr_ui_sub(z, 1, z, MPFR_RNDN);
			account_put_answer(b, "P(X <= x) stands for P(X >= x)", a->output, z);
		}
	}
	mpfr_clear(z);
}

static void put_list(struct book *b, const struct account *a, const double *x, const struct slip *list, size_t count)
{
	double with[ACCOUNT_INPUTS];
	size_t i;

	for (size_t s = 0; s < count; s++)
		if ((i = place(a, list[s].input)) < ACCOUNT_INPUTS) {
			memcpy(with, x, sizeof with);
			with[i] = list[s].change(x[i]);
			put(b, a, list[s].name, with);
		}
}

static bool is_searched(const char *algorithm)
{
	static const char *const searched[] = { "gaussian_epsilon", "gaussian_mu", "gaussian_sigma", "discrete_gaussian_delta", "discrete_gaussian_epsilon",
		"discrete_laplace_epsilon", "rdp_epsilon", "rdp_delta", "pbm_epsilon" };

	for (size_t i = 0; i < sizeof searched / sizeof *searched; i++)
		if (strcmp(searched[i], algorithm) == 0)
			return true;
	return false;
}

void account_put_slips(struct book *b, const struct account *a, const double *x)
{
	double with[ACCOUNT_INPUTS];
	size_t i, j;

	put_made(b, a, x);
	put_list(b, a, x, slips, sizeof slips / sizeof *slips);
	if (!is_searched(b->algorithm))
		put_list(b, a, x, more_slips, sizeof more_slips / sizeof *more_slips);
	for (size_t s = 0; s < sizeof exchanged / sizeof *exchanged; s++)
		if ((i = place(a, exchanged[s].first)) < ACCOUNT_INPUTS && (j = place(a, exchanged[s].second)) < ACCOUNT_INPUTS) {
			memcpy(with, x, sizeof with);
			with[i] = x[j];
			with[j] = x[i];
			put(b, a, exchanged[s].name, with);
		}
	if ((i = place(a, "p")) < ACCOUNT_INPUTS && (j = place(a, "q")) < ACCOUNT_INPUTS && x[i] < 0x1p20 && x[j] < 0x1p20) {
		memcpy(with, x, sizeof with);
		with[i] = x[i] * x[i];
		with[j] = x[j] * x[j];
		put(b, a, "a scale for its square: p^2 and q^2 stand for p and q", with);
	}
}
