/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ends of the domains of the curves: the last number that each input may be, the first that it may not, no number, and
   where a bound on several inputs together is passed. All else is drawn as account_sweep.c draws it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "account.h"

enum { TRIES = 400, ANSWERS = 6 }; /* draws, and how often an answer is looked for that a double can be */

struct range {
	double least, most; /* most INFINITY: another bound is met first */
};

struct domain {
	const char *algorithm;
	struct range range[ACCOUNT_INPUTS];
	bool (*together)(const double *x); /* NULL: all */
	bool (*quick)(const double *x);    /* what an oracle can sum one by one; NULL: all */
};

static bool fine_gaussian(const double *x) { return x[0] <= 0x1p20 * x[1] && x[2] * x[2] * x[1] <= 4096 * x[0]; }
static bool few_steps(const double *x) { return x[0] <= 0x1p10 * x[1] || x[2] * x[2] * x[1] >= 2048 * x[0]; }
static bool fine_laplace(const double *x) { return x[2] * x[0] <= 1000 * x[1]; }
static bool few_masses(const double *x) { return x[1] <= 16 * x[0] && x[2] <= 0x1p12; }
static bool halved(const double *x) { return x[0] <= 690 * x[1]; }
static bool rated(const double *x) { return x[0] * (x[2] + 1) <= 690 * x[1]; }
static bool narrow(const double *x) { return x[0] <= 0x1p10 * x[1] && x[2] * x[2] * x[1] <= 1360 * x[0]; }
static bool drawn(const double *x) { return x[2] <= x[0]; }
static bool near_end(const double *x) { return x[0] <= 0x1p12 || x[2] <= 64; }
static bool shared(const double *x) { return x[1] <= 1024 * x[0] && x[2] <= x[3] && x[0] * (x[4] + 1) <= 600 * x[1]; }
static bool near_zero(const double *x) { return x[4] <= 0x1p12; }
static bool placed(const double *x) { return x[1] + x[2] + x[3] <= 256; }
static bool unequal(const double *x) { return x[1] > 0; } /* at 0 the two laws are one, which no search finds */
static bool above_zero(const double *x) { return x[1] * x[1] <= 1200 * x[0] * x[0]; }
static bool grouped(const double *x) { return x[0] * x[2] <= 600; }

#define DELTA { 1e-300, 0.5 }
#define HALF { 0, 0.5 }
#define EPSILON { 0, 1000 }
#define TO_40 { 1, 0x1p40 }
#define SCALE { 0x1p-20, 0x1p20 }
#define WIDTH { 0, 0x1p20 }
#define WEIGHT { 1, 0x1p20 }
#define MU { 0x1p-10, 64 }
#define ORDER { 1 + 0x1p-10, 256 }
#define PLACED { 0x1p-6, 0.25 }, { 1, INFINITY }, { 0, INFINITY }, { 0, INFINITY }

static const struct domain domains[] = {
	{ "laplace_delta", { SCALE, WIDTH, EPSILON }, NULL, NULL },
	{ "laplace_epsilon", { SCALE, WIDTH, HALF }, NULL, NULL },
	{ "mixture_delta", { SCALE, WIDTH, EPSILON, { 0, 1 } }, NULL, NULL },
	{ "randomized_delta", { { 2, 0x1p30 }, EPSILON, EPSILON }, NULL, NULL },
	{ "randomized_renyi", { { 2, 0x1p30 }, EPSILON, ORDER }, NULL, NULL },
	{ "importance_loss", { WEIGHT, EPSILON }, NULL, NULL },
	{ "importance_delta", { WEIGHT, EPSILON, EPSILON }, NULL, NULL },
	{ "importance_scale", { WEIGHT, EPSILON }, NULL, NULL },
	{ "importance_published_loss", { WEIGHT, { 0x1p-20, 700 } }, NULL, NULL },
	{ "discrete_gaussian_delta", { TO_40, TO_40, TO_40, EPSILON }, fine_gaussian, few_steps },
	{ "discrete_gaussian_epsilon", { TO_40, TO_40, TO_40, DELTA }, fine_gaussian, few_steps },
	{ "discrete_laplace_delta", { TO_40, TO_40, TO_40, EPSILON }, fine_laplace, few_masses },
	{ "discrete_laplace_epsilon", { TO_40, TO_40, TO_40, HALF }, fine_laplace, few_masses },
	{ "gaussian_sigma", { { 0x1p-10, 1000 }, DELTA, SCALE, { 1, 0x1p32 } }, NULL, NULL },
	{ "gaussian_classical_sigma", { { 0x1p-10, 1 - 0x1p-53 }, DELTA, SCALE }, NULL, NULL },
	{ "gaussian_published_epsilon", { MU, DELTA }, NULL, NULL },
	{ "gaussian_published_delta", { MU, EPSILON }, NULL, above_zero },
	{ "gaussian_published_order", { SCALE, DELTA }, NULL, NULL },
	{ "rdp_epsilon", { ORDER, EPSILON, DELTA }, NULL, unequal },
	{ "rdp_delta", { ORDER, EPSILON, EPSILON }, NULL, unequal },
	{ "rdp_published_epsilon", { ORDER, EPSILON, DELTA }, NULL, NULL },
	{ "sampled_gaussian_delta", { MU, { 0x1p-30, 1 }, EPSILON, { 0, 1 } }, NULL, NULL },
	{ "sampled_gaussian_renyi", { MU, { 0x1p-30, 1 }, { 2, 256 } }, NULL, NULL },
	{ "bernoulli_exp_mass", { { 0, 0x1p40 }, TO_40 }, halved, NULL },
	{ "geometric_mass", { TO_40, TO_40, { 0, 0x1p40 } }, rated, NULL },
	{ "geometric_tail", { TO_40, TO_40, { 0, 0x1p40 } }, rated, NULL },
	{ "discrete_laplace_mass", { TO_40, TO_40, { 0, 0x1p40 } }, rated, NULL },
	{ "discrete_laplace_tail", { TO_40, TO_40, { 0, 0x1p40 } }, rated, NULL },
	{ "discrete_gaussian_mass", { TO_40, TO_40, { 0, INFINITY } }, narrow, NULL },
	{ "discrete_gaussian_tail", { TO_40, TO_40, { 0, INFINITY } }, narrow, NULL },
	{ "pbm_mass", { WEIGHT, { 0, 0x1p40 }, { 0, INFINITY } }, drawn, near_end },
	{ "pbm_tail", { WEIGHT, { 0, 0x1p40 }, { 0, INFINITY } }, drawn, near_end },
	{ "polya_mass", { TO_40, TO_40, TO_40, TO_40, { 0, 0x1p20 } }, shared, near_zero },
	{ "polya_tail", { TO_40, TO_40, TO_40, TO_40, { 0, 0x1p20 } }, shared, near_zero },
	{ "pbm_delta", { PLACED, { 0, 100 } }, placed, NULL },
	{ "pbm_epsilon", { PLACED, { 1e-100, 0.5 } }, placed, NULL },
	{ "pbm_renyi", { PLACED, { 1.125, 256 } }, placed, NULL },
	{ "user_delta", { { 0, 10 }, { 1e-300, 1 }, { 1, 1000 } }, grouped, NULL },
	{ "optimal_delta", { { 0x1p-10, 10 }, HALF, { 1, 1000 }, { 0, 600 } }, grouped, NULL },
	{ "privsr_worth", { { 0x1p-20, 1000 }, { 0x1p-20, 1 } }, NULL, NULL },
};

struct ends {
	struct book *b;
	const struct account *a;
	const struct domain *d;
	double share;
	uint64_t number; /* of the next draw */
};

static bool whole(const struct ends *e, size_t i)
{
	return e->a->input[i][0] == '#';
}

/* As account_sweep.c draws, with 24 binary digits: 1/2 and such a number added are exact in doubles. */
static void draw(struct ends *e, double *x)
{
	int exponent;

	account_draw(e->b, e->a, e->number++, x);
	for (size_t i = 0; i < ACCOUNT_INPUTS && e->a->input[i] != NULL; i++)
		if (!whole(e, i)) {
			frexp(x[i], &exponent);
			x[i] = ldexp(floor(ldexp(x[i], 24 - exponent)), exponent - 24);
		}
}

static bool within(const struct domain *d, const struct account *a, const double *x)
{
	for (size_t i = 0; i < ACCOUNT_INPUTS && a->input[i] != NULL; i++)
		if (!(x[i] >= d->range[i].least && x[i] <= d->range[i].most))
			return false;
	return d->together == NULL || d->together(x);
}

/* A test that has an answer a double can be, or none. */
static bool test(struct ends *e, const double *x)
{
	struct account_case one = { "Boundary", { 0 } };
	bool usable;
	mpfr_t z;

	memcpy(one.x, x, sizeof one.x);
	mpfr_init2(z, ACCOUNT_BITS);
	e->a->f(z, x);
	usable = mpfr_number_p(z) && mpfr_sgn(z) >= 0 && (mpfr_zero_p(z) || mpfr_cmp_d(z, 1e-290) >= 0);
	if (usable)
		account_test(e->b, e->a, NULL, &one, z, e->share);
	mpfr_clear(z);
	return usable;
}

static void refuse(struct ends *e, const char *what, const double *x, size_t i, double value)
{
	char text[64];
	struct account_case one = { text, { 0 } };

	snprintf(text, sizeof text, "%s%s", e->a->input[i] + whole(e, i), what);
	memcpy(one.x, x, sizeof one.x);
	one.x[i] = value;
	account_refuse(e->b, e->a, &one, 1);
}

/* One end of one input; `beyond` is the first number that is not allowed, or NAN: there is none. */
static void end_of(struct ends *e, size_t i, double end, double beyond, const char *what)
{
	double x[ACCOUNT_INPUTS] = { 0 }, last[ACCOUNT_INPUTS] = { 0 };
	size_t asked = 0;
	bool any = false, done = false;

	for (size_t tries = 0; tries < TRIES && asked < ANSWERS && !done; tries++) {
		draw(e, x);
		x[i] = end;
		if (!within(e->d, e->a, x))
			continue;
		memcpy(last, x, sizeof last);
		any = true;
		if (e->d->quick == NULL || e->d->quick(x)) {
			done = test(e, x);
			asked++;
		}
	}
	if (any && !isnan(beyond))
		refuse(e, what, last, i, beyond);
}

static void no_number(struct ends *e, size_t i)
{
	double x[ACCOUNT_INPUTS] = { 0 };

	do
		draw(e, x);
	while (!within(e->d, e->a, x));
	refuse(e, " is not a number", x, i, NAN);
}

/* Input i as large as it may be beside input j as drawn, the other whole numbers at their least; then one more. */
static void corner(struct ends *e, size_t i, size_t j)
{
	double x[ACCOUNT_INPUTS] = { 0 }, low, high;

	draw(e, x);
	for (size_t l = 0; l < ACCOUNT_INPUTS && e->a->input[l] != NULL; l++)
		if (l != j && whole(e, l))
			x[l] = e->d->range[l].least;
	low = x[i];
	high = fmin(e->d->range[i].most, 0x1p52);
	x[i] = high;
	if (e->d->together(x) || (x[i] = low, !within(e->d, e->a, x)))
		return;
	while (high - low > 1) {
		x[i] = floor((low + high) / 2);
		*(e->d->together(x) ? &low : &high) = x[i];
	}
	x[i] = low;
	if (e->d->quick == NULL || e->d->quick(x))
		test(e, x);
	refuse(e, " passes its bound with the others", x, i, high);
}

void book_ends(struct book *b)
{
	struct ends e = { b, b->account, NULL, b->share, 5000000 };

	if (b->failed || b->account == NULL)
		return;
	for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
		if (strcmp(domains[i].algorithm, b->algorithm) == 0)
			e.d = &domains[i];
	if (e.d == NULL) {
		b->failed = true;
		return;
	}
	book_group(b, "ends of the domain", "For each input the last number that it may be, and the first that it may not.");
	for (size_t i = 0; i < ACCOUNT_INPUTS && e.a->input[i] != NULL; i++) {
		const struct range *r = &e.d->range[i];
		const bool steps = whole(&e, i);

		end_of(&e, i, r->least, steps ? (r->least > 0 ? r->least - 1 : NAN) : nextafter(r->least, -INFINITY), " just below the least");
		if (isfinite(r->most))
			end_of(&e, i, r->most, steps ? r->most + 1 : nextafter(r->most, INFINITY), " just above the most");
		if (!steps)
			no_number(&e, i);
		for (size_t j = 0; e.d->together != NULL && steps && j < ACCOUNT_INPUTS && e.a->input[j] != NULL; j++)
			if (j != i)
				corner(&e, i, j);
	}
}
