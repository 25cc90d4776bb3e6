/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curves as persons get them wrong: a tail left out, a factor, a number for its square, another theorem's formula. Each is
   computed like the right one; exec names it where a program answers the same. */
#include "account.h"

void account_ratio(mpfr_ptr z, double above, double below)
{
	mpfr_set_d(z, above, MPFR_RNDN);
	mpfr_div_d(z, z, below, MPFR_RNDN);
}

/* z = 1 - e^z; 0 where that is negative. */
static void one_less_exp(mpfr_ptr z)
{
	mpfr_expm1(z, z, MPFR_RNDN);
	mpfr_neg(z, z, MPFR_RNDN);
	if (mpfr_sgn(z) <= 0)
		mpfr_set_zero(z, 1);
}

/* Q(epsilon / mu + sign mu / 2) */
static void tail(mpfr_ptr z, double mu, double epsilon, double sign)
{
	mpfr_t half;

	mpfr_init2(half, ACCOUNT_BITS);
	mpfr_set_d(half, sign * mu / 2, MPFR_RNDN);
	account_ratio(z, epsilon, mu);
	mpfr_add(z, z, half, MPFR_RNDN);
	mpfr_set_d(half, 0.5, MPFR_RNDN);
	mpfr_sqrt(half, half, MPFR_RNDN);
	mpfr_mul(z, z, half, MPFR_RNDN);
	mpfr_erfc(z, z, MPFR_RNDN);
	mpfr_div_2ui(z, z, 1, MPFR_RNDN);
	mpfr_clear(half);
}

static void first_tail(mpfr_ptr z, const double *x)
{
	tail(z, x[0], x[1], -1);
}

static void difference_of_tails(mpfr_ptr z, const double *x)
{
	mpfr_t second;

	mpfr_init2(second, ACCOUNT_BITS);
	tail(z, x[0], x[1], -1);
	tail(second, x[0], x[1], 1);
	mpfr_sub(z, z, second, MPFR_RNDN);
	mpfr_clear(second);
}

/* z = sqrt(2 log(top / delta)) */
void account_root_of_log(mpfr_ptr z, double top, double delta)
{
	account_ratio(z, top, delta);
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_mul_2ui(z, z, 1, MPFR_RNDN);
	mpfr_sqrt(z, z, MPFR_RNDN);
}

/* epsilon, delta, sensitivity, releases */
static void classical(mpfr_ptr z, const double *x)
{
	mpfr_t root;

	mpfr_init2(root, ACCOUNT_BITS);
	mpfr_set_d(root, x[3], MPFR_RNDN);
	mpfr_sqrt(root, root, MPFR_RNDN);
	account_root_of_log(z, 1.25, x[1]);
	mpfr_mul(z, z, root, MPFR_RNDN);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
	mpfr_clear(root);
}

static void without_quarter(mpfr_ptr z, const double *x)
{
	account_root_of_log(z, 1, x[1]);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
}

/* mu / 2 + mu sqrt(2 log(1 / delta)) */
static void published_unsquared(mpfr_ptr z, const double *x)
{
	account_root_of_log(z, 1, x[1]);
	mpfr_add_d(z, z, 0.5, MPFR_RNDN);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
}

/* 1 - e^(epsilon - D / b) */
static void laplace_not_halved(mpfr_ptr z, const double *x)
{
	account_ratio(z, x[1], x[0]);
	mpfr_d_sub(z, x[2], z, MPFR_RNDN);
	one_less_exp(z);
}

static void laplace_curve(mpfr_ptr z, const double *x)
{
	account_ratio(z, x[1], x[0]);
	mpfr_d_sub(z, x[2], z, MPFR_RNDN);
	mpfr_div_2ui(z, z, 1, MPFR_RNDN);
	one_less_exp(z);
}

static void laplace_exchanged(mpfr_ptr z, const double *x)
{
	laplace_curve(z, (const double[]){ x[1], x[0], x[2] });
	if (x[1] == 0)
		mpfr_set_nan(z);
}

/* D / b + times log(1 - delta) */
static void laplace_log(mpfr_ptr z, const double *x, double times)
{
	mpfr_t e0;

	mpfr_init2(e0, ACCOUNT_BITS);
	account_ratio(e0, x[1], x[0]);
	mpfr_set_d(z, -x[2], MPFR_RNDN);
	mpfr_log1p(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, times, MPFR_RNDN);
	mpfr_add(z, z, e0, MPFR_RNDN);
	if (mpfr_sgn(z) < 0 && times < 2)
		mpfr_set_zero(z, 1);
	mpfr_clear(e0);
}

static void laplace_log_once(mpfr_ptr z, const double *x)
{
	laplace_log(z, x, 1);
}

static void laplace_log_negative(mpfr_ptr z, const double *x)
{
	laplace_log(z, x, 2);
}

static void h_unknown(mpfr_ptr z, const double *x)
{
	laplace_curve(z, x);
}

/* (e^e0 - e^epsilon) / (e^e0 + k) */
static void one_answer_more(mpfr_ptr z, const double *x)
{
	mpfr_t top;

	mpfr_init2(top, ACCOUNT_BITS);
	mpfr_set_d(top, x[1], MPFR_RNDN);
	mpfr_exp(top, top, MPFR_RNDN);
	mpfr_set_d(z, x[2], MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_sub(z, top, z, MPFR_RNDN);
	if (mpfr_sgn(z) <= 0)
		mpfr_set_zero(z, 1);
	mpfr_add_d(top, top, x[0], MPFR_RNDN);
	mpfr_div(z, z, top, MPFR_RNDN);
	mpfr_clear(top);
}

/* log(1 + (e^a - 1) / w) */
static void weight_not_in_exponent(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[1], MPFR_RNDN);
	mpfr_expm1(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
	mpfr_log1p(z, z, MPFR_RNDN);
}

static void weight_not_in_divisor(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[0], MPFR_RNDN);
	mpfr_mul_d(z, z, x[1], MPFR_RNDN);
}

/* rho + log(1 / delta) / (alpha - less) */
static void order_for_order_less(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[2], MPFR_RNDN);
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
	mpfr_d_sub(z, x[1], z, MPFR_RNDN);
}

/* Mironov's conversion, where the least epsilon is asked for. */
static void published_conversion(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[2], MPFR_RNDN);
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, x[0] - 1, MPFR_RNDN);
	mpfr_d_sub(z, x[1], z, MPFR_RNDN);
}

static void mu_for_square(mpfr_ptr z, const double *x)
{
	sampled_gaussian_sum(z, x, 1, 1);
}

static void square_of_order(mpfr_ptr z, const double *x)
{
	sampled_gaussian_sum(z, x, 2, 0);
}

/* The continuous law of sigma^2 = p/q, for k steps. */
static void continuous_gaussian(mpfr_ptr z, const double *x)
{
	mpfr_t mu, epsilon;

	mpfr_inits2(ACCOUNT_BITS, mu, epsilon, (mpfr_ptr)0);
	account_ratio(mu, x[1], x[0]);
	mpfr_sqrt(mu, mu, MPFR_RNDN);
	mpfr_mul_d(mu, mu, x[2], MPFR_RNDN);
	mpfr_set_d(epsilon, x[3], MPFR_RNDN);
	gaussian_curve(z, mu, epsilon);
	mpfr_clears(mu, epsilon, (mpfr_ptr)0);
}

static void continuous_laplace(mpfr_ptr z, const double *x)
{
	account_ratio(z, x[0], x[1]);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_d_sub(z, x[3], z, MPFR_RNDN);
	mpfr_div_2ui(z, z, 1, MPFR_RNDN);
	one_less_exp(z);
}

/* z = log((alpha - 1) / alpha), by which, with log alpha / (alpha - 1), the conversion of Balle et al. (2020) betters Mironov's */
static void better_conversion(mpfr_ptr z, const double *x)
{
	mpfr_t part;

	mpfr_init2(part, ACCOUNT_BITS);
	published_conversion(z, x);
	mpfr_set_d(part, x[0], MPFR_RNDN);
	mpfr_log(part, part, MPFR_RNDN);
	mpfr_mul_d(part, part, -x[0] / (x[0] - 1), MPFR_RNDN);
	mpfr_add(z, z, part, MPFR_RNDN);
	mpfr_set_d(part, x[0] - 1, MPFR_RNDN);
	mpfr_log(part, part, MPFR_RNDN);
	mpfr_add(z, z, part, MPFR_RNDN);
	if (mpfr_sgn(z) < 0)
		mpfr_set_zero(z, 1);
	mpfr_clear(part);
}

/* k p / q + 2 log(1 - delta) */
static void continuous_laplace_epsilon(mpfr_ptr z, const double *x)
{
	laplace_log(z, (const double[]){ x[1], x[2] * x[0], x[3] }, 2);
	if (mpfr_sgn(z) < 0)
		mpfr_set_zero(z, 1);
}

const struct account_mistake *account_mistake_at(size_t i)
{
	static const struct account_mistake all[] = {
		{ "gaussian_delta", "the second tail is left out", first_tail },
		{ "gaussian_delta", "the factor e^epsilon of the second tail is left out", difference_of_tails },
		{ "gaussian_sigma", "the classical theorem's sigma, which holds for epsilon below 1 alone", classical },
		{ "gaussian_classical_sigma", "1 stands for 1.25", without_quarter },
		{ "gaussian_published_epsilon", "mu stands for its square", published_unsquared },
		{ "laplace_delta", "the exponent is not halved", laplace_not_halved },
		{ "laplace_delta", "scale and sensitivity are exchanged", laplace_exchanged },
		{ "laplace_epsilon", "the logarithm is not doubled", laplace_log_once },
		{ "laplace_epsilon", "an epsilon below 0 is not cut to 0", laplace_log_negative },
		{ "mixture_delta", "h is taken as unknown", h_unknown },
		{ "randomized_delta", "answers stands for answers - 1", one_answer_more },
		{ "importance_loss", "the weight is left out of the exponent", weight_not_in_exponent },
		{ "importance_loss", "the weight is left out of the divisor", weight_not_in_divisor },
		{ "rdp_published_epsilon", "alpha stands for alpha - 1", order_for_order_less },
		{ "rdp_epsilon", "Mironov's conversion, which is above the least epsilon", published_conversion },
		{ "sampled_gaussian_renyi", "mu stands for its square", mu_for_square },
		{ "sampled_gaussian_renyi", "j^2 stands for j (j - 1)", square_of_order },
		{ "discrete_gaussian_delta", "the curve of continuous noise", continuous_gaussian },
		{ "discrete_laplace_delta", "the curve of continuous noise", continuous_laplace },
		{ "rdp_epsilon", "the conversion of Balle et al. (2020), which is above the least epsilon", better_conversion },
		{ "discrete_laplace_epsilon", "the curve of continuous noise", continuous_laplace_epsilon },
	};
	const size_t count = sizeof all / sizeof *all;

	return i < count ? &all[i] : account_other_formula_at(i - count);
}
