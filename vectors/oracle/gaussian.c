/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Gaussian mechanism's curve by its definition, in 320 bits: the two tails are subtracted as they stand, which loses
   at most a few dozen of them. Roots by bisection; Newton's steps say beforehand where, and two values of the curve, one on
   either side, prove it. */
#include <math.h>
#include <mpfr.h>

#include "account.h"

enum { BITS = ACCOUNT_BITS, HALVINGS = 80, STEPS = 20, NEAR = 100 };

static void tail(mpfr_t q, const mpfr_t x)
{
	mpfr_t root;

	mpfr_init2(root, BITS);
	mpfr_sqrt_ui(root, 2, MPFR_RNDN);
	mpfr_div(q, x, root, MPFR_RNDN);
	mpfr_erfc(q, q, MPFR_RNDN);
	mpfr_div_2ui(q, q, 1, MPFR_RNDN);
	mpfr_clear(root);
}

void gaussian_curve(mpfr_t delta, const mpfr_t mu, const mpfr_t epsilon)
{
	mpfr_t ratio, half, x;

	mpfr_inits2(BITS, ratio, half, x, (mpfr_ptr)0);
	mpfr_div(ratio, epsilon, mu, MPFR_RNDN);
	mpfr_div_2ui(half, mu, 1, MPFR_RNDN);
	mpfr_sub(x, ratio, half, MPFR_RNDN);
	tail(delta, x);
	mpfr_add(x, ratio, half, MPFR_RNDN);
	tail(ratio, x);
	mpfr_exp(x, epsilon, MPFR_RNDN);
	mpfr_mul(ratio, ratio, x, MPFR_RNDN);
	mpfr_sub(delta, delta, ratio, MPFR_RNDN);
	mpfr_clears(ratio, half, x, (mpfr_ptr)0);
}

/* The curve where one of its two arguments is held. It falls in epsilon and grows in mu. */
struct held {
	double delta;
	mpfr_t other;
	bool of_epsilon;
};

static void curve_at(mpfr_t value, struct held *h, mpfr_t x)
{
	if (h->of_epsilon)
		gaussian_curve(value, h->other, x);
	else
		gaussian_curve(value, x, h->other);
}

/* Whether x lies below the root. */
static bool below(struct held *h, mpfr_t x)
{
	mpfr_t value;
	bool yes;

	mpfr_init2(value, BITS);
	curve_at(value, h, x);
	yes = (mpfr_cmp_d(value, h->delta) > 0) == h->of_epsilon;
	mpfr_clear(value);
	return yes;
}

/* The curve's derivative: phi(epsilon / mu - mu / 2) in mu, -e^epsilon Q(epsilon / mu + mu / 2) in epsilon. */
static void slope(mpfr_t z, struct held *h, mpfr_t x)
{
	mpfr_t ratio, half;

	mpfr_inits2(BITS, ratio, half, (mpfr_ptr)0);
	if (h->of_epsilon) {
		mpfr_div(ratio, x, h->other, MPFR_RNDN);
		mpfr_div_2ui(half, h->other, 1, MPFR_RNDN);
		mpfr_add(ratio, ratio, half, MPFR_RNDN);
		tail(z, ratio);
		mpfr_exp(ratio, x, MPFR_RNDN);
		mpfr_mul(z, z, ratio, MPFR_RNDN);
		mpfr_neg(z, z, MPFR_RNDN);
	} else {
		mpfr_div(ratio, h->other, x, MPFR_RNDN);
		mpfr_div_2ui(half, x, 1, MPFR_RNDN);
		mpfr_sub(ratio, ratio, half, MPFR_RNDN);
		mpfr_sqr(ratio, ratio, MPFR_RNDN);
		mpfr_div_si(ratio, ratio, -2, MPFR_RNDN);
		mpfr_exp(z, ratio, MPFR_RNDN);
		mpfr_const_pi(half, MPFR_RNDN);
		mpfr_mul_2ui(half, half, 1, MPFR_RNDN);
		mpfr_sqrt(half, half, MPFR_RNDN);
		mpfr_div(z, z, half, MPFR_RNDN);
	}
	mpfr_clears(ratio, half, (mpfr_ptr)0);
}

/* Newton's steps on log curve = log delta, from where the published formula, which asks for more noise, has the root. */
static void approach(mpfr_t x, struct held *h)
{
	const double other = mpfr_get_d(h->other, MPFR_RNDN), s = sqrt(-2 * log(h->delta));
	mpfr_t value, step;

	mpfr_inits2(BITS, value, step, (mpfr_ptr)0);
	mpfr_set_d(x, h->of_epsilon ? other * (other / 2 + s) : 2 * other / (sqrt(s * s + 2 * other) + s), MPFR_RNDN);
	for (int i = 0; i < STEPS; i++) {
		curve_at(value, h, x);
		mpfr_div_d(step, value, h->delta, MPFR_RNDN);
		mpfr_log(step, step, MPFR_RNDN);
		mpfr_mul(step, step, value, MPFR_RNDN);
		slope(value, h, x);
		mpfr_div(step, step, value, MPFR_RNDN);
		mpfr_sub(x, x, step, MPFR_RNDN);
		mpfr_mul_2ui(step, step, NEAR / 2 + 2, MPFR_RNDN);
		if (!mpfr_number_p(x) || mpfr_cmpabs(step, x) < 0)
			break;
	}
	mpfr_clears(value, step, (mpfr_ptr)0);
}

/* Two numbers between which the root is known to lie, 2^-NEAR of it on either side; else all there are. */
static void bracket(struct held *h, mpfr_t low, mpfr_t high)
{
	mpfr_t x, room;

	mpfr_inits2(BITS, x, room, (mpfr_ptr)0);
	approach(x, h);
	mpfr_div_2ui(room, x, NEAR, MPFR_RNDN);
	mpfr_sub(low, x, room, MPFR_RNDN);
	mpfr_add(high, x, room, MPFR_RNDN);
	if (!mpfr_number_p(x) || mpfr_sgn(x) <= 0 || !below(h, low) || below(h, high)) {
		mpfr_set_inf(low, -1);
		mpfr_set_inf(high, 1);
	}
	mpfr_clears(x, room, (mpfr_ptr)0);
}

/* The point of [0, most] where the curve passes `delta`; `other` is what is held. */
static void root(mpfr_t x, double delta, double other, bool of_epsilon, double most)
{
	struct held h = { .delta = delta, .of_epsilon = of_epsilon };
	mpfr_t low, high, known_low, known_high;

	mpfr_inits2(BITS, h.other, low, high, known_low, known_high, (mpfr_ptr)0);
	mpfr_set_zero(low, 1);
	mpfr_set_d(high, most, MPFR_RNDN);
	mpfr_set_d(h.other, other, MPFR_RNDN);
	bracket(&h, known_low, known_high);
	for (int i = 0; i < HALVINGS; i++) {
		mpfr_add(x, low, high, MPFR_RNDN);
		mpfr_div_2ui(x, x, 1, MPFR_RNDN);
		if (mpfr_cmp(x, known_low) <= 0 || (mpfr_cmp(x, known_high) < 0 && below(&h, x)))
			mpfr_set(low, x, MPFR_RNDN);
		else
			mpfr_set(high, x, MPFR_RNDN);
	}
	mpfr_clears(h.other, low, high, known_low, known_high, (mpfr_ptr)0);
}

void gaussian_largest_mu(mpfr_t mu, double epsilon, double delta)
{
	root(mu, delta, epsilon, false, 128);
}

static void inputs(struct book *b, const char *first, double x, const char *second, double y)
{
	book_in_double(b, first, x);
	book_in_double(b, second, y);
}

static void refused(struct book *b, const char *comment, const char *first, double x, const char *second, double y)
{
	book_refused(b, comment);
	inputs(b, first, x, second, y);
}

/* mu, epsilon */
static void delta_of(mpfr_ptr z, const double *x)
{
	mpfr_t m, e;

	mpfr_inits2(BITS, m, e, (mpfr_ptr)0);
	mpfr_set_d(m, x[0], MPFR_RNDN);
	mpfr_set_d(e, x[1], MPFR_RNDN);
	gaussian_curve(z, m, e);
	mpfr_clears(m, e, (mpfr_ptr)0);
}

/* mu, delta: 0 where the curve is not above delta at 0. */
void gaussian_least_epsilon(mpfr_ptr z, const double *x)
{
	delta_of(z, (const double[]){ x[0], 0 });
	if (mpfr_cmp_d(z, x[1]) <= 0)
		mpfr_set_zero(z, 1);
	else
		root(z, x[1], x[0], true, 8192);
}

/* epsilon, delta */
static void mu_of(mpfr_ptr z, const double *x)
{
	gaussian_largest_mu(z, x[0], x[1]);
}

static const struct account of_delta = { "delta", { "mu", "epsilon" }, delta_of }, of_epsilon = { "epsilon", { "mu", "delta" }, gaussian_least_epsilon },
                            of_mu = { "mu", { "epsilon", "delta" }, mu_of };

static void put(struct book *b, const struct account *a, const char *flags, double x, double y)
{
	const struct account_case one = { flags, { x, y } };

	account_tests(b, a, &one, 1);
}

ORACLE(gaussian_delta)
{
	static const double ordinary[][2] = { { 0.5, 0.5 }, { 0.5, 1 }, { 0.25, 1 }, { 1, 1 }, { 1, 3 }, { 0.1, 0.125 }, { 2, 5 }, { 0.3, 2 }, { 1.5, 0.1 } };
	static const double small[][2] = { { 0.1, 1 }, { 0.5, 10 }, { 0.03125, 1 }, { 1, 36 }, { 0x1p-10, 0.03 }, { 0x1p-10, 0.0009765625 }, { 2, 70 }, { 8, 280 } };
	static const double large[][2] = { { 40, 1000 }, { 30, 1000 }, { 64, 1000 }, { 24, 800 }, { 45, 720 } };
	static const double wide[][2] = { { 3, 1 }, { 8, 20 }, { 20, 100 }, { 64, 500 }, { 5, 12.5 }, { 10, 0.5 } };

	book_open(b, "gaussian_delta");
	book_group(b, "ordinary", "One release to some dozens.");
	for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++)
		put(b, &of_delta, "Ordinary", ordinary[i][0], ordinary[i][1]);
	book_group(b, "edges", "Small deltas, large epsilons, much more budget than noise.");
	for (size_t i = 0; i < sizeof small / sizeof *small; i++)
		put(b, &of_delta, "SmallDelta", small[i][0], small[i][1]);
	for (size_t i = 0; i < sizeof large / sizeof *large; i++)
		put(b, &of_delta, "LargeEpsilon", large[i][0], large[i][1]);
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
		put(b, &of_delta, "LargeMu", wide[i][0], wide[i][1]);
	for (double mu = 0x1p-10; mu <= 64; mu *= 16)
		put(b, &of_delta, mu > 6 ? "Zero LargeMu" : "Zero", mu, 0);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "mu below 2^-10", "mu", nextafter(0x1p-10, 0), "epsilon", 1);
	refused(b, "mu above 64", "mu", nextafter(64, 65), "epsilon", 1);
	refused(b, "mu is not a number", "mu", NAN, "epsilon", 1);
	refused(b, "negative epsilon", "mu", 1, "epsilon", -0x1p-1074);
	refused(b, "epsilon above 1000", "mu", 64, "epsilon", nextafter(1000, 2000));
	refused(b, "epsilon is not a number", "mu", 1, "epsilon", NAN);
}

ORACLE(gaussian_epsilon)
{
	static const double mus[] = { 0.0625, 0.3, 1, 2.5, 6 }, deltas[] = { 1e-3, 1e-5, 1e-9 }, tiny[] = { 1e-15, 1e-30, 1e-100, 1e-300 };

	book_open(b, "gaussian_epsilon");
	book_group(b, "ordinary", "Deltas as they are asked for.");
	for (size_t i = 0; i < 5; i++)
		for (size_t j = 0; j < 3; j++)
			put(b, &of_epsilon, "Ordinary", mus[i], deltas[j]);
	book_group(b, "edges", "Small deltas; much more budget than noise; deltas that cost nothing.");
	for (size_t i = 0; i < 5; i++)
		for (size_t j = 0; j < 4; j++)
			put(b, &of_epsilon, "SmallDelta", mus[i], tiny[j]);
	put(b, &of_epsilon, "LargeMu", 64, 0.5);
	put(b, &of_epsilon, "LargeMu", 20, 0.25);
	put(b, &of_epsilon, "LargeMu SmallDelta", 64, 1e-200);
	put(b, &of_epsilon, "Zero", 0x1p-10, 0.125);
	put(b, &of_epsilon, "Zero", 0.5, 0.25);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "mu below 2^-10", "mu", 0, "delta", 1e-5);
	refused(b, "mu above 64", "mu", 65, "delta", 1e-5);
	refused(b, "mu is infinite", "mu", INFINITY, "delta", 1e-5);
	refused(b, "delta 0", "mu", 1, "delta", 0);
	refused(b, "delta above 1/2", "mu", 1, "delta", 0.75);
	refused(b, "delta is not a number", "mu", 1, "delta", NAN);
}

ORACLE(gaussian_mu)
{
	static const double epsilons[] = { 0.1, 0.5, 1, 3, 8 }, deltas[] = { 1e-3, 1e-5, 1e-9 }, tiny[] = { 1e-15, 1e-30, 1e-100, 1e-300 };

	book_open(b, "gaussian_mu");
	book_group(b, "ordinary", "Budgets as they are asked for.");
	for (size_t i = 0; i < 5; i++)
		for (size_t j = 0; j < 3; j++)
			put(b, &of_mu, "Ordinary", epsilons[i], deltas[j]);
	book_group(b, "edges", "Small deltas, large epsilons.");
	for (size_t i = 0; i < 5; i++)
		for (size_t j = 0; j < 4; j++)
			put(b, &of_mu, "SmallDelta", epsilons[i], tiny[j]);
	put(b, &of_mu, "LargeEpsilon", 20, 1e-8);
	put(b, &of_mu, "LargeEpsilon", 100, 1e-5);
	put(b, &of_mu, "LargeEpsilon", 1000, 0.5);
	put(b, &of_mu, "LargeEpsilon SmallDelta", 1000, 1e-300);
	put(b, &of_mu, "SmallDelta", 0x1p-10, 1e-300);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "epsilon 0", "epsilon", 0, "delta", 1e-5);
	refused(b, "epsilon above 1000", "epsilon", 1001, "delta", 1e-5);
	refused(b, "epsilon is infinite", "epsilon", INFINITY, "delta", 1e-5);
	refused(b, "delta 0", "epsilon", 1, "delta", 0);
	refused(b, "delta above 1/2", "epsilon", 1, "delta", 0.75);
	refused(b, "delta is not a number", "epsilon", 1, "delta", NAN);
	book_group(b, "edges of the domain", "The last numbers that are allowed, and the first that are not.");
	refused(b, "epsilon just below", "epsilon", nextafter(0x1p-10, 0), "delta", 1e-5);
	refused(b, "epsilon just above", "epsilon", nextafter(1000, 2000), "delta", 1e-5);
	refused(b, "delta just above", "epsilon", 1, "delta", nextafter(0.5, 1));
}
