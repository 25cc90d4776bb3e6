/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points across the domain of a curve: exponents of two spread evenly, digits in full. Where an implementation goes from one
   formula to another is its own secret; points in between find where that goes wrong. */
#include <math.h>
#include <string.h>

#include "account.h"
#include "tape.h"

enum { POINTS = 40, TRIES = 4000, ZEROS = 3 };

struct range {
	double least, most;
};

struct sweep {
	const char *algorithm;
	struct range range[ACCOUNT_INPUTS];
	bool (*allowed)(const double *x); /* NULL: all */
};

/* What an oracle can sum one by one. */
static bool steps_of_gaussian(const double *x) { return x[0] <= 256 * x[1] && x[2] * x[2] * x[1] <= 4096 * x[0]; }
static bool steps_of_laplace(const double *x) { return x[2] * x[0] <= 1000 * x[1] && x[1] <= 16 * x[0]; }
static bool rated(const double *x) { return x[0] * (x[2] + 1) <= 690 * x[1]; }
static bool halved(const double *x) { return x[0] <= 690 * x[1]; }
static bool narrow(const double *x) { return x[0] <= 0x1p10 * x[1] && x[2] * x[2] * x[1] <= 1360 * x[0]; }
static bool drawn(const double *x) { return x[2] <= x[0]; }
static bool shared(const double *x) { return x[1] <= 64 * x[0] && x[2] <= x[3] && x[0] * (x[4] + 1) <= 600 * x[1]; }
static bool placed(const double *x) { return x[1] + x[2] + x[3] <= 256; }
static bool far_enough(const double *x) { return x[1] <= 2 * x[2] && x[2] <= 64 * x[1]; } /* else delta is 1, or next to nothing */
static bool seen(const double *x) { return x[1] * x[1] <= 1200 * x[0] * x[0]; }
static bool grouped(const double *x) { return x[0] * x[2] <= 600; }

#define DELTA { 0x1p-960, 0.5 }
#define EPSILON { 0x1p-8, 900 }
#define WIDE { 1, 0x1p40 }
#define SCALE { 0x1p-18, 0x1p18 }
#define PLACED { 0x1p-6, 0.25 }, { 1, 200 }, { 1, 200 }, { 1, 200 }

static const struct sweep sweeps[] = {
	{ "laplace_delta", { { 0x1p-8, 0x1p8 }, { 0x1p-8, 0x1p8 }, { 0x1p-10, 0x1p8 } }, NULL },
	{ "laplace_epsilon", { { 0x1p-8, 0x1p8 }, { 0x1p-8, 0x1p8 }, { 0x1p-60, 0.5 } }, NULL },
	{ "mixture_delta", { { 0x1p-8, 0x1p8 }, { 0x1p-8, 0x1p8 }, EPSILON, { 0, 1 } }, NULL },
	{ "randomized_delta", { { 2, 0x1p30 }, EPSILON, EPSILON }, NULL },
	{ "randomized_renyi", { { 2, 0x1p30 }, EPSILON, { 1.0625, 256 } }, NULL },
	{ "importance_loss", { { 1, 0x1p20 }, { 0x1p-30, 900 } }, NULL },
	{ "importance_delta", { { 1, 0x1p20 }, { 0x1p-10, 900 }, { 0x1p-10, 900 } }, NULL },
	{ "importance_scale", { { 1, 0x1p20 }, { 0x1p-30, 900 } }, NULL },
	{ "importance_published_loss", { { 1, 0x1p20 }, { 0x1p-20, 700 } }, NULL },
	{ "discrete_gaussian_delta", { WIDE, WIDE, { 1, 0x1p12 }, { 0x1p-8, 256 } }, steps_of_gaussian },
	{ "discrete_gaussian_epsilon", { WIDE, WIDE, { 1, 0x1p12 }, DELTA }, steps_of_gaussian },
	{ "discrete_laplace_delta", { WIDE, WIDE, { 1, 0x1p20 }, { 0x1p-8, 512 } }, steps_of_laplace },
	{ "discrete_laplace_epsilon", { WIDE, WIDE, { 1, 0x1p20 }, { 0x1p-60, 0.5 } }, steps_of_laplace },
	{ "gaussian_delta", { { 0x1p-10, 64 }, { 0, 1000 } }, seen },
	{ "gaussian_epsilon", { { 0x1p-10, 64 }, DELTA }, NULL },
	{ "gaussian_mu", { EPSILON, DELTA }, NULL },
	{ "gaussian_sigma", { EPSILON, DELTA, SCALE, { 1, 0x1p32 } }, NULL },
	{ "gaussian_classical_sigma", { { 0x1p-10, 0.999 }, DELTA, SCALE }, NULL },
	{ "gaussian_published_epsilon", { { 0x1p-10, 64 }, DELTA }, NULL },
	{ "gaussian_published_delta", { { 0x1p-10, 64 }, EPSILON }, seen },
	{ "gaussian_published_order", { { 0x1p-20, 0x1p20 }, DELTA }, NULL },
	{ "rdp_epsilon", { { 1.0625, 256 }, { 0x1p-8, 512 }, DELTA }, NULL },
	{ "rdp_delta", { { 1.0625, 32 }, { 0x1p-8, 256 }, { 0x1p-8, 512 } }, far_enough },
	{ "rdp_published_epsilon", { { 1.0625, 256 }, { 0x1p-8, 512 }, DELTA }, NULL },
	{ "sampled_gaussian_delta", { { 0x1p-6, 64 }, { 0x1p-20, 1 }, { 0x1p-8, 512 }, { 0, 1 } }, NULL },
	{ "sampled_gaussian_renyi", { { 0x1p-8, 32 }, { 0x1p-24, 1 }, { 2, 256 } }, NULL },
	{ "bernoulli_exp_mass", { WIDE, WIDE }, halved },
	{ "geometric_mass", { WIDE, WIDE, { 1, 0x1p20 } }, rated },
	{ "geometric_tail", { WIDE, WIDE, { 1, 0x1p20 } }, rated },
	{ "discrete_laplace_mass", { WIDE, WIDE, { 1, 0x1p20 } }, rated },
	{ "discrete_laplace_tail", { WIDE, WIDE, { 1, 0x1p20 } }, rated },
	{ "discrete_gaussian_mass", { WIDE, WIDE, { 1, 0x1p10 } }, narrow },
	{ "discrete_gaussian_tail", { WIDE, WIDE, { 1, 0x1p10 } }, narrow },
	{ "pbm_mass", { { 1, 0x1p12 }, WIDE, { 1, 0x1p12 } }, drawn },
	{ "pbm_tail", { { 1, 0x1p12 }, WIDE, { 1, 0x1p12 } }, drawn },
	{ "polya_mass", { WIDE, WIDE, WIDE, WIDE, { 1, 0x1p12 } }, shared },
	{ "polya_tail", { WIDE, WIDE, WIDE, WIDE, { 1, 0x1p12 } }, shared },
	{ "pbm_delta", { PLACED, { 0x1p-8, 64 } }, placed },
	{ "pbm_epsilon", { PLACED, { 0x1p-300, 0.5 } }, placed },
	{ "pbm_renyi", { PLACED, { 1.125, 256 } }, placed },
	{ "user_delta", { { 0x1p-20, 10 }, { 0x1p-100, 1 }, { 1, 1000 } }, grouped },
	{ "optimal_delta", { { 0x1p-10, 10 }, { 0x1p-60, 0.5 }, { 1, 1000 }, { 0x1p-8, 512 } }, grouped },
	{ "privsr_worth", { { 0x1p-20, 1000 }, { 0x1p-20, 1 } }, NULL },
};

/* An exponent from that of `least` to that of `most`, then 52 digits; a truth value where most is 1 and least 0. */
static double drawn_from(const struct range *r, bool whole, const uint64_t word[2])
{
	int low, high;
	double x;

	if (r->least == 0)
		return (double)(word[0] % 2);
	frexp(r->least, &low);
	frexp(r->most, &high);
	x = ldexp(0.5 + ldexp((double)(word[1] >> 12), -53), low + (int)(word[0] % (uint64_t)(high - low + 1)));
	return whole ? floor(x) : x;
}

static const struct sweep *sweep_of(const char *algorithm)
{
	for (size_t i = 0; i < sizeof sweeps / sizeof *sweeps; i++)
		if (strcmp(sweeps[i].algorithm, algorithm) == 0)
			return &sweeps[i];
	return NULL;
}

static bool within(const struct account *a, const struct sweep *s, const double *x)
{
	for (size_t i = 0; i < ACCOUNT_INPUTS && a->input[i] != NULL; i++)
		if (!(x[i] >= s->range[i].least && x[i] <= s->range[i].most))
			return false;
	return s->allowed == NULL || s->allowed(x);
}

bool account_within(const char *algorithm, const struct account *a, const double *x)
{
	const struct sweep *s = sweep_of(algorithm);

	return s != NULL && within(a, s, x);
}

static bool draw(const struct book *b, const struct account *a, const struct sweep *s, uint64_t number, double *x)
{
	uint64_t word[2 * ACCOUNT_INPUTS];

	tape_words(b->algorithm, UINT64_C(1000000) + number, word, 2 * ACCOUNT_INPUTS);
	for (size_t i = 0; i < ACCOUNT_INPUTS && a->input[i] != NULL; i++)
		x[i] = drawn_from(&s->range[i], a->input[i][0] == '#', word + 2 * i);
	return within(a, s, x);
}

void account_draw(const struct book *b, const struct account *a, uint64_t number, double *x)
{
	draw(b, a, sweep_of(b->algorithm), number, x);
}

void account_sweep(struct book *b, const struct account *a, const struct account_mistake *mistakes, double share)
{
	const struct sweep *s = sweep_of(b->algorithm);
	size_t found = 0, zeros = 0;
	mpfr_t z;

	if (s == NULL) {
		b->failed = true;
		return;
	}
	b->account = a;
	b->share = share;
	book_group(b, "across the domain", "Exponents of two spread evenly, digits in full.");
	mpfr_init2(z, ACCOUNT_BITS);
	for (uint64_t number = 0; found < POINTS && number < TRIES; number++) {
		struct account_case one = { "Sweep", { 0 } };
		if (!draw(b, a, s, number, one.x))
			continue;
		a->f(z, one.x);
		if (!mpfr_number_p(z) || mpfr_sgn(z) < 0 || (mpfr_sgn(z) > 0 && mpfr_cmp_d(z, 1e-290) < 0) || (mpfr_zero_p(z) && zeros == ZEROS))
			continue;
		zeros += mpfr_zero_p(z);
		found++;
		account_test(b, a, mistakes, &one, z, share);
	}
	b->failed |= found < POINTS;
	mpfr_clear(z);
}
