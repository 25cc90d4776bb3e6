/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "masses.h"
#include "masses_binomial.h"

#include <math.h>
#include <stdlib.h>

#define ROUND MPFR_RNDN

enum { REST = -110, TABLE_MOST = 1 << 17 };

bool masses_is_discrete(enum masses_law law)
{
	return law >= MASSES_UNIFORM_BELOW;
}

/* exp(-times p / q) */
static void decay(const struct masses *m, uint64_t times, mpfr_t result)
{
	mpfr_set_ui(result, times, ROUND);
	mpfr_mul_ui(result, result, m->p, ROUND);
	mpfr_div_ui(result, result, m->q, ROUND);
	mpfr_neg(result, result, ROUND);
	mpfr_exp(result, result, ROUND);
}

/* Tables: masses first, in place of their partial sums. */

static void table_free(mpfr_t *table, size_t count)
{
	for (size_t i = 0; i < count; i++)
		mpfr_clear(table[i]);
	free(table);
}

static enum dpmf_status table_new(size_t count, mpfr_t **table, struct dpmf_error *error)
{
	mpfr_t *fresh;

	if (count > TABLE_MOST)
		return dpmf_fail(error, DPMF_INPUT, "a table of %zu masses is too long: take a smaller q / p", count);
	fresh = malloc(count * sizeof *fresh);
	if (!fresh)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu masses", count);
	for (size_t i = 0; i < count; i++)
		mpfr_init2(fresh[i], MASSES_PRECISION);
	*table = fresh;
	return DPMF_OK;
}

/* Masses to partial sums, divided by the whole. */
static void table_sum(mpfr_t *table, size_t count)
{
	for (size_t i = 1; i < count; i++)
		mpfr_add(table[i], table[i], table[i - 1], ROUND);
	for (size_t i = 0; i < count; i++)
		mpfr_div(table[i], table[i], table[count - 1], ROUND);
}

/* exp(-x^2 q / (2 p)) */
static void gaussian_weight(const struct masses *m, uint64_t x, mpfr_t result)
{
	mpfr_set_ui(result, x, ROUND);
	mpfr_sqr(result, result, ROUND);
	mpfr_mul_ui(result, result, m->q, ROUND);
	mpfr_div_ui(result, result, m->p, ROUND);
	mpfr_div_2ui(result, result, 1, ROUND);
	mpfr_neg(result, result, ROUND);
	mpfr_exp(result, result, ROUND);
}

static enum dpmf_status gaussian_table(struct masses *m, struct dpmf_error *error)
{
	/* exp(-x^2 / (2 sigma^2)) < 2^REST from x = sigma sqrt(-2 REST log 2) on. */
	const size_t half = (size_t)ceil(sqrt((double)m->p / (double)m->q) * sqrt(-2 * REST * log(2))) + 1;
	const enum dpmf_status status = table_new(2 * half + 1, &m->upto, error);

	if (status)
		return status;
	m->count = 2 * half + 1;
	m->first = -(int64_t)half;
	for (size_t i = 0; i <= half; i++) {
		gaussian_weight(m, i, m->upto[half + i]);
		mpfr_set(m->upto[half - i], m->upto[half + i], ROUND);
	}
	table_sum(m->upto, m->count);
	return DPMF_OK;
}

/* P(0) = (1 - a)^r, P(k + 1) = P(k) a (k + r) / (k + 1), r = part / parties. */
static void polya_masses(const struct masses *m, mpfr_t *mass, size_t count)
{
	const uint64_t part = m->part ? m->part : 1;
	mpfr_t a;

	mpfr_init2(a, MASSES_PRECISION);
	decay(m, 1, a);
	mpfr_ui_sub(mass[0], 1, a, ROUND);
	mpfr_log(mass[0], mass[0], ROUND);
	mpfr_mul_ui(mass[0], mass[0], part, ROUND);
	mpfr_div_ui(mass[0], mass[0], m->parties, ROUND);
	mpfr_exp(mass[0], mass[0], ROUND);
	for (size_t k = 0; k + 1 < count; k++) {
		mpfr_mul(mass[k + 1], mass[k], a, ROUND);
		mpfr_mul_ui(mass[k + 1], mass[k + 1], k * m->parties + part, ROUND);
		mpfr_div_ui(mass[k + 1], mass[k + 1], m->parties, ROUND);
		mpfr_div_ui(mass[k + 1], mass[k + 1], k + 1, ROUND);
	}
	mpfr_clear(a);
}

/* P(X > k) <= a^(k + 1), that of the geometric law, the case of one party. */
static size_t polya_count(const struct masses *m)
{
	return (size_t)ceil(-REST * log(2) * (double)m->q / (double)m->p) + 2;
}

static enum dpmf_status polya_table(struct masses *m, struct dpmf_error *error)
{
	const size_t count = polya_count(m);
	const enum dpmf_status status = table_new(count, &m->upto, error);

	if (status)
		return status;
	m->count = count;
	m->first = 0;
	polya_masses(m, m->upto, count);
	table_sum(m->upto, count);
	return DPMF_OK;
}

/* P(D = d) = sum over k of P(k) P(k + d), the same for -d. */
static void difference_masses(mpfr_t *one, size_t count, mpfr_t *mass)
{
	mpfr_t product;

	mpfr_init2(product, MASSES_PRECISION);
	for (size_t d = 0; d < count; d++) {
		mpfr_set_ui(mass[count - 1 + d], 0, ROUND);
		for (size_t k = 0; k + d < count; k++) {
			mpfr_mul(product, one[k], one[k + d], ROUND);
			mpfr_add(mass[count - 1 + d], mass[count - 1 + d], product, ROUND);
		}
		mpfr_set(mass[count - 1 - d], mass[count - 1 + d], ROUND);
	}
	mpfr_clear(product);
}

static enum dpmf_status share_table(struct masses *m, struct dpmf_error *error)
{
	const size_t count = polya_count(m);
	mpfr_t *one;
	enum dpmf_status status = table_new(count, &one, error);

	if (status)
		return status;
	status = table_new(2 * count - 1, &m->upto, error);
	if (status == DPMF_OK) {
		m->count = 2 * count - 1;
		m->first = -(int64_t)(count - 1);
		polya_masses(m, one, count);
		difference_masses(one, count, m->upto);
		table_sum(m->upto, m->count);
	}
	table_free(one, count);
	return status;
}

static enum dpmf_status binomial_table(struct masses *m, struct dpmf_error *error)
{
	const enum dpmf_status status = table_new(m->q + 1, &m->upto, error);

	if (status)
		return status;
	m->count = m->q + 1;
	for (uint64_t k = 0; k <= m->q; k++)
		masses_binomial(m, k, m->upto[k]);
	table_sum(m->upto, m->count);
	return DPMF_OK;
}

enum dpmf_status masses_open(const struct masses *law, struct masses *masses, struct dpmf_error *error)
{
	struct masses m = *law;
	enum dpmf_status status = DPMF_OK;

	m.first = 0;
	m.count = 0;
	m.upto = NULL;
	if (m.law == MASSES_DISCRETE_GAUSSIAN)
		status = gaussian_table(&m, error);
	else if (m.law == MASSES_POLYA)
		status = polya_table(&m, error);
	else if (m.law == MASSES_LAPLACE_SHARE)
		status = share_table(&m, error);
	else if (m.law == MASSES_BINOMIAL)
		status = binomial_table(&m, error);
	if (status == DPMF_OK)
		*masses = m;
	return status;
}

void masses_close(struct masses *masses)
{
	table_free(masses->upto, masses->count);
	masses->upto = NULL;
	masses->count = 0;
}

static void uniform_upto(const struct masses *m, double x, mpfr_t result)
{
	(void)m;
	mpfr_set_d(result, fmin(1, fmax(0, x)), ROUND);
}

static void laplace_upto(const struct masses *m, double x, mpfr_t result)
{
	mpfr_set_d(result, -fabs(x), ROUND);
	mpfr_div_d(result, result, m->scale, ROUND);
	mpfr_exp(result, result, ROUND);
	mpfr_div_2ui(result, result, 1, ROUND);
	if (x > 0)
		mpfr_ui_sub(result, 1, result, ROUND);
}

static void normal_upto(const struct masses *m, double x, mpfr_t result)
{
	mpfr_t root;

	mpfr_init2(root, MASSES_PRECISION);
	mpfr_sqrt_ui(root, 2, ROUND);
	mpfr_set_d(result, -x, ROUND);
	mpfr_div_d(result, result, m->scale, ROUND);
	mpfr_div(result, result, root, ROUND);
	mpfr_erfc(result, result, ROUND);
	mpfr_div_2ui(result, result, 1, ROUND);
	mpfr_clear(root);
}

static void exponential_upto(const struct masses *m, double x, mpfr_t result)
{
	mpfr_set_d(result, -fmax(x, 0), ROUND);
	mpfr_div_d(result, result, m->scale, ROUND);
	mpfr_expm1(result, result, ROUND);
	mpfr_neg(result, result, ROUND);
}

static void uniform_below_upto(const struct masses *m, double x, mpfr_t result)
{
	mpfr_set_d(result, fmax(x, -1), ROUND);
	mpfr_add_ui(result, result, 1, ROUND);
	mpfr_div_ui(result, result, m->q, ROUND);
	if (mpfr_cmp_ui(result, 1) > 0)
		mpfr_set_ui(result, 1, ROUND);
}

/* One of 0 and 1, when P(1) is given. */
static void binary_upto(double x, mpfr_t one)
{
	if (x < 0 || x >= 1)
		mpfr_set_ui(one, x >= 1, ROUND);
	else
		mpfr_ui_sub(one, 1, one, ROUND);
}

static void bernoulli_upto(const struct masses *m, double x, mpfr_t result)
{
	mpfr_set_ui(result, m->p, ROUND);
	mpfr_div_ui(result, result, m->q, ROUND);
	binary_upto(x, result);
}

static void bernoulli_exp_upto(const struct masses *m, double x, mpfr_t result)
{
	decay(m, 1, result);
	binary_upto(x, result);
}

/* exp(-p / q) of them are turned for one that is not. */
static void flipped_upto(const struct masses *m, double x, mpfr_t result)
{
	mpfr_t whole;

	mpfr_init2(whole, MASSES_PRECISION);
	decay(m, 1, result);
	mpfr_add_ui(whole, result, 1, ROUND);
	if (m->x == 1)
		mpfr_set_ui(result, 1, ROUND);
	mpfr_div(result, result, whole, ROUND);
	binary_upto(x, result);
	mpfr_clear(whole);
}

static void geometric_upto(const struct masses *m, double x, mpfr_t result)
{
	if (x < 0) {
		mpfr_set_ui(result, 0, ROUND);
		return;
	}
	decay(m, (uint64_t)x + 1, result);
	mpfr_ui_sub(result, 1, result, ROUND);
}

/* P(X <= -k) = a^k / (1 + a) = P(X >= k). */
static void discrete_laplace_upto(const struct masses *m, double x, mpfr_t result)
{
	mpfr_t whole;

	mpfr_init2(whole, MASSES_PRECISION);
	decay(m, 1, whole);
	mpfr_add_ui(whole, whole, 1, ROUND);
	decay(m, (uint64_t)(x < 0 ? -x : x + 1), result);
	mpfr_div(result, result, whole, ROUND);
	if (x >= 0)
		mpfr_ui_sub(result, 1, result, ROUND);
	mpfr_clear(whole);
}

static void table_upto(const struct masses *m, double x, mpfr_t result)
{
	if (x < (double)m->first)
		mpfr_set_ui(result, 0, ROUND);
	else if (x >= (double)m->first + (double)(m->count - 1))
		mpfr_set_ui(result, 1, ROUND);
	else
		mpfr_set(result, m->upto[(int64_t)x - m->first], ROUND);
}

typedef void upto(const struct masses *m, double x, mpfr_t result);

static upto *const of_law[] = {
	[MASSES_UNIFORM] = uniform_upto,
	[MASSES_LAPLACE] = laplace_upto,
	[MASSES_NORMAL] = normal_upto,
	[MASSES_EXPONENTIAL] = exponential_upto,
	[MASSES_UNIFORM_BELOW] = uniform_below_upto,
	[MASSES_BERNOULLI] = bernoulli_upto,
	[MASSES_BERNOULLI_EXP] = bernoulli_exp_upto,
	[MASSES_GEOMETRIC] = geometric_upto,
	[MASSES_DISCRETE_LAPLACE] = discrete_laplace_upto,
	[MASSES_DISCRETE_GAUSSIAN] = table_upto,
	[MASSES_POLYA] = table_upto,
	[MASSES_LAPLACE_SHARE] = table_upto,
	[MASSES_BINOMIAL] = table_upto,
	[MASSES_FLIPPED] = flipped_upto,
};

void masses_upto(const struct masses *m, double x, mpfr_t result)
{
	if (isinf(x)) {
		mpfr_set_ui(result, x > 0, ROUND);
		return;
	}
	of_law[m->law](m, x, result);
}

void masses_between(const struct masses *m, double low, double high, mpfr_t result)
{
	mpfr_t below;

	mpfr_init2(below, MASSES_PRECISION);
	masses_upto(m, low, below);
	masses_upto(m, high, result);
	mpfr_sub(result, result, below, ROUND);
	mpfr_clear(below);
}

static bool reaches(const struct masses *m, double x, double level, mpfr_t work)
{
	masses_upto(m, x, work);
	return mpfr_cmp_d(work, level) >= 0;
}

/* Doubles outward from 0 until (low, high] holds the quantile, then halves. */
double masses_quantile(const struct masses *m, double level)
{
	double low = -1, high = 1;
	mpfr_t work;

	mpfr_init2(work, MASSES_PRECISION);
	while (reaches(m, low, level, work))
		low *= 2;
	while (!reaches(m, high, level, work))
		high *= 2;
	for (;;) {
		const double half = low + (high - low) / 2;
		const double middle = masses_is_discrete(m->law) ? floor(half) : half;

		if (middle <= low || middle >= high)
			break;
		if (reaches(m, middle, level, work))
			high = middle;
		else
			low = middle;
	}
	mpfr_clear(work);
	return high;
}
