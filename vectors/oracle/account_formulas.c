/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another theorem's formula where the least epsilon, delta or noise is asked for, and the law of continuous noise for that of
   noise on steps: right somewhere else, and therefore answered often. */
#include <math.h>

#include "account.h"

/* e^((alpha - 1) (rho - epsilon)), at most 1 */
static void published_tail(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[1], MPFR_RNDN);
	mpfr_sub_d(z, z, x[2], MPFR_RNDN);
	mpfr_mul_d(z, z, x[0] - 1, MPFR_RNDN);
	if (mpfr_sgn(z) > 0)
		mpfr_set_zero(z, 1);
	mpfr_exp(z, z, MPFR_RNDN);
}

/* The same times (1 - 1 / alpha)^alpha / (alpha - 1) */
static void better_tail(mpfr_ptr z, const double *x)
{
	mpfr_t part;

	mpfr_init2(part, ACCOUNT_BITS);
	mpfr_set_d(part, x[0] - 1, MPFR_RNDN);
	mpfr_div_d(part, part, x[0], MPFR_RNDN);
	mpfr_log(part, part, MPFR_RNDN);
	mpfr_mul_d(part, part, x[0], MPFR_RNDN);
	mpfr_set_d(z, x[1], MPFR_RNDN);
	mpfr_sub_d(z, z, x[2], MPFR_RNDN);
	mpfr_mul_d(z, z, x[0] - 1, MPFR_RNDN);
	mpfr_add(z, z, part, MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_div_d(z, z, x[0] - 1, MPFR_RNDN);
	mpfr_clear(part);
}

/* mu^2 / 2 + mu sqrt(2 log(1 / delta)) */
static void published_epsilon(mpfr_ptr z, const double *x)
{
	account_root_of_log(z, 1, x[1]);
	mpfr_add_d(z, z, x[0] / 2, MPFR_RNDN);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
}

static void half_square_left_out(mpfr_ptr z, const double *x)
{
	account_root_of_log(z, 1, x[1]);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
}

/* epsilon / sqrt(2 log(1.25 / delta)) */
static void classical_mu(mpfr_ptr z, const double *x)
{
	account_root_of_log(z, 1.25, x[1]);
	mpfr_d_div(z, x[0], z, MPFR_RNDN);
}

/* sqrt(2 log(1 / delta) + 2 epsilon) - sqrt(2 log(1 / delta)) */
static void published_mu(mpfr_ptr z, const double *x)
{
	mpfr_t more;

	mpfr_init2(more, ACCOUNT_BITS);
	account_root_of_log(z, 1, x[1]);
	mpfr_sqr(more, z, MPFR_RNDN);
	mpfr_add_d(more, more, 2 * x[0], MPFR_RNDN);
	mpfr_sqrt(more, more, MPFR_RNDN);
	mpfr_sub(z, more, z, MPFR_RNDN);
	mpfr_clear(more);
}

/* epsilon, delta, sensitivity, releases: the budget in equal parts, each release with its own. */
static void divided_budget(mpfr_ptr z, const double *x)
{
	mpfr_t mu;

	mpfr_set_nan(z);
	if (x[3] < 2 || x[0] / x[3] < 0x1p-10 || x[1] / x[3] < 1e-300)
		return;
	mpfr_init2(mu, ACCOUNT_BITS);
	gaussian_largest_mu(mu, x[0] / x[3], x[1] / x[3]);
	mpfr_d_div(z, x[2], mu, MPFR_RNDN);
	mpfr_clear(mu);
}

/* e^(-epsilon^2 / (2 mu^2)) */
static void not_centred(mpfr_ptr z, const double *x)
{
	account_ratio(z, x[1], x[0]);
	mpfr_sqr(z, z, MPFR_RNDN);
	mpfr_div_si(z, z, -2, MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
}

static void true_delta(mpfr_ptr z, const double *x)
{
	mpfr_t mu, epsilon;

	mpfr_inits2(ACCOUNT_BITS, mu, epsilon, (mpfr_ptr)0);
	mpfr_set_d(mu, x[0], MPFR_RNDN);
	mpfr_set_d(epsilon, x[1], MPFR_RNDN);
	gaussian_curve(z, mu, epsilon);
	mpfr_clears(mu, epsilon, (mpfr_ptr)0);
}

/* The continuous law of sigma^2 = p/q: k steps are mu = k sqrt(q / p). */
static void continuous_gaussian_epsilon(mpfr_ptr z, const double *x)
{
	const double mu = x[2] * sqrt(x[1] / x[0]);

	mpfr_set_nan(z);
	if (mu >= 0x1p-10 && mu <= 64)
		gaussian_least_epsilon(z, (const double[]){ mu, x[3] });
}

/* e^(-x^2 q / (2 p)) / sqrt(2 pi p / q) */
static void density(mpfr_ptr z, const double *x)
{
	mpfr_t pi;

	mpfr_init2(pi, ACCOUNT_BITS);
	mpfr_const_pi(pi, MPFR_RNDN);
	mpfr_mul_d(pi, pi, 2 * x[0], MPFR_RNDN);
	mpfr_div_d(pi, pi, x[1], MPFR_RNDN);
	mpfr_sqrt(pi, pi, MPFR_RNDN);
	account_ratio(z, -x[1] / 2, x[0]);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_div(z, z, pi, MPFR_RNDN);
	mpfr_clear(pi);
}

/* (1 - a) / by a^|x|, a = e^(-p / q) */
static void geometric_by(mpfr_ptr z, const double *x, double by)
{
	mpfr_t rate;

	mpfr_init2(rate, ACCOUNT_BITS);
	account_ratio(rate, -x[0], x[1]);
	mpfr_mul_d(z, rate, x[2], MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_expm1(rate, rate, MPFR_RNDN);
	mpfr_mul(z, z, rate, MPFR_RNDN);
	mpfr_div_d(z, z, -by, MPFR_RNDN);
	mpfr_clear(rate);
}

static void zero_twice(mpfr_ptr z, const double *x)
{
	geometric_by(z, x, 2);
}

static void one_sided(mpfr_ptr z, const double *x)
{
	geometric_by(z, x, 1);
}

/* p / (2 q) e^(-x p / q) */
static void laplace_density(mpfr_ptr z, const double *x)
{
	account_ratio(z, -x[0], x[1]);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[0] / 2, MPFR_RNDN);
	mpfr_div_d(z, z, x[1], MPFR_RNDN);
}

/* e^(-x p / q) */
static void without_share(mpfr_ptr z, const double *x)
{
	account_ratio(z, -x[0], x[1]);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
}

/* alpha mu^2 / 2, and rate^2 times that */
static void whole_divergence(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[0], MPFR_RNDN);
	mpfr_sqr(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[2] / 2, MPFR_RNDN);
}

static void small_divergence(mpfr_ptr z, const double *x)
{
	whole_divergence(z, x);
	mpfr_mul_d(z, z, x[1], MPFR_RNDN);
	mpfr_mul_d(z, z, x[1], MPFR_RNDN);
}

/* log E (P / Q)^(alpha - 1) / alpha: the sum over alpha. */
static void divided_by_order(mpfr_ptr z, const double *x)
{
	sampled_gaussian_sum(z, x, 2, 1);
	mpfr_mul_d(z, z, x[2] - 1, MPFR_RNDN);
	mpfr_div_d(z, z, x[2], MPFR_RNDN);
}

static void sampled_linearly(mpfr_ptr z, const double *x)
{
	true_delta(z, (const double[]){ x[0], x[2] });
	mpfr_mul_d(z, z, x[1], MPFR_RNDN);
}

/* sqrt(times log(top / delta)) D / epsilon, and the same without the root; x = epsilon, delta, sensitivity */
static void classical_with(mpfr_ptr z, const double *x, double top, double times, bool root)
{
	account_ratio(z, top, x[1]);
	mpfr_log(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, times, MPFR_RNDN);
	if (root)
		mpfr_sqrt(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[2], MPFR_RNDN);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
}

static void two_for_quarter(mpfr_ptr z, const double *x) { classical_with(z, x, 2, 2, true); }
static void no_root(mpfr_ptr z, const double *x) { classical_with(z, x, 1.25, 2, false); }

/* e^(-(epsilon - mu^2)^2 / (2 mu^2)), and 1 where epsilon is below mu^2 */
static void centred_at_square(mpfr_ptr z, const double *x)
{
	mpfr_t epsilon;

	mpfr_init2(epsilon, ACCOUNT_BITS);
	mpfr_set_d(epsilon, x[1], MPFR_RNDN);
	mpfr_set_d(z, x[0], MPFR_RNDN);
	mpfr_sqr(z, z, MPFR_RNDN);
	mpfr_sub(z, epsilon, z, MPFR_RNDN);
	if (mpfr_sgn(z) < 0)
		mpfr_set_zero(z, 1);
	mpfr_div_d(z, z, x[0], MPFR_RNDN);
	mpfr_sqr(z, z, MPFR_RNDN);
	mpfr_div_si(z, z, -2, MPFR_RNDN);
	mpfr_exp(z, z, MPFR_RNDN);
	mpfr_clear(epsilon);
}

/* mu^2 + mu sqrt(2 log(1 / delta)) */
static void square_not_halved(mpfr_ptr z, const double *x)
{
	account_root_of_log(z, 1, x[1]);
	mpfr_add_d(z, z, x[0], MPFR_RNDN);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
}

/* D / b - 2 log(1 - delta) */
static void logarithm_subtracted(mpfr_ptr z, const double *x)
{
	mpfr_t e0;

	mpfr_init2(e0, ACCOUNT_BITS);
	account_ratio(e0, x[1], x[0]);
	mpfr_set_d(z, -x[2], MPFR_RNDN);
	mpfr_log1p(z, z, MPFR_RNDN);
	mpfr_mul_2ui(z, z, 1, MPFR_RNDN);
	mpfr_sub(z, e0, z, MPFR_RNDN);
	mpfr_clear(e0);
}

/* 1 - e^(epsilon - e0) */
static void chance_left_out(mpfr_ptr z, const double *x)
{
	mpfr_set_d(z, x[2], MPFR_RNDN);
	mpfr_sub_d(z, z, x[1], MPFR_RNDN);
	mpfr_expm1(z, z, MPFR_RNDN);
	mpfr_neg(z, z, MPFR_RNDN);
	if (mpfr_sgn(z) < 0)
		mpfr_set_zero(z, 1);
}

/* 1 - e^((log(1 + w (e^epsilon - 1)) - times a) / 2), x = weight, a, epsilon */
static void importance_with(mpfr_ptr z, const double *x, double times, double divisor)
{
	mpfr_set_d(z, x[2], MPFR_RNDN);
	mpfr_expm1(z, z, MPFR_RNDN);
	mpfr_mul_d(z, z, x[0], MPFR_RNDN);
	mpfr_log1p(z, z, MPFR_RNDN);
	mpfr_sub_d(z, z, times * x[1], MPFR_RNDN);
	mpfr_div_2ui(z, z, 1, MPFR_RNDN);
	mpfr_expm1(z, z, MPFR_RNDN);
	mpfr_neg(z, z, MPFR_RNDN);
	if (mpfr_sgn(z) < 0)
		mpfr_set_zero(z, 1);
	mpfr_div_d(z, z, divisor, MPFR_RNDN);
}

static void exponent_without_weight(mpfr_ptr z, const double *x) { importance_with(z, x, 1, x[0]); }
static void not_divided(mpfr_ptr z, const double *x) { importance_with(z, x, x[0], 1); }
static void divided_epsilon(mpfr_ptr z, const double *x) { account_ratio(z, x[1], x[0]); }

const struct account_mistake *account_other_formula_at(size_t i)
{
	static const struct account_mistake all[] = {
		{ "rdp_delta", "Mironov's conversion, which is above the least delta", published_tail },
		{ "rdp_delta", "the conversion of Canonne, Kamath and Steinke (2020), which is above the least delta", better_tail },
		{ "gaussian_epsilon", "the published formula, which is above the least epsilon", published_epsilon },
		{ "gaussian_mu", "the classical theorem's, which holds for epsilon below 1 alone", classical_mu },
		{ "gaussian_mu", "the published formula, which is below the largest mu", published_mu },
		{ "gaussian_sigma", "epsilon and delta are divided by releases, and each release is calibrated alone", divided_budget },
		{ "gaussian_published_epsilon", "mu^2 / 2 is left out", half_square_left_out },
		{ "gaussian_published_epsilon", "the least epsilon, gaussian_epsilon: this is the published formula", gaussian_least_epsilon },
		{ "gaussian_published_delta", "mu^2 / 2 is not subtracted", not_centred },
		{ "gaussian_published_delta", "the least delta, gaussian_delta: this is the published formula", true_delta },
		{ "discrete_gaussian_epsilon", "the curve of continuous noise", continuous_gaussian_epsilon },
		{ "discrete_gaussian_mass", "the density of continuous noise", density },
		{ "discrete_laplace_mass", "the density of continuous noise", laplace_density },
		{ "discrete_laplace_mass", "zero is twice as likely", zero_twice },
		{ "discrete_laplace_mass", "one side alone: the geometric law", one_sided },
		{ "geometric_mass", "1 - e^(-p/q) is left out", without_share },
		{ "geometric_tail", "the mass stands for the tail", one_sided },
		{ "sampled_gaussian_renyi", "the divergence without sampling", whole_divergence },
		{ "sampled_gaussian_renyi", "rate^2 times the divergence without sampling", small_divergence },
		{ "sampled_gaussian_renyi", "alpha stands for alpha - 1", divided_by_order },
		{ "sampled_gaussian_delta", "rate times the delta at the same epsilon", sampled_linearly },
		{ "gaussian_classical_sigma", "2 stands for 1.25", two_for_quarter },
		{ "gaussian_classical_sigma", "no root is taken", no_root },
		{ "gaussian_published_delta", "mu^2 stands for mu^2 / 2", centred_at_square },
		{ "gaussian_published_epsilon", "mu^2 stands for mu^2 / 2", square_not_halved },
		{ "laplace_epsilon", "the logarithm is subtracted, not added", logarithm_subtracted },
		{ "randomized_delta", "the chance of the true answer is left out", chance_left_out },
		{ "importance_delta", "the weight is left out of the exponent", exponent_without_weight },
		{ "importance_delta", "the division by the weight is left out", not_divided },
		{ "importance_scale", "epsilon is divided by the weight: the law of small numbers, which claims too little", divided_epsilon },
	};

	return i < sizeof all / sizeof *all ? &all[i] : NULL;
}
